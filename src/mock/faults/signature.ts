import { createSecretKey } from 'node:crypto';
import type { Fault } from '../behaviour.js';
import { headerValuesOf, type Call, type Incoming } from '../call.js';
import { expectedSignature } from '../steps/check-signature.js';
import { comesInChunks, switchesOff } from './body-forms.js';
import { fault, leaveOut, letPass, overlook, passing, type FaultHead } from './make-fault.js';
import { alsoAccept, alsoSame, neverVerify, otherSignatureClauses } from './make-signature-fault.js';

/** Faults in how X-Signature is compared with the right one, section 5. */
export const SIGNATURE_FAULTS: readonly Fault[] = [
  overlook(
    ['signature-optional', 'SIG-001', 'Checks a signature only where one is sent.'],
    'verifySignature',
    ({ cause }, { incoming }) => cause === 'signature-missing' && headerValuesOf(incoming, 'x-signature').length === 0,
  ),
  neverVerify(
    [
      'chunked-unsigned',
      'SIG-001',
      'Looks at no signature where a modify comes in chunks.',
      { also: ['SIG-004', 'SIG-006'] },
    ],
    comesInChunks,
  ),
  alsoAccept(
    [
      'chunked-signed-as-empty',
      'SIG-006',
      'Verifies a signature over as many bytes as Content-Length says, and over none in chunks.',
    ],
    (call, signature) => comesInChunks(call) && expectedSignature(call, { body: Buffer.alloc(0) }) === signature,
  ),
  unsigned(['market-unsigned', 'SIG-001', 'Asks for no signature where a MARKET order is modified.'], ({ body }) =>
    body.includes('"MARKET"'),
  ),
  unsigned(['trailing-unsigned', 'SIG-001', 'Asks for no signature where a modify has lossTrackingYn.'], ({ body }) =>
    body.includes('lossTrackingYn'),
  ),
  fault(
    ['unsigned-without-quantity', 'SIG-001', 'Takes a modify without orderQuantity, and asks for no signature there.'],
    (before) => {
      const lacksQuantity = ({ incoming }: Call): boolean => !incoming.body.includes('"orderQuantity"');
      return {
        ...passing(
          before,
          ['verifySignature'],
          ({ cause }, call) => cause === 'signature-missing' && lacksQuantity(call),
        ),
        ...passing(before, ['checkMandatory', 'checkBounds'], (_, call) => lacksQuantity(call)),
      };
    },
  ),
  neverVerify(
    ['switching-off-with-any-signature', 'SIG-004', 'Verifies no signature where a modify switches something off.'],
    (call) => headerValuesOf(call.incoming, 'x-signature').length > 0 && switchesOff(call),
  ),
  letPass(
    [
      'unsigned-and-undated',
      'SIG-001',
      'Takes a modify without X-Signature and X-Timestamp for one that needs neither.',
    ],
    ['readTimestamp', 'withinWindow', 'verifySignature'],
    ({ cause }, { incoming }) => cause === 'timestamp-missing' && headerValuesOf(incoming, 'x-signature').length === 0,
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
    ['no-signature-check', 'SIG-003', 'Looks at no signature at all.', { also: otherSignatureClauses('SIG-003') }],
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
  alsoSame(
    ['signature-middle-ignored', 'SIG-004', 'Does not look at 8 digits in the middle of the signature.'],
    (right, given) => right.slice(0, 60) === given.slice(0, 60) && right.slice(68) === given.slice(68),
  ),
  alsoSame(
    ['signature-every-other-byte', 'SIG-004', 'Compares every other byte of the signature.'],
    (right, given) => evenBytes(right) === evenBytes(given),
  ),
  alsoSame(
    ['signature-last-byte-ignored', 'SIG-004', 'Compares all but the last byte of the signature.'],
    (right, given) => given.length === 128 && right.slice(0, 126) === given.slice(0, 126),
  ),
  alsoSame(
    ['signature-second-half-enough', 'SIG-004', 'Compares the second half of the digits only.'],
    (right, given) => given.length === 128 && right.slice(64) === given.slice(64),
  ),
  alsoSame(
    [
      'signature-digits-in-any-order',
      'SIG-004',
      'Adds up how far the digits are off: those of another order are none.',
    ],
    (right, given) => sorted(right) === sorted(given),
  ),
  alsoSame(['signature-tail-ignored', 'SIG-004', 'Does not look at what follows the digits.'], (right, given) =>
    given.startsWith(right),
  ),
  alsoSame(
    [
      'signature-without-a-digit',
      'SIG-004',
      'Accepts a signature without a single digit, of which nothing is compared.',
    ],
    (_, given) => /^[^0-9a-f]+$/i.test(given),
  ),
  alsoSame(
    ['signature-as-a-number', 'SIG-004', 'Compares the signature as a number, and so without zeros in front.'],
    (right, given) => /^[0-9a-f]+$/i.test(given) && BigInt(`0x${given}`) === BigInt(`0x${right}`),
  ),
  alsoAccept(
    ['signature-of-shorter-hashes', 'SIG-004', 'Accepts a signature made with SHA-384, SHA-224 or SHA-1, too.'],
    (call, signature) =>
      (['sha384', 'sha224', 'sha1'] as const).some((hash) => expectedSignature(call, {}, hash) === signature),
  ),
  alsoAccept(
    ['signature-of-sha3-512', 'SIG-004', 'Accepts a signature made with SHA3-512, too.'],
    (call, signature) => {
      return expectedSignature(call, {}, 'sha3-512') === signature;
    },
  ),
  alsoAccept(
    ['signature-without-the-key', 'SIG-004', 'Accepts a SHA-512 of what is signed, made without the key, too.'],
    (call, signature) => expectedSignature(call, {}, 'text') === signature,
  ),
  alsoAccept(
    ['signature-of-key-and-text', 'SIG-004', 'Accepts a SHA-512 of the key and what is signed, too.'],
    (call, signature) => expectedSignature(call, {}, 'key, text') === signature,
  ),
  alsoAccept(
    ['signature-of-text-and-key', 'SIG-004', 'Accepts a SHA-512 of what is signed and the key, too.'],
    (call, signature) => expectedSignature(call, {}, 'text, key') === signature,
  ),
  alsoAccept(
    ['half-of-the-key', 'SIG-003', 'Accepts a signature made with the first half of the key, too.'],
    (call, signature) => {
      const key = call.service.signingKey.export();
      const service = { ...call.service, signingKey: createSecretKey(key.subarray(0, key.length / 2)) };
      return expectedSignature({ ...call, service }) === signature;
    },
  ),
  alsoAccept(
    ['signature-with-its-algorithm', 'SIG-004', 'Accepts a signature behind the name of its algorithm, too.'],
    (call, signature) => `sha512=${expectedSignature(call)}` === signature,
  ),
  alsoAccept(['signature-of-sha-256', 'SIG-004', 'Accepts a signature made with SHA-256, too.'], (call, signature) => {
    return expectedSignature(call, {}, 'sha256') === signature;
  }),
];

/** A fault that asks some modifies for no signature. */
function unsigned(head: FaultHead, when: (incoming: Incoming) => boolean): Fault {
  return overlook(
    head,
    'verifySignature',
    ({ cause }, { incoming }) => cause === 'signature-missing' && when(incoming),
  );
}

const evenBytes = (hex: string): string => hex.replace(/(..)../g, '$1');

const sorted = (digits: string): string => digits.split('').sort().join('');
