import { randomUUID } from 'node:crypto';
import type { Intent, LookupEdits, StockQuery } from '../client/request-recipe.js';
import type { Reply, ServiceClient } from '../client/service-client.js';
import { STOCK_GROUPS, type Instrument, type StockGroup } from '../contract/order.js';
import type { Settings } from '../contract/settings.js';
import type { ShownExchange } from '../contract/verdict.js';
import { showExchange } from '../oracle/show-exchange.js';
import { OWN_GROUPS } from '../oracle/group-walks.js';
import { readPage, type Page, type Walk } from '../oracle/walk.js';
import { endOf, isWorthAnother, joinTries, sendableKey, WalkCourse, walkLimit } from '../oracle/walk-course.js';
import type { WalkMark } from '../wire/exchange.js';
import { isInstrument } from './is-instrument.js';
import { LookupHistory } from './lookup-history.js';
import { Mutex } from './mutex.js';
import { rawKeyOf } from './next-key.js';
import { pastBreakdown } from './resend.js';
import type { Quietly } from './subject.js';

/** On whose behalf everything is sent that several clauses look at, whichever asks first. */
const SHARED = 'PAG-001';

/** Whether a code is that of a group other than ALL. */
export const isOwn = (code: unknown): boolean => (OWN_GROUPS as readonly unknown[]).includes(code);

/** Sends one lookup, exactly as given. */
export type Ask = (clause: string, query: StockQuery, edits?: LookupEdits) => Promise<Reply>;

/** One way to ask for a first page, and what came of it. */
export interface Opening {
  readonly query: StockQuery;
  /** Answered with a 2xx status. */
  readonly accepted: boolean;
  readonly shown: ShownExchange;
  /** What came instead, where it was not accepted. */
  readonly because: string;
}

/** How a plain lookup is asked for, as far as the document leaves that open: whether it can do without a parameter. */
export interface Manner {
  /** A group whose lookups are accepted; ALL where that is one, or where none is. */
  readonly group: StockGroup;
  readonly sendsStockCd: boolean;
  readonly sendsEmptyKey: boolean;
  /** Some plain lookup was accepted. */
  readonly works: boolean;
  readonly openings: readonly Opening[];
}

const MOST_RECORDS = 50_000;
/** Most pages of a walk that only has to show whether a filter holds. */
const FILTER_PAGES = 20;

/** Walks of a group after the first, made in a row with nothing in between but what may leave a trace. */
export interface LaterWalks {
  /** The first of them comes after a lookup with a stockCd, the second after a walk that was left at its first page. */
  readonly walks: readonly Walk[];
  /** That first page, asked for right after a whole walk; `null` where none was. */
  readonly left: Reply | null;
}

/** What a filtered lookup came to: all pages that were read, or why it could not be told. */
export interface Filtered {
  readonly stockCds: readonly string[];
  /** Answered, but not with a success: `refusedWith` is the status. */
  readonly refusedWith: number | null;
  /** Why nothing can be said. */
  readonly unknown: string | null;
  /** The page that decided it: the first with a record, otherwise the last. */
  readonly last: Reply;
}

/** What {@link Lookups} work with. */
interface LookupsOptions {
  readonly client: ServiceClient;
  readonly settings: Settings;
  readonly quietly: Quietly;
  /** Waits so many milliseconds. */
  readonly sleep: (ms: number) => Promise<void>;
}

/** Between the pages of a walk in a quiet, and of all pauses of one together, in milliseconds. */
const QUIET_SPACING_MS = 500;
const QUIET_SPACINGS_MS = 15_000;

/** Between the pages of a walk in a quiet that has so many, in milliseconds. */
function spacingOf(pages: number): number {
  return Math.min(QUIET_SPACING_MS, QUIET_SPACINGS_MS / pages);
}

const NO_LATER_WALKS: LaterWalks = { walks: [], left: null };

