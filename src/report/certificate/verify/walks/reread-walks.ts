import { STOCK_GROUPS, type StockGroup } from '../../../../contract/order.js';
import type { Results } from '../../../../contract/results.js';
import type { Walk } from '../../../../oracle/walk.js';
import { isWorthAnother, joinTries, WalkCourse, walkLimit } from '../../../../oracle/walk-course.js';
import { dataOf } from '../../../../wire/envelope.js';
import type { Exchange, WalkMark } from '../../../../wire/exchange.js';
import type { Problems } from '../problems.js';
import type { RereadExchange } from '../recorded-exchange.js';

/** On whose behalf walks are made that all clauses on walks look at. */
const SHARED = 'PAG-001';

/** Instruments that are kept of all walks; of more, nothing is judged again. */
const MOST_CODES = 2_000_000;

/** The walks of one process, in the order in which they were made. */
export interface PartWalks {
  /** By group: the first one, and those that follow. */
  readonly shared: Map<StockGroup, Walk[]>;
  /** By clause: those that it had made for itself alone. */
  readonly again: Map<string, Walk[]>;
  /** Something of them was not recorded whole. */
  isVague: boolean;
}

/** A walk that is under way. */
interface Open {
  readonly mark: WalkMark;
  readonly clause: string;
  readonly group: StockGroup;
  readonly course: WalkCourse;
  /** Held back, since the same page may have been asked for once more with a fresh token. */
  latest: Exchange;
  latestPage: number;
  isVague: boolean;
}

interface Part extends PartWalks {
  /** The one that is being made, or those that are made in turns. */
  open: Open[];
  /** The walk before, as long as it may be made once more. */
  before: { readonly mark: WalkMark; readonly walk: Walk; readonly into: Walk[] } | null;
  made: number;
  /** That of the last exchange that is a page of a walk. */
  latestNumber: number;
}

/** Puts the walks of a run together again from the lookups that are marked as their pages. */
export class RereadWalks {
  private readonly results: Results;
  private readonly prefix: string;
  private readonly parts = new Map<string, Part>();
  private codes = 0;

  constructor(results: Results) {
    this.results = results;
    this.prefix = pathOf(results.subject.baseUrl);
  }

  /** One for each process; at least one. */
  get all(): readonly PartWalks[] {
    return this.parts.size === 0 ? [newPart()] : [...this.parts.values()];
  }

  see({ exchange, isCut }: RereadExchange, problems: Problems): void {
    this.checkPath(exchange, problems);
    const { walk: mark } = exchange;
    if (mark === undefined) return;
    let part = this.parts.get(mark.part);
    if (part === undefined) this.parts.set(mark.part, (part = newPart()));
    part.latestNumber = exchange.number;
    const known = part.open.find((open) => open.mark.number === mark.number);
    if (known === undefined && !part.open.every((open) => isInTurns(open.mark, mark))) this.close(part, problems);
    const isPage = known === undefined ? this.begin(part, exchange, mark) : goOn(known, exchange, mark);
    const open = known ?? part.open.find((one) => one.mark.number === mark.number);
    if (open !== undefined) open.isVague ||= isCut;
    if (isPage) return;
    problems.add('evidence', `Exchange ${exchange.number} is not the page of a walk that it is marked as.`);
  }

  /**
   * Settles the walks that nothing followed. Where a run was stopped in the middle of one and went on later, another process
   * sent the rest: what became of that walk is not known then.
   */
  end(problems: Problems): void {
    const latest = Math.max(...[...this.parts.values()].map(({ latestNumber }) => latestNumber));
    for (const part of this.parts.values()) this.close(part, problems, part.latestNumber < latest);
  }

  /** Plain lookups go to where the results say that the service is. */
  private checkPath({ number, clause, operation, request }: Exchange, problems: Problems): void {
    if (operation !== 'listOrderableStocks' || clause !== SHARED) return;
    const path = request.target.split('?')[0] ?? '';
    if (path === `${this.prefix}/stocks/orders` || path.includes('redacted')) return;
    problems.add('evidence', `Exchange ${number} was sent to another path than that of the base URL in the results.`);
  }

