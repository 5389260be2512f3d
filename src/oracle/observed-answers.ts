import type { Answer } from '../contract/verdict.js';
import type { Exchange, RecordedResponse } from '../wire/exchange.js';
import { isJsonObject } from '../wire/json.js';
import { BoundedSet } from './bounded-set.js';
import { RECORD_FIELDS } from './instrument-record.js';

const ENVELOPE: ReadonlySet<string> = new Set(['status', 'code', 'data']);
const DATA: Readonly<Record<string, ReadonlySet<string>>> = {
  listOrderableStocks: new Set(['hasNext', 'nextKey', 'details', 'sellPrices', 'buyPrices']),
  modifyOrder: new Set(['success']),
};
/** Values of one member, names of one kind of header. */
export const MOST_WORDS = 12;
/** Unknown members of one operation. */
export const MOST_UNKNOWN = 60;
const LONGEST_NAME = 60;
/** A name of a header that speaks of a rate limit. */
const RATE_HEADER = /^(x-)?rate-?limit/;

interface Successes {
  readonly status: BoundedSet;
  readonly code: BoundedSet;
  readonly unknown: BoundedSet;
}

/** What envelopes and headers of the run look like. */
export class ObservedAnswers {
  private readonly successes = new Map<string, Successes>();
  private readonly rateHeaders = new BoundedSet(MOST_WORDS);
  private answered = false;
  private limited = false;

  /** Takes in one answer to one of the two operations. */
  see(exchange: Exchange, response: RecordedResponse): void {
    this.answered = true;
    this.seeLimits(exchange, response);
    if (response.status === 200) this.seeSuccess(exchange, response);
  }

  /** The answer to OPN-022, 038 or 045; `undefined` where nothing was seen. */
  answer(question: string): Answer | undefined {
    switch (question) {
      case 'OPN-022':
        return this.ofSuccesses(({ status, code }) => ({ status: status.sorted(), code: code.sorted() }));
      case 'OPN-038':
        if (!this.answered) return undefined;
        return { askedToWait: this.limited, headers: this.rateHeaders.sorted() };
      case 'OPN-045':
        return this.ofSuccesses(({ unknown }) => unknown.sorted());
      default:
        return undefined;
    }
  }

  private seeLimits({ waits }: Exchange, { status, headers }: RecordedResponse): void {
    if (waits > 0 || status === 429) this.limited = true;
    for (const [name] of headers) {
      if (RATE_HEADER.test(name)) this.rateHeaders.add(name);
    }
  }

  private seeSuccess(exchange: Exchange, { json }: RecordedResponse): void {
    const { operation } = exchange;
    if (operation === null || !json.ok || !isJsonObject(json.value)) return;
    let seen = this.successes.get(operation);
    if (seen === undefined) {
      seen = {
        status: new BoundedSet(MOST_WORDS),
        code: new BoundedSet(MOST_WORDS),
        unknown: new BoundedSet(MOST_UNKNOWN),
      };
      this.successes.set(operation, seen);
    }
    const { status, code, data } = json.value;
    if (typeof status === 'string') seen.status.add(status.slice(0, LONGEST_NAME));
    if (typeof code === 'number') seen.code.add(String(code));
    addUnknown(seen.unknown, '', json.value, ENVELOPE);
    if (!isJsonObject(data)) return;
    addUnknown(seen.unknown, '/data', data, DATA[operation] ?? ENVELOPE);
    const { details } = data;
    if (operation !== 'listOrderableStocks' || !Array.isArray(details)) return;
    for (const record of details) {
      if (isJsonObject(record)) addUnknown(seen.unknown, '/data/details/*', record, RECORD_FIELDS);
    }
  }

  private ofSuccesses(tell: (seen: Successes) => Answer): Answer | undefined {
    if (this.successes.size === 0) return undefined;
    const sorted = [...this.successes].sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(sorted.map(([operation, seen]) => [operation, tell(seen)]));
  }
}

function addUnknown(
  found: BoundedSet,
  place: string,
  value: Readonly<Record<string, unknown>>,
  known: ReadonlySet<string>,
): void {
  for (const name in value) {
    if (!known.has(name)) found.add(`${place}/${name.slice(0, LONGEST_NAME)}`);
  }
}
