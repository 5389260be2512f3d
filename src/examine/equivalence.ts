import { encodeQuery, type LookupEdits, type StockQuery } from '../client/request-recipe.js';
import type { Reply, ServiceClient } from '../client/service-client.js';
import { STOCK_GROUPS, type StockGroup } from '../contract/order.js';
import { DOES_NOT_APPLY } from '../contract/verdict-reasons.js';
import { inapplicable, unverified, type Outcome } from '../contract/verdict.js';
import { begun, groupOf, whyNotComparable } from '../oracle/group-walks.js';
import { toldBy, toldByWalks, type Told } from '../oracle/same-answer.js';
import type { Walk } from '../oracle/walk.js';
import type { Headers } from '../wire/exchange.js';
import { AGAIN, compare } from './compare-answers.js';
import type { Context, Examination, Examinations } from './context.js';
import { equivalentModifyExaminations } from './equivalent-modifies.js';
import { HEADERS_OTHERWISE } from './headers-otherwise.js';
import { isSuccess, type Ask } from './lookups.js';
import { keyOfNextPage } from './next-key.js';
import { whyPassingRefusal } from './quiet-lookup.js';

/** A lookup that is sent in a row with what it takes, such as the page before it; the answer to it counts. */
type SendLookup = (ask: Ask, isQuiet: boolean) => Promise<Reply>;

/** A way to send a lookup otherwise, without another meaning. */
interface Otherwise {
  /** Completes "answered otherwise …". */
  readonly way: string;
  readonly edits?: LookupEdits;
  /** Writes the query otherwise. */
  readonly write?: (query: StockQuery) => string;
}

/** Holds a lookup against the same that is sent otherwise; the moment is not to blame for a refusal. */
async function compareLookups(context: Context, way: string, plain: SendLookup, other: SendLookup): Promise<Outcome> {
  const { lookups } = context;
  const sent = (send: SendLookup) => async (): Promise<Told> =>
    toldBy((await lookups.inARow((ask) => send(ask, false))).exchange);
  const outcome = await compare(context, way, { plain: sent(plain), other: sent(other) });
  const status = outcome.outcome === 'broken' ? outcome.finding.shown?.status : null;
  if (status == null || isSuccess(status)) return outcome;
  const inQuiet = (send: SendLookup) => async (ask: Ask) => (await send(ask, true)).exchange;
  const passing = await whyPassingRefusal(context, inQuiet(other), inQuiet(plain));
  return passing === null ? outcome : unverified(passing);
}

/** Each way after the other, against one plain lookup. */
async function compareWays(
  context: Context,
  ways: readonly Otherwise[],
  queryOf: (ask: Ask) => Promise<StockQuery | null>,
): Promise<Outcome[]> {
  const { clause, settings } = context;
  const path = `${new URL(settings.baseUrl).pathname.replace(/\/+$/, '')}/stocks/orders`;
  const outcomes: Outcome[] = [];
  for (const { way, edits, write } of ways) {
    // Where nothing is to be written otherwise, nothing was put to the test.
    const written = { isOther: write === undefined };
    const send =
      (isPlain: boolean): SendLookup =>
      async (ask) => {
        const query = (await queryOf(ask)) ?? {};
        if (isPlain) return ask(clause.id, query);
        const text = write?.(query) ?? encodeQuery(query);
        written.isOther ||= text !== encodeQuery(query);
        return ask(clause.id, query, { ...edits, target: `${path}?${text}` });
      };
    const outcome = await compareLookups(context, way, send(true), send(false));
    if (written.isOther) outcomes.push(outcome);
  }
  return outcomes;
}

function costOf({ pages }: Walk): number {
  return pages.length < TELLING_PAGES ? Infinity : pages.length;
}

/** A query with a value for each parameter that the service takes, but for the nextKey. */
async function fullQuery({ lookups }: Context): Promise<StockQuery> {
  const [known] = await lookups.instruments();
  const plain = await lookups.plainQuery();
  return known === undefined ? plain : { ...plain, stockGroupCd: known.stockGroupCd, stockCd: known.stockCd };
}

/** That of a second page, if there is one, asked for by the key of a first one that is asked for just before. */
async function queryOfSecondPage({ lookups, clause }: Context): Promise<((ask: Ask) => Promise<StockQuery>) | null> {
  const [paged] = await pagedWalks(lookups);
  if (paged === undefined) return null;
  const first = { ...(await lookups.plainQuery()), stockGroupCd: paged.group };
  return async (ask) => ({ ...first, nextKey: keyOfNextPage(await ask(clause.id, first)) ?? '' });
}

