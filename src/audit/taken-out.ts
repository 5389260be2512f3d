import type { Headers } from '../wire/exchange.js';
import { headerValues } from '../wire/headers.js';

/** What tools and people write in the place of a secret. */
const PLACEHOLDER = /redact|sanitiz|sanitis|removed|hidden|masked|scrubbed|filtered|^[*x.…•_-]{3,}$|^<[^<>]*>$/i;
const JWT = /^eyJ[\w-]+\.[\w-]+\.[\w-]*$/;

/** Whether a credential was replaced by a placeholder. A JWT never was, whatever its letters come to spell. */
export function isTakenOut(credential: string): boolean {
  return !JWT.test(credential) && PLACEHOLDER.test(credential);
}

/** The credential in an Authorization header, without its scheme. */
export function credentialIn(authorization: string): string {
  return authorization.replace(/^\s*[a-z]+\s+/i, '').trim();
}

/** Whether there is such a header with what was sent in it. */
export function hasHeader(headers: Headers, name: string): boolean {
  return headerValues(headers, name).some((value) => !isTakenOut(credentialIn(value)));
}

/** Whether there are such headers, and nothing of what was sent in any. */
export function isHeaderTakenOut(headers: Headers, name: string): boolean {
  return headerValues(headers, name).length > 0 && !hasHeader(headers, name);
}
