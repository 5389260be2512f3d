import type { ClauseResult } from '../contract/results.js';
import { openIn } from '../contract/verdict-reasons.js';

/** Clauses that came to nothing for one reason. */
export interface SharedReason {
  /** As the first of them has it; without the number of cases that it is of, where that differs. */
  readonly reason: string;
  /** The same for all of them: the reason without what an answer has of its request or moment, such as a trace id. */
  readonly lasting: string;
  readonly clauses: readonly ClauseResult[];
}

/**
 * Clauses by their reason: what explains most comes first. Where nothing answers, nothing else is to blame, unless
 * the run was ended before anything could; then counts how
 * many required clauses a reason has, then how many in all.
 */
export function byReason(clauses: readonly ClauseResult[]): SharedReason[] {
  const groups = new Map<string, ClauseResult[]>();
  for (const clause of clauses) {
    const lasting = lastingOf(openIn(clause.reason, clause.cases).because);
    groups.set(lasting, [...(groups.get(lasting) ?? []), clause]);
  }
  const weigh = ({ reason, clauses: own }: SharedReason): readonly number[] => [
    /^no request was answered: (?!none was sent|the run was stopped)/.test(reason) ? 1 : 0,
    own.filter(({ kind }) => kind === 'required').length,
    own.length,
  ];
  return [...groups]
    .map(([lasting, own]) => ({ reason: reasonOf(own), lasting, clauses: own }))
    .sort((one, other) => compare(weigh(other), weigh(one)));
}

function reasonOf(clauses: readonly ClauseResult[]): string {
  const [first] = clauses;
  if (first === undefined) return '';
  const isOneReason = new Set(clauses.map(({ reason }) => reason)).size === 1;
  return isOneReason ? first.reason : openIn(first.reason, first.cases).because;
}

const LONG_WORD = /[\w+/=.:-]{10,}/g;

/** Long words of an answer that have a digit are ids, times, fractions; a status or a short code stays. */
function lastingOf(because: string): string {
  const begin = /\bwith status \d{3}: /.exec(because);
  if (begin === null) return because;
  const at = begin.index + begin[0].length;
  return because.slice(0, at) + because.slice(at).replace(LONG_WORD, (word) => (/\d/.test(word) ? '#' : word));
}

/** By the first number that differs. */
function compare(one: readonly number[], other: readonly number[]): number {
  return one.map((number, at) => number - (other[at] ?? 0)).find((difference) => difference !== 0) ?? 0;
}
