import type { Check, Fault } from '../behaviour.js';
import { refuse } from '../refusal.js';
import { acceptAt, fault, refuseAlso } from './make-fault.js';

/** Faults in reading the body, sections 2.3 and 4.2. */
export const BODY_FAULTS: readonly Fault[] = [
  acceptAt(
    ['body-optional', 'MOD-061', 'Answers a modify without a body with success.'],
    'parseBody',
    ({ cause }) => cause === 'body-missing',
  ),
  acceptAt(
    ['body-need-not-be-json', 'MOD-062', 'Answers a body that is no JSON with success.'],
    'parseBody',
    ({ cause }) => cause === 'body-json' || cause === 'body-encoding',
  ),
  acceptAt(
    ['body-need-not-be-object', 'MOD-063', 'Answers a JSON body that is no object with success.'],
    'parseBody',
    ({ cause }) => cause === 'body-object',
  ),
  fault(['one-spelling-only', 'MOD-010', 'Refuses a body that is not in the shortest JSON spelling.'], (before) => ({
    parseBody: (call) => {
      const refusal = before.parseBody(call);
      const isShortest = JSON.stringify(call.body) === call.incoming.body.toString('utf8');
      return refusal ?? (isShortest ? null : refuse('body-json'));
    },
  })),
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
  refuseAlso(['success-impossible', 'MOD-001', 'Refuses every change of a price.'], 'modify', priceChange()),
];

function priceChange(): Check {
  return ({ body, order }) => {
    const fields = ['barrierPrice', 'orderPrice'] as const;
    const changed = order === null ? undefined : fields.find((name) => (body[name] ?? 0) !== order.values[name]);
    return changed === undefined ? null : refuse('order-not-modifiable', changed);
  };
}
