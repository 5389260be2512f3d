import type { Answer } from '../contract/verdict.js';
import type { Exchange, RecordedResponse } from '../wire/exchange.js';
import { isJsonObject } from '../wire/json.js';
import { isRefusal } from '../wire/envelope.js';
import { BoundedSet } from './bounded-set.js';
import { RECORD_FIELDS } from './instrument-record.js';
import { skeletonOf } from './value-shape.js';

const ENVELOPE: ReadonlySet<string> = new Set(['status', 'code', 'data']);
const DATA: Readonly<Record<string, ReadonlySet<string>>> = {
  listOrderableStocks: new Set(['hasNext', 'nextKey', 'details', 'sellPrices', 'buyPrices']),
  modifyOrder: new Set(['success']),
};
/** Shapes of refusals, values of one member, names of one kind of header. */
export const MOST_SHAPES = 12;
/** Codes of refusals, unknown members. */
export const MOST_CODES = 60;
const LONGEST_NAME = 60;
/** A name of a header that speaks of a rate limit. */
const RATE_HEADER = /^(x-)?rate-?limit/;
/** Statuses that come and go with the load of a service. */
const PASSING = new Set([429, 503]);

interface Successes {
  readonly status: BoundedSet;
  readonly code: BoundedSet;
  readonly unknown: BoundedSet;
}

/** What envelopes and refusals of the run look like. */
export class ObservedAnswers {
  private readonly successes = new Map<string, Successes>();
  private readonly shapes = new Map<string, Answer>();
  private readonly codes = new BoundedSet(MOST_CODES);
  private readonly statuses = new Map<string, Set<number>>();
  private readonly rateHeaders = new BoundedSet(MOST_SHAPES);
  private answered = false;
  private limited = false;

  /** Takes in one answer to one of the two operations. */
  see(exchange: Exchange, response: RecordedResponse): void {
    this.answered = true;
    this.seeLimits(exchange, response);
    if (response.status === 200) this.seeSuccess(exchange, response);
    if (isRefusal(exchange) || response.status >= 500) this.seeRefusal(exchange, response);
  }

  /** The answer to OPN-022, 035, 036, 037, 038 or 045; `undefined` where nothing was seen. */
  answer(question: string): Answer | undefined {
    switch (question) {
      case 'OPN-022':
        return this.ofSuccesses(({ status, code }) => ({ status: status.sorted(), code: code.sorted() }));
      case 'OPN-035':
        return this.shapes.size === 0 ? undefined : this.sortedShapes();
      case 'OPN-036':
        return this.statuses.size === 0 ? undefined : this.codes.sorted();
      case 'OPN-037':
        return this.statuses.size === 0 ? undefined : this.statusesByClause();
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
        status: new BoundedSet(MOST_SHAPES),
        code: new BoundedSet(MOST_SHAPES),
        unknown: new BoundedSet(MOST_CODES),
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

  private seeRefusal({ clause }: Exchange, { status, json }: RecordedResponse): void {
    if (PASSING.has(status)) return;
    let statuses = this.statuses.get(clause);
    if (statuses === undefined) this.statuses.set(clause, (statuses = new Set()));
    statuses.add(status);
    if (!json.ok) return;
    if (isJsonObject(json.value)) {
      this.seeCode(json.value);
      if (isJsonObject(json.value['error'])) this.seeCode(json.value['error']);
    }
    if (status !== 400 || this.shapes.size >= MOST_SHAPES) return;
    const shape = skeletonOf(json.value);
    this.shapes.set(JSON.stringify(shape), shape);
  }

  private seeCode(body: Readonly<Record<string, unknown>>): void {
    for (const name of ['code', 'errorCode']) {
      const code = body[name];
      if (typeof code === 'number' || typeof code === 'string') this.codes.add(String(code).slice(0, LONGEST_NAME));
    }
  }

  private sortedShapes(): Answer {
    return [...this.shapes].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, shape]) => shape);
  }

  private statusesByClause(): Answer {
    const sorted = [...this.statuses].sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(sorted.map(([clause, statuses]) => [clause, [...statuses].sort((a, b) => a - b)]));
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
