import type { Fault } from '../behaviour.js';
import { fault, leaveOut, overlook } from './make-fault.js';

/** Faults in X-Signature, section 5. */
export const SIGNATURE_FAULTS: readonly Fault[] = [
  leaveOut(['no-signature-check', 'SIG-003', 'Looks at no signature at all.'], 'verifySignature'),
  overlook(
    ['signature-optional', 'SIG-001', 'Checks a signature only where one is sent.'],
    'verifySignature',
    ({ cause }) => cause === 'signature-missing',
  ),
  overlook(
    ['any-signature-of-that-form', 'SIG-004', 'Accepts any 128 hexadecimal digits as the signature.'],
    'verifySignature',
    ({ cause }) => cause === 'signature-mismatch',
  ),
  fault(['body-not-signed', 'SIG-006', 'Accepts a signature that was once right for another body.'], (before) => {
    const seen = new Set<string>();
    return {
      verifySignature: (call) => {
        const { rawHeaders } = call.incoming;
        const signature = rawHeaders[rawHeaders.findIndex((name) => name.toLowerCase() === 'x-signature') + 1] ?? '';
        const refusal = before.verifySignature(call);
        if (refusal === null) seen.add(signature);
        return seen.has(signature) ? null : refusal;
      },
    };
  }),
];
