import type { Behaviour, Fault } from '../behaviour.js';
import { soleHeader, type Call } from '../call.js';
import { expectedSignature } from '../steps/check-signature.js';
import { fault, leaveOut, overlook, type FaultHead } from './make-fault.js';

/** Faults in X-Signature, section 5. */
export const SIGNATURE_FAULTS: readonly Fault[] = [
  overlook(
    ['signature-optional', 'SIG-001', 'Checks a signature only where one is sent.'],
    'verifySignature',
    ({ cause }) => cause === 'signature-missing',
  ),
  alsoAccept(['empty-signature', 'SIG-002', 'Accepts an empty X-Signature.'], (_, signature) => signature === ''),
  leaveOut(['no-signature-check', 'SIG-003', 'Looks at no signature at all.'], 'verifySignature'),
  overlook(
    ['any-signature-of-that-form', 'SIG-004', 'Accepts any 128 hexadecimal digits as the signature.'],
    'verifySignature',
    ({ cause }) => cause === 'signature-mismatch',
  ),
  alsoAccept(
    [
      'signature-prefix-enough',
      'SIG-004',
      'Compares no more than the first half of the digits, fewer where fewer are sent.',
    ],
    (call, signature) => signature !== '' && expectedSignature(call).startsWith(signature.slice(0, 64)),
  ),
  alsoAccept(['signature-in-base64', 'SIG-005', 'Accepts a signature in base64, too.'], (call, signature) => {
    return Buffer.from(expectedSignature(call), 'hex').toString('base64') === signature;
  }),
  fault(['signature-once-good-stays-good', 'SIG-006', 'Accepts a signature again with another body.'], (before) => {
    const seen = new Set<string>();
    return {
      verifySignature: (call) => {
        const signature = soleHeader(call.incoming, 'x-signature') ?? '';
        const refusal = before.verifySignature(call);
        if (refusal === null) seen.add(signature);
        return seen.has(signature) ? null : refusal;
      },
    };
  }),
  alsoAccept(
    ['timestamp-not-bound', 'SIG-007', 'Accepts a signature over another X-Timestamp of these minutes.'],
    (call, signature) => {
      const around = Array.from({ length: 241 }, (_, index) => String(Number(call.timestamp) + index - 120));
      return around.some((timestamp) => expectedSignature(call, { timestamp }) === signature);
    },
  ),
  alsoAccept(['path-not-bound', 'SIG-008', 'Accepts a signature for the path of the lookup.'], (call, signature) => {
    const target = call.incoming.target.replace('/orders/modify', '/stocks/orders');
    return expectedSignature(call, { target }) === signature;
  }),
  alsoAccept(['method-not-bound', 'SIG-009', 'Accepts a signature for another method.'], (call, signature) =>
    ['GET', 'PUT', 'PATCH', 'DELETE', 'post'].some((method) => expectedSignature(call, { method }) === signature),
  ),
];

/** A fault that accepts some signatures that are not the right one; it is not asked where the header is not given exactly once. */
function alsoAccept(head: FaultHead, accepts: (call: Call, signature: string) => boolean): Fault {
  return fault(head, (before): Partial<Behaviour> => ({
    verifySignature: (call) => {
      const refusal = before.verifySignature(call);
      const signature = soleHeader(call.incoming, 'x-signature');
      return refusal !== null && signature !== null && accepts(call, signature) ? null : refusal;
    },
  }));
}
