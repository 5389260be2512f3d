import type { ClauseResult, QuestionResult, Results } from '../../contract/results.js';
import { SuiteError } from '../../contract/suite-error.js';
import { stableStringify } from '../../wire/json.js';
import type { LatencyFacts } from '../facts/run-facts.js';
import type { AnswerChange, Came, ClauseChange, Comparison, LatencyChange, Side } from './comparison.js';
import { differencesOf } from './differences.js';

/** How long answers took in each of the two runs. */
export interface Latencies {
  readonly before: readonly LatencyFacts[];
  readonly after: readonly LatencyFacts[];
}

/**
 * Holds two runs against each other.
 *
 * @throws SuiteError where one is of a service and the other of a client
 */
export function compareRuns(before: Side, after: Side, latencies: Latencies): Comparison {
  refuseOtherRole(before, after);
  const changes = pairUp(before.results.clauses, after.results.clauses);
  const lists = {
    newlyBroken: failuresFirst(changes.filter(isNewlyBroken)),
    mended: changes.filter((change) => isBroken(change.before) && change.after?.verdict === 'pass'),
    stillBroken: failuresFirst(changes.filter((change) => isBroken(change.before) && isBroken(change.after))),
    noLongerVerified: changes.filter((change) => isJudged(change.before) && isOpen(change.after)),
    newlyVerified: changes.filter((change) => isOpen(change.before) && isJudged(change.after) && !isLoud(change.after)),
    added: changes.filter((change) => change.before === null && !isLoud(change.after)),
    removed: changes.filter(({ after }) => after === null),
  };
  return {
    before,
    after,
    differences: differencesOf(before.results, after.results),
    ...lists,
    kinds: changes.filter((change) => change.before && change.after && change.before.kind !== change.after.kind),
    answers: compareAnswers(before.results, after.results),
    latency: compareLatencies(latencies),
    unchanged: changes.filter((change) => change.before?.verdict === change.after?.verdict).length,
  };
}

function refuseOtherRole(before: Side, after: Side): void {
  const [one, other] = [before.results.subject.role, after.results.subject.role];
  if (one === other) return;
  throw new SuiteError(
    `The two runs cannot be compared: the first is of a ${one}, the second of a ${other}.`,
    `${before.dir}, ${after.dir}`,
    'give two runs of services, or two of clients; proxy and audit keep them in the folders service and client',
  );
}

/** Every clause of either run, in the order of the later one; those that it does not have come last. */
function pairUp(before: readonly ClauseResult[], after: readonly ClauseResult[]): ClauseChange[] {
  const earlier = new Map(before.map((clause) => [clause.id, clause]));
  const later = new Set(after.map(({ id }) => id));
  return [
    ...after.map((clause) => changeOf(earlier.get(clause.id), clause)),
    ...before.filter(({ id }) => !later.has(id)).map((clause) => changeOf(clause, undefined)),
  ];
}

function changeOf(before: ClauseResult | undefined, after: ClauseResult | undefined): ClauseChange {
  const { id, section, sentence } = (after ?? before) as ClauseResult;
  const known = new Set(before?.findings.map(({ cause }) => cause));
  const findings = after?.findings ?? [];
  return {
    ...{ id, section, sentence, findings },
    before: before === undefined ? null : cameOf(before),
    after: after === undefined ? null : cameOf(after),
    newCauses: findings.map(({ cause }) => cause).filter((cause) => !known.has(cause)),
  };
}

function cameOf({ verdict, kind, reason, waiver, findings }: ClauseResult): Came {
  return { verdict, kind, reason, causes: findings.length, ...(waiver && { waivedUntil: waiver.expires }) };
}

/** Broken, and more than a record: it is a failure or a warning. */
function isLoud(came: Came | null): boolean {
  return came?.verdict === 'fail' || came?.verdict === 'warn';
}

/** Broken at all: where the kind is `observe`, that is only recorded. */
function isBroken(came: Came | null): boolean {
  return isLoud(came) || (came?.verdict === 'observed' && came.causes > 0);
}

function isNewlyBroken({ before, after }: ClauseChange): boolean {
  return isLoud(after) && !isBroken(before);
}

/** In the order of the catalogue otherwise. */
function failuresFirst(changes: readonly ClauseChange[]): ClauseChange[] {
  const isFailure = ({ after }: ClauseChange): boolean => after?.verdict === 'fail';
  return [...changes.filter(isFailure), ...changes.filter((change) => !isFailure(change))];
}

function isOpen(came: Came | null): boolean {
  return came?.verdict === 'unverified' || came?.verdict === 'inapplicable';
}

function isJudged(came: Came | null): boolean {
  return came !== null && !isOpen(came);
}

/** Questions that both runs asked, with another answer; also where only one of them got one. */
function compareAnswers(before: Results, after: Results): AnswerChange[] {
  const earlier = new Map(before.questions.map((question) => [question.id, question]));
  return after.questions.flatMap((later) => {
    const known = earlier.get(later.id);
    return known === undefined || isSameAnswer(known, later) ? [] : [answerChange(known, later)];
  });
}

function isSameAnswer(one: QuestionResult, other: QuestionResult): boolean {
  return stableStringify(one.observed) === stableStringify(other.observed);
}

function answerChange(before: QuestionResult, { id, section, question, observed }: QuestionResult): AnswerChange {
  return { id, section, question, before: before.observed, after: observed };
}

/** Operations that both runs have answers of. */
function compareLatencies({ before, after }: Latencies): LatencyChange[] {
  return after.flatMap(({ operation, answered, quantiles }) => {
    const earlier = before.find((facts) => facts.operation === operation);
    if (operation === null || quantiles === null || !earlier?.quantiles) return [];
    const [was, is] = [earlier.quantiles.medianMs, quantiles.medianMs];
    return [
      {
        operation,
        before: { answers: earlier.answered, medianMs: was },
        after: { answers: answered, medianMs: is },
        ratio: was === 0 ? null : Math.round((is / was) * 100) / 100,
      },
    ];
  });
}
