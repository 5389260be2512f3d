import { Buffer } from 'node:buffer';
import { isJsonObject, parseJson } from './json.js';

/** The claims of a JWT, whose signature is not checked; `null` where the text is none. */
export function claimsOf(token: string): Readonly<Record<string, unknown>> | null {
  const parts = token.split('.');
  if (parts.length !== 3) return null;
  const json = parseJson(Buffer.from(parts[1] ?? '', 'base64url').toString('utf8'));
  return json.ok && isJsonObject(json.value) ? json.value : null;
}
