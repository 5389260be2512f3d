import { Buffer } from 'node:buffer';
import { HEX, replaceRuns, tableOf } from './character-runs.js';
import { isClosedHeader } from './closed-names.js';
import type { Span } from './decoded-text.js';
import type { Headers } from './exchange.js';
import { decodeUtf8, endOfString, isJson } from './json.js';
import { PatternMatcher, type Pattern } from './pattern-matcher.js';
import { RecentSet } from './recent-set.js';
import { formsOf } from './secret-forms.js';
import { SecretParts } from './secret-parts.js';

/** Something that must not be recorded, and the word that stands in its place. */
export interface Secret {
  /** Such as `token`: shown as `[redacted:token]`. */
  readonly name: string;
  readonly value: string | Uint8Array;
  /** Taken out as a whole only: parts of it say nothing, and may stand in harmless text. */
  readonly whole?: true;
}

/** Headers whose values are never shown, known secret or not. */
const CLOSED_HEADERS: Readonly<Record<string, string>> = {
  authorization: 'authorization',
  'proxy-authorization': 'authorization',
  'x-signature': 'signature',
  cookie: 'cookie',
  'set-cookie': 'cookie',
  cookie2: 'cookie',
  'set-cookie2': 'cookie',
};

/** Hexadecimal digits of an HMAC-SHA512. */
const SIGNATURE_DIGITS = 128;
/** Characters of its 64 bytes in base64 without padding. */
const SIGNATURE_BASE64 = 86;
/** Characters of its digits in base64 without padding. */
const DIGITS_BASE64 = 171;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE64 = tableOf(`${LETTERS}0123456789+/-_`);
/** How much of a signature in base64 is looked at first: whole groups of it. */
const BEGINNING_BYTES = 9;
const BEGINNING_BASE64 = 12;
/** What base64 of a hexadecimal digit begins with. */
const DIGITS_BEGIN_WITH = 'MNOQRYZ';
/** Most places of one text that are tried for a signature in base64: a hostile body must not cost seconds. */
const MOST_TRIES = 65_536;

/** How many learned secrets, and how many signatures as a whole, are remembered at least; at most twice as many. */
const MOST_LEARNED = 64;
const MOST_SIGNATURES = 8192;

/** How many short texts without a secret are remembered, and how short they are. */
const MOST_CLEAN = 1000;
const LONGEST_REMEMBERED = 64;

const PART = '[redacted:secret]';
const JWT = /^[\w-]+(?:\.[\w-]*){2,4}$/;

/**
 * Takes secrets out of what is recorded, and parts of 16 letters and digits of them. Text without secrets comes back as it is, and is skimmed rather than read;
 * JSON stays valid JSON. Secrets of fewer than 4 characters are taken out of headers only.
 */
export class Redactor {
  private fixed: readonly Pattern[];
  private readonly values = new Map<string, string>();
  private readonly parts = new SecretParts();
  /** Learned secrets by value, the least recent one first. */
  private readonly learned = new Map<string, readonly Pattern[]>();
  /** Signatures that were sent, in lower-case hexadecimal. */
  private readonly signatures = new RecentSet(MOST_SIGNATURES);
  /** How their bytes begin in base64: most places of a text are no signature, and this tells so at little cost. */
  private readonly beginnings = new RecentSet(MOST_SIGNATURES);
  /** Finds all of them; `null`: to be made anew. */
  private matcher: PatternMatcher | null = null;
  /** How many of the secrets that it finds are forgotten. */
  private stale = 0;
  /** Short texts that no secret known so far is in. */
  private readonly clean = new Set<string>();
  /** Names of headers, in lower case, that are not those of secrets. */
  private readonly open = new Set<string>();

  private readonly digests: ReadonlySet<string>;

