import { timingSafeEqual } from 'node:crypto';
import { NONCE_HEADER } from '../../wire/signature-template.js';
import { sign, type Hash, type PlainDigest, type SigningInput } from '../../wire/signing.js';
import type { Check } from '../behaviour.js';
import { headerPairs, soleHeader, type Call } from '../call.js';
import { refuse } from '../refusal.js';

const HEADER = 'X-Signature';

/** Both cases of hexadecimal are accepted. */
export const verifySignature: Check = (call) => {
  const given = soleHeader(call.incoming, 'x-signature');
  if (given === null) return refuse('signature-missing', HEADER);
  if (!/^[0-9a-f]{128}$/i.test(given)) return refuse('signature-form', HEADER);
  const matches = timingSafeEqual(Buffer.from(given, 'hex'), Buffer.from(expectedSignature(call), 'hex'));
  return matches ? null : refuse('signature-mismatch', HEADER);
};

/** The signature that the request should have, over its exact bytes, in lower case; a fault signs some parts otherwise. */
export function expectedSignature(
  call: Call,
  otherwise: Partial<SigningInput> = {},
  hash?: Hash | PlainDigest,
): string {
  const { service, incoming, timestamp, token } = call;
  const input = {
    timestamp,
    method: incoming.method,
    target: incoming.target,
    origin: `http://${soleHeader(incoming, 'host') ?? ''}`,
    body: incoming.body,
    token,
    nonce: soleHeader(incoming, NONCE_HEADER.toLowerCase()) ?? '',
    headers: headerPairs(incoming),
    env: service.signatureEnv,
    ...otherwise,
  };
  return sign(service.template, service.signingKey, input, hash);
}
