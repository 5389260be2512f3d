import { createHmac } from 'node:crypto';
import type { Fault } from '../behaviour.js';
import { headerValuesOf, soleHeader, type Call } from '../call.js';
import { refuse, type Cause } from '../refusal.js';
import { TOKEN_CHECKS } from '../steps/check-token.js';
import { codeOf } from '../steps/read-query.js';
import { readToken as partsOf, tokenSignature } from '../token.js';
import { comesInChunks, isLong, namesCharset, switchesOff } from './body-forms.js';
import { fault, letPass, passing, refuseAlso, type FaultHead } from './make-fault.js';
import { isLookup, isModify } from './token.js';

/** What a lookup breaks that looks at no token. */
const ANY_TOKEN = { also: ['AUT-004', 'AUT-006'] };

/** Faults in how the bearer token is read and verified, and in where and when, section 5. */
export const TOKEN_READING_FAULTS: readonly Fault[] = [
  readsHeader(['second-word-is-the-token', 'AUT-003', 'Modifies with a JWT behind any word.'], isModify, /^\S+ (\S+)$/),
  readsHeader(
    ['scheme-of-six-letters', 'AUT-003', 'Modifies with a JWT behind any six letters, which it cuts off unread.'],
    isModify,
    /^.{7}(\S+)$/,
  ),
  readsHeader(['scheme-basic', 'AUT-003', 'Modifies with a JWT behind Basic as well.'], isModify, /^Basic (\S+)$/),
  readsHeader(['scheme-jwt', 'AUT-004', 'Answers a lookup with a token behind JWT as well.'], isLookup, /^JWT (\S+)$/),
  readsHeader(
    ['scheme-anywhere', 'AUT-004', 'Answers a lookup with a token behind Bearer, wherever that stands.'],
    isLookup,
    /Bearer (\S+)$/,
  ),
  readsHeader(
    ['text-after-the-token', 'AUT-004', 'Looks at no text after the token of a lookup.'],
    isLookup,
    /^Bearer (\S+) /,
  ),
  readsHeader(
    ['first-of-listed-tokens', 'AUT-003', 'Modifies with the first of several tokens with commas between them.'],
    isModify,
    /^Bearer ([^\s,]+),/,
  ),
  takesText(
    ['token-of-no-value', 'AUT-003', 'Modifies with the word null or undefined for a token.'],
    isModify,
    /^(?:null|undefined)$/,
  ),
  takesText(
    ['lookup-token-of-no-value', 'AUT-004', 'Answers a lookup with the word null or undefined for a token.'],
    isLookup,
    /^(?:null|undefined)$/,
  ),
  takesText(
    ['opaque-token', 'AUT-003', 'Modifies with a token of hexadecimal digits, which it does not look up.'],
    isModify,
    /^[0-9a-f]{32,}$/,
  ),
  fault(
    ['token-of-two-parts', 'AUT-003', 'Modifies with a token that lacks its signature and the dot before.'],
    (before) => ({
      verifyTokenForm: (call) => {
        const isUnsigned = isModify(call) && call.token.split('.').length === 2;
        // what has no parts is verified no further
        return isUnsigned && partsOf(`${call.token}.`) !== null ? null : before.verifyTokenForm(call);
      },
    }),
  ),
  fault(['fourth-part-of-a-token', 'AUT-003', 'Modifies with a token that has a part too many.'], (before) => ({
    verifyTokenForm: (call) => {
      if (!isModify(call) || call.token.split('.').length !== 4) return before.verifyTokenForm(call);
      call.tokenParts = partsOf(call.token.split('.').slice(0, 3).join('.'));
      return null;
    },
  })),
  alsoValid(
    ['token-header-not-signed', 'AUT-005', 'Modifies with a token whose header was altered.'],
    isModify,
    ({ service, token, tokenParts }) => {
      const [, claims = ''] = token.split('.');
      const issued = Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url');
      return tokenParts?.signature === tokenSignature(service.tokenKey, 'HS256', `${issued}.${claims}`);
    },
  ),
  alsoValid(
    ['token-algorithm-none-in-capitals', 'AUT-005', 'Modifies with an unsigned JWT that names the algorithm None.'],
    isModify,
    ({ tokenParts }) => tokenParts?.header['alg'] === 'None' && tokenParts.signature === '',
  ),
  alsoValid(
    [
      'token-algorithm-none-in-any-case',
      'AUT-005',
      'Modifies with an unsigned JWT whose algorithm is none, unless it is spelled as usual.',
    ],
    isModify,
    ({ tokenParts }) => isOtherNone(tokenParts?.header['alg']) && tokenParts?.signature === '',
  ),
  alsoValid(
    ['token-without-algorithm', 'AUT-005', 'Modifies with an unsigned JWT that names no algorithm.'],
    isModify,
    namesNoAlgorithm,
  ),
  alsoValid(
    ['lookup-token-without-algorithm', 'AUT-006', 'Answers a lookup with an unsigned JWT that names no algorithm.'],
    isLookup,
    namesNoAlgorithm,
  ),
  alsoValid(
    ['token-signed-with-no-key', 'AUT-005', 'Modifies with a JWT that is signed with an empty key.'],
    isModify,
    ({ tokenParts }) =>
      tokenParts?.signature ===
      createHmac('sha256', '')
        .update(tokenParts?.signed ?? '')
        .digest('base64url'),
  ),
  alsoValid(
    ['token-brings-its-key', 'AUT-005', 'Modifies with a JWT that is signed with the key in its own header.'],
    isModify,
    isSignedWithOwnKey,
  ),
  alsoValid(
    ['lookup-token-brings-its-key', 'AUT-006', 'Answers a lookup with a JWT signed with the key in its own header.'],
    isLookup,
    isSignedWithOwnKey,
  ),
  alsoValid(
    [
      'token-of-an-unknown-algorithm',
      'AUT-006',
      'Answers a lookup with an unsigned JWT of an algorithm it does not know.',
    ],
    isLookup,
    ({ tokenParts }) => tokenParts?.header['alg'] === 'HS0' && tokenParts.signature === '',
  ),
  alsoValid(
    ['token-in-any-case', 'AUT-006', 'Compares the signature of a token without regard to case, on the lookup.'],
    isLookup,
    ({ service, tokenParts }) =>
      tokenParts?.signature.toLowerCase() ===
      tokenSignature(service.tokenKey, tokenParts?.header['alg'], tokenParts?.signed ?? '')?.toLowerCase(),
  ),
  alsoValid(
    ['later-page-with-forged-token', 'AUT-006', 'Verifies no token after the first page of a lookup.'],
    isLookup,
    ({ incoming }) => /nextKey=[^&]/.test(incoming.target),
  ),
  fault(
    ['forged-token-the-second-time', 'AUT-005', 'Modifies with a forged token that was refused before.'],
    (before) => {
      const refused = new Set<string>();
      return {
        verifyTokenSignature: (call) => {
          const refusal = before.verifyTokenSignature(call);
          if (refusal === null || (isModify(call) && refused.has(call.token))) return null;
          refused.add(call.token);
          return refusal;
        },
      };
    },
  ),
  letPass(
    ['bare-modify', 'AUT-001', 'Asks for nothing of a modify that has no token, no timestamp and no signature.'],
    [...TOKEN_CHECKS, 'readTimestamp', 'withinWindow', 'verifySignature'],
    ({ cause }, call) =>
      isModify(call) && cause === 'token-missing' && !isSent(call, 'x-timestamp') && !isSent(call, 'x-signature'),
  ),
  withoutToken(
    ['trailing-without-token', 'AUT-001', 'Asks for no token where a modify has lossTrackingYn.'],
    (call) => isModify(call) && call.incoming.body.includes('lossTrackingYn'),
  ),
  withoutToken(
    ['switching-off-without-token', 'AUT-001', 'Asks for no token where a modify switches something off.'],
    (call) => isModify(call) && switchesOff(call),
  ),
  withoutToken(
    ['long-body-without-token', 'AUT-001', 'Asks for no token where the body is longer than 8 KiB.'],
    (call) => isModify(call) && isLong(call),
  ),
  withoutToken(
    ['charset-without-token', 'AUT-001', 'Asks for no token where a modify names a charset.'],
    (call) => isModify(call) && namesCharset(call),
  ),
  letPass(
    ['switching-off-with-any-token', 'AUT-003', 'Reads no token where a modify switches something off.'],
    TOKEN_CHECKS,
    ({ cause }, call) => isModify(call) && cause === 'token-form' && switchesOff(call),
  ),
  alsoValid(
    ['long-body-with-forged-token', 'AUT-005', 'Verifies no token where the body is longer than 8 KiB.'],
    isModify,
    isLong,
  ),
  withoutToken(
    ['chunked-without-token', 'AUT-001', 'Asks for no token where a modify comes in chunks.'],
    (call) => isModify(call) && comesInChunks(call),
  ),
  letPass(
    ['chunked-with-forged-token', 'AUT-005', 'Verifies no token where a modify comes in chunks.'],
    TOKEN_CHECKS,
    ({ cause }, call) => cause === 'token-signature' && isModify(call) && comesInChunks(call),
  ),
  withoutToken(
    ['market-without-token', 'AUT-001', 'Asks for no token where a MARKET order is modified.'],
    (call) => isModify(call) && call.incoming.body.includes('"MARKET"'),
  ),
  letPass(
    ['market-with-any-token', 'AUT-003', 'Reads no token where a MARKET order is modified.'],
    TOKEN_CHECKS,
    ({ cause }, call) => isModify(call) && cause === 'token-form' && call.incoming.body.includes('"MARKET"'),
  ),
  alsoValid(
    ['market-with-forged-token', 'AUT-005', 'Verifies no token where a MARKET order is modified.'],
    isModify,
    ({ incoming }) => incoming.body.includes('"MARKET"'),
  ),
  withoutToken(
    ['no-parameter-without-token', 'AUT-002', 'Answers a lookup that has no parameter without a token.'],
    (call) => isLookup(call) && call.incoming.query === '',
  ),
  withoutToken(
    ['no-next-key-without-token', 'AUT-002', 'Answers a lookup that leaves nextKey out without a token.'],
    (call) => isLookup(call) && !call.incoming.query.includes('nextKey'),
  ),
  withoutToken(
    ['later-page-of-a-group-without-token', 'AUT-002', 'Answers a later page of FOREIGN without a token.'],
    (call) => /stockGroupCd=FOREIGN.*nextKey=[^&]/.test(call.incoming.query),
  ),
  withoutToken(
    ['stock-of-a-group-without-token', 'AUT-002', 'Answers a lookup of a stockCd in a group without a token.'],
    (call) => /stockGroupCd=(?!ALL).*stockCd=[^&]/.test(call.incoming.query),
  ),
  fault(
    ['known-modify-without-token', 'AUT-001', 'Asks for no token where it has seen the signature before.'],
    (before) => {
      const known = new Set<string>();
      const isKnown = (call: Call): boolean => isModify(call) && known.has(signatureOf(call));
      return {
        ...passing(before, TOKEN_CHECKS, ({ cause }, call) => cause === 'token-missing' && isKnown(call)),
        apply: (call) => {
          before.apply(call);
          known.add(signatureOf(call));
        },
      };
    },
  ),
  letPass(
    [
      'nothing-found-without-token',
      'AUT-002',
      'Looks at the token of a lookup only where that finds an instrument.',
      ANY_TOKEN,
    ],
    TOKEN_CHECKS,
    (_, call) => isLookup(call) && isOfNone(call),
  ),
  letPass(
    [
      'nothing-found-with-forged-token',
      'AUT-006',
      'Verifies the token of a lookup only where that finds an instrument.',
    ],
    TOKEN_CHECKS,
    ({ cause }, call) => isLookup(call) && cause === 'token-signature' && isOfNone(call),
  ),
  letPass(
    ['crypto-without-token', 'AUT-002', 'Answers a lookup of CRYPTO without a token.'],
    TOKEN_CHECKS,
    ({ cause }, call) => isLookup(call) && cause === 'token-missing' && call.incoming.query.includes('CRYPTO'),
  ),
  verifiedOnce(
    ['token-once-per-connection', 'AUT-002', 'Looks at the token of the first lookup of a connection only.', ANY_TOKEN],
    ({ incoming }) => incoming.connection,
  ),
  verifiedOnce(
    ['known-lookup-without-token', 'AUT-002', 'Answers a lookup that it has answered before to anybody.', ANY_TOKEN],
    ({ incoming }) => incoming.target,
  ),
  needsOnLookup(['lookup-needs-accept', 'AUT-007', 'Refuses a lookup without Accept.'], 'accept'),
  needsOnLookup(['lookup-needs-user-agent', 'AUT-007', 'Refuses a lookup without User-Agent.'], 'user-agent'),
  refuseAlso(
    [
      'later-page-needs-signature',
      'AUT-007',
      'Asks for X-Signature on later pages of a lookup, too.',
      { also: ['PAG-002'] },
    ],
    'list',
    (call) =>
      call.position === 0 || headerValuesOf(call.incoming, 'x-signature').length > 0
        ? null
        : refuse('signature-missing'),
  ),
  refuseAlso(
    ['stock-needs-timestamp', 'AUT-007', 'Asks for X-Timestamp on a lookup with a stockCd.', { also: ['LKP-005'] }],
    'list',
    (call) => (codeOf(call) === '' || isSent(call, 'x-timestamp') ? null : refuse('timestamp-missing')),
  ),
  needsOnLookup(['lookup-needs-content-type', 'AUT-007', 'Refuses a lookup without Content-Type.'], 'content-type'),
];

