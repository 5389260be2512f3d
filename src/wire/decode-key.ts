import { Buffer } from 'node:buffer';
import { createSecretKey, type KeyObject } from 'node:crypto';
import type { KeyEncoding } from '../contract/profile.js';
import { SuiteError } from '../contract/suite-error.js';

const ENCODED: Readonly<Record<Exclude<KeyEncoding, 'utf8'>, RegExp>> = {
  hex: /^(?:[0-9a-f]{2})+$/i,
  base64: /^[0-9a-z+/]+={0,2}$/i,
  base64url: /^[\w-]+={0,2}$/,
};

/** What to do with a key in base32, which is no key encoding here. */
export const FROM_BASE32 =
  "give it in hex, which base32 -d KEYFILE | od -An -v -tx1 | tr -d ' \\n' prints, with TRADECERT_SIGNING_KEY_ENCODING=hex";

/** Whether a key may be base32 (RFC 4648): capitals and some of the digits 2 to 7, of a length that comes of whole bytes. */
export function looksLikeBase32(key: string): boolean {
  const [, digits = ''] = /^([A-Z2-7]{16,})={0,6}$/.exec(key) ?? [];
  return /[A-Z]/.test(digits) && /\d/.test(digits) && [0, 2, 4, 5, 7].includes(digits.length % 8);
}

/** What a key that is read as text may be meant as: it is long, and holds nothing that this encoding does not have. */
export function encodingItMayHave(key: string): Exclude<KeyEncoding, 'utf8'> | null {
  if (/^(?:[0-9a-f]{2}){16,}$/i.test(key)) return 'hex';
  if (key.length < 24 || ![/[a-z]/, /[A-Z]/, /\d/].every((kind) => kind.test(key))) return null;
  if (key.length % 4 === 0 && ENCODED.base64.test(key)) return 'base64';
  return ENCODED.base64url.test(key) && key.length % 4 !== 1 ? 'base64url' : null;
}

/** Reads a signing key strictly: text that does not fit its encoding is an error. @throws SuiteError without the value */
export function decodeKey(text: string, encoding: KeyEncoding): KeyObject {
  if (text === '') {
    throw keyError('is empty', 'set it to the key that the service gave out');
  }
  if (encoding === 'utf8') return createSecretKey(Buffer.from(text));
  const remedy = `correct the key, or its encoding, which is set to ${encoding} by TRADECERT_SIGNING_KEY_ENCODING or the profile; of text it is utf8`;
  if (!ENCODED[encoding].test(text)) {
    if (looksLikeBase32(text)) throw keyError(`is no ${encoding}: it looks like base32`, FROM_BASE32);
    const space = /\s/.test(text) ? ': there is white space in it, or at its end' : '';
    throw keyError(`is no ${encoding}${space}`, remedy);
  }
  const bytes = Buffer.from(text, encoding);
  const canonical = encoding === 'hex' ? text.toLowerCase() : text.replace(/=+$/, '');
  const padded = text.includes('=');
  if (bytes.toString(encoding).replace(/=+$/, '') !== canonical || (padded && text.length % 4 !== 0)) {
    throw keyError(`is no whole ${encoding}: characters are missing or left over at its end`, remedy);
  }
  return createSecretKey(bytes);
}

function keyError(what: string, remedy: string): SuiteError {
  return new SuiteError(`The signing key ${what}.`, 'TRADECERT_SIGNING_KEY', remedy);
}
