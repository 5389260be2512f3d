import { broken, pass, unverified } from '../../contract/verdict.js';
import { describeValue } from '../describe-value.js';
import type { ClientFacts } from './client-facts.js';
import { KnownWalks, lookupOf, type Lookup } from './known-walks.js';
import { shownParameter, type LookupQuery } from './lookup-conduct.js';
import { lookupPageOf } from './lookup-page.js';
import { isSameFilter, type LookupWalk } from './lookup-walk.js';
import { NamedWalk } from './named-walk.js';
import { demand, rule, type ReportConduct, type Sight } from './sight.js';
import { explainKey } from './wrong-key.js';

/** How often the same page may come in a row until a client that asks on goes round in circles. */
const MOST_ALIKE = 50;
/** From here on, a client that stops has given up a walk that leads nowhere. */
const FEWEST_ALIKE = 3;
/** How often in a row the answer to a lookup may have been lost on its way. */
const MOST_LOST = 5;
/** How long a client may take for its next lookup, in milliseconds, before it has left a walk. */
const PATIENCE_MS = 5_000;
/** Without a task, a lookup that comes so soon after a page without a key goes on from it, in milliseconds. */
const AT_ONCE_MS = 1_000;

const AT = 'request query nextKey';
const BEFORE = 'a walk may have begun before the client was watched';
const BACK = 'without a task it is not known whether a client begins anew or goes back to a page';
const REFRESHED =
  'without a task it is not known whether a client asks for its last page again or for a further one: both have its key';
const FORGOTTEN = 'more walks went on at a time than are remembered';
const LEFT = 'a walk was left while hasNext was true; without a task it is not known whether it was meant to be whole';

/** Judges how clients walk over pages, in bounded memory. Several walks may go on at a time, of several clients. */
export class WalkJudge {
  private readonly walks = new KnownWalks();
  private readonly named = new NamedWalk();
  private lastSeenMs = 0;

  /** @clause CLI-021, CLI-022, CLI-023, CLI-024, CLI-026, CLI-028 */
  see(sight: Sight, query: LookupQuery): void {
    this.lastSeenMs = Math.max(this.lastSeenMs, sight.passage.answeredAtMs);
    const lookup = lookupOf(sight, query, lookupPageOf(sight));
    const walk = lookup.key === '' ? this.begin(lookup) : this.goOn(lookup);
    walk.client = lookup.client;
    walk.take(sight, lookup.page);
    if (walk.state === 'begun') this.walks.remove(walk);
    else if (walk.alike === MOST_ALIKE && walk.state === 'open') reportCircle(sight);
  }

  /**
   * Settles what only the end shows.
   *
   * @param untilMs - until when the client was watched, if not just until its last lookup
   * @clause CLI-025, CLI-026, CLI-027, CLI-028
   */
  end(report: ReportConduct, isMeant: (walk: LookupWalk) => boolean, untilMs = this.lastSeenMs): void {
    this.named.end(report);
    for (const walk of this.walks.takeAll()) {
      const end = isMeant(walk) ? 'meant' : untilMs - walk.answeredAtMs > PATIENCE_MS ? 'left' : 'unwatched';
      settle(walk, report, end);
    }
  }

  private begin(lookup: Lookup): LookupWalk {
    const { sight, query } = lookup;
    // Where a page says that there are more, and gives an empty key or none, this is how to go on.
    const keyless = this.walks.own(lookup, (walk) => walk.isKeyless && isGoneOnWith(walk, sight));
    if (keyless !== undefined) return proceedUnseen(keyless, lookup);
    rule(sight, 'CLI-021', null);
    demand(sight, 'CLI-022', query.nextKey !== null, {
      cause: 'the first lookup of a walk has no nextKey',
      at: AT,
      expected: 'an empty nextKey',
      actual: 'missing',
    });
    return this.add(lookup);
  }

  private add(lookup: Lookup): LookupWalk {
    const { arrivedAtMs } = lookup.sight.passage;
    // Its answer came late: the client has gone on meanwhile, or another one has begun.
    const isOvertaken = this.walks.own(lookup, (walk) => walk.arrivedAtMs > arrivedAtMs) !== undefined;
    this.named.see(lookup.sight, lookup.query);
    const { walk, forgotten } = this.walks.add(lookup);
    if (forgotten !== null) settle(forgotten, lookup.sight.report, 'unwatched');
    walk.isSuperseded = isOvertaken;
    return walk;
  }

