import type { StockQuery } from '../client/request-recipe.js';
import { deriveSeed } from '../contract/seed.js';
import { STOCK_GROUPS, type StockGroup } from '../contract/order.js';
import { pass, passIn, unverified, type Outcome } from '../contract/verdict.js';
import { compareWithGroups, isDifferent, judgeAll, OWN_GROUPS, type Difference } from '../oracle/group-walks.js';
import { besideKeyOf, judgeGroupBesideKey } from '../oracle/group-beside-key.js';
import { isComplete, type Walk } from '../oracle/walk.js';
import type { Exchange } from '../wire/exchange.js';
import type { Context, Examination, Examinations } from './context.js';
import { describeAnswer } from './describe-answer.js';
import { lookupCodeExaminations, madeUpCode } from './lookup-code.js';
import { lookupGroupExaminations } from './lookup-group.js';
import { examineLookupNegatives } from './lookup-sandwich.js';
import { isOwn, isSuccess, openingsOf, type Ask, type Lookups } from './lookups.js';
import { keyOfNextPage } from './next-key.js';
import { judgeRefusedLookup } from './refused-lookup.js';
import { untilAnswered } from './resend.js';

/** Words that are none of the five codes, however leniently they are read. */
const STRANGE_GROUPS = [
  'EQUITY',
  'CRYPTOX',
  'COMMOD',
  'ODITY',
  'INDICES',
  'FOREIGN,INDEX',
  'C%',
  'NONE',
  '1',
  'constructor',
  'FOREX',
  'FOREIGN INDEX',
];

/** A lookup as it was sent last, and its answer. */
interface Asked {
  readonly query: StockQuery;
  readonly exchange: Exchange;
}

const isAccepted = ({ exchange }: Asked): boolean => isSuccess(exchange.response?.status);

/**
 * Each of the five, where at least one lookup works with this token: otherwise the token may be to blame. Asked for
 * after the walks, since what is given a few times may be refused later.
 */
const everyGroup: Examination = async (context) => {
  const { lookups, clause } = context;
  const answers = [];
  for (const group of STOCK_GROUPS) {
    await lookups.laterWalks(group);
    const plain = { ...(await lookups.plainQuery()), stockGroupCd: group };
    answers.push({ group, asked: await askForGroup(askExactly(lookups), clause.id, plain) });
  }
  let accepted = answers.map(({ asked }) => asked).find(isAccepted);
  accepted ??= [await askWith(askExactly(lookups), clause.id, {})].find(isAccepted);
  const outcomes: Outcome[] = [];
  for (const { group, asked } of answers) outcomes.push(await judgeGroup(context, group, asked, accepted));
  return outcomes;
};

/** @param accepted - some lookup that is accepted with this token */
async function judgeGroup(
  context: Context,
  group: StockGroup,
  asked: Asked,
  accepted: Asked | undefined,
): Promise<Outcome> {
  if (isAccepted(asked)) return pass;
  const { lookups, clause } = context;
  const refused = asked.exchange;
  const status = refused.response?.status;
  const what = `a lookup of ${group}`;
  const because = describeAnswer(what, refused);
  if (status === undefined) return unverified(because);
  if (accepted === undefined) return unverified(`no lookup is accepted with this token: ${because}`);
  if (await isRefusedAsEmpty(context, group, status)) {
    return unverified(`ALL has no instrument of ${group}, and a lookup that finds none is refused: ${because}`);
  }
  const plain = { ...(await lookups.plainQuery()), stockGroupCd: group };
  return judgeRefusedLookup(context, {
    ...{ what, refused, expected: '200' },
    askSibling: async (ask) => (await ask(clause.id, accepted.query)).exchange,
    askAgain: async (ask) => (await askForGroup(ask, clause.id, plain)).exchange,
  });
}

/** Whether the group has no instrument, as ALL shows it, and a lookup of a stockCd that none has is refused likewise. */
async function isRefusedAsEmpty(context: Context, group: StockGroup, status: number): Promise<boolean> {
  const { lookups, clause, seed } = context;
  const all = await lookups.walk('ALL');
  if (group === 'ALL' || !isComplete(all) || [...all.instruments.values()].includes(group)) return false;
  const none = await lookups.ask(clause.id, { stockCd: madeUpCode(seed) });
  return none.exchange.response?.status === status;
}

/** A refusal once may be an accident, and one of an empty parameter is told of by the clause on that. */
async function askForGroup(ask: Ask, clause: string, plain: PlainQuery): Promise<Asked> {
  const asked = await askWith(ask, clause, plain);
  if (isAccepted(asked)) return asked;
  const again = await askWith(ask, clause, plain);
  if (isAccepted(again)) return again;
  for (const barerQuery of openingsOf(plain.stockGroupCd).slice(1)) {
    const barer = await askWith(ask, clause, barerQuery);
    if (isAccepted(barer)) return barer;
  }
  return again;
}

/** That of a plain lookup of a group. */
type PlainQuery = StockQuery & { readonly stockGroupCd: StockGroup };

function askExactly(lookups: Lookups): Ask {
  return (clause, query) => lookups.askExactly(clause, query);
}

async function askWith(ask: Ask, clause: string, query: StockQuery): Promise<Asked> {
  return { query, exchange: (await ask(clause, query)).exchange };
}

