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
import { withFirst, withMember, withoutMembers, type Draft } from '../draft.js';
import { changing, neededFor, NO_CHANGES, type Changes } from '../structures.js';
import { smallestPrice, ZEROS } from './prices.js';

/** A take-profit or a stop-loss, with the clauses about it. */
export interface Condition {
  readonly name: 'take-profit' | 'stop-loss';
  readonly at: Place;
  readonly off: Place;
  readonly condition: 'takeProfit' | 'stopLoss';
  readonly switchField: 'profitRealizationYn' | 'lossCutYn';
  readonly priceField: 'profitRealizationBarrierPrice' | 'lossCutBarrierPrice';
  readonly clauses: Readonly<Record<'added' | 'addedToOther' | 'noPrice' | 'zero' | 'offWithPrice', string>>;
}

export const TAKE_PROFIT: Condition = {
  name: 'take-profit',
  at: AT_TAKE_PROFIT,
  off: { ...AT_TAKE_PROFIT, changes: changing({ takeProfit: 'N' }) },
  condition: 'takeProfit',
  switchField: 'profitRealizationYn',
  priceField: 'profitRealizationBarrierPrice',
  clauses: {
    added: 'TPS-011',
    addedToOther: 'TPS-014',
    noPrice: 'TPS-021',
    zero: 'TPS-023',
    offWithPrice: 'TPS-025',
  },
};

export const STOP_LOSS: Condition = {
  name: 'stop-loss',
  at: AT_STOP_LOSS,
  off: { ...AT_STOP_LOSS, changes: changing({ stopLoss: 'N' }) },
  condition: 'stopLoss',
  switchField: 'lossCutYn',
  priceField: 'lossCutBarrierPrice',
  clauses: {
    added: 'TPS-012',
    addedToOther: 'TPS-015',
    noPrice: 'TPS-022',
    zero: 'TPS-024',
    offWithPrice: 'TPS-026',
  },
};

/** An order that has neither condition, one that has only a stop-loss, and one that has only a take-profit. */
export const BARE: Place = { needs: { takeProfit: false, stopLoss: false, trailing: false }, changes: NO_CHANGES };
const STOP_LOSS_ONLY = { takeProfit: false, stopLoss: true };
const TAKE_PROFIT_ONLY = { takeProfit: true, stopLoss: false };

/** All switches, as they are sent for conditions that are not there. */
const ALL_OFF: Draft = new Map([
  ['profitRealizationYn', '"N"'],
  ['profitRealizationBarrierPrice', '0'],
  ['lossCutYn', '"N"'],
  ['lossCutBarrierPrice', '0'],
  ['lossTrackingYn', '"N"'],
]);

/** Conditions that an order did not come with at all. */
export const additions: readonly Breakage[] = [
  breakage('TPS-011', 'a take-profit is added', BARE, (scene) => adding(scene, TAKE_PROFIT)),
  breakage('TPS-012', 'a stop-loss is added', BARE, (scene) => adding(scene, STOP_LOSS)),
  breakage('TPS-013', 'a trailing stop is switched on', BARE, setting('lossTrackingYn', fc.constant('"Y"'))),
];

/** The same in a body that has all three switches, with N for the others: a service may take what it is given whole. */
export const wholeAdditions: readonly Breakage[] = [
  breakage('TPS-011', 'a take-profit is added by all three switches', BARE, (scene) => addingWhole(scene, TAKE_PROFIT)),
  breakage('TPS-012', 'a stop-loss is added by all three switches', BARE, (scene) => addingWhole(scene, STOP_LOSS)),
];

/** One with another: a service that refuses each by itself may take both. What breaks two clauses is put to the first. */
export const additionsTogether: readonly Breakage[] = [
  breakage('TPS-011', 'a take-profit and a stop-loss are added', BARE, addingBoth),
  breakage('TPS-011', 'a take-profit and a stop-loss that trails are added', BARE, addingAll),
  breakage('TPS-012', 'a stop-loss that trails is added', BARE, addingTrailing),
  breakage(
    'TPS-015',
    'a stop-loss that trails is added to a take-profit',
    { needs: TAKE_PROFIT_ONLY, changes: NO_CHANGES },
    addingTrailing,
  ),
];

/** A take-profit that is added to a stop-loss, or the other way round. */
export function additionTo(condition: Condition, changes: Changes = NO_CHANGES): Breakage {
  return breakage(condition.clauses.addedToOther, wayOf(condition), placeBeside(condition, changes), (scene) =>
    adding(scene, condition),
  );
}

/** The same by all three switches, with N where nothing is to be changed: without changes, one is swapped for the other. */
export function wholeAdditionTo(condition: Condition, changes: Changes = NO_CHANGES): Breakage {
  const way = `${wayOf(condition)} by all three switches`;
  return breakage(condition.clauses.addedToOther, way, placeBeside(condition, changes), (scene) =>
    addingWhole(scene, condition),
  );
}

function wayOf({ name }: Condition): string {
  return name === 'take-profit' ? 'a take-profit is added to a stop-loss' : 'a stop-loss is added to a take-profit';
}

function placeBeside({ name }: Condition, changes: Changes): Place {
  return { needs: name === 'take-profit' ? STOP_LOSS_ONLY : TAKE_PROFIT_ONLY, changes };
}

