import type { Clause, OperationId } from './clause.js';
import { whatNeverWorked, type GivenTasks } from './given-tasks.js';
import type { ClauseResult, QuestionResult } from './results.js';
import { BROKEN, type RunVerdict, type Verdict } from './verdict.js';

/** Why a clause that was not chosen is inapplicable: by this, a report tells it from one that does not apply. */
export const NOT_SELECTED = 'not selected in this run';

/** Why a clause is inapplicable that is about an operation which the profile does not claim. */
export const NOT_CLAIMED = {
  modifyOrder: 'the profile does not claim modify order',
  listOrderableStocks: 'the profile does not claim the instrument lookup',
} as const;

/** Areas whose clauses are about one operation alone; a clause that modifies is always about modify order. */
const LOOKUP_AREAS: readonly string[] = ['lookup', 'paging', 'instrument', 'token', 'equivalence'];
const MODIFY_AREAS: readonly string[] = ['modify', 'order', 'take-profit-stop-loss', 'signature', 'timestamp'];

/**
 * Why a profile leaves a clause out, if it does.
 *
 * @param claims - operations that it claims; default: both
 */
export function whyUnclaimed(
  { area, modifies, operation }: Pick<Clause, 'area' | 'modifies' | 'operation'>,
  claims?: readonly OperationId[],
): string | undefined {
  if (claims === undefined || operation !== undefined) return undefined;
  if (isOfModify({ area, modifies })) return claims.includes('modifyOrder') ? undefined : NOT_CLAIMED.modifyOrder;
  return LOOKUP_AREAS.includes(area) && !claims.includes('listOrderableStocks')
    ? NOT_CLAIMED.listOrderableStocks
    : undefined;
}

/** Whether a clause is about modifies: only they can keep or break it. */
export function isOfModify({ area, modifies }: Pick<Clause, 'area' | 'modifies'>): boolean {
  return modifies || MODIFY_AREAS.includes(area);
}

/** Whether a clause that does not apply was left out by the one who certifies, whatever the subject does. */
export function isLeftOut(reason: string): boolean {
  return reason === NOT_SELECTED || isUnclaimed(reason);
}

/** Whether a clause does not apply since the profile does not claim its operation. */
export function isUnclaimed(reason: string): boolean {
  return (Object.values(NOT_CLAIMED) as string[]).includes(reason);
}

/** Why a clause is open in what is written while the run goes on. */
export const NOT_RUN_YET = 'not run yet';

/**
 * What a whole run comes to. A waived clause does not count, broken or open; drift and warnings count under `--strict`
 * only. Where neither operation is claimed, or not one clause was decided, whatever their kind, the run certifies nothing: it
 * is incomplete. So is one in which nothing that was asked for was ever seen to be done: no modify, or no walk to its end.
 *
 * @param tasks - what became of those of a client, or of what a service was asked
 */
export function runVerdict(
  clauses: readonly ClauseResult[],
  questions: readonly QuestionResult[],
  strict: boolean,
  tasks?: GivenTasks,
): RunVerdict {
  const unwaived = clauses.filter(({ waiver }) => waiver === undefined);
  const fails = unwaived.some(({ verdict }) => verdict === 'fail' || (strict && verdict === 'warn'));
  if (fails || (strict && questions.some(({ drift }) => drift))) return 'non-conformant';
  const isOpen = unwaived.some(({ verdict, kind }) => verdict === 'unverified' && BROKEN[kind] === 'fail');
  const isOfNothing = !clauses.some(isDecided) || isNothingClaimed(clauses) || whatNeverWorked(tasks).length > 0;
  return isOpen || isOfNothing ? 'incomplete' : 'conformant';
}

function isNothingClaimed(clauses: readonly ClauseResult[]): boolean {
  return Object.values(NOT_CLAIMED).every((because) => clauses.some(({ reason }) => reason === because));
}

/** Whether something was seen of what the clause says. */
export function isDecided({ verdict }: ClauseResult): boolean {
  return verdict !== 'unverified' && verdict !== 'inapplicable';
}

/** Number of clauses by verdict. */
export function countVerdicts(clauses: readonly Pick<ClauseResult, 'verdict'>[]): Record<Verdict, number> {
  const counts: Record<Verdict, number> = { pass: 0, fail: 0, warn: 0, observed: 0, unverified: 0, inapplicable: 0 };
  for (const { verdict } of clauses) counts[verdict] += 1;
  return counts;
}

/** A sentence for each waiver that is no longer needed. */
export function idleWaivers(clauses: readonly ClauseResult[]): string[] {
  return clauses
    .filter(({ waiver, verdict }) => waiver !== undefined && verdict === 'pass')
    .map(({ id }) => `The waiver of ${id} is no longer needed: the clause holds.`);
}
