import type { StockGroup } from '../contract/order.js';
import { pass, unverified, type Outcome } from '../contract/verdict.js';
import {
  judgeFirstPage,
  judgeForeign,
  judgeStrangers,
  OWN_GROUPS,
  ROUNDS_AT_ONCE,
  strangersIn,
} from '../oracle/group-walks.js';
import type { Walk } from '../oracle/walk.js';
import type { Context, Examination, Examinations } from './context.js';

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
  if (outcomes.every(({ outcome }) => outcome !== 'broken')) outcomes.push(...(await askAtOnce(context)));
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
  return judgeFirstPage(exchange, group, 'with a stockCd');
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
      outcomes.push(judgeFirstPage(reply.exchange, OWN_GROUPS[index] ?? '', 'at the same time as others'));
    }
  }
  return outcomes;
}

/** Examinations of the filter by group, section 4.3. */
export const lookupGroupExaminations: Examinations = { 'LKP-004': ownGroupOnly };
