import type { LegalTwin } from '../behaviour.js';
import type { StoredOrder } from '../order-book.js';
import { refuse } from '../refusal.js';

/** A service that takes a modify of an order only so long after the one before, in milliseconds. */
export function restsAfterModify(ms: number): LegalTwin {
  const last = new WeakMap<StoredOrder, number>();
  return {
    name: `rests-${ms}-ms`,
    does: `Refuses a modify within ${ms} ms of an accepted one of the same order.`,
    apply: (before) => ({
      checkBounds: (call) => {
        const refusal = before.checkBounds(call);
        if (refusal !== null || call.order === null) return refusal;
        return Date.now() - (last.get(call.order) ?? 0) < ms ? refuse('order-not-modifiable') : null;
      },
      apply: (call) => {
        before.apply(call);
        if (call.order !== null) last.set(call.order, Date.now());
      },
    }),
  };
}

/** A service that takes so many modifies in any second, and refuses others as if they were invalid. */
export function fewModifiesASecond(most: number): LegalTwin {
  let times: number[] = [];
  return {
    name: `${most}-modifies-a-second`,
    does: `Refuses modifies beyond ${most} accepted ones in a second.`,
    apply: (before) => ({
      checkBounds: (call) => {
        times = times.filter((time) => Date.now() - time < 1_000);
        return before.checkBounds(call) ?? (times.length < most ? null : refuse('order-not-modifiable'));
      },
      apply: (call) => {
        before.apply(call);
        times.push(Date.now());
      },
    }),
  };
}

/** A service that answers so many lookups in each second of the clock, and refuses others as if they were invalid. */
export function fewLookupsASecond(most: number): LegalTwin {
  let second = 0;
  let taken = 0;
  return {
    name: `${most}-lookups-a-second`,
    does: `Refuses lookups beyond ${most} in a second, with status 400.`,
    apply: (before) => ({
      readQuery: (call) => {
        const now = Math.floor(Date.now() / 1_000);
        if (now !== second) [second, taken] = [now, 0];
        taken += 1;
        return taken <= most ? before.readQuery(call) : refuse('query-form');
      },
    }),
  };
}

/** A service that takes so many modifies in all, and refuses those after them as if they were invalid. */
export function closesAfter(most: number): LegalTwin {
  let taken = 0;
  return {
    name: `closes-after-${most}-modifies`,
    does: `Refuses every modify after ${most} accepted ones.`,
    apply: (before) => ({
      checkBounds: (call) => before.checkBounds(call) ?? (taken < most ? null : refuse('order-not-modifiable')),
      apply: (call) => {
        before.apply(call);
        taken += 1;
      },
    }),
  };
}

/** A service that keeps the price of a LIMIT order until so long after it was first asked to modify it, in milliseconds. */
export function newOrdersKeepPrices(ms: number): LegalTwin {
  const seen = new WeakMap<StoredOrder, number>();
  return {
    name: `new-limit-orders-keep-prices-${ms}-ms`,
    does: `Refuses another price of a LIMIT order until ${ms} ms after the first modify that names it.`,
    apply: (before) => ({
      checkBounds: (call) => {
        const refusal = before.checkBounds(call);
        const { order, body } = call;
        if (refusal !== null || order?.orderTypeCd !== 'LIMIT') return refusal;
        const first = seen.get(order) ?? Date.now();
        seen.set(order, first);
        const isKept = body['orderPrice'] !== order.values.orderPrice && Date.now() - first < ms;
        return isKept ? refuse('price-not-positive', 'orderPrice') : null;
      },
    }),
  };
}
