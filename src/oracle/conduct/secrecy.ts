import { Buffer } from 'node:buffer';
import type { Headers } from '../../wire/exchange.js';
import { headerValues } from '../../wire/headers.js';
import { PatternMatcher } from '../../wire/pattern-matcher.js';
import { formsOf } from '../../wire/secret-forms.js';
import type { ClientFacts } from './client-facts.js';

/** Shortest secret that is looked for inside other text: a shorter one would be found by chance. */
const SHORTEST = 12;
/** Signatures that are remembered, and how long each may be. */
const MOST_SIGNATURES = 64;
const SHORTEST_SIGNATURE = 32;
const LONGEST_SIGNATURE = 1024;
/** What is no shorter than a signature may be one: digits, or base64. */
const MAY_BE_SIGNATURE = /[\w+=%-]{32}|[\w+/=%-]{64}/;

/** Finds secrets in any of their spellings. */
export class SecretFinder {
  private readonly matcher: PatternMatcher | null;

  constructor(secrets: readonly (string | Uint8Array)[]) {
    const forms = secrets
      .filter(({ length }) => length >= SHORTEST)
      .flatMap(formsOf)
      .filter(({ length }) => length >= SHORTEST);
    this.matcher = forms.length === 0 ? null : new PatternMatcher(forms.map((text) => ({ text, label: '' })));
  }

  /** Whether there is nothing that could be found. */
  get isBlind(): boolean {
    return this.matcher === null;
  }

  isIn(text: string): boolean {
    return this.matcher !== null && this.matcher.find(text, 0) !== null;
  }
}

/** Finds what a client was given: made once for all of its tasks, since that takes longer than to look for it in one. */
export class GivenSecrets {
  readonly key: SecretFinder;
  readonly token: SecretFinder;

  constructor(given: Pick<ClientFacts, 'key' | 'signingKeyText' | 'token'>) {
    this.key = new SecretFinder(keyForms(given));
    this.token = new SecretFinder(given.token === null ? [] : [given.token]);
  }
}

/** Finds the signatures that a client sent, the latest ones: as they were, as hexadecimal, and as base64. */
export class SignatureFinder {
  /** By what was sent; the least recent one first. */
  private readonly sent = new Set<string>();
  private finder: SecretFinder | null = null;

  /** Takes in the headers of a request. */
  learn(headers: Headers): void {
    for (const value of headerValues(headers, 'x-signature')) {
      if (value.length < SHORTEST_SIGNATURE || value.length > LONGEST_SIGNATURE || this.sent.has(value)) continue;
      this.sent.add(value);
      const [oldest = ''] = this.sent;
      if (this.sent.size > MOST_SIGNATURES) this.sent.delete(oldest);
      this.finder = null;
    }
  }

  areIn(text: string): boolean {
    if (this.sent.size === 0 || !MAY_BE_SIGNATURE.test(text)) return false;
    this.finder ??= new SecretFinder([...this.sent].flatMap(spellingsOf));
    return this.finder.isIn(text);
  }
}

/** Digits may be written in either case, and stand for bytes. */
function spellingsOf(signature: string): (string | Uint8Array)[] {
  if (!/^(?:[0-9a-f]{2})+$/i.test(signature)) return [signature];
  return [signature, signature.toLowerCase(), signature.toUpperCase(), Buffer.from(signature, 'hex')];
}

/** The signing key as it was given, and its bytes. */
export function keyForms({
  key,
  signingKeyText,
}: Pick<ClientFacts, 'key' | 'signingKeyText'>): (string | Uint8Array)[] {
  return [
    ...(signingKeyText === null ? [] : [signingKeyText]),
    ...(key === null ? [] : [new Uint8Array(key.export())]),
  ];
}

/** Name of the first header that holds a secret. */
export function headerWith(headers: Headers, finder: SecretFinder): string | null {
  return headers.find(([name, value]) => finder.isIn(value) || finder.isIn(name))?.[0] ?? null;
}

/** A body as text that can be searched, whatever its bytes. */
export function searchable(body: Uint8Array | null): string {
  return body === null ? '' : Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1');
}
