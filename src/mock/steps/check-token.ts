import { timingSafeEqual } from 'node:crypto';
import type { Check, CheckName } from '../behaviour.js';
import { soleHeader } from '../call.js';
import { refuse } from '../refusal.js';
import { readToken as partsOf, SUBJECT, tokenSignature } from '../token.js';

const HEADER = 'Authorization';

/** The checks of the token, in the order in which they are made. */
export const TOKEN_CHECKS = [
  'readToken',
  'verifyTokenForm',
  'verifyTokenAlgorithm',
  'verifyTokenSignature',
  'verifyTokenClaims',
  'verifyTokenExpiry',
] as const satisfies readonly CheckName[];

export const readToken: Check = (call) => {
  const value = soleHeader(call.incoming, 'authorization');
  if (value === null) return refuse('token-missing', HEADER);
  const [, token] = /^Bearer ([^\s,]+)$/.exec(value) ?? [];
  if (token === undefined) return refuse('token-scheme', HEADER);
  call.token = token;
  return null;
};

export const verifyTokenForm: Check = (call) => {
  call.tokenParts = partsOf(call.token);
  return call.tokenParts === null ? refuse('token-form', HEADER) : null;
};

export const verifyTokenAlgorithm: Check = ({ tokenParts }) => {
  const alg = tokenParts?.header['alg'];
  return tokenParts === null || alg === 'HS256' || alg === 'HS512' ? null : refuse('token-algorithm', HEADER);
};

export const verifyTokenSignature: Check = ({ tokenParts, service }) => {
  if (tokenParts === null) return null;
  const expected = tokenSignature(service.tokenKey, tokenParts.header['alg'], tokenParts.signed);
  const matches = expected !== null && isSameText(expected, tokenParts.signature);
  return matches ? null : refuse('token-signature', HEADER);
};

export const verifyTokenClaims: Check = ({ tokenParts }) => {
  if (tokenParts === null) return null;
  const { sub, exp, nbf } = tokenParts.claims;
  const known = sub === SUBJECT && typeof exp === 'number' && (nbf === undefined || typeof nbf === 'number');
  return known ? null : refuse('token-claims', HEADER);
};

export const verifyTokenExpiry: Check = ({ tokenParts, incoming }) => {
  if (tokenParts === null) return null;
  const { exp, nbf } = tokenParts.claims;
  const nowS = incoming.arrivedAtMs / 1000;
  const valid = Number(exp) > nowS && (typeof nbf !== 'number' || nbf <= nowS);
  return valid ? null : refuse('token-expired', HEADER);
};

function isSameText(expected: string, given: string): boolean {
  const [left, right] = [Buffer.from(expected), Buffer.from(given)];
  return left.length === right.length && timingSafeEqual(left, right);
}
