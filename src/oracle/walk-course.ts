import type { Exchange } from '../wire/exchange.js';
import { readPage, WalkRecorder, type Page, type Walk, type WalkEnd } from './walk.js';

/** How many pages a walk may have. */
export interface WalkLimit {
  readonly pages: number;
  /** It was set for this service, so that a walk with more pages has no end. */
  readonly isMeant: boolean;
}

/** Set where a profile says nothing; it may be too low for a long catalogue. */
const DEFAULT_PAGES = 1000;

/** @param maxPages - `limits.maxPages` of the profile */
export function walkLimit(maxPages: number | undefined): WalkLimit {
  return { pages: maxPages ?? DEFAULT_PAGES, isMeant: maxPages !== undefined };
}

/** Tells, answer by answer, how a walk goes on: the same when it is made as when it is read again from a record. */
export class WalkCourse {
  private readonly recorder: WalkRecorder;
  private readonly limit: WalkLimit;
  private end: WalkEnd | null = null;
  private key: string | null = '';

  constructor(group: string, limit: WalkLimit) {
    this.recorder = new WalkRecorder(group);
    this.limit = limit;
  }

  /** The nextKey of the lookup that is to come: empty for the first; `null`: the walk has come to its end. */
  get next(): string | null {
    return this.key;
  }

  /** The walk, once it has come to its end. One that has not was broken off from outside. */
  get walk(): Walk {
    return this.recorder.finish(this.end ?? { kind: 'broke off', because: 'it was not gone on with', passing: true });
  }

  /**
   * Takes the answer to the lookup that was to come.
   *
   * @param keyOf - reads the nextKey as it came, unredacted where it can be had
   * @returns the page that it is of the walk; `null` where it is none
   */
  take(exchange: Exchange, keyOf: (exchange: Exchange) => unknown): Page | null {
    const { recorder } = this;
    const page = readPage(exchange);
    if (this.end !== null) {
      this.key = null;
      if (typeof page !== 'string') recorder.addAfterEnd(exchange, page);
      return null;
    }
    const number = recorder.pages.length + 1;
    if (typeof page === 'string') {
      recorder.addLast(exchange);
      this.finish(endOf(exchange, number, page));
      return null;
    }
    const rawKey = keyOf(exchange);
    recorder.add(exchange, page, rawKey);
    const next = sendableKey(rawKey);
    if (page.hasNext) this.goOn(exchange, next);
    else {
      // A key on the last page must lead to nothing new. It is tried at once, while the service's place is still there.
      this.end = { kind: 'complete' };
      this.key = next;
    }
    return page;
  }

  private goOn(exchange: Exchange, next: string | null): void {
    const { recorder, limit } = this;
    const loop = recorder.loop();
    const isAtLimit = recorder.pages.length === limit.pages;
    if (loop !== null || next === null || isAtLimit) recorder.addLast(exchange, '/data/nextKey');
    if (loop !== null) this.finish({ kind: 'endless', because: loop });
    else if (next === null) this.finish({ kind: 'no key' });
    else if (isAtLimit) this.finish(this.endAtLimit());
    else this.key = next;
  }

  private finish(end: WalkEnd): void {
    this.end = end;
    this.key = null;
  }

  private endAtLimit(): WalkEnd {
    const because = `it had not come to an end after ${this.limit.pages} pages`;
    if (this.recorder.isBarren)
      return { kind: 'endless', because: `${because}, the last half of them without anything new` };
    if (this.limit.isMeant) return { kind: 'endless', because };
    return {
      kind: 'broke off',
      because: `${because}, while new instruments kept coming: raise limits.maxPages`,
      passing: false,
    };
  }
}

/** Whether a walk is to be made once more, since it broke off by an accident, or perhaps. */
export function isWorthAnother({ end }: Walk): boolean {
  return end.kind === 'broke off' ? end.passing : end.kind === 'refused' && end.page > 1;
}

/** What two walks come to of which the second was made since the first was worth another. */
export function joinTries({ end }: Walk, second: Walk): Walk {
  if (end.kind !== 'refused' || second.end.kind !== 'refused' || second.end.page === 1) return second;
  return { ...second, end: { ...second.end, times: 2 } };
}

/** How a lookup ended that is no page. @param because - what it was instead */
export function endOf({ response, trouble }: Exchange, page: number, because: string): WalkEnd {
  const status = response?.status;
  if (status !== undefined && (status < 200 || status > 299)) return { kind: 'refused', page, status, times: 1 };
  return { kind: 'broke off', because: `page ${page}: ${because}`, passing: trouble !== undefined };
}

/** A key as it is sent; a number is no string, which LKP-012 says, but it can be sent back. */
export function sendableKey(key: unknown): string | null {
  if (typeof key === 'number') return String(key);
  return typeof key === 'string' && key !== '' ? key : null;
}
