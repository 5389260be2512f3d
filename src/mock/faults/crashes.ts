import type { CheckName, Fault } from '../behaviour.js';
import { soleHeader, type Call } from '../call.js';
import { refuse } from '../refusal.js';
import { codeOf } from '../steps/read-query.js';
import { fault, type FaultHead } from './make-fault.js';
import { isLookup, isModify } from './token.js';

const CRASHES = { also: ['ENV-007'] };

/** The first half without the second, or the second without the first, as JSON escapes them. */
const HALF_A_SURROGATE = /\\ud[89ab][0-9a-f]{2}(?!\\ud[c-f])|(?<!\\ud[89ab][0-9a-f]{2})\\ud[c-f][0-9a-f]{2}/i;

/** Faults of a service that fails in its own code where a request has what nobody thought of. */
export const CRASH_FAULTS: readonly Fault[] = [
  failing(
    ['crash-on-parameter-twice', 'ENV-007', 'Fails where a lookup has a parameter twice.'],
    (call) => isLookup(call) && /(?:^|&)(\w+)=.*&\1=/.test(call.incoming.query),
  ),
  failing(
    ['crash-on-long-code', 'ENV-007', 'Fails where the stockCd of a lookup has more than 200 characters.'],
    (call) => isLookup(call) && codeOf(call).length > 200,
  ),
  failing(
    ['crash-on-half-a-surrogate', 'ENV-007', 'Fails where a string of a modify holds half a surrogate pair.'],
    (call) => isModify(call) && HALF_A_SURROGATE.test(call.incoming.body.toString()),
  ),
  failing(
    ['crash-on-far-year', 'ENV-007', 'Fails where an orderDateTime is in a year that its database does not know.'],
    ({ body }) => /^9999/.test(String(body['orderDateTime'])),
  ),
  fault(
    ['crash-on-words-for-numbers', 'ENV-007', 'Fails where a member of a modify is of the wrong type.'],
    (before) => ({
      checkFieldTypes: (call) => (before.checkFieldTypes(call) === null ? null : refuse('service-broken')),
    }),
  ),
  fault(
    ['crash-on-filled-and-close', 'ENV-007', 'Fails over a filled order, and closes the connection without a word.'],
    (before) => ({
      checkState: (call) => (before.checkState(call) === null ? null : refuse('service-broken')),
      transmit: (call, answer, response) => {
        if (answer.status === 500) response.once('finish', () => response.socket?.end());
        before.transmit(call, answer, response);
      },
    }),
  ),
  failingFirst(
    ['crash-then-accept', 'SIG-002', 'Fails over an empty X-Signature, and takes it when it comes again.', CRASHES],
    'verifySignature',
    ({ incoming }) => soleHeader(incoming, 'x-signature') === '',
  ),
  failingFirst(
    [
      'crash-then-disclose',
      'AUT-006',
      'Fails over a forged token of a lookup, and takes it when it comes again.',
      CRASHES,
    ],
    'verifyTokenSignature',
    isLookup,
  ),
];

/** A fault that has no answer but status 500 to every other request that a check refuses, and takes those between. */
function failingFirst(head: FaultHead, check: CheckName, when: (call: Call) => boolean): Fault {
  return fault(head, (before) => {
    let turn = 0;
    return {
      [check]: (call: Call) => {
        const refusal = before[check](call);
        if (refusal === null || !when(call)) return refusal;
        turn += 1;
        return turn % 2 === 1 ? refuse('service-broken') : null;
      },
    };
  });
}

/** A fault that has no answer but status 500 to some requests. */
function failing(head: FaultHead, when: (call: Call) => boolean): Fault {
  return fault(head, (before) => ({
    respond: (call, answer) => {
      const right = before.respond(call, answer);
      return when(call) ? { ...right, status: 500 } : right;
    },
  }));
}
