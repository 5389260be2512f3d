import type { LegalTwin, Behaviour } from '../behaviour.js';
import type { Call } from '../call.js';
import type { StoredOrder } from '../order-book.js';
import { refuse, type Refusal } from '../refusal.js';

/** Orders of each kind that the source has. */
const MOST_ORDERS = 4;
/** Which order of each kind fills by itself, counted from 0 as they are first modified. */
const FILLS = 1;
const FILLS_AFTER_MS = 3_000;
const SETTLES_AFTER_MS = 300;
const MOST_BYTES = 1_024;

/** Limits that a service may set where the document says nothing of any. */
export const LEGAL_LIMITS: readonly LegalTwin[] = [
  fewModifies(40),
  {
    name: 'busy-after-a-modify',
    does: 'Refuses the first modify of an order after one that it accepted, as if it were still at work on that one.',
    apply: (before) => {
      const busy = new WeakSet<StoredOrder>();
      return {
        ...refusing(before, ({ order }) =>
          order !== null && busy.delete(order) ? refuse('order-not-modifiable') : null,
        ),
        apply: (call) => {
          before.apply(call);
          if (call.order !== null) busy.add(call.order);
        },
      };
    },
  },
  {
    name: 'orders-fill-at-times',
    does: 'Has an order of each kind that fills after its first modify: the second one.',
    apply: (before) => {
      const modified = new Map<string, Set<StoredOrder>>();
      const isFilled = (order: StoredOrder): boolean => [...(modified.get(kindOf(order)) ?? [])][FILLS] === order;
      return {
        stateOf: (order, nowMs) => (isFilled(order) ? 'filled' : before.stateOf(order, nowMs)),
        apply: (call) => {
          before.apply(call);
          if (call.order === null) return;
          const kind = kindOf(call.order);
          modified.set(kind, (modified.get(kind) ?? new Set()).add(call.order));
        },
      };
    },
  },
  {
    name: 'orders-fill-soon',
    does: 'Fills each order 3 seconds after it came.',
    apply: (before) => ({
      stateOf: (order, nowMs) => (nowMs - order.cameAtMs > FILLS_AFTER_MS ? 'filled' : before.stateOf(order, nowMs)),
    }),
  },
  {
    name: 'orders-settle-first',
    does: 'Takes no modify of an order within 300 ms after it came.',
    apply: (before) =>
      refusing(before, ({ order, incoming }) =>
        order !== null && incoming.arrivedAtMs - order.cameAtMs < SETTLES_AFTER_MS
          ? refuse('order-not-modifiable')
          : null,
      ),
  },
  {
    name: 'first-modify-refused',
    does: 'Refuses the first valid modify of each order.',
    apply: (before) => {
      const seen = new WeakSet<StoredOrder>();
      return refusing(before, ({ order }) => {
        if (order === null || seen.has(order)) return null;
        seen.add(order);
        return refuse('order-not-modifiable');
      });
    },
  },
  {
    name: 'few-orders-of-each-kind',
    does: 'Has an order source with four orders of each kind.',
    apply: (before) => {
      const given = new Map<string, number>();
      return {
        offers: (wanted) => {
          const kind = JSON.stringify(Object.entries(wanted).sort());
          const count = (given.get(kind) ?? 0) + 1;
          given.set(kind, count);
          return count <= MOST_ORDERS && before.offers(wanted);
        },
      };
    },
  },
  {
    name: 'small-bodies',
    does: 'Refuses a body of more than 1 KiB.',
    apply: (before) =>
      refusing(before, ({ incoming }) => (incoming.body.length > MOST_BYTES ? refuse('body-too-large') : null)),
  },
  {
    name: 'quantity-only-less',
    does: 'Refuses an orderQuantity above that of the order.',
    apply: (before) =>
      refusing(before, ({ body, order }) =>
        order !== null && Number(body['orderQuantity']) > order.values.quantity
          ? refuse('order-mismatch', 'orderQuantity')
          : null,
      ),
  },
  {
    name: 'same-condition-refused',
    does: 'Refuses Y with the price that the condition has already, where no price of the order changes.',
    apply: (before) =>
      refusing(before, ({ body, order }) => {
        if (order === null) return null;
        const { takeProfit, stopLoss, barrierPrice, orderPrice } = order.values;
        const moves = body['orderPrice'] !== orderPrice || body['barrierPrice'] !== barrierPrice;
        const isSame =
          (body['profitRealizationYn'] === 'Y' && body['profitRealizationBarrierPrice'] === takeProfit.price) ||
          (body['lossCutYn'] === 'Y' && body['lossCutBarrierPrice'] === stopLoss.price);
        return isSame && !moves ? refuse('condition-new') : null;
      }),
  },
];

function kindOf({ orderTypeCd, sideCd, had }: StoredOrder): string {
  return [orderTypeCd, sideCd, had.takeProfit, had.stopLoss].join(' ');
}

/** A service that lets an order be modified so often and no more: how often, the document does not say. */
export function fewModifies(most: number): LegalTwin {
  return {
    name: 'few-modifies-per-order',
    does: `Lets an order be modified ${most} times and no more.`,
    apply: (before) => {
      const count = new WeakMap<StoredOrder, number>();
      return {
        ...refusing(before, ({ order }) =>
          order !== null && (count.get(order) ?? 0) >= most ? refuse('order-not-modifiable') : null,
        ),
        apply: (call) => {
          before.apply(call);
          if (call.order !== null) count.set(call.order, (count.get(call.order) ?? 0) + 1);
        },
      };
    },
  };
}

/** Refuses more, once every other check is passed. */
function refusing(before: Behaviour, check: (call: Call) => Refusal | null): Partial<Behaviour> {
  return { checkBounds: (call) => before.checkBounds(call) ?? check(call) };
}
