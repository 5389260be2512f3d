import { Buffer, isAscii, isUtf8 } from 'node:buffer';
import type { ParsedJson } from './exchange.js';

/** Deepest nesting of a body that is read. No body of the interface goes beyond 5. */
export const MAX_DEPTH = 200;

const TOO_DEEP = { ok: false, because: `it is nested more than ${MAX_DEPTH} levels deep` } as const;

/** Why a text was not read to its end, where that is our own limit, so that it may be JSON all the same; `null`: it was. */
export function whyUnread(json: ParsedJson): string | null {
  return !json.ok && json.because === TOO_DEEP.because ? json.because : null;
}

/** Most duplicate members that are named. */
const MAX_DUPLICATES = 20;

/** Types of JSON values; `absent` is no value at all. */
export type JsonType = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object' | 'absent';

/** The JSON type of a parsed value. */
export function jsonTypeOf(value: unknown): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  const type = typeof value;
  return type === 'boolean' || type === 'number' || type === 'string' || type === 'object' ? type : 'absent';
}

/** Whether a parsed value is a JSON object. */
export function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Bytes as text, a leading byte order mark included; `null` where they are no valid UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  const buffer = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isAscii(buffer)) return buffer.toString('latin1');
  return isUtf8(buffer) ? buffer.toString('utf8') : null;
}

/**
 * Reads a body as JSON. Never throws, whatever the text: nesting beyond {@link MAX_DEPTH} is `ok: false`, and
 * `__proto__` is a member like any other. Lone surrogates are let through.
 *
 * @returns duplicate members as JSON pointers; the last one of each is in the value, as JSON.parse does it
 */
export function parseJson(text: string): ParsedJson {
  if (text.charCodeAt(0) === 0xfeff) {
    return { ok: false, because: 'it begins with a byte order mark, which RFC 8259 does not allow' };
  }
  const { depth, members } = measure(text);
  if (depth > MAX_DEPTH) return TOO_DEEP;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { ok: false, because: explainBadJson(text, error) };
  }
  const duplicateMembers = countMembers(value) === members ? [] : findDuplicates(text);
  return { ok: true, value, duplicateMembers };
}

function explainBadJson(text: string, error: unknown): string {
  const start = text.slice(0, 256).trimStart();
  if (start === '') return text.length === 0 ? 'it is empty' : 'it begins with nothing but white space';
  if (start.startsWith('<')) return 'it is no JSON: it begins with "<", as HTML does';
  const position = error instanceof Error ? /at position (\d+)/.exec(error.message)?.[1] : undefined;
  if (position !== undefined) return `it is no valid JSON at position ${position}`;
  return error instanceof Error && error.message.includes('end of JSON input')
    ? 'it is no valid JSON: it ends too early'
    : 'it is no valid JSON';
}

const QUOTE = 34;
const COLON = 58;
const BACKSLASH = 92;

/** Deepest nesting, and how many members the text spells out. Over bytes: a third faster, and pages reach 9 MB. */
function measure(text: string): { depth: number; members: number } {
  const bytes = Buffer.from(text);
  let depth = 0;
  let deepest = 0;
  let members = 0;
  const end = bytes.length;
  for (let at = 0; at < end; at += 1) {
    const code = bytes[at] ?? 0;
    if (code === QUOTE) {
      for (at += 1; at < end; at += 1) {
        const inner = bytes[at];
        if (inner === QUOTE) break;
        if (inner === BACKSLASH) at += 1;
      }
    } else if (code === COLON) {
      members += 1;
    } else if (code > 90) {
      // [ 91 and { 123 open, ] 93 and } 125 close; the letters of literals are none of them
      if (code === 123 || code === 91) {
        depth += 1;
        if (depth > deepest) deepest = depth;
      } else if (code === 125 || code === 93) {
        depth -= 1;
      }
    }
  }
  return { depth: deepest, members };
}

function countMembers(value: unknown): number {
  let count = 0;
  if (typeof value !== 'object' || value === null) return 0;
  const open: object[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (Array.isArray(next)) {
      for (const child of next as unknown[]) if (typeof child === 'object' && child !== null) open.push(child);
      continue;
    }
    const members = next as Record<string, unknown>;
    // faster than Object.values, and what comes from JSON.parse inherits nothing enumerable
    for (const name in members) {
      count += 1;
      const child = members[name];
      if (typeof child === 'object' && child !== null) open.push(child);
    }
  }
  return count;
}

/** A token of a text that is known to be valid JSON. */
export interface JsonToken {
  readonly kind: '{' | '}' | '[' | ']' | ',' | ':' | 'string' | 'literal';
  /** As spelled, a string with its quotes. */
  readonly text: string;
}

const STRUCTURE = '{}[],:';

/** Walks the tokens of valid JSON, white space left out, every spelling kept. */
export function* tokensOf(text: string): Generator<JsonToken> {
  const end = text.length;
  for (let at = 0; at < end;) {
    const char = text.charAt(at);
    if (char === '"') {
      const close = endOfString(text, at);
      yield { kind: 'string', text: text.slice(at, close) };
      at = close;
    } else if (STRUCTURE.includes(char)) {
      yield { kind: char as JsonToken['kind'], text: char };
      at += 1;
    } else if (isBlank(text.charCodeAt(at))) {
      at += 1;
    } else {
      let close = at + 1;
      while (close < end && !isBlank(text.charCodeAt(close)) && !STRUCTURE.includes(text.charAt(close))) close += 1;
      yield { kind: 'literal', text: text.slice(at, close) };
      at = close;
    }
  }
}

