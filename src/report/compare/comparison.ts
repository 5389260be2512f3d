import type { OperationId } from '../../contract/clause.js';
import type { ClauseResult, CountedFinding, Results } from '../../contract/results.js';
import type { Answer, Verdict } from '../../contract/verdict.js';

/** A run as one side of a comparison. */
export interface Side {
  /** The folder, as it was given. */
  readonly dir: string;
  readonly results: Results;
}

/** What a clause came to in one of the two runs. */
export interface Came {
  readonly verdict: Verdict;
  readonly kind: ClauseResult['kind'];
  readonly reason: string;
  /** Ways of being broken that were told apart; where the kind is `observe`, they are only recorded. */
  readonly causes: number;
  /** Known to be broken, and accepted until that day. */
  readonly waivedUntil?: string;
}

/** A clause of which the two runs do not say the same, or that is broken in both. */
export interface ClauseChange {
  readonly id: string;
  readonly section: string;
  readonly sentence: string;
  /** `null` where that run's catalogue does not have the clause. */
  readonly before: Came | null;
  readonly after: Came | null;
  /** Of the later run. */
  readonly findings: readonly CountedFinding[];
  /** Ways of being broken that only the later run has. */
  readonly newCauses: readonly string[];
}

/** An open question that was answered in another way. */
export interface AnswerChange {
  readonly id: string;
  readonly section: string;
  readonly question: string;
  /** `null`: not observed. */
  readonly before: Answer;
  readonly after: Answer;
}

/** How long answers of one operation took in the two runs: medians over the answers, in milliseconds. */
export interface LatencyChange {
  readonly operation: OperationId;
  readonly before: { readonly answers: number; readonly medianMs: number };
  readonly after: { readonly answers: number; readonly medianMs: number };
  /** After by before; `null` where the earlier median is below a millisecond. */
  readonly ratio: number | null;
}

/** What changed from one run to another. Every clause is in one list at most; kinds are told beside that. */
export interface Comparison {
  readonly before: Side;
  readonly after: Side;
  /** Plain sentences on what else differs: contract, catalogue, subject, profile, seed, depth. */
  readonly differences: readonly string[];
  readonly newlyBroken: readonly ClauseChange[];
  readonly mended: readonly ClauseChange[];
  readonly stillBroken: readonly ClauseChange[];
  /** Judged before, and not any more. */
  readonly noLongerVerified: readonly ClauseChange[];
  readonly newlyVerified: readonly ClauseChange[];
  /** Only the catalogue of the later run has them; those that are broken are newly broken instead. */
  readonly added: readonly ClauseChange[];
  readonly removed: readonly ClauseChange[];
  /** Clauses whose kind is another one, whatever came of them. */
  readonly kinds: readonly ClauseChange[];
  readonly answers: readonly AnswerChange[];
  readonly latency: readonly LatencyChange[];
  /** Clauses that came to the same verdict. */
  readonly unchanged: number;
}

/** What two runs come to as a whole; `less verified`: nothing is worse, but something required was not judged any more. */
export type Tendency = 'worse' | 'less verified' | 'no worse';

/** What the reader is to think of it at first sight. */
export function tendencyOf(comparison: Comparison): Tendency {
  if (isWorse(comparison)) return 'worse';
  const isOpen = ({ after }: ClauseChange): boolean => after?.kind === 'required' && after.verdict === 'unverified';
  return comparison.noLongerVerified.some(isOpen) ? 'less verified' : 'no worse';
}

/** What counts for the exit status: what is newly broken, unless it is waived. */
export function isWorse({ newlyBroken }: Comparison): boolean {
  return newlyBroken.some(({ after }) => after?.waivedUntil === undefined);
}