/** A walk that is made page by page. */
interface StepwiseWalk {
  /** Asks for the next page; where it is over, there is none. */
  readonly step: (send: Ask) => Promise<void>;
  readonly isOver: () => boolean;
  readonly walk: () => Walk;
}

/** A walk that is to be made. */
interface WalkPlan extends Pick<WalkMark, 'made' | 'isRetry' | 'turns'> {
  readonly clause: string;
  readonly group: StockGroup;
}

/**
 * The lookups of a run: each walk is made once, however many clauses look at it. All of them go one after the other,
 * since a service may keep one place per token, and each key is sent once, since it may be good for one use.
 */
export class Lookups {
  private readonly client: ServiceClient;
  private readonly settings: Settings;
  private readonly options: LookupsOptions;
  private readonly mutex = new Mutex();
  private readonly walks = new Map<StockGroup, Promise<Walk>>();
  private readonly later = new Map<StockGroup, Promise<LaterWalks>>();
  private readonly records = new Map<string, Instrument>();
  private readonly single = new Map<string, Promise<Instrument | null>>();
  private agreed: Promise<Manner> | undefined;
  /** What was agreed, once it is. */
  private known: Manner | undefined;
  /** Tells the walks of this process from those of others, where parts of a run are put together. */
  private readonly part = randomUUID().slice(0, 8);
  private walksMade = 0;
  private readonly history = new LookupHistory();
  /** A walk was refused in a quiet as well, so that no other needs one. */
  private isRefusedInQuiet = false;

  constructor(options: LookupsOptions) {
    this.options = options;
    this.client = options.client;
    this.settings = options.settings;
  }

  /** How plain lookups are asked for. Found out once, by asking for ALL with and without parameters. */
  manner(): Promise<Manner> {
    this.agreed ??= this.mutex.run(async () => (this.known = await this.findManner()));
    return this.agreed;
  }

  /** The query of a plain lookup, as this service takes it. */
  async plainQuery(): Promise<StockQuery> {
    return plainQueryOf(await this.manner());
  }

  /** One plain lookup: the first page of the group that works, unless the query says otherwise. */
  async ask(clause: string, query: StockQuery = {}, edits?: LookupEdits): Promise<Reply> {
    const full = { ...(await this.plainQuery()), ...query };
    return this.askExactly(clause, full, edits);
  }

  /**
   * The same by another client, which may send while all others are kept waiting: it waits for nothing of this object, and
   * sends nothing before it is known how plain lookups are asked for.
   */
  async askApart(clause: string, client: ServiceClient): Promise<void> {
    if (this.known !== undefined) await client.listOrderableStocks(clause, plainQueryOf(this.known));
  }

  /** One lookup with these parameters and no others. */
  askExactly(clause: string, query: StockQuery, edits?: LookupEdits): Promise<Reply> {
    const send = (): Promise<Reply> => this.send(clause, query, edits);
    // how often one that must be refused is sent again is for those who judge it
    return this.mutex.run(() => (edits?.expects === 'refusal' ? send() : pastBreakdown(send)));
  }

  /** Several lookups in a row with none in between. The task must use `ask`, and nothing else of this object. */
  inARow<T>(task: (ask: Ask) => Promise<T>): Promise<T> {
    return this.mutex.run(() => task(this.send));
  }

  /** The same once nothing was sent for some seconds, while all else waits; slowly. Not run where the run is stopped. */
  inQuiet(task: (ask: Ask) => Promise<void>): Promise<void> {
    return this.mutex.run(() => this.options.quietly((client) => task(this.slowly(client, QUIET_SPACING_MS))));
  }

  /** A lookup was refused that had been accepted, and then accepted again. */
  get areRefusedAtTimes(): boolean {
    return this.history.isFickle;
  }

  /** Several lookups at the same time, and no others. */
  atOnce(clause: string, queries: readonly StockQuery[]): Promise<readonly Reply[]> {
    return this.inARow((ask) => Promise.all(queries.map((query) => ask(clause, query))));
  }

