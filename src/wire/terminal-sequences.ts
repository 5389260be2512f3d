import { CODES, endOf, entityAt, escapeAt, percentAt, piece } from './text-pieces.js';

const BELL = 0x07;
const ESCAPE = 0x1b;
const AMPERSAND = 0x26;
const PERCENT = 0x25;
const BACKSLASH = 0x5c;
/** Those from here on, up to the second, stand for Escape and what is so far below them: U+009B for Escape and `[`. */
const FIRST_CONTROL = 0x80;
const LAST_CONTROL = 0x9f;
const CONTROL_OFFSET = 0x40;
const STRING_END = 0x9c;

const BRACKET = 0x5b;
/** What a string begins with after Escape, such as a title or the address of a link. */
const STRINGS = ']PX^_';

/** How escapes of C and of a shell write these, after the backslash. */
const WRITTEN: ReadonlyArray<readonly [string, number]> = [
  ['e', ESCAPE],
  ['E', ESCAPE],
  ['033', ESCAPE],
  ['0033', ESCAPE],
  ['a', BELL],
  ['007', BELL],
];

/**
 * Where a sequence ends that tells a terminal something and shows nothing, such as `ESC [1m`, whether its characters are
 * encoded or not; 0: none begins there. Linear, as long as what was read so is not read again.
 */
export function sequenceEnd(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (!isControl(code) && code !== BACKSLASH && code !== PERCENT && code !== AMPERSAND) return 0;
  const first = writtenAt(text, at);
  const control = first % CODES;
  if (!isControl(control)) return 0;
  const after = endOf(at, first);
  if (control !== ESCAPE) return restEnd(text, control - CONTROL_OFFSET, after) ?? after;
  const isEncoded = after > at + 1;
  const second = followingAt(text, after, isEncoded);
  return restEnd(text, second % CODES, endOf(after, second)) ?? after;
}

/** Whether any stands in the text, written in whatever way. */
export function hasSequence(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (sequenceEnd(text, at) > 0) return true;
  return false;
}

/** The text as a terminal shows it, but for colours, titles and the like; what is encoded stays. */
export function withoutSequences(text: string): string {
  let shown = '';
  let done = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (!isControl(text.charCodeAt(at))) continue;
    shown += text.slice(done, at);
    done = sequenceEnd(text, at);
    at = done - 1;
  }
  return shown + text.slice(done);
}

function isControl(code: number): boolean {
  return code === ESCAPE || (code >= FIRST_CONTROL && code <= LAST_CONTROL);
}

/** Where that ends which begins with Escape and this; `null`: it is no sequence. */
function restEnd(text: string, kind: number, from: number): number | null {
  if (kind === BRACKET) return finalEnd(text, from, 0x30, 0x40);
  if (STRINGS.includes(String.fromCharCode(kind))) return stringEnd(text, from) ?? from;
  if (kind >= 0x20 && kind < 0x30) return finalEnd(text, from, 0x30, 0x30);
  return kind >= 0x30 && kind < 0x7f ? from : null;
}

/** Behind the last character, of those from `final` on; before it stand such as spaces, or from `lowest` on. */
function finalEnd(text: string, from: number, lowest: number, final: number): number {
  for (let at = from; at < text.length;) {
    const found = writtenAt(text, at);
    const code = found % CODES;
    const end = endOf(at, found);
    if (code >= final && code < 0x7f) return end;
    if (code < 0x20 || (code >= 0x30 && code < lowest) || code >= 0x7f) return at;
    at = end;
  }
  return text.length;
}

/** Behind a bell or what else ends a string; `null`: something else begins before, or nothing ends it. */
function stringEnd(text: string, from: number): number | null {
  for (let at = from; at < text.length;) {
    const found = writtenAt(text, at);
    const code = found % CODES;
    const end = endOf(at, found);
    if (code === BELL || code === STRING_END) return end;
    if (code === ESCAPE) {
      const next = followingAt(text, end, end > at + 1);
      return next % CODES === BACKSLASH ? endOf(end, next) : null;
    }
    if (isControl(code)) return null;
    at = end;
  }
  return null;
}

/** What follows Escape: a backslash is two where Escape was encoded, as in JSON, and begins no escape where it was not. */
function followingAt(text: string, at: number, isEncoded: boolean): number {
  if (text.charCodeAt(at) !== BACKSLASH) return writtenAt(text, at);
  if (!isEncoded) return piece(1, BACKSLASH);
  return text.charCodeAt(at + 1) === BACKSLASH ? piece(2, BACKSLASH) : writtenAt(text, at);
}

/** The character there as a piece of the text, also where it is encoded. */
function writtenAt(text: string, at: number): number {
  const found = encodedAt(text, at);
  if (found > 0) return found;
  const code = text.charCodeAt(at);
  return piece(1, code < CODES ? code : 0);
}

function encodedAt(text: string, at: number): number {
  switch (text.charCodeAt(at)) {
    case AMPERSAND:
      return entityAt(text, at);
    case PERCENT:
      return percentAt(text, at);
    case BACKSLASH: {
      const known = WRITTEN.find(([written]) => text.startsWith(written, at + 1));
      return known ? piece(1 + known[0].length, known[1]) : escapeAt(text, at);
    }
    default:
      return 0;
  }
}
