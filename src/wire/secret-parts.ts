import { Buffer, isUtf8 } from 'node:buffer';
import {
  beginsCode,
  CODE_BEGINNINGS,
  decodedBytes,
  decodedPlaces,
  hasCodedTag,
  type Reading,
  type Span,
} from './decoded-text.js';
import { codeAt, FOLDED, foldedCode, isTagCode, isWideCode } from './folded-code.js';
import { signatureSpellings } from './signature-spellings.js';
import { fourAt, GRAM, GramMarks, hashOf, SHORTEST_PART, SpellingIndex, type Row } from './spelling-index.js';
import { hasSequence } from './terminal-sequences.js';

/** In a number of more digits than a byte has. */
const ZERO_AHEAD = 'x0';
/** How many bytes of spellings of secrets that came up are remembered at least; at most twice as many. */
const MOST_LEARNED = 1_000_000;

/**
 * Finds parts of secrets: 16 or more letters and digits in a row that stand so in a secret as well, or in one of its
 * spellings, whatever their case and whatever stands between them. Its cost is linear, whatever the text.
 */
export class SecretParts {
  /** Of all three below: most grams of a text are told apart by these alone. */
  private readonly marks = new GramMarks();
  private readonly fixed = new SpellingIndex(this.marks);
  private readonly learned = new RecentSpellings(this.marks);
  /** Of signatures their digits alone, so that far more of them are remembered than in all spellings. */
  private readonly digits = new RecentSpellings(this.marks);

  /** Adds a secret for good: it is known in upper and in lower case as well, before it is encoded. */
  add(value: string | Uint8Array): void {
    const spellings = casesOf(Buffer.from(value)).flatMap(baredSpellings);
    for (const spelling of new Map(spellings.map((bare) => [Buffer.from(bare).toString('latin1'), bare])).values())
      this.fixed.add(spelling);
  }

  /** Adds one that came up, which is forgotten after many others. */
  learn(value: string): void {
    this.learned.learn(value, () => baredSpellings(value));
    this.forget();
  }

  /** The same for a signature in lower-case hexadecimal, of which there are many. */
  learnSignature(digits: string): void {
    this.digits.learn(digits, () => [Buffer.from(digits, 'latin1')]);
    this.learned.learn(digits, () => signatureSpellings(digits));
    this.forget();
  }

  /** Parts of secrets in a text: as it is, from its beginning on, and then as what it stands for. */
  find(text: string): Span[] {
    if (text.length < SHORTEST_PART) return [];
    const { bare, isCoded } = bared(text);
    const found = placesOf(text, this.rowsIn(bare));
    if (!isCoded && !text.includes(ZERO_AHEAD)) return found;
    return [...found, ...readingsOf(text).flatMap((reading) => this.findDecoded(text, reading))];
  }

  private findDecoded(text: string, reading: Reading): Span[] {
    return decodedPlaces(text, reading, this.rowsIn(decodedBytes(text, reading)));
  }

  private rowsIn(bare: Uint8Array): Row[] {
    const rows: Row[] = [];
    let done = 0;
    let next: number;
    for (let at = this.marks.next(bare, 0); at >= 0; at = this.marks.next(bare, next)) {
      next = at + 1;
      // two parts may share what both could go on with
      const row = this.rowAt(bare, at, done - SHORTEST_PART);
      if (row === null) continue;
      rows.push({ start: Math.max(row.start, done), end: row.end });
      done = row.end;
      next = done - GRAM + 1;
    }
    return rows;
  }

  /** The longest part of a secret about the gram there. */
  private rowAt(bare: Uint8Array, at: number, earliest: number): Row | null {
    const hash = hashOf(fourAt(bare, at), fourAt(bare, at + 4));
    const from = Math.max(earliest, 0);
    const known = union(this.learned.rowAt(bare, at, hash, from), this.digits.rowAt(bare, at, hash, from));
    const row = union(known, this.fixed.rowAt(bare, at, hash, from));
    return row === null || row.end - row.start < SHORTEST_PART ? null : row;
  }

