import { replaceTokens } from '../wire/token-shape.js';

/** A text for people without what looks like a token. */
export function withoutTokens(text: string): string {
  return replaceTokens(text, () => '[redacted:token]');
}