const isSent = ({ incoming }: Call, header: string): boolean => headerValuesOf(incoming, header).length > 0;

/** Whether a lookup asks for a stockCd that no instrument has. */
function isOfNone({ incoming, service }: Call): boolean {
  const code = new URLSearchParams(incoming.query).get('stockCd') ?? '';
  return code !== '' && !service.catalogue.byCode.has(code);
}

/** A fault that asks some requests for no token. */
function withoutToken(head: FaultHead, when: (call: Call) => boolean): Fault {
  return letPass(head, TOKEN_CHECKS, ({ cause }, call) => cause === 'token-missing' && when(call));
}

/** A key that the token itself names: anybody can make one. */
function isSignedWithOwnKey({ tokenParts }: Call): boolean {
  const { jwk } = (tokenParts?.header ?? {}) as { jwk?: { k?: string } };
  if (tokenParts === null || typeof jwk?.k !== 'string') return false;
  const own = createHmac('sha256', Buffer.from(jwk.k, 'base64url')).update(tokenParts.signed).digest('base64url');
  return tokenParts.signature === own;
}

const signatureOf = ({ incoming }: Call): string => soleHeader(incoming, 'x-signature') ?? '';

/** A fault that finds the token in an Authorization header of this form, too. */
function readsHeader(head: FaultHead, where: (call: Call) => boolean, form: RegExp): Fault {
  return fault(head, (before) => ({
    readToken: (call) => {
      const [, token] = form.exec(soleHeader(call.incoming, 'authorization') ?? '') ?? [];
      if (token === undefined || partsOf(token) === null || !where(call)) return before.readToken(call);
      call.token = token;
      return null;
    },
  }));
}

