import { forgedEdits, malformedEdits } from '../arbitraries/token.js';
import type { LookupEdits, StockQuery, TokenEdits } from '../client/request-recipe.js';
import type { Reply } from '../client/service-client.js';
import { broken, pass, unverified, type Outcome } from '../contract/verdict.js';
import { OWN_GROUPS } from '../oracle/group-walks.js';
import { judgeLookupOfNone, OF_NONE, TWIN_OF_NONE } from '../oracle/lookup-of-none.js';
import { showExchange } from '../oracle/show-exchange.js';
import type { Exchange } from '../wire/exchange.js';
import type { Context, Examination, Examinations } from './context.js';
import { describeAnswer } from './describe-answer.js';
import { madeUpCode } from './lookup-code.js';
import { examineLookupNegatives, type LookupNegative } from './lookup-sandwich.js';
import { isOwn, isSuccess, type Ask } from './lookups.js';
import { keyOfNextPage } from './next-key.js';
import { whyPassingRefusal, type SendLookup } from './quiet-lookup.js';
import { untilAnswered } from './resend.js';
import { signingKeyOf } from './signing-key.js';

/** Somewhere that a token is needed. */
interface Where {
  readonly where: string;
  readonly place: (context: Context) => Promise<StockQuery>;
}

/** On the first page and on later ones, whatever is asked for. */
const PLACES: readonly Where[] = [
  { where: 'on the first page', place: () => Promise.resolve({}) },
  { where: 'on a later page', place: laterPage },
  { where: 'with a stockCd', place: someStock },
  ...OWN_GROUPS.map((group) => ({ where: `of ${group}`, place: () => Promise.resolve({ stockGroupCd: group }) })),
];

const WITHOUT_PARAMETERS: Where = {
  where: 'and no parameter',
  place: () => Promise.resolve({ stockGroupCd: undefined, stockCd: undefined, nextKey: undefined }),
};

/** With two filters at once, and with less than is usual. */
const MORE_PLACES: readonly Where[] = [
  { where: 'on a later page of a group', place: laterPageOfGroup },
  { where: 'with a stockCd and its group', place: stockOfGroup },
  WITHOUT_PARAMETERS,
  ...(['stockGroupCd', 'stockCd', 'nextKey'] as const).map((name) => ({
    where: `and no ${name}`,
    place: () => Promise.resolve({ [name]: undefined }),
  })),
];

/** The second page, by a fresh key; the first one where there is no other. */
async function laterPage({ lookups, clause }: Context): Promise<StockQuery> {
  return laterOf(await lookups.ask(clause.id));
}

/** Of the group that has most instruments. */
async function laterPageOfGroup({ lookups, clause }: Context): Promise<StockQuery> {
  const instruments = await lookups.instruments();
  const sizeOf = (group: string): number => instruments.filter((one) => one.stockGroupCd === group).length;
  const [stockGroupCd] = [...OWN_GROUPS].sort((a, b) => sizeOf(b) - sizeOf(a));
  return { stockGroupCd, ...laterOf(await lookups.ask(clause.id, { stockGroupCd })) };
}

async function stockOfGroup({ lookups }: Context): Promise<StockQuery> {
  const known = (await lookups.instruments()).find(({ stockGroupCd }) => isOwn(stockGroupCd));
  return known === undefined ? {} : { stockCd: known.stockCd, stockGroupCd: known.stockGroupCd };
}

function laterOf(page: Reply): StockQuery {
  const nextKey = keyOfNextPage(page);
  return nextKey === null ? {} : { nextKey };
}

async function someStock({ lookups }: Context): Promise<StockQuery> {
  const [first] = await lookups.instruments();
  return first === undefined ? {} : { stockCd: first.stockCd };
}

const missing: Examination = async (context) => [
  ...(await examineLookupNegatives(
    context,
    [...PLACES, ...MORE_PLACES].map(({ where, place }) => ({
      way: `it has no Authorization header, ${where}`,
      place,
      edits: { authorization: null },
    })),
    'a lookup without Authorization is answered',
  )),
  await examineOfNone(context, 'it has no Authorization header', { authorization: null }),
];

/** A service may look at the token only where it has something to disclose. */
async function examineOfNone(context: Context, way: string, wrong: TokenEdits): Promise<Outcome> {
  const { lookups, clause, seed, stop } = context;
  const accepted = (await lookups.ask(clause.id)).exchange;
  if (!isSuccess(accepted.response?.status)) return unverified(describeAnswer('a plain lookup', accepted));
  const refused = { ...wrong, expects: 'refusal' } as const;
  const ask = (query: StockQuery, mark: string): Promise<Exchange> =>
    untilAnswered(stop, async () => (await lookups.ask(clause.id, query, { ...refused, way: mark })).exchange);
  const twin = await ask({}, TWIN_OF_NONE);
  const ofNone = await ask({ stockCd: madeUpCode(seed) }, OF_NONE);
  return judgeLookupOfNone(ofNone, twin, accepted, way);
}

/** Places take turns. */
function placeOf(index: number): Pick<LookupNegative, 'place'> {
  const at = PLACES[index % PLACES.length];
  return at === undefined ? {} : { place: at.place };
}

