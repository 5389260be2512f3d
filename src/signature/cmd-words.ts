import { SuiteError } from '../contract/suite-error.js';

/** Whether a command was written for cmd of Windows: its URL in `^"`, or its first line carried on by a caret. */
export function isForCmd(command: string): boolean {
  const [first = ''] = command.split(/\r?\n/, 1);
  return /^\S*curl\S*\s+\^"/i.test(command) || /^[^']*\s\^$/.test(first);
}

/**
 * The words of one command for cmd of Windows, as browsers write it (*Copy as cURL (cmd)*): a caret before each character
 * that means something to cmd, a backslash before quotes and backslashes, `^` and two line ends for one.
 *
 * @throws SuiteError where a quote is never closed, or cmd would have put something in
 */
export function cmdWords(command: string): string[] {
  if (/%(?![0-9a-f]{2})[a-z_]\w*%/i.test(command)) {
    throw notRead('has a variable in it', 'put in what the shell would have put there');
  }
  const words: string[] = [];
  const text = withoutCarets(command);
  for (const [word] of text.matchAll(/(?:"(?:""|\\[^]|[^"\\])*(?:"|$)|\\"|[^\s"])+/g)) words.push(readWord(word));
  return words;
}

function readWord(word: string): string {
  let isOpen = false as boolean;
  const read = word.replace(/\\(["\\])|""|"/g, (piece, escaped?: string) => {
    if (escaped !== undefined) return escaped;
    if (piece === '""' && isOpen) return '"';
    if (piece === '"') isOpen = !isOpen;
    return '';
  });
  if (isOpen) throw notRead('has a quote that is never closed', 'copy the whole command');
  return read;
}

/** Between plain quotes cmd leaves carets alone; where quotes have carets themselves, all others are there to be taken away. */
function withoutCarets(command: string): string {
  const caret = /\^\r?\n(\r?\n)?|\^([^])/;
  const quoted = /"(?:\\[^]|[^"\\])*"/;
  const where = command.includes('^"') ? caret : new RegExp(`${caret.source}|${quoted.source}`);
  return command.replace(new RegExp(where, 'g'), (piece: string, lineEnd?: string, char?: string) => {
    if (!piece.startsWith('^')) return piece;
    return char ?? (lineEnd === undefined ? '' : '\n');
  });
}

function notRead(what: string, remedy: string): SuiteError {
  return new SuiteError(`The curl command ${what}.`, 'the curl command', remedy);
}
