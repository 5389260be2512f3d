import { createPublicKey, generateKeyPairSync, sign, verify, type KeyObject } from 'node:crypto';
import { Problem } from './problem.js';

/** Who issues tokens, and the keys for that. */
export interface Issuer {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

const LIFE_SECONDS = 2 * 60 * 60;
const NAME = 'event-log-venue';

export function newIssuer(): Issuer {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { privateKey, publicKey: createPublicKey(privateKey) };
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

/** Bytes of a part; `null` where another text would mean the same bytes. */
function decode(part: string): Buffer | null {
  const bytes = Buffer.from(part, 'base64url');
  return bytes.toString('base64url') === part ? bytes : null;
}

function claimsOf(part: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(decode(part)?.toString() ?? '');
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

/** A JWT that is signed with ES256 and ends after two hours. */
export function issueToken({ privateKey }: Issuer, nowMs: number): string {
  const iat = Math.floor(nowMs / 1000);
  const text = `${encode({ typ: 'JWT', alg: 'ES256' })}.${encode({ iss: NAME, sub: 'desk-7', iat, exp: iat + LIFE_SECONDS })}`;
  return `${text}.${sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}

/** Whether it is a token of this issuer that has not ended. */
export function isToken(token: string, { publicKey }: Issuer, nowMs: number): boolean {
  const [head = '', body = '', seal = '', ...rest] = token.split('.');
  const signature = decode(seal);
  if (rest.length > 0 || signature === null || claimsOf(head)['alg'] !== 'ES256') return false;
  const text = Buffer.from(`${head}.${body}`);
  if (!verify('sha256', text, { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature)) return false;
  const { iss, exp } = claimsOf(body);
  return iss === NAME && typeof exp === 'number' && nowMs < exp * 1000;
}

/** The token of the one Authorization header that a request must have. */
export function bearerOf(values: readonly string[]): string {
  const [value = '', ...more] = values;
  const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(value)?.[1];
  if (token === undefined || more.length > 0) throw new Problem(401, 'No token', 'one Bearer token is needed');
  return token;
}
