import { changing, NO_CONDITIONS, orderWith, type Changes, type Conditions } from '../arbitraries/structures.js';
import { fromCount, placesOf, toCount } from '../arbitraries/decimal.js';
import { pricesOf } from '../arbitraries/price-room.js';
import { bodyOf, plainBody } from '../arbitraries/valid-body.js';
import type { HeldOrder } from '../client/order-desk.js';
import {
  ORDER_TYPES,
  SIDES,
  type Instrument,
  type ModifyBody,
  type Order,
  type OrderRequest,
  type OrderType,
  type Side,
} from '../contract/order.js';
import { parseOrderTime, renderOrderTime } from '../arbitraries/order-time.js';
import { unverified, type Outcome } from '../contract/verdict.js';
import { examineBreakages, examineQuantitiesBesideConditions } from './break-body.js';
import type { Context, Examination, Examinations } from './context.js';
import { examineLane } from './lane.js';
import { priceBandOf, priceChange, stepped, stepsWithin } from './order-steps.js';
import { withBench } from './with-bench.js';

/** What is sent to a filled order. */
interface FilledChange {
  readonly changes: Changes;
  /**
   * What moves: the prices of the order and of its conditions, up or down, the latter only, its orderPrice or quantity alone, or
   * nothing.
   */
  readonly moves: 'all' | 'down' | 'conditions' | 'orderPrice' | 'more' | 'less' | 'none';
}

/** One kind of filled order with the changes that are sent to it. */
interface FilledCase {
  /** The conditions that the order has; those named second where the source has no such order. */
  readonly has: readonly Conditions[];
  readonly changes: readonly FilledChange[];
}

const EVERY_KIND = ORDER_TYPES.flatMap((type) => SIDES.map((side) => [type, side] as const));

/**
 * Sends changes to filled orders, each between two modifies of an unfilled order of the same kind that are accepted.
 *
 * @param caseOf - told the places of type and side in their lists
 * @param kinds - types and sides of the orders; default all
 */
function onFilledOrders(
  way: string,
  caseOf: (type: number, side: number) => FilledCase,
  kinds: readonly (readonly [OrderType, Side])[] = EVERY_KIND,
): Examination {
  return async (context) => {
    const tried = await Promise.all(
      kinds.map(async ([type, side]) => {
        const { has, changes } = caseOf(ORDER_TYPES.indexOf(type), SIDES.indexOf(side));
        let outcome: readonly Outcome[] | string = 'no order was had';
        for (const conditions of has) {
          outcome = await examineFilled(context, orderWith(type, side, conditions), changes, way);
          if (typeof outcome !== 'string') break;
        }
        return outcome;
      }),
    );
    const possible = tried.flatMap((outcomes) => (typeof outcomes === 'string' ? [] : [...outcomes]));
    return possible.length > 0
      ? possible
      : [unverified(tried.find((outcome) => typeof outcome === 'string') ?? 'no order was had')];
  };
}

/** A filled order is taken from the source only once a modify of an unfilled one was accepted: none in vain. */
async function examineFilled(
  context: Context,
  unfilled: OrderRequest,
  changes: readonly FilledChange[],
  way: string,
): Promise<readonly Outcome[] | string> {
  const { orders } = context;
  if (orders === null) return 'no order source was named';
  const control = {
    ...unfilled,
    orderTypeCd: unfilled.orderTypeCd === 'MARKET' ? 'LIMIT' : unfilled.orderTypeCd,
  } as const;
  const taken: { filled?: HeldOrder | { readonly none: string } } = {};
  const settled = await examineLane(
    changes,
    (task) => withBench(context, control, task),
    async (bench, change) => {
      if (taken.filled === undefined) {
        const before = await bench.seeTaken();
        if (before !== null) return unverified(before);
        // Who holds a filled order spoils it, so that there is nothing to wait for.
        taken.filled = await orders.checkOut({ ...unfilled, state: 'filled' }, { wait: false });
      }
      if ('none' in taken.filled) return undefined;
      const body = await bodyOnFilled(context, taken.filled.order, change);
      return bench.negative({ way, recipe: () => ({ body }) });
    },
  ).finally(() => giveUp(taken.filled));
  if (taken.filled !== undefined && 'none' in taken.filled) return taken.filled.none;
  const tried = settled.filter(({ noOrder }) => !noOrder);
  const [first] = settled;
  if (tried.length === 0) return first?.outcome?.outcome === 'unverified' ? first.outcome.because : 'no order was had';
  return tried.flatMap(({ outcome }) => (outcome === undefined ? [] : [outcome]));
}

function giveUp(filled: HeldOrder | { readonly none: string } | undefined): void {
  if (filled === undefined || 'none' in filled) return;
  filled.spoil();
  filled.release();
}

