import { SuiteError } from '../contract/suite-error.js';

/**
 * The words of one POSIX shell command, quotes and escapes taken away, `$'…'` as browsers write it included. Nothing is
 * expanded: a variable or a command in it is refused, since its value is not known.
 *
 * @throws SuiteError where a quote is never closed, or the shell would have put something in
 */
export function shellWords(text: string): string[] {
  const words: string[] = [];
  let word: string | null = null;
  for (let at = 0; at < text.length;) {
    const rest = text.slice(at);
    const [space] = /^(?:\s|\\\r?\n)+/.exec(rest) ?? [];
    if (space !== undefined) {
      if (word !== null) words.push(word);
      word = null;
      at += space.length;
      continue;
    }
    const { value, length } = readPiece(rest);
    word = (word ?? '') + value;
    at += length;
  }
  if (word !== null) words.push(word);
  return words;
}

interface Read {
  readonly value: string;
  /** Characters of the command that were read. */
  readonly length: number;
}

function readPiece(text: string): Read {
  const [single, inSingle] = /^'([^']*)'/.exec(text) ?? [];
  if (single !== undefined) return { value: inSingle ?? '', length: single.length };
  const [ansi, inAnsi] = /^\$'((?:[^'\\]|\\[^])*)'/.exec(text) ?? [];
  if (ansi !== undefined) return { value: unescapeAnsi(inAnsi ?? ''), length: ansi.length };
  const [double, inDouble] = /^"((?:[^"\\]|\\[^])*)"/.exec(text) ?? [];
  if (double !== undefined)
    return { value: fixed((inDouble ?? '').replace(/\\(["\\$`]|\r?\n)/g, unescape)), length: double.length };
  if (/^['"]|^\$'/.test(text)) throw notRead('has a quote that is never closed', 'copy the whole command');
  const [escaped] = /^\\[^]/.exec(text) ?? [];
  if (escaped !== undefined) return { value: escaped.slice(1), length: 2 };
  const [plain = text.charAt(0)] = /^[^\s'"\\$`]+/.exec(text) ?? [];
  return { value: fixed(plain), length: plain.length };
}

/** A `$` or a backquote that is escaped is put out of the way of {@link fixed} first, and back afterwards. */
const HIDDEN: Readonly<Record<string, string>> = { $: '\ue000', '`': '\ue001' };

function unescape(_: string, char: string): string {
  return char.endsWith('\n') ? '' : (HIDDEN[char] ?? char);
}

function fixed(text: string): string {
  if (/\$[\w({]|`/.test(text)) {
    throw notRead(
      'has a variable or a command in it',
      'put in what the shell would have put there, or use single quotes',
    );
  }
  return text.replaceAll('\ue000', '$').replaceAll('\ue001', '`');
}

const ANSI: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', a: '\x07', b: '\b', f: '\f', v: '\v' };

function unescapeAnsi(text: string): string {
  return text.replace(
    /\\(?:u([0-9a-fA-F]{1,4})|x([0-9a-fA-F]{1,2})|([0-7]{1,3})|([^]))/g,
    (_, unicode?: string, hex?: string, octal?: string, char?: string) => {
      if (char !== undefined) return ANSI[char] ?? char;
      return String.fromCharCode(parseInt(unicode ?? hex ?? octal ?? '0', octal === undefined ? 16 : 8));
    },
  );
}

function notRead(what: string, remedy: string): SuiteError {
  return new SuiteError(`The curl command ${what}.`, 'the curl command', remedy);
}
