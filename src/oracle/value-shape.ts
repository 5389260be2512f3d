import type { Answer } from '../contract/verdict.js';
import { wholeBeginning, wholeCharacters } from '../contract/whole-characters.js';
import { isJsonObject, jsonTypeOf } from '../wire/json.js';

const LONGEST_SHAPE = 40;
const MOST_MEMBERS = 30;
const DEEPEST = 6;

const KNOWN: readonly (readonly [RegExp, string])[] = [
  [/^$/, 'empty'],
  [/^([01]\d|2[0-4]):[0-5]\d$/, 'HH:MM'],
  [/^([01]\d|2[0-4]):[0-5]\d:[0-5]\d$/, 'HH:MM:SS'],
  [/^([01]\d|2[0-4])[0-5]\d$/, 'HHMM'],
  [/^([01]\d|2[0-4])[0-5]\d[0-5]\d$/, 'HHMMSS'],
];

/** The form of a time of day: `HH:MM` and its like, otherwise {@link shapeOf}. */
export function timeShapeOf(text: string): string {
  return KNOWN.find(([pattern]) => pattern.test(text))?.[1] ?? shapeOf(text);
}

/** A text with `9` for every digit and `A` or `a` for every letter, cut to a bounded length. */
export function shapeOf(text: string): string {
  const shape = text
    .slice(0, LONGEST_SHAPE)
    .replace(/\p{Nd}/gu, '9')
    .replace(/\p{L}/gu, (letter) => (/\p{Lu}/u.test(letter) ? 'A' : 'a'))
    .replace(/[^ -~]/gu, '?');
  return text.length > LONGEST_SHAPE ? `${shape}…` : shape;
}

/** The form of a text that stands for a price: `decimal number`, `empty`, or its {@link shapeOf}. */
export function priceShapeOf(text: string): string {
  if (text === '') return 'empty';
  if (/^-?\d+(\.\d+)?$/.test(text)) return text.startsWith('-') ? 'negative decimal number' : 'decimal number';
  return shapeOf(text);
}

/** Member names and types of a JSON value without its values, bounded, members in order of their names. */
export function skeletonOf(value: unknown, depth = 0): Answer {
  if (depth >= DEEPEST) return '…';
  if (Array.isArray(value)) {
    const forms = new Map<string, Answer>();
    for (const item of value.slice(0, MOST_MEMBERS)) {
      const form = skeletonOf(item, depth + 1);
      forms.set(JSON.stringify(form), form);
    }
    return [...forms].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, form]) => form);
  }
  if (!isJsonObject(value)) return jsonTypeOf(value);
  const names = Object.keys(value).sort();
  const shown = names.slice(0, MOST_MEMBERS).map((name): [string, Answer] => {
    return [wholeCharacters(wholeBeginning(name, LONGEST_SHAPE)), skeletonOf(value[name], depth + 1)];
  });
  return Object.fromEntries(names.length > MOST_MEMBERS ? [...shown, ['…', `${names.length} members`]] : shown);
}
