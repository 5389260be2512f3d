import { forgedTokens, malformedAuthorizations } from '../arbitraries/token.js';
import { encodeQuery, type Reply, type StockQuery } from '../client/service-client.js';
import { broken, pass, unverified } from '../contract/verdict.js';
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
  return examineLookupNegatives(
    context,
    tokens.map(({ way, token }, index) => ({ way, edits: { token }, ...placeOf(index) })),
    'a lookup with a forged token is answered',
  );
};

/** Refused alone, and accepted with a signature: then more is needed than the Authorization header. */
const authorizationAlone: Examination = async (context) => {
  const { lookups, clause, settings } = context;
  const plain = await lookups.ask(clause.id);
  if (isSuccess(plain.exchange.response?.status)) return [pass];
  const because = describeAnswer('a lookup with the Authorization header alone', plain.exchange);
  const status = plain.exchange.response?.status;
  if (settings.signingKey === null || status === undefined || status >= 500) return [unverified(because)];
  const signed = await sendSigned(context);
  const again = await lookups.ask(clause.id);
  if (!isSuccess(signed.exchange.response?.status) || isSuccess(again.exchange.response?.status)) {
    return [unverified(because)];
  }
  return [
    broken({
      cause: 'a lookup without signature and timestamp is refused',
      at: 'response status',
      expected: '200, as with signature and timestamp',
      actual: String(status),
      shown: showExchange(plain.exchange),
      sibling: showExchange(signed.exchange),
    }),
  ];
};

/** The same lookup with X-Timestamp and X-Signature, made as for a modify. */
async function sendSigned({ lookups, client, clause }: Context): Promise<Reply> {
  const query = encodeQuery(await lookups.plainQuery(clause.id));
  return lookups.inARow(() =>
    client.send(clause.id, 'listOrderableStocks', (tools) => {
      const target = `${tools.prefix}/stocks/orders?${query}`;
      const headers: Headers = [
        ['Authorization', `Bearer ${tools.token}`],
        ['X-Timestamp', tools.timestamp],
        ['X-Signature', tools.sign({ method: 'GET', target })],
        ['Accept', 'application/json'],
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
