import { Buffer } from 'node:buffer';
import type { KeyObject } from 'node:crypto';
import type { Expected, Headers, WalkMark } from '../wire/exchange.js';
import type { Hash, PlainDigest, SigningInput } from '../wire/signing.js';

/** Exact text, or how to make it from the token as it is at the moment of sending; `null` for none. */
export type TokenText = string | null | ((present: string) => string);

/** How a request carries the token. */
export interface TokenEdits {
  /** Another token; `null` leaves the header out. */
  readonly token?: TokenText;
  /** The whole header value; `null` leaves the header out. */
  readonly authorization?: TokenText;
}

/**
 * Exact text, or how to make it from the service's time in seconds at the moment of sending: a request may wait for its
 * turn, and a time that was read before would be stale.
 */
export type TimestampText = string | ((nowSeconds: number) => string);

/** What the sender knows of a request that the request does not say. */
export interface Intent {
  /** Recorded with the exchange; default: nothing in particular. */
  readonly expects?: Expected;
  readonly way?: string;
  readonly walk?: WalkMark;
  /** It goes over a connection that carried nothing before. */
  readonly isApart?: true;
}

/** How to make one modification. Everything left out is as the document says. */
export interface ModifyRecipe extends TokenEdits, Intent {
  /** Exact bytes, exact text, or a value that is sent as JSON. */
  readonly body: Uint8Array | string | object;
  /** X-Timestamp; default: the service's time by our estimate, in seconds. */
  readonly timestamp?: TimestampText;
  readonly omitTimestamp?: boolean;
  /** Makes the X-Signature from the right one; `null` leaves the header out. */
  readonly signature?: (computed: string) => string | null;
  /** Signs something else than is sent. `path` has the prefix. */
  readonly signedOver?: Partial<Record<'method' | 'path' | 'query' | 'token', string>> & {
    readonly timestamp?: TimestampText;
    readonly body?: Uint8Array | string;
  };
  /** Signs with another key. */
  readonly key?: KeyObject;
  /** Signs otherwise than by HMAC-SHA512. */
  readonly hash?: Hash | PlainDigest;
  /** Content-Type; `null` leaves it out. */
  readonly contentType?: string | null;
  readonly method?: string;
  /** Path with prefix and query, instead of the operation's. */
  readonly target?: string;
  /** The last edit, after signing: for duplicates and additions. */
  readonly headers?: (headers: Headers) => Headers;
}

/** Query parameters of section 4.3; those left out are not sent. */
export interface StockQuery {
  readonly stockGroupCd?: string | undefined;
  readonly stockCd?: string | undefined;
  readonly nextKey?: string | undefined;
}

/** How to send a lookup otherwise than the document says. */
export interface LookupEdits extends TokenEdits, Intent {
  readonly method?: string;
  /** Path with prefix and query, instead of the operation's. */
  readonly target?: string;
  readonly body?: Uint8Array | string;
  /** Made anew for every attempt, of those that are usual. */
  readonly headers?: (headers: Headers, tools: RequestTools, target: string) => Headers;
}

/** What a request is built with, anew for every attempt. */
export interface RequestTools {
  /** Path prefix of the base URL, such as `/public/v1`. */
  readonly prefix: string;
  readonly token: string;
  /** The service's time by our estimate, in seconds. */
  readonly timestamp: string;
  /** There is a key of the run's own. */
  readonly hasKey: boolean;
  /** Signs by the template; what is left out is empty or the tools' own. @throws SuiteError without a key */
  readonly sign: (input: Partial<SigningInput>, key?: KeyObject, hash?: Hash | PlainDigest) => string;
}

/** What every request has. */
export const PRODUCT_HEADERS: Headers = [
  ['Accept', 'application/json'],
  ['User-Agent', 'tradecert'],
];

/** The query of a lookup as it is sent and signed, without `?`. */
export function encodeQuery(query: StockQuery): string {
  const parts: string[] = [];
  for (const name of ['stockGroupCd', 'stockCd', 'nextKey'] as const) {
    const value = query[name];
    if (value !== undefined) parts.push(`${name}=${encodeURIComponent(wellFormed(value))}`);
  }
  return parts.join('&');
}

/** Lone surrogates have no percent-encoding; they are sent as U+FFFD. */
function wellFormed(text: string): string {
  return Buffer.from(text).toString();
}

/** The bytes of a body, as they are sent. */
export function bytesOf(body: Uint8Array | string | object): Buffer {
  if (Buffer.isBuffer(body)) return body;
  if (body instanceof Uint8Array) return Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

/** The Authorization header, or none. */
export function authorizationOf(tools: RequestTools, edits: TokenEdits): Headers {
  const [token, authorization] = [tokenText(edits.token, tools), tokenText(edits.authorization, tools)];
  if (authorization === null || (authorization === undefined && token === null)) return [];
  return [['Authorization', authorization ?? `Bearer ${token ?? tools.token}`]];
}

/** The text of an edit, made from the present token; `undefined` where there is none. */
export function tokenText(text: TokenText | undefined, { token }: RequestTools): string | null | undefined {
  return typeof text === 'function' ? text(token) : text;
}

/** The text of an edit, made from the service's time; `undefined` where there is none. */
export function timestampText(text: TimestampText | undefined, tools: RequestTools): string | undefined {
  return typeof text === 'function' ? text(Number(tools.timestamp)) : text;
}
