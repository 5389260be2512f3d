import { loadCatalogue } from '../../contract/catalogue.js';
import { DOES_NOT_APPLY } from '../../contract/verdict-reasons.js';
import { inapplicable, unverified, type Outcome } from '../../contract/verdict.js';

/** Every clause that binds a client. */
export const CLIENT_CLAUSES: readonly string[] = loadCatalogue()
  .filter(({ role }) => role !== 'service')
  .map(({ id }) => id);

/** Why nothing can be said, by clause; the rest is said by {@link whyUnseen}. */
const REASONS: Readonly<Record<string, string>> = {
  'CLI-005': 'no request with a token was seen',
  'CLI-006': 'no request was seen',
  'CLI-007': 'the signing key is not known or too short to be looked for, or no request was seen',
  'CLI-013': 'no modify was seen of which it is known what was to be changed',
  'CLI-014': 'no modify was seen of which it is known what was to be changed',
  'CLI-016': 'no modify was seen that switches take-profit or stop-loss off with the price 0 or without one',
  'CLI-023': 'no lookup was seen that goes on with a walk by a nextKey that was given',
  'CLI-024': 'no lookup was seen that goes on with a walk by a nextKey that was given',
  'CLI-025': 'no walk of more than one page was seen to its end',
  'CLI-026': 'no walk was seen to its end',
  'CLI-027': 'no walk was seen of which it is known what it was to ask for',
  'CLI-042': 'no answer sent the client to another origin',
  'CLI-047': 'no successful modify was seen of which it is known what it was for',
  'OPN-048': 'no request was seen that failed and might have been sent again',
  'OPN-049': 'no request was seen',
};

/** What a client has to say itself; it is asked of those only that are given tasks. */
const DECLARED = /^CLI-0(?:3[1-8]|4[346])$/;
const OF_LOOKUPS = /^(?:LKP-.*|AUT-00[24]|CLI-00[348]|CLI-02.)$/;

/** What a clause comes to of which nothing was seen. */
export function conductUnseen(clause: string): Outcome {
  if (clause === 'CLI-028') return inapplicable(DOES_NOT_APPLY.noRound);
  if (clause === 'CLI-041') return inapplicable(DOES_NOT_APPLY.noResend);
  if (clause === 'CLI-045') return inapplicable(DOES_NOT_APPLY.oneMoment);
  return unverified(REASONS[clause] ?? whyUnseen(clause));
}

function whyUnseen(clause: string): string {
  if (DECLARED.test(clause)) return 'nothing in the scenarios that were played puts it to the test';
  if (OF_LOOKUPS.test(clause)) return 'no lookup was seen that puts it to the test';
  return 'no modify was seen that puts it to the test';
}