function withoutParameters(way: string, edits: TokenEdits): LookupNegative {
  return { way: `${way}, ${WITHOUT_PARAMETERS.where}`, edits, place: WITHOUT_PARAMETERS.place };
}

const malformed: Examination = async (context) => {
  const ways = malformedEdits(context.settings.token, context.seed);
  const outcomes = await examineLookupNegatives(
    context,
    [
      ...ways.map(({ way, authorization }, index) => ({ way, edits: { authorization }, ...placeOf(index) })),
      ...ways.slice(-1).map(({ way, authorization }) => withoutParameters(way, { authorization })),
    ],
    'a lookup with a malformed Authorization is answered',
  );
  for (const { way, authorization } of ways.slice(-1)) {
    outcomes.push(await examineOfNone(context, way, { authorization }));
  }
  return outcomes;
};

const forged: Examination = async (context) => {
  const tokens = forgedEdits(context.settings.token, signingKeyOf(context.settings), context.seed);
  if (tokens === null) return [unverified('the token is not of the form of a JWT')];
  // The second one again: nothing remembered of the first time may help.
  const outcomes = await examineLookupNegatives(
    context,
    [
      ...[...tokens, ...tokens.slice(1, 2)].map(({ way, token }, index) => ({
        ...{ way, edits: { token } },
        ...placeOf(index),
      })),
      ...tokens.slice(0, 1).map(({ way, token }) => withoutParameters(way, { token })),
    ],
    'a lookup with a forged token is answered',
  );
  for (const { way, token } of tokens.slice(0, 1)) outcomes.push(await examineOfNone(context, way, { token }));
  return outcomes;
};

/** Whatever else a client usually sends is left out: Accept, User-Agent and the like. */
const ALONE: LookupEdits = { headers: (headers) => headers.filter(([name]) => name === 'Authorization') };

/** What a service may ask for in vain, less of it first. */
function withMore({ settings }: Context): readonly { readonly headers: string; readonly edits: LookupEdits }[] {
  return [
    { headers: 'Accept and User-Agent', edits: {} },
    {
      headers: 'Content-Type',
      edits: { headers: (headers) => [...headers, ['Content-Type', 'application/json']] },
    },
    ...(settings.signingKey === null ? [] : [{ headers: 'signature and timestamp', edits: { headers: signed } }]),
  ];
}

const authorizationAlone: Examination = async (context) => [
  await examineAlone(context, 'first page'),
  await examineAlone(context, 'later page'),
  await examineAlone(context, 'stockCd'),
];

/** Refused alone, and accepted with more: then more is needed than the Authorization header. */
async function examineAlone(context: Context, place: Place): Promise<Outcome> {
  const query = await queryAt(context, place);
  const sending =
    (edits: LookupEdits): SendLookup =>
    (ask) =>
      sendAt(context, place, ask, query, edits);
  const send = (edits: LookupEdits): Promise<Exchange> => context.lookups.inARow(sending(edits));
  const first = await send(ALONE);
  const status = first.response?.status;
  if (isSuccess(status)) return pass;
  const because = describeAnswer('a lookup with the Authorization header alone', first);
  if (status === undefined || status >= 500) return unverified(because);
  for (const { headers, edits } of withMore(context)) {
    const more = await send(edits);
    if (!isSuccess(more.response?.status)) continue;
    if (isSuccess((await send(ALONE)).response?.status)) break;
    const why = await whyPassingRefusal(context, sending(ALONE), sending(edits));
    if (why !== null) return unverified(`${because}; ${why}`);
    return broken({
      cause: `a lookup without ${headers} is refused`,
      at: 'response status',
      expected: `200, as with ${headers}`,
      actual: String(status),
      shown: showExchange(first),
      sibling: showExchange(more),
    });
  }
  return unverified(because);
}

type Place = 'first page' | 'later page' | 'stockCd';

async function queryAt(context: Context, place: Place): Promise<StockQuery> {
  return { ...(await context.lookups.plainQuery()), ...(place === 'stockCd' && (await someStock(context))) };
}

/** A later page is asked for by the key of a first one just before it, and is a first one where there is no other. */
async function sendAt(
  { clause }: Context,
  place: Place,
  ask: Ask,
  query: StockQuery,
  edits: LookupEdits,
): Promise<Exchange> {
  const later = place === 'later page' ? laterOf(await ask(clause.id, query)) : {};
  return (await ask(clause.id, { ...query, ...later }, edits)).exchange;
}

/** With X-Timestamp and X-Signature, made as for a modify. */
const signed: NonNullable<LookupEdits['headers']> = (_, tools, target) => [
  ['Authorization', `Bearer ${tools.token}`],
  ['X-Timestamp', tools.timestamp],
  ['X-Signature', tools.sign({ method: 'GET', target })],
  ['Accept', 'application/json'],
];

/** Examinations of the token clauses on the lookup, section 5. */
export const lookupTokenExaminations: Examinations = {
  'AUT-002': missing,
  'AUT-004': malformed,
  'AUT-006': forged,
  'AUT-007': authorizationAlone,
};
