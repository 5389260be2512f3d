import { cutText, plainText } from '../../plain-text.js';

/** What part of a certificate something is about. */
export type Check =
  | 'certificate'
  | 'signatures'
  | 'expiry'
  | 'validity'
  | 'files'
  | 'statement'
  | 'completeness'
  | 'verdict'
  | 'evidence';

/** Something of a bundle that does not hold. */
export interface Problem {
  readonly check: Check;
  /** One plain sentence. What the bundle says in it is made harmless. */
  readonly says: string;
}

const MOST_PROBLEMS = 100;
const LONGEST = 600;

/** Takes down what does not hold, in bounded memory. */
export class Problems {
  readonly list: Problem[] = [];
  private more = 0;

  add(check: Check, says: string): void {
    if (this.list.length < MOST_PROBLEMS) this.list.push({ check, says: cutText(plainText(says), LONGEST) });
    else this.more += 1;
  }

  /** How many there were beyond those in the list. */
  get unlisted(): number {
    return this.more;
  }
}
