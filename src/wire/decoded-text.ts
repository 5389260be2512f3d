import { foldedCode } from './folded-code.js';
import type { Row } from './spelling-index.js';

/** A part of a text; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Longest of what stands for one character or for none, such as a tag. */
const LONGEST_TAG = 256;
const LONGEST_NAME = 32;
/** Zeros included. */
const MOST_DIGITS = 16;
const MOST_KEY_DIGITS = 5;

const ZERO = 0x30;
const LAST_DIGIT = 0x39;
const SEMICOLON = 0x3b;
const HASH = 0x23;
const SLASH = 0x2f;
const EXCLAMATION = 0x21;
const GREATER = 0x3e;
const PLUS = 0x2b;
const SMALL_U = 0x75;
const SMALL_X = 0x78;
const LARGE_U = 0x55;
const AMPERSAND = 0x26;
const PERCENT = 0x25;
const LESS = 0x3c;
const BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const BRACE = 0x7b;

/** Whether something may begin there that stands for something else, or for nothing; mostly its first character tells. */
export function beginsCode(bytes: Uint8Array, at: number): boolean {
  const next = bytes[at + 1] ?? 0;
  switch (bytes[at] ?? 0) {
    case AMPERSAND:
      return next === HASH || namesEntity(bytes, at + 1);
    case PERCENT:
      return isDigitOf(next, 16) || next === SMALL_U;
    case LESS:
      return foldedCode(next) > LAST_DIGIT || next === SLASH || next === EXCLAMATION;
    case PLUS:
      return ((bytes[at - 1] ?? 0) | 0x20) === SMALL_U && isDigitOf(next, 16);
    case BACKSLASH:
      return next === SMALL_X || next === LARGE_U || (next === SMALL_U && bytes[at + 2] === BRACE);
    case BRACE:
    case BRACKET:
      return beginsWithZero(bytes, at + 1);
    default:
      return false;
  }
}

/** Codes of all characters that {@link beginsCode} may hold of. */
export const CODE_BEGINNINGS: readonly number[] = [AMPERSAND, PERCENT, LESS, PLUS, BACKSLASH, BRACE, BRACKET];

function namesEntity(bytes: Uint8Array, from: number): boolean {
  let end = from;
  while (end - from < LONGEST_NAME && foldedCode(bytes[end] ?? 0) !== 0) end += 1;
  return end > from && bytes[end] === SEMICOLON;
}

/** Whether what was spread begins there: its first key is 0. */
function beginsWithZero(bytes: Uint8Array, from: number): boolean {
  for (let at = from; at < from + LONGEST_NAME && at < bytes.length; at += 1) {
    const code = bytes[at] ?? 0;
    if (code === ZERO) return foldedCode(bytes[at + 1] ?? 0) === 0 && bytes[at + 1] !== 0x2e;
    if (foldedCode(code) !== 0 || code === BRACE || code === BRACKET) return false;
  }
  return false;
}

/** What a tag is read as: nothing, as in a page that is shown, or text like any other, since its attributes may say something. */
export type Tags = 'nothing' | 'text';

/**
 * Letters and digits that a text stands for, in lower case, and no others: what percent-encoding, entities, escapes and
 * numbers with zeros before them stand for counts, and the keys of what a string was spread over do not.
 * Linear in the length of the text.
 */
export function decodedBytes(text: string, tags: Tags): Uint8Array {
  const bytes = new Uint8Array(text.length);
  let length = 0;
  eachDecoded(text, tags, (char) => {
    bytes[length] = char;
    length += 1;
  });
  return bytes.subarray(0, length);
}

/** Where rows of these stand in the text, one after another. */
export function decodedPlaces(text: string, tags: Tags, rows: readonly Row[]): Span[] {
  const places: Span[] = [];
  let count = 0;
  let start = 0;
  eachDecoded(text, tags, (_, at, end) => {
    const row = rows[places.length];
    if (row !== undefined && count === row.start) start = text.charCodeAt(at - 1) === BACKSLASH ? at - 1 : at;
    count += 1;
    if (row !== undefined && count === row.end) places.push({ start, end });
  });
  return places;
}

/** Whether something in a tag may stand for something else, so that the tag is to be read as text, too. */
export function hasCodedTag(text: string): boolean {
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
    const tag = tagAt(text, at);
    if (tag > 0 && CODE_IN_TAG.test(text.slice(at, endOf(at, tag)))) return true;
  }
  return false;
}

const CODE_IN_TAG = /[&%\\+]|0x/i;

function eachDecoded(text: string, tags: Tags, take: (char: number, at: number, end: number) => void): void {
  let isWithin = false;
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at);
    let char = foldedCode(code);
    let end = at + 1;
    const found: number =
      char === 0 || (!isWithin && (isDigit(code) || char === SMALL_U)) ? pieceAt(text, tags, at, code) : 0;
    if (found > 0) {
      char = found % CODES;
      end = endOf(at, found);
    }
    // a number begins where no letter or digit is before it
    isWithin = found === 0 && char !== 0;
    if (char !== 0) take(char, at, end);
    at = end;
  }
}

