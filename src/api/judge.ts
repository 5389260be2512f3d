import { loadCatalogue } from '../contract/catalogue.js';
import type { Profile } from '../contract/profile.js';
import type { ClauseResult } from '../contract/results.js';
import type { Outcome } from '../contract/verdict.js';
import { Tally } from '../examine/tally.js';
import { judgePassively } from '../oracle/passive.js';
import type { Exchange } from '../wire/exchange.js';

/** An exchange, or the reply that holds it. */
export type Judgeable = Exchange | { readonly exchange: Exchange };

/** Which profile a service had when an exchange with it was recorded. */
const profiles = new WeakMap<Exchange, Profile>();

/** Remembers what the subject of an exchange declares of itself: its kinds and waivers count where it is judged. */
export function rememberProfile(exchange: Exchange, profile: Profile): void {
  profiles.set(exchange, profile);
}

export const exchangeOf = (given: Judgeable): Exchange => ('exchange' in given ? given.exchange : given);

/**
 * Judges an answer by every clause about any answer: its envelope, the page and each instrument of a lookup, the result of
 * a modify.
 *
 * @returns a result for each clause that the answer says something of, in the order of the catalogue; none where no whole
 *   answer came
 */
export function judge(given: Judgeable): readonly ClauseResult[] {
  const exchange = exchangeOf(given);
  const { kinds, waivers } = profiles.get(exchange) ?? {};
  const outcomes = new Map<string, Outcome[]>();
  judgePassively(exchange, (id, outcome) => {
    outcomes.set(id, [...(outcomes.get(id) ?? []), outcome]);
  });
  return loadCatalogue().flatMap((clause) => {
    const own = outcomes.get(clause.id);
    if (own === undefined) return [];
    const tally = new Tally();
    tally.requests = 1;
    for (const outcome of own) tally.add(outcome, exchange.number);
    const waiver = waivers?.find((candidate) => candidate.clause === clause.id);
    return [tally.result(clause, kinds?.[clause.id] ?? clause.kind, () => ({ replay: '' }), waiver)];
  });
}
