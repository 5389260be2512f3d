import type { ShownExchange } from '../contract/verdict.js';
import { wholeBeginning } from '../contract/whole-characters.js';
import { dataOf } from '../wire/envelope.js';
import type { Exchange } from '../wire/exchange.js';
import { isJsonObject } from '../wire/json.js';
import { showExchange } from './show-exchange.js';

/** What kind of nextKey a page gave. `number` is no string, yet can be sent. */
export type KeyKind = 'missing' | 'empty' | 'text' | 'number' | 'other';

/** One answer to a lookup that could be read as a page. */
export interface Page {
  readonly hasNext: boolean;
  readonly key: KeyKind;
  /** Records with a stockCd; others are left to the clauses on records. */
  readonly records: readonly Readonly<Record<string, unknown>>[];
  readonly stockCds: readonly string[];
}

/** One page of a walk, without its records. */
export interface WalkPage {
  /** Number of the exchange. */
  readonly exchange: number;
  readonly hasNext: boolean;
  readonly key: KeyKind;
  /** Redacted, cut short; `null` where it is no string. */
  readonly nextKey: string | null;
  readonly stockCds: readonly string[];
  /** It is the page before once more: the same key, and the same instruments. */
  readonly repeatsLast: boolean;
}

/** How a walk came to its end. */
export type WalkEnd =
  | { readonly kind: 'complete' }
  /** Goes on for ever: `because` says what was seen. */
  | { readonly kind: 'endless'; readonly because: string }
  /** A request was answered, but not with a success. `page` counts from 1; `times` in a row, over walks. */
  | { readonly kind: 'refused'; readonly page: number; readonly status: number; readonly times: number }
  /** hasNext was true and there was no key to go on with. */
  | { readonly kind: 'no key' }
  /** It cannot be told how it would have gone on. `passing`: another walk may fare better. */
  | { readonly kind: 'broke off'; readonly because: string; readonly passing: boolean };

/** What the key of a last page led to, where it gave one. */
export interface AfterEnd {
  /** Instruments that the walk did not have. */
  readonly hidden: readonly string[];
  readonly shown: ShownExchange;
}

/** One walk over the pages of a lookup. */
export interface Walk {
  readonly group: string;
  readonly pages: readonly WalkPage[];
  readonly end: WalkEnd;
  /** Every instrument that came, with the stockGroupCd of its first record, in the order in which they came. */
  readonly instruments: ReadonlyMap<string, string>;
  /** Pages worth showing: by index into `pages`; the last answer under -1. */
  readonly shown: ReadonlyMap<number, ShownExchange>;
  readonly repeats: readonly Repeat[];
  readonly foreign: Foreign | null;
  readonly afterEnd: AfterEnd | null;
}

/** An instrument that came a second time. */
export interface Repeat {
  readonly stockCd: string;
  /** Pages on which it came, counted from 1. */
  readonly firstPage: number;
  readonly page: number;
  /** JSON pointers of its stockCd on the page where it came again; of the first one too where that is on the same page. */
  readonly pointers: readonly string[];
  readonly shown: ShownExchange;
}

/** The first record of another group than the one asked for. */
export interface Foreign {
  readonly stockCd: string;
  readonly stockGroupCd: string;
  readonly count: number;
  readonly pointer: string;
  readonly shown: ShownExchange;
}

/** Whether a walk saw all there is to see. */
export function isComplete(walk: Walk): boolean {
  return walk.end.kind === 'complete';
}

/** Why a walk is not complete, in words that follow "unverified: ". */
export function whyIncomplete({ group, end, pages }: Walk): string {
  const walk = `the walk of ${group}`;
  switch (end.kind) {
    case 'complete':
      return `${walk} is complete`;
    case 'endless':
      return `${walk} does not come to an end (PAG-004)`;
    case 'refused':
      return `${walk} broke off: page ${end.page} was answered with status ${end.status}`;
    case 'no key':
      return `${walk} broke off: page ${pages.length} has hasNext true and no nextKey to go on with (LKP-012, PAG-003)`;
    case 'broke off':
      return `${walk} broke off: ${end.because}`;
  }
}