/** A piece of a text as one number: how many characters it has, times this, and the letter or digit it stands for; 0: none. */
const CODES = 256;

function piece(width: number, code: number): number {
  return width * CODES + foldedCode(code);
}

function endOf(at: number, found: number): number {
  return at + Math.floor(found / CODES);
}

/** What begins there; 0: nothing that stands for anything else. */
function pieceAt(text: string, tags: Tags, at: number, code: number): number {
  if (code === AMPERSAND) return entityAt(text, at);
  if (code === PERCENT) return percentAt(text, at);
  if (code === LESS) return tags === 'text' ? 0 : tagAt(text, at);
  if (code === BACKSLASH) return escapeAt(text, at);
  if (isDigit(code)) return numberAt(text, at, code);
  return text.charAt(at + 1) === '+' ? codePointAt(text, at) : 0;
}

/** Such as `U+005A`. */
function codePointAt(text: string, at: number): number {
  return (text.charCodeAt(at) | 0x20) === SMALL_U ? numeral(text, at, at + 2, 16) : 0;
}

/** Such as `&#x5a;`, `&nbsp;`, `&amp;#90;`. */
function entityAt(text: string, at: number): number {
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
function percentAt(text: string, at: number): number {
  let from = at + 1;
  while (text.startsWith('25', from) && digitsAt(text, from + 2, 16, 2) === 2) from += 2;
  const isWide = (text.charCodeAt(from) | 0x20) === SMALL_U;
  const [start, count] = isWide ? [from + 1, 4] : [from, 2];
  if (digitsAt(text, start, 16, count) < count) return 0;
  return piece(start + count - at, parseInt(text.slice(start, start + count), 16));
}

/** Such as `<br>` and `</b>`. */
function tagAt(text: string, at: number): number {
  const first = text.charCodeAt(at + 1);
  if (foldedCode(first) <= LAST_DIGIT && first !== SLASH && first !== EXCLAMATION) return 0;
  for (let end = at + 2; end < at + LONGEST_TAG && end < text.length; end += 1) {
    const code = text.charCodeAt(end);
    if (code === GREATER) return piece(end + 1 - at, 0);
    if (code === LESS) return 0;
  }
  return 0;
}

/** Such as `\\n`, `\\u005a`, `\\u{5a}`, `\\x5a`, `\\U0000005a`. */
function escapeAt(text: string, at: number): number {
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

/** Such as `0x5a`, and the keys in `{"0":"Z"}`, `[["0","Z"]]` and `[0]=Z`; no other number stands for anything. */
function numberAt(text: string, at: number, code: number): number {
  if (code === ZERO && (text.charCodeAt(at + 1) | 0x20) === SMALL_X) {
    const number = numeral(text, at, at + 2, 16);
    return number > 0 && isEnd(text, endOf(at, number)) ? number : 0;
  }
  const count = digitsAt(text, at, 10, MOST_DIGITS);
  if (!isEnd(text, at + count)) return 0;
  return count <= MOST_KEY_DIGITS && isKey(text, at, at + count) ? piece(count, 0) : 0;
}

function isKey(text: string, start: number, end: number): boolean {
  let after = end;
  while (after < end + LONGEST_NAME && QUOTES.includes(text.charAt(after)) && after < text.length) after += 1;
  const next = text.charAt(after);
  if (next === ':' || next === '=') return true;
  if (next !== ',') return false;
  let before = start - 1;
  while (before > start - LONGEST_NAME && before > 0 && QUOTES.includes(text.charAt(before))) before -= 1;
  return text.charAt(before) === '[';
}

/** What may stand about a key. */
const QUOTES = '"\'\\] \t\r\n';

function isEnd(text: string, at: number): boolean {
  return at >= text.length || foldedCode(text.charCodeAt(at)) === 0;
}

/** A piece that ends with a number, whatever zeros are before it; 0: there is no number, or one of too many digits. */
function numeral(text: string, at: number, from: number, radix: 10 | 16): number {
  const count = digitsAt(text, from, radix, MOST_DIGITS);
  if (count === 0) return 0;
  return piece(from + count - at, parseInt(text.slice(from, from + count), radix));
}

/** How many digits stand there, at most so many. */
function digitsAt(text: string, from: number, radix: 10 | 16, most: number): number {
  let count = 0;
  while (count < most && isDigitOf(text.charCodeAt(from + count), radix)) count += 1;
  return count;
}

function isDigitOf(code: number, radix: 10 | 16): boolean {
  if (isDigit(code)) return true;
  const small = code | 0x20;
  return radix === 16 && small >= 0x61 && small <= 0x66;
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= LAST_DIGIT;
}
