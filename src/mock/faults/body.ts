import type { Fault } from '../behaviour.js';
import { refuse } from '../refusal.js';
import { fault, overlook, refuseAlso } from './make-fault.js';

/** Faults in reading the body, sections 2.3 and 4.2. */
export const BODY_FAULTS: readonly Fault[] = [
  overlook(['body-optional', 'MOD-061', 'Answers a modify without a body with success.'], 'parseBody'),
  fault(['extra-spaces-refused', 'MOD-010', 'Refuses a body that has white space between its tokens.'], (before) => ({
    parseBody: (call) => {
      const refusal = before.parseBody(call);
      const isMinified = JSON.stringify(call.body).length >= call.incoming.body.toString('utf8').length;
      return refusal ?? (isMinified ? null : refuse('body-json'));
    },
  })),
  refuseAlso(
    ['second-change-refused', 'MOD-008', 'Refuses to modify an order that was modified before.'],
    'modify',
    secondChange(),
  ),
];

function secondChange() {
  const first = new WeakSet();
  return ({ order }: { readonly order: object | null }) => {
    if (order === null) return null;
    if (first.has(order)) return refuse('order-not-modifiable');
    first.add(order);
    return null;
  };
}
