import { Buffer, isUtf8 } from 'node:buffer';
import { createHash, createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import type { KeyEncoding } from '../contract/profile.js';
import { SuiteError } from '../contract/suite-error.js';
import type { Headers, WireRequest } from './exchange.js';
import { headerValue } from './headers.js';
import { minifyJson, sortJsonMembers } from './json.js';

export type { KeyObject } from 'node:crypto';

/** Templates that go by a name: common conventions of trading interfaces. */
export const PRESETS = {
  concat: '{timestamp}{method}{target}{body}',
  'lines-hash': '{method}\\n{path}\\n{query}\\n{body|sha512|hex}\\n{timestamp}',
  snap: '{method}:{target}:{token}:{body|minify|sha256|hex}:{timestamp}',
  'ts-dot-body': '{timestamp}.{body}',
  'url-hash': '{timestamp}{url}{method}{body|sha512|hex}',
  'body-only': '{body}',
} as const satisfies Readonly<Record<string, string>>;

/** The preset that holds where no template is named. */
export const DEFAULT_TEMPLATE = 'concat';

/** Carries `{nonce}` where a template has one: the document names no header for it. */
export const NONCE_HEADER = 'X-Nonce';

/** What a request is signed over, before the template picks from it. */
export interface SigningInput {
  /** The exact X-Timestamp text. */
  readonly timestamp: string;
  readonly method: string;
  /** Path with the base URL's prefix, and `?query` where there is one, as sent. */
  readonly target: string;
  /** Such as `https://api.example`, without a slash at the end. */
  readonly origin: string;
  /** The exact bytes; empty where there is no body. */
  readonly body: Uint8Array;
  /** The JWT without `Bearer `. */
  readonly token: string;
  readonly nonce?: string;
  /** For `{header:NAME}`: the headers as sent, the signature's own left out. */
  readonly headers?: Headers;
  /** For `{env:NAME}`. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** A part of a request that a signature can cover. */
export type Covered =
  'timestamp' | 'method' | 'path' | 'query' | 'host' | 'body' | 'token' | 'nonce' | 'header' | 'env';

/** What a signature is made with. */
export type Hash = 'sha256' | 'sha512';

type Value = string | Uint8Array;
type Source = 'timestamp' | 'method' | 'path' | 'query' | 'target' | 'url' | 'host' | 'body' | 'token' | 'nonce';
type Piece = Literal | SourcePiece | Group;

interface Literal {
  readonly kind: 'literal';
  readonly text: string;
}

/** A placeholder of a template. */
interface SourcePiece {
  readonly kind: 'source';
  readonly source: Source | 'header' | 'env';
  /** Of `header:NAME` and `env:NAME`. */
  readonly name: string;
  readonly transforms: readonly Transform[];
}

/** Pieces that are transformed as one, such as hashed together. */
interface Group {
  readonly kind: 'group';
  /** As written, with its parentheses. */
  readonly text: string;
  readonly pieces: readonly (Literal | SourcePiece)[];
  readonly transforms: readonly Transform[];
}

interface Transform {
  /** As written, such as `sha256`. */
  readonly name: string;
  readonly apply: (value: Value) => Value;
}

/** A signature template, read. */
export interface Template {
  /** As written. */
  readonly text: string;
  readonly pieces: readonly Piece[];
  /** Names of `{env:NAME}`. */
  readonly envNames: readonly string[];
}

const READ: Readonly<Record<Source, (input: SigningInput) => Value>> = {
  timestamp: (input) => input.timestamp,
  method: (input) => input.method,
  path: (input) => splitTarget(input.target).path,
  query: (input) => splitTarget(input.target).query,
  target: (input) => input.target,
  url: (input) => input.origin + input.target,
  host: (input) => input.origin.slice(input.origin.indexOf('://') + 3),
  body: (input) => input.body,
  token: (input) => input.token,
  nonce: (input) => input.nonce ?? '',
};

const COVERS: Readonly<Record<Source, readonly Covered[]>> = {
  timestamp: ['timestamp'],
  method: ['method'],
  path: ['path'],
  query: ['query'],
  target: ['path', 'query'],
  url: ['host', 'path', 'query'],
  host: ['host'],
  body: ['body'],
  token: ['token'],
  nonce: ['nonce'],
};

/** Headers that stand for a part of their own. */
const HEADER_COVERS: Readonly<Record<string, Covered>> = {
  authorization: 'token',
  'x-timestamp': 'timestamp',
  host: 'host',
  [NONCE_HEADER.toLowerCase()]: 'nonce',
};

const TRANSFORMS: Readonly<Record<string, (value: Value) => Value>> = {
  upper: (value) => asText(value).toUpperCase(),
  lower: (value) => asText(value).toLowerCase(),
  decode: (value) => percentDecode(asText(value)),
  encode: (value) => percentEncode(asText(value)),
  sort: (value) => asText(value).split('&').sort().join('&'),
  minify: (value) => rewriteJson(value, minifyJson),
  sortkeys: (value) => rewriteJson(value, sortJsonMembers),
  sha256: (value) => createHash('sha256').update(value).digest(),
  sha512: (value) => createHash('sha512').update(value).digest(),
  hex: (value) => asBytes(value).toString('hex'),
  base64: (value) => asBytes(value).toString('base64'),
};

/** `sort` on a whole target or URL sorts what follows the `?` only. */
function sortQueryOf(value: Value): Value {
  const { path, query } = splitTarget(asText(value));
  return query === '' ? value : `${path}?${query.split('&').sort().join('&')}`;
}

/** A preset by its name, otherwise a template by its text. @throws SuiteError */
export function resolveTemplate(textOrPreset: string): Template {
  const name = textOrPreset.trim();
  if (Object.hasOwn(PRESETS, name)) return parseTemplate(PRESETS[name as keyof typeof PRESETS]);
  if (/^[a-z0-9-]+$/i.test(name)) {
    const known = Object.keys(PRESETS).join(', ');
    throw new SuiteError(
      `There is no signature preset "${name}".`,
      'the signature template',
      `name one of ${known}, or write a template such as {timestamp}{method}{target}{body}`,
    );
  }
  return parseTemplate(textOrPreset);
}

/** Reads a signature template. @throws SuiteError that names the character, counted from 1 */
export function parseTemplate(text: string): Template {
  const pieces = parsePieces(text, 0, text.length);
  const envNames = sourcesIn(pieces).flatMap(({ source, name }) => (source === 'env' ? [name] : []));
  return { text, pieces, envNames };
}

/** The placeholders of a template, those of a group among them. */
export function sourcesOf({ pieces }: Template): readonly SourcePiece[] {
  return sourcesIn(pieces);
}

function sourcesIn(pieces: readonly Piece[]): SourcePiece[] {
  return pieces.flatMap((piece) => {
    if (piece.kind === 'literal') return [];
    return piece.kind === 'source' ? [piece] : sourcesIn(piece.pieces);
  });
}

/** @param end - where they end; they are at least one source */
function parsePieces(text: string, begin: number, end: number): Piece[] {
  const pieces: Piece[] = [];
  let literal = '';
  let at = begin;
  const flush = (): void => {
    if (literal !== '') pieces.push({ kind: 'literal', text: literal });
    literal = '';
  };
  while (at < end) {
    const char = text.charAt(at);
    if (char === '\\') {
      literal += unescapeAt(text, at);
      at += 2;
    } else if (char === '{') {
      flush();
      const { piece, next } = text.charAt(at + 1) === '(' ? parseGroup(text, at) : parsePlaceholder(text, at);
      pieces.push(piece);
      at = next;
    } else if (char === '}') {
      throw templateError('has a } without a { before it', at);
    } else {
      literal += char;
      at += 1;
    }
  }
  flush();
  if (sourcesIn(pieces).length > 0) return pieces;
  throw templateError('names no source, so that every signature would be the same', begin);
}

function parsePlaceholder(text: string, open: number): { piece: SourcePiece; next: number } {
  const { steps, next } = parseSteps(text, open, open + 1);
  const [first, ...rest] = steps;
  if (first === undefined || first.argument !== undefined) throw templateError('has no source in a { }', open);
  const { source, name } = parseSource(first.text, first.at);
  const transforms = rest.map((step) => parseTransform(step, source));
  return { piece: { kind: 'source', source, name, transforms }, next };
}

/** `{(...)|sha256}`: a template within parentheses, and what is done to all that comes out of it. */
function parseGroup(text: string, open: number): { piece: Group; next: number } {
  const close = endOfGroup(text, open + 1);
  const pieces = parsePieces(text, open + 2, close).filter((piece) => piece.kind !== 'group');
  if (text.charAt(close + 1) !== '|') throw templateError('does nothing to what is in ( )', close);
  const { steps, next } = parseSteps(text, open, close + 2);
  const transforms = steps.map((step) => parseTransform(step, ''));
  return { piece: { kind: 'group', text: text.slice(open + 1, close + 1), pieces, transforms }, next };
}

function endOfGroup(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === '\\') at += 1;
    else if (char === '(') depth += 1;
    else if (char === ')') depth -= 1;
    if (at > open && text.startsWith('{(', at)) throw templateError('has a ( ) within another', at);
    if (depth === 0) return at;
  }
  throw templateError('has a ( that is never closed', open);
}