/** Index after the closing quote of the string that opens at `at`. */
export function endOfString(text: string, at: number): number {
  for (let next = at + 1; next < text.length; next += 1) {
    const code = text.charCodeAt(next);
    if (code === QUOTE) return next + 1;
    if (code === BACKSLASH) next += 1;
  }
  return text.length;
}

function isBlank(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9;
}

interface OpenContainer {
  readonly pointer: string;
  /** Names seen so far; `null` in an array. */
  readonly names: Set<string> | null;
  index: number;
  name: string;
}

function findDuplicates(text: string): string[] {
  const found = new Set<string>();
  const open: OpenContainer[] = [];
  let expectsName = false;
  for (const token of tokensOf(text)) {
    const inside = open.at(-1);
    switch (token.kind) {
      case '{':
      case '[':
        open.push({ pointer: childPointer(inside), names: token.kind === '{' ? new Set() : null, index: 0, name: '' });
        expectsName = true;
        break;
      case '}':
      case ']':
        open.pop();
        break;
      case ',':
        if (inside !== undefined) inside.index += 1;
        expectsName = true;
        break;
      case ':':
        expectsName = false;
        break;
      case 'string':
        if (!expectsName || inside?.names == null) break;
        inside.name = JSON.parse(token.text) as string;
        if (inside.names.has(inside.name)) found.add(childPointer(inside));
        inside.names.add(inside.name);
        break;
      case 'literal':
        break;
    }
    if (found.size >= MAX_DUPLICATES) break;
  }
  return [...found];
}

function childPointer(inside: OpenContainer | undefined): string {
  if (inside === undefined) return '';
  return `${inside.pointer}/${inside.names === null ? inside.index : escapePointer(inside.name)}`;
}

/** A member name as one step of a JSON pointer. */
export function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The value at a JSON pointer (`/data/details/3`); `undefined` where there is none. Sees own members only. */
export function pointerGet(value: unknown, pointer: string): unknown {
  if (pointer === '') return value;
  let current = value;
  for (const step of pointer.slice(1).split('/')) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, name)) return undefined;
    current = (current as Record<string, unknown>)[name];
  }
  return current;
}

/** JSON with members in a stable order, so that equal values give equal texts. For values from {@link parseJson}. */
export function stableStringify(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => stableStringify(item ?? null)).join(',')}]`;
  if (isJsonObject(value)) {
    const members = Object.keys(value)
      .filter((name) => value[name] !== undefined)
      .sort()
      .map((name) => `${JSON.stringify(name)}:${stableStringify(value[name])}`);
    return `{${members.join(',')}}`;
  }
  return JSON.stringify(value ?? null);
}

/** JSON text without white space between tokens, every number and string spelled as before; other text as it is. */
export function minifyJson(text: string): string {
  if (!/[ \t\n\r]/.test(text) || !isJson(text)) return text;
  let minified = '';
  for (const token of tokensOf(text)) minified += token.text;
  return minified;
}

interface SortingContainer {
  readonly isObject: boolean;
  readonly parts: { name: string; text: string }[];
  /** The member name whose value comes next: decoded, and as spelled. */
  name: { decoded: string; spelled: string } | null;
}

/**
 * JSON text with the members of every object in order of their names (by UTF-16 code units), without white space,
 * every number and string spelled as before; other text as it is.
 *
 * @param first - names that stand before all others, in this order
 */
export function sortJsonMembers(text: string, first: readonly string[] = []): string {
  if (!isJson(text)) return text;
  const open: SortingContainer[] = [];
  let whole = '';
  const add = (item: string): void => {
    const inside = open.at(-1);
    if (inside === undefined) whole = item;
    else if (!inside.isObject) inside.parts.push({ name: '', text: item });
    else if (inside.name === null) inside.name = { decoded: JSON.parse(item) as string, spelled: item };
    else {
      inside.parts.push({ name: inside.name.decoded, text: `${inside.name.spelled}:${item}` });
      inside.name = null;
    }
  };
  for (const { kind, text: spelled } of tokensOf(text)) {
    if (kind === '{' || kind === '[') open.push({ isObject: kind === '{', parts: [], name: null });
    else if (kind === '}' || kind === ']') add(closed(open.pop(), first));
    else if (kind === 'string' || kind === 'literal') add(spelled);
  }
  return whole;
}

function closed(container: SortingContainer | undefined, first: readonly string[]): string {
  if (container === undefined) return '';
  if (!container.isObject) return `[${container.parts.map((part) => part.text).join(',')}]`;
  const placeOf = (name: string): number => (first.includes(name) ? first.indexOf(name) : first.length);
  const sorted = container.parts.sort(
    (a, b) => placeOf(a.name) - placeOf(b.name) || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0),
  );
  return `{${sorted.map((part) => part.text).join(',')}}`;
}

const BEGINS_JSON = /^[ \t\n\r]*["[{tfn\d-]/;

/** Whether JSON.parse takes a text. */
export function isJson(text: string): boolean {
  // the error of a long text costs as much as reading it
  if (!BEGINS_JSON.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
