import { INSTRUMENTS, type Instrument } from './instruments.js';
import { Problem } from './problem.js';
import type { Filter, Place } from './snapshots.js';

export const PAGE_SIZE = 4;

/** Part of a snapshot. */
export interface Page {
  readonly items: readonly Instrument[];
  /** Where the next page begins. After the last page that is the end of the list, and a page without instruments. */
  readonly next: number;
  readonly hasNext: boolean;
}

const GROUPS = ['ALL', 'FOREIGN', 'INDEX', 'COMMODITY', 'CRYPTO'];
const PARAMETERS = ['stockGroupCd', 'stockCd', 'nextKey'];

/** Reads the query of a lookup: each of the three parameters once, and no other. */
export function readLookup(query: URLSearchParams): Filter & { readonly nextKey: string } {
  const names = [...query.keys()];
  if (names.length !== PARAMETERS.length || !PARAMETERS.every((name) => names.includes(name))) {
    throw new Problem(400, 'Unfit query', `the query must hold ${PARAMETERS.join(', ')}, each once`);
  }
  const [stockGroupCd = '', stockCd = '', nextKey = ''] = PARAMETERS.map((name) => query.get(name) ?? '');
  if (!GROUPS.includes(stockGroupCd)) throw new Problem(422, 'Unfit field', 'the stockGroupCd is not known');
  return { stockGroupCd, stockCd, nextKey };
}

/** The instruments that a filter lets through. */
export function select({ stockGroupCd, stockCd }: Filter): readonly Instrument[] {
  return INSTRUMENTS.filter(
    (instrument) =>
      (stockGroupCd === 'ALL' || instrument.group === stockGroupCd) &&
      (stockCd === '' || instrument.stockCd === stockCd),
  );
}

/** The page that begins at a place. */
export function cutPage({ snapshot: { items }, position }: Place): Page {
  const next = Math.min(position + PAGE_SIZE, items.length);
  return { items: items.slice(position, next), next, hasNext: next < items.length };
}
