import { Buffer } from 'node:buffer';
import { createHash, createHmac, type KeyObject } from 'node:crypto';

/** A whole Authorization header value that is not "Bearer <JWT>" with the token that was issued. */
export interface MalformedAuthorization {
  readonly way: string;
  readonly value: string;
}

/** The same for whatever token holds when it is sent. */
export interface AuthorizationEdit {
  readonly way: string;
  readonly authorization: (present: string) => string;
}

/** A token that has the form of a JWT but was not issued so. */
export interface ForgedToken {
  readonly way: string;
  readonly token: string;
}

/**
 * Authorization header values that are not of the form "Bearer <JWT>".
 *
 * @param token - the token that was issued, without its scheme
 * @clause AUT-003 AUT-004
 */
export function malformedAuthorizations(token: string): readonly MalformedAuthorization[] {
  return [
    { way: 'its Authorization is empty', value: '' },
    { way: 'its Authorization is the token without a scheme', value: token },
    { way: 'its Authorization is the word Bearer alone', value: 'Bearer' },
    {
      way: 'its Authorization has the scheme Basic',
      value: `Basic ${Buffer.from(`user:${token}`).toString('base64')}`,
    },
    { way: 'its Authorization has the scheme Basic before the token', value: `Basic ${token}` },
    { way: 'its Authorization has the scheme Token', value: `Token ${token}` },
    { way: 'its Authorization has the scheme JWT', value: `JWT ${token}` },
    { way: 'its Authorization has another scheme of six letters', value: `Digest ${token}` },
    { way: 'its Authorization has another scheme before Bearer', value: `Basic Bearer ${token}` },
    { way: 'its Authorization has the scheme glued to the token', value: `Bearer${token}` },
    { way: 'its Authorization holds text that is no JWT', value: 'Bearer not-a-jwt' },
    { way: 'its Authorization holds three parts that decode to no JSON', value: 'Bearer aaaa.bbbb.cccc' },
    { way: 'its Authorization holds the token with a fourth part', value: `Bearer ${token}.cccc` },
    { way: 'its Authorization holds another word after the token', value: `Bearer ${token} ${token}` },
    { way: 'its Authorization holds two parts of a token', value: `Bearer ${twoPartsOf(token)}` },
  ];
}

/** A token that is cut off before its signature; of one that is no JWT, another text of that form. */
function twoPartsOf(token: string): string {
  const parts = token.split('.');
  return parts.length === 3 ? parts.slice(0, 2).join('.') : 'aaaa.bbbb';
}

/** What a client sends that has no token, and what has never been one, by the seed. */
function noTokens(seed: number): readonly MalformedAuthorization[] {
  const word = seed % 2 === 0 ? 'null' : 'undefined';
  const digits = createHash('sha1').update(`opaque ${seed}`).digest('hex');
  return [
    { way: `its Authorization holds the word ${word} for a token`, value: `Bearer ${word}` },
    { way: 'its Authorization holds 40 hexadecimal digits for a token', value: `Bearer ${digits}` },
  ];
}

/**
 * {@link malformedAuthorizations} and more of them, of the token as it is at the moment of sending: one that has ended proves
 * nothing.
 *
 * @param seed - chooses where one of several is enough
 */
export function malformedEdits(token: string, seed: number): readonly AuthorizationEdit[] {
  const edits = malformedAuthorizations(token).map(({ way, value }, index): AuthorizationEdit => ({
    way,
    authorization: (present) => malformedAuthorizations(present)[index]?.value ?? value,
  }));
  return [
    ...edits.slice(0, -1),
    {
      way: 'its Authorization holds the token twice, with a comma between',
      authorization: (present) => `Bearer ${present}, Bearer ${present}`,
    },
    ...noTokens(seed).map(({ way, value }) => ({ way, authorization: () => value })),
    ...edits.slice(-1),
  ];
}

/**
 * Tokens that a receiver who verifies a JWT refuses; `null` where the issued token is no JWT of three parts.
 *
 * @param requestKey - the key of X-Signature, which every client holds
 * @param seed - chooses where one of several is enough
 * @clause AUT-005 AUT-006
 */
