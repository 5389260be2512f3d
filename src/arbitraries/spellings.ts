import type { ModifyBody } from '../contract/order.js';
import { bytesOf, draftOf, textOf, type Draft } from './draft.js';

/** One spelling of a body. */
export interface Spelling {
  readonly way: string;
  readonly bytes: Uint8Array;
}

/**
 * The same body in other words: JSON gives all of these the same meaning as `JSON.stringify(body)`. A way that makes no
 * difference to a body is left out.
 *
 * @clause MOD-010
 */
export function spellings(body: ModifyBody): readonly Spelling[] {
  const draft = draftOf(body);
  const ways: readonly (readonly [way: string, text: string])[] = [
    ['indented', JSON.stringify(body, null, 2)],
    ['blanks, tabs and line ends between all tokens', spaced(draft)],
    ['a line end after it', `${textOf(draft)}\n`],
    ['a line end before it', `\r\n${textOf(draft)}`],
    ['members in reverse order', textOf([...draft].reverse())],
    ['members in alphabetical order', textOf([...draft].sort(([a], [b]) => (a < b ? -1 : 1)))],
    ['strings in \\u escapes', textOf(mapValues(draft, (raw) => raw.replace(/^".*"$/s, escaped)))],
    [
      'names in \\u escapes',
      `{${[...draft].map(([name, raw]) => `${escaped(JSON.stringify(name))}:${raw}`).join(',')}}`,
    ],
    ['slashes escaped', textOf(mapValues(draft, (raw) => raw.replaceAll('/', '\\/')))],
    ['numbers with a decimal more', textOf(mapValues(draft, (raw) => onNumbers(raw, withDecimal)))],
    ['numbers with an exponent', textOf(mapValues(draft, (raw) => onNumbers(raw, (number) => `${number}e0`)))],
    ['numbers with a capital exponent', textOf(mapValues(draft, (raw) => onNumbers(raw, scientific)))],
  ];
  const usual = textOf(draft);
  return ways.filter(([, text]) => text !== usual).map(([way, text]) => ({ way, bytes: bytesOf(text) }));
}

function spaced(draft: Draft): string {
  const members = [...draft].map(([name, raw]) => `\n ${JSON.stringify(name)}\t:\r\n ${raw} `);
  return ` {${members.join(',')}\n} `;
}

function mapValues(draft: Draft, spell: (raw: string) => string): Draft {
  return new Map([...draft].map(([name, raw]) => [name, spell(raw)]));
}

/** A JSON string with every character of its content as an escape. */
function escaped(raw: string): string {
  const text = JSON.parse(raw) as string;
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  return `"${units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')}"`;
}

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
