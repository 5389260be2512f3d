import type { Behaviour, Fault } from '../behaviour.js';
import { soleHeader, type Call } from '../call.js';
import { expectedSignature } from '../steps/check-signature.js';
import { fault, type FaultHead } from './make-fault.js';

/** What else a service breaks that looks at no signature, beside this clause; the template covers no token. */
export function otherSignatureClauses(clause: string): readonly string[] {
  return [1, 2, 3, 4, 5, 6, 7, 8, 9, 11]
    .map((number) => `SIG-${String(number).padStart(3, '0')}`)
    .filter((other) => other !== clause);
}

/** A fault that accepts some signatures that are not the right one; it is not asked where the header is not given exactly once. */
export function alsoAccept(head: FaultHead, accepts: (call: Call, signature: string) => boolean): Fault {
  return fault(head, (before): Partial<Behaviour> => ({
    verifySignature: (call) => {
      const refusal = before.verifySignature(call);
      const signature = soleHeader(call.incoming, 'x-signature');
      return refusal !== null && signature !== null && accepts(call, signature) ? null : refusal;
    },
  }));
}

/** A fault that takes another text for the right signature. */
export function alsoSame(head: FaultHead, isSame: (right: string, given: string) => boolean): Fault {
  return alsoAccept(head, (call, signature) => signature !== '' && isSame(expectedSignature(call), signature));
}

/** A fault that looks at no signature where this holds. */
export function neverVerify(head: FaultHead, when: (call: Call) => boolean): Fault {
  return fault(head, (before) => ({
    verifySignature: (call) => (when(call) ? null : before.verifySignature(call)),
  }));
}
