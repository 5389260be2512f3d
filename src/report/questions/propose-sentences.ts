import type { ProposedSentence } from '../../contract/clause.js';
import type { Answer } from '../../contract/verdict.js';
import { answerInWords, inRanges, isMembers, isPlain, listInWords, memberOf, reactionOf } from './answer-in-words.js';

/** A place for what was observed, such as `{answer/altered}` or `{any refused}`. */
const PLACE = /\{([^{}]+)\}/g;

/** Characters of a sentence that an author would still put into a document. */
const LONGEST_SENTENCE = 700;

/**
 * What the document could say, given what was observed: the sentences of a question that fit the answer, their places
 * filled. None where nothing was observed, the answer is of a form that the sentences do not know, or the sentence would be
 * a long list.
 *
 * Places: `{answer}` is the whole in words, `{answer/NAME}` a member (a JSON pointer), `{number}` a number, `{list answer}` a
 * list with its ranges put together. The names of the members with a value are `{each VALUE}`, joined by "and"; `{any VALUE}`,
 * joined by "or"; `{where VALUE}`, "where … or where"; `{the VALUE}`, "the … and the"; `{nor VALUE}`, "the … or the".
 */
export function proposeSentences(sentences: readonly ProposedSentence[], observed: Answer): string[] {
  if (observed === null) return [];
  return sentences.flatMap(({ when, says }) => {
    if (when !== undefined && !fits(when, observed)) return [];
    const filled = fill(says, observed);
    return filled === null || filled.length > LONGEST_SENTENCE ? [] : [filled];
  });
}

/** Whether an answer is the given one, or has the given members. */
function fits(wanted: Answer, answer: Answer): boolean {
  if (isMembers(wanted)) {
    if (!isMembers(answer)) return false;
    return Object.entries(wanted).every(([name, value]) => fits(value, memberOf(answer, name)));
  }
  if (Array.isArray(wanted)) return JSON.stringify(wanted) === JSON.stringify(answer);
  return wanted === (typeof wanted === 'string' ? reactionOf(answer, wanted) : answer);
}

/** `null` where a place finds nothing. */
function fill(template: string, answer: Answer): string | null {
  const words = [...template.matchAll(PLACE)].map(([, place = '']) => wordsAt(place, answer));
  if (words.includes('')) return null;
  // A function, so that nothing in the answer is taken for a pattern of replacement.
  return template.replaceAll(PLACE, () => words.shift() ?? '');
}

function wordsAt(place: string, answer: Answer): string {
  if (place === 'number') return typeof answer === 'number' ? String(answer) : '';
  if (place === 'answer') return answerInWords(answer);
  if (place.startsWith('answer/')) return answerInWords(atPointer(answer, place.slice('answer/'.length)));
  if (place === 'list answer') return rangesOf(answer);
  const [manner = '', ...value] = place.split(' ');
  const joined = MANNERS[manner];
  return joined === undefined ? '' : listInWords(namesWith(value.join(' '), answer), ...joined);
}

/** How the names of members are joined, by the word of the place. */
const MANNERS: Readonly<Record<string, readonly [last: 'and' | 'or', before?: string]>> = {
  each: ['and'],
  any: ['or'],
  where: ['or', 'where '],
  the: ['and', 'the '],
  nor: ['or', 'the '],
};

function rangesOf(answer: Answer): string {
  return Array.isArray(answer) && answer.every(isPlain) ? listInWords(inRanges(answer.map(String)), 'and') : '';
}

function namesWith(value: string, answer: Answer): string[] {
  if (!isMembers(answer)) return [];
  return Object.keys(answer).filter((name) => reactionOf(memberOf(answer, name), value) === value);
}

function atPointer(answer: Answer, pointer: string): Answer {
  return pointer
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<Answer>((value, name) => (isMembers(value) ? memberOf(value, name) : null), answer);
}
