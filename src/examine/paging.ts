import type { StockQuery } from '../client/service-client.js';
import { STOCK_GROUPS, type StockGroup } from '../contract/order.js';
import { broken, pass, unverified, type Outcome } from '../contract/verdict.js';
import { describeValue } from '../oracle/describe-value.js';
import { showExchange } from '../oracle/show-exchange.js';
import { isComplete, whyIncomplete, type Walk } from '../oracle/walk.js';
import {
  judgeEnd,
  judgeKeysAccepted,
  judgeLastPage,
  judgeProgress,
  judgeRepeats,
  repeatInPage,
} from '../oracle/walk-verdicts.js';
import type { Context, Examination, Examinations } from './context.js';
import { describeAnswer } from './describe-answer.js';
import { isSuccess, type LaterWalks } from './lookups.js';

/** Most walks that are made to tell a change of the data from a walk that leaves something out. */
const MOST_WALKS = 4;

/** All walks of the five groups, the later ones as well: what a service remembers of a walk may spoil the next. */
async function allWalks(context: Context): Promise<readonly Walk[]> {
  const walks: Walk[] = [];
  for (const group of STOCK_GROUPS) {
    const own = await walksOf(context, group);
    walks.push(...own);
    // Once one has turned out endless, those of the other groups would be too.
    if (own.some(({ end }) => end.kind === 'endless')) break;
  }
  return walks;
}

async function walksOf({ lookups }: Context, group: StockGroup): Promise<readonly Walk[]> {
  return [await lookups.walk(group), ...(await lookups.laterWalks(group)).walks];
}

/** A group whose first page is refused has nothing to say of paging; LKP-001 says that. */
function begun(walks: readonly Walk[]): readonly Walk[] {
  const some = walks.filter(({ end }) => end.kind !== 'refused' || end.page > 1);
  return some.length > 0 ? some : walks.slice(0, 1);
}

function ofEachWalk(judge: (walk: Walk) => Outcome): Examination {
  return async (context) => begun(await allWalks(context)).map(judge);
}

/** Every walk begins with an empty nextKey, that of a group and one right after another as well. */
const emptyKeyAccepted: Examination = async (context) => {
  const { openings, group } = await context.lookups.manner();
  const withKey = openings.filter(({ query }) => query.nextKey === '');
  if (!withKey.some(({ accepted }) => accepted)) {
    const sibling = openings.find(({ query, accepted }) => accepted && query.stockGroupCd !== undefined);
    const [first] = withKey;
    if (first !== undefined && sibling !== undefined) return [await refusedBeginning(context, sibling.query, group)];
    return [unverified(`no lookup of a group is accepted: ${first?.because ?? 'none was sent'}`)];
  }
  const outcomes: Outcome[] = [pass];
  for (const code of STOCK_GROUPS) {
    const walks = await walksOf(context, code);
    if (walks.some(({ end }) => end.kind === 'refused' && end.page === 1)) {
      const { stockCd } = await context.lookups.plainQuery();
      outcomes.push(await refusedBeginning(context, { stockCd }, code));
    }
    outcomes.push(...(await beginningAfterWalk(context, code)));
  }
  return outcomes;
};

/** Refused with an empty nextKey, and accepted without one. */
async function refusedBeginning(
  { lookups, clause }: Context,
  without: StockQuery,
  stockGroupCd: StockGroup,
): Promise<Outcome> {
  const sibling = (await lookups.askExactly(clause.id, { ...without, stockGroupCd })).exchange;
  const { exchange } = await lookups.askExactly(clause.id, { ...without, stockGroupCd, nextKey: '' });
  const status = exchange.response?.status;
  if (isSuccess(status)) return pass;
  if (status === undefined) return unverified(describeAnswer('a lookup with an empty nextKey', exchange));
  if (!isSuccess(sibling.response?.status)) return unverified(describeAnswer('a lookup without nextKey', sibling));
  return broken({
    cause: 'a lookup with an empty nextKey is not answered with status 200',
    at: 'response status',
    expected: '200, as without nextKey',
    actual: String(status),
    shown: showExchange(exchange),
    sibling: showExchange(sibling),
  });
}

/** Refused right after a whole walk, twice, and accepted when sent again. */
async function beginningAfterWalk({ lookups, clause }: Context, group: StockGroup): Promise<Outcome[]> {
  if (!wasRefused(await lookups.laterWalks(group))) return [];
  const again = await lookups.newLaterWalks(group, clause.id);
  const { left } = again;
  if (left === null || !wasRefused(again)) return [unverified('a walk could not begin once, and then could')];
  return [
    broken({
      cause: 'after a walk, the first lookup with an empty nextKey is not answered with status 200',
      at: 'response status',
      expected: '200, as when it is sent again',
      actual: String(left.exchange.response?.status),
      shown: showExchange(left.exchange),
    }),
  ];
}

/** Refused, and the same accepted at once: pace limits and services that break down are something else. */
function wasRefused({ left, walks }: LaterWalks): boolean {
  const status = left?.exchange.response?.status;
  if (status === undefined || status < 400 || status >= 500 || status === 429) return false;
  return walks.at(-1)?.end.kind === 'complete';
}

