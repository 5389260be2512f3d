import { DOES_NOT_APPLY } from '../../contract/verdict-reasons.js';
import { inapplicable, type Answer } from '../../contract/verdict.js';
import { isAccepted, isUnknown } from '../../wire/envelope.js';
import type { Exchange } from '../../wire/exchange.js';
import { fingerprint } from '../../wire/fingerprint.js';
import { headerValue } from '../../wire/headers.js';
import { NONCE_HEADER } from '../../wire/signature-template.js';
import { BoundedSet } from '../bounded-set.js';
import { searchable } from './secrecy.js';
import { rule, type Sight } from './sight.js';

/** Requests that are remembered, and the largest body of one. */
const MOST_REQUESTS = 4_096;
const LARGEST = 16 * 1024;
/** From when on a modify that comes again is another one in time, in milliseconds. */
const APART_MS = 2_000;

interface Sent {
  readonly timestamp: string | null;
  readonly nonce: string | null;
  /** When it first came with that timestamp. */
  readonly sinceMs: number;
  /** What it was answered with, where that was no success. */
  readonly failure: string | null;
  /** Its answer did not come, so that it is not known what came of it. */
  readonly isUnanswered: boolean;
}

/** Watches for requests that come again. */
export class Resends {
  private readonly sent = new Map<string, Sent>();
  private readonly after = new BoundedSet(30);
  private hasFailed = false;

  /** @clause CLI-041, CLI-044 */
  see(sight: Sight): void {
    const { request, arrivedAtMs, isBodyCut } = sight.passage;
    const body = searchable(request.body);
    if (isBodyCut || body.length + request.target.length > LARGEST) return;
    const isModify = sight.exchange.operation === 'modifyOrder';
    // Several clients may look up the same, and only one has an order, whatever its token.
    const client = isModify ? '' : (headerValue(request.headers, 'authorization') ?? '');
    const key = fingerprint(`${request.method} ${request.target}\n${client}\n${body}`);
    const before = this.sent.get(key);
    const timestamp = headerValue(request.headers, 'x-timestamp') ?? null;
    const nonce = headerValue(request.headers, NONCE_HEADER.toLowerCase()) ?? null;
    const isSameTime = before !== undefined && before.timestamp === timestamp;
    if (before?.failure != null) this.after.add(before.failure);
    if (before !== undefined && timestamp !== null && isModify) {
      judgeTime(sight, isSameTime, arrivedAtMs - before.sinceMs);
      const isSame = isSameTime && before.nonce === nonce;
      if (isSame && before.isUnanswered && sight.facts.task === null) reportBlind(sight);
    }
    const failure = failureOf(sight.exchange);
    this.hasFailed ||= failure !== null;
    const sinceMs = isSameTime ? before.sinceMs : arrivedAtMs;
    this.remember(key, { timestamp, nonce, sinceMs, failure, isUnanswered: isUnanswered(sight.exchange) });
  }

  /** After which answers a request came again; `undefined` where all were successes. */
  answer(): Answer | undefined {
    return this.hasFailed ? this.after.sorted() : undefined;
  }

  private remember(key: string, sent: Sent): void {
    this.sent.delete(key);
    this.sent.set(key, sent);
    const [oldest] = this.sent.keys();
    if (this.sent.size > MOST_REQUESTS && oldest !== undefined) this.sent.delete(oldest);
  }
}

/** Within a moment, the same timestamp is the right one. */
function judgeTime(sight: Sight, isSameTime: boolean, sinceMs: number): void {
  if (isSameTime && sinceMs <= APART_MS) {
    sight.report('CLI-041', inapplicable(DOES_NOT_APPLY.resentAtOnce));
    return;
  }
  const breach = {
    cause: 'a modify is sent again with the timestamp of the first time',
    at: 'request header X-Timestamp',
    expected: 'the time of this moment, and a signature over it',
    actual: `the time of ${Math.round(sinceMs / 1000)} s ago`,
  };
  rule(sight, 'CLI-041', isSameTime ? breach : null);
}

/** Without a task, only one that was not made anew is known to be no new decision of the client's user. */
function reportBlind(sight: Sight): void {
  rule(sight, 'CLI-044', {
    cause: 'a modify whose answer did not come is sent again',
    at: 'request',
    expected: 'no further modify before it is known what came of the first one',
    actual: 'the same modify again, with the same X-Timestamp',
  });
}

/** An answer that is too large to be kept did come. */
function isUnanswered(exchange: Exchange): boolean {
  return isUnknown(exchange) && exchange.trouble?.kind !== 'oversize';
}

function failureOf(exchange: Exchange): string | null {
  const { response, trouble, operation } = exchange;
  if (response === undefined) return trouble?.kind ?? 'no answer';
  if (response.status < 200 || response.status > 299) return `status ${response.status}`;
  return operation === 'modifyOrder' && !isAccepted(exchange) ? `status ${response.status} without success` : null;
}
