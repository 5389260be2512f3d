import type { Fault } from '../behaviour.js';
import type { Call } from '../call.js';
import { codeOf } from '../steps/read-query.js';
import { fault, type FaultHead } from './make-fault.js';
import { isLookup, isModify } from './token.js';

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
    (call) => isModify(call) && /\\ud[89ab][0-9a-f]{2}(?!\\ud)/i.test(call.incoming.body.toString()),
  ),
  failing(
    ['crash-on-far-year', 'ENV-007', 'Fails where an orderDateTime is in a year that its database does not know.'],
    ({ body }) => /^9999/.test(String(body['orderDateTime'])),
  ),
];

/** A fault that has no answer but status 500 to some requests. */
function failing(head: FaultHead, when: (call: Call) => boolean): Fault {
  return fault(head, (before) => ({
    respond: (call, answer) => {
      const right = before.respond(call, answer);
      return when(call) ? { ...right, status: 500 } : right;
    },
  }));
}