interface Step {
  readonly text: string;
  readonly at: number;
  readonly argument?: string;
}

/** What stands between the `|` of a placeholder, from `start` to its `}`. */
function parseSteps(text: string, open: number, start: number): { steps: Step[]; next: number } {
  const steps: Step[] = [];
  let at = start;
  for (;;) {
    const char = text.charAt(at);
    if (char === '' || char === '{') throw templateError('has a { that is never closed', open);
    if (char === '(') {
      const { argument, next } = parseArgument(text, at);
      const end = text.charAt(next);
      if (end !== '|' && end !== '}') throw templateError('has more text after a )', next);
      steps.push({ text: text.slice(start, at), at: start, argument });
      at = next;
    } else if (char === '|' || char === '}') {
      steps.push({ text: text.slice(start, at), at: start });
    } else {
      at += 1;
      continue;
    }
    at += 1;
    if (text.charAt(at - 1) === '}') return { steps, next: at };
    start = at;
  }
}

function parseArgument(text: string, open: number): { argument: string; next: number } {
  let argument = '';
  let at = open + 1;
  while (at < text.length) {
    const char = text.charAt(at);
    if (char === ')') return { argument, next: at + 1 };
    argument += char === '\\' ? unescapeAt(text, at) : char;
    at += char === '\\' ? 2 : 1;
  }
  throw templateError('has a ( that is never closed', open);
}

