import { wholeBeginning, wholeCharacters } from '../contract/whole-characters.js';

/** Control characters and marks that turn the direction of text, which a terminal or a reader would act on. */
// eslint-disable-next-line no-control-regex -- the control characters are what is looked for
const UNSAFE = /[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** What a CI takes for a command to itself: `##[error]`, `##vso[…]` and the like anywhere, `::error::` where a line begins. */
const COMMAND = /#(?<=##)(?=\w{0,40}\[)|:(?<=^\s*:)(?=:)/gm;

/**
 * Text of a service or a user on one line that does nothing but be read: control characters are shown as escapes, and so is
 * what would make a command of it in the log of a CI.
 */
export function plainText(text: string): string {
  return text.replace(UNSAFE, escapeCharacter).replace(COMMAND, escapeCharacter);
}

/** The same, with line breaks and tabs left as they are. */
export function plainLines(text: string): string {
  return visibleText(text).replace(COMMAND, escapeCharacter);
}

/** Text with what nobody can see shown as escapes, but for line breaks and tabs. */
export function visibleText(text: string): string {
  return text.replace(UNSAFE, (char) => (char === '\n' || char === '\t' ? char : escapeCharacter(char)));
}

/** A value as JSON to be printed: a terminal acts on nothing in it, and a reader of JSON gets what it was. */
export function printedJson(value: unknown): string {
  return `${visibleJson(JSON.stringify(value, null, 2))}\n`;
}

/** JSON with what a terminal or the log of a CI would act on as the escapes that JSON has for it. */
export function visibleJson(json: string): string {
  // those below U+0020 are escaped in it already, but for its own white space
  return json.replace(UNSAFE, (char) => (char < ' ' ? char : escapeCharacter(char))).replace(COMMAND, escapeCharacter);
}

/** Cuts text that is too long to show, and says so. */
export function cutText(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const kept = wholeBeginning(text, longest);
  return `${wholeCharacters(kept)}… (${text.length - kept.length} more characters)`;
}

function escapeCharacter(char: string): string {
  if (char === '\n') return '\\n';
  if (char === '\r') return '\\r';
  if (char === '\t') return '\\t';
  return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
