/** 1 for the code of each of these characters: looked up faster than a pattern is tested. */
export function tableOf(characters: string): Uint8Array {
  const table = new Uint8Array(128);
  for (const char of characters) table[char.charCodeAt(0)] = 1;
  return table;
}

/** Hexadecimal digits. */
export const HEX = tableOf('0123456789ABCDEFabcdef');

/** Replaces runs of at least `shortest` such characters; looks at one character in `shortest` elsewhere. */
export function replaceRuns(
  text: string,
  shortest: number,
  such: Uint8Array,
  replacement: (run: string) => string,
): string {
  let redacted = '';
  let done = 0;
  for (let at = shortest - 1; at < text.length; at += shortest) {
    if (such[text.charCodeAt(at)] !== 1) continue;
    let start = at;
    while (such[text.charCodeAt(start - 1)] === 1) start -= 1;
    let end = at + 1;
    while (such[text.charCodeAt(end)] === 1) end += 1;
    if (end - start >= shortest) {
      const run = text.slice(start, end);
      redacted += text.slice(done, start) + replacement(run);
      done = end;
    }
    at = end - 1;
  }
  return redacted + text.slice(done);
}
