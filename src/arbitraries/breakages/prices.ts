import fc from 'fast-check';
import type { OrderType } from '../../contract/order.js';
import { ANYWHERE, breakage, broken, fixed, setting, settingIn, type Breakage, type Place } from '../breakage.js';
import { withoutMembers, type Field } from '../draft.js';
import { addedPrices } from '../added-price.js';

type Row = readonly [clause: string, type: OrderType, field: Field];

const MISSING: readonly Row[] = [
  ['MOD-041', 'LIMIT', 'orderPrice'],
  ['MOD-042', 'STOP', 'barrierPrice'],
  ['MOD-043', 'LIMIT_STOP', 'barrierPrice'],
  ['MOD-044', 'LIMIT_STOP', 'orderPrice'],
];

const ZERO: readonly Row[] = [
  ['MOD-045', 'LIMIT', 'orderPrice'],
  ['MOD-046', 'STOP', 'barrierPrice'],
  ['MOD-047', 'LIMIT_STOP', 'barrierPrice'],
  ['MOD-048', 'LIMIT_STOP', 'orderPrice'],
];

const NOT_NEEDED: readonly Row[] = [
  ['MOD-051', 'MARKET', 'barrierPrice'],
  ['MOD-052', 'MARKET', 'orderPrice'],
  ['MOD-053', 'LIMIT', 'barrierPrice'],
  ['MOD-054', 'STOP', 'orderPrice'],
];

/** Spellings of zero. */
export const ZEROS = ['0', '-0', '0.0', '0e5'] as const;

/** Prices that their type needs, missing or 0, and prices that it does not need, other than 0. @clause MOD-041 */
export const prices: readonly Breakage[] = [
  ...MISSING.map(([clause, type, field]) =>
    breakage(
      clause,
      `${field} is missing`,
      on(type),
      fixed(({ plain }) => broken(withoutMembers(plain, field), `${field} is missing`)),
    ),
  ),
  ...ZERO.flatMap(([clause, type, field]) =>
    ZEROS.map((zero) => breakage(clause, `${field} is ${zero}`, on(type), setting(field, fc.constant(zero)))),
  ),
  ...NOT_NEEDED.flatMap(([clause, type, field]) => [
    breakage(clause, `${field} is a price near the order's`, on(type), ({ order, instrument, plain }) =>
      settingIn(plain, field, addedPrices(order, instrument).map(String)),
    ),
    breakage(clause, `${field} is small`, on(type), setting(field, fc.constantFrom('1', '0.01', '0.00001', '1e-5'))),
    breakage(
      clause,
      `${field} is negative`,
      on(type),
      setting(field, fc.integer({ min: -1_000, max: -1 }).map(String)),
    ),
  ]),
];

function on(orderTypeCd: OrderType): Place {
  return { ...ANYWHERE, needs: { orderTypeCd } };
}