/** None of the five codes, in any case, and not empty: what that means, the document does not say. */
function isStrange(group: unknown): group is string {
  return (
    typeof group === 'string' &&
    group.trim() !== '' &&
    !(STOCK_GROUPS as readonly string[]).includes(group.trim().toUpperCase())
  );
}

const strangeGroup: Examination = async (context) => {
  const made = deriveSeed(context.seed, 'group').toString(36).toUpperCase();
  const instruments = await context.lookups.instruments();
  const symbolGroups = instruments.map(({ symbolGroupCd }) => symbolGroupCd as unknown).filter(isStrange);
  const negatives = [...STRANGE_GROUPS, `X${made}`, ...symbolGroups.slice(0, 1)].map((group) => ({
    way: `its stockGroupCd is ${JSON.stringify(group)}`,
    query: { stockGroupCd: group },
  }));
  const [known] = instruments;
  const [strange = 'NONE'] = STRANGE_GROUPS;
  const both =
    known === undefined
      ? []
      : [
          {
            way: `its stockGroupCd is ${JSON.stringify(strange)}, beside a known stockCd`,
            query: { stockGroupCd: strange, stockCd: known.stockCd },
          },
        ];
  const outcomes = await examineLookupNegatives(
    context,
    [...negatives, ...both],
    'a lookup with an unknown stock group discloses instruments',
  );
  for (const group of OWN_GROUPS) outcomes.push(...(await besideKey(context, group, strange)));
  return outcomes;
};

/** Where a group has later pages: a service may look at the stockGroupCd of first pages only. */
async function besideKey({ lookups, clause, stop }: Context, group: StockGroup, strange: string): Promise<Outcome[]> {
  if ((await lookups.walk(group)).pages.length < 2) return [];
  const query = { ...(await lookups.plainQuery()), stockGroupCd: group };
  return lookups.inARow(async (ask) => {
    const nextKey = keyOfNextPage(await ask(clause.id, query));
    if (nextKey === null) return [];
    const way = besideKeyOf(group);
    const send = async (): Promise<Exchange> =>
      (await ask(clause.id, { ...query, stockGroupCd: strange, nextKey }, { way })).exchange;
    return [judgeGroupBesideKey(await untilAnswered(stop, send), group)];
  });
}

const lowerCaseGroup: Examination = async (context) => {
  const known = (await context.lookups.instruments()).find(({ stockGroupCd }) => isOwn(stockGroupCd));
  const queries: StockQuery[] = STOCK_GROUPS.map((group) => ({ stockGroupCd: group.toLowerCase() }));
  if (known !== undefined) {
    queries.push({ stockGroupCd: known.stockGroupCd.toLowerCase(), stockCd: known.stockCd });
  }
  return examineLookupNegatives(
    context,
    queries.map((query) => ({
      way: `its stockGroupCd is ${JSON.stringify(query.stockGroupCd)}${query.stockCd === undefined ? '' : ', beside a known stockCd'}`,
      query,
    })),
    'a lookup with a stock group in lower case discloses instruments',
  );
};

const allIsTheGroups: Examination = async (context) => {
  const { lookups, clause } = context;
  const first = await walksCompared(context, (group) => lookups.walk(group));
  if (typeof first === 'string') return [unverified(first)];
  if (!isDifferent(first)) return [passIn(first.all.pages[0]?.exchange)];
  const second = await walksCompared(context, (group) => lookups.newWalk(group, clause.id));
  return [typeof second === 'string' ? unverified(second) : judgeAll(first, second)];
};

async function walksCompared(
  { stop }: Context,
  walkOf: (group: StockGroup) => Promise<Walk>,
): Promise<Difference | string> {
  const all = await walkOf('ALL');
  const groups: Walk[] = [];
  for (const group of OWN_GROUPS) {
    if (stop.aborted) return 'the run was stopped';
    groups.push(await walkOf(group));
  }
  return compareWithGroups(all, groups);
}

/** In each group: refused with an empty stockCd, and accepted without one. */
const emptyCode: Examination = async (context) => {
  const { nextKey } = await context.lookups.plainQuery();
  const outcomes: Outcome[] = [];
  for (const stockGroupCd of STOCK_GROUPS) {
    outcomes.push(await examineEmptyCode(context, { stockGroupCd, nextKey }));
  }
  return outcomes;
};

async function examineEmptyCode(context: Context, without: StockQuery): Promise<Outcome> {
  const { lookups, clause } = context;
  const withEmpty = { ...without, stockCd: '' };
  const asked = await askWith(askExactly(lookups), clause.id, withEmpty);
  if (isAccepted(asked)) return pass;
  return judgeRefusedLookup(context, {
    ...{ what: 'a lookup with an empty stockCd', refused: asked.exchange, expected: '200, as without stockCd' },
    askSibling: async (ask) => (await ask(clause.id, without)).exchange,
    askAgain: async (ask) => (await ask(clause.id, withEmpty)).exchange,
  });
}

/** Examinations of the lookup's filters, sections 2.6 and 4.3. */
export const lookupExaminations: Examinations = {
  'LKP-001': everyGroup,
  'LKP-002': strangeGroup,
  'LKP-003': lowerCaseGroup,
  'LKP-007': allIsTheGroups,
  'LKP-009': emptyCode,
  ...lookupGroupExaminations,
  ...lookupCodeExaminations,
};
