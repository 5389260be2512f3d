import type { Answer } from '../../contract/verdict.js';

/** An answer that needs no JSON to be written. */
export function isPlain(answer: Answer): answer is string | number | boolean {
  return typeof answer === 'string' || typeof answer === 'number' || typeof answer === 'boolean';
}

/** An answer with members. */
export function isMembers(answer: Answer): answer is Readonly<Record<string, Answer>> {
  return typeof answer === 'object' && answer !== null && !Array.isArray(answer);
}

/** A member of an answer; `null` where it has none of that name. */
export function memberOf(answer: Readonly<Record<string, Answer>>, name: string): Answer {
  return Object.hasOwn(answer, name) ? (answer[name] ?? null) : null;
}

/**
 * An answer in the middle of a sentence: `HH:MM or HH:MM:SS`, `405 for GET and HEAD; 200 for OPTIONS`. Empty where there
 * is nothing to tell.
 */
export function answerInWords(answer: Answer): string {
  if (answer === null) return '';
  if (isPlain(answer)) return String(answer);
  if (isMembers(answer)) return membersInWords(answer);
  return listInWords(
    answer.map((item) => (isPlain(item) ? String(item) : partsInWords(item))),
    'or',
  );
}

/** A shape, such as `code (number) and message (string)`; what has more to it stays JSON. */
function partsInWords(item: Answer): string {
  if (!isMembers(item) || !Object.values(item).every(isPlain)) return JSON.stringify(item);
  return listInWords(
    Object.entries(item).map(([name, value]) => `${name} (${answerInWords(value)})`),
    'and',
  );
}

/** Members by their values, since many share one. */
export function membersByValue(answer: Readonly<Record<string, Answer>>): Map<string, string[]> {
  const byValue = new Map<string, string[]>();
  for (const [name, value] of Object.entries(answer)) {
    const text = isMembers(value) ? JSON.stringify(value) : answerInWords(value) || 'none';
    byValue.set(text, [...(byValue.get(text) ?? []), name]);
  }
  return byValue;
}

function membersInWords(answer: Readonly<Record<string, Answer>>): string {
  return [...membersByValue(answer)].map(([value, names]) => `${value} for ${listInWords(names, 'and')}`).join('; ');
}

/** `a, b or c`; with semicolons where commas would be read as part of the list. */
export function listInWords(items: readonly string[], last: 'and' | 'or', before = ''): string {
  const all = inOrder(items).map((item) => `${before}${item}`);
  const end = all.pop() ?? '';
  if (all.length === 0) return end;
  return items.some((item) => item.includes(','))
    ? `${all.join('; ')}; ${last} ${end}`
    : `${all.join(', ')} ${last} ${end}`;
}

/** Numbers by their size, whatever they are written as; anything else as it comes. */
export function inOrder(items: readonly string[]): readonly string[] {
  return items.every((item) => NUMBER.test(item)) ? [...items].sort((a, b) => Number(a) - Number(b)) : items;
}

/** Whole numbers that follow each other put together, `40001 to 40005`; anything else as {@link inOrder} has it. */
export function inRanges(items: readonly string[]): readonly string[] {
  const runs: string[][] = [];
  for (const item of inOrder(items)) {
    const run = runs.at(-1);
    const last = run?.at(-1) ?? '';
    if (run !== undefined && WHOLE.test(last) && item === String(Number(last) + 1)) run.push(item);
    else runs.push([item]);
  }
  return runs.flatMap((run) => (run.length < 3 ? run : [`${run[0] ?? ''} to ${run.at(-1) ?? ''}`]));
}

const WHOLE = /^(?:0|[1-9]\d{0,14})$/;
const NUMBER = /^-?\d{1,15}(?:\.\d+)?$/;

/** The plain value, or the one asked for where the value goes on behind it: `refused with 400` is `refused`. */
export function reactionOf(answer: Answer, wanted: string): Answer {
  return typeof answer === 'string' && answer.startsWith(`${wanted} `) ? wanted : answer;
}
