import type { Answer } from '../contract/verdict.js';
import { BoundedSet } from './bounded-set.js';
import { kindOf } from './describe-value.js';

/** Kinds of keys on last pages. */
export const MOST_LAST_KEYS = 8;

/** How large pages are, and what ends a walk. */
export class ObservedPages {
  private smallest = Infinity;
  private largest = 0;
  private readonly lastKeys = new BoundedSet(MOST_LAST_KEYS);

  /** Takes in `data` of one lookup. */
  see({ hasNext, nextKey, details }: Readonly<Record<string, unknown>>): void {
    if (hasNext === false) this.lastKeys.add(describeKey(nextKey));
    // Only a page with another one after it is a full one, and an empty one tells nothing of the size.
    if (hasNext !== true || !Array.isArray(details) || details.length === 0) return;
    this.smallest = Math.min(this.smallest, details.length);
    this.largest = Math.max(this.largest, details.length);
  }

  /** The answer to OPN-039 or OPN-040; `undefined` where nothing was seen. */
  answer(question: string): Answer | undefined {
    if (question === 'OPN-040') return this.lastKeys.size === 0 ? undefined : this.lastKeys.sorted();
    if (question !== 'OPN-039') return undefined;
    if (this.largest === 0) return this.lastKeys.size === 0 ? undefined : 'all instruments came on one page';
    return this.smallest === this.largest ? this.largest : { largest: this.largest, smallest: this.smallest };
  }
}

function describeKey(key: unknown): string {
  if (key === '') return 'an empty string';
  return typeof key === 'string' ? 'a string that is not empty' : kindOf(key);
}