  /** The first walk of a group, made once per run. */
  walk(group: StockGroup): Promise<Walk> {
    let walk = this.walks.get(group);
    if (walk === undefined) this.walks.set(group, (walk = this.newWalk(group, SHARED, 'first')));
    return walk;
  }

  /** Further walks of a group, made once per run. */
  laterWalks(group: StockGroup): Promise<LaterWalks> {
    let later = this.later.get(group);
    if (later === undefined) this.later.set(group, (later = this.newLaterWalks(group, SHARED)));
    return later;
  }

  /** A walk of a group that is made anew. One that breaks off is tried a second time. */
  async newWalk(group: StockGroup, clause: string, made: WalkMark['made'] = 'again'): Promise<Walk> {
    const manner = await this.manner();
    return this.mutex.run(() => this.walkToTheEnd({ clause, group, made }, manner));
  }

  /**
   * Walks of these groups, which may be the same, made anew, a page of each in turn.
   *
   * @param clientOf - sends the lookup with this number, counted from 0 over all of them
   * @param isQuiet - nothing else is sent meanwhile, and nothing was for some seconds before, but by these clients
   */
  async walksInTurns(
    { clause, groups }: { readonly clause: string; readonly groups: readonly StockGroup[] },
    clientOf: (turn: number) => ServiceClient,
    isQuiet = false,
  ): Promise<readonly Walk[]> {
    const manner = await this.manner();
    const spacingMs = isQuiet ? QUIET_SPACING_MS : 0;
    let walks: readonly StepwiseWalk[] = [];
    const make = async (): Promise<void> => {
      const turns = this.walksMade + 1;
      walks = groups.map((group) => this.begin({ clause, group, made: 'again', turns }, manner));
      let turn = 0;
      for (let open = walks; open.length > 0; open = open.filter(({ isOver }) => !isOver()))
        for (const { step } of open) await step(this.slowly(clientOf(turn++), spacingMs));
    };
    await this.mutex.run(() => (isQuiet ? this.options.quietly(make) : make()));
    return walks.map(({ walk }) => walk());
  }

  /** A walk of a group right after one lookup that is sent exactly as given. */
  async walkAfter(group: StockGroup, clause: string, query: StockQuery, intent: Intent): Promise<Walk> {
    const manner = await this.manner();
    return this.mutex.run(async () => {
      await this.send(clause, query, intent);
      return this.walkToTheEnd({ clause, group, made: 'again' }, manner);
    });
  }

  /** None where the first one has no end. */
  private async newLaterWalks(group: StockGroup, clause: string): Promise<LaterWalks> {
    const first = await this.walk(group);
    if (first.end.kind === 'endless') return NO_LATER_WALKS;
    const manner = await this.manner();
    const query = { ...plainQueryOf(manner), stockGroupCd: group };
    const stockCd = [...first.instruments.keys()].at(-1) ?? '';
    return this.mutex.run(async () => {
      if (stockCd !== '') await this.send(clause, { ...query, stockCd });
      const plan = { clause, group, made: 'later' } as const;
      const second = await this.walkToTheEnd(plan, manner);
      if (second.end.kind !== 'complete') return { walks: [second], left: null };
      const left = await this.send(clause, query);
      return { walks: [second, await this.walkToTheEnd(plan, manner)], left };
    });
  }

  /** A walk of a group, its first page, and a walk again, as the later ones, in a quiet; none where the run is stopped. */
  async laterWalksInQuiet(group: StockGroup, clause: string): Promise<LaterWalks> {
    const { pages } = await this.walk(group);
    const manner = await this.manner();
    const plan = { clause, group, made: 'again' } as const;
    let later = NO_LATER_WALKS;
    await this.mutex.run(() =>
      this.options.quietly(async (client) => {
        const send = this.slowly(client, spacingOf(pages.length));
        const second = await this.walkPages(plan, manner, send);
        const left = await send(clause, { ...plainQueryOf(manner), stockGroupCd: group });
        later = { walks: [second, await this.walkPages(plan, manner, send)], left };
      }),
    );
    return later;
  }

