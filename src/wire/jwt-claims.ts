import { Buffer } from 'node:buffer';
import { isJsonObject, parseJson } from './json.js';

/** Base64url, with the padding that some put behind it; of an unsecured JWT the last part is empty. */
const PART = /^[\w-]*={0,2}$/;

/** The claims of a JWT, three parts in base64url, whose signature is not checked; `null` where the text is none. */
export function claimsOf(token: string): Readonly<Record<string, unknown>> | null {
  const parts = token.split('.');
  if (parts.length !== 3 || !parts.every((part) => PART.test(part))) return null;
  const json = parseJson(Buffer.from(parts[1] ?? '', 'base64url').toString('utf8'));
  return json.ok && isJsonObject(json.value) ? json.value : null;
}
