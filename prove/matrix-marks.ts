import type { ProvenSubject } from './proof.js';

/** What a cell shows. */
export type Mark = 'own' | 'also' | 'wrong' | 'missed' | 'open';

/** Words for the legend. */
export const MARK_WORDS: Readonly<Record<Mark, string>> = {
  own: 'the clause that the fault breaks, found',
  also: 'a clause that the same behaviour breaks, found',
  wrong: 'found broken, and is not',
  missed: 'the clause that the fault breaks, not found',
  open: 'could not be put to the test with this service',
};

/** One cell that is marked. */
export interface MarkedCell {
  readonly clause: string;
  readonly mark: Mark;
  /** Why it could not be put to the test. */
  readonly reason?: string;
}

/** The cells of a row that are not a plain pass. */
export function marksOf(subject: ProvenSubject): readonly MarkedCell[] {
  const marks = subject.clauses.flatMap(({ clause, verdict, reason }): MarkedCell[] => {
    const mark = markOf(subject, clause, verdict);
    return mark === null ? [] : [{ clause, mark, ...(mark === 'open' && reason !== undefined ? { reason } : {}) }];
  });
  const isMissed = subject.clause !== null && !marks.some(({ mark }) => mark === 'own');
  return isMissed ? [...marks, { clause: subject.clause, mark: 'missed' }] : marks;
}

function markOf({ clause: own, also, atTimes }: ProvenSubject, clause: string, verdict: string): Mark | null {
  if (verdict === 'fail' || verdict === 'warn')
    return clause === own ? 'own' : [...also, ...atTimes].includes(clause) ? 'also' : 'wrong';
  return verdict === 'unverified' && own === null ? 'open' : null;
}