/** The filled order is changed on the grid of its own instrument. */
async function bodyOnFilled(context: Context, filled: Order, { changes, moves }: FilledChange): Promise<ModifyBody> {
  if (moves === 'none') return bodyOf(filled, changes, pricesOf(filled));
  const instrument = await context.lookups.instrument(filled.stockCd);
  const moved = stepped(filled, instrument, 1);
  if (moves === 'conditions') {
    const { barrierPrice, orderPrice } = filled;
    return bodyOf(filled, changes, pricesOf({ ...moved, barrierPrice, orderPrice }));
  }
  if (moves === 'orderPrice') return { ...priceChange(filled), orderPrice: moved.orderPrice };
  if (moves === 'more' || moves === 'less') {
    return { ...priceChange(filled), orderQuantity: anotherQuantity(filled, instrument, moves) };
  }
  const isPlain = changes.takeProfit === 'omit' && changes.stopLoss === 'omit' && changes.trailing === 'omit';
  if (!isPlain) return plainBody(filled, changes, instrument);
  const canMove = stepsWithin(filled, instrument, priceBandOf(context.settings)) > 0;
  return priceChange(stepped(filled, instrument, canMove ? (moves === 'down' ? -1 : 1) : 0));
}

/** One unit more or less than the order's own; the other one where the bounds of the instrument leave no room. */
function anotherQuantity(
  { orderQuantity: own }: Order,
  instrument: Instrument | null,
  wanted: 'more' | 'less',
): number {
  const { orderUnit: unit, minOrderQuantity: min, maxOrderQuantity: max } = instrument ?? ANY_QUANTITY;
  const isMore = wanted === 'more' ? own + unit <= max : own - unit < min;
  const places = Math.max(placesOf(own), placesOf(unit));
  const [count, step] = [toCount(own, places), toCount(unit, places)];
  if (count === null || step === null) return own + (isMore ? unit : -unit);
  return fromCount(count + (isMore ? step : -step), places);
}

const ANY_QUANTITY = { orderUnit: 1, minOrderQuantity: 1, maxOrderQuantity: Infinity };

/** The number of one order with the date-time of another: the pair that identifies an order is broken. */
const mixedIdentity: Examination = async (context) => {
  const [one, other] = [orderWith('LIMIT', 'BUY', NO_CONDITIONS), orderWith('LIMIT', 'SELL', NO_CONDITIONS)];
  const settled = await examineLane(
    [other],
    (task) => withBench(context, one, task),
    async (bench) => {
      const second = await context.orders?.checkOut(other, { wait: false });
      if (second === undefined || 'none' in second) return undefined;
      try {
        if (second.order.orderDateTime === bench.held.order.orderDateTime) return undefined;
        return await bench.negative({
          way: 'its orderDateTime is that of another order',
          recipe: (order) => ({ body: { ...priceChange(order), orderDateTime: second.order.orderDateTime } }),
        });
      } finally {
        second.release();
      }
    },
  );
  // Without two orders nothing is put to the test here; the other ways to break the clause stand by themselves.
  return settled.flatMap(({ outcome, noOrder }) => (outcome === undefined || noOrder ? [] : [outcome]));
};

/** On orders that no one modified before: what is known of an order then may not be what is known of it later. */
const ON_FRESH_ORDERS: readonly (readonly [OrderType, Side])[] = [
  ['LIMIT', 'SELL'],
  ['STOP', 'BUY'],
  ['LIMIT_STOP', 'SELL_TO_CLOSE'],
];

/** @param edit - what is wrong with the first modify of an order; `null` where its own values leave nothing to edit */
function onFreshOrders(way: string, edit: (order: Order) => Partial<ModifyBody> | null): Examination {
  return async (context) => {
    const outcomes = await Promise.all(
      ON_FRESH_ORDERS.map(([type, side]) =>
        withBench(
          context,
          orderWith(type, side),
          async (bench) => {
            const wrong = edit(bench.held.order);
            if (wrong === null) return null;
            return bench.firstNegative({ way, recipe: (order) => ({ body: { ...priceChange(order), ...wrong } }) });
          },
          { fresh: true },
        ),
      ),
    );
    return outcomes.flatMap((outcome) => (outcome === null || 'none' in outcome ? [] : [outcome]));
  };
}

const otherTimeAtFirst = onFreshOrders(
  'its orderDateTime is a day away, and it is the first modify of the order',
  ({ orderDateTime }) => {
    const parts = parseOrderTime(orderDateTime);
    return parts === null ? null : { orderDateTime: renderOrderTime({ ...parts, seconds: parts.seconds + 86_400 }) };
  },
);

const otherNumberAtFirst = onFreshOrders(
  'no order has its orderNo, and it is the first modify of the order',
  ({ orderNo }) => ({ orderNo: `${orderNo}9` }),
);