function parseSource(text: string, at: number): { source: Source | 'header' | 'env'; name: string } {
  if (Object.hasOwn(READ, text)) return { source: text as Source, name: '' };
  const colon = text.indexOf(':');
  const kind = text.slice(0, Math.max(colon, 0));
  const name = text.slice(colon + 1);
  if ((kind === 'header' || kind === 'env') && /^[\w-]+$/.test(name)) {
    if (name.toLowerCase() === 'x-signature') throw templateError('covers the signature itself', at);
    return { source: kind, name };
  }
  const known = [...Object.keys(READ), 'header:NAME', 'env:NAME'].join(' ');
  throw templateError(`has no source "${text}" to offer; the sources are ${known}`, at);
}

function parseTransform(step: Step, source: string): Transform {
  if (step.text === 'pre' && step.argument !== undefined) {
    const prefix = step.argument;
    return { name: 'pre', apply: (value) => (value.length === 0 ? value : join(prefix, value)) };
  }
  const transform = Object.hasOwn(TRANSFORMS, step.text) ? TRANSFORMS[step.text] : undefined;
  if (transform === undefined || step.argument !== undefined) {
    const known = [...Object.keys(TRANSFORMS), 'pre(TEXT)'].join(' ');
    throw templateError(`has no transform "${step.text}" to offer; the transforms are ${known}`, step.at);
  }
  const isOfQuery = step.text === 'sort' && (source === 'target' || source === 'url');
  return { name: step.text, apply: isOfQuery ? sortQueryOf : transform };
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', '0': '\0', '\\': '\\' };

function unescapeAt(text: string, at: number): string {
  const unescaped = ESCAPES[text.charAt(at + 1)];
  if (unescaped === undefined) throw templateError('has a \\ that is none of \\n \\t \\0 \\\\', at);
  return unescaped;
}

function templateError(what: string, at: number): SuiteError {
  return new SuiteError(
    `The signature template ${what}.`,
    `the signature template, character ${at + 1}`,
    'correct it; docs/settings.md has the sources, transforms and presets',
  );
}

/** The bytes that are signed. @throws SuiteError where `{env:NAME}` has no value */
export function preimage(template: Template, input: SigningInput): Buffer {
  return Buffer.concat(template.pieces.map((piece) => asBytes(valueOf(piece, input))));
}

/** What one piece of a template is, and what each of its transforms makes of it. */
export interface PieceSteps {
  /** Such as `body` or `header:X-Api-Key`, or a group as it is written; `null`: literal text. */
  readonly source: string | null;
  /** The sources that are in it. */
  readonly within: readonly string[];
  /** The value of the source first, under the name of the source. */
  readonly values: readonly { readonly name: string; readonly value: string | Uint8Array }[];
}

/** The pieces of {@link preimage} with what leads to them. Holds secrets. @throws SuiteError where `{env:NAME}` has no value */
export function stepsOf(template: Template, input: SigningInput): readonly PieceSteps[] {
  return template.pieces.map((piece) => {
    if (piece.kind === 'literal') return { source: null, within: [], values: [{ name: '', value: piece.text }] };
    const source = piece.kind === 'group' ? piece.text : nameOf(piece);
    const values = [{ name: source, value: rawValueOf(piece, input) }];
    for (const { name, apply } of piece.transforms) values.push({ name, value: apply(values.at(-1)?.value ?? '') });
    return { source, within: sourcesIn([piece]).map(nameOf), values };
  });
}

function nameOf({ source, name }: SourcePiece): string {
  return name === '' ? source : `${source}:${name}`;
}

/**
 * The signature: HMAC-SHA512 in lower-case hexadecimal.
 *
 * @param hash - another one makes a wrong signature
 * @throws SuiteError where `{env:NAME}` has no value
 */
export function sign(template: Template, key: KeyObject, input: SigningInput, hash: Hash = 'sha512'): string {
  const mac = createHmac(hash, key);
  for (const piece of template.pieces) mac.update(valueOf(piece, input));
  return mac.digest('hex');
}

/** The parts of a request that a change would not get past the signature. */
export function coverage(template: Template): ReadonlySet<Covered> {
  const covered = new Set<Covered>();
  for (const piece of sourcesOf(template)) {
    if (piece.source === 'env') covered.add('env');
    else if (piece.source === 'header') covered.add(HEADER_COVERS[piece.name.toLowerCase()] ?? 'header');
    else for (const part of COVERS[piece.source]) covered.add(part);
  }
  return covered;
}

/** What the sender of a request that arrived was to sign over, by its own headers. */
export function signingInputOf(
  request: WireRequest,
  { origin, env }: { readonly origin: string; readonly env?: Readonly<Record<string, string | undefined>> },
): SigningInput {
  const { headers } = request;
  return {
    timestamp: headerValue(headers, 'x-timestamp') ?? '',
    method: request.method,
    target: request.target,
    origin,
    body: request.body ?? new Uint8Array(),
    token: (headerValue(headers, 'authorization') ?? '').replace(/^Bearer +/i, ''),
    nonce: headerValue(headers, NONCE_HEADER) ?? '',
    headers,
    ...(env === undefined ? {} : { env }),
  };
}

const ENCODED: Readonly<Record<Exclude<KeyEncoding, 'utf8'>, RegExp>> = {
  hex: /^(?:[0-9a-f]{2})+$/i,
  base64: /^[0-9a-z+/]+={0,2}$/i,
  base64url: /^[\w-]+={0,2}$/,
};

/** Reads a signing key strictly: text that does not fit its encoding is an error. @throws SuiteError without the value */
export function decodeKey(text: string, encoding: KeyEncoding): KeyObject {
  if (text === '') {
    throw keyError('is empty', 'set it to the key that the service gave out');
  }
  if (encoding === 'utf8') return createSecretKey(Buffer.from(text));
  const remedy = 'correct TRADECERT_SIGNING_KEY, or name its encoding in TRADECERT_SIGNING_KEY_ENCODING';
  if (!ENCODED[encoding].test(text)) throw keyError(`is no ${encoding}`, remedy);
  const bytes = Buffer.from(text, encoding);
  const canonical = encoding === 'hex' ? text.toLowerCase() : text.replace(/=+$/, '');
  const padded = text.includes('=');
  if (bytes.toString(encoding).replace(/=+$/, '') !== canonical || (padded && text.length % 4 !== 0)) {
    throw keyError(`is no whole ${encoding}: characters are missing or left over at its end`, remedy);
  }
  return createSecretKey(bytes);
}

function keyError(what: string, remedy: string): SuiteError {
  return new SuiteError(`The signing key ${what}.`, 'TRADECERT_SIGNING_KEY', remedy);
}

/** A target's path, and its query without the `?`; empty where there is none. */
export function splitTarget(target: string): { readonly path: string; readonly query: string } {
  const mark = target.indexOf('?');
  return mark < 0 ? { path: target, query: '' } : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}

function valueOf(piece: Piece, input: SigningInput): Value {
  if (piece.kind === 'literal') return piece.text;
  let value = rawValueOf(piece, input);
  for (const { apply } of piece.transforms) value = apply(value);
  return value;
}

function rawValueOf(piece: SourcePiece | Group, input: SigningInput): Value {
  if (piece.kind === 'source') return read(piece.source, piece.name, input);
  return Buffer.concat(piece.pieces.map((inner) => asBytes(valueOf(inner, input))));
}

function read(source: Source | 'header' | 'env', name: string, input: SigningInput): Value {
  if (source === 'header') return headerValue(input.headers ?? [], name) ?? '';
  if (source !== 'env') return READ[source](input);
  const value = input.env !== undefined && Object.hasOwn(input.env, name) ? input.env[name] : undefined;
  if (value !== undefined) return value;
  throw new SuiteError(
    `The signature template needs the variable ${name}, which is not set.`,
    `the signature template, {env:${name}}`,
    `set ${name}, or take it out of the template`,
  );
}

function asText(value: Value): string {
  return typeof value === 'string' ? value : view(value).toString('utf8');
}

function asBytes(value: Value): Buffer {
  return typeof value === 'string' ? Buffer.from(value) : view(value);
}

function view(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function join(prefix: string, value: Value): Value {
  return typeof value === 'string' ? prefix + value : Buffer.concat([Buffer.from(prefix), value]);
}

/** JSON is rewritten; anything else, bytes that are no UTF-8 included, stays as it is. */
function rewriteJson(value: Value, rewrite: (text: string) => string): Value {
  if (typeof value !== 'string' && !isUtf8(value)) return value;
  return rewrite(asText(value));
}

/** Percent-decoding; `+` is no space, and what is not well-formed stays as it is. */
function percentDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Percent-encoding of everything but RFC 3986's unreserved characters. */
function percentEncode(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString()).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
