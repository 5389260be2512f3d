import { changing, NO_CONDITIONS, orderWith, type Changes, type Conditions } from '../arbitraries/structures.js';
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
import { examineBreakages } from './break-body.js';
import type { Context, Examination, Examinations } from './context.js';
import { examineLane } from './lane.js';
import { priceBandOf, priceChange, stepped, stepsWithin } from './order-steps.js';
import { withBench, type Negative } from './sandwich.js';

/**
 * Sends a change to filled orders, each between two modifies of an unfilled order of the same kind that are accepted.
 *
 * @param has - the conditions that the orders have
 * @param changes - what is changed along with the prices, and what while they stay as they are
 * @param of - types and sides of the orders; default all
 */
function onFilledOrders(
  has: Conditions,
  changes: readonly [Changes, Changes],
  way: string,
  of: () => readonly (readonly [OrderType, Side])[] = () => EVERY_KIND,
): Examination {
  return async (context) => {
    const kinds = of().map(([type, side]) => orderWith(type, side, has));
    const tried = await Promise.all(kinds.map((unfilled) => examineFilled(context, unfilled, changes, way)));
    const possible = tried.flatMap((outcomes) => (typeof outcomes === 'string' ? [] : [...outcomes]));
    return possible.length > 0
      ? possible
      : [unverified(tried.find((outcome) => typeof outcome === 'string') ?? 'no order was had')];
  };
}

/** The filled order is changed on the grid of its own instrument; a second negative moves no price at all. */
async function examineFilled(
  context: Context,
  unfilled: OrderRequest,
  changes: readonly [Changes, Changes],
  way: string,
): Promise<readonly Outcome[] | string> {
  if (context.orders === null) return 'no order source was named';
  const filled = await context.orders.checkOut({ ...unfilled, state: 'filled' });
  if ('none' in filled) return filled.none;
  try {
    const control = {
      ...unfilled,
      orderTypeCd: unfilled.orderTypeCd === 'MARKET' ? 'LIMIT' : unfilled.orderTypeCd,
    } as const;
    const instrument = await context.lookups.instrument(filled.order.stockCd);
    const settled = await examineLane(
      onFilled(filled, instrument, changes, way, priceBandOf(context.settings)),
      (task) => withBench(context, control, task),
      (bench, negative) => bench.negative(negative),
    );
    const tried = settled.filter(({ noOrder }) => !noOrder);
    const [first] = settled;
    if (tried.length === 0)
      return first?.outcome?.outcome === 'unverified' ? first.outcome.because : 'no order was had';
    return tried.flatMap(({ outcome }) => (outcome === undefined ? [] : [outcome]));
  } finally {
    filled.spoil();
    filled.release();
  }
}

function onFilled(
  filled: HeldOrder,
  instrument: Instrument | null,
  [changes, atRest]: readonly [Changes, Changes],
  way: string,
  band: number,
): Negative[] {
  const isPlain = changes.takeProfit === 'omit' && changes.stopLoss === 'omit' && changes.trailing === 'omit';
  const moved = isPlain
    ? priceChange(stepped(filled.order, instrument, stepsWithin(filled.order, instrument, band) > 0 ? 1 : 0))
    : plainBody(filled.order, changes, instrument);
  const still = bodyOf(filled.order, atRest, pricesOf(filled.order));
  return [moved, still].map((body) => ({ way, recipe: () => ({ body }) }));
}

/** The number of one order with the date-time of another: the pair that identifies an order is broken. */
const mixedIdentity: Examination = async (context) => {
  const [one, other] = [orderWith('LIMIT', 'BUY', NO_CONDITIONS), orderWith('LIMIT', 'SELL', NO_CONDITIONS)];
  const outcome = await withBench(context, one, async (bench) => {
    const second = await context.orders?.checkOut(other, { wait: false });
    if (second === undefined || 'none' in second) return null;
    try {
      if (second.order.orderDateTime === bench.held.order.orderDateTime) return null;
      return await bench.negative({
        way: 'its orderDateTime is that of another order',
        recipe: (order) => ({ body: { ...priceChange(order), orderDateTime: second.order.orderDateTime } }),
      });
    } finally {
      second.release();
    }
  });
  // Without two orders nothing is put to the test here; the other ways to break the clause stand by themselves.
  return outcome === null || 'none' in outcome ? [] : [outcome];
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

/** Filled orders whose conditions wait: one of each type. */
const withConditions: Examination = onFilledOrders(
  { takeProfit: true, stopLoss: true, trailing: false },
  [changing({}), changing({})],
  'the order is filled, and its take-profit and stop-loss are left alone',
  () => ORDER_TYPES.map((type, index) => [type, SIDES[index % SIDES.length] ?? 'BUY']),
);

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

const EVERY_KIND = ORDER_TYPES.flatMap((type) => SIDES.map((side) => [type, side] as const));

/** Examinations of what hangs on an order's state, sections 2.4 and 3. */
export const orderStateExaminations: Examinations = {
  'ORD-001': inTurn(
    onFilledOrders(NO_CONDITIONS, [changing({}), changing({})], 'the order is filled'),
    whereTried(withConditions),
  ),
  'ORD-002': inTurn(examineBreakages, otherNumberAtFirst),
  'ORD-003': inTurn(examineBreakages, mixedIdentity, otherTimeAtFirst),
  'TPS-041': onFilledOrders(
    { ...NO_CONDITIONS, takeProfit: true },
    [changing({ takeProfit: 'Y' }), changing({ takeProfit: 'N' })],
    'the order is filled and its take-profit is changed',
  ),
  'TPS-042': onFilledOrders(
    { ...NO_CONDITIONS, stopLoss: true },
    [changing({ stopLoss: 'Y' }), changing({ stopLoss: 'N' })],
    'the order is filled and its stop-loss is changed',
  ),
  'TPS-043': onFilledOrders(
    { takeProfit: false, stopLoss: true, trailing: true },
    [changing({ trailing: 'N' }), changing({ trailing: 'Y' })],
    'the order is filled and its trailing stop is given',
  ),
};