  /** What is too much: marks have to be made anew then. */
  private forget(): void {
    if (!this.learned.forget() && !this.digits.forget()) return;
    this.marks.clear();
    for (const index of [this.fixed, this.learned, this.digits]) index.markAll();
  }
}

/** Spellings of the latest secrets that came up. */
class RecentSpellings {
  private recent: SpellingIndex;
  private older: SpellingIndex;
  /** What is in `recent` already. */
  private readonly known = new Set<string>();

  constructor(marks: GramMarks) {
    this.recent = new SpellingIndex(marks);
    this.older = new SpellingIndex(marks);
  }

  /** @param spellings - letters and digits of them alone, in lower case */
  learn(value: string, spellings: () => readonly Uint8Array[]): void {
    if (this.known.has(value)) return;
    this.known.add(value);
    for (const spelling of spellings()) this.recent.add(spelling);
  }

  /** Forgets the older ones where there are many; whether it did. */
  forget(): boolean {
    if (this.recent.size < MOST_LEARNED) return false;
    const oldest = this.older;
    oldest.clear();
    [this.older, this.recent] = [this.recent, oldest];
    this.known.clear();
    return true;
  }

  markAll(): void {
    this.older.markAll();
    this.recent.markAll();
  }

  /** See {@link SpellingIndex.rowAt}. */
  rowAt(bare: Uint8Array, at: number, hash: number, from: number): Row | null {
    return union(this.recent.rowAt(bare, at, hash, from), this.older.rowAt(bare, at, hash, from));
  }
}

/** Of rows that share a gram. */
function union(one: Row | null, other: Row | null): Row | null {
  if (one === null || other === null) return one ?? other;
  return { start: Math.min(one.start, other.start), end: Math.max(one.end, other.end) };
}

/** Each way to read a text that differs from the others. */
function readingsOf(text: string): Reading[] {
  const tags = hasCodedTag(text) ? (['nothing', 'text'] as const) : (['nothing'] as const);
  const sequences = hasSequence(text) ? (['text', 'nothing'] as const) : (['text'] as const);
  return sequences.flatMap((sequence) => tags.map((tag) => ({ tags: tag, sequences: sequence })));
}

/** Bytes as they are and, of a text, in upper and in lower case. */
function casesOf(bytes: Buffer): Buffer[] {
  if (!isUtf8(bytes)) return [bytes];
  const text = bytes.toString('utf8');
  return [...new Set([text, text.toUpperCase(), text.toLowerCase()])].map((spelled) => Buffer.from(spelled));
}

/** How a secret may be spelled, as letters and digits alone in lower case. */
function baredSpellings(value: string | Uint8Array): Uint8Array[] {
  return spellingsOf(Buffer.from(value)).map((spelling) => bared(spelling).bare);
}

/**
 * How a secret may be spelled, as far as its letters and digits tell: as it is, backwards, turned by 13 letters, in UTF-16,
 * and its bytes as numbers or in an encoding, some of them also one in another.
 */
function spellingsOf(bytes: Buffer): string[] {
  const spellings = [...numbersOf(bytes), ...encodingsOf(bytes)];
  if (!isUtf8(bytes)) return spellings;
  const text = bytes.toString('utf8');
  const backwards = Buffer.from(Array.from(text).reverse().join(''));
  const wide = Buffer.from(text, 'utf16le');
  return [
    ...[text, backwards.toString('utf8'), encodeURIComponent(text), turned(text)],
    ...[backwards, wide].flatMap((bytes) => [bytes.toString('hex'), ...base64sOf(bytes)]),
    ...spellings,
  ];
}

