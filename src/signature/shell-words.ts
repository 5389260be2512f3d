import { SuiteError } from '../contract/suite-error.js';

/**
 * The words of one POSIX shell command, quotes and escapes taken away, `$'…'` as browsers write it included, up to where the
 * shell would end it; redirections are passed over. Nothing is expanded: a variable or a command in it is refused, since its
 * value is not known.
 *
 * @throws SuiteError where a quote is never closed, the shell would have put something in, or another request follows
 */
export function shellWords(text: string): string[] {
  const words: string[] = [];
  let word: string | null = null;
  let isTarget = false;
  const endWord = (): void => {
    if (word !== null && !isTarget) words.push(word);
    isTarget &&= word === null;
    word = null;
  };
  for (let at = 0; at < text.length;) {
    const rest = text.slice(at);
    const operator = readOperator(rest, {
      isBetweenWords: word === null,
      isTight: at > 0 && /\S/.test(text.charAt(at - 1)),
    });
    if (operator === null) {
      const { value, length } = readPiece(rest);
      word = (word ?? '') + value;
      at += length;
      continue;
    }
    endWord();
    at += operator.length;
    if (operator.kind === 'redirection') isTarget = true;
    if (operator.kind === 'end' && words.length > 0) {
      if (/(?:^|[\s;&|])curl(?:\.exe)?\s/.test(text.slice(at))) throw manyRequests();
      break;
    }
  }
  endWord();
  return words;
}

/** The command is more than one request. */
export function manyRequests(): SuiteError {
  return notRead('holds more than one request, or a word that belongs to none of its flags', 'give one request alone');
}

/** What stands between words, if the text begins with that. */
function readOperator(
  text: string,
  { isBetweenWords, isTight }: { readonly isBetweenWords: boolean; readonly isTight: boolean },
): { readonly kind: 'space' | 'redirection' | 'end'; readonly length: number } | null {
  const lengthOf = (pattern: RegExp): number => pattern.exec(text)?.[0].length ?? 0;
  // A line that goes on with a flag, a quote or a URL has lost its backslash.
  const space = lengthOf(/^(?:[^\S\n]|\\\r?\n|\n\s*(?=-|['"]|https?:|$))+/);
  if (space > 0) return { kind: 'space', length: space };
  if (isBetweenWords && text.startsWith('#')) return { kind: 'space', length: lengthOf(/^[^\n]*/) };
  if (/^\d*<</.test(text)) throw notRead('reads text from below it', 'write the body into a file, and give -d @FILE');
  const copied = lengthOf(isBetweenWords ? /^\d*[<>]&[\d-]+/ : /^[<>]&[\d-]+/);
  if (copied > 0) return { kind: 'space', length: copied };
  const redirection = lengthOf(isBetweenWords ? /^(?:\d*|&)(?:>>|>\||[<>])/ : /^(?:>>|>\||[<>])/);
  if (redirection > 0) return { kind: 'redirection', length: redirection };
  if (isTight && /^&[\w%]/.test(text)) throw notRead('has a & outside of quotes', 'put the URL in single quotes');
  const end = lengthOf(/^(?:\|\|?|&&?|;|\n)/);
  return end > 0 ? { kind: 'end', length: end } : null;
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
  const [plain = text.charAt(0)] = /^[^\s'"\\$`|;&<>]+/.exec(text) ?? [];
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
