import { Buffer } from 'node:buffer';
import { decompress } from '../wire/decompress.js';
import type { Headers, Trouble } from '../wire/exchange.js';
import { headerValue } from '../wire/headers.js';
import { decodeUtf8 } from '../wire/json.js';
import type { Passage } from '../wire/passage.js';
import type { WireResponse } from '../wire/recording.js';
import { MOST_BODY_BYTES, type BodyReader } from './body-bytes.js';
import type { ConnectionNames } from './connection-names.js';
import type { HarEntry } from './har-entry.js';
import type { EntryUrl } from './service-url.js';

const NO_ANSWER: Trouble = { kind: 'reset', because: 'the recording has no answer to it' };
const NO_HEADERS: Trouble = { kind: 'oversize', because: 'the recording does not have the headers of the answer' };
const NO_BODY: Trouble = { kind: 'oversize', because: 'the recording does not have the whole body of the answer' };

/** What entries are turned into passages with. */
export interface PassageSources {
  readonly bodies: BodyReader;
  readonly connections: ConnectionNames;
}

/** An entry as what passed between a client and the service. A body that is not whole is never taken for one. */
export async function passageOf(url: EntryUrl, entry: HarEntry, sources: PassageSources): Promise<Passage> {
  const { body, isBodyCut } = await requestBodyOf(entry, sources.bodies);
  return {
    request: {
      method: ownCopy(entry.method),
      target: ownCopy(url.target),
      headers: ownCopies(entry.requestHeaders),
      body,
    },
    isBodyCut,
    ...(await answerOf(entry, sources.bodies)),
    arrivedAtMs: entry.startedAtMs + entry.sentAfterMs,
    answeredAtMs: entry.startedAtMs + entry.endedAfterMs,
    connection: sources.connections.numberOf(url, entry.connection),
  };
}

async function requestBodyOf(
  { method, requestHeaders, requestBody }: HarEntry,
  bodies: BodyReader,
): Promise<Pick<Passage, 'isBodyCut'> & { readonly body: Buffer | null }> {
  const kept = await bodies.read(requestBody);
  const told = lengthIn(requestHeaders);
  const expected = told ?? requestBody.size;
  if (kept !== null && kept.bytes.length > 0) {
    const { length } = kept.bytes;
    const isOther = told === null ? length < (expected ?? 0) : length !== told;
    return { body: kept.bytes, isBodyCut: kept.isInexact || isOther || isEncoded(requestHeaders) };
  }
  const isNone =
    expected === 0 || (expected === null && requestBody.file === null && !requestBody.isCut && isBodiless(method));
  return isNone ? { body: null, isBodyCut: false } : { body: Buffer.alloc(0), isBodyCut: true };
}

/** Methods whose requests have no body unless somebody says so. */
function isBodiless(method: string): boolean {
  return ['GET', 'HEAD', 'OPTIONS', 'DELETE', 'TRACE'].includes(method.toUpperCase());
}

async function answerOf(
  { method, status, responseHeaders, responseBody }: HarEntry,
  bodies: BodyReader,
): Promise<{ readonly response: WireResponse } | { readonly trouble: Trouble }> {
  if (status === null) return { trouble: NO_ANSWER };
  if (responseHeaders.length === 0) return { trouble: NO_HEADERS };
  const answer = (body: Buffer): { readonly response: WireResponse } => ({
    response: { status, headers: ownCopies(responseHeaders), body },
  });
  const kept = await bodies.read(responseBody);
  if (kept !== null && kept.bytes.length > 0) {
    if (kept.isInexact || kept.bytes.length < (responseBody.size ?? 0)) return { trouble: NO_BODY };
    const body = await unpacked(kept.bytes, responseHeaders);
    return body === null ? { trouble: NO_BODY } : answer(body);
  }
  const sizes = [responseBody.size, lengthIn(responseHeaders), kept === null ? null : 0].filter(
    (size) => size !== null,
  );
  const isEmpty = sizes.length > 0 && sizes.every((size) => size === 0);
  const isNever = method.toUpperCase() === 'HEAD' || status === 204 || status === 304;
  return isNever || isEmpty ? answer(Buffer.alloc(0)) : { trouble: NO_BODY };
}

/** A HAR has bodies unpacked; some recorders leave them as they came. */
async function unpacked(bytes: Buffer, headers: Headers): Promise<Buffer | null> {
  const coding = headerValue(headers, 'content-encoding') ?? '';
  if (coding === '' || decodeUtf8(bytes) !== null) return bytes;
  const result = await decompress(bytes, coding, MOST_BODY_BYTES);
  return 'body' in result ? result.body : null;
}

function isEncoded(headers: Headers): boolean {
  return !['', 'identity'].includes((headerValue(headers, 'content-encoding') ?? '').trim().toLowerCase());
}

function lengthIn(headers: Headers): number | null {
  const length = headerValue(headers, 'content-length') ?? '';
  return /^\d{1,15}$/.test(length) ? Number(length) : null;
}

function ownCopies(headers: Headers): Headers {
  return headers.map(([name, value]) => [ownCopy(name), ownCopy(value)] as const);
}

/** A part of a text keeps the whole of it in memory; here that is a block of the file. */
function ownCopy(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}