  /** @param digests - SHA-512 of what is no secret, in lower-case hexadecimal: they look like signatures, and are shown */
  constructor(secrets: readonly Secret[], digests: ReadonlySet<string> = new Set()) {
    this.digests = digests;
    this.fixed = secrets.flatMap((secret) => this.patternsOf(secret));
    for (const { value, whole } of secrets) {
      if (whole !== true) for (const part of ownParts(value)) this.parts.add(part);
    }
  }

  /** Adds secrets that came up during the run and are never forgotten, such as a fresh token. */
  keep(secrets: readonly Secret[]): void {
    this.fixed = [...this.fixed, ...secrets.flatMap((secret) => this.patternsOf(secret))];
    for (const { value, whole } of secrets) {
      if (whole !== true) for (const part of ownParts(value)) this.parts.add(part);
    }
    this.clean.clear();
    this.matcher = null;
  }

  /** Adds a secret that one request brought up, such as a forged token, a signature. The least recent ones are forgotten. */
  learn(name: string, value: string): void {
    if (value.length === SIGNATURE_DIGITS && /^[0-9a-f]+$/i.test(value)) {
      this.signatures.add(value.toLowerCase());
      this.parts.learnSignature(value.toLowerCase());
      this.beginnings.add(Buffer.from(value.slice(0, 2 * BEGINNING_BYTES), 'hex').toString('base64'));
      return;
    }
    for (const part of ownParts(value)) this.parts.learn(part);
    const known = this.learned.get(value);
    if (known !== undefined) {
      this.learned.delete(value);
      this.learned.set(value, known);
    }
    if (this.values.has(value)) return;
    this.clean.clear();
    const patterns = this.patternsOf({ name, value });
    this.learned.set(value, patterns);
    const [oldest] = this.learned.keys();
    if (this.learned.size > MOST_LEARNED && oldest !== undefined) {
      this.learned.delete(oldest);
      this.values.delete(oldest);
      this.stale += 1;
    }
    const { matcher } = this;
    // made anew for each secret, it would cost more than all else where each request has one of its own
    if (this.stale > MOST_LEARNED || matcher === null || !patterns.every((pattern) => matcher.add(pattern)))
      this.matcher = null;
  }

  /** The text with a placeholder for every secret. */
  text(text: string): string {
    return this.withoutParts(this.withoutKnown(text));
  }

  private withoutKnown(text: string): string {
    const replaced = this.replace(text);
    if (replaced === text || !isJson(text) || isJson(replaced)) return replaced;
    return replaceInTokens(
      text,
      (from, to) => this.replace(text.slice(from, to)),
      (from, to) => this.replace(text.slice(from, to)) !== text.slice(from, to),
    );
  }

  private withoutParts(text: string): string {
    const spans = this.parts.find(text);
    if (spans.length === 0) return text;
    const hidden = maskOf(text.length, spans);
    const replaced = cover(text, hidden, 0, text.length);
    const isSpread = spans.some(({ start, end }) => text.slice(start, end).includes('"'));
    // what is spread over several members must leave them as many as they are
    if (!isJson(text) || (!isSpread && isJson(replaced))) return replaced;
    return replaceInTokens(
      text,
      (from, to) => cover(text, hidden, from, to),
      (from, to) => hidden.subarray(from, to).includes(1),
    );
  }

  /** A request target with a placeholder for every secret. */
  target(target: string): string {
    return this.text(target);
  }

  /** The bytes with a placeholder for every secret; the same object where there is none. */
  bytes(bytes: Uint8Array): Uint8Array {
    const utf8 = decodeUtf8(bytes);
    const text = utf8 ?? Buffer.from(bytes).toString('latin1');
    const redacted = this.text(text);
    return redacted === text ? bytes : Buffer.from(redacted, utf8 === null ? 'latin1' : 'utf8');
  }

  /** Headers with placeholders; of those that carry credentials only the shape is left. */
  headers(headers: Headers): Headers {
    return headers.map(([name, value]) => [this.short(name), this.header(name.toLowerCase(), value)] as const);
  }