const noRepeats: Examination = async (context) => {
  const outcomes: Outcome[] = [];
  for (const walk of begun(await allWalks(context))) {
    const doubtful = walk.repeats.length > 0 && walk.end.kind !== 'endless' && repeatInPage(walk) === undefined;
    const again = doubtful ? await context.lookups.newWalk(groupOf(walk), context.clause.id) : null;
    outcomes.push(judgeRepeats(walk, again));
  }
  return outcomes;
};

const lastPageIsLast: Examination = async (context) => {
  const outcomes: Outcome[] = [];
  for (const walk of begun(await allWalks(context))) {
    let outcome = judgeLastPage(walk, () => true);
    if (outcome.outcome === 'broken') {
      // What came after the end may just have been listed: another walk would have it, and then it is not hidden.
      const again = await context.lookups.newWalk(groupOf(walk), context.clause.id);
      outcome = isComplete(again)
        ? judgeLastPage(again, (stockCd) => !walk.instruments.has(stockCd))
        : unverified('a second walk, to confirm it, did not come to its end');
    }
    outcomes.push(outcome);
  }
  return outcomes;
};

/**
 * Walks again, and where something differs once more: an instrument that goes and comes back, or that can still be
 * asked for while a walk leaves it out, was never gone.
 */
const sameAgain: Examination = async (context) => {
  const outcomes: Outcome[] = [];
  for (const group of new Set(begun(await allWalks(context)).map(groupOf))) {
    outcomes.push(...(await sameGroupAgain(context, group)));
  }
  return outcomes;
};

async function sameGroupAgain(context: Context, group: StockGroup): Promise<Outcome[]> {
  const { lookups, clause } = context;
  const walks = [...(await walksOf(context, group))];
  while (walks.length < MOST_WALKS && walks.every(isComplete) && !settled(walks)) {
    walks.push(await lookups.newWalk(group, clause.id));
  }
  const partial = walks.find((walk) => !isComplete(walk));
  if (partial !== undefined) return [unverified(whyIncomplete(partial))];
  if (walks.some(({ afterEnd }) => (afterEnd?.hidden.length ?? 0) > 0)) {
    return [unverified(`a walk of ${group} has hidden pages (PAG-006)`)];
  }
  const blinking = blinkingInstrument(walks) ?? (await stillThere(context, walks));
  if (blinking === undefined) return [settled(walks) ? pass : unverified('instruments changed from walk to walk')];
  const shown = walks.find((walk) => !walk.instruments.has(blinking))?.shown.get(0);
  return [
    broken({
      cause: 'a walk leaves out an instrument that other walks return',
      at: `the walks of ${group}, made ${walks.length} times`,
      expected: 'the same instruments',
      actual: `${describeValue(blinking)} in ${walks.map((walk) => (walk.instruments.has(blinking) ? 'yes' : 'no')).join(', ')}`,
      ...(shown === undefined ? {} : { shown }),
    }),
  ];
}

/** Whether the last two walks agree; a difference before that is a change of the data, unless something came back. */
function settled(walks: readonly Walk[]): boolean {
  const [before, last] = walks.slice(-2);
  if (before === undefined || last === undefined) return true;
  if (before.instruments.size !== last.instruments.size) return false;
  return [...before.instruments.keys()].every((code) => last.instruments.has(code));
}

function blinkingInstrument(walks: readonly Walk[]): string | undefined {
  const codes = new Set(walks.flatMap((walk) => [...walk.instruments.keys()]));
  return [...codes].find((code) => {
    const turns = walks.filter((walk, index) => {
      const before = walks[index - 1];
      return before !== undefined && before.instruments.has(code) !== walk.instruments.has(code);
    });
    return turns.length > 1;
  });
}

/** An instrument that the last walk left out and that is returned when asked for by its code. */
async function stillThere({ lookups, clause }: Context, walks: readonly Walk[]): Promise<string | undefined> {
  const last = walks.at(-1);
  const gone = [...(walks[0]?.instruments.keys() ?? [])].filter((code) => last?.instruments.has(code) === false);
  for (const stockCd of gone.slice(0, 3)) {
    const filtered = await lookups.filtered(clause.id, { stockCd }, (found) => found === stockCd);
    if (filtered.stockCds.includes(stockCd)) return stockCd;
  }
  return undefined;
}

function groupOf(walk: Walk): StockGroup {
  return STOCK_GROUPS.find((group) => group === walk.group) ?? 'ALL';
}

/** Examinations of paging, section 4.3. */
export const pagingExaminations: Examinations = {
  'PAG-001': emptyKeyAccepted,
  'PAG-002': ofEachWalk(judgeKeysAccepted),
  'PAG-003': ofEachWalk(judgeProgress),
  'PAG-004': ofEachWalk(judgeEnd),
  'PAG-005': noRepeats,
  'PAG-006': lastPageIsLast,
  'PAG-007': sameAgain,
};
