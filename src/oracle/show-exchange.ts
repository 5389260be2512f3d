import { Buffer } from 'node:buffer';
import type { ShownExchange } from '../contract/verdict.js';
import type { Exchange, Headers } from '../wire/exchange.js';
import { positionOf } from './position-of.js';

/** Most characters of a body, of a target, and of a header's value that are shown. */
const LONGEST_BODY = 4096;
const LONGEST_BASE64 = 5464;
const LONGEST_TARGET = 4096;
const LONGEST_VALUE = 512;
const MOST_HEADERS = 64;
/** How much of a body is shown before the place that matters, where it does not begin sooner. */
export const BEFORE_FOCUS = 1024;

/**
 * An exchange as a reader sees it, bounded in size. Keeps nothing of the exchange alive.
 *
 * @param pointer - JSON pointer into the answer: a body too long to be shown whole is cut around it
 */
export function showExchange(exchange: Exchange, pointer = ''): ShownExchange {
  const { number, response } = exchange;
  const sent = exchange.request;
  return {
    method: sent.method,
    target: cutText(sent.target, 0, LONGEST_TARGET),
    requestHeaders: showHeaders(sent.headers),
    requestBody: sent.text === null ? null : cutText(sent.text, 0, LONGEST_BODY),
    ...(sent.base64 !== undefined && { requestBase64: cutBase64(sent.base64) }),
    status: response?.status ?? null,
    responseHeaders: response === undefined ? [] : showHeaders(response.headers),
    responseBody: showBody(exchange, pointer),
    ...(response?.base64 !== undefined && { responseBase64: cutBase64(response.base64) }),
    durationMs: exchange.receivedAtMs - exchange.sentAtMs,
    exchange: number,
  };
}

function showBody({ response, trouble }: Exchange, pointer: string): string | null {
  if (response === undefined) return trouble === undefined ? null : `(${trouble.because})`;
  const { text, size, json } = response;
  if (text === null) return size === 0 ? null : `(${size} bytes that are no valid UTF-8)`;
  const focus = text.length > LONGEST_BODY && json.ok ? positionOf(text, pointer) : 0;
  return cutText(text, focus, LONGEST_BODY);
}

/** In whole groups of four characters. */
function cutBase64(base64: string): string {
  return base64.length <= LONGEST_BASE64 ? base64 : `${base64.slice(0, LONGEST_BASE64)}…`;
}

function showHeaders(headers: Headers): [string, string][] {
  return headers.slice(0, MOST_HEADERS).map(([name, value]) => [name, cutText(value, 0, LONGEST_VALUE)]);
}

/** The part of a text around `focus`, with `…` where something was left out; never half of a surrogate pair. */
function cutText(text: string, focus: number, longest: number): string {
  if (text.length <= longest) return text;
  let start = Math.max(0, focus - BEFORE_FOCUS);
  let end = Math.min(text.length, start + longest);
  if (isLowSurrogate(text, start)) start += 1;
  if (isLowSurrogate(text, end)) end -= 1;
  return ownCopy(`${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`);
}

function isLowSurrogate(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff;
}

/** A slice keeps the whole text in memory; a page may be megabytes. */
function ownCopy(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}
