import { dataOf, isAccepted, isBreakdown, isRefusal } from '../wire/envelope.js';
import type { Exchange } from '../wire/exchange.js';
import { isJsonObject } from '../wire/json.js';

/**
 * Whether a request that had to be refused was done all the same: a modify accepted, a lookup answered with instruments.
 *
 * @param exchange - one that expects a refusal
 */
export function isDoneAllTheSame(exchange: Exchange): boolean {
  return exchange.operation === 'listOrderableStocks' ? disclosesRecord(exchange) : isAccepted(exchange);
}

/** So often in a row the service has to fail over a request that must be refused, until that is as good as a refusal. */
export const BREAKDOWNS_THAT_REFUSE = 3;

/**
 * Whether a request that had to be refused was not done.
 *
 * @param exchange - one that expects a refusal; where the service fails over it, the last of {@link BREAKDOWNS_THAT_REFUSE}
 */
export function isDeclined(exchange: Exchange): boolean {
  if (isBreakdown(exchange)) return true;
  if (exchange.operation !== 'listOrderableStocks') return isRefusal(exchange);
  return exchange.response !== undefined && exchange.response.status < 500 && !disclosesRecord(exchange);
}

/** Whether an answer gives away any instrument. What is no object is none, and any 2xx will do: neither is the question here. */
export function disclosesRecord(exchange: Exchange): boolean {
  const status = exchange.response?.status ?? 0;
  if (status < 200 || status > 299) return false;
  const details = dataOf(exchange)?.['details'];
  return Array.isArray(details) && details.some(isJsonObject);
}

/** `PRE-001` to `PRE-00n`, both included. */
const range = (area: string, from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `${area}-${String(from + index).padStart(3, '0')}`);

/**
 * Clauses that say what is refused: each is broken by one answer to a request that was made to be refused, and held by
 * refusals alone.
 */
export const REFUSING_CLAUSES: ReadonlySet<string> = new Set([
  ...['LKP-002', 'LKP-003', 'LKP-006', 'LKP-008'],
  ...[...range('MOD', 11, 23), ...range('MOD', 31, 36), ...range('MOD', 41, 48), ...range('MOD', 51, 54)],
  ...[...range('MOD', 61, 64), ...range('MOD', 81, 91)],
  ...range('ORD', 1, 7),
  ...[...range('TPS', 11, 15), ...range('TPS', 21, 26), ...range('TPS', 31, 33), ...range('TPS', 41, 43)],
  ...range('AUT', 1, 6),
  ...range('SIG', 1, 11),
  ...[...range('CLK', 1, 3), ...range('CLK', 6, 7), 'CLK-010'],
]);