/** Which of the spellings of zero stands before its switch. */
const FIRST_IN_BODY = ZEROS.indexOf('0.0');

/** Y without a price or with a price of 0, beside other changes of the body. */
export function withoutPrice(condition: Condition, beside: Changes = NO_CHANGES): readonly Breakage[] {
  const { switchField, priceField, clauses } = condition;
  const place = placeOf({ ...beside, [condition.condition]: 'Y' });
  return [
    breakage(
      clauses.noPrice,
      `${switchField} is Y and ${priceField} missing`,
      place,
      fixed(({ plain }) => broken(withoutMembers(plain, priceField), `${priceField} is missing beside Y`)),
    ),
    ...ZEROS.map((zero, index) => {
      // A reader that takes members one by one may not know of the switch yet.
      const isFirst = index === FIRST_IN_BODY;
      const way = `${switchField} is Y and ${priceField} ${zero}${isFirst ? ', before it' : ''}`;
      return breakage(clauses.zero, way, place, ({ plain }) =>
        settingIn(isFirst ? withFirst(plain, priceField) : plain, priceField, fc.constant(zero)),
      );
    }),
  ];
}

/** N with a price, beside other changes of the body. */
export function offWithPrice(condition: Condition, beside: Changes = NO_CHANGES): readonly Breakage[] {
  const { name, switchField, priceField, clauses } = condition;
  const place = placeOf({ ...beside, [condition.condition]: 'N' });
  return [
    breakage(clauses.offWithPrice, `${switchField} is N beside the ${name}'s own price`, place, ({ order, plain }) =>
      settingIn(plain, priceField, fc.constant(String(order[priceField]))),
    ),
    breakage(clauses.offWithPrice, `${switchField} is N beside a price near the order's`, place, (scene) =>
      settingIn(scene.plain, priceField, addedPrices(scene.order, scene.instrument).map(String)),
    ),
    breakage(clauses.offWithPrice, `${switchField} is N behind the smallest price`, place, ({ instrument, plain }) =>
      settingIn(withFirst(plain, priceField), priceField, fc.constant(smallestPrice(instrument))),
    ),
    breakage(
      clauses.offWithPrice,
      `${switchField} is N beside a negative price`,
      place,
      setting(priceField, fc.integer({ min: -1_000, max: -1 }).map(String)),
    ),
  ];
}

/** Switches and prices that do not go together, and conditions that the order did not come with. @clause TPS-011 TPS-021 */
export const conditions: readonly Breakage[] = [
  ...additions,
  additionTo(TAKE_PROFIT),
  additionTo(STOP_LOSS),
  ...wholeAdditions,
  wholeAdditionTo(TAKE_PROFIT),
  wholeAdditionTo(STOP_LOSS),
  ...[TAKE_PROFIT, STOP_LOSS].flatMap((condition) => [...withoutPrice(condition), ...offWithPrice(condition)]),
];

function placeOf(changes: Changes): Place {
  return { needs: neededFor(changes), changes };
}

/** The plain body with a condition switched on at a plausible price. */
function adding(scene: Scene, condition: Condition): fc.Arbitrary<BrokenBody> {
  return added(scene, condition).map(({ draft, change }) => broken(draft, change));
}

/** The same with N, and a price of 0, for each switch that is not there. */
function addingWhole(scene: Scene, condition: Condition): fc.Arbitrary<BrokenBody> {
  return added(scene, condition).map(({ draft, change }) => {
    const others = [...ALL_OFF].filter(([name]) => !draft.has(name));
    return broken(new Map([...draft, ...others]), `${change}, by a body with all three switches`);
  });
}

/** A stop-loss with its trailing stop switched on. */
function addingTrailing(scene: Scene): fc.Arbitrary<BrokenBody> {
  return added(scene, STOP_LOSS).map(trailing);
}

function addingBoth(scene: Scene): fc.Arbitrary<BrokenBody> {
  return addedBoth(scene).map(({ draft, change }) => broken(draft, change));
}

function addingAll(scene: Scene): fc.Arbitrary<BrokenBody> {
  return addedBoth(scene).map(trailing);
}

function trailing({ draft, change }: Added): BrokenBody {
  return broken(withMember(draft, 'lossTrackingYn', '"Y"'), `${change}, with its trailing stop`);
}

function addedBoth(scene: Scene): fc.Arbitrary<Added> {
  return added(scene, TAKE_PROFIT).chain((first) =>
    added({ ...scene, plain: first.draft }, STOP_LOSS).map(({ draft, change }) => ({
      draft,
      change: `${first.change}, and ${change}`,
    })),
  );
}

interface Added {
  readonly draft: Draft;
  readonly change: string;
}

function added({ order, instrument, plain }: Scene, { name, switchField, priceField }: Condition): fc.Arbitrary<Added> {
  const rises = order.sideCd === 'BUY' || order.sideCd === 'BUY_TO_COVER';
  const side = rises === (name === 'take-profit') ? 'above' : 'below';
  return addedPrices(order, instrument, side).map((price) => ({
    draft: withMember(withMember(plain, switchField, '"Y"'), priceField, String(price)),
    change: `a ${name} at ${price} is added`,
  }));
}
