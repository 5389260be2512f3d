import { forgedTokens, malformedAuthorizations } from '../arbitraries/token.js';
import { encodeQuery, type LookupEdits, type Reply, type StockQuery } from '../client/service-client.js';
import { broken, pass, unverified, type Outcome } from '../contract/verdict.js';
import { showExchange } from '../oracle/show-exchange.js';
import type { Headers } from '../wire/exchange.js';
import type { Context, Examination, Examinations } from './context.js';
import { describeAnswer } from './describe-answer.js';
import { examineLookupNegatives, type LookupNegative } from './lookup-sandwich.js';
import { isSuccess, OWN_GROUPS } from './lookups.js';

/** Where a token is needed: on the first page and on later ones, whatever is asked for. */
const PLACES: readonly { readonly where: string; readonly place: (context: Context) => Promise<StockQuery> }[] = [
  { where: 'on the first page', place: () => Promise.resolve({}) },
  { where: 'on a later page', place: laterPage },
  { where: 'with a stockCd', place: someStock },
  ...OWN_GROUPS.map((group) => ({ where: `of ${group}`, place: () => Promise.resolve({ stockGroupCd: group }) })),
];

/** The second page, by a fresh key; the first one where there is no other. */
async function laterPage({ lookups, clause }: Context): Promise<StockQuery> {
  const raw = (await lookups.ask(clause.id)).raw() as { data?: { hasNext?: unknown; nextKey?: unknown } } | undefined;
  const { hasNext, nextKey } = raw?.data ?? {};
  return hasNext === true && typeof nextKey === 'string' ? { nextKey } : {};
}

async function someStock({ lookups, clause }: Context): Promise<StockQuery> {
  const [first] = await lookups.instruments(clause.id);
  return first === undefined ? {} : { stockCd: first.stockCd };
}

const missing: Examination = (context) =>
  examineLookupNegatives(
    context,
    PLACES.map(({ where, place }) => ({
      way: `it has no Authorization header, ${where}`,
      place,
      edits: { authorization: null },
    })),
    'a lookup without Authorization is answered',
  );

/** Places take turns. */
function placeOf(index: number): Pick<LookupNegative, 'place'> {
  const at = PLACES[index % PLACES.length];
  return at === undefined ? {} : { place: at.place };
}

const malformed: Examination = (context) =>
  examineLookupNegatives(
    context,
    malformedAuthorizations(context.settings.token).map(({ way, value }, index) => ({
      way,
      edits: { authorization: value },
      ...placeOf(index),
    })),
    'a lookup with a malformed Authorization is answered',
  );

const forged: Examination = (context) => {
  const tokens = forgedTokens(context.settings.token);
  if (tokens === null) return Promise.resolve([unverified('the token is not of the form of a JWT')]);
  // Two in a row of the first: nothing remembered of it may help the second.
  const inTurn = [...tokens.slice(0, 1), ...tokens].map((forgery, index) => ({
    ...forgery,
    turn: Math.max(0, index - 1),
  }));
  return examineLookupNegatives(
    context,
    inTurn.map(({ way, token, turn }) => ({ way, edits: { token }, ...placeOf(turn) })),
    'a lookup with a forged token is answered',
  );
};

/** Whatever else a client usually sends is left out: Accept, User-Agent and the like. */
const ALONE: LookupEdits = { headers: (headers) => headers.filter(([name]) => name === 'Authorization') };

const authorizationAlone: Examination = async (context) => [
  await examineAlone(context, () => Promise.resolve({})),
  await examineAlone(context, laterPage),
];

/** Refused alone, and accepted with more: then more is needed than the Authorization header. */
async function examineAlone(context: Context, place: (context: Context) => Promise<StockQuery>): Promise<Outcome> {
  const { lookups, clause } = context;
  const alone = async (): Promise<Reply> => lookups.ask(clause.id, await place(context), ALONE);
  const first = await alone();
  if (isSuccess(first.exchange.response?.status)) return pass;
  const because = describeAnswer('a lookup with the Authorization header alone', first.exchange);
  const status = first.exchange.response?.status;
  if (status === undefined || status >= 500) return unverified(because);
  for (const { headers, send } of WITH_MORE) {
    const more = await send(context, await place(context));
    if (!isSuccess(more?.exchange.response?.status)) continue;
    if (isSuccess((await alone()).exchange.response?.status)) return unverified(because);
    return broken({
      cause: `a lookup without ${headers} is refused`,
      at: 'response status',
      expected: `200, as with ${headers}`,
      actual: String(status),
      shown: showExchange(first.exchange),
      ...(more === null ? {} : { sibling: showExchange(more.exchange) }),
    });
  }
  return unverified(because);
}

/** What a service may ask for in vain: less of it first. */
const WITH_MORE: readonly {
  readonly headers: string;
  readonly send: (context: Context, query: StockQuery) => Promise<Reply | null>;
}[] = [
  {
    headers: 'Accept and User-Agent',
    send: ({ lookups, clause }, query) => lookups.ask(clause.id, query),
  },
  {
    headers: 'Content-Type',
    send: ({ lookups, clause }, query) =>
      lookups.ask(clause.id, query, { headers: (headers) => [...headers, ['Content-Type', 'application/json']] }),
  },
  { headers: 'signature and timestamp', send: sendSigned },
];

/** The same lookup with X-Timestamp and X-Signature, made as for a modify. */
async function sendSigned({ lookups, client, clause, settings }: Context, place: StockQuery): Promise<Reply | null> {
  if (settings.signingKey === null) return null;
  const query = encodeQuery({ ...(await lookups.plainQuery(clause.id)), ...place });
  return lookups.inARow(() =>
    client.send(clause.id, 'listOrderableStocks', (tools) => {
      const target = `${tools.prefix}/stocks/orders?${query}`;
      const headers: Headers = [
        ['Authorization', `Bearer ${tools.token}`],
        ['X-Timestamp', tools.timestamp],
        ['X-Signature', tools.sign({ method: 'GET', target })],
        ['Accept', 'application/json'],
        ['Content-Type', 'application/json'],
      ];
      return { method: 'GET', target, headers, body: null };
    }),
  );
}

/** Examinations of the token clauses on the lookup, section 5. */
export const lookupTokenExaminations: Examinations = {
  'AUT-002': missing,
  'AUT-004': malformed,
  'AUT-006': forged,
  'AUT-007': authorizationAlone,
};
