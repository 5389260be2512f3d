import { STOCK_GROUPS, type StockGroup } from '../contract/order.js';
import { broken, pass, passIn, unverified, type Outcome } from '../contract/verdict.js';
import { wholeBeginning } from '../contract/whole-characters.js';
import type { Exchange } from '../wire/exchange.js';
import { describeValue } from './describe-value.js';
import { showExchange } from './show-exchange.js';
import { isForeign, readPage, whyPartial, type Walk } from './walk.js';
import { judgeLastPage, repeatInPage } from './walk-verdicts.js';

/** Groups of instruments, without ALL. */
export const OWN_GROUPS = STOCK_GROUPS.filter((group) => group !== 'ALL');

/** How often all groups are asked for at the same time. */
export const ROUNDS_AT_ONCE = 2;

/** Marks lookups whose groups take turns page by page, so that they are told from others of the clause. */
export const IN_TURNS = 'in turns';

/** How many pages of each group are asked for in turns, if it has as many. */
export const PAGES_IN_TURNS = 3;

/**
 * Groups whose pages are asked for in turns. ALL is the last of them, and those that it begins with are the last before
 * it, so that what is taken from its walk belongs to others.
 *
 * @param walks - the first ones of all groups
 * @returns none where fewer than two groups have later pages
 */
export function groupsInTurns(walks: readonly Walk[]): readonly StockGroup[] {
  const paged = walks.filter(({ pages }) => pages.length > 1).map(groupOf);
  return paged.length > 1 ? STOCK_GROUPS.filter((group) => paged.includes(group)).toReversed() : [];
}

/** Marks a lookup that is to be refused right before a walk. */
export const REFUSED_BEFORE = 'of no group, before a walk';

/** Of how many groups a walk is made after a lookup that was refused. */
export const WALKS_AFTER_REFUSAL = 2;

/** Most walks of a group that are made to tell a change of the data from a walk that leaves something out. */
export const MOST_WALKS = 4;

/** Whether a walk goes on for ever. Once one has turned out so, those of other groups would be too. */
export function isEndless({ end }: Walk): boolean {
  return end.kind === 'endless';
}

/** A group whose first page is refused has nothing to say of paging; LKP-001 says that. */
export function begun(walks: readonly Walk[]): readonly Walk[] {
  const some = walks.filter(({ end }) => end.kind !== 'refused' || end.page > 1);
  return some.length > 0 ? some : walks.slice(0, 1);
}

/** Whether what repeats in a walk may have moved while it was read, so that another walk has to tell. */
export function isDoubtful(walk: Walk): boolean {
  return walk.repeats.length > 0 && !isEndless(walk) && repeatInPage(walk) === undefined;
}

/**
 * Judges what came after the end of a walk by a second one: what it has may just have been listed, and then it is not hidden.
 *
 * @clause PAG-006
 */
export function judgeLastPageAgain(walk: Walk, again: Walk): Outcome {
  if (whyPartial(again) !== null) return unverified('a second walk, to confirm it, did not come to its end');
  return judgeLastPage(again, (stockCd) => !walk.instruments.has(stockCd));
}

/** Whether the last two walks agree; a difference before that is a change of the data, unless something came back. */
export function isSettled(walks: readonly Walk[]): boolean {
  const [before, last] = walks.slice(-2);
  if (before === undefined || last === undefined) return true;
  if (before.instruments.size !== last.instruments.size) return false;
  return [...before.instruments.keys()].every((code) => last.instruments.has(code));
}

/** Why walks of one group cannot be held against each other; `null` where they can. */
export function whyNotComparable(walks: readonly Walk[]): string | null {
  for (const walk of walks) {
    const partial = whyPartial(walk);
    if (partial !== null) return partial;
  }
  for (const { group, afterEnd } of walks) {
    if ((afterEnd?.hidden.length ?? 0) > 0) return `a walk of ${group} has hidden pages (PAG-006)`;
  }
  return null;
}

/** An instrument that goes and comes back from walk to walk. */
export function blinkingInstrument(walks: readonly Walk[]): string | undefined {
  const codes = new Set(walks.flatMap((walk) => [...walk.instruments.keys()]));
  return [...codes].find((code) => {
    const turns = walks.filter((walk, index) => {
      const before = walks[index - 1];
      return before !== undefined && before.instruments.has(code) !== walk.instruments.has(code);
    });
    return turns.length > 1;
  });
}

/** The first few instruments of the first walk that the last one left out. */
export function goneInstruments(walks: readonly Walk[]): readonly string[] {
  const last = walks.at(-1);
  const gone = [...(walks[0]?.instruments.keys() ?? [])].filter((code) => last?.instruments.has(code) === false);
  return gone.slice(0, 3);
}

/**
 * Judges walks of one group, in the order in which they were made, that can be compared.
 *
 * @param blinking - an instrument that came back, or that is returned by its code although a walk left it out
 * @clause PAG-007
 */
export function judgeSame(walks: readonly Walk[], blinking: string | undefined): Outcome {
  if (blinking === undefined)
    return isSettled(walks)
      ? passIn(walks.at(-1)?.pages[0]?.exchange)
      : unverified('instruments changed from walk to walk');
  const shown = walks.find((walk) => !walk.instruments.has(blinking))?.shown.get(0);
  return broken({
    cause: 'a walk leaves out an instrument that other walks return',
    at: `the walks of ${walks[0]?.group}, made ${walks.length} times`,
    expected: 'the same instruments',
    actual: `${describeValue(blinking)} in ${walks.map((walk) => (walk.instruments.has(blinking) ? 'yes' : 'no')).join(', ')}`,
    ...(shown === undefined ? {} : { shown }),
  });
}

