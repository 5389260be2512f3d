import { Buffer } from 'node:buffer';
import { replaceRuns, tableOf } from './character-runs.js';
import { isJsonObject } from './json.js';

const CHARACTERS = tableOf('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.');
/** Characters of the shortest header, `{"alg":""}`, and of the shortest token. */
const SHORTEST_HEADER = 14;
const SHORTEST_TOKEN = 17;
const LONGEST_HEADER = 16 * 1024;
/** How base64url of `{"` begins, and of `{` with white space after it. */
const BEGINNING = /e(?:y[JA]|w[o0k])/g;
/** Places of one part where a header may begin: in a URL, something may stand before it that looks as if it were of it. */
const MOST_BEGINNINGS = 4;
/** Headers of one text that are read; what comes after so many is taken for a token by its beginning alone. */
const MOST_TRIES = 20_000;

/**
 * Replaces what has the shape of a JWT, wherever it stands: three parts in base64url, or five where it is encrypted, the
 * first of which is a JSON object with `alg` or `typ`. Its cost is linear, whatever the text.
 */
export function replaceTokens(text: string, replacement: (token: string) => string): string {
  const budget = { tries: MOST_TRIES };
  return replaceRuns(text, SHORTEST_TOKEN, CHARACTERS, (run) => replaceIn(run, budget, replacement));
}

/** What has the shape of a JWT in a text, up to a number. */
export function tokensIn(text: string, most: number): string[] {
  const tokens: string[] = [];
  replaceTokens(text, (token) => {
    if (tokens.length < most) tokens.push(token);
    return token;
  });
  return tokens;
}

function replaceIn(run: string, budget: { tries: number }, replacement: (token: string) => string): string {
  let redacted = '';
  let done = 0;
  for (let at = 0; ;) {
    const dot = run.indexOf('.', at);
    if (dot < 0) return done === 0 ? run : redacted + run.slice(done);
    const header = dot - at < SHORTEST_HEADER ? null : headerBefore(run, at, dot, budget);
    const end = header === null ? -1 : endOf(run, dot, header.isEncrypted);
    if (header === null || end < 0) {
      at = dot + 1;
      continue;
    }
    redacted += run.slice(done, header.start) + replacement(run.slice(header.start, end));
    done = at = end;
  }
}

interface Header {
  readonly start: number;
  readonly isEncrypted: boolean;
}

function headerBefore(run: string, from: number, dot: number, budget: { tries: number }): Header | null {
  const part = run.slice(Math.max(from, dot - LONGEST_HEADER), dot);
  let beginnings = 0;
  for (const { index } of part.matchAll(BEGINNING)) {
    if (part.length - index < SHORTEST_HEADER || (beginnings += 1) > MOST_BEGINNINGS) return null;
    const start = dot - part.length + index;
    if ((budget.tries -= 1) < 0) return { start, isEncrypted: false };
    const header = read(part.slice(index));
    if (header !== null) return { start, isEncrypted: Object.hasOwn(header, 'enc') };
  }
  return null;
}

function read(header: string): Readonly<Record<string, unknown>> | null {
  const text = Buffer.from(header, 'base64url').toString('utf8');
  // most that is no header is told from one without an error, which is slow
  if (!text.trimEnd().endsWith('}') || !/"(?:alg|typ)"/.test(text)) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) && (Object.hasOwn(value, 'alg') || Object.hasOwn(value, 'typ')) ? value : null;
  } catch {
    return null;
  }
}

/** Where a token ends of which the first full stop is known; -1: it is none. Its last part may be empty. */
function endOf(run: string, dot: number, isEncrypted: boolean): number {
  const second = run.indexOf('.', dot + 1);
  if (second < 0 || (second === dot + 1 && !isEncrypted)) return -1;
  let end = run.indexOf('.', second + 1);
  for (let part = 3; isEncrypted && part < 5 && end >= 0; part += 1) end = run.indexOf('.', end + 1);
  return end < 0 ? run.length : end;
}
