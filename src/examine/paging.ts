import type { StockQuery } from '../client/request-recipe.js';
import { STOCK_GROUPS, type StockGroup } from '../contract/order.js';
import { broken, pass, unverified, type Outcome } from '../contract/verdict.js';
import {
  begun,
  blinkingInstrument,
  goneInstruments,
  groupOf,
  groupsOf,
  isDoubtful,
  isEndless,
  isSettled,
  judgeAfterRefusal,
  judgeLastPageAgain,
  judgeSame,
  MOST_WALKS,
  REFUSED_BEFORE,
  WALKS_AFTER_REFUSAL,
  whyNotComparable,
} from '../oracle/group-walks.js';
import { showExchange } from '../oracle/show-exchange.js';
import { isComplete, type Walk } from '../oracle/walk.js';
import { judgeEnd, judgeKeysAccepted, judgeLastPage, judgeProgress, judgeRepeats } from '../oracle/walk-verdicts.js';
import type { Context, Examination, Examinations } from './context.js';
import { isSuccess, type LaterWalks } from './lookups.js';
import { judgeRefusedLookup } from './refused-lookup.js';

/** None of the five codes. */
const NO_GROUP = 'EQUITY';

/** All walks of the five groups, the later ones as well: what a service remembers of a walk may spoil the next. */
async function allWalks(context: Context): Promise<readonly Walk[]> {
  const walks: Walk[] = [];
  for (const group of STOCK_GROUPS) {
    const own = await walksOf(context, group);
    walks.push(...own);
    if (own.some(isEndless)) break;
  }
  return walks;
}

async function walksOf({ lookups }: Context, group: StockGroup): Promise<readonly Walk[]> {
  return [await lookups.walk(group), ...(await lookups.laterWalks(group)).walks];
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
async function refusedBeginning(context: Context, without: StockQuery, stockGroupCd: StockGroup): Promise<Outcome> {
  const { lookups, clause } = context;
  const plain = { ...without, stockGroupCd };
  const withEmpty = { ...plain, nextKey: '' };
  const refused = (await lookups.askExactly(clause.id, withEmpty)).exchange;
  if (isSuccess(refused.response?.status)) return pass;
  return judgeRefusedLookup(context, {
    ...{ what: 'a lookup with an empty nextKey', refused, expected: '200, as without nextKey' },
    askSibling: async (ask) => (await ask(clause.id, plain)).exchange,
    askAgain: async (ask) => (await ask(clause.id, withEmpty)).exchange,
  });
}

/** Refused right after a whole walk, and again slowly with nothing else beside it, and accepted when sent again. */
async function beginningAfterWalk({ lookups, clause }: Context, group: StockGroup): Promise<Outcome[]> {
  if (!wasRefused(await lookups.laterWalks(group))) return [];
  const again = await lookups.laterWalksInQuiet(group, clause.id);
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
    const again = isDoubtful(walk) ? await context.lookups.newWalk(groupOf(walk), context.clause.id) : null;
    outcomes.push(judgeRepeats(walk, again));
  }
  return outcomes;
};

const lastPageIsLast: Examination = async (context) => {
  const outcomes: Outcome[] = [];
  for (const walk of begun(await allWalks(context))) {
    let outcome = judgeLastPage(walk, () => true);
    if (outcome.outcome === 'broken') {
      outcome = judgeLastPageAgain(walk, await context.lookups.newWalk(groupOf(walk), context.clause.id));
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
  const groups = groupsOf(begun(await allWalks(context)));
  for (const group of groups) outcomes.push(await sameGroupAgain(context, group));
  for (const group of groups.slice(0, WALKS_AFTER_REFUSAL)) outcomes.push(await sameAfterRefusal(context, group));
  return outcomes;
};

/** A service may take what a refused lookup asked for into the next one. What differs has to be right again without one. */
async function sameAfterRefusal(context: Context, group: StockGroup): Promise<Outcome> {
  const { lookups, clause } = context;
  const walks = (await walksOf(context, group)).slice(-1);
  const because = whyNotComparable(walks);
  if (because !== null) return unverified(because);
  const other = (await lookups.instruments()).find(({ stockGroupCd }) => stockGroupCd !== group);
  const query = { ...(await lookups.plainQuery()), stockGroupCd: NO_GROUP, stockCd: other?.stockCd ?? '' };
  walks.push(await lookups.walkAfter(group, clause.id, query, { way: REFUSED_BEFORE }));
  if (!isSettled(walks)) walks.push(await lookups.newWalk(group, clause.id));
  return judgeAfterRefusal(walks);
}

async function sameGroupAgain(context: Context, group: StockGroup): Promise<Outcome> {
  const { lookups, clause } = context;
  const walks = [...(await walksOf(context, group))];
  while (walks.length < MOST_WALKS && walks.every(isComplete) && !isSettled(walks)) {
    walks.push(await lookups.newWalk(group, clause.id));
  }
  const because = whyNotComparable(walks);
  if (because !== null) return unverified(because);
  return judgeSame(walks, blinkingInstrument(walks) ?? (await stillThere(context, walks)));
}

/** An instrument that the last walk left out and that is returned when asked for by its code. */
async function stillThere({ lookups, clause }: Context, walks: readonly Walk[]): Promise<string | undefined> {
  for (const stockCd of goneInstruments(walks)) {
    const filtered = await lookups.filtered(clause.id, { stockCd }, (found) => found === stockCd);
    if (filtered.stockCds.includes(stockCd)) return stockCd;
  }
  return undefined;
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