/** Why the instruments of a walk cannot be relied on; `null` where they can. */
export function whyPartial(walk: Walk): string | null {
  return isComplete(walk) ? null : whyIncomplete(walk);
}

/** Reads an answer as a page; words where it is none. Any 2xx will do: which one is not this question. */
export function readPage(exchange: Exchange): Page | string {
  const { response, trouble } = exchange;
  if (response === undefined) return trouble?.because ?? 'no answer came';
  if (response.status < 200 || response.status > 299) return `it was answered with status ${response.status}`;
  const data = dataOf(exchange);
  if (data === null) return 'its answer has no data';
  const { hasNext, nextKey, details } = data;
  if (!Array.isArray(details)) return 'its answer has no details';
  if (typeof hasNext !== 'boolean') return 'its answer has no hasNext that is a boolean';
  const records = details.filter((record) => isJsonObject(record) && typeof record['stockCd'] === 'string');
  return {
    hasNext,
    key: keyKindOf(nextKey),
    records: records as Page['records'],
    stockCds: records.map((record) => (record as { stockCd: string }).stockCd),
  };
}

function keyKindOf(key: unknown): KeyKind {
  if (key === undefined) return 'missing';
  if (typeof key === 'string') return key === '' ? 'empty' : 'text';
  return typeof key === 'number' ? 'number' : 'other';
}

const MOST_REPEATS = 20;
const LONGEST_KEY = 80;
/** The same page so often in a row is a loop; an empty one may be on the way to the next instrument of the filter. */
const LOOP = 3;
const EMPTY_LOOP = 100;
/** So many pages without anything new are a loop, if they are also more than those that had something new. */
const FEWEST_STALE = 10;

/** Takes in the pages of a walk one by one, in memory that is bounded by the number of instruments. */
export class WalkRecorder {
  readonly pages: WalkPage[] = [];
  readonly instruments = new Map<string, string>();
  private readonly group: string;
  private readonly firstPages = new Map<string, number>();
  private readonly shown = new Map<number, ShownExchange>();
  private readonly repeats: Repeat[] = [];
  private foreign: Foreign | null = null;
  private lastKey: unknown = undefined;
  private inARow = 0;
  private fresh = 0;
  private stale = 0;
  private sinceFresh = 0;
  private knownBefore = 0;
  private afterEnd: AfterEnd | null = null;

  constructor(group: string) {
    this.group = group;
  }

  /** @param rawKey - the nextKey as it came, unredacted, only to be compared with the one before */
  add(exchange: Exchange, page: Page, rawKey: unknown): void {
    const before = this.pages.at(-1);
    const repeatsLast = before !== undefined && rawKey === this.lastKey && sameList(before.stockCds, page.stockCds);
    this.inARow = repeatsLast ? this.inARow + 1 : 1;
    this.lastKey = rawKey;
    const { hasNext, key, stockCds } = page;
    this.pages.push({ exchange: exchange.number, hasNext, key, nextKey: shownKey(exchange), stockCds, repeatsLast });
    const index = this.pages.length - 1;
    if (index === 0 || (repeatsLast && this.inARow === 2))
      this.shown.set(index, showExchange(exchange, '/data/nextKey'));
    if (!repeatsLast) this.addRecords(exchange, page);
    this.countFresh(page);
  }

  /** Keeps the last answer, where it is the reason for which the walk ended. */
  addLast(exchange: Exchange, pointer = ''): void {
    this.shown.set(-1, showExchange(exchange, pointer));
  }

  /** What the key of the last page led to. */
  addAfterEnd(exchange: Exchange, page: Page): void {
    const hidden = page.stockCds.filter((stockCd) => !this.instruments.has(stockCd));
    this.afterEnd = { hidden: [...new Set(hidden)], shown: showExchange(exchange) };
  }

