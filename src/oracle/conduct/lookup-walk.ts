import type { ShownExchange } from '../../contract/verdict.js';
import { showExchange } from '../show-exchange.js';
import { hashText, type LookupPage } from './lookup-page.js';
import type { Sight } from './sight.js';

/** What a walk asks for. */
export interface Filter {
  readonly stockGroupCd: string | null;
  readonly stockCd: string | null;
}

/** Where a walk stands after its last answer. */
export type WalkState =
  /** No page has come yet. */
  | 'begun'
  /** There are more pages, and `key` leads on; empty where none was given. */
  | 'open'
  /** It was the last page; `key` is what it gave, however. */
  | 'ended'
  /** Its answer could not be read here. */
  | 'unknown';

/** Keys of a walk that are remembered, as hashes. */
const MOST_KEYS = 64;

/** One walk of a client over the pages of a lookup. */
export class LookupWalk {
  readonly filter: Filter;
  /** Whose last lookup it was: a fingerprint of what it sent as Authorization. */
  client: string;
  state: WalkState = 'begun';
  /** Of the last page. Bytes, one character each. */
  key = '';
  shownKey = '';
  /** Of the last lookup. */
  sentKey = '';
  /** How often the last lookup came again though it had been answered. */
  repeats = 0;
  pages = 0;
  /** How often the same page came in a row, with the same key. */
  alike = 0;
  /** The last lookup failed: what the client does next is up to it. */
  isFailing = false;
  /** Another one with the same filter began after it. */
  isSuperseded = false;
  /** It went on after its last page. */
  wentOn = false;
  /** Of its last lookup. */
  arrivedAtMs = 0;
  answeredAtMs = 0;
  /** That brought the last answer. */
  connection = 0;
  shown: ShownExchange | null = null;
  private readonly keys = new Set<number>();
  private isStuck = false;
  private page = 0;

  constructor(filter: Filter, client: string) {
    this.filter = filter;
    this.client = client;
  }

  /** Whether there is a page to go on to: a key that is no older one. */
  get leadsOn(): boolean {
    return this.state === 'open' && this.key !== '' && !this.isStuck;
  }

  /** Whether a page said that there are more, and gave nothing to go on with. */
  get isKeyless(): boolean {
    return this.state === 'open' && this.key === '';
  }

  /** Whether a key is one of an earlier answer. */
  knew(keyHash: number): boolean {
    return this.keys.has(keyHash);
  }

  /** Takes in the answer to its last lookup. */
  take({ passage, exchange }: Sight, page: LookupPage): void {
    this.isFailing = page.kind === 'failed';
    this.arrivedAtMs = Math.max(this.arrivedAtMs, passage.arrivedAtMs);
    this.answeredAtMs = passage.answeredAtMs;
    this.connection = passage.connection;
    if (page.kind === 'failed') return;
    if (page.kind === 'unknown') {
      this.state = 'unknown';
      return;
    }
    const hash = hashText(page.key);
    const same = hashText(`${page.instruments} ${page.key}`);
    this.alike = this.pages > 0 && same === this.page ? this.alike + 1 : 1;
    this.page = same;
    this.pages += 1;
    // A lookup that came again, since its answer was lost, gives the same key once more.
    const isSameAgain = this.repeats > 0 && page.key === this.key;
    this.isStuck = page.key === this.sentKey || (!isSameAgain && this.knew(hash));
    this.state = page.hasNext ? 'open' : 'ended';
    this.key = page.key;
    this.shownKey = page.shownKey;
    if (this.keys.size < MOST_KEYS) this.keys.add(hash);
    this.shown = this.leadsOn ? showExchange(exchange, '/data/hasNext') : null;
  }
}

/** Whether two lookups ask for the same; what an empty stockCd means beside none is not shown. */
export function isSameFilter(one: Filter, other: Filter): boolean {
  return one.stockGroupCd === other.stockGroupCd && (one.stockCd ?? '') === (other.stockCd ?? '');
}
