import { Buffer } from 'node:buffer';
import type { KeyEncoding } from '../../contract/profile.js';
import { headerValue, withHeader } from '../../wire/headers.js';
import { decodeKey } from '../../wire/decode-key.js';
import { coverage, parseTemplate, PRESETS, type Covered, type Template } from '../../wire/signature-template.js';
import { sign, type KeyObject, type SigningInput } from '../../wire/signing.js';
import { decodePercent } from './request-query.js';
import { respelled } from './respelled-body.js';
import type { Sight } from './sight.js';

/** What is wrong with a signature. */
export interface Explanation {
  readonly clause: string;
  readonly cause: string;
  readonly actual: string;
}

/** A mistake that a client may have made, and what it would have signed. */
interface Suspicion extends Explanation {
  readonly input?: Partial<SigningInput>;
  readonly key?: KeyObject;
  readonly template?: Template;
  readonly hash?: 'sha256';
}

/** Largest body for which a wrong signature is explained, in bytes: it is signed over some two hundred times. */
const LARGEST_BODY = 64 * 1024;
/** Furthest that the signed time is looked for from the sent one, in seconds. */
const MOST_SECONDS_APART = 60;
/** Mistakes that are remembered, the latest ones: a client makes the same again. */
const MOST_REMEMBERED = 16;
/** How many wrong signatures are held against every mistake; afterwards one of so many. */
const FIRST_SEARCHES = 20;
const ONE_SEARCH_OF = 200;

/** A wrong signature. */
export interface WrongSignature {
  readonly sight: Sight;
  readonly key: KeyObject;
  /** X-Signature as sent. */
  readonly value: string;
  /** What was to be signed. */
  readonly inputs: readonly SigningInput[];
  /** The signatures of that. */
  readonly right: readonly string[];
}

/** Explains wrong signatures, however many come: mistakes that were found before are looked for first, and others at times. */
export class SignatureExplainer {
  private readonly remembered = new Map<string, Group>();
  private wrong = 0;
  private searches = 0;

  /** The one clause that a wrong signature breaks, and why. */
  explain(wrong: WrongSignature): Explanation {
    const { sight, value, right } = wrong;
    const byForm = explainForm(value, right);
    if (byForm !== null) return byForm;
    if ((sight.passage.request.body?.length ?? 0) > LARGEST_BODY) return UNEXPLAINED;
    this.wrong += 1;
    return this.recall(wrong) ?? this.search(wrong) ?? UNEXPLAINED;
  }

  private recall(wrong: WrongSignature): Explanation | null {
    for (const group of new Set(this.remembered.values())) {
      for (const suspicion of suspicionsOf(group, wrong)) {
        if (this.remembered.has(nameOf(suspicion)) && isMade(suspicion, wrong)) return suspicion;
      }
    }
    return null;
  }

  private search(wrong: WrongSignature): Explanation | null {
    if (this.searches >= FIRST_SEARCHES + this.wrong / ONE_SEARCH_OF) return null;
    this.searches += 1;
    for (const group of GROUPS) {
      for (const suspicion of suspicionsOf(group, wrong)) {
        if (!isMade(suspicion, wrong)) continue;
        this.remember(nameOf(suspicion), group);
        return suspicion;
      }
    }
    return null;
  }

  private remember(name: string, group: Group): void {
    this.remembered.set(name, group);
    const [oldest] = this.remembered.keys();
    if (this.remembered.size > MOST_REMEMBERED && oldest !== undefined) this.remembered.delete(oldest);
  }
}

const nameOf = ({ clause, actual }: Suspicion): string => `${clause} ${actual}`;

/** Whether a signature is the one that this mistake makes. */
function isMade(suspicion: Suspicion, { sight, key, value, inputs }: WrongSignature): boolean {
  const { input: other, key: otherKey = key, template = sight.facts.template, hash } = suspicion;
  const digits = value.toLowerCase();
  return inputs.some((input) => sign(template, otherKey, { ...input, ...other }, hash) === digits);
}

const UNEXPLAINED: Explanation = {
  clause: 'SIG-004',
  cause: 'X-Signature is not the signature',
  actual: 'the signature of something else, or of nothing',
};

