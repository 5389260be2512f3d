import { clausesOf, type StatedClause } from '../../../contract/earlier-contracts.js';
import type { Results } from '../../../contract/results.js';
import { NOT_SELECTED, whyUnclaimed } from '../../../contract/run-verdict.js';
import { DOES_NOT_APPLY, otherSideReason, uncoveredReason } from '../../../contract/verdict-reasons.js';
import { BY_PART } from '../../../oracle/conduct/signature.js';
import { coverage, resolveTemplate } from '../../../wire/signature-template.js';
import { bindingClauses } from '../certified-scope.js';
import type { Problems } from './problems.js';

/** By clause: why it does not apply, where what was sent and answered decides that. */
const BY_RECORD: Readonly<Record<string, readonly string[]>> = {
  'ENV-008': [DOES_NOT_APPLY.noRefusal],
  'LKP-012': [DOES_NOT_APPLY.noFurtherPage],
  'PAG-002': [DOES_NOT_APPLY.onePage],
  'PAG-003': [DOES_NOT_APPLY.neverMore],
  'CLI-028': [DOES_NOT_APPLY.noRound],
  'CLI-041': [DOES_NOT_APPLY.noResend, DOES_NOT_APPLY.resentAtOnce],
  'CLI-045': [DOES_NOT_APPLY.oneMoment],
};

/**
 * Holds each clause that does not apply against the reasons that the suite gives for that clause, as far as catalogue, plan
 * and profile decide them. Whether the record bears the others out is for those to say that judge it again.
 */
export function checkInapplicable(results: Results, problems: Problems): void {
  const catalogue = new Map(clausesOf(results).map((clause) => [clause.id, clause]));
  const binding = new Set(bindingClauses(results).map(({ id }) => id));
  for (const { id, verdict, reason } of results.clauses) {
    const clause = catalogue.get(id);
    if (verdict !== 'inapplicable' || clause === undefined) continue;
    const known = binding.has(id) ? reasonsFor(clause, results) : [otherSideReason(clause.role, results.subject.role)];
    if (known.includes(reason)) continue;
    problems.add('completeness', `The clause ${id} is said not to apply, for no reason that holds here: ${reason}.`);
  }
}

function reasonsFor(clause: StatedClause, results: Results): readonly (string | undefined)[] {
  const { subject, profile, basis } = results;
  const ofRecord = [NOT_SELECTED, ...(BY_RECORD[clause.id] ?? [])];
  if (subject.role === 'client') {
    const part = BY_PART.find(([id]) => id === clause.id)?.[1];
    const ofTraffic = basis === undefined ? [] : [DOES_NOT_APPLY.ofTasks];
    return [...ofRecord, ...ofTraffic, ...(part === undefined ? [] : [uncoveredReason(part, 'client')])];
  }
  if (basis !== undefined) return [...ofRecord, DOES_NOT_APPLY.ofRuns];
  const isBound = profile?.declares?.operations?.includes(clause.id) === true;
  return [
    ...ofRecord,
    ...(clause.operation !== undefined && !isBound ? [DOES_NOT_APPLY.unbound] : []),
    whyUnclaimed(clause, profile?.declares?.claims),
    whyUncovered(clause.id, results),
  ];
}

function whyUncovered(id: string, { plan }: Results): string | undefined {
  const part = BY_PART.find(([clause]) => clause === id)?.[1];
  if (part === undefined || plan?.signature === undefined) return undefined;
  try {
    const covered = coverage(resolveTemplate(plan.signature.template));
    return covered.has(part) ? undefined : uncoveredReason(part, 'service');
  } catch {
    return undefined;
  }
}