export function forgedTokens(token: string, requestKey: KeyObject | null, seed: number): readonly ForgedToken[] | null {
  const [header, payload, signature, ...rest] = token.split('.');
  if (header === undefined || payload === undefined || signature === undefined || rest.length > 0) return null;
  const claims = parsePart(payload);
  const kind = parsePart(header);
  if (claims === null || kind === null || signature.length < 8) return null;
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const altered = encode({ ...claims, sub: `${typeof claims['sub'] === 'string' ? claims['sub'] : ''}-other` });
  // The last character of base64url may hold bits that no byte takes, so that another one can mean the same.
  const places = [0, Math.floor(signature.length / 2), Math.floor(signature.length * 0.8), signature.length - 2];
  const unsigned = (alg: string | undefined): string => `${encode({ ...kind, alg })}.${payload}.`;
  const none = seed % 2 === 0 ? 'NONE' : 'nOnE';
  const weak = `${encode({ ...kind, alg: 'HS256' })}.${payload}`;
  const flipped = (at: number): string =>
    signature.slice(0, at) + (signature[at] === 'A' ? 'B' : 'A') + signature.slice(at + 1);
  return [
    { way: 'the payload of its token was altered', token: `${header}.${altered}.${signature}` },
    ...places.map((at) => ({
      way: `the signature of its token was altered in character ${at + 1}`,
      token: `${header}.${payload}.${flipped(at)}`,
    })),
    {
      way: 'the signature of its token has its letters in the other case',
      token: `${header}.${payload}.${swapCase(signature)}`,
    },
    { way: 'the signature of its token was cut off', token: `${header}.${payload}.` },
    { way: 'the header of its token was altered', token: `${encode({ ...kind, note: '' })}.${payload}.${signature}` },
    { way: 'its token says algorithm none and has no signature', token: unsigned('none') },
    { way: 'its token says algorithm None and has no signature', token: unsigned('None') },
    { way: 'its token says an algorithm that is none and has no signature', token: unsigned('HS0') },
    {
      way: 'its token says algorithm none and keeps the signature',
      token: `${unsigned('none')}${signature}`,
    },
    {
      way: 'its token is signed with an empty key',
      token: `${weak}.${createHmac('sha256', '').update(weak).digest('base64url')}`,
    },
    { way: 'its token is signed with a key that its own header names', token: withOwnKey(kind, payload) },
    { way: `its token says algorithm ${none} and has no signature`, token: unsigned(none) },
    { way: 'its token says no algorithm and has no signature', token: unsigned(undefined) },
    ...(requestKey === null || isSignedWith(requestKey, token) ? [] : signedWith(requestKey, kind, payload)),
  ];
}

/** The same for whatever token holds when it is sent. */
export interface TokenEdit {
  readonly way: string;
  readonly token: (present: string) => string;
}

/** {@link forgedTokens} of the token as it is at the moment of sending: one that has ended proves nothing. */
export function forgedEdits(token: string, requestKey: KeyObject | null, seed: number): readonly TokenEdit[] | null {
  const forged = forgedTokens(token, requestKey, seed);
  if (forged === null) return null;
  return forged.map((first, index) => ({
    way: first.way,
    token: (present) =>
      (present === token ? undefined : forgedTokens(present, requestKey, seed)?.[index]?.token) ?? first.token,
  }));
}

const HMACS = { HS256: 'sha256', HS384: 'sha384', HS512: 'sha512' } as const;

/** Whether the token was issued with this very key: then one that is signed with it is no forgery. */
function isSignedWith(key: KeyObject, token: string): boolean {
  const end = token.lastIndexOf('.');
  const [signed, signature] = [token.slice(0, end), token.slice(end + 1)];
  return Object.values(HMACS).some((hash) => createHmac(hash, key).update(signed).digest('base64url') === signature);
}

/** Whoever makes the token makes the key (RFC 7515, 4.1.3). */
function withOwnKey(kind: object, payload: string): string {
  const key = Buffer.from('a key that nobody gave out, and long enough for HS256');
  const header = { ...kind, alg: 'HS256', jwk: { kty: 'oct', k: key.toString('base64url') } };
  const signed = `${Buffer.from(JSON.stringify(header)).toString('base64url')}.${payload}`;
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
}

function signedWith(key: KeyObject, kind: object, payload: string): ForgedToken[] {
  return (['HS256', 'HS512'] as const).map((alg) => {
    const signed = `${Buffer.from(JSON.stringify({ ...kind, alg })).toString('base64url')}.${payload}`;
    return {
      way: `its token is signed with the key of X-Signature, as ${alg}`,
      token: `${signed}.${createHmac(HMACS[alg], key).update(signed).digest('base64url')}`,
    };
  });
}

/** Another text, since the digest of a hash has letters. */
function swapCase(text: string): string {
  return text.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}

function parsePart(part: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
