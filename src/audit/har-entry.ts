import type { Headers } from '../wire/exchange.js';
import { isJsonObject } from '../wire/json.js';
import type { LongText, PickedEntry } from './entry-picker.js';

/** A body as a HAR has it. */
export interface HarBody {
  /** `null`: the HAR does not have it. */
  readonly text: string | null;
  readonly isCut: boolean;
  readonly isBase64: boolean;
  /** Name of a file beside the HAR that has it. */
  readonly file: string | null;
  /** In bytes, as the HAR has it; `null`: not known. */
  readonly size: number | null;
}

/** One entry of a HAR whose members have the types they should have. */
export interface HarEntry {
  readonly startedAtMs: number;
  /** Whether its start has an offset from UTC; otherwise it was read as local time. */
  readonly hasOffset: boolean;
  /** From the start until the request was sent, and until the end of the answer. */
  readonly sentAfterMs: number;
  readonly endedAfterMs: number;
  readonly connection: string | null;
  readonly method: string;
  readonly requestHeaders: Headers;
  readonly requestBody: HarBody;
  /** `null`: no answer came. */
  readonly status: number | null;
  readonly responseHeaders: Headers;
  readonly responseBody: HarBody;
}

type Members = Readonly<Record<string, unknown>>;

/**
 * Reads an entry.
 *
 * @returns or which member is not as it should be
 */
export function readEntry({ value, isOverlong }: PickedEntry): HarEntry | { readonly wrong: string } {
  if (isOverlong) return { wrong: 'more or longer members than can be read' };
  const { startedDateTime, request, response, connection } = value;
  if (!isJsonObject(request)) return { wrong: 'request' };
  const startedAtMs = typeof startedDateTime === 'string' ? Date.parse(startedDateTime) : Number.NaN;
  if (typeof startedDateTime !== 'string' || Number.isNaN(startedAtMs)) return { wrong: 'startedDateTime' };
  const { method } = request;
  if (typeof method !== 'string' || !/^[!#$%&'*+.^_`|~\w-]{1,40}$/.test(method)) return { wrong: 'request.method' };
  const requestHeaders = headersOf(request['headers']);
  if (requestHeaders === null) return { wrong: 'request.headers' };
  const answer = readAnswer(response);
  if ('wrong' in answer) return answer;
  return {
    startedAtMs,
    hasOffset: /(?:Z|[+-]\d\d:?\d\d)$/i.test(startedDateTime.trim()),
    ...durations(value),
    connection: scalarText(connection).slice(0, 100) || null,
    method,
    requestHeaders,
    requestBody: bodyOf(request['postData'], request['bodySize']),
    ...answer,
  };
}

type HarAnswer = Pick<HarEntry, 'status' | 'responseHeaders' | 'responseBody'>;

function readAnswer(response: unknown): HarAnswer | { readonly wrong: string } {
  if (response === undefined || response === null) {
    return { status: null, responseHeaders: [], responseBody: bodyOf(undefined, undefined) };
  }
  if (!isJsonObject(response)) return { wrong: 'response' };
  const { status, content } = response;
  if (typeof status !== 'number' || !Number.isInteger(status)) return { wrong: 'response.status' };
  const responseHeaders = headersOf(response['headers']);
  if (responseHeaders === null) return { wrong: 'response.headers' };
  const { size, mimeType }: Members = isJsonObject(content) ? content : {};
  return {
    // 0 and -1: it failed, was cut off, or was still under way.
    status: status > 0 ? status : null,
    responseHeaders: responseHeaders.length === 0 ? typeAlone(mimeType) : responseHeaders,
    responseBody: bodyOf(content, size),
  };
}

/** Some recorders keep nothing of the headers but the type. */
function typeAlone(mimeType: unknown): Headers {
  const isType = typeof mimeType === 'string' && /^[\w.+-]+\/[\w.+-]+/.test(mimeType);
  return isType ? [['content-type', mimeType]] : [];
}

/** Pseudo headers of HTTP/2 are left out: they repeat method and URL. */
function headersOf(list: unknown): Headers | null {
  if (!Array.isArray(list)) return null;
  const headers: (readonly [string, string])[] = [];
  for (const header of list as unknown[]) {
    if (!isJsonObject(header)) return null;
    const { name, value } = header;
    if (typeof name !== 'string' || value === undefined) return null;
    if (!name.startsWith(':')) headers.push([name, scalarText(value)]);
  }
  return headers;
}

function scalarText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

function bodyOf(holder: unknown, size: unknown): HarBody {
  const { text, encoding, params, _file: file } = isJsonObject(holder) ? holder : ({} as Members);
  const long = isLongText(text) ? text : null;
  const hasParams = Array.isArray(params) && params.length > 0;
  return {
    // A form that is told as its parameters was not kept as it was sent.
    text: long === null || (long.text === '' && hasParams) ? null : long.text,
    isCut: long?.isCut === true || (hasParams && (long === null || long.text === '')),
    isBase64: typeof encoding === 'string' && encoding.toLowerCase() === 'base64',
    file: typeof file === 'string' && file !== '' ? file : null,
    size: typeof size === 'number' && Number.isInteger(size) && size >= 0 ? size : null,
  };
}

function isLongText(value: unknown): value is LongText {
  return isJsonObject(value) && typeof value['text'] === 'string';
}

/** A negative duration stands for one that does not apply. */
function durations({ time, timings }: Members): Pick<HarEntry, 'sentAfterMs' | 'endedAfterMs'> {
  const told = isJsonObject(timings) ? timings : {};
  const sum = (...names: string[]): number => names.reduce((total, name) => total + positive(told[name]), 0);
  const sentAfterMs = sum('blocked', 'dns', 'connect', 'send');
  const whole = positive(time) > 0 ? positive(time) : sentAfterMs + sum('wait', 'receive');
  return { sentAfterMs: Math.round(sentAfterMs), endedAfterMs: Math.round(Math.max(sentAfterMs, whole)) };
}

/** Longest that a recorder can have waited for one entry, in milliseconds: a day. */
const LONGEST = 86_400_000;

function positive(value: unknown): number {
  return typeof value === 'number' && value > 0 ? Math.min(value, LONGEST) : 0;
}
