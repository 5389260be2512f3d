import type { Clause } from '../contract/clause.js';
import type { Settings } from '../contract/settings.js';
import { requestsFor } from './examination-order.js';

/** What a clause takes whose number of requests is not known, such as that of an open question. */
const SOME_REQUESTS = 10;
/** The same where nothing is modified: most such questions are answered by what is sent anyway. */
const FEW_REQUESTS = 2;

/**
 * How many requests each depth sends for one of a smoke run, as measured on the reference service; deep is reckoned. It
 * is modifications that they have more of.
 */
const TIMES: Readonly<Record<Settings['depth'], number>> = { smoke: 1, standard: 1.46, deep: 6.9 };

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
  const known = requestsFor(clause);
  if (Number.isFinite(known)) return known;
  return clause.modifies ? SOME_REQUESTS : FEW_REQUESTS;
}
