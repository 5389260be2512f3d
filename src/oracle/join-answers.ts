import type { Answer } from '../contract/verdict.js';
import { MOST_UNKNOWN, MOST_WORDS } from './observed-answers.js';
import { MOST_LAST_KEYS } from './observed-pages.js';
import { MOST_FORMS, MOST_VALUES } from './observed-records.js';
import { MOST_REFUSAL_CODES } from './observed-refusals.js';

/** How many texts an answer lists before it says only that there are more. */
const MOST_TEXTS: Readonly<Record<string, number>> = {
  'OPN-017': MOST_FORMS,
  'OPN-018': MOST_VALUES,
  'OPN-019': MOST_FORMS,
  'OPN-020': MOST_FORMS,
  'OPN-022': MOST_WORDS,
  'OPN-036': MOST_REFUSAL_CODES,
  'OPN-038': MOST_WORDS,
  'OPN-040': MOST_LAST_KEYS,
  'OPN-045': MOST_UNKNOWN,
};

/** What an answer says in place of a list that became too long. */
const TOO_MANY = /^more than \d+$/;

/**
 * Joins the answers that parts of a run gave to one of the questions that any answer of a service settles: the answer that
 * one observer of all parts gives.
 */
export function joinAnswers(question: string, answers: readonly Answer[]): Answer | undefined {
  const [first, ...others] = answers;
  if (first === undefined) return undefined;
  const join = question === 'OPN-039' ? joinPageSizes : joinBy(MOST_TEXTS[question] ?? Infinity);
  return others.reduce<Answer>(join, first);
}

type Join = (one: Answer, other: Answer) => Answer;

/** Lists are united, objects are laid together, and what is true of one is true of both. */
function joinBy(most: number): Join {
  const join: Join = (one, other) => {
    if (isList(one) && isList(other)) return unite(one, other, most);
    if (isObject(one) && isObject(other)) return joinMembers(one, other, join);
    return typeof one === 'boolean' && typeof other === 'boolean' ? one || other : other;
  };
  return join;
}

function unite(one: readonly Answer[], other: readonly Answer[], most: number): Answer {
  const tooMany = [one, other].find(([text]) => typeof text === 'string' && TOO_MANY.test(text));
  if (tooMany !== undefined) return tooMany;
  const texts = new Map([...one, ...other].map((value) => [textOf(value), value]));
  if (texts.size > most) return [`more than ${most}`];
  const values = [...texts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);
  return values.every((value) => typeof value === 'number') ? values.sort((a, b) => a - b) : values;
}

function textOf(value: Answer): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Members keep their order where both have the same. */
function joinMembers(one: Members, other: Members, join: Join): Answer {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  if (names.length > Object.keys(one).length || names.length > Object.keys(other).length) names.sort();
  return Object.fromEntries(names.map((name) => [name, joinOptional(one[name], other[name], join)]));
}

function joinOptional(one: Answer | undefined, other: Answer | undefined, join: Join): Answer {
  return one === undefined || other === undefined ? (one ?? other ?? null) : join(one, other);
}

/** A number where all full pages have one size, both ends where they differ, words where there was none. */
function joinPageSizes(one: Answer, other: Answer): Answer {
  const sizes = [one, other].flatMap((answer) => {
    if (typeof answer === 'number') return [answer];
    return isObject(answer) ? [answer['largest'], answer['smallest']].map(Number) : [];
  });
  if (sizes.length === 0) return one;
  const [smallest, largest] = [Math.min(...sizes), Math.max(...sizes)];
  return smallest === largest ? largest : { largest, smallest };
}

type Members = Readonly<Record<string, Answer>>;

function isList(answer: Answer): answer is readonly Answer[] {
  return Array.isArray(answer);
}

function isObject(answer: Answer): answer is Members {
  return typeof answer === 'object' && answer !== null && !Array.isArray(answer);
}
