import type { ClauseResult } from '../contract/results.js';

/** Clauses that came to nothing for one reason. */
export interface SharedReason {
  readonly reason: string;
  readonly clauses: readonly ClauseResult[];
}

/**
 * Clauses by their reason: what explains most comes first. Where nothing answers, nothing else is to blame; then counts how
 * many required clauses a reason has, then how many in all.
 */
export function byReason(clauses: readonly ClauseResult[]): SharedReason[] {
  const groups = new Map<string, ClauseResult[]>();
  for (const clause of clauses) groups.set(clause.reason, [...(groups.get(clause.reason) ?? []), clause]);
  const weigh = ({ reason, clauses: own }: SharedReason): readonly number[] => [
    /^no request was answered: (?!none was sent)/.test(reason) ? 1 : 0,
    own.filter(({ kind }) => kind === 'required').length,
    own.length,
  ];
  return [...groups]
    .map(([reason, own]) => ({ reason, clauses: own }))
    .sort((one, other) => compare(weigh(other), weigh(one)));
}

/** By the first number that differs. */
function compare(one: readonly number[], other: readonly number[]): number {
  return one.map((number, at) => number - (other[at] ?? 0)).find((difference) => difference !== 0) ?? 0;
}