/**
 * Judges walks of one group: the last plain one, one after a lookup that was refused, and a plain one again where they differ.
 *
 * @clause PAG-007
 */
export function judgeAfterRefusal(walks: readonly Walk[]): Outcome {
  const because = whyNotComparable(walks);
  return because === null ? judgeSame(walks, blinkingInstrument(walks)) : unverified(because);
}

/** Judges whether a walk of one group holds instruments of another. @clause LKP-004 */
export function judgeForeign(walk: Walk): Outcome {
  const { foreign, group } = walk;
  if (foreign !== null) {
    return broken({
      cause: 'a lookup of one group returns instruments of another',
      at: `response ${foreign.pointer}`,
      expected: JSON.stringify(group),
      actual: `${JSON.stringify(foreign.stockGroupCd)}; so in ${foreign.count} records of the walk`,
      shown: foreign.shown,
    });
  }
  const partial = whyPartial(walk);
  return partial === null ? pass : unverified(partial);
}

/** Instruments that the walk of a group returns as its own, and the walk of ALL as those of another. */
export function strangersIn(walk: Walk, all: Walk): readonly string[] {
  return [...walk.instruments.keys()].filter((code) => isForeign(all.instruments.get(code), walk.group));
}

/**
 * Judges whether strangers of a first pair of walks are so in a second pair as well.
 *
 * @clause LKP-004
 */
export function judgeStrangers(first: readonly string[], own: Walk, all: Walk): Outcome {
  const stockCd = strangersIn(own, all).find((code) => first.includes(code));
  const shown = own.shown.get(0);
  if (stockCd === undefined) return pass;
  return broken({
    cause: 'a lookup of one group returns instruments that are of another one in ALL',
    at: `the walks of ${own.group} and of ALL, made twice`,
    expected: JSON.stringify(own.group),
    actual: `${describeValue(stockCd)} has the stockGroupCd ${JSON.stringify(all.instruments.get(stockCd))} in ALL`,
    ...(shown === undefined ? {} : { shown }),
  });
}

/**
 * Judges a single lookup of a group. Anything but a page is for other clauses to tell.
 *
 * @param how - it was asked for
 * @clause LKP-004
 */
export function judgePageOf(group: string, exchange: Exchange, how: string): Outcome {
  const page = readPage(exchange);
  if (typeof page === 'string') return pass;
  const index = page.records.findIndex(({ stockGroupCd }) => isForeign(stockGroupCd, group));
  if (index < 0) return pass;
  return broken({
    cause: `a lookup of one group, ${how}, returns instruments of another`,
    at: `response /data/details/${index}/stockGroupCd`,
    expected: JSON.stringify(group),
    actual: describeValue(page.records[index]?.['stockGroupCd']),
    shown: showExchange(exchange, `/data/details/${index}/stockGroupCd`),
  });
}

/** Instruments of the groups alone, and of ALL alone. */
export interface Difference {
  readonly missing: ReadonlySet<string>;
  readonly extra: ReadonlySet<string>;
  readonly all: Walk;
}

/** Holds a walk of ALL against one of each group; words where that cannot be done. */
export function compareWithGroups(all: Walk, groups: readonly Walk[]): Difference | string {
  for (const walk of [all, ...groups]) {
    const partial = whyPartial(walk);
    if (partial !== null) return partial;
    if ((walk.afterEnd?.hidden.length ?? 0) > 0) return `the walk of ${walk.group} has hidden pages (PAG-006)`;
  }
  const union = new Set(groups.flatMap(({ instruments }) => [...instruments.keys()]));
  const missing = new Set([...union].filter((code) => !all.instruments.has(code)));
  // An instrument that says ALL of itself belongs to no group that could be asked for.
  const extra = [...all.instruments].filter(([code, group]) => !union.has(code) && group !== 'ALL');
  return { all, missing, extra: new Set(extra.map(([code]) => code)) };
}

export function isDifferent({ missing, extra }: Difference): boolean {
  return missing.size + extra.size > 0;
}

/** Judges ALL by two comparisons: instruments come and go, so that only what differs twice is told. @clause LKP-007 */
export function judgeAll(first: Difference, second: Difference): Outcome {
  const missing = [...first.missing].filter((code) => second.missing.has(code));
  const extra = [...first.extra].filter((code) => second.extra.has(code));
  if (missing.length + extra.length === 0) return pass;
  const [shown] = [...second.all.shown.values()].slice(-1);
  return broken({
    cause: missing.length > 0 ? 'ALL lacks instruments of the groups' : 'ALL has instruments that no group has',
    at: 'the walks of ALL and of the four groups, made twice',
    expected: 'the same instruments',
    actual: `${listed('only in the groups', missing)}${listed('only in ALL', extra)}`,
    ...(shown === undefined ? {} : { shown }),
  });
}

function listed(where: string, codes: readonly string[]): string {
  if (codes.length === 0) return '';
  const some = codes.slice(0, 5).map((code) => JSON.stringify(wholeBeginning(code, 40)));
  return `${where}: ${some.join(', ')}${codes.length > 5 ? ` and ${codes.length - 5} more` : ''}. `;
}

/** The groups that walks are of, each once. */
export function groupsOf(walks: readonly Walk[]): readonly StockGroup[] {
  return [...new Set(walks.map(groupOf))];
}

/** The group that a walk is of. */
export function groupOf(walk: Walk): StockGroup {
  return STOCK_GROUPS.find((group) => group === walk.group) ?? 'ALL';
}
