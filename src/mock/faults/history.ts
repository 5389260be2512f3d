import type { Fault } from '../behaviour.js';
import type { Call } from '../call.js';
import type { StoredOrder } from '../order-book.js';
import { refuse, type Cause, type Refusal } from '../refusal.js';
import { readJson } from '../steps/strict-json.js';
import { fault, type FaultHead } from './make-fault.js';

/** Faults that show after something else happened to the order, section 4.2. */
export const HISTORY_FAULTS: readonly Fault[] = [
  fault(['second-change-refused', 'MOD-008', 'Refuses to modify an order that was modified before.'], (before) => {
    const changed = new WeakSet();
    return {
      checkState: (call) =>
        call.order !== null && changed.has(call.order) ? refuse('order-not-modifiable') : before.checkState(call),
      apply: (call) => {
        before.apply(call);
        if (call.order !== null) changed.add(call.order);
      },
    };
  }),
  fault(
    ['closed-with-its-take-profit', 'MOD-008', 'Refuses to modify an order whose take-profit was switched off.'],
    (before) => ({
      checkState: (call) =>
        call.order?.had.takeProfit === true && !call.order.values.takeProfit.on && call.body['orderPrice'] !== undefined
          ? refuse('order-not-modifiable')
          : before.checkState(call),
    }),
  ),
  lockedAfter(['locked-after-refusal', 'MOD-009', 'Refuses the next modify after one that it refused.'], 1),
  lockedAfter(['locked-after-three-refusals', 'MOD-009', 'Refuses a modify after three in a row that it refused.'], 3),
  conditionsLost(
    ['half-a-change', 'MOD-009', 'Switches conditions off before it looks at the quantity that it refuses.'],
    ['quantity-above', 'quantity-below', 'quantity-not-positive', 'quantity-step'],
  ),
  conditionsLost(
    ['unsigned-change', 'MOD-009', 'Switches conditions off before it refuses the signature.'],
    ['signature-mismatch'],
  ),
  conditionsLost(
    ['late-change', 'MOD-009', 'Switches conditions off before it refuses the timestamp.'],
    ['timestamp-window'],
  ),
  conditionsLost(
    ['change-without-token', 'MOD-009', 'Switches conditions off before it refuses the token.'],
    ['token-signature', 'token-missing'],
  ),
  fault(
    ['refused-side-kept', 'MOD-009', 'Takes the sideCd of a modify over before it refuses the price.'],
    (before) => {
      const sides = new WeakMap<StoredOrder, unknown>();
      return {
        checkAgreement: (call) => {
          const { body, order } = call;
          if (order === null || !sides.has(order)) return before.checkAgreement(call);
          return body['sideCd'] === sides.get(order) ? null : refuse('order-mismatch', 'sideCd');
        },
        refusal: (call, refusal) => {
          const order = orderOf(call);
          const isOther = order !== null && isSide(call.body['sideCd']) && call.body['sideCd'] !== order.sideCd;
          if (isOther && refusal.cause === 'order-mismatch') sides.set(order, call.body['sideCd']);
          return before.refusal(call, refusal);
        },
      };
    },
  ),
];

const isSide = (value: unknown): boolean => typeof value === 'string';

/** A fault that refuses one valid modify after so many refused ones in a row. */
function lockedAfter(head: FaultHead, refusals: number): Fault {
  return fault(head, (before) => {
    const refused = new WeakMap<StoredOrder, number>();
    return {
      checkState: (call) => {
        const isLocked = call.order !== null && (refused.get(call.order) ?? 0) >= refusals;
        return isLocked ? refuse('order-not-modifiable') : before.checkState(call);
      },
      refusal: (call, refusal) => {
        const order = orderOf(call);
        if (order !== null) refused.set(order, isLock(refusal) ? 0 : (refused.get(order) ?? 0) + 1);
        return before.refusal(call, refusal);
      },
      apply: (call) => {
        before.apply(call);
        if (call.order !== null) refused.delete(call.order);
      },
    };
  });
}

const isLock = ({ cause }: Refusal): boolean => cause === 'order-not-modifiable';

/** A fault that takes away for good the conditions that a modify switches off which is refused for such a cause. */
function conditionsLost(head: FaultHead, causes: readonly Cause[]): Fault {
  return fault(head, (before) => {
    const lost = new WeakMap<StoredOrder, ReadonlySet<string>>();
    return {
      refusal: (call, refusal) => {
        const order = orderOf(call);
        if (order !== null && causes.includes(refusal.cause)) {
          const off = Object.entries(bodyOf(call)).filter(([name, value]) => name.endsWith('Yn') && value === 'N');
          lost.set(order, new Set([...(lost.get(order) ?? []), ...off.map(([name]) => name)]));
        }
        return before.refusal(call, refusal);
      },
      checkSwitches: (call) => {
        const order = orderOf(call);
        const gone = [...(order === null ? [] : (lost.get(order) ?? []))].find((name) => call.body[name] === 'Y');
        return gone === undefined ? before.checkSwitches(call) : refuse('condition-new', gone);
      },
    };
  });
}

/** The order that a request names, whether or not it got so far. */
function orderOf(call: Call): StoredOrder | null {
  return call.service.orders.get(String(bodyOf(call)['orderNo']));
}

function bodyOf({ incoming }: Call): Readonly<Record<string, unknown>> {
  const read = readJson(incoming.body);
  return 'value' in read && typeof read.value === 'object' && read.value !== null ? { ...read.value } : {};
}