const PLAIN: FilledChange = { changes: changing({}), moves: 'all' };
const DOWN: FilledChange = { changes: changing({}), moves: 'down' };
const STILL: FilledChange = { changes: changing({}), moves: 'none' };
const ALL: Conditions = { takeProfit: true, stopLoss: true, trailing: true };
const MORE: FilledChange = { changes: changing({}), moves: 'more' };
const LESS: FilledChange = { changes: changing({}), moves: 'less' };
const ORDER_PRICE: FilledChange = { changes: changing({}), moves: 'orderPrice' };
const BOTH_OFF: FilledChange = { changes: changing({ takeProfit: 'N', stopLoss: 'N' }), moves: 'none' };
const BOTH: Conditions = { takeProfit: true, stopLoss: true, trailing: false };

/** Conditions of an order given the values that they have, by its type. */
const OWN_VALUES: readonly Changes[] = [
  changing({ takeProfit: 'Y', stopLoss: 'Y' }),
  changing({ takeProfit: 'Y' }),
  changing({ stopLoss: 'Y' }),
  changing({ takeProfit: 'Y', stopLoss: 'Y' }),
];

/** Filled orders whose conditions wait: one of each type. */
const withConditions: Examination = onFilledOrders(
  'the order is filled, and its take-profit and stop-loss wait',
  (type) => ({
    has: [BOTH],
    changes: [PLAIN, { changes: OWN_VALUES[type] ?? changing({}), moves: 'none' }, ...(type === 0 ? [] : [BOTH_OFF])],
  }),
  ORDER_TYPES.map((type, index) => [type, SIDES[index % SIDES.length] ?? 'BUY']),
);

/**
 * Changes one condition of filled orders: of each type one that has no other condition and is switched off, one that has
 * both and is switched off, and the same two with the price of the condition moved alone. Each is also moved with all prices.
 * Of each type, one has a trailing stop as well.
 */
function changingCondition(name: 'takeProfit' | 'stopLoss', way: string): Examination {
  const alone = { ...NO_CONDITIONS, [name]: true };
  const moved = changing({ [name]: 'Y' });
  return onFilledOrders(way, (type, side) => ({
    has: type === side ? [ALL, alone] : (type + side) % 2 === 1 ? [BOTH, alone] : [alone],
    changes: [
      { changes: moved, moves: 'all' },
      (Math.floor(side / 2) + type) % 2 === 1
        ? { changes: moved, moves: 'conditions' }
        : { changes: changing({ [name]: 'N' }), moves: 'none' },
    ],
  }));
}

/** Several examinations of one clause, one after another. */
function inTurn(...examinations: readonly Examination[]): Examination {
  return async (context) => {
    const outcomes: Outcome[] = [];
    for (const examination of examinations) outcomes.push(...(await examination(context)));
    return outcomes;
  };
}

/** An examination beside others: what it cannot try does not count against the clause. */
function whereTried(examination: Examination): Examination {
  return async (context) => (await examination(context)).filter(({ outcome }) => outcome !== 'unverified');
}

/** Examinations of what hangs on an order's state, sections 2.4 and 3. */
export const orderStateExaminations: Examinations = {
  'ORD-001': inTurn(
    onFilledOrders('the order is filled', (type, side) => ({
      has: [NO_CONDITIONS],
      changes: [
        ...[PLAIN, STILL],
        ...(type === side ? [MORE] : type + side === 3 ? [LESS] : []),
        ...(ORDER_TYPES[type] === 'LIMIT_STOP' && side < 2 ? [ORDER_PRICE] : []),
        ...(ORDER_TYPES[type] !== 'MARKET' && side === (type + 1) % SIDES.length ? [DOWN] : []),
      ],
    })),
    whereTried(withConditions),
  ),
  'ORD-005': inTurn(examineBreakages, examineQuantitiesBesideConditions),
  'ORD-006': inTurn(examineBreakages, examineQuantitiesBesideConditions),
  'ORD-007': inTurn(examineBreakages, examineQuantitiesBesideConditions),
  'ORD-002': inTurn(examineBreakages, otherNumberAtFirst),
  'ORD-003': inTurn(examineBreakages, mixedIdentity, otherTimeAtFirst),
  'TPS-041': changingCondition('takeProfit', 'the order is filled and its take-profit is changed'),
  'TPS-042': changingCondition('stopLoss', 'the order is filled and its stop-loss is changed'),
  'TPS-043': onFilledOrders('the order is filled and its trailing stop is given', () => ({
    has: [{ takeProfit: false, stopLoss: true, trailing: true }],
    changes: [
      { changes: changing({ trailing: 'N' }), moves: 'all' },
      { changes: changing({ trailing: 'Y' }), moves: 'none' },
    ],
  })),
};