  private header(name: string, value: string): string {
    if (value === '') return value;
    const closed = Object.hasOwn(CLOSED_HEADERS, name) ? CLOSED_HEADERS[name] : undefined;
    if (closed === 'authorization') return this.authorization(value);
    if (closed === 'signature') return `[redacted:signature]${signatureShape(value)}`;
    if (closed !== undefined) return `[redacted:${closed}]`;
    const known = this.values.get(value);
    if (known !== undefined) return `[redacted:${known}]`;
    return this.isClosed(name) ? '[redacted:secret]' : this.short(value);
  }

  /** Names of headers come again and again: those that are not closed are remembered. */
  private isClosed(name: string): boolean {
    if (this.open.has(name)) return false;
    if (isClosedHeader(name)) return true;
    if (name.length <= LONGEST_REMEMBERED && this.open.size < MOST_CLEAN) this.open.add(name);
    return false;
  }

  /** Names and values of headers come again and again: those without a secret are remembered. */
  private short(text: string): string {
    if (this.clean.has(text)) return text;
    const redacted = this.text(text);
    if (redacted === text && text.length <= LONGEST_REMEMBERED && this.clean.size < MOST_CLEAN) this.clean.add(text);
    return redacted;
  }

  /** Keeps a known scheme and the white space after it, and says whether the rest was a known secret. */
  private authorization(value: string): string {
    const scheme = /^(?:bearer|basic|digest|token|jwt)(?:[ \t]+|$)/i.exec(value)?.[0] ?? '';
    const rest = value.slice(scheme.length);
    return rest === '' ? scheme : `${scheme}[redacted:${this.values.get(rest) ?? 'authorization'}]`;
  }

  private patternsOf({ name, value }: Secret): Pattern[] {
    const label = name.toLowerCase().replace(/[^a-z0-9-]+/g, '-');
    const parts: (string | Uint8Array)[] = [value];
    if (typeof value === 'string') {
      this.values.set(value, label);
      if (JWT.test(value)) parts.push(...value.split('.').filter((part) => part.length >= 8));
    }
    return parts.flatMap(formsOf).map((text) => ({ text, label }));
  }

  private replace(text: string): string {
    const matcher = (this.matcher ??= this.matcherOfAll());
    let done = 0;
    let redacted = '';
    for (let match = matcher.find(text, 0); match !== null; match = matcher.find(text, match.end)) {
      redacted += `${text.slice(done, match.start)}[redacted:${match.label}]`;
      done = match.end;
    }
    return this.replaceSignatures(redacted + text.slice(done));
  }

  private matcherOfAll(): PatternMatcher {
    this.stale = 0;
    return new PatternMatcher([...this.fixed, ...[...this.learned.values()].flat()]);
  }

  private replaceSignatures(text: string): string {
    const withoutHex = replaceRuns(text, SIGNATURE_DIGITS, HEX, (run) =>
      // a number of 128 digits has no letters, a signature has no 128 digits without one
      /[a-f]/i.test(run) && !this.digests.has(run.toLowerCase()) ? '[redacted:signature]' : run,
    );
    if (this.signatures.isEmpty) return withoutHex;
    const budget = { tries: MOST_TRIES };
    return replaceRuns(withoutHex, SIGNATURE_BASE64, BASE64, (run) => this.replaceEncodedSignatures(run, budget));
  }

  /** Signatures in base64, of their bytes or of their hexadecimal digits. */
  private replaceEncodedSignatures(run: string, budget: { tries: number }): string {
    let redacted = '';
    let done = 0;
    for (let at = 0; at + SIGNATURE_BASE64 <= run.length && budget.tries > 0; at += 1) {
      budget.tries -= 1;
      const length = this.encodedSignatureAt(run, at);
      if (length === 0) continue;
      redacted += `${run.slice(done, at)}[redacted:signature]`;
      done = at + length;
      at = done - 1;
    }
    return redacted + run.slice(done);
  }

