import { createHmac, type KeyObject } from 'node:crypto';

/** The one account of the reference service. */
export const SUBJECT = 'reference-account';

const HASHES: Readonly<Record<string, string>> = { HS256: 'sha256', HS512: 'sha512' };

export interface TokenParts {
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
  /** What the signature covers. */
  readonly signed: string;
  /** As sent, base64url. */
  readonly signature: string;
}

/** A JWT for {@link SUBJECT}; times in seconds since the epoch. */
export function mintToken(
  key: KeyObject,
  issuedAtS: number,
  expiresAtS: number,
  alg: 'HS256' | 'HS512' = 'HS256',
): string {
  const header = encode({ alg, typ: 'JWT' });
  const claims = encode({ sub: SUBJECT, iat: issuedAtS, exp: expiresAtS });
  const signed = `${header}.${claims}`;
  return `${signed}.${tokenSignature(key, alg, signed) ?? ''}`;
}

/** The parts of a JWT, or `null` where the text is none. */
export function readToken(token: string): TokenParts | null {
  const [first, second, signature, ...more] = token.split('.');
  if (first === undefined || second === undefined || signature === undefined || more.length > 0) return null;
  const [header, claims] = [decode(first), decode(second)];
  return header === null || claims === null ? null : { header, claims, signed: `${first}.${second}`, signature };
}

/** The base64url signature of a token, or `null` where the algorithm is not one of the two. */
export function tokenSignature(key: KeyObject, alg: unknown, signed: string): string | null {
  const hash = typeof alg === 'string' && Object.hasOwn(HASHES, alg) ? HASHES[alg] : undefined;
  return hash === undefined ? null : createHmac(hash, key).update(signed).digest('base64url');
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function decode(part: string): Readonly<Record<string, unknown>> | null {
  if (!/^[\w-]+$/.test(part)) return null;
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}
