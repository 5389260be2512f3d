import { foldedCode } from './folded-code.js';

const LONGEST_NAME = 32;
/** Zeros included. */
const MOST_DIGITS = 16;

const ZERO = 0x30;
const LAST_DIGIT = 0x39;
const HASH = 0x23;
const SMALL_U = 0x75;
const SMALL_X = 0x78;

/** A piece of a text as one number: how many characters it has, times this, and the code below it that it stands for, if any; 0: none. */
export const CODES = 256;

export function piece(width: number, code: number): number {
  return width * CODES + (code < CODES ? code : foldedCode(code));
}

export function endOf(at: number, found: number): number {
  return at + Math.floor(found / CODES);
}

/** Such as `&#x5a;`, `&nbsp;`, `&amp;#90;`. */
export function entityAt(text: string, at: number): number {
  let from = at + 1;
  while (text.startsWith('amp;', from)) from += 4;
  if (text.charCodeAt(from) === HASH) {
    const isHex = (text.charCodeAt(from + 1) | 0x20) === SMALL_X;
    const number = numeral(text, at, from + (isHex ? 2 : 1), isHex ? 16 : 10);
    const end = endOf(at, number);
    if (number > 0) return text.charAt(end) === ';' ? number + CODES : number;
  }
  let end = from;
  while (end - from < LONGEST_NAME && foldedCode(text.charCodeAt(end)) !== 0) end += 1;
  if (end > from && text.charAt(end) === ';') return piece(end + 1 - at, 0);
  return from === at + 1 ? 0 : piece(from - at, 0);
}

/** Such as `%5A`, `%255A`, `%u005a`. */
export function percentAt(text: string, at: number): number {
  let from = at + 1;
  while (text.startsWith('25', from) && digitsAt(text, from + 2, 16, 2) === 2) from += 2;
  const isWide = (text.charCodeAt(from) | 0x20) === SMALL_U;
  const [start, count] = isWide ? [from + 1, 4] : [from, 2];
  if (digitsAt(text, start, 16, count) < count) return 0;
  return piece(start + count - at, parseInt(text.slice(start, start + count), 16));
}

/** Such as `\\n`, `\\u005a`, `\\u{5a}`, `\\x5a`, `\\U0000005a`. */
export function escapeAt(text: string, at: number): number {
  const kind = text.charAt(at + 1);
  if (kind === '') return 0;
  if ('nrtbf'.includes(kind)) return piece(2, 0);
  const count = ESCAPES.get(kind);
  if (count === undefined) return 0;
  if (text.charAt(at + 2) === '{') {
    const number = numeral(text, at, at + 3, 16);
    return number > 0 && text.charAt(endOf(at, number)) === '}' ? number + CODES : 0;
  }
  if (digitsAt(text, at + 2, 16, count) < count) return 0;
  return piece(2 + count, parseInt(text.slice(at + 2, at + 2 + count), 16));
}

/** How many digits each has. */
const ESCAPES: ReadonlyMap<string, number> = new Map([
  ['x', 2],
  ['u', 4],
  ['U', 8],
]);

/** A piece that ends with a number, whatever zeros are before it; 0: there is no number, or one of too many digits. */
export function numeral(text: string, at: number, from: number, radix: 10 | 16): number {
  const count = digitsAt(text, from, radix, MOST_DIGITS);
  if (count === 0) return 0;
  return piece(from + count - at, parseInt(text.slice(from, from + count), radix));
}

/** How many digits stand there, at most so many. */
export function digitsAt(text: string, from: number, radix: 10 | 16, most: number): number {
  let count = 0;
  while (count < most && isDigitOf(text.charCodeAt(from + count), radix)) count += 1;
  return count;
}

export function isDigitOf(code: number, radix: 10 | 16): boolean {
  if (isDigit(code)) return true;
  const small = code | 0x20;
  return radix === 16 && small >= 0x61 && small <= 0x66;
}

export function isDigit(code: number): boolean {
  return code >= ZERO && code <= LAST_DIGIT;
}
