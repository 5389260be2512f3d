import { broken, pass, unverified, type Outcome } from '../contract/verdict.js';
import { isOfGateway } from '../wire/envelope.js';
import type { Exchange } from '../wire/exchange.js';
import { describeValue } from './describe-value.js';
import { showExchange } from './show-exchange.js';
import { isForeign, readPage } from './walk.js';

const BESIDE_KEY = 'an unknown group beside a nextKey of ';

/** Marks a lookup that {@link judgeGroupBesideKey} judges, so that it is told in a record. */
export function besideKeyOf(group: string): string {
  return `${BESIDE_KEY}${group}`;
}

/** The group whose nextKey a lookup that is marked so has; `null` of any other lookup. */
export function groupOfKeyIn({ way }: Exchange): string | null {
  return way?.startsWith(BESIDE_KEY) === true ? way.slice(BESIDE_KEY.length) : null;
}

/**
 * Judges a lookup of an unknown stockGroupCd with a nextKey of a known group. A key may tell the filter, so that instruments of
 * its group break nothing; those of another group were asked for by neither.
 *
 * @param group - that of the nextKey, other than ALL
 * @clause LKP-002
 */
export function judgeGroupBesideKey(exchange: Exchange, group: string): Outcome {
  const { response, trouble } = exchange;
  if (response === undefined) return unverified(trouble?.because ?? 'no answer came');
  if (isOfGateway(exchange)) return unverified(`answered ${response.status}, to an unknown group beside a nextKey`);
  const page = readPage(exchange);
  if (typeof page === 'string') return pass;
  const index = page.records.findIndex(({ stockGroupCd }) => isForeign(stockGroupCd, group));
  if (index < 0) return pass;
  return broken({
    cause: 'a lookup with an unknown stock group and a nextKey discloses instruments of another group than its key',
    at: `response /data/details/${index}/stockGroupCd`,
    expected: `a refusal, no instrument, or those that the nextKey of ${group} leads to`,
    actual: describeValue(page.records[index]?.['stockGroupCd']),
    shown: showExchange(exchange, `/data/details/${index}/stockGroupCd`),
  });
}
