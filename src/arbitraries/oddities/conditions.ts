import fc from 'fast-check';
import { broken, fixed, oddity, setting, type Oddity, type Place } from '../breakage.js';
import { BARE, STOP_LOSS, TAKE_PROFIT } from '../breakages/conditions.js';
import { withMember, withoutMembers } from '../draft.js';
import { NO_CHANGES } from '../structures.js';

const WITHOUT_TRAILING: Place = { needs: { stopLoss: true, trailing: false }, changes: NO_CHANGES };

const CONDITIONS = [TAKE_PROFIT, STOP_LOSS];

/** Switches and prices where 2.4 says nothing. @clause OPN-003 OPN-004 OPN-005 OPN-006 OPN-007 */
export const conditionOddities: readonly Oddity[] = [
  ...CONDITIONS.map(({ switchField, priceField, off }) =>
    oddity(
      'OPN-003',
      `${switchField} is N without ${priceField}`,
      off,
      fixed(({ plain }) => broken(withoutMembers(plain, priceField), `${priceField} is omitted beside N`)),
    ),
  ),
  ...CONDITIONS.flatMap(({ switchField, priceField, at }) => [
    oddity(
      'OPN-004',
      `${priceField} without ${switchField}`,
      at,
      fixed(({ plain }) => broken(withoutMembers(plain, switchField), `${switchField} is omitted beside a price`)),
    ),
    oddity(
      'OPN-004',
      `${priceField} 0 without ${switchField}`,
      at,
      fixed(({ plain }) =>
        broken(withMember(withoutMembers(plain, switchField), priceField, '0'), `${switchField} is omitted beside 0`),
      ),
    ),
  ]),
  ...CONDITIONS.map(({ name, switchField, priceField }) =>
    oddity(
      'OPN-005',
      `${switchField} is N on an order without ${name}`,
      BARE,
      fixed(({ plain }) =>
        broken(
          withMember(withMember(plain, switchField, '"N"'), priceField, '0'),
          `a ${name} that is not there is off`,
        ),
      ),
    ),
  ),
  oddity(
    'OPN-005',
    'lossTrackingYn is N on an order without trailing stop',
    BARE,
    setting('lossTrackingYn', fc.constant('"N"')),
  ),
  // To be sent after a modification that switched the condition off: for the order as it was before.
  ...CONDITIONS.map((condition) =>
    oddity('OPN-006', `a ${condition.name} is switched on again`, condition.at, ({ plain }) =>
      fc.constant(broken(plain, `${condition.switchField} is Y after N`)),
    ),
  ),
  oddity(
    'OPN-007',
    'a trailing stop is switched on beside a stop-loss',
    WITHOUT_TRAILING,
    setting('lossTrackingYn', fc.constant('"Y"')),
  ),
  oddity(
    'OPN-007',
    'a trailing stop is switched on with a change of the stop-loss',
    { ...WITHOUT_TRAILING, changes: STOP_LOSS.at.changes },
    setting('lossTrackingYn', fc.constant('"Y"')),
  ),
  oddity(
    'OPN-007',
    'a trailing stop is switched on beside a take-profit alone',
    { needs: { takeProfit: true, stopLoss: false, trailing: false }, changes: NO_CHANGES },
    setting('lossTrackingYn', fc.constant('"Y"')),
  ),
];