/** Bytes as numbers, with what stands before each: such as `0x65`, `\\u{65}`, `U+0065`, `%2565`, `\\145`, `098`, `"0":101`. */
function numbersOf(bytes: Buffer): string[] {
  const pairs = bytes.toString('hex').match(/../g) ?? [];
  const each = (show: (byte: number, at: number) => string): string => Array.from(bytes, show).join('');
  return [
    ...['', 'x', '0x', 'u', 'u00', '0000', '25'].map((prefix) => pairs.map((pair) => prefix + pair).join('')),
    bytes.join(''),
    each((byte) => String(byte).padStart(3, '0')),
    each((byte) => `0${byte}`),
    each((byte) => byte.toString(8)),
    each((byte) => byte.toString(8).padStart(3, '0')),
    each((byte, at) => `${at}${byte}`),
  ];
}

function encodingsOf(bytes: Buffer): string[] {
  const hex = Buffer.from(bytes.toString('hex'));
  const base64 = Buffer.from(bytes.toString('base64'));
  return [
    ...base64sOf(bytes),
    ...base64sOf(bytes).flatMap((inner) => [inner, urlSafe(inner)].flatMap((text) => base64sOf(Buffer.from(text)))),
    Buffer.from(base64.toString('base64')).toString('base64'),
    ...[hex.toString('latin1'), ...base64sOf(bytes)].map((text) => text.split('').reverse().join('')),
    ...[base64.toString('hex'), hex.toString('hex'), ...base64sOf(hex)],
    ...base32sOf(bytes),
  ];
}

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';

/** Base32 for each of the five places in which something longer can have it, without what hangs on what is before it. */
function base32sOf(bytes: Buffer): string[] {
  return [0, 1, 2, 3, 4].map((before) =>
    base32Of(Buffer.concat([Buffer.alloc(before), bytes])).slice(Math.ceil((before * 8) / 5)),
  );
}

function base32Of(bytes: Buffer): string {
  let [digits, rest, bits] = ['', 0, 0];
  for (const byte of bytes) {
    rest = ((rest << 8) | byte) & 0xfff;
    for (bits += 8; bits >= 5; bits -= 5) digits += BASE32.charAt((rest >> (bits - 5)) & 31);
  }
  return bits === 0 ? digits : digits + BASE32.charAt((rest << (5 - bits)) & 31);
}

/** Each letter as the thirteenth from it. */
function turned(text: string): string {
  return text.replace(/[a-z]/gi, (char) => {
    const first = char < 'a' ? 65 : 97;
    return String.fromCharCode(first + ((char.charCodeAt(0) - first + 13) % 26));
  });
}

/** Base64 for each of the three places in which something longer can have it, without what hangs on what is before it. */
function base64sOf(bytes: Buffer): string[] {
  return [0, 1, 2].map((before) =>
    Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .slice(Math.ceil((before * 8) / 6)),
  );
}