  /** Whether it is the first page of a walk that may come next. */
  private begin(part: Part, exchange: Exchange, mark: WalkMark): boolean {
    const { stopped, unrecorded, profile } = this.results;
    const group = groupAskedFor(exchange);
    const isNext = mark.number === part.made + 1 || (mark.number > part.made && (stopped ?? unrecorded) !== undefined);
    const isWhole = mark.page === 1 && keySent(exchange) === '';
    const isShared = mark.made === 'again' || exchange.clause === SHARED;
    if (group === null || !isNext || !isShared || !(isWhole || unrecorded !== undefined)) return false;
    const course = new WalkCourse(group, walkLimit(profile?.declares?.limits?.maxPages));
    const isVague = unrecorded !== undefined;
    part.open.push({ mark, clause: exchange.clause, group, course, latest: exchange, latestPage: mark.page, isVague });
    part.made = mark.number;
    return true;
  }

  /** @param mayBreakOff - whether another process went on where this one was stopped */
  private close(part: Part, problems: Problems, mayBreakOff = false): void {
    for (const open of part.open.splice(0)) {
      take(open);
      part.isVague ||= open.isVague || (mayBreakOff && open.course.next !== null);
      if (part.isVague) continue;
      if (open.course.next !== null && this.results.stopped === undefined) {
        problems.add('evidence', `The walk with exchange ${open.latest.number} as its last page should have gone on.`);
      }
      this.keep(part, open, problems);
    }
  }

  private keep(part: Part, { mark, clause, group, course, latest }: Open, problems: Problems): void {
    const { walk } = course;
    const { before } = part;
    this.codes += walk.instruments.size;
    if (this.codes > MOST_CODES) {
      part.isVague = true;
      return;
    }
    if (mark.isRetry === true) {
      part.before = null;
      if (before !== null && before.mark.made === mark.made && before.walk.group === group) {
        before.into[before.into.length - 1] = joinTries(before.walk, walk);
      } else {
        problems.add(
          'evidence',
          `Exchange ${latest.number} is of a walk made once more, and none before it broke off.`,
        );
      }
      return;
    }
    const into = mark.made === 'again' ? listIn(part.again, clause) : listIn(part.shared, group);
    into.push(walk);
    part.before = isWorthAnother(walk) ? { mark, walk, into } : null;
  }
}

function newPart(): Part {
  return { shared: new Map(), again: new Map(), isVague: false, open: [], before: null, made: 0, latestNumber: 0 };
}

function isInTurns(one: WalkMark, other: WalkMark): boolean {
  return one.turns !== undefined && one.turns === other.turns;
}

function listIn<K>(lists: Map<K, Walk[]>, key: K): Walk[] {
  let list = lists.get(key);
  if (list === undefined) lists.set(key, (list = []));
  return list;
}

/** Whether it is a further page of the walk, or the same once more. Takes the page before it. */
function goOn(open: Open, exchange: Exchange, { page, made, isRetry }: WalkMark): boolean {
  const { mark, clause, group, latestPage } = open;
  const isOfWalk = made === mark.made && isRetry === mark.isRetry && exchange.clause === clause;
  if (!isOfWalk || groupAskedFor(exchange) !== group) return false;
  if (page !== latestPage) {
    take(open);
    if (!open.isVague && !(page === latestPage + 1 && isSameKey(open.course.next, keySent(exchange)))) return false;
  }
  open.latest = exchange;
  open.latestPage = page;
  return true;
}

function take({ course, latest }: Open): void {
  course.take(latest, (exchange) => dataOf(exchange)?.['nextKey']);
}

/** A key that holds a secret is recorded without it, and in the address otherwise than in a body. */
function isSameKey(given: string | null, sent: string): boolean {
  if (given === null) return false;
  const isAsRecorded = [given, sent].every((key) => !key.includes('redacted') && !/[\ud800-\udfff\ufffd]/u.test(key));
  return !isAsRecorded || given === sent;
}

/** A plain lookup of a group; `null` of anything else. */
export function groupAskedFor({ operation, expects, request }: Exchange): StockGroup | null {
  const query = queryOf(request.target);
  if (operation !== 'listOrderableStocks' || expects !== undefined || (query.get('stockCd') ?? '') !== '') return null;
  return STOCK_GROUPS.find((group) => group === query.get('stockGroupCd')) ?? null;
}

export function queryOf(target: string): URLSearchParams {
  const start = target.indexOf('?');
  return new URLSearchParams(start < 0 ? '' : target.slice(start + 1));
}

function keySent({ request }: Exchange): string {
  return queryOf(request.target).get('nextKey') ?? '';
}

/** The path of a base URL, such as `/public/v1`. */
function pathOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).pathname.replace(/\/+$/, '') : '';
}
