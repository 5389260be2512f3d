import type { ModifyBody } from '../contract/order.js';
import { bytesOf, draftOf, textOf, type Draft } from './draft.js';

/** One spelling of a body. */
export interface Spelling {
  readonly way: string;
  readonly bytes: Uint8Array;
  /** Members whose values it spells otherwise; none where it is about the body as a whole. */
  readonly members: readonly string[];
  /** The body with these members spelled so, and the others as usual. */
  readonly only: (members: readonly string[]) => Uint8Array;
}

/** How each value is spelled. */
const OF_VALUES: readonly (readonly [way: string, spell: (raw: string) => string])[] = [
  ['strings in \\u escapes', (raw) => raw.replace(STRING, escaped)],
  ['strings in \\u escapes with capital digits', (raw) => raw.replace(STRING, (text) => inCapitals(escaped(text)))],
  ['slashes escaped', (raw) => raw.replaceAll('/', '\\/')],
  ['numbers with a decimal more', (raw) => onNumbers(raw, withDecimal)],
  ['numbers with an exponent', (raw) => onNumbers(raw, (number) => `${number}e0`)],
  ['numbers with a capital exponent', (raw) => onNumbers(raw, scientific)],
  ['-0 for 0', (raw) => (raw === '0' ? '-0' : raw)],
];

const STRING = /^".*"$/s;

/**
 * The same body in other words: JSON gives all of these the same meaning as `JSON.stringify(body)`. A way that makes no
 * difference to a body is left out.
 *
 * @clause MOD-010
 */
export function spellings(body: ModifyBody): readonly Spelling[] {
  const draft = draftOf(body);
  const ofWhole: readonly (readonly [way: string, text: string])[] = [
    ['indented', JSON.stringify(body, null, 2)],
    ['blanks, tabs and line ends between all tokens', spaced(draft)],
    ['a line end after it', `${textOf(draft)}\n`],
    ['a line end before it', `\r\n${textOf(draft)}`],
    ['members in reverse order', textOf([...draft].reverse())],
    ['members in alphabetical order', textOf([...draft].sort(([a], [b]) => (a < b ? -1 : 1)))],
    [
      'names in \\u escapes',
      `{${[...draft].map(([name, raw]) => `${escaped(JSON.stringify(name))}:${raw}`).join(',')}}`,
    ],
  ];
  const usual = textOf(draft);
  return [
    ...ofWhole
      .filter(([, text]) => text !== usual)
      .map(([way, text]) => ({ way, bytes: bytesOf(text), members: [], only: () => bytesOf(text) })),
    ...OF_VALUES.map(([way, spell]) => ofValues(way, draft, spell)).filter(({ members }) => members.length > 0),
  ];
}

function ofValues(way: string, draft: Draft, spell: (raw: string) => string): Spelling {
  const members = [...draft].filter(([, raw]) => spell(raw) !== raw).map(([name]) => name);
  const only = (some: readonly string[]): Uint8Array =>
    bytesOf(textOf([...draft].map(([name, raw]) => [name, some.includes(name) ? spell(raw) : raw])));
  return { way, bytes: only(members), members, only };
}

function spaced(draft: Draft): string {
  const members = [...draft].map(([name, raw]) => `\n ${JSON.stringify(name)}\t:\r\n ${raw} `);
  return ` {${members.join(',')}\n} `;
}

/** A JSON string with every character of its content as an escape. */
function escaped(raw: string): string {
  const text = JSON.parse(raw) as string;
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  return `"${units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')}"`;
}

const inCapitals = (text: string): string =>
  text.replace(/\\u[0-9a-f]{4}/g, (unit) => `\\u${unit.slice(2).toUpperCase()}`);

/** Numbers that already have an exponent are left as they are. */
function onNumbers(raw: string, spell: (number: string) => string): string {
  return /^-?\d+(?:\.\d+)?$/.test(raw) ? spell(raw) : raw;
}

const withDecimal = (number: string): string => (number.includes('.') ? `${number}0` : `${number}.0`);

/** `12.5` as `125E-1`. */
function scientific(number: string): string {
  const [whole = '0', fraction = ''] = number.split('.');
  const digits = `${whole}${fraction}`.replace(/^(-?)0+(?=\d)/, '$1');
  return fraction === '' ? `${digits}E+0` : `${digits}E-${fraction.length}`;
}
