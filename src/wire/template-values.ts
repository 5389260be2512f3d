import { Buffer, isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { minifyJson, sortJsonMembers } from './json.js';
import { splitTarget } from './target.js';

/** What a part of a request is, and what transforms make of it. */
export type Value = string | Uint8Array;

/** What can be done to a value, by the name that a template gives it. */
export const TRANSFORMS: Readonly<Record<string, (value: Value) => Value>> = {
  upper: (value) => asText(value).toUpperCase(),
  lower: (value) => asText(value).toLowerCase(),
  decode: (value) => percentDecode(asText(value)),
  encode: (value) => percentEncode(asText(value)),
  sort: (value) => asText(value).split('&').sort().join('&'),
  minify: (value) => rewriteJson(value, minifyJson),
  sortkeys: (value) => rewriteJson(value, sortJsonMembers),
  sha256: (value) => createHash('sha256').update(value).digest(),
  sha512: (value) => createHash('sha512').update(value).digest(),
  hex: (value) => asBytes(value).toString('hex'),
  base64: (value) => asBytes(value).toString('base64'),
};

/** `sort` on a whole target or URL sorts what follows the `?` only. */
export function sortQueryOf(value: Value): Value {
  const { path, query } = splitTarget(asText(value));
  return query === '' ? value : `${path}?${query.split('&').sort().join('&')}`;
}

function asText(value: Value): string {
  return typeof value === 'string' ? value : view(value).toString('utf8');
}

export function asBytes(value: Value): Buffer {
  return typeof value === 'string' ? Buffer.from(value) : view(value);
}

function view(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

export function join(prefix: string, value: Value): Value {
  return typeof value === 'string' ? prefix + value : Buffer.concat([Buffer.from(prefix), value]);
}

/** JSON is rewritten; anything else, bytes that are no UTF-8 included, stays as it is. */
function rewriteJson(value: Value, rewrite: (text: string) => string): Value {
  if (typeof value !== 'string' && !isUtf8(value)) return value;
  return rewrite(asText(value));
}

/** Percent-decoding; `+` is no space, and what is not well-formed stays as it is. */
function percentDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Percent-encoding of everything but RFC 3986's unreserved characters. */
function percentEncode(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString()).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
