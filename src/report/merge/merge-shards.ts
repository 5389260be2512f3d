import { loadCatalogue } from '../../contract/catalogue.js';
import type { Clause } from '../../contract/clause.js';
import { addTasks, type GivenTasks } from '../../contract/given-tasks.js';
import type { ClauseResult, QuestionResult, Results, RunPlan } from '../../contract/results.js';
import { withDigest } from '../../contract/results-digest.js';
import { serviceTasks, type Deeds } from '../../contract/service-tasks.js';
import { countVerdicts, idleWaivers, runVerdict } from '../../contract/run-verdict.js';
import { ANSWERED } from '../../contract/verdict-reasons.js';
import type { Answer } from '../../contract/verdict.js';
import { withDrift, type AnsweredQuestion } from '../../oracle/drift.js';
import { joinAnswers } from '../../oracle/join-answers.js';
import { OBSERVED_QUESTIONS } from '../../oracle/observer.js';
import { limitsOf } from '../certificate/certified-scope.js';
import type { RecordedShard } from './check-shards.js';
import type { MergedExchanges } from './merge-exchanges.js';
import { joinPassive, joinTold, renumbered, without } from '../../contract/merge-clauses.js';

/**
 * The results of a whole run from those of its shards: what one run with the same seed comes to, with the same digest.
 * Clauses come from the shard that was asked for them; those about every answer, questions that any answer may settle, and
 * all clauses of a client, from all of them.
 *
 * @param shards - all of one run, as {@link checkShards} gives them
 * @param record - that of all of them
 */
export function mergeShards(shards: readonly RecordedShard[], { offsets, sent, deeds }: MergedExchanges): Results {
  const [first] = shards;
  if (first === undefined) throw new Error('There are no shards to merge.');
  const all = shards.map(({ results }) => results);
  const parts = shards.map((shard, at) => partOf(shard, offsets[at] ?? 0));
  const { clauses, answers } =
    first.results.subject.role === 'client'
      ? joinClient(first.results, parts)
      : joinService(first.results, parts, sent);
  const scope = scopeOf(first, shards);
  const questions = withDrift(answers, { clauses, ...scope });
  const unrecorded = all.reduce((sum, results) => sum + (results.unrecorded ?? 0), 0);
  const tasks = tasksOf(first.results, all, clauses, deeds);
  const merged: Results = {
    ...without(first.results, 'watched', 'stopped', 'plan', 'scenarios'),
    ...stoppedIn(shards, clauses, questions),
    ...(unrecorded > 0 && { unrecorded }),
    merged: all.map(({ startedAt, finishedAt }) => ({ startedAt, finishedAt })),
    ...scope,
    ...(tasks && { tasks }),
    startedAt: all.map(({ startedAt }) => startedAt).reduce((a, b) => (a < b ? a : b)),
    finishedAt: all.map(({ finishedAt }) => finishedAt).reduce((a, b) => (a > b ? a : b)),
    verdict: runVerdict(clauses, questions, first.results.strict === true, tasks),
    notes: keptNotes(shards),
    counts: countVerdicts(clauses),
    requests: all.reduce((sum, { requests }) => sum + requests, 0),
    clauses,
    questions,
  };
  return withDigest({ ...merged, notes: [...merged.notes, ...idleWaivers(clauses), ...limitsOf(merged)] });
}

/**
 * Of a client, what all shards counted; of a service, what its record shows too: a shard counts only what its own clauses ask
 * for, and its record may lack some.
 */
function tasksOf(
  { subject, readOnly }: Results,
  shards: readonly Results[],
  clauses: readonly ClauseResult[],
  deeds: Deeds,
): GivenTasks | undefined {
  const told = addTasks(shards.map(({ tasks }) => tasks));
  if (subject.role === 'client' || told === undefined) return told;
  const most = (kind: keyof Deeds): number => Math.max(told[kind]?.done ?? 0, deeds[kind]);
  return serviceTasks({ clauses, readOnly }, { modifies: most('modifies'), walks: most('walks') });
}

/** Why the run ended early in some of its shards, if it did, and what was judged in all of them. */
function stoppedIn(
  shards: readonly RecordedShard[],
  clauses: readonly ClauseResult[],
  questions: readonly QuestionResult[],
): Pick<Results, 'stopped'> {
  const reasons = shards.flatMap(({ shard, results: { stopped } }) =>
    stopped === undefined ? [] : [`${stopped.because} (shard ${shard.index})`],
  );
  if (reasons.length === 0) return {};
  const passive = new Set(loadCatalogue().flatMap((clause) => (clause.passive ? [clause.id] : [])));
  const judged = new Set(shards.flatMap(({ plan, results }) => results.stopped?.judged ?? plan.clauses));
  const answers = questions.flatMap(({ id, observed }) =>
    observed !== null && OBSERVED_QUESTIONS.includes(id) ? [[id, observed] as const] : [],
  );
  return {
    stopped: {
      because: reasons.join('; '),
      judged: clauses.flatMap(({ id }) => (judged.has(id) && !passive.has(id) ? [id] : [])),
      watched: {
        clauses: clauses.filter(
          ({ id, verdict, brokenCases }) => passive.has(id) && (verdict === 'pass' || brokenCases !== undefined),
        ),
        answers: Object.fromEntries(answers),
      },
    },
  };
}

/** A shard as it goes into the whole: its exchanges have their new numbers. */
interface Part {
  readonly asked: ReadonlySet<string>;
  readonly clauses: ReadonlyMap<string, ClauseResult>;
  readonly watched: ReadonlyMap<string, ClauseResult>;
  readonly questions: ReadonlyMap<string, AnsweredQuestion>;
  readonly answers: ReadonlyMap<string, Answer>;
}

