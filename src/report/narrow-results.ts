import type { ClauseResult, Results } from '../contract/results.js';
import type { RunVerdict, Verdict } from '../contract/verdict.js';

const NOT_SELECTED = 'not selected in this run';

/**
 * The results of a run that was asked for some clauses only: the others are `inapplicable`, and the verdict is about
 * the selected ones alone, which a note says.
 *
 * @param selected - ids of the clauses that were asked for
 */
export function narrowResults(results: Results, selected: ReadonlySet<string>): Results {
  if (results.clauses.every(({ id, verdict }) => selected.has(id) || verdict === 'inapplicable')) return results;
  const clauses = results.clauses.map((clause) => (selected.has(clause.id) ? clause : notSelected(clause)));
  const questions = results.questions.filter(({ id }) => selected.has(id));
  const note = `Only ${selected.size} of ${results.clauses.length} clauses were selected: the verdict is about these alone.`;
  return {
    ...results,
    clauses,
    questions,
    counts: countVerdicts(clauses),
    verdict: selected.size === 0 ? 'incomplete' : narrowVerdict(results.verdict, clauses),
    notes: [...results.notes, note],
  };
}

function notSelected(clause: ClauseResult): ClauseResult {
  if (clause.verdict === 'inapplicable') return clause;
  return { ...clause, verdict: 'inapplicable', reason: NOT_SELECTED, cases: 0, findings: [] };
}

/** Only what is left can still make the run non-conformant or incomplete. */
function narrowVerdict(whole: RunVerdict, clauses: readonly ClauseResult[]): RunVerdict {
  const has = (wanted: Verdict): boolean => clauses.some(({ verdict, waiver }) => verdict === wanted && !waiver);
  if (whole === 'non-conformant') return whole;
  if (has('fail')) return 'non-conformant';
  return clauses.some(({ verdict, kind }) => verdict === 'unverified' && kind === 'required')
    ? 'incomplete'
    : 'conformant';
}

/** Number of clauses by verdict. */
export function countVerdicts(clauses: readonly ClauseResult[]): Record<Verdict, number> {
  const counts: Record<Verdict, number> = { pass: 0, fail: 0, warn: 0, observed: 0, unverified: 0, inapplicable: 0 };
  for (const { verdict } of clauses) counts[verdict] += 1;
  return counts;
}
