import type { RunPlan } from '../../contract/results.js';
import { toPasteAnywhere } from '../../contract/to-paste.js';
import type { ShownExchange } from '../../contract/verdict.js';
import { shellWord } from '../../wire/shell-word.js';
import { NONCE_HEADER } from '../../wire/signature-template.js';
import { plainText } from '../plain-text.js';

/** What curl sends, or works out, by itself. */
const OWN_HEADERS: ReadonlySet<string> = new Set(['host', 'connection', 'content-length']);
/** What curl adds where it is not told otherwise. */
const ADDED_HEADERS = ['Accept', 'User-Agent'] as const;
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;
const REDACTED = /\[redacted:([a-z0-9-]+)\]/g;

/** What curl has to know of the finding that a request shows, and of the run as its results tell. */
export interface Shows extends Pick<RunPlan, 'signature' | 'profile' | 'flags'> {
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
 * `token` is `"$TRADECERT_TOKEN"`. A signed request is signed anew by `tradecert signature make`, since a signature is good for a
 * minute only.
 * There is no command where the request is not known whole, where it would not show the finding, or where it cannot be written.
 */
export function curlCommand({ baseUrl, clause, shown, ...plan }: Shows): Curl {
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
  const isSigned = headers.some(([name, value]) => name.toLowerCase() === 'x-signature' && value !== '');
  if (isSigned && /[\s#]/.test(target)) return { because: 'The request cannot be written as a command.' };
  if (isSigned && plan.flags?.['signature-template'] === null)
    return { because: 'The signature template of the run, which was a flag, is taken out here.' };
  const bytes = requestBase64 === undefined ? '' : `printf %s ${shellWord(requestBase64)} | base64 -d | `;
  const madeAnew: ReadonlySet<string> = isSigned ? headersMadeAnew(plan.signature) : new Set();
  const isKept = isSigned && requestBody !== null;
  const command = [
    ...(isKept ? [`BODY=${word(requestBody)} &&`] : []),
    ...(isSigned ? [`SIGNED=$(${isKept ? 'printf %s "$BODY" | ' : bytes}${signing(shown, origin, plan)}) &&`] : []),
    `${bytes}curl -i -g --path-as-is -X ${shellWord(method)} ${word(origin + target)}`,
    ...headers.map(([name, value]) => `-H ${headerWord(name, value, madeAnew)}`),
    ...withoutAdded(headers, requestBody !== null || requestBase64 !== undefined).map(
      (name) => `-H ${shellWord(`${name}:`)}`,
    ),
    ...(requestBase64 === undefined ? [] : ['--data-binary @-']),
    ...(requestBody === null ? [] : [`--data-raw ${isKept ? '"$BODY"' : word(requestBody)}`]),
  ].join(' ');
  return { command };
}

/** Lower case. What a fresh signature brings along. */
function headersMadeAnew(signature: RunPlan['signature']): ReadonlySet<string> {
  const nonce = signature?.template.includes('{nonce') === true ? [NONCE_HEADER.toLowerCase()] : [];
  return new Set(['x-timestamp', 'x-signature', ...nonce]);
}

/**
 * The command that prints the headers which a request lacks. What its settings say is in the command, as far as it is known;
 * where the template is not, the profile is named, as in the replay command.
 */
function signing(
  { method, target, requestHeaders, ...sent }: ShownExchange,
  origin: string,
  { signature, profile }: Pick<Shows, 'signature' | 'profile'>,
): string {
  const { template = '…', keyEncoding } = signature ?? {};
  const isKnown = !template.includes('…');
  const covered = new Set([...template.matchAll(/\{header:([\w-]+)/g)].map(([, name = '']) => name.toLowerCase()));
  const given = requestHeaders.filter(
    ([name]) => covered.has(name.toLowerCase()) && !['authorization', 'x-timestamp'].includes(name.toLowerCase()),
  );
  return [
    toPasteAnywhere(`signature make --method ${shellWord(method)} --url ${word(origin + target)}`),
    ...(sent.requestBody === null && sent.requestBase64 === undefined ? [] : ['--body -']),
    ...given.map(([name, value]) => `--header=${word(`${name}: ${value}`)}`),
    ...(isKnown ? [`--signature-template=${quoted(template)}`] : []),
    ...(isKnown || profile === undefined ? [] : [`--profile=${word(profile)}`]),
    ...(keyEncoding === undefined ? [] : [`--signing-key-encoding ${keyEncoding}`]),
  ].join(' ');
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

function headerWord(name: string, value: string, madeAnew: ReadonlySet<string>): string {
  if (madeAnew.has(name.toLowerCase())) return `"$(printf '%s\\n' "$SIGNED" | grep -i '^${name}:')"`;
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

function variable(label: string): string {
  return `"$TRADECERT_${label.toUpperCase().replaceAll('-', '_')}"`;
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
