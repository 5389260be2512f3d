import type { Buffer } from 'node:buffer';
import type { Headers } from '../wire/exchange.js';
import { headerValues } from '../wire/headers.js';
import { ChunkedReader, LengthReader, type BodyReader } from './body-reader.js';

/** Beginning of a request, as it was sent. */
export interface RequestHead {
  readonly method: string;
  readonly target: string;
  readonly headers: Headers;
}

/** Beginning of an answer, as it was sent. */
export interface AnswerHead {
  readonly status: number;
  readonly headers: Headers;
}

/** Reads a head with its empty last line; `null` where it is not HTTP/1. */
export function parseRequestHead(bytes: Buffer): RequestHead | null {
  const [first, headers] = parseLines(bytes);
  const [, method, target] = /^([!-~]+) (.+) HTTP\/1\.[01]$/s.exec(first) ?? [];
  return method === undefined || target === undefined || headers === null ? null : { method, target, headers };
}

/** Reads a head with its empty last line; `null` where it is not HTTP/1. */
export function parseAnswerHead(bytes: Buffer): AnswerHead | null {
  const [first, headers] = parseLines(bytes);
  const status = /^HTTP\/1\.[01] ([1-9]\d\d)(?: .*)?$/s.exec(first)?.[1];
  return status === undefined || headers === null ? null : { status: Number(status), headers };
}

function parseLines(bytes: Buffer): [first: string, headers: Headers | null] {
  const text = bytes
    .toString('latin1')
    .replace(/^[\r\n]+/, '')
    .replace(/\r?\n\r?\n$/, '');
  // a line that begins with a space goes on with the one before
  const [first = '', ...lines] = text.replace(/[ \t]*\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, Math.max(colon, 0)), trimmed(line.slice(colon + 1))] as const;
  });
  return [first, headers.every(([name]) => /^[!-~]+$/.test(name)) ? headers : null];
}

/** Without the spaces and tabs around it; other blanks of Latin-1 belong to a value. */
function trimmed(value: string): string {
  return value.replace(/^[ \t]+/, '').replace(/(?<![ \t])[ \t]+$/, '');
}

/** How the body of a request is framed; `null` where its head does not tell. */
export function requestBody({ headers }: RequestHead): BodyReader | null {
  const codings = headerValues(headers, 'transfer-encoding');
  if (codings.length > 0) return isChunked(codings) ? new ChunkedReader() : null;
  const length = contentLength(headers);
  return length === null ? null : new LengthReader(length ?? 0);
}

/** How the body of the last answer to a request is framed; `null` where its head does not tell. */
export function answerBody(method: string, { status, headers }: AnswerHead): BodyReader | null {
  if (method === 'HEAD' || status < 200 || status === 204 || status === 304) return new LengthReader(0);
  const codings = headerValues(headers, 'transfer-encoding');
  if (codings.length > 0) return isChunked(codings) ? new ChunkedReader() : new LengthReader(Number.POSITIVE_INFINITY);
  const length = contentLength(headers);
  return length === null ? null : new LengthReader(length ?? Number.POSITIVE_INFINITY);
}

function isChunked(codings: readonly string[]): boolean {
  return /(?:^|[,\s])chunked\s*$/i.test(codings.join(','));
}

/** `undefined` where there is none, `null` where it is no length. */
function contentLength(headers: Headers): number | null | undefined {
  const values = headerValues(headers, 'content-length').flatMap((value) => value.split(',').map((one) => one.trim()));
  const [first] = values;
  if (first === undefined) return undefined;
  return /^\d{1,15}$/.test(first) && values.every((value) => value === first) ? Number(first) : null;
}
