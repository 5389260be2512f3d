import type { DeclaredProfile } from '../../../contract/declared-profile.js';
import { clausesOf } from '../../../contract/earlier-contracts.js';
import type { ClauseResult, QuestionResult, Results } from '../../../contract/results.js';
import { isUnclaimed, NOT_CLAIMED } from '../../../contract/run-verdict.js';
import { stableStringify } from '../../../wire/json.js';
import type { Problems } from './problems.js';

type Waiver = NonNullable<ClauseResult['waiver']>;

/**
 * Holds what only a profile can do against what the profile declares: to change the kind of a clause, to waive it, to leave
 * out an operation, and to pin an answer.
 */
export function checkProfile(results: Results, problems: Problems): void {
  const { profile, clauses, questions } = results;
  const declares: DeclaredProfile = profile?.declares ?? { unsaid: [] };
  const lacking = profile === undefined ? 'there is no profile that says so' : 'its profile does not say so';
  const add = (what: string): void => problems.add('completeness', `${what}, and ${lacking}.`);
  const stated = new Map(clausesOf(results).map(({ id, kind }) => [id, kind]));
  for (const { id, kind, reason, waiver } of clauses) {
    const written = stated.get(id) ?? kind;
    if (kind !== (declares.kinds?.[id] ?? written))
      add(`The clause ${id} counts as ${kind}, is ${written} in the catalogue`);
    if (waiver !== undefined && !isWaived(id, waiver, declares)) add(`The clause ${id} is waived`);
    if (isUnclaimed(reason) && !leavesOut(reason, declares)) add(`The clause ${id} is not claimed`);
  }
  for (const question of questions.filter((one) => !isPinnedAs(one, declares)))
    add(`The answer to ${question.id} is held against ${question.pinned === null ? 'no pin' : 'a pin'}`);
}

function isWaived(id: string, { reason, expires }: Waiver, { waivers = [] }: DeclaredProfile): boolean {
  return waivers.some((waiver) => waiver.clause === id && waiver.reason === reason && waiver.expires === expires);
}

function leavesOut(reason: string, { claims }: DeclaredProfile): boolean {
  const operation = (Object.keys(NOT_CLAIMED) as (keyof typeof NOT_CLAIMED)[]).find(
    (name) => NOT_CLAIMED[name] === reason,
  );
  return claims !== undefined && operation !== undefined && !claims.includes(operation);
}

function isPinnedAs({ id, pinned }: QuestionResult, { pins }: DeclaredProfile): boolean {
  return stableStringify(pinned) === stableStringify(pins?.[id] ?? null);
}
