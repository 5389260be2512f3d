import type { OperationId } from '../../contract/clause.js';
import { wholeBeginning } from '../../contract/whole-characters.js';
import { isAccepted, isRefusal } from '../../wire/envelope.js';
import type { Exchange, Headers, RecordedExchange } from '../../wire/exchange.js';
import type { Reply } from './run-facts.js';

/** A recorded exchange whose every member was looked at: a file may hold anything. */
export interface SeenExchange {
  readonly number: number;
  readonly clause: string;
  /** It was made to be refused. */
  readonly isInvalid: boolean;
  /** The service asked to wait before it. */
  readonly isAfterWait: boolean;
  readonly operation: OperationId | null;
  readonly method: string;
  readonly target: string;
  readonly requestHeaders: Headers;
  /** Body as text, as far as it was recorded; empty where there is none, or it is no text. */
  readonly sentText: string;
  /** Body as JSON; `undefined` where it is none. */
  readonly sent: unknown;
  /** `null`: no whole answer. */
  readonly answer: SeenAnswer | null;
  /** Why there is no whole answer, in one word. */
  readonly trouble: string;
  readonly reply: Reply;
  /** `null` where the record has no time that can be one. */
  readonly sentAtMs: number | null;
  readonly receivedAtMs: number | null;
}

/** The answer of a {@link SeenExchange}. */
export interface SeenAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Body as JSON; `undefined` where it is none, or was recorded in part. */
  readonly json: unknown;
  /** Its text is only the beginning of the body. */
  readonly isCut: boolean;
}

const LONGEST_NAME = 80;
const LONGEST_TARGET = 8_192;
const LONGEST_HEADER = 512;
const MOST_HEADERS = 200;
/** What a body is recorded up to, and the words after it. */
const LONGEST_TEXT = 65_600;
/** The largest time that a Date can hold. */
const LAST_MS = 8.64e15;

/** Reads one record; `null` where it is no exchange. */
export function readSeen(record: RecordedExchange): SeenExchange | null {
  const { number, clause, operation, request, response, trouble, sentAtMs, receivedAtMs, expects, waits } =
    membersOf(record);
  if (typeof number !== 'number' || !Number.isSafeInteger(number) || typeof clause !== 'string') return null;
  if (typeof request !== 'object' || request === null) return null;
  const { method, target, headers, text } = membersOf(request);
  const answer = answerOf(response);
  const seen = {
    number,
    clause: wholeBeginning(clause, LONGEST_NAME),
    isInvalid: expects === 'refusal',
    isAfterWait: typeof waits === 'number' && waits > 0,
    operation: operation === 'modifyOrder' || operation === 'listOrderableStocks' ? operation : null,
    method: typeof method === 'string' ? wholeBeginning(method, LONGEST_NAME) : '',
    target: typeof target === 'string' ? wholeBeginning(target, LONGEST_TARGET) : '',
    requestHeaders: headersOf(headers),
    sentText: typeof text === 'string' ? wholeBeginning(text, LONGEST_TEXT) : '',
    sent: parsed(text),
    answer,
    trouble: wordOf(membersOf(trouble)['kind']),
    sentAtMs: timeOf(sentAtMs),
    receivedAtMs: timeOf(receivedAtMs),
  } as const;
  return { ...seen, reply: replyOf(seen.operation, answer) };
}

/** Reads what was sent and answered only where it is told apart: a lookup's answer may lack instruments and still be one. */
function replyOf(operation: OperationId | null, answer: SeenAnswer | null): Reply {
  if (answer === null || answer.status >= 500 || answer.status === 429) return 'unclear';
  if (operation !== 'modifyOrder') return answer.status >= 200 && answer.status < 300 ? 'accepted' : 'refused';
  const exchange = {
    operation,
    response: { ...answer, json: { ok: true, value: answer.json } },
  } as unknown as Exchange;
  if (isAccepted(exchange)) return 'accepted';
  return isRefusal(exchange) ? 'refused' : 'unclear';
}

function answerOf(response: unknown): SeenAnswer | null {
  const { status, headers, text } = membersOf(response);
  if (typeof status !== 'number' || !Number.isInteger(status) || status < 100 || status > 999) return null;
  const kept = typeof text === 'string' ? wholeBeginning(text, LONGEST_TEXT) : '';
  // What was cut is no JSON; to find that out by parsing costs most where nesting is deepest.
  const isCut = /(?:\[cut\]|cut: \d+ bytes)$/.test(kept.slice(-40));
  const json = isCut ? undefined : parsed(kept);
  return { status, headers: headersOf(headers), text: kept, json, isCut };
}

function headersOf(headers: unknown): Headers {
  if (!Array.isArray(headers)) return [];
  return (headers as unknown[]).slice(0, MOST_HEADERS).flatMap((pair): Headers => {
    const [name, value] = Array.isArray(pair) ? (pair as unknown[]) : [];
    if (typeof name !== 'string' || typeof value !== 'string') return [];
    return [[wholeBeginning(name, LONGEST_NAME), wholeBeginning(value, LONGEST_HEADER)]];
  });
}

function parsed(text: unknown): unknown {
  if (typeof text !== 'string' || text === '' || text.length > LONGEST_TEXT) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function timeOf(value: unknown): number | null {
  return typeof value === 'number' && value >= 0 && value <= LAST_MS ? value : null;
}

function wordOf(value: unknown): string {
  return typeof value === 'string' && /^[a-z]{1,20}$/.test(value) ? value : 'unknown';
}

/** The members of an object; none of anything else. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