/** A fault that takes such a text for a token, and verifies it no further. */
function takesText(head: FaultHead, where: (call: Call) => boolean, text: RegExp): Fault {
  return letPass(
    head,
    TOKEN_CHECKS,
    ({ cause }, call) => cause === 'token-form' && where(call) && text.test(call.token),
  );
}

/** The word none with capitals, of which not only the first letter is one. */
const isOtherNone = (alg: unknown): boolean =>
  typeof alg === 'string' && alg.toLowerCase() === 'none' && !['none', 'None'].includes(alg);

function namesNoAlgorithm({ tokenParts }: Call): boolean {
  return tokenParts !== null && !Object.hasOwn(tokenParts.header, 'alg') && tokenParts.signature === '';
}

/** A fault that takes some JWTs for rightly signed that are not. */
function alsoValid(head: FaultHead, where: (call: Call) => boolean, accepts: (call: Call) => boolean): Fault {
  const isUnsure = (cause: Cause): boolean => cause === 'token-algorithm' || cause === 'token-signature';
  return letPass(head, TOKEN_CHECKS, ({ cause }, call) => isUnsure(cause) && where(call) && accepts(call));
}

/** A fault that verifies the token of a lookup until it was right for this once. */
function verifiedOnce(head: FaultHead, keyOf: (call: Call) => unknown): Fault {
  return fault(head, (before) => {
    const known = new Set<unknown>();
    return {
      ...passing(before, TOKEN_CHECKS, (_, call) => isLookup(call) && known.has(keyOf(call))),
      pageOf: (call, selected) => {
        known.add(keyOf(call));
        return before.pageOf(call, selected);
      },
    };
  });
}

/** A fault that refuses a lookup without one more header. */
function needsOnLookup(head: FaultHead, header: string): Fault {
  return refuseAlso(head, 'list', ({ incoming }) =>
    headerValuesOf(incoming, header).length > 0 ? null : refuse('token-missing', header),
  );
}
