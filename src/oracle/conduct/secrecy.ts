import { Buffer } from 'node:buffer';
import { PatternMatcher } from '../../wire/pattern-matcher.js';
import { formsOf } from '../../wire/secret-forms.js';

/** Shortest secret that is looked for inside other text: a shorter one would be found by chance. */
const SHORTEST = 12;

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

/** A body as text that can be searched, whatever its bytes. */
export function searchable(body: Uint8Array | null): string {
  return body === null ? '' : Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1');
}
