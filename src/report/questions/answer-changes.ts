import type { Answer } from '../../contract/verdict.js';
import { answerInWords, isMembers, isPlain, memberOf } from './answer-in-words.js';

/** What became of one part of an answer, or of several parts alike. */
export interface PartChange {
  /** The parts by the names that lead to them, such as `modifyOrder, status`; empty for an answer that is a list. */
  readonly parts: readonly string[];
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/**
 * What differs between two answers that are lists, or have members: each item of a list by itself, each member by its name,
 * those that changed alike together. Empty where they are of two forms or differ in their spelling alone, so that they can
 * only be read side by side.
 */
export function answerChanges(before: Answer, after: Answer): readonly PartChange[] {
  const isOneForm = (Array.isArray(before) && Array.isArray(after)) || (isMembers(before) && isMembers(after));
  if (!isOneForm) return [];
  const alike = new Map<string, PartChange>();
  for (const change of changesAt('', before, after)) {
    const key = JSON.stringify([change.removed, change.added]);
    const known = alike.get(key);
    alike.set(key, known === undefined ? change : { ...change, parts: [...known.parts, ...change.parts] });
  }
  return [...alike.values()];
}

function changesAt(part: string, before: Answer, after: Answer): PartChange[] {
  if (isMembers(before) && isMembers(after))
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) =>
      changesAt(part === '' ? name : `${part}, ${name}`, memberOf(before, name), memberOf(after, name)),
    );
  const [was, is] = [itemsOf(before), itemsOf(after)];
  const removed = [...was].filter((item) => !is.has(item));
  const added = [...is].filter((item) => !was.has(item));
  return removed.length + added.length === 0 ? [] : [{ parts: part === '' ? [] : [part], removed, added }];
}

/** Nothing has no items; what is no list is the one item of itself. */
function itemsOf(answer: Answer): ReadonlySet<string> {
  if (answer === null) return new Set();
  return new Set((Array.isArray(answer) ? (answer as readonly Answer[]) : [answer]).map(textOf));
}

function textOf(answer: Answer): string {
  return isPlain(answer) ? String(answer) : answerInWords(answer) || JSON.stringify(answer);
}