  /** Instruments of one filter, read until the first record for which `isEnough` holds. */
  async filtered(
    clause: string,
    query: StockQuery,
    isEnough: (stockCd: string) => boolean,
    intent: Intent = {},
  ): Promise<Filtered> {
    const first = { ...(await this.plainQuery()), ...query };
    return this.mutex.run(() => this.readFiltered(clause, first, isEnough, intent));
  }

  /**
   * Records of the run's instruments that are whole: of ALL, or else of the groups together.
   */
  async instruments(): Promise<readonly Instrument[]> {
    const all = await this.walk('ALL');
    if (all.instruments.size === 0) for (const group of OWN_GROUPS) await this.walk(group);
    return [...this.records.values()];
  }

  /** The record of one instrument, asked for by its stockCd first; `null` where it cannot be had whole. */
  instrument(stockCd: string): Promise<Instrument | null> {
    const known = this.records.get(stockCd);
    if (known !== undefined) return Promise.resolve(known);
    let found = this.single.get(stockCd);
    if (found === undefined) this.single.set(stockCd, (found = this.findInstrument(stockCd)));
    return found;
  }

  private async findInstrument(stockCd: string): Promise<Instrument | null> {
    await this.filtered(SHARED, { stockCd }, (found) => found === stockCd);
    const known = this.records.get(stockCd);
    if (known !== undefined) return known;
    await this.instruments();
    return this.records.get(stockCd) ?? null;
  }

  private async findManner(): Promise<Manner> {
    const openings: Opening[] = [];
    const open = async (query: StockQuery): Promise<Page | null> => {
      const { exchange } = await this.send(SHARED, query);
      const page = readPage(exchange);
      const accepted = isSuccess(exchange.response?.status);
      const because = typeof page === 'string' ? page : '';
      openings.push({ query, accepted, shown: showExchange(exchange), because });
      return typeof page === 'string' ? null : page;
    };
    for (const group of STOCK_GROUPS) {
      for (const opening of openingsOf(group)) {
        const page = await open(opening);
        if (page !== null && (page.stockCds.length > 0 || page.hasNext)) return mannerOf(opening, group, openings);
      }
      const accepted = openings.find((opening) => opening.accepted);
      if (accepted !== undefined) return mannerOf(accepted.query, group, openings);
    }
    await open({});
    return mannerOf(openingsOf('ALL')[0] ?? {}, 'ALL', openings);
  }

  private async walkToTheEnd({ clause, group, made }: WalkPlan, manner: Manner): Promise<Walk> {
    const plan = { clause, group, made };
    const first = await this.walkPages(plan, manner, this.send);
    if (!isWorthAnother(first)) return first;
    const retry = { ...plan, isRetry: true } as const;
    const isForAWhile = first.end.kind === 'refused' && !this.isRefusedInQuiet;
    const second = isForAWhile
      ? await this.walkInQuiet(retry, manner, first.pages.length)
      : await this.walkPages(retry, manner, this.send);
    return second === null ? first : joinTries(first, second);
  }

  /** How many lookups a service takes at a time, the document does not say. `null` where the run is stopped. */
  private async walkInQuiet(plan: WalkPlan, manner: Manner, pages: number): Promise<Walk | null> {
    const walks: Walk[] = [];
    await this.options.quietly(async (client) => {
      walks.push(await this.walkPages(plan, manner, this.slowly(client, spacingOf(pages))));
    });
    const [walk = null] = walks;
    if (walk?.end.kind === 'refused' && walk.end.page > 1) this.isRefusedInQuiet = true;
    return walk;
  }

  private readonly send: Ask = async (clause, query, edits) => {
    const reply = await this.client.listOrderableStocks(clause, query, edits);
    if (edits === undefined || edits.walk !== undefined) this.history.see(query, reply.exchange.response?.status);
    return reply;
  };

