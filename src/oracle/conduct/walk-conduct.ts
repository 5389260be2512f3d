import { STOCK_GROUPS } from '../../contract/order.js';
import { broken, pass, unverified } from '../../contract/verdict.js';
import { describeValue } from '../describe-value.js';
import { shownParameter, type LookupQuery } from './lookup-conduct.js';
import { lookupPageOf, type LookupPage } from './lookup-page.js';
import { isSameFilter, LookupWalk, type WalkState } from './lookup-walk.js';
import { hasValue, type Parameter } from './request-query.js';
import { demand, rule, type ReportConduct, type Sight } from './sight.js';
import { explainKey } from './wrong-key.js';

/** Walks that are remembered. */
const MOST_WALKS = 128;
/** How often the same page may come in a row until a client that asks on goes round in circles. */
const MOST_ALIKE = 50;
/** From here on, a client that stops has given up a walk that leads nowhere. */
const FEWEST_ALIKE = 3;
/** How long a client may take for its next lookup, in milliseconds, before it has left a walk. */
const PATIENCE_MS = 5_000;

const AT = 'request query nextKey';

/** Judges how a client walks over pages, in bounded memory. Several walks may go on at a time. */
export class WalkJudge {
  private readonly walks: LookupWalk[] = [];
  private lastSeenMs = 0;

  /** @clause CLI-021, CLI-022, CLI-023, CLI-024, CLI-026, CLI-027, CLI-028 */
  see(sight: Sight, query: LookupQuery): void {
    this.lastSeenMs = Math.max(this.lastSeenMs, sight.passage.answeredAtMs);
    const page = lookupPageOf(sight);
    const key = query.nextKey;
    const walk = key === null || key.bytes === '' ? this.begin(sight, query) : this.goOn(sight, query, key, page);
    walk.sentKey = walk.state === 'begun' ? (key?.bytes ?? '') : walk.sentKey;
    walk.take(sight, page);
    if (walk.state === 'begun') this.walks.splice(this.walks.indexOf(walk), 1);
    else if (walk.alike === MOST_ALIKE && walk.state === 'open') reportCircle(sight);
  }

  /**
   * Settles what only the end shows.
   *
   * @param untilMs - until when the client was watched, if not just until its last lookup
   * @clause CLI-025, CLI-026, CLI-028
   */
  end(report: ReportConduct, isWhole: boolean, untilMs = this.lastSeenMs): void {
    for (const walk of this.walks.splice(0)) settle(walk, report, isWhole || untilMs - walk.answeredAtMs > PATIENCE_MS);
  }

  private begin(sight: Sight, query: LookupQuery): LookupWalk {
    // Where a page says that there are more, and gives an empty key or none, this is how to go on.
    const keyless = this.last((walk) => isSameFilter(walk.filter, query) && walk.state === 'open' && walk.key === '');
    if (keyless !== undefined) return keyless;
    rule(sight, 'CLI-021', null);
    demand(sight, 'CLI-022', query.nextKey !== null, {
      cause: 'the first lookup of a walk has no nextKey',
      at: AT,
      expected: 'an empty nextKey',
      actual: 'missing',
    });
    return this.add(sight, query);
  }

  private add(sight: Sight, query: LookupQuery): LookupWalk {
    judgeFilter(sight, query);
    for (const walk of this.walks) if (isSameFilter(walk.filter, query)) walk.isSuperseded = true;
    if (this.walks.length >= MOST_WALKS) this.forgetOne(sight);
    const walk = new LookupWalk({ stockGroupCd: query.stockGroupCd, stockCd: query.stockCd });
    this.walks.push(walk);
    return walk;
  }

  /** The oldest that is over; where none is, the oldest, of which it is then not known how it went on. */
  private forgetOne({ report }: Sight): void {
    const over = this.walks.findIndex(({ state, isSuperseded }) => state === 'ended' || isSuperseded);
    for (const walk of this.walks.splice(Math.max(over, 0), 1)) settle(walk, report, false);
  }

  /** A lookup with a nextKey: it belongs to the walk whose last answer gave it, otherwise to the likeliest one. */
  private goOn(sight: Sight, query: LookupQuery, key: Parameter, page: LookupPage): LookupWalk {
    const own = (state: WalkState, isIt: (walk: LookupWalk) => boolean = () => true): LookupWalk | undefined =>
      this.last((walk) => walk.state === state && isSameFilter(walk.filter, query) && isIt(walk));
    const gave = (walk: LookupWalk): boolean => walk.key !== '' && hasValue(key, walk.key);

    const next = own('open', gave);
    if (next !== undefined) return proceed(sight, next);
    const again = this.sentBefore(query, key);
    if (again !== undefined && isExcused(sight, again)) return again;
    const over = own('ended', gave);
    if (over !== undefined) return proceedAfterEnd(sight, over);
    const lost = own('open');
    // Of a client without a task it is not known why it looks at a page once more: a user may have gone back.
    if (lost !== undefined && sight.facts.task === null && wasGiven(lost, key)) return proceedUnseen(lost, key);
    if (lost !== undefined) return proceedWrongly(sight, lost, key);
    const unknown = own('unknown');
    if (unknown !== undefined) return proceedUnseen(unknown, key);
    const elsewhere = this.last((walk) => walk.state === 'open' && gave(walk));
    if (elsewhere !== undefined) return proceedElsewhere(sight, elsewhere);
    const ended = own('ended');
    if (ended !== undefined && ended.sentKey !== key.bytes && !ended.knew(key.bytes)) {
      return proceedAfterEnd(sight, ended);
    }
    return this.beginWrongly(sight, query, page);
  }