  /** A lookup with a nextKey: it belongs to the walk whose last answer gave it, otherwise to the likeliest one. */
  private goOn(lookup: Lookup): LookupWalk {
    const { sight, readings, keyHash } = lookup;
    const gave = (walk: LookupWalk): boolean => walk.key !== '' && readings.includes(walk.key);
    const next = this.walks.find(lookup, (walk) => walk.state === 'open' && gave(walk));
    if (next !== undefined) return proceed(sight, next);
    const again = this.sentBefore(lookup);
    if (again !== undefined && isLastPageAgain(sight, again)) {
      sight.report('CLI-026', unverified(REFRESHED));
      return proceedUnseen(again, lookup);
    }
    if (again !== undefined && isExcused(sight, again)) return again;
    const isLate = ({ arrivedAtMs }: LookupWalk): boolean => arrivedAtMs > sight.passage.arrivedAtMs;
    if (this.walks.own(lookup, (walk) => walk.knew(keyHash) && isLate(walk)) !== undefined) return this.add(lookup);
    const over = this.walks.own(lookup, (walk) => walk.state === 'ended' && gave(walk));
    if (over !== undefined) return proceedAfterEnd(sight, over);
    return this.excused(lookup) ?? this.blame(lookup);
  }

  /** The walk whose last lookup had this key: the latest one of this client, or any that is not at its end. */
  private sentBefore(lookup: Lookup): LookupWalk | undefined {
    const latest = this.walks.own(lookup);
    return this.walks.find(
      lookup,
      (walk) => (walk === latest || walk.state !== 'ended') && lookup.readings.includes(walk.sentKey),
    );
  }

  /** The walk that a lookup goes on with though its last answer did not give this key, where no client is to blame. */
  private excused(lookup: Lookup): LookupWalk | undefined {
    const { sight, keyHash } = lookup;
    const isGiven = (walk: LookupWalk): boolean => wasGiven(walk, lookup.key, keyHash);
    // Of a client without a task it is not known why it looks at a page once more: a user may have gone back.
    const back = this.walks.find(lookup, isGiven);
    if (back !== undefined && sight.facts.task === null) {
      if (back.state === 'ended') sight.report('CLI-021', unverified(BACK));
      return proceedUnseen(back, lookup);
    }
    const open = this.walks.own(lookup, ({ state }) => state === 'open');
    // A page that says that there are more, and does not say where, leaves a client no right key.
    if (open?.isKeyless === true) return proceedUnseen(open, lookup);
    if (open !== undefined) return undefined;
    const unknown = this.walks.find(lookup, ({ state }) => state === 'unknown');
    return unknown === undefined ? undefined : proceedUnseen(unknown, lookup);
  }

  private blame(lookup: Lookup): LookupWalk {
    const { sight, readings, keyHash, key } = lookup;
    if (this.walks.mayHaveForgotten(lookup)) {
      sight.report('CLI-023', unverified(FORGOTTEN));
      return this.add(lookup);
    }
    const open = this.walks.own(lookup, ({ state }) => state === 'open');
    if (open !== undefined) return proceedWrongly(lookup, open);
    const elsewhere = this.walks.ownElsewhere(
      lookup,
      (walk) => walk.state === 'open' && walk.key !== '' && readings.includes(walk.key),
    );
    if (elsewhere !== undefined) return proceedElsewhere(sight, elsewhere);
    const ended = this.walks.own(lookup, ({ state }) => state === 'ended');
    if (ended !== undefined && !wasGiven(ended, key, keyHash)) return proceedAfterEnd(sight, ended);
    return this.beginWrongly(lookup);
  }

  private beginWrongly(lookup: Lookup): LookupWalk {
    const { sight, page } = lookup;
    const isNew = this.walks.own(lookup) === undefined;
    if (isNew && sight.facts.task === null && (page.kind !== 'failed' || !isRefused(sight))) {
      sight.report('CLI-021', unverified(BEFORE));
    } else {
      rule(sight, 'CLI-021', {
        cause: 'the first lookup of a walk has a nextKey',
        at: AT,
        expected: 'an empty nextKey',
        actual: shownParameter(sight, 'nextKey'),
      });
    }
    return this.add(lookup);
  }
}

/** Whether a task named this walk, so that all of it was asked for. */
export function isNamed({ filter }: LookupWalk, { task }: ClientFacts): boolean {
  return task?.task === 'list-instruments' && isSameFilter(filter, task);
}

function isGoneOnWith(walk: LookupWalk, { facts, passage }: Sight): boolean {
  return facts.task !== null || passage.arrivedAtMs - walk.answeredAtMs <= AT_ONCE_MS;
}

/** Whether it was the request that was refused: a token that expired, or a service that is busy, says nothing of a key. */
const isRefused = ({ passage }: Sight): boolean => passage.response?.status === 400;

