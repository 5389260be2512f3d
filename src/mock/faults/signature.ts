import { createSecretKey } from 'node:crypto';
import type { Behaviour, Fault } from '../behaviour.js';
import { headerValuesOf, soleHeader, type Call } from '../call.js';
import { expectedSignature } from '../steps/check-signature.js';
import { fault, leaveOut, overlook, type FaultHead } from './make-fault.js';

/** What a service breaks that looks at no signature, with a template that covers no token. */
const ALL_SIGNATURES = [1, 2, 4, 5, 6, 7, 8, 9, 11].map((number) => `SIG-${String(number).padStart(3, '0')}`);

/** Faults in X-Signature, section 5. */
export const SIGNATURE_FAULTS: readonly Fault[] = [
  overlook(
    ['signature-optional', 'SIG-001', 'Checks a signature only where one is sent.'],
    'verifySignature',
    ({ cause }, { incoming }) => cause === 'signature-missing' && headerValuesOf(incoming, 'x-signature').length === 0,
  ),
  alsoAccept(['empty-signature', 'SIG-002', 'Accepts an empty X-Signature.'], (_, signature) => signature === ''),
  alsoAccept(
    ['token-as-key', 'SIG-003', 'Accepts a signature made with the bearer token as the key.'],
    (call, signature) => {
      const service = { ...call.service, signingKey: createSecretKey(Buffer.from(call.token)) };
      return expectedSignature({ ...call, service }) === signature;
    },
  ),
  leaveOut(
    ['no-signature-check', 'SIG-003', 'Looks at no signature at all.', { also: ALL_SIGNATURES }],
    'verifySignature',
  ),
  overlook(
    [
      'any-signature-of-that-form',
      'SIG-004',
      'Accepts any 128 hexadecimal digits as the signature.',
      { also: ['SIG-003', 'SIG-006', 'SIG-007', 'SIG-008', 'SIG-009'] },
    ],
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
  alsoAccept(
    [
      'token-not-bound',
      'SIG-010',
      'Accepts a signature made without the token, where the template has one.',
      { needs: { signatureTemplate: 'snap' } },
    ],
    (call, signature) => expectedSignature(call, { token: '' }) === signature,
  ),
  fault(['first-signature-counts', 'SIG-011', 'Looks at the first X-Signature where there are two.'], (before) => ({
    verifySignature: (call) => before.verifySignature(withFirstSignature(call)),
  })),
];

/** The call with its first X-Signature and no other. */
function withFirstSignature(call: Call): Call {
  const { rawHeaders } = call.incoming;
  const [first, ...more] = headerValuesOf(call.incoming, 'x-signature');
  if (first === undefined || more.length === 0) return call;
  const others = rawHeaders.flatMap((name, index) => {
    const isOther = index % 2 === 0 && name.toLowerCase() !== 'x-signature';
    return isOther ? [name, rawHeaders[index + 1] ?? ''] : [];
  });
  return { ...call, incoming: { ...call.incoming, rawHeaders: [...others, 'X-Signature', first] } };
}

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