/** Mistakes in how a right signature is written. */
function explainForm(value: string, right: readonly string[]): Explanation | null {
  const wrong = (cause: string, actual: string): Explanation => ({ clause: 'SIG-004', cause, actual });
  const bytes = Buffer.from(value, 'base64').toString('hex');
  const text = Buffer.from(value, 'base64').toString('latin1').toLowerCase();
  if (right.includes(bytes) || right.includes(text)) {
    return { clause: 'SIG-005', cause: 'X-Signature is in base64', actual: 'the right signature in base64' };
  }
  const digits = value.toLowerCase();
  if (digits.length >= 16 && right.some((one) => one.startsWith(digits) || one.endsWith(digits))) {
    return wrong('a part of X-Signature is missing', `${digits.length} of its 128 digits`);
  }
  if (right.some((one) => digits.includes(one))) {
    return wrong('X-Signature has more than the signature', 'the right signature with something before or after it');
  }
  if (right.includes(digits.replace(/[^0-9a-f]/g, ''))) {
    return wrong('X-Signature has other characters among its digits', 'the right signature, its digits apart');
  }
  if (/^[0-9a-f]{128}$/.test(digits)) return null;
  if (/^[0-9a-f]{64}$/.test(digits)) return null; // SHA-256, perhaps of the right thing
  return wrong('X-Signature is no HMAC-SHA512 in hexadecimal', `${value.length} characters`);
}

/** Mistakes in one part of what is signed. */
interface Group {
  /** They are looked for where the template covers it; `null`: always. */
  readonly part: Covered | null;
  readonly suspicions: (sight: Sight, key: KeyObject) => Iterable<Suspicion>;
}

/** Every mistake that is looked for, the likeliest first. */
const GROUPS: readonly Group[] = [
  { part: 'body', suspicions: ofBody },
  { part: 'timestamp', suspicions: ofTimestamp },
  { part: 'path', suspicions: ofPath },
  { part: 'host', suspicions: ofHost },
  { part: 'method', suspicions: ofMethod },
  { part: 'token', suspicions: ofToken },
  { part: null, suspicions: ofKey },
  { part: null, suspicions: ofTemplate },
];

function suspicionsOf({ part, suspicions }: Group, { sight, key }: WrongSignature): Iterable<Suspicion> {
  return part === null || coverage(sight.facts.template).has(part) ? suspicions(sight, key) : [];
}

function* ofBody({ passage }: Sight): Generator<Suspicion> {
  const body = passage.request.body ?? new Uint8Array();
  for (const { way, bytes } of respelled(body)) {
    yield {
      clause: 'SIG-006',
      cause: 'the signature is over another body than the one that was sent',
      actual: `the signature of ${way}`,
      input: { body: bytes },
    };
  }
}

function* ofTimestamp({ passage }: Sight): Generator<Suspicion> {
  const { headers } = passage.request;
  const sent = headerValue(headers, 'x-timestamp') ?? '';
  const signedAt = (actual: string, timestamp: string): Suspicion => ({
    clause: 'SIG-007',
    cause: 'the signature is over another time than X-Timestamp',
    actual: `the signature of ${actual}`,
    input: { timestamp, headers: withHeader(headers, 'X-Timestamp', timestamp) },
  });
  yield signedAt('an empty timestamp', '');
  for (const around of [` ${sent}`, `${sent} `, ` ${sent} `])
    yield signedAt('the timestamp with blanks around it', around);
  const seconds = Number(sent);
  if (!Number.isFinite(seconds)) return;
  yield signedAt('the time in milliseconds', String(seconds * 1000));
  yield signedAt('the time in seconds', String(Math.floor(seconds / 1000)));
  for (let apart = 1; apart <= MOST_SECONDS_APART; apart += 1) {
    yield signedAt(`a time ${apart} s earlier`, String(seconds - apart));
    yield signedAt(`a time ${apart} s later`, String(seconds + apart));
  }
}

function* ofPath({ passage, facts }: Sight): Generator<Suspicion> {
  const { target } = passage.request;
  const [path = '', ...queries] = target.split('?');
  const query = queries.length === 0 ? '' : `?${queries.join('?')}`;
  const bare = path.startsWith(facts.prefix) ? path.slice(facts.prefix.length) : path;
  const version = /\/[^/]+$/.exec(facts.prefix)?.[0] ?? '';
  const signedFor = (actual: string, other: string): Suspicion => ({
    clause: 'SIG-008',
    cause: 'the signature is over another path than that of the request',
    actual: `the signature of ${actual}`,
    input: { target: other, pathInstead: { of: path, path: other } },
  });
  yield signedFor("the path without the base URL's prefix", bare + query);
  yield signedFor('the path with a part of the prefix only', version + bare + query);
  yield signedFor('the path without its query', path);
  yield signedFor("the path without the base URL's prefix and without its query", bare);
  yield signedFor('the path with a question mark', `${path}?`);
  yield signedFor('the path with a slash at its end', `${path}/${query}`);
  yield signedFor("the path without the base URL's prefix, with a slash at its end", `${bare}/`);
  yield signedFor('the path without its first slash', target.slice(1));
  yield signedFor("the path without the base URL's prefix and its first slash", bare.slice(1));
  yield signedFor('the path with another slash before it', `/${target}`);
  yield signedFor('the prefix alone', facts.prefix);
  yield signedFor('no path', '');
  yield signedFor('the path of the lookup', `${facts.prefix}/stocks/orders`);
  yield signedFor('the path in lower case', target.toLowerCase());
  yield signedFor('the path decoded', Buffer.from(decodePercent(target), 'latin1').toString());
  for (const origin of facts.origins) yield signedFor('the whole URL', origin + target);
}

