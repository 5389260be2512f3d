import type { Clause } from '../contract/clause.js';
import type { Settings } from '../contract/settings.js';
import { requestsFor } from './examination-order.js';

/** What a clause takes whose number of requests is not known, such as that of an open question. */
const SOME_REQUESTS = 10;

/** How many requests each depth sends for one of a smoke run, as measured on the reference service; deep is reckoned. */
const TIMES: Readonly<Record<Settings['depth'], number>> = { smoke: 1, standard: 1.35, deep: 6.1 };

/** About how many requests a run sends for these clauses; what the settings keep from being tested takes none. */
export function expectedRequests(
  clauses: readonly Clause[],
  { depth, readOnly, signingKey, orders, embedded }: Settings,
): number {
  const modifies = !readOnly && (embedded || (signingKey !== null && orders !== null));
  const sent = clauses.filter((clause) => !clause.passive && (modifies || !clause.modifies));
  const requests = sent.reduce((sum, clause) => {
    const known = requestsFor(clause);
    return sum + (Number.isFinite(known) ? known : SOME_REQUESTS);
  }, 0);
  return Math.round(requests * TIMES[depth]);
}