  /** Sends by another client, so far apart. */
  private slowly(client: ServiceClient, spacingMs: number): Ask {
    return async (clause, query, edits) => {
      await this.options.sleep(spacingMs);
      return client.listOrderableStocks(clause, query, edits);
    };
  }

  private async walkPages(plan: WalkPlan, manner: Manner, send: Ask): Promise<Walk> {
    const { step, isOver, walk } = this.begin(plan, manner);
    while (!isOver()) await step(send);
    return walk();
  }

  private begin({ clause, group, ...how }: WalkPlan, manner: Manner): StepwiseWalk {
    const course = new WalkCourse(group, walkLimit(this.settings.profile.limits?.maxPages));
    const first = { ...plainQueryOf(manner), stockGroupCd: group };
    this.walksMade += 1;
    const mark = { part: this.part, number: this.walksMade, ...how };
    let page = 0;
    const step = async (send: Ask): Promise<void> => {
      page += 1;
      const query = page === 1 ? first : { ...first, nextKey: course.next ?? '' };
      const reply = await send(clause, query, { walk: { ...mark, page } });
      const taken = course.take(reply.exchange, () => rawKeyOf(reply));
      if (taken !== null) this.keepRecords(taken);
    };
    return { step, isOver: () => course.next === null, walk: () => course.walk };
  }

  private async readFiltered(
    clause: string,
    first: StockQuery,
    isEnough: (stockCd: string) => boolean,
    intent: Intent,
  ): Promise<Filtered> {
    const stockCds: string[] = [];
    let query = first;
    for (let number = 1; ; number += 1) {
      const last = await this.send(clause, query, intent);
      const page = readPage(last.exchange);
      if (typeof page === 'string') {
        const end = endOf(last.exchange, number, page);
        if (end.kind === 'refused' && number === 1) return { stockCds, refusedWith: end.status, unknown: null, last };
        return { stockCds, refusedWith: null, unknown: page, last };
      }
      this.keepRecords(page);
      stockCds.push(...page.stockCds);
      const next = page.hasNext ? sendableKey(rawKeyOf(last)) : null;
      if (next === null || page.stockCds.some(isEnough)) return { stockCds, refusedWith: null, unknown: null, last };
      if (number >= FILTER_PAGES) {
        return { stockCds, refusedWith: null, unknown: `it had not come to an end after ${number} pages`, last };
      }
      query = { ...first, nextKey: next };
    }
  }

  private keepRecords({ records }: Page): void {
    const into = this.records;
    for (const record of records) {
      if (into.size < MOST_RECORDS && isInstrument(record) && !into.has(record.stockCd))
        into.set(record.stockCd, record);
    }
  }
}

/** Whether a status is one of a success; which one is for the clauses of the envelope to say. */
export function isSuccess(status: number | undefined): boolean {
  return status !== undefined && status >= 200 && status <= 299;
}

/** From the fullest way to ask to the barest: whether a parameter may be left out, or be empty, is not shown. */
export function openingsOf(stockGroupCd: StockGroup): readonly StockQuery[] {
  return [
    { stockGroupCd, stockCd: '', nextKey: '' },
    { stockGroupCd, nextKey: '' },
    { stockGroupCd, stockCd: '' },
    { stockGroupCd },
  ];
}

function mannerOf(query: StockQuery, group: StockGroup, openings: readonly Opening[]): Manner {
  return {
    group: openings.some(({ accepted }) => accepted) ? group : 'ALL',
    sendsStockCd: query.stockCd !== undefined,
    sendsEmptyKey: query.nextKey !== undefined,
    works: openings.some(({ accepted, query: { stockGroupCd } }) => accepted && stockGroupCd !== undefined),
    openings,
  };
}

function plainQueryOf({ group, sendsStockCd, sendsEmptyKey }: Manner): StockQuery {
  return {
    stockGroupCd: group,
    ...(sendsStockCd ? { stockCd: '' } : {}),
    ...(sendsEmptyKey ? { nextKey: '' } : {}),
  };
}
