import fc from 'fast-check';
import { addedPrices } from '../added-price.js';
import {
  AT_STOP_LOSS,
  AT_TAKE_PROFIT,
  breakage,
  broken,
  fixed,
  setting,
  settingIn,
  type Breakage,
  type BrokenBody,
  type Place,
  type Scene,
} from '../breakage.js';
import { withMember, withoutMembers } from '../draft.js';
import { changing, NO_CHANGES } from '../structures.js';
import { ZEROS } from './prices.js';

interface Condition {
  readonly name: 'take-profit' | 'stop-loss';
  readonly at: Place;
  readonly off: Place;
  readonly switchField: 'profitRealizationYn' | 'lossCutYn';
  readonly priceField: 'profitRealizationBarrierPrice' | 'lossCutBarrierPrice';
  readonly clauses: { readonly noPrice: string; readonly zero: string; readonly offWithPrice: string };
}

export const TAKE_PROFIT: Condition = {
  name: 'take-profit',
  at: AT_TAKE_PROFIT,
  off: { ...AT_TAKE_PROFIT, changes: changing({ takeProfit: 'N' }) },
  switchField: 'profitRealizationYn',
  priceField: 'profitRealizationBarrierPrice',
  clauses: { noPrice: 'TPS-021', zero: 'TPS-023', offWithPrice: 'TPS-025' },
};

export const STOP_LOSS: Condition = {
  name: 'stop-loss',
  at: AT_STOP_LOSS,
  off: { ...AT_STOP_LOSS, changes: changing({ stopLoss: 'N' }) },
  switchField: 'lossCutYn',
  priceField: 'lossCutBarrierPrice',
  clauses: { noPrice: 'TPS-022', zero: 'TPS-024', offWithPrice: 'TPS-026' },
};

/** An order that has neither condition, one that has only a stop-loss, and one that has only a take-profit. */
export const BARE: Place = { needs: { takeProfit: false, stopLoss: false, trailing: false }, changes: NO_CHANGES };
const STOP_LOSS_ONLY: Place = { needs: { takeProfit: false, stopLoss: true }, changes: NO_CHANGES };
const TAKE_PROFIT_ONLY: Place = { needs: { takeProfit: true, stopLoss: false }, changes: NO_CHANGES };

/** Switches and prices that do not go together, and conditions that the order did not come with. @clause TPS-011 TPS-021 */
export const conditions: readonly Breakage[] = [
  breakage('TPS-011', 'a take-profit is added', BARE, (scene) => adding(scene, TAKE_PROFIT)),
  breakage('TPS-012', 'a stop-loss is added', BARE, (scene) => adding(scene, STOP_LOSS)),
  breakage('TPS-013', 'a trailing stop is switched on', BARE, setting('lossTrackingYn', fc.constant('"Y"'))),
  breakage('TPS-014', 'a take-profit is added to a stop-loss', STOP_LOSS_ONLY, (scene) => adding(scene, TAKE_PROFIT)),
  breakage('TPS-015', 'a stop-loss is added to a take-profit', TAKE_PROFIT_ONLY, (scene) => adding(scene, STOP_LOSS)),
  ...[TAKE_PROFIT, STOP_LOSS].flatMap(mismatches),
];

function mismatches({ name, at, off, switchField, priceField, clauses }: Condition): Breakage[] {
  return [
    breakage(
      clauses.noPrice,
      `${switchField} is Y and ${priceField} missing`,
      at,
      fixed(({ plain }) => broken(withoutMembers(plain, priceField), `${priceField} is missing beside Y`)),
    ),
    ...ZEROS.map((zero) =>
      breakage(
        clauses.zero,
        `${switchField} is Y and ${priceField} ${zero}`,
        at,
        setting(priceField, fc.constant(zero)),
      ),
    ),
    breakage(clauses.offWithPrice, `${switchField} is N beside the ${name}'s own price`, off, ({ order, plain }) =>
      settingIn(plain, priceField, fc.constant(String(order[priceField]))),
    ),
    breakage(clauses.offWithPrice, `${switchField} is N beside a price near the order's`, off, (scene) =>
      settingIn(scene.plain, priceField, addedPrices(scene.order, scene.instrument).map(String)),
    ),
    breakage(clauses.offWithPrice, `${switchField} is N beside a small price`, off, (scene) =>
      settingIn(scene.plain, priceField, fc.constantFrom('1', '0.01', '1e-5')),
    ),
  ];
}

/** The plain body with a condition switched on at a plausible price. */
export function adding(
  { order, instrument, plain }: Scene,
  { name, switchField, priceField }: Condition,
): fc.Arbitrary<BrokenBody> {
  const rises = order.sideCd === 'BUY' || order.sideCd === 'BUY_TO_COVER';
  const side = rises === (name === 'take-profit') ? 'above' : 'below';
  return addedPrices(order, instrument, side).map((price) => {
    const added = withMember(withMember(plain, switchField, '"Y"'), priceField, String(price));
    return broken(added, `a ${name} at ${price} is added`);
  });
}
