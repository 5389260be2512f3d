/** Letters and digits by their codes, in lower case; 0: anything else. */
export const FOLDED = new Uint8Array(256);
for (const char of 'abcdefghijklmnopqrstuvwxyz0123456789') {
  FOLDED[char.charCodeAt(0)] = FOLDED[char.toUpperCase().charCodeAt(0)] = char.charCodeAt(0);
}

const FIRST_WIDE = 0xff00;
const LAST_WIDE = 0xff5e;
/** By how much these are above plain ones. */
const WIDE = 0xfee0;

/** Whether that is the code of a character of full width, as in Chinese and Japanese text. */
export function isWideCode(code: number): boolean {
  return code > FIRST_WIDE && code <= LAST_WIDE;
}

/** By how much tag characters, which nobody sees, are above the plain ones that they stand for. */
const TAG = 0xe0000;

/** Whether that is the code of a tag character. */
export function isTagCode(code: number): boolean {
  return code > TAG && code < TAG + 0x80;
}

/** The letter or digit of that code, in lower case; 0: something else. */
export function foldedCode(code: number): number {
  if (isTagCode(code)) return FOLDED[code - TAG] ?? 0;
  return FOLDED[isWideCode(code) ? code - WIDE : code] ?? 0;
}

/** The first half of a tag character in UTF-16. */
const TAG_HALF = 0xdb40;

/** The code of the character there; both halves of one make it only where that is a tag character. */
export function codeAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code !== TAG_HALF) return code;
  const whole = text.codePointAt(at) ?? 0;
  return isTagCode(whole) ? whole : code;
}
