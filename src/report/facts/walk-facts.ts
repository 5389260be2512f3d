import { loadCatalogue } from '../../contract/catalogue.js';
import { wholeBeginning } from '../../contract/whole-characters.js';
import { fingerprint } from '../../wire/fingerprint.js';
import { pageOf, type SeenPage } from './page-of.js';
import type { PageWalk, WalkedPage, WalkEnd, WalkFacts } from './run-facts.js';
import type { SeenExchange } from './seen-exchange.js';

/** Walks that wait for their next page at the same time; the one that waits longest makes room. */
const MOST_OPEN = 64;
/** Kinds of walks that are told apart, and those that are reported. */
const MOST_KINDS = 300;
const MOST_REPORTED = 12;
/** First pages of a walk that are kept, and so many in all where there is something odd about them; and the last one. */
const FIRST_PAGES = 40;
const MOST_PAGES = 80;
/** Instruments and keys that are remembered, over all walks that are open. */
const MOST_REMEMBERED = 200_000;
const LONGEST_FILTER = 80;
/** Longer keys are remembered by their digest. */
const LONGEST_KEY = 64;
/** Stands for a key that was not recorded: any key may be it. */
const ANY = '*';

interface OpenWalk {
  readonly filter: string;
  readonly clause: string;
  readonly pages: WalkedPage[];
  readonly instruments: Set<string>;
  readonly keys: Set<string>;
  pageCount: number;
  repeated: number;
  last: SeenPage;
  /** Where its next page is waited for. */
  place: string;
  end: WalkEnd;
  endStatus: number | null;
}

interface Kind extends Omit<PageWalk, 'missing' | 'times'> {
  times: number;
}

/** Links lookups to walks: each later page is asked for with the key of the page before. */
export class WalkGathering {
  private readonly open = new Map<string, OpenWalk[]>();
  private readonly kinds = new Map<string, Kind>();
  /** Most instruments of a complete walk, by filter. */
  private readonly largest = new Map<string, number>();
  /** Clauses of our own that ask for a later page with a credential that is to be refused. */
  private readonly spoiling: ReadonlySet<string>;
  private openCount = 0;
  private remembered = 0;
  private pages = 0;
  private single = 0;
  private dropped = 0;

  /** @param isOurs - the requests are those of our own examinations, some of them spoilt on purpose */
  constructor(isOurs: boolean) {
    const spoiling = loadCatalogue().filter(({ area }) => isOurs && area === 'token');
    this.spoiling = new Set(spoiling.map(({ id }) => id));
  }

  see(seen: SeenExchange): void {
    if (seen.operation !== 'listOrderableStocks') return;
    const page = seen.answer === null ? null : pageOf(seen.answer);
    if (page !== null) this.pages += 1;
    const { key, filter } = askedFor(seen.target);
    const path = `${seen.clause}\n${filter}\n`;
    if (key === '') {
      if (page !== null) this.begin(seen, page, filter, path);
      return;
    }
    const walk = this.waitingFor(path, key);
    if (walk === undefined) return;
    if (page !== null) this.goOn(walk, seen, page, path);
    else if (!this.spoiling.has(seen.clause)) this.breakOff(walk, seen);
  }

  facts(): WalkFacts {
    for (const walks of [...this.open.values()]) for (const walk of [...walks]) this.close(walk);
    const all = [...this.kinds.values()].map((kind) => ({ ...kind, missing: this.missingIn(kind) }));
    const sorted = all.sort((a, b) => oddity(b) - oddity(a) || b.pageCount - a.pageCount || b.times - a.times);
    const left = sorted.slice(MOST_REPORTED).reduce((sum, { times }) => sum + times, 0);
    const { pages, single, dropped } = this;
    return { pages, single, walks: sorted.slice(0, MOST_REPORTED), dropped: dropped + left };
  }

  private begin(seen: SeenExchange, page: SeenPage, filter: string, path: string): void {
    const walk: OpenWalk = {
      ...{ filter, clause: seen.clause, pages: [], instruments: new Set(), keys: new Set() },
      ...{ pageCount: 0, repeated: 0, last: page, place: '', end: 'left', endStatus: null },
    };
    if (this.openCount >= MOST_OPEN) this.closeOldest();
    this.openCount += 1;
    this.goOn(walk, seen, page, path);
  }

  private goOn(walk: OpenWalk, seen: SeenExchange, page: SeenPage, path: string): void {
    this.forget(walk);
    const repeats = this.countRepeats(walk, page);
    const repeatsKey = this.repeatsKey(walk, page);
    walk.pageCount += 1;
    walk.repeated += repeats;
    walk.last = page;
    const { size, isCut } = page;
    const walked = { index: walk.pageCount, exchange: seen.number, size, isCut, repeats, repeatsKey };
    makeRoom(walk.pages);
    walk.pages.push(walked);
    [walk.end, walk.endStatus] = [endAfter(page), null];
    if (walk.end === 'complete' || walk.end === 'no key') this.close(walk);
    else this.wait(walk, `${path}${page.nextKey === undefined ? ANY : (page.nextKey ?? ANY)}`);
  }

