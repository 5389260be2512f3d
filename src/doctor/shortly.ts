import { wholeBeginning } from '../contract/whole-characters.js';

const MOST_CHARACTERS = 200;

/** A text of a service on one line: without control characters, which it may have put there, and not at any length. */
export function shortly(text: string): string {
  const plain = text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim();
  return plain.length <= MOST_CHARACTERS ? plain : `${wholeBeginning(plain, MOST_CHARACTERS)}…`;
}
