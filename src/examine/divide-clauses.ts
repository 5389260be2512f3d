import type { Clause } from '../contract/clause.js';
import { requestsFor } from './examination-order.js';

/** What a clause costs that sends little or nothing, or that has no known number of requests. */
const SOME_REQUESTS = 10;

/**
 * Splits clauses into parts that take about the same number of requests, for as many machines. Neighbours stay together,
 * since they share walks and orders. The same clauses are always split the same way.
 *
 * @param parts - at most as many as there are clauses: none is empty
 */
export function divideClauses(clauses: readonly Clause[], parts: number): readonly (readonly Clause[])[] {
  const rest = clauses.map((clause) => ({ clause, cost: costOf(clause) }));
  const divided: Clause[][] = [];
  for (let left = parts; left > 0; left -= 1) {
    const share = rest.reduce((sum, { cost }) => sum + cost, 0) / left;
    const part: Clause[] = [];
    let cost = 0;
    // The one at the edge goes where more of it belongs.
    while (rest.length >= left) {
      const [next] = rest;
      if (next === undefined || (part.length > 0 && cost + next.cost / 2 > share)) break;
      rest.shift();
      part.push(next.clause);
      cost += next.cost;
    }
    divided.push(part);
  }
  return divided;
}

function costOf(clause: Clause): number {
  const requests = requestsFor(clause);
  return Number.isFinite(requests) ? requests : clause.passive ? 0 : SOME_REQUESTS;
}