  /** How many characters at that place are a signature in base64; 0: none. */
  private encodedSignatureAt(run: string, at: number): number {
    const beginning = run.slice(at, at + BEGINNING_BASE64);
    if (beginsWithDigits(beginning)) {
      const digits = Buffer.from(run.slice(at, at + DIGITS_BASE64), 'base64');
      if (this.signatures.has(digits.toString('latin1').toLowerCase())) return DIGITS_BASE64;
    }
    if (!this.beginnings.has(beginning.replaceAll('-', '+').replaceAll('_', '/'))) return 0;
    const bytes = Buffer.from(run.slice(at, at + SIGNATURE_BASE64), 'base64');
    return this.signatures.has(bytes.toString('hex')) ? SIGNATURE_BASE64 : 0;
  }
}

/**
 * For JSON that would not survive otherwise: inside strings only, and numbers become nines of the same length.
 *
 * @param replace - what a part of a string becomes, by its place in the text
 * @param isSecret - whether a secret is in the number there
 */
function replaceInTokens(
  text: string,
  replace: (from: number, to: number) => string,
  isSecret: (from: number, to: number) => boolean,
): string {
  let redacted = '';
  for (let at = 0; at < text.length;) {
    const quote = text.indexOf('"', at);
    const outside = text.slice(at, quote < 0 ? text.length : quote);
    const start = at;
    redacted += outside.replace(
      /(-?\d[\d.]*)(e[+-]?\d+)?/gi,
      (number, digits: string, exponent: string | undefined, at: number) => {
        const place = start + at;
        if (isSecret(place, place + digits.length)) return nines(digits) + (exponent ?? '');
        // longer ones look like signatures, of which none is a number
        return exponent !== undefined && number.length < SIGNATURE_DIGITS && isSecret(place, place + number.length)
          ? nines(number)
          : number;
      },
    );
    if (quote < 0) break;
    const end = endOfString(text, quote);
    const replaced = `"${replace(quote + 1, end - 1)}"`;
    redacted += isJson(replaced) ? replaced : '"[redacted:secret]"';
    at = end;
  }
  return redacted;
}

function nines(number: string): string {
  return number.replace(/\d/g, '9');
}

function maskOf(length: number, spans: readonly Span[]): Uint8Array {
  const mask = new Uint8Array(length);
  for (const { start, end } of spans) mask.fill(1, start, end);
  return mask;
}

/** A part of the text with a placeholder for each row of what is hidden. */
function cover(text: string, hidden: Uint8Array, from: number, to: number): string {
  let covered = '';
  for (let at = from; at < to;) {
    const found = hidden.subarray(at, to).indexOf(hidden[at] === 1 ? 0 : 1);
    const end = found < 0 ? to : at + found;
    covered += hidden[at] === 1 ? PART : text.slice(at, end);
    at = end;
  }
  return covered;
}

/** Of a JWT, what is its own: headers, and how claims begin after one, are alike in many, such as in a paging key. */
function ownParts(value: string): readonly string[];
function ownParts(value: string | Uint8Array): readonly (string | Uint8Array)[];
function ownParts(value: string | Uint8Array): readonly (string | Uint8Array)[] {
  return typeof value === 'string' && JWT.test(value) ? value.split('.').slice(1) : [value];
}

/** Whether this is base64 of text that begins with hexadecimal digits; mostly its first character tells. */
function beginsWithDigits(base64: string): boolean {
  if (!DIGITS_BEGIN_WITH.includes(base64.charAt(0))) return false;
  return /^[0-9a-f]+$/i.test(Buffer.from(base64, 'base64').toString('latin1'));
}

/** What a reader may know of a signature that is not of the usual shape. */
function signatureShape(value: string): string {
  if (/^[0-9a-f]{128}$/.test(value)) return '';
  if (/^[0-9A-F]{128}$/.test(value)) return ' (128 upper-case digits)';
  const what = /^[0-9a-f]+$/i.test(value) ? 'hexadecimal digits' : 'characters';
  return ` (${value.length} ${what})`;
}
