import type { Clause } from '../contract/clause.js';
import { whyUnclaimed } from '../contract/run-verdict.js';
import type { Settings } from '../contract/settings.js';
import { inapplicable, unverified, type Outcome } from '../contract/verdict.js';
import { whyNotModified } from './not-modified.js';

/** Why the settings keep a clause from being put to the test; `undefined` where they do not. */
export function whyUnasked(clause: Clause, settings: Settings): Outcome | undefined {
  if (clause.operation !== undefined) return undefined;
  const unclaimed = whyUnclaimed(clause, settings.profile.claims);
  if (unclaimed !== undefined) return inapplicable(unclaimed);
  const because = clause.modifies ? whyNotModified(settings) : undefined;
  return because === undefined ? undefined : unverified(because);
}
