import type { Fault } from '../behaviour.js';
import { soleHeader, type Call } from '../call.js';
import { fault, letPass } from './make-fault.js';

const TOKEN_CHECKS = [
  'readToken',
  'verifyTokenForm',
  'verifyTokenAlgorithm',
  'verifyTokenSignature',
  'verifyTokenClaims',
  'verifyTokenExpiry',
] as const;

const isModify = ({ operation }: Call): boolean => operation === 'modifyOrder';
const isLookup = ({ operation }: Call): boolean => operation === 'listOrderableStocks';

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
    ['any-authorization', 'AUT-003', 'Modifies with an Authorization header of any form.'],
    TOKEN_CHECKS,
    ({ cause }, call) => isModify(call) && (cause === 'token-scheme' || cause === 'token-form'),
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

function isUnsigned({ tokenParts }: Call): boolean {
  const alg = tokenParts?.header['alg'];
  return typeof alg === 'string' && alg.toLowerCase() === 'none';
}
