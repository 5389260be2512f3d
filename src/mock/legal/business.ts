import type { Instrument } from '../../contract/order.js';
import type { Behaviour, Check, LegalTwin } from '../behaviour.js';
import type { Call } from '../call.js';
import { hashOf } from '../hash.js';
import type { OrderValues, StoredOrder } from '../order-book.js';
import { variedName } from '../order-names.js';
import { refuse } from '../refusal.js';

const PRICES = ['barrierPrice', 'orderPrice'] as const;
const SWITCHES = ['profitRealizationYn', 'lossCutYn', 'lossTrackingYn'] as const;
const LEVELS = ['profitRealizationBarrierPrice', 'lossCutBarrierPrice'] as const;

/** An order that a valid modify is about, with what a rule of business looks at. */
interface Changed {
  readonly body: Call['body'];
  readonly order: StoredOrder;
  readonly values: OrderValues;
  /** What they were when the order was first modified. */
  readonly first: OrderValues;
  readonly instrument: Instrument;
  /** The prices of the order that the body changes, those that are not needed aside. */
  readonly moves: readonly { readonly from: number; readonly to: number }[];
}

/** Rules that a broker may have for prices, quantities and changes: the document has none, and does not rule them out. */
export const LEGAL_BUSINESS: readonly LegalTwin[] = [
  rule('near-the-market', 'Refuses to move a price further than 2 % from closePrice.', ({ moves, instrument }) =>
    moves.some(({ to }) => apart(to, instrument.closePrice) > 0.02),
  ),
  rule(
    'all-prices-near-the-market',
    'Refuses any price, those of conditions included, more than 10 % away from closePrice.',
    ({ body, instrument }) =>
      [...PRICES, ...LEVELS].some(
        (name) => Number(body[name] ?? 0) !== 0 && apart(Number(body[name]), instrument.closePrice) > 0.1,
      ),
  ),
  rule(
    'five-points-a-tick',
    'Refuses to move a price to one that is no multiple of five point units.',
    ({ moves, instrument }) => moves.some(({ to }) => !isWhole(to / instrument.pointUnit / 5)),
  ),
  rule(
    'buys-below-the-market',
    'Refuses to raise the price of a LIMIT BUY above the market, which is 2 % above closePrice.',
    ({ order, moves, instrument }) =>
      order.orderTypeCd === 'LIMIT' &&
      order.sideCd === 'BUY' &&
      moves.some(({ to }) => to > instrument.closePrice * 1.02),
  ),
  rule(
    'market-between-conditions',
    'Refuses a take-profit or stop-loss on the wrong side of closePrice.',
    ({ body, order, instrument }) => {
      const [target, stop] = LEVELS.map((name) => Number(body[name] ?? 0)) as [number, number];
      const side = order.sideCd === 'BUY' || order.sideCd === 'BUY_TO_COVER' ? 1 : -1;
      const away = (level: number): number => (level === 0 ? 0 : side * (level - instrument.closePrice));
      return away(target) < 0 || away(stop) > 0;
    },
  ),
  rule(
    'barrier-near-limit',
    'Refuses prices of a LIMIT_STOP order that are more than 1 % apart.',
    ({ body, order }) =>
      order.orderTypeCd === 'LIMIT_STOP' && apart(Number(body['barrierPrice']), Number(body['orderPrice'])) > 0.01,
  ),
  rule(
    'no-price-at-the-market',
    'Refuses to move a price to less than 0.2 % from closePrice.',
    ({ moves, instrument }) => moves.some(({ to }) => apart(to, instrument.closePrice) < 0.002),
  ),
  rule('one-percent-at-a-time', 'Refuses to move a price by more than 1 % at a time.', ({ moves }) =>
    moves.some(({ from, to }) => apart(to, from) > 0.01),
  ),
  rule(
    'large-orders-move-little',
    'Refuses to move the price of an order of more than 20 units by more than 0.3 %.',
    ({ values, instrument, moves }) =>
      values.quantity > 20 * instrument.orderUnit && moves.some(({ from, to }) => apart(to, from) > 0.003),
  ),
  rule(
    'stop-loss-within-margin',
    'Refuses a stop-loss more than 8 % away from closePrice.',
    ({ body, instrument }) =>
      Number(body['lossCutBarrierPrice'] ?? 0) !== 0 &&
      apart(Number(body['lossCutBarrierPrice']), instrument.closePrice) > 0.08,
  ),
  rule('notional-capped', 'Refuses what makes an order 2 % larger than it was, in money.', ({ body, first }) => {
    const worth = (quantity: unknown, prices: Readonly<Partial<Record<(typeof PRICES)[number], unknown>>>): number =>
      Number(quantity) * Math.max(Number(prices.barrierPrice ?? 0), Number(prices.orderPrice ?? 0));
    return worth(body['orderQuantity'], body) > 1.02 * worth(first.quantity, first);
  }),
  rule(
    'round-lots-on-changes',
    'Refuses to change a quantity to one that is no multiple of ten units.',
    ({ body, values, instrument }) =>
      body['orderQuantity'] !== values.quantity && !isWhole(Number(body['orderQuantity']) / instrument.orderUnit / 10),
  ),
  rule(
    'quantity-by-a-tenth',
    'Refuses to change a quantity by more than a tenth.',
    ({ body, values }) => apart(Number(body['orderQuantity']), values.quantity) > 0.1,
  ),
  rule(
    'price-must-change',
    'Refuses a modify of an order with prices in which none of them changes, whatever else does.',
    ({ order, moves }) => order.orderTypeCd !== 'MARKET' && moves.length === 0,
  ),
  rule(
    'conditions-never-beside-prices',
    'Refuses a body that has a condition and changes a price.',
    ({ body, moves }) => moves.length > 0 && SWITCHES.some((name) => name in body),
  ),
  {
    name: 'price-taken-once',
    does: 'Refuses to give an order prices that it had before.',
    apply: (before) => {
      const had = new WeakMap<StoredOrder, Set<string>>();
      const pairOf = (prices: Readonly<Partial<Record<(typeof PRICES)[number], unknown>>>): string =>
        PRICES.map((name) => Number(prices[name] ?? 0)).join(' ');
      return {
        ...refusing(before, ({ body, order }) =>
          order !== null && pairOf(body) !== pairOf(order.values) && had.get(order)?.has(pairOf(body)) === true
            ? refuse('order-not-modifiable')
            : null,
        ),
        apply: (call) => {
          const { order } = call;
          if (order !== null) had.set(order, (had.get(order) ?? new Set()).add(pairOf(order.values)));
          before.apply(call);
        },
      };
    },
  },
  counted(
    'price-moves-counted',
    'Lets the prices of an order be moved 30 times and no more.',
    ({ moves }) => moves.length > 0,
    30,
  ),
  counted(
    'take-profit-moves-counted',
    'Lets a take-profit be named 20 times and no more.',
    ({ body }) => LEVELS[0] in body,
    20,
  ),
  {
    ...rule('trading-partly-halted', 'Refuses every modify of an order of every third instrument.', ({ order }) =>
      isThird(order.stockCd),
    ),
    // Orders of some types, sides and conditions are of these instruments alone.
    leaves: ['TPS-006'],
  },
  {
    ...rule('currencies-not-traded', 'Refuses every modify of an order of FOREIGN or CRYPTO.', ({ instrument }) =>
      ['FOREIGN', 'CRYPTO'].includes(instrument.stockGroupCd),
    ),
    leaves: ['TPS-006'],
  },
  {
    name: 'orders-named-in-many-ways',
    does: 'Has orders whose numbers and times have every form: zeros and letters, midnight, full seconds, UTC, microseconds.',
    apply: () => ({ nameOrder: variedName }),
  },
];