function* ofHost({ facts }: Sight): Generator<Suspicion> {
  for (const origin of facts.origins) {
    const host = origin.slice(origin.indexOf('://') + 3);
    for (const other of [`https://${host}`, `http://${host}`, origin.replace(/:\d+$/, ''), `${origin}/`, '']) {
      yield {
        clause: 'SIG-008',
        cause: 'the signature is over another host than that of the request',
        actual: 'the signature of another scheme, host or port',
        input: { origin: other },
      };
    }
  }
}

function* ofMethod(): Generator<Suspicion> {
  for (const method of ['post', 'Post', 'GET', 'get', 'PUT', 'PATCH', '']) {
    yield {
      clause: 'SIG-009',
      cause: 'the signature is over another method than that of the request',
      actual: `the signature of ${method === '' ? 'no method' : `the method ${method}`}`,
      input: { method },
    };
  }
}

function* ofToken({ passage, facts }: Sight): Generator<Suspicion> {
  const { headers } = passage.request;
  const header = headerValue(headers, 'authorization') ?? '';
  const others: readonly (readonly [string, string])[] = [
    ['the whole Authorization header', header],
    ['no token', ''],
    ['the token alone', header.replace(/^Bearer +/i, '')],
    ['the token that it was given, and not the one that it sent', facts.token ?? ''],
    ['the word Bearer', 'Bearer'],
  ];
  for (const [actual, token] of others) {
    yield {
      clause: 'SIG-010',
      cause: 'the signature is over another token than that of the request',
      actual: `the signature of ${actual}`,
      input: { token, headers: withHeader(headers, 'Authorization', token) },
    };
  }
}

function* ofKey({ facts, passage }: Sight, told: KeyObject): Generator<Suspicion> {
  const bytes = told.export();
  const text = facts.signingKeyText ?? bytes.toString('latin1');
  const token = (headerValue(passage.request.headers, 'authorization') ?? '').replace(/^Bearer +/i, '');
  const signedWith = function* (actual: string, encoding: KeyEncoding, from: string): Generator<Suspicion> {
    const key = keyOf(from, encoding);
    if (key !== null) {
      yield {
        clause: 'SIG-003',
        cause: 'the request is signed with another key',
        actual: `signed with ${actual}`,
        key,
      };
    }
  };
  yield* signedWith('the characters of the key as it was given, not decoded', 'utf8', text);
  yield* signedWith('the key read as hexadecimal', 'hex', text.trim());
  yield* signedWith('the key read as base64', 'base64', text.trim());
  yield* signedWith('the key read as base64url', 'base64url', text.trim());
  yield* signedWith('the hexadecimal text of the key', 'utf8', bytes.toString('hex'));
  yield* signedWith('the upper-case hexadecimal text of the key', 'utf8', bytes.toString('hex').toUpperCase());
  yield* signedWith('the base64 text of the key', 'utf8', bytes.toString('base64'));
  yield* signedWith('the base64url text of the key', 'utf8', bytes.toString('base64url'));
  yield* signedWith('the key and a line end', 'utf8', `${text}\n`);
  yield* signedWith('the key without the white space around it', 'utf8', text.trim());
  yield* signedWith('the token for a key', 'utf8', token);
}

function keyOf(text: string, encoding: KeyEncoding): KeyObject | null {
  try {
    return decodeKey(text, encoding);
  } catch {
    return null;
  }
}

/** The right key and the right request, put together otherwise. */
function* ofTemplate(): Generator<Suspicion> {
  const wrong = { clause: 'SIG-004', cause: 'X-Signature is not the signature' };
  yield { ...wrong, actual: 'made with SHA-256', hash: 'sha256' };
  for (const [name, text] of Object.entries(PRESETS)) {
    const actual = `made by the template "${name}", which is not the one declared`;
    yield { ...wrong, actual, template: parseTemplate(text) };
  }
}
