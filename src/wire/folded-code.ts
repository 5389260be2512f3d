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

/** The letter or digit of that code, in lower case; 0: something else. */
export function foldedCode(code: number): number {
  return FOLDED[isWideCode(code) ? code - WIDE : code] ?? 0;
}
