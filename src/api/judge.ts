import { loadCatalogue } from '../contract/catalogue.js';
import type { Profile } from '../contract/profile.js';
import type { ClauseResult } from '../contract/results.js';
import type { Outcome } from '../contract/verdict.js';
import { Tally } from '../examine/tally.js';
import { judgePassively } from '../oracle/passive.js';
import { isAccepted as wasAccepted, isRefusal as wasRefused } from '../wire/envelope.js';
import type { Exchange } from '../wire/exchange.js';
import { checkValue, type Taken } from './call-checks.js';
import { isObject } from './option-checks.js';

/** An exchange, or the reply that holds it. */
export type Judgeable = Exchange | { readonly exchange: Exchange };

/** Which profile a service had when an exchange with it was recorded. */
const profiles = new WeakMap<Exchange, Profile>();

/** Remembers what the subject of an exchange declares of itself: its kinds and waivers count where it is judged. */
export function rememberProfile(exchange: Exchange, profile: Profile): void {
  profiles.set(exchange, profile);
}

/**
 * The exchange that is to be looked at. A reply that was not waited for, or anything else, would be held for no answer.
 *
 * @param call - what it is given to, as it is spoken of
 * @throws SuiteError where it is none
 */
export function exchangeOf(given: Judgeable, call: string): Exchange {
  checkValue(call, given, REPLY);
  return within(given) as Exchange;
}

const REPLY: Taken = {
  what: 'a reply of the service, which each call of it gives to who waits with await, or its exchange',
  holds: (value) => isExchange(within(value)),
};

const within = (given: unknown): unknown => (isObject(given) && 'exchange' in given ? given.exchange : given);

const isExchange = (value: unknown): boolean =>
  isObject(value) && 'operation' in value && 'request' in value && isObject(value.request);

/** Whether the service did what was asked, as `toBeAccepted` has it. @throws SuiteError as {@link judge} */
export const isAccepted = (given: Judgeable): boolean => wasAccepted(exchangeOf(given, 'isAccepted'));

/** Whether the service answered and declined, for whatever reason. @throws SuiteError as {@link judge} */
export const isRefusal = (given: Judgeable): boolean => wasRefused(exchangeOf(given, 'isRefusal'));

/**
 * Judges an answer by every clause about any answer: its envelope, the page and each instrument of a lookup, the result of
 * a modify.
 *
 * @returns a result for each clause that the answer says something of, in the order of the catalogue; none where no whole
 *   answer came
 * @throws SuiteError where it is given something else, such as a reply that was not waited for
 */
export function judge(given: Judgeable): readonly ClauseResult[] {
  const exchange = exchangeOf(given, 'judge');
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
