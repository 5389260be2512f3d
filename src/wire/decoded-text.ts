import { codeAt, foldedCode, isTagCode } from './folded-code.js';
import type { Row } from './spelling-index.js';
import { sequenceEnd } from './terminal-sequences.js';
import {
  CODES,
  digitsAt,
  endOf,
  entityAt,
  escapeAt,
  isDigit,
  isDigitOf,
  numeral,
  percentAt,
  piece,
} from './text-pieces.js';

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
const ONE = 0x31;
const NINE = 0x39;
const SMALL_B = 0x62;
const SMALL_E = 0x65;
const SMALL_U = 0x75;
const SMALL_X = 0x78;
const LARGE_U = 0x55;
const AMPERSAND = 0x26;
const PERCENT = 0x25;
const LESS = 0x3c;
const BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const ESCAPE = 0x1b;
/** In UTF-8, what control characters from U+0080 on begin with. */
const CONTROL_BYTE = 0xc2;
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
      if (next === SMALL_U) return bytes[at + 2] === BRACE || isControlNumber(bytes, at + 2);
      return next === SMALL_X || next === LARGE_U || next === ZERO || (next | 0x20) === SMALL_E;
    case ESCAPE:
      return true;
    case CONTROL_BYTE:
      return next >= 0x80 && next <= 0x9f;
    case BRACE:
    case BRACKET:
      return beginsWithZero(bytes, at + 1);
    default:
      return false;
  }
}

/** Codes of all characters that {@link beginsCode} may hold of. */
export const CODE_BEGINNINGS: readonly number[] = [
  AMPERSAND,
  PERCENT,
  LESS,
  PLUS,
  BACKSLASH,
  BRACE,
  BRACKET,
  ESCAPE,
  CONTROL_BYTE,
];

/** Whether these are four digits of what may begin a terminal sequence: `001b`, `009b`. */
function isControlNumber(bytes: Uint8Array, from: number): boolean {
  if (bytes[from] !== ZERO || bytes[from + 1] !== ZERO) return false;
  const third = bytes[from + 2];
  return third === NINE || (third === ONE && ((bytes[from + 3] ?? 0) | 0x20) === SMALL_B);
}

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

/** What is read as nothing, as where a text is shown, or as text like any other, since it may say something itself. */
export interface Reading {
  readonly tags: 'nothing' | 'text';
  /** Those that tell a terminal something. */
  readonly sequences: 'nothing' | 'text';
}

/**
 * Letters and digits that a text stands for, in lower case, and no others: what percent-encoding, entities, escapes and
 * numbers with zeros before them stand for counts, and the keys of what a string was spread over do not.
 * Linear in the length of the text.
 */
export function decodedBytes(text: string, reading: Reading): Uint8Array {
  const bytes = new Uint8Array(text.length);
  let length = 0;
  eachDecoded(text, reading, (char) => {
    bytes[length] = char;
    length += 1;
  });
  return bytes.subarray(0, length);
}

/** Where rows of these stand in the text, one after another. */
export function decodedPlaces(text: string, reading: Reading, rows: readonly Row[]): Span[] {
  const places: Span[] = [];
  let count = 0;
  let start = 0;
  eachDecoded(text, reading, (_, at, end) => {
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

// eslint-disable-next-line no-control-regex -- the control characters are what is looked for
const CODE_IN_TAG = /[&%\\+\x1b\x80-\x9f]|0x/i;

function eachDecoded(
  text: string,
  { tags, sequences }: Reading,
  take: (char: number, at: number, end: number) => void,
): void {
  let isWithin = false;
  for (let at = 0; at < text.length;) {
    const skipped = sequences === 'nothing' ? sequenceEnd(text, at) : 0;
    if (skipped > 0) {
      at = skipped;
      isWithin = false;
      continue;
    }
    const code = codeAt(text, at);
    let char = foldedCode(code);
    let end = at + (isTagCode(code) ? 2 : 1);
    const found: number =
      char === 0 || (!isWithin && (isDigit(code) || char === SMALL_U)) ? pieceAt(text, tags, at, code) : 0;
    if (found > 0) {
      char = foldedCode(found % CODES);
      end = endOf(at, found);
    }
    // a number begins where no letter or digit is before it
    isWithin = found === 0 && char !== 0;
    if (char !== 0) take(char, at, end);
    at = end;
  }
}

/** What begins there; 0: nothing that stands for anything else. */
function pieceAt(text: string, tags: Reading['tags'], at: number, code: number): number {
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
