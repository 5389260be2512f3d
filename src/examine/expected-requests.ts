import type { Clause } from '../contract/clause.js';
import type { Settings } from '../contract/settings.js';
import { manyRequestsFor } from './examination-order.js';

/**
 * What a clause of these areas takes in a smoke run, where it has no figure of its own: as measured on the reference service
 * where the clauses of one area are tested alone.
 */
const REQUESTS_IN: Readonly<Record<string, number>> = {
  ...{ version: 1, lookup: 21, paging: 7, token: 38, signature: 20, timestamp: 26 },
  ...{ modify: 12, order: 45, 'take-profit-stop-loss': 44, operations: 10 },
};
/** What a clause takes for which nothing else is known, such as that of an open question. */
const SOME_REQUESTS = 10;
/** The same where nothing is modified: most such questions are answered by what is sent anyway. */
const FEW_REQUESTS = 2;

/**
 * How many requests each depth sends for one of a smoke run, as measured on the reference service; deep is reckoned. It
 * is modifications that they have more of.
 */
const TIMES: Readonly<Record<Settings['depth'], number>> = { smoke: 1, standard: 1.28, deep: 6.9 };

/** About how many requests a run sends for these clauses; what the settings keep from being tested takes none. */
export function expectedRequests(
  clauses: readonly Clause[],
  { depth, readOnly, signingKey, orders, embedded, profile }: Settings,
): number {
  const modifies = !readOnly && (embedded || (signingKey !== null && orders !== null));
  const bound = new Set(profile.operations?.map(({ clause }) => clause));
  const isSent = ({ id, operation, modifies: isModify, passive }: Clause): boolean => {
    if (operation !== undefined) return bound.has(id) && !(readOnly && operation.method === 'POST');
    return !passive && (modifies || !isModify);
  };
  const requests = clauses
    .filter(isSent)
    .reduce((sum, clause) => sum + smokeRequests(clause) * (clause.modifies ? TIMES[depth] : 1), 0);
  return Math.round(requests);
}

function smokeRequests(clause: Clause): number {
  const known = manyRequestsFor(clause.id) ?? REQUESTS_IN[clause.area];
  if (known !== undefined && clause.kind !== 'observe') return known;
  return clause.modifies ? SOME_REQUESTS : FEW_REQUESTS;
}
