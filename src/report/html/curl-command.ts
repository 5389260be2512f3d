import type { ShownExchange } from '../../contract/verdict.js';
import { shellWord } from '../../wire/shell-word.js';
import { plainText } from '../plain-text.js';

/** What curl sends, or works out, by itself. */
const OWN_HEADERS: ReadonlySet<string> = new Set(['host', 'connection', 'content-length', 'transfer-encoding']);
/** What curl adds where it is not told otherwise. */
const ADDED_HEADERS = ['Accept', 'User-Agent'] as const;
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;
const REDACTED = /\[redacted:([a-z0-9-]+)\]/g;

/** What curl has to know of the finding that a request shows. */
export interface Shows {
  readonly baseUrl: string;
  /** Id of the clause. */
  readonly clause: string;
  readonly shown: ShownExchange;
}

/** A command, or why there is none. */
export type Curl = { readonly command: string } | { readonly because: string };

/** By the beginning of a clause's id: what its findings are about, where that is taken out of all that is recorded. */
const ABOUT: Readonly<Record<string, (shown: ShownExchange) => string | null>> = {
  AUT: (shown) => (isGranted(shown) && hasRedacted(shown, 'authorization') ? 'The token' : null),
  SIG: (shown) => (isGranted(shown) && hasRedacted(shown, 'x-signature') ? 'The signature' : null),
  CLK: (shown) => (headerOf(shown, 'x-timestamp') && headerOf(shown, 'x-signature') ? 'The time that is signed' : null),
};

/**
 * A request as a command for curl, to be pasted into a shell. Secrets are variables of the environment: what was redacted as
 * `token` is `"$TRADECERT_TOKEN"`. Of a signed request also time and signature are, since a signature is good for a minute only.
 * There is no command where the request is not known whole, where it would not show the finding, or where it cannot be written.
 */
export function curlCommand({ baseUrl, clause, shown }: Shows): Curl {
  const { method, target, requestHeaders, requestBody, requestBase64 } = shown;
  const about = ABOUT[clause.replace(/-.*$/, '')]?.(shown) ?? null;
  if (about !== null) return { because: `${about} is what this is about, and is not known here.` };
  const isWhole = ![target, requestBody, requestBase64].some((part) => part?.endsWith('…')) && target.startsWith('/');
  const isKnown = requestBody !== null || requestBase64 !== undefined || method === 'GET';
  if (!isWhole || !isKnown) return { because: 'The request is not known whole here.' };
  const headers = requestHeaders.filter(([name]) => !OWN_HEADERS.has(name.toLowerCase()));
  if (!headers.every(isKnownHeader)) return { because: 'A header of the request is taken out here.' };
  const origin = URL.canParse(baseUrl) ? new URL(baseUrl).origin : undefined;
  const hasNul = [target, requestBody ?? '', ...headers.flat()].some((text) => text.includes('\0'));
  if (origin === undefined || !TOKEN.test(method) || hasNul || !headers.every(([name]) => TOKEN.test(name)))
    return { because: 'The request cannot be written as a command.' };
  const isSigned = headers.some(([name]) => name.toLowerCase() === 'x-signature');
  const command = [
    `${requestBase64 === undefined ? '' : `printf %s ${shellWord(requestBase64)} | base64 -d | `}curl -i -g --path-as-is -X ${shellWord(method)} ${word(origin + target)}`,
    ...headers.map(([name, value]) => `-H ${headerWord(name, value, isSigned)}`),
    ...withoutAdded(headers, requestBody !== null || requestBase64 !== undefined).map(
      (name) => `-H ${shellWord(`${name}:`)}`,
    ),
    ...(requestBase64 === undefined ? [] : ['--data-binary @-']),
    ...(requestBody === null ? [] : [`--data-raw ${word(requestBody)}`]),
  ].join(' ');
  return { command };
}

/** A request that should have been refused was not: what is wrong with it is then what was taken out. */
function isGranted({ status }: ShownExchange): boolean {
  return status !== null && status >= 200 && status < 300;
}

function headerOf({ requestHeaders }: ShownExchange, wanted: string): string | undefined {
  return requestHeaders.find(([name]) => name.toLowerCase() === wanted)?.[1];
}

function hasRedacted(shown: ShownExchange, name: string): boolean {
  return headerOf(shown, name)?.includes('[redacted') === true;
}

/** Only a token of the settings, and a signature of the usual form, can be put in again. */
function isKnownHeader([name, value]: readonly [string, string]): boolean {
  if (name.toLowerCase() === 'x-signature' && value.startsWith('[redacted')) return value === '[redacted:signature]';
  return [...value.matchAll(REDACTED)].every(([, label]) => label === 'token') && !value.endsWith('…');
}

function headerWord(name: string, value: string, isSigned: boolean): string {
  if (isSigned && name.toLowerCase() === 'x-timestamp') return word(`${name}: [redacted:timestamp]`);
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
