import { docPage } from '../contract/doc-page.js';
import { SuiteError } from '../contract/suite-error.js';
import { join, sortQueryOf, TRANSFORMS, type Value } from './template-values.js';
import { writesPath } from './written-path.js';

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

/** A part of a request that a signature can cover. */
export type Covered =
  'timestamp' | 'method' | 'path' | 'query' | 'host' | 'body' | 'token' | 'nonce' | 'header' | 'env';

/** A placeholder without an argument. */
export type Source = 'timestamp' | 'method' | 'path' | 'query' | 'target' | 'url' | 'host' | 'body' | 'token' | 'nonce';

/** A part of a template. */
export type Piece = Literal | SourcePiece | Group;

interface Literal {
  readonly kind: 'literal';
  readonly text: string;
}

/** A placeholder of a template. */
export interface SourcePiece {
  readonly kind: 'source';
  readonly source: Source | 'header' | 'env';
  /** Of `header:NAME` and `env:NAME`. */
  readonly name: string;
  readonly transforms: readonly Transform[];
}

/** Pieces that are transformed as one, such as hashed together. */
export interface Group {
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

/** The sources, each with the parts of a request that it covers. */
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

/** The placeholders of some pieces, those of groups among them. */
export function sourcesIn(pieces: readonly Piece[]): SourcePiece[] {
  return pieces.flatMap((piece) => {
    if (piece.kind === 'literal') return [];
    return piece.kind === 'source' ? [piece] : sourcesIn(piece.pieces);
  });
}

/** The literal text of some pieces, that of groups among it. */
export function literalsIn(pieces: readonly Piece[]): string[] {
  return pieces.flatMap((piece) => {
    if (piece.kind === 'literal') return [piece.text];
    return piece.kind === 'group' ? literalsIn(piece.pieces) : [];
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
  if (Object.hasOwn(COVERS, text)) return { source: text as Source, name: '' };
  const colon = text.indexOf(':');
  const kind = text.slice(0, Math.max(colon, 0));
  const name = text.slice(colon + 1);
  if ((kind === 'header' || kind === 'env') && /^[\w-]+$/.test(name)) {
    if (name.toLowerCase() === 'x-signature') throw templateError('covers the signature itself', at);
    return { source: kind, name };
  }
  const known = [...Object.keys(COVERS), 'header:NAME', 'env:NAME'].join(' ');
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
    `correct it; ${docPage('settings.md')} has the sources, transforms and presets`,
  );
}

/** The parts of a request that a change would not get past the signature. */
export function coverage(template: Template): ReadonlySet<Covered> {
  const covered = new Set<Covered>();
  if (literalsIn(template.pieces).some(writesPath)) covered.add('path');
  for (const piece of sourcesOf(template)) {
    if (piece.source === 'env') covered.add('env');
    else if (piece.source === 'header') covered.add(HEADER_COVERS[piece.name.toLowerCase()] ?? 'header');
    else for (const part of COVERS[piece.source]) covered.add(part);
  }
  return covered;
}
