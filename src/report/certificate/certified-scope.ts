import { changedClauses, clausesOf, earlierContract, type StatedClause } from '../../contract/earlier-contracts.js';
import { whatNeverWorked } from '../../contract/given-tasks.js';
import type { ClauseResult, Results } from '../../contract/results.js';
import { isUnclaimed, NOT_SELECTED } from '../../contract/run-verdict.js';
import { amount, isRequiredJudged } from '../verdict-words.js';

/** Clauses that bind the subject of these results, in the order of the catalogue. */
export function bindingClauses(results: Pick<Results, 'contract' | 'subject'>): readonly StatedClause[] {
  const { subject } = results;
  return clausesOf(results).filter(({ role }) => role === 'both' || role === subject.role);
}

type Selected = Pick<Results, 'contract' | 'subject' | 'clauses'>;

/** Results of the clauses that the run set out to put to the test. */
export function plannedClauses(results: Selected): readonly ClauseResult[] {
  const binding = new Set(bindingClauses(results).map(({ id }) => id));
  return results.clauses.filter(({ id, reason }) => binding.has(id) && reason !== NOT_SELECTED);
}

/** Ids of the clauses that bind the subject and that the run did not set out to put to the test. */
export function unplannedClauses(results: Selected): readonly string[] {
  const planned = new Set(plannedClauses(results).map(({ id }) => id));
  return bindingClauses(results).flatMap(({ id }) => (planned.has(id) ? [] : [id]));
}

/** Ids of the clauses of an earlier contract that came to a verdict, and that nobody judges today as they were. */
export function changedSince(results: Selected): readonly string[] {
  const changed = changedClauses(results);
  return results.clauses.flatMap(({ id, verdict }) =>
    changed.has(id) && ['pass', 'fail', 'warn'].includes(verdict) ? [id] : [],
  );
}

/** Whether the requests are those of our own examinations. */
export function isSent({ subject, basis }: Pick<Results, 'subject' | 'basis'>): boolean {
  return subject.role === 'service' && basis === undefined;
}

/** Clauses whose kind the profile changed, with both kinds. */
export function changedKinds(results: Selected): { clause: string; kind: string; stated: string }[] {
  const known = new Map(clausesOf(results).map((clause) => [clause.id, clause.kind]));
  return results.clauses.flatMap(({ id, kind }) => {
    const stated = known.get(id) ?? kind;
    return stated === kind ? [] : [{ clause: id, kind, stated }];
  });
}

/**
 * Why the verdict is about less than the whole interface of a service or client, each in one sentence; empty where it is
 * about all of it. No certificate with a sentence here says PASSED.
 */
export function limitsOf(results: Results): string[] {
  return [
    ...trafficLimits(results),
    ...emptyLimits(results),
    ...subjectLimits(results),
    ...choiceLimits(results),
    ...whatNeverWorked(results.tasks, results.subject.role),
    ...stopLimits(results),
    ...mannerLimits(results),
    ...acceptedLimits(results),
  ];
}

function trafficLimits({ basis, requests }: Results): string[] {
  if (basis === undefined) return [];
  const judged = `${amount(requests, 'request')} of others ${requests === 1 ? 'was' : 'were'} judged`;
  return [`Observed traffic only: nothing was sent, and ${judged}.`];
}

function emptyLimits(results: Results): string[] {
  const { pass, fail, warn, observed, unverified } = results.counts;
  if (pass + fail + warn + observed + unverified === 0) return ['No clause was put to the test.'];
  // Certificates of an earlier contract say what the version of theirs said.
  if (isRequiredJudged(results) || earlierContract(results) !== undefined) return [];
  return ['Nothing required was judged: the verdict is about what is only expected or observed.'];
}

function subjectLimits({ plan }: Results): string[] {
  if (plan?.embedded !== true) return [];
  return ['The subject is the reference service that comes with tradecert: this says nothing of any other service.'];
}

function choiceLimits(results: Results): string[] {
  const { plan, scenarios } = results;
  const [planned, binding] = [plannedClauses(results).length, bindingClauses(results).length];
  const chosen = `${planned} of ${binding} clauses`;
  return [
    ...(plan?.shard
      ? [`Part ${plan.shard.index} of ${plan.shard.of} of a run, with ${chosen}: not a verdict on the whole.`]
      : planned < binding
        ? [`Only ${chosen} were selected: the verdict is about these alone.`]
        : []),
    ...(scenarios ? [`The client was watched in ${scenarios.chosen} of ${scenarios.of} scenarios only.`] : []),
  ];
}

/** The notes of a run and its limits; why it was stopped is said once. */
export function notesWithLimits(results: Results): string[] {
  const told = new Set(stopLimits(results).length > 0 ? stopNotes(results) : []);
  return [...results.notes.filter((note) => !told.has(note)), ...limitsOf(results)];
}

/** How a run may have noted by itself why it was stopped. */
export function stopNotes({ stopped }: Pick<Results, 'stopped'>): readonly string[] {
  if (stopped === undefined) return [];
  const { because } = stopped;
  return [because, `${because.charAt(0).toUpperCase()}${because.slice(1)}.`];
}

function stopLimits({ stopped, unfinished }: Results): string[] {
  return stopped === undefined || unfinished === true ? [] : [`Stopped early: ${stopped.because}.`];
}

function mannerLimits({ basis, depth, readOnly, requests, unrecorded = 0 }: Results): string[] {
  return [
    ...(unrecorded > 0
      ? [
          `${unrecorded} of ${amount(requests, 'request')} are not in the record: what they showed cannot be judged again.`,
        ]
      : []),
    ...(basis === undefined && depth === 'smoke' ? ['Smoke depth: fewer cases than a standard run has.'] : []),
    ...(readOnly === true ? ['Read-only: nothing was modified.'] : []),
  ];
}

/** What the one who certifies has taken out by a profile. */
function acceptedLimits(results: Results): string[] {
  const { clauses } = results;
  const unclaimed = [...new Set(clauses.map(({ reason }) => reason).filter(isUnclaimed))];
  const waived = clauses.filter(({ waiver, verdict }) => waiver !== undefined && verdict !== 'pass').length;
  const changed = changedKinds(results);
  const lowered = changed.filter(({ stated }) => stated === 'required').length;
  const unwarned = changed.filter(({ stated, kind }) => stated === 'expected' && kind === 'observe').length;
  return [
    ...unclaimed.map((reason) => `One operation only: ${reason}.`),
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
    ...(unwarned > 0
      ? [`${amount(unwarned, 'clause')} that the document implies ${unwarned === 1 ? 'was' : 'were'} only observed.`]
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