  /** The walk whose last lookup had this key: the latest one, or any that is not at its end. */
  private sentBefore(query: LookupQuery, key: Parameter): LookupWalk | undefined {
    const latest = this.last((walk) => isSameFilter(walk.filter, query));
    return this.last(
      (walk) =>
        (walk === latest || walk.state !== 'ended') &&
        isSameFilter(walk.filter, query) &&
        walk.sentKey !== null &&
        hasValue(key, walk.sentKey),
    );
  }

  private beginWrongly(sight: Sight, query: LookupQuery, page: LookupPage): LookupWalk {
    const isNew = !this.walks.some((walk) => isSameFilter(walk.filter, query));
    if (isNew && page.kind !== 'failed' && sight.facts.task === null) {
      sight.report('CLI-021', unverified('a walk may have begun before the client was watched'));
    } else {
      rule(sight, 'CLI-021', {
        cause: 'the first lookup of a walk has a nextKey',
        at: AT,
        expected: 'an empty nextKey',
        actual: shownParameter(sight, 'nextKey'),
      });
    }
    return this.add(sight, query);
  }

  private last(isIt: (walk: LookupWalk) => boolean): LookupWalk | undefined {
    return this.walks.findLast(isIt);
  }
}

function proceed(sight: Sight, walk: LookupWalk): LookupWalk {
  rule(sight, 'CLI-023', null);
  rule(sight, 'CLI-024', null);
  walk.sentKey = walk.key;
  walk.repeats = 0;
  return walk;
}

/**
 * Whether a lookup may come again: because it failed, or once because its answer was lost on its way. On the connection
 * that brought the answer, none was lost.
 */
function isExcused({ passage }: Sight, walk: LookupWalk): boolean {
  if (walk.isFailing) return true;
  walk.repeats += 1;
  return walk.repeats === 1 && walk.connection !== passage.connection;
}

const wasGiven = (walk: LookupWalk, key: Parameter): boolean => walk.sentKey === key.bytes || walk.knew(key.bytes);

function proceedUnseen(walk: LookupWalk, key: Parameter): LookupWalk {
  walk.sentKey = key.bytes;
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

function proceedWrongly(sight: Sight, walk: LookupWalk, key: Parameter): LookupWalk {
  rule(sight, 'CLI-023', {
    cause: wasGiven(walk, key) ? 'the nextKey of an earlier answer is sent again' : explainKey(key, walk.key),
    at: AT,
    expected: walk.key === '' ? 'none: none was given' : walk.shownKey,
    actual: shownParameter(sight, 'nextKey'),
  });
  walk.sentKey = key.bytes;
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
  walk.sentKey = walk.key;
  walk.repeats = 0;
  return walk;
}

const shownGroup = (group: string | null): string => (group === null ? 'missing' : JSON.stringify(group));

/** A code that is none is left to the clauses on codes. */
function judgeFilter(sight: Sight, { stockGroupCd, stockCd }: LookupQuery): void {
  const { task } = sight.facts;
  if (task?.task !== 'list-instruments') return;
  if (stockGroupCd !== null && !STOCK_GROUPS.some((group) => group === stockGroupCd)) return;
  const isOther = stockGroupCd !== task.stockGroupCd;
  const field = isOther ? 'stockGroupCd' : 'stockCd';
  demand(sight, 'CLI-027', !isOther && (stockCd ?? '') === task.stockCd, {
    cause: `a walk asks for another ${field} than was named`,
    at: `request query ${field}`,
    expected: describeValue(task[field]),
    actual: shownParameter(sight, field),
  });
}

function reportCircle(sight: Sight): void {
  rule(sight, 'CLI-028', {
    cause: 'a walk goes on though the same page comes again and again',
    at: AT,
    expected: 'that the walk is given up',
    actual: `the same page ${MOST_ALIKE} times in a row`,
  });
}

/** @param isOver - it is known that no further lookup came */
function settle(walk: LookupWalk, report: ReportConduct, isOver: boolean): void {
  if (walk.alike >= FEWEST_ALIKE && walk.alike < MOST_ALIKE) report('CLI-028', pass);
  if (walk.state === 'ended') {
    if (walk.pages > 1) report('CLI-025', pass);
    if (!walk.wentOn) report('CLI-026', pass);
  }
  if (!walk.leadsOn || walk.isFailing || walk.isSuperseded) return;
  if (!isOver) {
    report('CLI-025', unverified('a walk may have gone on after the client was no longer watched'));
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
