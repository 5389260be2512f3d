import { STOCK_GROUPS, type StockGroup } from '../contract/order.js';
import { pass, unverified, type Outcome } from '../contract/verdict.js';
import {
  groupsInTurns,
  IN_TURNS,
  judgeForeign,
  judgePageOf,
  judgeStrangers,
  OWN_GROUPS,
  PAGES_IN_TURNS,
  ROUNDS_AT_ONCE,
  strangersIn,
} from '../oracle/group-walks.js';
import type { Walk } from '../oracle/walk.js';
import type { Context, Examination, Examinations } from './context.js';
import { isOwn } from './lookups.js';
import { keyOfNextPage } from './next-key.js';

const ownGroupOnly: Examination = async (context) => {
  const { lookups } = context;
  const outcomes: Outcome[] = [];
  let seen = 0;
  for (const group of OWN_GROUPS) {
    const walk = await lookups.walk(group);
    seen += walk.instruments.size;
    const { walks } = await lookups.laterWalks(group);
    const ofWalks = [walk, ...walks].map(judgeForeign);
    outcomes.push(...ofWalks);
    if (ofWalks.some(({ outcome }) => outcome === 'broken')) continue;
    outcomes.push(await belongsElsewhere(context, group), await judgeByCode(context, walk));
  }
  if (outcomes.every(({ outcome }) => outcome !== 'broken')) {
    outcomes.push(...(await askAtOnce(context)), ...(await askInTurns(context)));
  }
  return seen === 0 && outcomes.every(({ outcome }) => outcome === 'pass')
    ? [unverified('no lookup of a group returned an instrument')]
    : outcomes;
};

/** An instrument that the walk of a group returns as one of that group, and the walk of ALL as one of another: twice. */
async function belongsElsewhere({ lookups, clause }: Context, group: StockGroup): Promise<Outcome> {
  const first = strangersIn(await lookups.walk(group), await lookups.walk('ALL'));
  if (first.length === 0) return pass;
  const own = await lookups.newWalk(group, clause.id);
  const all = await lookups.newWalk('ALL', clause.id);
  return judgeStrangers(first, own, all);
}

/** The record of an instrument that is asked for by its code may come from elsewhere than those of a list. */
async function judgeByCode({ lookups, clause }: Context, { group, instruments }: Walk): Promise<Outcome> {
  const stockCd = [...instruments.keys()].at(-1) ?? '';
  if (stockCd === '') return pass;
  const { exchange } = await lookups.ask(clause.id, { stockGroupCd: group, stockCd });
  return judgePageOf(group, exchange, 'with a stockCd');
}

async function askAtOnce({ lookups, clause }: Context): Promise<Outcome[]> {
  const plain = await lookups.plainQuery();
  const outcomes: Outcome[] = [];
  for (let round = 0; round < ROUNDS_AT_ONCE; round += 1) {
    const replies = await lookups.atOnce(
      clause.id,
      OWN_GROUPS.map((stockGroupCd) => ({ ...plain, stockGroupCd })),
    );
    for (const [index, reply] of replies.entries()) {
      outcomes.push(judgePageOf(OWN_GROUPS[index] ?? 'ALL', reply.exchange, 'at the same time as others'));
    }
  }
  return outcomes;
}

/**
 * The groups that have later pages, page by page in turns: what a service keeps of one walk may come in another. A key that
 * leads nowhere any more, since another one was given meanwhile, is not held against it: the document speaks of the previous
 * response only.
 */
async function askInTurns({ lookups, clause }: Context): Promise<Outcome[]> {
  const walks = await Promise.all(STOCK_GROUPS.map((group) => lookups.walk(group)));
  const groups = groupsInTurns(walks);
  const plain = await lookups.plainQuery();
  const broken = new Map<StockGroup, Outcome>();
  await lookups.inARow(async (ask) => {
    const queries = new Map(groups.map((group) => [group, { ...plain, stockGroupCd: group }]));
    for (let page = 1; page <= PAGES_IN_TURNS; page += 1) {
      for (const [group, query] of queries) {
        const reply = await ask(clause.id, query, { way: IN_TURNS });
        const outcome = judgePageOf(group, reply.exchange, 'in turns with others');
        if (outcome.outcome === 'broken' && !broken.has(group)) broken.set(group, outcome);
        const nextKey = keyOfNextPage(reply);
        if (nextKey === null) queries.delete(group);
        else queries.set(group, { ...query, nextKey });
      }
    }
  });
  return groups.filter(isOwn).map((group) => broken.get(group) ?? pass);
}

/** Examinations of the filter by group, section 4.3. */
export const lookupGroupExaminations: Examinations = { 'LKP-004': ownGroupOnly };
