import type { Reply } from '../client/service-client.js';
import type { StockGroup } from '../contract/order.js';
import { broken, pass, unverified, type Outcome } from '../contract/verdict.js';
import { describeValue } from '../oracle/describe-value.js';
import { showExchange } from '../oracle/show-exchange.js';
import { isForeign, readPage, type Walk } from '../oracle/walk.js';
import type { Context, Examination, Examinations } from './context.js';
import { OWN_GROUPS, whyPartial } from './lookups.js';

/** How often all groups are asked for at the same time. */
const ROUNDS = 2;

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

function judgeForeign(walk: Walk): Outcome {
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

/** An instrument that the walk of a group returns as one of that group, and the walk of ALL as one of another: twice. */
async function belongsElsewhere({ lookups, clause }: Context, group: StockGroup): Promise<Outcome> {
  const first = strangersIn(await lookups.walk(group), await lookups.walk('ALL'));
  if (first.length === 0) return pass;
  const own = await lookups.newWalk(group, clause.id);
  const all = await lookups.newWalk('ALL', clause.id);
  const stockCd = strangersIn(own, all).find((code) => first.includes(code));
  const shown = own.shown.get(0);
  if (stockCd === undefined) return pass;
  return broken({
    cause: 'a lookup of one group returns instruments that are of another one in ALL',
    at: `the walks of ${group} and of ALL, made twice`,
    expected: JSON.stringify(group),
    actual: `${describeValue(stockCd)} has the stockGroupCd ${JSON.stringify(all.instruments.get(stockCd))} in ALL`,
    ...(shown === undefined ? {} : { shown }),
  });
}

function strangersIn(walk: Walk, all: Walk): readonly string[] {
  return [...walk.instruments.keys()].filter((code) => isForeign(all.instruments.get(code), walk.group));
}

/** The record of an instrument that is asked for by its code may come from elsewhere than those of a list. */
async function judgeByCode({ lookups, clause }: Context, { group, instruments }: Walk): Promise<Outcome> {
  const stockCd = [...instruments.keys()].at(-1) ?? '';
  if (stockCd === '') return pass;
  return judgeFirstPage(await lookups.ask(clause.id, { stockGroupCd: group, stockCd }), group, 'with a stockCd');
}

async function askAtOnce({ lookups, clause }: Context): Promise<Outcome[]> {
  const plain = await lookups.plainQuery();
  const outcomes: Outcome[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const replies = await lookups.atOnce(
      clause.id,
      OWN_GROUPS.map((stockGroupCd) => ({ ...plain, stockGroupCd })),
    );
    for (const [index, reply] of replies.entries()) {
      outcomes.push(judgeFirstPage(reply, OWN_GROUPS[index] ?? '', 'at the same time as others'));
    }
  }
  return outcomes;
}

/** Anything but a page is for other clauses to tell. */
function judgeFirstPage({ exchange }: Reply, group: string, how: string): Outcome {
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

/** Examinations of the filter by group, section 4.3. */
export const lookupGroupExaminations: Examinations = { 'LKP-004': ownGroupOnly };
