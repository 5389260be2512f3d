import type { StockQuery } from '../client/request-recipe.js';
import type { Reply } from '../client/service-client.js';
import { observed, unverified } from '../contract/verdict.js';
import { OWN_GROUPS } from '../oracle/group-walks.js';
import { readPage, type Page } from '../oracle/walk.js';
import type { Context, Examination } from './context.js';
import { isSuccess, type Ask } from './lookups.js';
import { keyOfNextPage } from './next-key.js';

/** No number, no base64, no JSON, no percent-encoding. */
const NEVER_GIVEN = '%{"~é';

/**
 * What becomes of a nextKey that is used again, was altered, belongs to another filter, or was never given. Each starts
 * from a first page of its own, and nothing comes between.
 */
export const keyUse: Examination = async (context) => {
  const { lookups } = context;
  const query = await lookups.plainQuery();
  const again = await lookups.inARow((ask) => useTwice(context, ask, query));
  if (again === null) return [unverified('all instruments came on one page, so there is no nextKey')];
  const altered = await lookups.inARow((ask) => useElsewhere(context, ask, query, (key) => ({ nextKey: alter(key) })));
  const stockGroupCd = OWN_GROUPS.find((group) => group !== query.stockGroupCd);
  const foreign = await lookups.inARow((ask) =>
    useElsewhere(context, ask, query, (key) => ({ nextKey: key, stockGroupCd })),
  );
  const unknown = await lookups.inARow((ask) => useElsewhere(context, ask, query, () => ({ nextKey: NEVER_GIVEN })));
  return [observed({ altered, 'never given': unknown, 'of another filter': foreign, 'used again': again })];
};

async function useTwice({ clause }: Context, ask: Ask, query: StockQuery): Promise<string | null> {
  const first = await ask(clause.id, query);
  const nextKey = keyOfNextPage(first);
  if (nextKey === null) return null;
  const once = pageOf(await ask(clause.id, { ...query, nextKey }));
  const twice = await ask(clause.id, { ...query, nextKey });
  return describe(twice, pageOf(first), once);
}

async function useElsewhere(
  { clause }: Context,
  ask: Ask,
  query: StockQuery,
  change: (key: string) => StockQuery,
): Promise<string> {
  const first = await ask(clause.id, query);
  const nextKey = keyOfNextPage(first);
  if (nextKey === null) return 'no nextKey was given';
  const changed = await ask(clause.id, { ...query, ...change(nextKey) });
  const restarted = keyOfNextPage(await ask(clause.id, query));
  const next = restarted === null ? null : pageOf(await ask(clause.id, { ...query, nextKey: restarted }));
  return describe(changed, pageOf(first), next);
}

function describe(reply: Reply, first: Page | null, next: Page | null): string {
  const { response, trouble } = reply.exchange;
  if (response === undefined) return `no answer (${trouble?.kind ?? 'unknown'})`;
  if (!isSuccess(response.status)) return `refused with ${response.status}`;
  const page = pageOf(reply);
  if (page === null) return 'answered with no page';
  if (page.stockCds.length === 0) return 'a page without instruments';
  if (next !== null && sameCodes(page, next)) return 'the page that the key led to';
  if (first !== null && sameCodes(page, first)) return 'the first page';
  return 'another page';
}

function sameCodes(a: Page, b: Page): boolean {
  return JSON.stringify(a.stockCds) === JSON.stringify(b.stockCds);
}

function pageOf({ exchange }: Reply): Page | null {
  const page = readPage(exchange);
  return typeof page === 'string' ? null : page;
}

/** One letter or digit near the middle is another one. */
function alter(key: string): string {
  const middle = Math.floor(key.length / 2);
  const other = key[middle] === 'A' ? 'B' : 'A';
  return `${key.slice(0, middle)}${other}${key.slice(middle + 1)}`;
}
