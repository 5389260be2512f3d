import { Buffer } from 'node:buffer';
import { keptOfCut } from '../../../wire/cut-body.js';
import type { Exchange, RecordedExchange, RecordedResponse } from '../../../wire/exchange.js';
import { isJsonObject, parseJson } from '../../../wire/json.js';

/** An exchange as it can be judged once more. */
export interface RereadExchange {
  readonly exchange: Exchange;
  /** The body of the answer was cut when it was recorded, so nothing can be said of it again. */
  readonly isCut: boolean;
}

/** Why a line of exchanges.jsonl is none, where it is none. */
export function rereadExchange(line: string): RereadExchange | string {
  const json = parseJson(line);
  if (!json.ok) return json.because;
  const [twice] = json.duplicateMembers;
  if (twice !== undefined) return `it names a member twice (${twice})`;
  if (!isRecorded(json.value)) return 'it is no exchange';
  const { response } = json.value;
  return { exchange: reread(json.value), isCut: response !== undefined && isCut(response.text) };
}

/** An exchange of the record with its answer read as JSON once more. */
export function reread({ response, ...rest }: RecordedExchange): Exchange {
  return response === undefined ? rest : { ...rest, response: withJson(response) };
}

function withJson(response: Omit<RecordedResponse, 'json'>): RecordedResponse {
  const { text } = response;
  const json = text === null ? ({ ok: false, because: 'its bytes are no valid UTF-8' } as const) : parseJson(text);
  return { ...response, json };
}

function isCut(text: string | null): boolean {
  return text !== null && keptOfCut(text) !== null;
}

/**
 * Whether something that is judged is not in the record as it was.
 *
 * @param isOurs - the suite sent the request: of what it sent, nothing is judged
 */
export function isInPart(
  { exchange: { origin, request }, isCut: isAnswerCut }: RereadExchange,
  isOurs: boolean,
): boolean {
  if (isOurs) return isAnswerCut;
  const isLost = request.size > 0 && request.text === null && request.base64 === undefined;
  return isAnswerCut || isLost || origin?.isBodyCut === true || isCut(request.text);
}

/** Marks of what a recording takes out. */
const REDACTED =
  /\[redacted:(?:token|secret|signature|signing-key|certificate-key|authorization|cookie|value|env-[a-z0-9-]+)\]/g;
/** Bytes of a byte order mark, which no text has. */
const ORDER_MARK = 3;

/** Whether an answer has the size that it says: where it was cut or redacted, as far as it is there. */
export function hasItsSize({ response }: Exchange): boolean {
  if (response === undefined || response.text === null) return true;
  const { text, size } = response;
  const kept = keptOfCut(text);
  if (kept !== null) return leastBytes(kept) <= size;
  const bytes = Buffer.byteLength(text);
  if (bytes === size || bytes + ORDER_MARK === size) return true;
  return text.search(REDACTED) >= 0 && leastBytes(text) <= size;
}

/** Each mark stands for something. */
function leastBytes(text: string): number {
  return Buffer.byteLength(text.replace(REDACTED, '.'));
}

function isRecorded(value: unknown): value is RecordedExchange {
  if (!isJsonObject(value)) return false;
  const { number, clause, origin, way, walk, operation, request, response, trouble, sentAtMs, receivedAtMs } = value;
  return (
    Number.isSafeInteger(number) &&
    typeof clause === 'string' &&
    (origin === undefined || isOrigin(origin)) &&
    (way === undefined || typeof way === 'string') &&
    (walk === undefined || isWalkMark(walk)) &&
    (operation === null || operation === 'modifyOrder' || operation === 'listOrderableStocks') &&
    isRequest(request) &&
    (response === undefined || isResponse(response)) &&
    (trouble === undefined || (isJsonObject(trouble) && typeof trouble['because'] === 'string')) &&
    typeof sentAtMs === 'number' &&
    typeof receivedAtMs === 'number'
  );
}

function isOrigin(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const { connection, client = 0, task = 0, isBodyCut = true, clockSetByMs = 0 } = value;
  return [connection, client, task, clockSetByMs].every(Number.isSafeInteger) && isBodyCut === true;
}

function isWalkMark(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const { part, number, page, made, isRetry = true, turns = 0 } = value;
  const isMade = made === 'first' || made === 'later' || made === 'again';
  return typeof part === 'string' && [number, page, turns].every(Number.isSafeInteger) && isMade && isRetry === true;
}

function isRequest(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const { method, target, headers, text, base64, size } = value;
  const isWhole = isHeaders(headers) && isText(text) && isBase64(base64) && typeof size === 'number';
  return typeof method === 'string' && typeof target === 'string' && isWhole;
}

function isResponse(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const { status, headers, text, base64, size } = value;
  const isWhole = isHeaders(headers) && isText(text) && isBase64(base64);
  return Number.isSafeInteger(status) && isWhole && typeof size === 'number';
}

function isHeaders(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every((pair) => Array.isArray(pair) && pair.length === 2 && pair.every((one) => typeof one === 'string'))
  );
}

function isBase64(value: unknown): boolean {
  return value === undefined || typeof value === 'string';
}

function isText(value: unknown): boolean {
  return value === null || typeof value === 'string';
}
