import type { ShownExchange } from '../../contract/verdict.js';
import { shellWord } from '../../wire/shell-word.js';
import { plainText } from '../plain-text.js';

/** What curl sends, or works out, by itself. */
const OWN_HEADERS: ReadonlySet<string> = new Set(['host', 'connection', 'content-length', 'transfer-encoding']);
/** What curl adds where it is not told otherwise. */
const ADDED_HEADERS = ['Accept', 'User-Agent'] as const;
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;
const REDACTED = /\[redacted:([a-z0-9-]+)\]/g;

/**
 * A request as a command for curl, to be pasted into a shell. Secrets are variables of the environment: what was redacted as
 * `token` is `"$TRADECERT_TOKEN"`. Of a signed request also time and signature are, since a signature is good for a minute only.
 *
 * @returns `null` where the request is not known whole, or cannot be written as a command
 */
export function curlCommand(
  baseUrl: string,
  { method, target, requestHeaders, requestBody }: ShownExchange,
): string | null {
  const isWhole = target.startsWith('/') && !target.endsWith('…') && requestBody?.endsWith('…') !== true;
  const isKnown = requestBody !== null || method === 'GET';
  const origin = URL.canParse(baseUrl) ? new URL(baseUrl).origin : undefined;
  if (!isWhole || !isKnown || origin === undefined || !TOKEN.test(method)) return null;
  const headers = requestHeaders.filter(([name]) => !OWN_HEADERS.has(name.toLowerCase()));
  const hasNul = [target, requestBody ?? '', ...headers.flat()].some((text) => text.includes('\0'));
  if (hasNul || !headers.every(([name]) => TOKEN.test(name))) return null;
  const isSigned = headers.some(([name]) => name.toLowerCase() === 'x-signature');
  return [
    `curl -i -g --path-as-is -X ${shellWord(method)} ${word(origin + target)}`,
    ...headers.map(([name, value]) => `-H ${headerWord(name, value, isSigned)}`),
    ...withoutAdded(headers, requestBody !== null).map((name) => `-H ${shellWord(`${name}:`)}`),
    ...(requestBody === null ? [] : [`--data-raw ${word(requestBody)}`]),
  ].join(' ');
}

function headerWord(name: string, value: string, isSigned: boolean): string {
  if (isSigned && name.toLowerCase() === 'x-timestamp') return word(`${name}: [redacted:timestamp]`);
  if (value.startsWith('[redacted:signature]')) return word(`${name}: [redacted:signature]`);
  return word(value === '' ? `${name};` : `${name}: ${value}`);
}

function withoutAdded(headers: ShownExchange['requestHeaders'], hasBody: boolean): string[] {
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  const added = hasBody ? [...ADDED_HEADERS, 'Content-Type'] : ADDED_HEADERS;
  return added.filter((name) => !names.has(name.toLowerCase()));
}

/** One word of a shell: quoted text, and a variable in place of each secret. */
function word(text: string): string {
  const pieces = text.split(REDACTED);
  return (
    pieces.map((piece, index) => (index % 2 === 1 ? variable(piece) : piece === '' ? '' : quoted(piece))).join('') ||
    "''"
  );
}

/** What is made anew for each request is no setting of ours. */
const MADE_ANEW: ReadonlySet<string> = new Set(['timestamp', 'signature']);

function variable(label: string): string {
  const name = label.toUpperCase().replaceAll('-', '_');
  return MADE_ANEW.has(label) ? `"$${name}"` : `"$TRADECERT_${name}"`;
}

/** Control characters would be acted on by the terminal that the command is pasted into, so they are spelled. */
function quoted(text: string): string {
  if (plainText(text) === text) return shellWord(text);
  const spelled = Array.from(text, (char) => {
    if (char === '\\' || char === "'") return `\\${char}`;
    if (plainText(char) === char) return char;
    const code = char.charCodeAt(0);
    return code < 0x80 ? `\\x${hex(code, 2)}` : `\\u${hex(code, 4)}`;
  });
  return `$'${spelled.join('')}'`;
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0');
}
