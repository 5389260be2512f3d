import type { ClauseResult, Results } from '../../contract/results.js';
import { BROKEN, type RunVerdict } from '../../contract/verdict.js';

/**
 * What a clause comes to for those who act on it: its verdict, with its kind, a waiver, drift from a pinned answer and
 * `--strict` taken into account.
 */
export type Standing =
  'failed' | 'open' | 'warned' | 'changed' | 'waived' | 'untested' | 'observed' | 'passed' | 'inapplicable';

/** What each format says of a clause. */
export interface Status {
  readonly junit: 'failure' | 'error' | 'skipped' | 'passed';
  readonly ctrf: 'failed' | 'other' | 'skipped' | 'passed';
  /** Level of a result; without one, SARIF lists the clause as a rule only. */
  readonly sarif: 'error' | 'warning' | 'note' | null;
}

/**
 * The one table from what a clause comes to, to what each format says, the most important first; docs/formats.md has it
 * as well. What nobody has tested is nowhere `passed`, and nowhere harmless where it keeps the run from its verdict: JUnit
 * knows a test that could not be carried out as an `error`.
 */
export const POLICY: Readonly<Record<Standing, Status>> = {
  failed: { junit: 'failure', ctrf: 'failed', sarif: 'error' },
  open: { junit: 'error', ctrf: 'other', sarif: 'warning' },
  warned: { junit: 'passed', ctrf: 'passed', sarif: 'warning' },
  changed: { junit: 'passed', ctrf: 'passed', sarif: null },
  waived: { junit: 'skipped', ctrf: 'other', sarif: 'note' },
  untested: { junit: 'skipped', ctrf: 'other', sarif: 'note' },
  observed: { junit: 'passed', ctrf: 'passed', sarif: null },
  passed: { junit: 'passed', ctrf: 'passed', sarif: null },
  inapplicable: { junit: 'skipped', ctrf: 'skipped', sarif: null },
};

/** What the case `verdict`, which JUnit and CTRF have for the run as a whole, says: red where the exit status is not 0. */
export const RUN_POLICY: Readonly<
  Record<RunVerdict, { readonly junit: 'passed' | 'failure' | 'error'; readonly ctrf: 'passed' | 'failed' }>
> = {
  conformant: { junit: 'passed', ctrf: 'passed' },
  'non-conformant': { junit: 'failure', ctrf: 'failed' },
  incomplete: { junit: 'error', ctrf: 'failed' },
};

/** A clause of a run, with what it comes to. */
export interface RuledClause {
  readonly clause: ClauseResult;
  readonly standing: Standing;
  readonly status: Status;
}

/** All clauses of a run by the policy, in the order of the run. */
export function ruleClauses({ clauses, questions, strict }: Results): readonly RuledClause[] {
  const drifted = new Set(questions.filter(({ drift }) => drift).map(({ id }) => id));
  return clauses.map((clause) => {
    const standing = standingOf(clause, { strict: strict === true, drifted: drifted.has(clause.id) });
    return { clause, standing, status: POLICY[standing] };
  });
}

/** Drift cannot be waived: an answer is changed in the profile. */
function standingOf(
  { verdict, kind, waiver }: ClauseResult,
  { strict, drifted }: { readonly strict: boolean; readonly drifted: boolean },
): Standing {
  if (drifted) return strict ? 'failed' : 'changed';
  switch (verdict) {
    case 'fail':
      return waiver ? 'waived' : 'failed';
    case 'warn':
      if (waiver) return 'waived';
      return strict ? 'failed' : 'warned';
    case 'unverified':
      return BROKEN[kind] === 'fail' && !waiver ? 'open' : 'untested';
    case 'observed':
      return 'observed';
    case 'pass':
      return 'passed';
    case 'inapplicable':
      return 'inapplicable';
  }
}
