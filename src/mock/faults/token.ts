import type { Fault } from '../behaviour.js';
import { fault, leaveOut, overlook } from './make-fault.js';

const TOKEN_STEPS = ['readToken', 'verifyTokenForm', 'verifyTokenAlgorithm', 'verifyTokenSignature'] as const;

/** Faults in the bearer token, section 5. */
export const TOKEN_FAULTS: readonly Fault[] = [
  leaveOut(
    ['lookup-without-token', 'AUT-002', 'Answers a request without an Authorization header.'],
    ...TOKEN_STEPS,
    'verifyTokenClaims',
    'verifyTokenExpiry',
  ),
  overlook(
    ['any-authorization-scheme', 'AUT-003', 'Accepts an Authorization header of any form.'],
    'readToken',
    ({ cause }) => cause === 'token-scheme',
  ),
  leaveOut(['forged-token', 'AUT-005', 'Accepts a JWT with any signature.'], 'verifyTokenSignature'),
  fault(['token-algorithm-none', 'AUT-005', 'Accepts an unsigned JWT that names the algorithm none.'], (before) => ({
    verifyTokenAlgorithm: (call) =>
      isUnsigned(call.tokenParts?.header['alg']) ? null : before.verifyTokenAlgorithm(call),
    verifyTokenSignature: (call) =>
      isUnsigned(call.tokenParts?.header['alg']) ? null : before.verifyTokenSignature(call),
  })),
  leaveOut(['expired-token', 'AUT-005', 'Accepts a JWT that has expired.'], 'verifyTokenExpiry'),
  fault(
    ['lookup-needs-signature', 'AUT-007', 'Asks for X-Timestamp and X-Signature on the lookup, too.'],
    (before) => ({
      listChecks: [...before.listChecks, 'readTimestamp', 'withinWindow', 'verifySignature'],
    }),
  ),
];

const isUnsigned = (alg: unknown): boolean => typeof alg === 'string' && alg.toLowerCase() === 'none';