const wasGiven = (walk: LookupWalk, key: string, keyHash: number): boolean =>
  walk.sentKey === key || walk.knew(keyHash);

/**
 * Whether the lookup of a last page that gave its own key comes again. With a task there is nothing to look at again, so that
 * it goes on by that key.
 */
function isLastPageAgain({ facts }: Sight, { state, key, sentKey }: LookupWalk): boolean {
  return facts.task === null && state === 'ended' && key !== '' && key === sentKey;
}

/**
 * Whether a lookup may come again: because it failed, or because its answer was lost on its way, a few times in a row. On
 * the connection that brought the answer, none was lost. On another one any may have been, even that to every page: what was
 * sent need not have come, and nothing here tells whether it did. That a lookup may not be sent twice is not said either.
 */
function isExcused({ passage }: Sight, walk: LookupWalk): boolean {
  if (walk.isFailing) return true;
  walk.repeats += 1;
  return walk.repeats <= MOST_LOST && walk.connection !== passage.connection;
}

function proceed(sight: Sight, walk: LookupWalk): LookupWalk {
  rule(sight, 'CLI-023', null);
  rule(sight, 'CLI-024', null);
  return sentOn(walk, walk.key);
}

function proceedUnseen(walk: LookupWalk, { key }: Lookup): LookupWalk {
  return sentOn(walk, key);
}

function sentOn(walk: LookupWalk, key: string): LookupWalk {
  walk.sentKey = key;
  walk.repeats = 0;
  return walk;
}

function proceedAfterEnd(sight: Sight, walk: LookupWalk): LookupWalk {
  walk.wentOn = true;
  rule(sight, 'CLI-026', {
    cause: 'a further page is asked for after hasNext false',
    at: AT,
    expected: 'no further lookup of this walk',
    actual: shownParameter(sight, 'nextKey'),
  });
  return walk;
}

function proceedWrongly({ sight, query, key, keyHash }: Lookup, walk: LookupWalk): LookupWalk {
  const isOlder = query.nextKey === null || walk.knew(keyHash);
  rule(sight, 'CLI-023', {
    cause: isOlder ? 'the nextKey of an earlier answer is sent again' : explainKey(query.nextKey, walk.key),
    at: AT,
    expected: walk.shownKey,
    actual: shownParameter(sight, 'nextKey'),
  });
  walk.sentKey = key;
  return walk;
}

function proceedElsewhere(sight: Sight, walk: LookupWalk): LookupWalk {
  const { stockGroupCd, stockCd } = walk.filter;
  const field = shownParameter(sight, 'stockGroupCd') === shownGroup(stockGroupCd) ? 'stockCd' : 'stockGroupCd';
  rule(sight, 'CLI-023', null);
  rule(sight, 'CLI-024', {
    cause: `a later lookup of a walk has another ${field}`,
    at: `request query ${field}`,
    expected: describeValue((field === 'stockCd' ? stockCd : stockGroupCd) ?? undefined),
    actual: shownParameter(sight, field),
  });
  return sentOn(walk, walk.key);
}

const shownGroup = (group: string | null): string => (group === null ? 'missing' : JSON.stringify(group));

function reportCircle(sight: Sight): void {
  rule(sight, 'CLI-028', {
    cause: 'a walk goes on though the same page comes again and again',
    at: AT,
    expected: 'that the walk is given up',
    actual: `the same page ${MOST_ALIKE} times in a row`,
  });
}

/** What is known of a walk of which no further lookup was seen. */
type WalkEnd =
  /** A task asked for all of it, and none will come. */
  | 'meant'
  /** None came for a while. */
  | 'left'
  /** One may have come that was not watched. */
  | 'unwatched';

function settle(walk: LookupWalk, report: ReportConduct, end: WalkEnd): void {
  if (walk.alike >= FEWEST_ALIKE && walk.alike < MOST_ALIKE) report('CLI-028', pass);
  if (walk.state === 'ended') {
    if (walk.pages > 1) report('CLI-025', pass);
    if (!walk.wentOn) report('CLI-026', pass);
  }
  if (!walk.leadsOn || walk.isFailing || walk.isSuperseded) return;
  if (end !== 'meant') {
    const unwatched = 'a walk may have gone on after the client was no longer watched';
    report('CLI-025', unverified(end === 'left' ? LEFT : unwatched));
    return;
  }
  report(
    'CLI-025',
    broken({
      cause: 'a walk is left while hasNext is true',
      at: 'response /data/hasNext',
      expected: 'a further lookup with the nextKey of this answer',
      actual: 'none',
      ...(walk.shown === null ? {} : { shown: walk.shown }),
    }),
  );
}
