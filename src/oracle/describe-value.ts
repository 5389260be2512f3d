import { wholeBeginning } from '../contract/whole-characters.js';

/** Longest value that is shown, in characters; longer ones are cut. */
const LONGEST_SHOWN = 72;

/** What a value is, without the value itself: the same words for the same kind of break. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** A value with its type, in one short line: `the string "0.01"`. Control characters are escaped. */
export function describeValue(value: unknown): string {
  if (typeof value === 'string') return describeString(value);
  if (typeof value === 'number' || typeof value === 'boolean') return `the ${typeof value} ${value}`;
  if (Array.isArray(value)) return `an array of ${value.length} ${value.length === 1 ? 'element' : 'elements'}`;
  if (typeof value !== 'object' || value === null) return kindOf(value);
  const { length } = Object.keys(value);
  return `an object of ${length} ${length === 1 ? 'member' : 'members'}`;
}

function describeString(value: string): string {
  if (value.length <= LONGEST_SHOWN) return `the string ${quote(value)}`;
  return `the string ${quote(wholeBeginning(value, LONGEST_SHOWN))}… of ${value.length} characters`;
}

/** Text from outside as one line in quotes, cut to a bounded length. */
export function quoteShort(text: string): string {
  return text.length <= LONGEST_SHOWN ? quote(text) : `${quote(wholeBeginning(text, LONGEST_SHOWN))}…`;
}

/** As JSON spells it; what JSON leaves alone and a terminal or a page may not (C1, bidi, separators) is escaped too. */
function quote(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