/** On so many pages a service shows whether it goes on from the key, or from where it is. */
const TELLING_PAGES = 3;

/** The first walks of the groups that have several pages, those with few pages first, but enough. */
async function pagedWalks(lookups: Context['lookups']): Promise<readonly Walk[]> {
  const walks: Walk[] = [];
  for (const group of STOCK_GROUPS) walks.push(await lookups.walk(group));
  return begun(walks)
    .filter(({ pages }) => pages.length > 1)
    .sort((a, b) => costOf(a) - costOf(b));
}

const headersOtherwise: Examination = async (context) => {
  const query = await fullQuery(context);
  const ways = HEADERS_OTHERWISE.map(({ way, headers }) => ({ way, edits: { headers } }));
  return compareWays(context, ways, () => Promise.resolve(query));
};

const ACCEPTED_CODINGS = ['gzip', 'gzip, deflate, br'];

const acceptEncoding: Examination = async (context) => {
  const query = await context.lookups.plainQuery();
  const ways = ACCEPTED_CODINGS.map((codings) => ({
    way: `where Accept-Encoding is ${codings}`,
    edits: { headers: (headers: Headers): Headers => [...headers, ['Accept-Encoding', codings]] },
  }));
  return compareWays(context, ways, () => Promise.resolve(query));
};

const pairsOf = (query: StockQuery): string[] => encodeQuery(query).split('&');

const REVERSED: Otherwise = {
  way: 'where its parameters come in the reverse order',
  write: (query) => pairsOf(query).toReversed().join('&'),
};

const orderOfParameters: Examination = async (context) => {
  const query = await fullQuery(context);
  const second = await queryOfSecondPage(context);
  return [
    ...(await compareWays(context, [REVERSED], () => Promise.resolve(query))),
    ...(second === null ? [] : await compareWays(context, [REVERSED], second)),
  ];
};

/** Each byte as a percent-encoding. */
function percented(text: string): string {
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
}

function rewritten(query: StockQuery, change: (name: string, value: string) => string): string {
  return pairsOf(query)
    .map((pair) => change(...(pair.split('=') as [string, string])))
    .join('&');
}

const MORE_ENCODED: readonly Otherwise[] = [
  {
    way: 'where letters and digits of its values are percent-encoded as well',
    write: (query) => rewritten(query, (name, value) => `${name}=${percented(decodeURIComponent(value))}`),
  },
  {
    way: 'where letters of the names of its parameters are percent-encoded',
    write: (query) => rewritten(query, (name, value) => `${percented(name.slice(0, 1))}${name.slice(1)}=${value}`),
  },
];

/** What has to be encoded in a key: it is different from key to key what that is. */
const ENCODED_OTHERWISE: readonly Otherwise[] = [
  {
    way: 'where the hexadecimal digits of its percent-encoding are in small letters',
    write: (query) => encodeQuery(query).replace(/%[0-9A-F]{2}/g, (encoded) => encoded.toLowerCase()),
  },
  {
    way: 'where characters are not percent-encoded that need not be in a query',
    write: (query) => encodeQuery(query).replace(/%(?:2F|3F|3A|40)/g, (encoded) => decodeURIComponent(encoded)),
  },
];

const percentEncoding: Examination = async (context) => {
  const query = await fullQuery(context);
  const second = await queryOfSecondPage(context);
  return [
    ...(await compareWays(context, MORE_ENCODED, () => Promise.resolve(query))),
    ...(second === null ? [] : await compareWays(context, ENCODED_OTHERWISE, second)),
  ];
};

const pageTwice: Examination = async (context) => {
  const second = await queryOfSecondPage(context);
  if (second === null) return [inapplicable(DOES_NOT_APPLY.onePage)];
  const { id } = context.clause;
  const once: SendLookup = async (ask) => ask(id, await second(ask));
  const twice: SendLookup = async (ask) => {
    const query = await second(ask);
    await ask(id, query);
    return ask(id, query);
  };
  return [await compareLookups(context, 'when a page is asked for a second time', once, twice)];
};

/** Who sends the lookups of walks, by their number; how many connections that takes. */
interface Sharing {
  readonly way: string;
  readonly groups: readonly Walk[];
  readonly connections: (walk: Walk) => number;
}

