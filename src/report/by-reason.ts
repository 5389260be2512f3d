import type { ClauseResult } from '../contract/results.js';
import { openIn } from '../contract/verdict-reasons.js';

/** Clauses that came to nothing for one reason. */
export interface SharedReason {
  /** As all of them have it; without the number of cases that it is of, where that differs. */
  readonly reason: string;
  readonly clauses: readonly ClauseResult[];
}

/**
 * Clauses by their reason: what explains most comes first. Where nothing answers, nothing else is to blame; then counts how
 * many required clauses a reason has, then how many in all.
 */
export function byReason(clauses: readonly ClauseResult[]): SharedReason[] {
  const groups = new Map<string, ClauseResult[]>();
  for (const clause of clauses) {
    const { because } = openIn(clause.reason, clause.cases);
    groups.set(because, [...(groups.get(because) ?? []), clause]);
  }
  const weigh = ({ reason, clauses: own }: SharedReason): readonly number[] => [
    /^no request was answered: (?!none was sent)/.test(reason) ? 1 : 0,
    own.filter(({ kind }) => kind === 'required').length,
    own.length,
  ];
  return [...groups]
    .map(([shared, own]) => ({
      reason: new Set(own.map(({ reason }) => reason)).size > 1 ? shared : reasonOf(own),
      clauses: own,
    }))
    .sort((one, other) => compare(weigh(other), weigh(one)));
}

function reasonOf([first]: readonly ClauseResult[]): string {
  return first?.reason ?? '';
}

/** By the first number that differs. */
function compare(one: readonly number[], other: readonly number[]): number {
  return one.map((number, at) => number - (other[at] ?? 0)).find((difference) => difference !== 0) ?? 0;
}
