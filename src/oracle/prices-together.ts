import { broken, type Outcome } from '../contract/verdict.js';
import { isAccepted } from '../wire/envelope.js';
import type { Exchange } from '../wire/exchange.js';
import { showExchange } from './show-exchange.js';

/** Which prices of an order with two a modify changed. */
export type PricesTried = 'both' | 'barrierPrice' | 'orderPrice';

/** What became of each, sent in a row. */
export type TriedPrices = Readonly<Record<PricesTried, Exchange>>;

/**
 * What is refused whenever it was tried, while the other is taken: changes of both prices, or of either alone.
 *
 * @returns `null`: neither, or not whenever it was tried
 */
export function refusedPrices(orders: readonly (readonly TriedPrices[])[]): 'both' | 'either' | null {
  const [first] = orders.flat();
  if (first === undefined || orders.some((rounds) => rounds.length === 0)) return null;
  const isBothRefused = !isAccepted(first.both);
  const isSo = orders.flat().every(({ both, ...alone }) => {
    return Object.values(alone).every((one) => isAccepted(one) === isBothRefused) && isAccepted(both) !== isBothRefused;
  });
  return !isSo ? null : isBothRefused ? 'both' : 'either';
}

/**
 * Judges whether a service takes changes of one price and of both: broken where each alone is taken and both together are
 * not, or the other way about, whenever it was tried.
 *
 * @param orders - what was tried of each order, in rounds
 * @returns `null`: it takes both, or there is another reason
 *
 * @clause MOD-004
 */
export function judgePricesTogether(orders: readonly (readonly TriedPrices[])[]): Outcome | null {
  const which = refusedPrices(orders);
  const [first] = orders.flat();
  if (which === null || first === undefined) return null;
  const isBothRefused = which === 'both';
  const [refused, accepted] = isBothRefused ? [first.both, first.barrierPrice] : [first.barrierPrice, first.both];
  return broken({
    cause: isBothRefused
      ? 'a modify that changes both prices is refused, one that changes either alone is not'
      : 'a modify that changes one price alone is refused, one that changes both is not',
    at: 'response',
    expected: 'status 200 with data.success true, whichever prices it changes',
    actual: `it was refused with status ${refused.response?.status ?? 0}, each of ${orders.flat().length} times on ${orders.length} orders`,
    shown: showExchange(refused),
    sibling: showExchange(accepted),
  });
}
