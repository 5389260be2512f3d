import { loadCatalogue } from '../../contract/catalogue.js';
import type { Clause } from '../../contract/clause.js';
import type { ClauseResult, Results } from '../../contract/results.js';
import { NOT_SELECTED } from '../../contract/run-verdict.js';
import { amount } from '../verdict-words.js';

/** Clauses that bind the subject of these results, in the order of the catalogue. */
export function bindingClauses({ subject }: Pick<Results, 'subject'>): readonly Clause[] {
  return loadCatalogue(subject.role).filter(({ role }) => role === 'both' || role === subject.role);
}

/** Results of the clauses that the run set out to put to the test. */
export function plannedClauses(results: Pick<Results, 'subject' | 'clauses'>): readonly ClauseResult[] {
  const binding = new Set(bindingClauses(results).map(({ id }) => id));
  return results.clauses.filter(({ id, reason }) => binding.has(id) && reason !== NOT_SELECTED);
}

/** Clauses whose kind the profile changed, with both kinds. */
export function changedKinds({
  clauses,
  subject,
}: Pick<Results, 'clauses' | 'subject'>): { clause: string; kind: string; stated: string }[] {
  const known = new Map(loadCatalogue(subject.role).map((clause) => [clause.id, clause.kind]));
  return clauses.flatMap(({ id, kind }) => {
    const stated = known.get(id) ?? kind;
    return stated === kind ? [] : [{ clause: id, kind, stated }];
  });
}

/**
 * Why the verdict is about less than the whole interface, each in one sentence; empty where it is about all of it. No
 * certificate with a sentence here says PASSED.
 */
export function limitsOf(results: Results): string[] {
  const { basis, readOnly, scenarios, requests, clauses, plan } = results;
  const [planned, binding] = [plannedClauses(results).length, bindingClauses(results).length];
  const shard = plan?.shard ? `Shard ${plan.shard.index} of ${plan.shard.of}: only ` : 'Only ';
  const waived = clauses.filter(({ waiver, verdict }) => waiver !== undefined && verdict !== 'pass').length;
  const lowered = changedKinds(results).filter(({ stated }) => stated === 'required').length;
  return [
    ...(basis === undefined
      ? []
      : [
          `Observed traffic only: nothing was sent, and ${amount(requests, 'request')} of others ${requests === 1 ? 'was' : 'were'} judged.`,
        ]),
    ...(planned < binding ? [`${shard}${planned} of ${binding} clauses were selected.`] : []),
    ...(scenarios ? [`The client was watched in ${scenarios.chosen} of ${scenarios.of} scenarios only.`] : []),
    ...(readOnly === true ? ['Read-only: nothing was modified.'] : []),
    ...(waived > 0
      ? [
          `${amount(waived, 'clause')} that ${waived === 1 ? 'does' : 'do'} not hold or could not be verified ${waived === 1 ? 'is' : 'are'} waived.`,
        ]
      : []),
    ...(lowered > 0
      ? [
          `${amount(lowered, 'clause')} that the document states ${lowered === 1 ? 'was' : 'were'} not held as required.`,
        ]
      : []),
  ];
}

/**
 * The run in the three words that the test-result predicate knows. What was not verified is no success, and what holds
 * of a part only, or with a warning, is no PASSED.
 */
export function resultWord(results: Results): 'PASSED' | 'WARNED' | 'FAILED' {
  if (results.verdict !== 'conformant') return 'FAILED';
  return results.counts.warn > 0 || limitsOf(results).length > 0 ? 'WARNED' : 'PASSED';
}
