import type { Breakage } from './breakage.js';
import { conditions } from './breakages/conditions.js';
import { noTimestamps } from './breakages/date-time.js';
import { departures, misnamed } from './breakages/departures.js';
import { identity } from './breakages/identity.js';
import { noObjects } from './breakages/no-object.js';
import { prices } from './breakages/prices.js';
import { quantities } from './breakages/quantity.js';
import { lowerCaseCodes, unknownCodes } from './breakages/wrong-codes.js';

export type { Breakage, BrokenBody } from './breakage.js';

const ALL: readonly Breakage[] = [
  ...departures,
  ...misnamed,
  ...unknownCodes,
  ...lowerCaseCodes,
  ...noTimestamps,
  ...prices,
  ...noObjects,
  ...identity,
  ...quantities,
  ...conditions,
];

const BY_CLAUSE = new Map<string, Breakage[]>();
for (const breakage of ALL) BY_CLAUSE.set(breakage.clause, [...(BY_CLAUSE.get(breakage.clause) ?? []), breakage]);

/** Clauses that a single body can break, sorted. */
export const BREAKABLE_CLAUSES: readonly string[] = [...BY_CLAUSE.keys()].sort();

/** Every way in which a body can break a clause, each of them that clause alone; none for a clause that no body breaks. */
export function breakages(clauseId: string): readonly Breakage[] {
  return BY_CLAUSE.get(clauseId) ?? [];
}