/** How far a price is from another one, as a share of that. */
const apart = (price: number, other: number): number => (other === 0 ? 0 : Math.abs(price / other - 1));

const isWhole = (count: number): boolean => Math.abs(count - Math.round(count)) < 1e-6;

const isThird = (stockCd: string): boolean => hashOf(stockCd) % 3 === 0;

/** A service that refuses what breaks a rule of business. */
function rule(name: string, does: string, isBroken: (changed: Changed) => boolean): LegalTwin {
  return {
    ...{ name, does },
    apply: (before) => {
      const first = new WeakMap<StoredOrder, OrderValues>();
      return refusing(before, (call) => {
        const changed = changedBy(call, first);
        return changed !== null && isBroken(changed) ? refuse('price-not-positive') : null;
      });
    },
  };
}

/** A service that takes so many changes of some kind of each order. */
function counted(name: string, does: string, counts: (changed: Changed) => boolean, most: number): LegalTwin {
  return {
    ...{ name, does },
    apply: (before) => {
      const [first, taken] = [new WeakMap<StoredOrder, OrderValues>(), new WeakMap<StoredOrder, number>()];
      const countOf = (call: Call): number => (call.order === null ? 0 : (taken.get(call.order) ?? 0));
      const isCounted = (call: Call): boolean => {
        const changed = changedBy(call, first);
        return changed !== null && counts(changed);
      };
      return {
        ...refusing(before, (call) =>
          countOf(call) >= most && isCounted(call) ? refuse('order-not-modifiable') : null,
        ),
        apply: (call) => {
          if (call.order !== null && isCounted(call)) taken.set(call.order, countOf(call) + 1);
          before.apply(call);
        },
      };
    },
  };
}

function changedBy({ body, order, service }: Call, firsts: WeakMap<StoredOrder, OrderValues>): Changed | null {
  const instrument = service.catalogue.byCode.get(order?.stockCd ?? '');
  if (order === null || instrument === undefined) return null;
  const { values } = order;
  const first = firsts.get(order) ?? values;
  firsts.set(order, first);
  const moves = PRICES.map((name) => ({ from: values[name], to: Number(body[name] ?? 0) }));
  return { body, order, values, first, instrument, moves: moves.filter(({ from, to }) => from !== 0 && from !== to) };
}

function refusing(before: Behaviour, check: Check): Partial<Behaviour> {
  return { checkBounds: (call) => before.checkBounds(call) ?? check(call) };
}