function urlSafe(base64: string): string {
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Letters and digits of a text alone, in lower case, where escapes of JSON count as what they stand for. */
interface Bared {
  readonly bare: Uint8Array;
  /** Whether something else in it may also stand for something. */
  readonly isCoded: boolean;
}

function bared(text: string): Bared {
  // in place: what is kept never overtakes what is read
  const bytes = Buffer.from(text);
  let length = 0;
  let isCoded = false;
  for (let at = 0; at < bytes.length; at += 1) {
    let char = bytes[at] ?? 0;
    const plain = FOLDED[char] ?? 0;
    if (plain !== 0) {
      bytes[length] = plain;
      length += 1;
      continue;
    }
    if (SPECIAL[char] !== 1) continue;
    if (!isCoded) isCoded = beginsCode(bytes, at);
    if (char !== BACKSLASH_CODE && char !== WIDE_BYTE && char !== TAG_BYTE) continue;
    if (char === BACKSLASH_CODE && BEGIN_ESCAPE[bytes[at + 1] ?? 0] === 1) {
      const width = widthAt(bytes.toString('latin1', at, at + LONGEST_ESCAPE), 0);
      char = width === LONGEST_ESCAPE ? parseInt(bytes.toString('latin1', at + 2, at + width), 16) : 0;
      at += width - 1;
    }
    if (char === WIDE_BYTE && bytes[at + 1] !== undefined) {
      const code = wideAt(bytes, at);
      if (code !== 0) [char, at] = [code, at + 2];
    }
    if (char === TAG_BYTE) {
      const code = tagAt(bytes, at);
      if (code !== 0) [char, at] = [code, at + 3];
    }
    const kept = foldedCode(char);
    bytes[length] = kept;
    if (kept !== 0) length += 1;
  }
  return { bare: bytes.subarray(0, length), isCoded };
}

/** First byte of what stands in UTF-8 for letters and digits of full width, as in Chinese and Japanese text. */
const WIDE_BYTE = 0xef;

/** The character of three bytes there, where it is one of full width; else 0. */
function wideAt(bytes: Uint8Array, at: number): number {
  const code = 0xf000 | (((bytes[at + 1] ?? 0) & 0x3f) << 6) | ((bytes[at + 2] ?? 0) & 0x3f);
  return isWideCode(code) ? code : 0;
}

/** First byte of what stands in UTF-8 for a tag character. */
const TAG_BYTE = 0xf3;

/** The character of four bytes there, where it is a tag character; else 0. */
function tagAt(bytes: Uint8Array, at: number): number {
  if (bytes[at + 1] !== 0xa0) return 0;
  const code = 0xe0000 | (((bytes[at + 2] ?? 0) & 0x3f) << 6) | ((bytes[at + 3] ?? 0) & 0x3f);
  return isTagCode(code) ? code : 0;
}

/** Where rows of letters and digits, counted among these alone, stand in the text. */
function placesOf(text: string, rows: readonly Row[]): Span[] {
  if (rows.length === 0) return [];
  const places: Span[] = [];
  let at = 0;
  let count = 0;
  const placeOf = (index: number): number => {
    for (; at < text.length; at += widthAt(text, at)) {
      if (foldedAt(text, at) === 0) continue;
      if (count === index) break;
      count += 1;
    }
    return at;
  };
  for (const { start, end } of rows) {
    const from = placeOf(start);
    const last = placeOf(end - 1);
    // what is left of an escape would not be one
    const isEscaped = text.charAt(from - 1) === BACKSLASH;
    places.push({ start: isEscaped ? from - 1 : from, end: last + widthAt(text, last) });
  }
  return places;
}

const BACKSLASH = '\\';
const BACKSLASH_CODE = 92;
/** Codes of what makes an escape of a backslash together with it, marks aside. */
const BEGIN_ESCAPE = new Uint8Array(256);
for (const char of 'nrtbfu') BEGIN_ESCAPE[char.charCodeAt(0)] = 1;
/** Of bytes that are no letters and digits, those that may stand for one or begin what does: 1 for each. */
const SPECIAL = new Uint8Array(256);
for (const code of [BACKSLASH_CODE, WIDE_BYTE, TAG_BYTE, ...CODE_BEGINNINGS]) SPECIAL[code] = 1;
/** Such as `\\u0041`. */
const LONGEST_ESCAPE = 6;

/** How many characters make one: an escape of JSON has two or six of them, and a tag character is two. */
function widthAt(text: string, at: number): number {
  const code = codeAt(text, at);
  if (code !== BACKSLASH_CODE) return isTagCode(code) ? 2 : 1;
  if ('nrtbf'.includes(text.charAt(at + 1))) return 2;
  return /^u[0-9a-f]{4}$/i.test(text.slice(at + 1, at + LONGEST_ESCAPE)) ? LONGEST_ESCAPE : 1;
}

/** The letter or digit there, in lower case; 0: something else. */
function foldedAt(text: string, at: number): number {
  const code = codeAt(text, at);
  if (code === BACKSLASH_CODE && widthAt(text, at) === LONGEST_ESCAPE)
    return foldedCode(parseInt(text.slice(at + 2, at + LONGEST_ESCAPE), 16));
  return foldedCode(code);
}
