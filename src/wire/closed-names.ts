/** Ends of names of what is secret, in lower case, without what stands between words. */
const CLOSED =
  /(?:tokens?|secret|passw(?:or)?d|passphrase|passcode|pwd|apikey|accesskey|privatekey|secretkey|signingkey|credentials?|jwt|sessionid|authorization)\d*$|^(?:pin|otp)$/;
const TOKEN = /^(?:access|refresh|id|auth|bearer|jwt)?token$|^jwt$/;
/** Paging, of whatever operation: what is named so goes back and forth as it is. */
const PAGING = /next|page|cursor|continu|marker|offset/;

/** Headers that are named like a secret, in lower case, and those of them that are none. */
const CLOSED_HEADER =
  /(?:^|[-_])(?:(?:api|app|access|auth)?-?key|(?:api|app|access|auth|csrf|xsrf)?-?token|secret|passw(?:or)?d|passcode|passphrase|pin|otp|jwt|session(?:-?id)?|sid|auth|authori[sz]ation|authentication|hmac|signature)(?:-?\d+)?$/;
/** A parameter of a query that is a secret there, and may be anything elsewhere. */
const CLOSED_PARAMETER = /^(?:key|code|auth|bearer|session|sid|sig|hmac)$|signature$/;
const HARMLESS_HEADERS: ReadonlySet<string> = new Set([
  ...['idempotency-key', 'x-idempotency-key', 'sec-websocket-key'],
  ...['surrogate-key', 'x-surrogate-key', 'cache-key', 'x-cache-key'],
]);

/**
 * Whether a member of JSON, a field of a form or a parameter of a query is named like a secret: `password`,
 * `access_token`, `clientSecret`, `api-key`. A paging key is none, whatever it is called, such as `nextPageToken`.
 */
export function isClosedName(name: string): boolean {
  const plain = name.toLowerCase().replace(/[^a-z0-9]+/g, '');
  return CLOSED.test(plain) && !PAGING.test(plain);
}

/** Whether a parameter of a query is named like a secret; `key` and `code` are such names only there. */
export function isClosedParameter(name: string): boolean {
  return CLOSED_PARAMETER.test(name.toLowerCase().replace(/[^a-z0-9]+/g, '')) || isClosedName(name);
}

/** Whether a member is named like a token that stands for its bearer; one against forged requests does not. */
export function isTokenName(name: string): boolean {
  return TOKEN.test(name.toLowerCase().replace(/[^a-z0-9]+/g, ''));
}

/** Whether a name is one of what the service gives to be sent back: a paging key, or the code of an instrument. */
export function isHandedOutName(name: string): boolean {
  return name === 'stockCd' || PAGING.test(name.toLowerCase());
}

/** Whether a header is named like a secret. @param name - in lower case */
export function isClosedHeader(name: string): boolean {
  return CLOSED_HEADER.test(name) && !HARMLESS_HEADERS.has(name);
}