  /** The walk stays open: the same key may be asked for again, with better luck. */
  private breakOff(walk: OpenWalk, { reply, answer }: SeenExchange): void {
    walk.end = reply === 'refused' ? 'refused' : 'broken';
    walk.endStatus = answer?.status ?? null;
  }

  private countRepeats(walk: OpenWalk, page: SeenPage): number {
    let repeats = 0;
    for (const code of page.stockCds) {
      if (walk.instruments.has(code)) repeats += 1;
      else if (this.remembered < MOST_REMEMBERED) {
        walk.instruments.add(code);
        this.remembered += 1;
      }
    }
    return repeats;
  }

  private repeatsKey(walk: OpenWalk, { hasNext, nextKey }: SeenPage): boolean {
    if (typeof nextKey !== 'string' || hasNext === false) return false;
    const key = shortened(nextKey);
    if (walk.keys.has(key)) return true;
    if (this.remembered < MOST_REMEMBERED) {
      walk.keys.add(key);
      this.remembered += 1;
    }
    return false;
  }

  private wait(walk: OpenWalk, place: string): void {
    walk.place = place;
    const there = this.open.get(place);
    if (there === undefined) this.open.set(place, [walk]);
    else there.push(walk);
  }

  private waitingFor(path: string, key: string): OpenWalk | undefined {
    return this.open.get(path + key)?.[0] ?? this.open.get(path + ANY)?.[0];
  }

  /** Takes a walk from where it waits. */
  private forget(walk: OpenWalk): void {
    const there = this.open.get(walk.place) ?? [];
    const rest = there.filter((other) => other !== walk);
    if (rest.length > 0) this.open.set(walk.place, rest);
    else this.open.delete(walk.place);
  }

  private closeOldest(): void {
    const [[oldest] = []] = this.open.values();
    if (oldest !== undefined) this.close(oldest);
  }

  private close(walk: OpenWalk): void {
    this.forget(walk);
    this.openCount -= 1;
    this.remembered -= walk.instruments.size + walk.keys.size;
    const { filter, clause, pages, pageCount, repeated, end, endStatus } = walk;
    const instruments = walk.instruments.size;
    if (end === 'complete') this.largest.set(filter, Math.max(this.largest.get(filter) ?? 0, instruments));
    if (pageCount === 1 && repeated === 0 && (end === 'complete' || end === 'left' || end === 'unknown')) {
      this.single += 1;
      return;
    }
    this.keep({ filter, clause, pages, pageCount, instruments, repeated, end, endStatus, times: 1 });
  }

  private keep(walk: Kind): void {
    const { filter, pages, pageCount, instruments, repeated, end, endStatus } = walk;
    const sizes = pages.map(({ size, repeats, repeatsKey }) => [size, repeats, repeatsKey ? 1 : 0]);
    const kind = JSON.stringify([filter, sizes, pageCount, instruments, repeated, end, endStatus]);
    const known = this.kinds.get(kind);
    if (known !== undefined) known.times += 1;
    else if (this.kinds.size < MOST_KINDS) this.kinds.set(kind, walk);
    else this.dropped += 1;
  }

  private missingIn({ filter, instruments, end, pages }: Kind): number {
    const isWhole = end === 'complete' && !pages.some(({ isCut }) => isCut);
    return isWhole ? Math.max(0, (this.largest.get(filter) ?? 0) - instruments) : 0;
  }
}

/** Drops the last page so far, unless it is to be kept. */
function makeRoom(pages: WalkedPage[]): void {
  const last = pages.at(-1);
  if (last === undefined || pages.length <= FIRST_PAGES) return;
  const isOdd = last.repeats > 0 || last.repeatsKey || last.size === 0;
  if (!isOdd || pages.length > MOST_PAGES) pages.pop();
}

function endAfter({ hasNext, nextKey, isCut }: SeenPage): WalkEnd {
  if (hasNext === false) return 'complete';
  if (isCut && (hasNext === undefined || nextKey === undefined)) return 'unknown';
  return nextKey === null ? 'no key' : 'left';
}

/** What is shown first: walks that went wrong, then whole ones. */
function oddity({ end, repeated, missing, pages }: PageWalk): number {
  if (repeated > 0 || end === 'no key' || end === 'refused' || end === 'broken') return 3;
  if (missing > 0 || pages.some(({ repeatsKey, size }) => repeatsKey || size === 0)) return 2;
  return end === 'complete' ? 1 : 0;
}

/** The key and the filter of a lookup; an absent key is the first one, as an empty one is. */
function askedFor(target: string): { readonly key: string; readonly filter: string } {
  const start = target.indexOf('?');
  const query = new URLSearchParams(start < 0 ? '' : target.slice(start + 1));
  const group = query.get('stockGroupCd') ?? 'no group';
  const code = query.get('stockCd') ?? '';
  const filter = code === '' ? group : `${group}, stockCd ${code}`;
  return { key: query.get('nextKey') ?? '', filter: wholeBeginning(filter, LONGEST_FILTER) };
}

function shortened(key: string): string {
  return key.length <= LONGEST_KEY ? key : fingerprint(key);
}
