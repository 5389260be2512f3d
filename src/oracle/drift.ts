import { findClause } from '../contract/catalogue.js';
import type { ClauseResult, QuestionResult, Results } from '../contract/results.js';
import { isLeftOut, isOfModify } from '../contract/run-verdict.js';
import type { Answer } from '../contract/verdict.js';
import { stableStringify } from '../wire/json.js';
import { CLIENT_QUESTIONS } from './conduct/client-judge.js';
import { joinAnswers } from './join-answers.js';
import { OBSERVED_QUESTIONS } from './observer.js';

/** An open question with its answer and its pin, before they are held against each other. */
export type AnsweredQuestion = Omit<QuestionResult, 'drift'>;

/** By what a run, or traffic of others, tells what was asked. */
interface Asked {
  readonly clauses: readonly ClauseResult[];
  readonly basis?: Results['basis'] | undefined;
  readonly scenarios?: Results['scenarios'] | undefined;
}

/** Questions that are answered by all that a run shows, and not by cases of their own. */
const GATHERED: ReadonlySet<string> = new Set([...OBSERVED_QUESTIONS, ...CLIENT_QUESTIONS]);
/** Of these, those that lookups alone answer. */
const OF_LOOKUPS: ReadonlySet<string> = new Set(['OPN-017', 'OPN-018', 'OPN-019', 'OPN-020', 'OPN-039', 'OPN-040']);
/** Questions for which neither of the two operations is asked, so that nothing is missing where they are open. */
const OF_NEITHER: ReadonlySet<string> = new Set(['OPN-025', 'OPN-034', 'OPN-042']);
/** Statuses by the clause for which a request was sent. */
const BY_CLAUSE = 'OPN-037';

/**
 * Holds each answer against its pin. What is there and is not pinned is drift, and so is another value. What is pinned and
 * is not there is drift only where all was asked that could have shown it: a run without orders sees no modify, and one
 * of few clauses few refusals.
 *
 * @param asked - the run
 */
export function withDrift(questions: readonly AnsweredQuestion[], asked: Asked): QuestionResult[] {
  return questions.map((question) => ({ ...question, drift: isOther(question, asked) }));
}

function isOther({ id, observed, pinned }: AnsweredQuestion, asked: Asked): boolean {
  if (observed === null || pinned === null) return false;
  if (!GATHERED.has(id))
    return !isSame(
      observed,
      membersOf(pinned, (name) => !isMembers(observed) || name in observed),
    );
  if (id === BY_CLAUSE && isBeyondAll(observed, pinned)) return true;
  const counts = countsIn(id, asked);
  const [seen, held] = [observed, pinned].map((answer) => sorted(membersOf(answer, counts)));
  if (seen === undefined || held === undefined) return false;
  return isWhole(id, asked) ? !isSame(seen, held) : goesBeyond(id, seen, held);
}

/** Which members of an answer are held against each other: a request for a clause that is open may have been refused for any reason. */
function countsIn(question: string, { clauses }: Asked): (member: string) => boolean {
  if (question !== BY_CLAUSE) return () => true;
  const open = new Set(clauses.flatMap(({ id, verdict }) => (verdict === 'unverified' ? [id] : [])));
  return (member) => isOfClause(member) && !open.has(member);
}

/**
 * Whether requests that were sent for no clause, which are those of others, were refused with a status that is pinned for
 * none: what was wrong with them is not known.
 */
function isBeyondAll(observed: Answer, pinned: Answer): boolean {
  if (!isMembers(observed) || !isMembers(pinned)) return false;
  const known = new Set(Object.values(pinned).flat());
  return Object.entries(observed).some(
    ([name, statuses]) => !isOfClause(name) && [statuses].flat().some((status) => !known.has(status)),
  );
}

function isOfClause(member: string): boolean {
  return findClause(member) !== undefined;
}

/** Whether all was asked that could have shown something of the answer. */
function isWhole(question: string, { clauses, basis, scenarios }: Asked): boolean {
  if (basis !== undefined || scenarios !== undefined) return false;
  const isOfLookups = OF_LOOKUPS.has(question);
  const open = clauses.filter(isOpen).map(({ id }) => id);
  return !open.some((id) => isAsking(id, isOfLookups));
}

function isOpen({ verdict, reason }: ClauseResult): boolean {
  return verdict === 'unverified' || isLeftOut(reason);
}

function isAsking(id: string, isOfLookups: boolean): boolean {
  const clause = findClause(id);
  if (clause === undefined) return true;
  if (clause.operation !== undefined || OF_NEITHER.has(id)) return false;
  return !isOfLookups || !isOfModify(clause);
}

/** Whether an answer has something that the pin has not. */
function goesBeyond(question: string, observed: Answer, pinned: Answer): boolean {
  // Words say that there was no page of which a size could be told: no part of any size.
  if (typeof observed === 'string') return observed !== pinned;
  return !isSame(joinAnswers(question, [pinned, observed]), joinAnswers(question, [pinned, pinned]));
}

function membersOf(answer: Answer, isKept: (name: string) => boolean): Answer {
  return isMembers(answer) ? Object.fromEntries(Object.entries(answer).filter(([name]) => isKept(name))) : answer;
}

function isMembers(answer: Answer): answer is Readonly<Record<string, Answer>> {
  return typeof answer === 'object' && answer !== null && !Array.isArray(answer);
}

/** The order of members does not matter, and they are compared as text where they stand in a list. */
function sorted(answer: Answer): Answer {
  return JSON.parse(stableStringify(answer)) as Answer;
}

function isSame(one: unknown, other: unknown): boolean {
  return stableStringify(one) === stableStringify(other);
}