  /** Why the walk goes nowhere, where it does. */
  loop(): string | null {
    const last = this.pages.at(-1);
    if (last === undefined) return null;
    const limit = last.stockCds.length === 0 ? EMPTY_LOOP : LOOP;
    if (this.inARow > limit) return `the same page with the same nextKey came ${this.inARow} times in a row`;
    if (this.stale > Math.max(FEWEST_STALE, this.fresh)) {
      return `${this.stale} pages in a row held nothing but instruments that had come before`;
    }
    return null;
  }

  /** Whether, when the walk was cut off, its last half had brought nothing new. */
  get isBarren(): boolean {
    return this.sinceFresh * 2 >= this.pages.length;
  }

  finish(end: WalkEnd): Walk {
    const { group, pages, instruments, shown, repeats, foreign, afterEnd } = this;
    return { group, pages, end, instruments, shown, repeats, foreign, afterEnd };
  }

  private addRecords(exchange: Exchange, { records }: Page): void {
    const page = this.pages.length;
    for (const record of records) {
      const { stockCd, stockGroupCd } = record as { stockCd: string; stockGroupCd: unknown };
      const firstPage = this.firstPages.get(stockCd);
      if (firstPage !== undefined) this.addRepeat(exchange, { stockCd, firstPage, page }, record);
      else {
        this.firstPages.set(stockCd, page);
        this.instruments.set(stockCd, typeof stockGroupCd === 'string' ? stockGroupCd : '');
      }
      if (isForeign(stockGroupCd, this.group)) this.addForeign(exchange, record, stockCd, stockGroupCd);
    }
  }

  private addRepeat(exchange: Exchange, repeat: Omit<Repeat, 'shown' | 'pointers'>, record: unknown): void {
    if (this.repeats.length >= MOST_REPEATS) return;
    const details = dataOf(exchange)?.['details'] as readonly unknown[];
    const first = repeat.firstPage === repeat.page ? details.findIndex((one) => stockCdOf(one) === repeat.stockCd) : -1;
    const pointers = [first, details.indexOf(record)]
      .filter((at) => at >= 0)
      .map((at) => `/data/details/${at}/stockCd`);
    this.repeats.push({ ...repeat, pointers, shown: showExchange(exchange, pointers[0]) });
  }

  private addForeign(exchange: Exchange, record: unknown, stockCd: string, stockGroupCd: string): void {
    if (this.foreign !== null) {
      this.foreign = { ...this.foreign, count: this.foreign.count + 1 };
      return;
    }
    const details = dataOf(exchange)?.['details'] as readonly unknown[];
    const pointer = `/data/details/${details.indexOf(record)}/stockGroupCd`;
    this.foreign = { stockCd, stockGroupCd, count: 1, pointer, shown: showExchange(exchange, pointer) };
  }

  private countFresh({ stockCds }: Page): void {
    const known = this.instruments.size;
    const grew = known > this.knownBefore;
    this.knownBefore = known;
    this.sinceFresh = grew ? 0 : this.sinceFresh + 1;
    if (grew) {
      this.fresh += 1;
      this.stale = 0;
    } else if (stockCds.length > 0) {
      this.stale += 1;
    }
  }
}

function stockCdOf(record: unknown): unknown {
  return isJsonObject(record) ? record['stockCd'] : undefined;
}

function sameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}

function shownKey(exchange: Exchange): string | null {
  const key = dataOf(exchange)?.['nextKey'];
  return typeof key === 'string' ? wholeBeginning(key, LONGEST_KEY) : null;
}

const GROUPS: ReadonlySet<unknown> = new Set(['FOREIGN', 'INDEX', 'COMMODITY', 'CRYPTO']);

/**
 * Whether a record is of another group than the one asked for. Only where both groups are real ones: ALL in a record tells
 * nothing, and unknown codes are left to INS-027.
 */
export function isForeign(stockGroupCd: unknown, asked: string): stockGroupCd is string {
  return GROUPS.has(asked) && GROUPS.has(stockGroupCd) && stockGroupCd !== asked;
}