function partOf({ plan, results }: RecordedShard, offset: number): Part {
  const byId = (clauses: readonly ClauseResult[]): Map<string, ClauseResult> =>
    new Map(clauses.map((clause) => [clause.id, renumbered(clause, offset)]));
  return {
    asked: new Set(plan.clauses),
    clauses: byId(results.clauses),
    watched: byId(results.watched?.clauses ?? []),
    questions: new Map(results.questions.map((question) => [question.id, question])),
    answers: new Map(Object.entries(results.watched?.answers ?? {})),
  };
}

/** Clauses of a whole run, and questions as far as they are answered. */
interface Joined {
  readonly clauses: readonly ClauseResult[];
  readonly answers: readonly AnsweredQuestion[];
}

type Judged = Pick<Results, 'clauses' | 'questions'>;

function joinService(first: Judged, parts: readonly Part[], sent: MergedExchanges['sent']): Joined {
  const catalogue = new Map(loadCatalogue().map((clause) => [clause.id, clause]));
  const answers = first.questions.map((question) => mergeQuestion(question, parts));
  const answered = new Set(answers.flatMap(({ id, observed }) => (observed === null ? [] : [id])));
  const clauses = first.clauses.map((clause) =>
    mergeClause(clause, catalogue.get(clause.id), parts, {
      isAnswered: answered.has(clause.id),
      sent: sent.get(clause.id) ?? 0,
    }),
  );
  return { clauses, answers };
}

/** Of a client, every shard may have something to say of every clause. */
function joinClient(first: Judged, parts: readonly Part[]): Joined {
  const clauses = first.clauses.map((clause) => {
    const told = parts.flatMap(({ watched }) => watched.get(clause.id) ?? []);
    return joinTold(told) ?? unseen(parts.flatMap((part) => part.clauses.get(clause.id) ?? [])) ?? clause;
  });
  const answers = first.questions.map((question) =>
    joinAnswer(
      question,
      parts.map((part) => part.answers.get(question.id) ?? null),
    ),
  );
  return { clauses, answers };
}

/** A clause of which no shard has seen a request: an answer counts, and so does what is open in one of them. */
function unseen(clauses: readonly ClauseResult[]): ClauseResult | undefined {
  const of = (wanted: ClauseResult['verdict']): ClauseResult | undefined =>
    clauses.find(({ verdict }) => verdict === wanted);
  return of('observed') ?? of('unverified') ?? clauses[0];
}

function mergeClause(
  clause: ClauseResult,
  { passive }: Pick<Clause, 'passive'> = { passive: false },
  parts: readonly Part[],
  { isAnswered, sent }: { readonly isAnswered: boolean; readonly sent: number },
): ClauseResult {
  const { id } = clause;
  const own = parts.find(({ asked }) => asked.has(id))?.clauses.get(id);
  if (own === undefined) return clause;
  if (passive) {
    return joinPassive(
      own,
      parts.flatMap(({ watched }) => watched.get(id) ?? []),
    );
  }
  const isSettledByOthers = isAnswered && own.verdict === 'unverified' && OBSERVED_QUESTIONS.includes(id);
  return {
    ...own,
    // Each shard sends for itself what several clauses share. Of its own, some may not be in the record.
    requests: Math.max(own.requests, sent),
    ...(isSettledByOthers && { verdict: 'observed', reason: ANSWERED }),
  };
}

function mergeQuestion(question: AnsweredQuestion, parts: readonly Part[]): AnsweredQuestion {
  const { id } = question;
  const owner = parts.find(({ asked }) => asked.has(id));
  const own = owner?.questions.get(id) ?? question;
  if (owner === undefined || !OBSERVED_QUESTIONS.includes(id)) return own;
  return joinAnswer(own, [own.observed, ...parts.map((part) => part.answers.get(id) ?? null)]);
}

function joinAnswer(own: AnsweredQuestion, answers: readonly Answer[]): AnsweredQuestion {
  const observed = joinAnswers(
    own.id,
    answers.filter((answer) => answer !== null),
  );
  return observed === undefined ? own : { ...own, observed };
}

/** What the whole run was asked for; a client's names it only where it is a shard. */
function scopeOf(
  { plan, results }: RecordedShard,
  shards: readonly RecordedShard[],
): Pick<Results, 'plan' | 'scenarios'> {
  if (results.subject.role === 'service') return { plan: mergePlans(plan, shards) };
  const scopes = shards.flatMap((shard) => shard.results.scenarios ?? []);
  const chosen = scopes.reduce((sum, scope) => sum + scope.chosen, 0);
  const of = scopes[0]?.of ?? chosen;
  return scopes.length < shards.length || chosen >= of ? {} : { scenarios: { chosen, of } };
}

function mergePlans(plan: RunPlan, shards: readonly RecordedShard[]): RunPlan {
  const asked = new Set(shards.flatMap((shard) => shard.plan.clauses));
  const clauses = loadCatalogue().flatMap(({ id }) => (asked.has(id) ? [id] : []));
  return { ...without(plan, 'shard'), clauses };
}

/** What the shards say of themselves alone is left out; what is so of the whole is said instead. */
function keptNotes(shards: readonly RecordedShard[]): string[] {
  const kept = shards.flatMap(({ results }) => {
    const own = new Set([...idleWaivers(results.clauses), ...limitsOf(results)]);
    return results.notes.filter((note) => !own.has(note));
  });
  return [...new Set(kept)];
}
