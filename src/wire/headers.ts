import type { Headers } from './exchange.js';

/** First value of a header, whatever the case of its name. */
export function headerValue(headers: Headers, name: string): string | undefined {
  const wanted = name.toLowerCase();
  for (const [candidate, value] of headers) {
    if (candidate.length === wanted.length && candidate.toLowerCase() === wanted) return value;
  }
  return undefined;
}

/** All values of a header in the order of the wire. */
export function headerValues(headers: Headers, name: string): string[] {
  const wanted = name.toLowerCase();
  return headers.filter(([candidate]) => candidate.toLowerCase() === wanted).map(([, value]) => value);
}

/** The same headers with one value for `name`: in the place of the first one, otherwise at the end. */
export function withHeader(headers: Headers, name: string, value: string): Headers {
  const wanted = name.toLowerCase();
  const first = headers.findIndex(([candidate]) => candidate.toLowerCase() === wanted);
  if (first < 0) return [...headers, [name, value]];
  return headers.flatMap((pair, at): Headers => {
    if (at === first) return [[name, value]];
    return pair[0].toLowerCase() === wanted ? [] : [pair];
  });
}

/** The same headers without any of that name. */
export function withoutHeader(headers: Headers, name: string): Headers {
  const wanted = name.toLowerCase();
  return headers.filter(([candidate]) => candidate.toLowerCase() !== wanted);
}

/** A Content-Type, taken apart. */
export interface MediaType {
  /** Such as `application/json`, in lower case. */
  readonly type: string;
  /** Names in lower case, values without quotes. */
  readonly parameters: ReadonlyMap<string, string>;
}

const TOKEN = /^[!#$%&'*+.^_`|~0-9a-z-]+$/i;

/** Reads a Content-Type; `null` where it has no `type/subtype`. */
export function parseMediaType(text: string): MediaType | null {
  const [essence = '', ...rest] = splitOutsideQuotes(text);
  const [major, minor, excess] = essence.trim().split('/');
  if (major === undefined || minor === undefined || excess !== undefined) return null;
  if (!TOKEN.test(major) || !TOKEN.test(minor)) return null;
  const parameters = new Map<string, string>();
  for (const part of rest) {
    const equals = part.indexOf('=');
    if (equals < 0) continue;
    const name = part.slice(0, equals).trim().toLowerCase();
    if (TOKEN.test(name) && !parameters.has(name)) parameters.set(name, unquoted(part.slice(equals + 1).trim()));
  }
  return { type: `${major}/${minor}`.toLowerCase(), parameters };
}

/** Whether a Content-Type says JSON: `application/json`, with any parameters. */
export function isJsonMediaType(text: string | undefined): boolean {
  return text !== undefined && parseMediaType(text)?.type === 'application/json';
}

function splitOutsideQuotes(text: string): string[] {
  const parts: string[] = [];
  let quoted = false;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (quoted && char === '\\') at += 1;
    else if (char === '"') quoted = !quoted;
    else if (char === ';' && !quoted) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}

function unquoted(value: string): string {
  if (value.length < 2 || !value.startsWith('"') || !value.endsWith('"')) return value;
  return value.slice(1, -1).replace(/\\(.)/gs, '$1');
}