/** Holds walks that are made in some way against the first ones of their groups. */
async function compareWalks(context: Context, { way, groups, connections }: Sharing): Promise<Outcome> {
  const { lookups, clause, onConnections } = context;
  const because = whyNotComparable(groups);
  const [first] = groups;
  if (because !== null || first === undefined) return unverified(because ?? 'there is no walk');
  const codes = groups.map(groupOf);
  const make = (isQuiet = false): Promise<Told> =>
    onConnections(
      connections(first),
      async (clients) => {
        const clientOf = (turn: number): ServiceClient => clients[turn % clients.length] ?? context.client;
        return toldByWalks(await lookups.walksInTurns({ clause: clause.id, groups: codes }, clientOf, isQuiet));
      },
      isQuiet,
    );
  const anew = async (group: StockGroup): Promise<Walk> => lookups.newWalk(group, clause.id);
  let isFirst = true;
  const plain = async (): Promise<Told> => {
    const known = isFirst ? groups : await inTurn(codes, anew);
    isFirst = false;
    return toldByWalks(known);
  };
  const outcome = await compare(context, way, { plain, other: make }, AGAIN);
  if (outcome.outcome !== 'broken') return outcome;
  const inQuiet = await make(true);
  const isStill = inQuiet.isSuccess ? outcome.finding.at === 'response /data/details' : inQuiet.unknown === null;
  return isStill ? outcome : unverified(`${way}, a walk was answered otherwise until nothing else was sent`);
}

async function inTurn<T, R>(items: readonly T[], task: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) results.push(await task(item));
  return results;
}

/** Most connections that one walk is spread over. */
const MOST_CONNECTIONS = 8;

const overConnections: Examination = async (context) => {
  const [walk] = await pagedWalks(context.lookups);
  if (walk === undefined) return [inapplicable(DOES_NOT_APPLY.onePage)];
  return inTurn(
    [
      {
        ...{ way: 'where each page of a walk is asked for over a new connection', groups: [walk] },
        connections: ({ pages }: Walk) => Math.min(pages.length + 1, MOST_CONNECTIONS),
      },
      {
        ...{ way: 'where the pages of a walk are asked for over two connections in turn', groups: [walk] },
        connections: () => 2,
      },
    ],
    (sharing) => compareWalks(context, sharing),
  );
};

const interleaved: Examination = async (context) => {
  const [walk, another] = await pagedWalks(context.lookups);
  if (walk === undefined) return [inapplicable(DOES_NOT_APPLY.onePage)];
  const pairs = [
    { way: 'where two walks of one group are made in turns, page by page', groups: [walk, walk] },
    ...(another === undefined
      ? []
      : [{ way: 'where walks of two groups are made in turns, page by page', groups: [walk, another] }]),
  ];
  return inTurn(pairs, (pair) => compareWalks(context, { ...pair, connections: () => 1 }));
};

/**
 * A lookup right after one without a token. That is refused, and what a service does for a while after it, to whoever asks, the
 * document does not say: also where the other connection, or the other address, is asked, one that is refused comes before.
 */
const afterRefused: Examination = async (context) => {
  const { clause, onConnections, lookups } = context;
  const query = await lookups.plainQuery();
  const elsewhere = { ...query, stockGroupCd: query.stockGroupCd === 'INDEX' ? 'CRYPTO' : 'INDEX' };
  const after =
    (refused: StockQuery, isOnSame: boolean): SendLookup =>
    (_, isQuiet) =>
      onConnections(
        2,
        async ([one, other]) => {
          await one?.listOrderableStocks(clause.id, refused, { token: null, expects: 'refusal' });
          return ((isOnSame ? one : other) ?? context.client).listOrderableStocks(clause.id, query);
        },
        isQuiet,
      );
  const plain = after(elsewhere, false);
  return [
    await compareLookups(context, 'right after one from the same URL that was refused', plain, after(query, false)),
    await compareLookups(
      context,
      'right after one on the same connection that was refused',
      plain,
      after(elsewhere, true),
    ),
  ];
};

/** Examinations of requests that mean the same, sections 4.2 and 4.3. */
export const equivalenceExaminations: Examinations = {
  'EQV-001': headersOtherwise,
  'EQV-003': orderOfParameters,
  'EQV-004': percentEncoding,
  'EQV-005': overConnections,
  'EQV-006': interleaved,
  'EQV-007': pageTwice,
  'EQV-008': acceptEncoding,
  'EQV-009': afterRefused,
  ...equivalentModifyExaminations,
};
