import { fingerprint } from '../../wire/fingerprint.js';
import { headerValue } from '../../wire/headers.js';
import type { LookupQuery } from './lookup-conduct.js';
import { hashText, type LookupPage } from './lookup-page.js';
import { isSameFilter, LookupWalk } from './lookup-walk.js';
import { readingsOf } from './request-query.js';
import type { Sight } from './sight.js';

/** Walks that are remembered. */
const MOST_WALKS = 512;
/** After so long, in milliseconds, nobody goes on with a walk. */
const LONGEST_PAUSE_MS = 10 * 60_000;

/** One lookup with its answer, and by what the walk is told that it belongs to. */
export interface Lookup {
  readonly sight: Sight;
  readonly query: LookupQuery;
  readonly page: LookupPage;
  /** Bytes of its nextKey, one character each; empty where there is none. */
  readonly key: string;
  /** What the service may have read for it. */
  readonly readings: readonly string[];
  readonly keyHash: number;
  /** What tells clients apart that do not share a token: a fingerprint of Authorization. */
  readonly client: string;
}

type IsWalk = (walk: LookupWalk) => boolean;

/** Makes a lookup of what was seen. */
export function lookupOf(sight: Sight, query: LookupQuery, page: LookupPage): Lookup {
  const key = query.nextKey?.bytes ?? '';
  const authorization = headerValue(sight.passage.request.headers, 'authorization') ?? '';
  return {
    ...{ sight, query, page, key },
    readings: query.nextKey === null ? [''] : readingsOf(query.nextKey),
    keyHash: hashText(key),
    client: fingerprint(authorization),
  };
}

/** The walks of all clients, in bounded memory. */
export class KnownWalks {
  private readonly walks: LookupWalk[] = [];
  /** When the last one was answered that was forgotten before its end. */
  private forgottenAtMs = -Infinity;

  /**
   * The likeliest walk that a lookup may belong to, whoever made it, since a token may be renewed on the way: one of the
   * same connection, otherwise one with the same token, otherwise any; the latest of them.
   */
  find({ query, client, sight }: Lookup, isIt: IsWalk): LookupWalk | undefined {
    const { connection } = sight.passage;
    const found = this.walks.filter((walk) => isSameFilter(walk.filter, query) && isIt(walk));
    return (
      found.findLast((walk) => walk.connection === connection && walk.client === client) ??
      found.findLast((walk) => walk.connection === connection || walk.client === client) ??
      found.at(-1)
    );
  }

  /** The latest walk with the token of a lookup: it is blamed for nothing that another client's walk was given. */
  own({ query, client }: Lookup, isIt: IsWalk = () => true): LookupWalk | undefined {
    return this.walks.findLast((walk) => walk.client === client && isSameFilter(walk.filter, query) && isIt(walk));
  }

  /** The same with any filter. */
  ownElsewhere({ client }: Lookup, isIt: IsWalk): LookupWalk | undefined {
    return this.walks.findLast((walk) => walk.client === client && isIt(walk));
  }

  /** Whether a lookup may go on with a walk that was forgotten, so that it is not known where its key comes from. */
  mayHaveForgotten({ sight }: Lookup): boolean {
    return sight.passage.arrivedAtMs - this.forgottenAtMs <= LONGEST_PAUSE_MS;
  }

  /** @returns the new walk, and the one that was forgotten for it */
  add({ query, client, key }: Lookup): { readonly walk: LookupWalk; readonly forgotten: LookupWalk | null } {
    for (const walk of this.walks) {
      if (walk.client === client && isSameFilter(walk.filter, query)) walk.isSuperseded = true;
    }
    const forgotten = this.walks.length < MOST_WALKS ? null : this.forgetOne();
    const walk = new LookupWalk({ stockGroupCd: query.stockGroupCd, stockCd: query.stockCd }, client);
    walk.sentKey = key;
    this.walks.push(walk);
    return { walk, forgotten };
  }

  remove(walk: LookupWalk): void {
    this.walks.splice(this.walks.indexOf(walk), 1);
  }

  /** All that are left, which are then forgotten. */
  takeAll(): readonly LookupWalk[] {
    return this.walks.splice(0);
  }

  /** The oldest that is over; where none is, the oldest that another one followed, and otherwise the oldest. */
  private forgetOne(): LookupWalk | null {
    const over = this.walks.findIndex(({ state }) => state === 'ended');
    const followed = over >= 0 ? over : this.walks.findIndex(({ isSuperseded }) => isSuperseded);
    const [forgotten = null] = this.walks.splice(Math.max(followed, 0), 1);
    if (forgotten !== null && forgotten.state !== 'ended') {
      this.forgottenAtMs = Math.max(this.forgottenAtMs, forgotten.answeredAtMs);
    }
    return forgotten;
  }
}
