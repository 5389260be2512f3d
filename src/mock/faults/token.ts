import type { Fault } from '../behaviour.js';
import { soleHeader, type Call } from '../call.js';
import { TOKEN_CHECKS } from '../steps/check-token.js';
import { tokenSignature } from '../token.js';
import { fault, letPass, overlook } from './make-fault.js';

export const isModify = ({ operation }: Call): boolean => operation === 'modifyOrder';
export const isLookup = ({ operation }: Call): boolean => operation === 'listOrderableStocks';

/** Faults in the bearer token, section 5, each at one of the two operations. */
export const TOKEN_FAULTS: readonly Fault[] = [
  letPass(
    ['modify-without-token', 'AUT-001', 'Modifies without an Authorization header.'],
    TOKEN_CHECKS,
    ({ cause }, call) => isModify(call) && cause === 'token-missing',
  ),
  letPass(
    ['lookup-without-token', 'AUT-002', 'Answers a lookup without an Authorization header.'],
    TOKEN_CHECKS,
    ({ cause }, call) => isLookup(call) && cause === 'token-missing',
  ),
  letPass(
    ['later-page-without-token', 'AUT-002', 'Asks for a token on the first page of a lookup only.'],
    TOKEN_CHECKS,
    ({ cause }, call) => isLookup(call) && cause === 'token-missing' && /nextKey=[^&]/.test(call.incoming.target),
  ),
  letPass(
    ['any-authorization', 'AUT-003', 'Modifies with an Authorization header of any form.'],
    TOKEN_CHECKS,
    ({ cause }, call) => isModify(call) && (cause === 'token-scheme' || cause === 'token-form'),
  ),
  overlook(
    ['token-signature-prefix', 'AUT-005', "Compares no more than the first three quarters of a token's signature."],
    'verifyTokenSignature',
    (_, call) => isModify(call) && startsAlike(call),
  ),
  fault(['scheme-optional', 'AUT-003', 'Modifies with the token alone, without "Bearer".'], (before) => ({
    readToken: (call) => (isModify(call) && takeBareToken(call) ? null : before.readToken(call)),
  })),
  letPass(
    ['lookup-with-any-scheme', 'AUT-004', 'Answers a lookup with an Authorization of another scheme than Bearer.'],
    TOKEN_CHECKS,
    ({ cause }, call) => isLookup(call) && cause === 'token-scheme',
  ),
  letPass(
    ['lookup-token-need-not-be-jwt', 'AUT-004', 'Answers a lookup with a bearer token that is no JWT.'],
    TOKEN_CHECKS,
    ({ cause }, call) => isLookup(call) && cause === 'token-form',
  ),
  letPass(
    ['forged-token', 'AUT-005', 'Modifies with a JWT whose signature is not right.'],
    TOKEN_CHECKS,
    ({ cause }, call) => isModify(call) && cause === 'token-signature',
  ),
  letPass(
    ['token-algorithm-none', 'AUT-005', 'Modifies with an unsigned JWT that names the algorithm none.'],
    TOKEN_CHECKS,
    ({ cause }, call) => isModify(call) && cause === 'token-algorithm' && isUnsigned(call),
  ),
  letPass(
    ['lookup-with-forged-token', 'AUT-006', 'Answers a lookup with a JWT whose signature is not right.'],
    TOKEN_CHECKS,
    ({ cause }, call) => isLookup(call) && cause === 'token-signature',
  ),
  letPass(
    ['lookup-with-algorithm-none', 'AUT-006', 'Answers a lookup with an unsigned JWT that names the algorithm none.'],
    TOKEN_CHECKS,
    ({ cause }, call) => isLookup(call) && cause === 'token-algorithm' && isUnsigned(call),
  ),
  letPass(
    ['token-signed-with-request-key', 'AUT-005', 'Modifies with a JWT that is signed with the key of X-Signature.'],
    TOKEN_CHECKS,
    ({ cause }, call) => isModify(call) && cause === 'token-signature' && isSignedWithRequestKey(call),
  ),
  letPass(
    [
      'lookup-token-signed-with-request-key',
      'AUT-006',
      'Answers a lookup with a JWT that is signed with the key of X-Signature.',
    ],
    TOKEN_CHECKS,
    ({ cause }, call) => isLookup(call) && cause === 'token-signature' && isSignedWithRequestKey(call),
  ),
  fault(
    ['lookup-needs-signature', 'AUT-007', 'Asks for X-Timestamp and X-Signature on the lookup, too.'],
    (before) => ({
      listChecks: [...before.listChecks, 'readTimestamp', 'withinWindow', 'verifySignature'],
    }),
  ),
];

/** Takes an Authorization header that is nothing but a token. */
function takeBareToken(call: Call): boolean {
  const value = soleHeader(call.incoming, 'authorization') ?? '';
  if (!/^[\w-]+\.[\w-]+\.[\w-]*$/.test(value)) return false;
  call.token = value;
  return true;
}

/** The first three quarters of the token's signature are the right ones. */
function startsAlike({ tokenParts, service }: Call): boolean {
  if (tokenParts === null) return false;
  const expected = tokenSignature(service.tokenKey, tokenParts.header['alg'], tokenParts.signed);
  if (expected === null) return false;
  const compared = Math.floor(expected.length * 0.75);
  return tokenParts.signature.slice(0, compared) === expected.slice(0, compared);
}

function isSignedWithRequestKey({ tokenParts, service }: Call): boolean {
  if (tokenParts === null) return false;
  const { header, signed, signature } = tokenParts;
  return tokenSignature(service.signingKey, header['alg'], signed) === signature;
}

function isUnsigned({ tokenParts }: Call): boolean {
  const alg = tokenParts?.header['alg'];
  return typeof alg === 'string' && alg.toLowerCase() === 'none';
}
