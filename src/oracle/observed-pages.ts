import type { Answer } from '../contract/verdict.js';
import { isJsonObject } from '../wire/json.js';
import { BoundedSet } from './bounded-set.js';
import { kindOf } from './describe-value.js';

/** Kinds of keys on last pages. */
export const MOST_LAST_KEYS = 8;

/** How large pages are, and what ends a walk. */
export class ObservedPages {
  private smallest = Infinity;
  private largest = 0;
  /** Most instruments of a page that has no other one after it. */
  private largestLast = 0;
  private readonly lastKeys = new BoundedSet(MOST_LAST_KEYS);

  /** Takes in `data` of one lookup. */
  see({ hasNext, nextKey, details }: Readonly<Record<string, unknown>>): void {
    if (hasNext === false) this.lastKeys.add(describeKey(nextKey));
    if (hasNext === false && Array.isArray(details)) this.largestLast = Math.max(this.largestLast, details.length);
    // Only a page with another one after it is a full one, and an empty one tells nothing of the size.
    if (hasNext !== true || !Array.isArray(details) || details.length === 0) return;
    this.smallest = Math.min(this.smallest, details.length);
    this.largest = Math.max(this.largest, details.length);
  }

  /**
   * The answer to OPN-039 or OPN-040; `undefined` where nothing was seen.
   *
   * @param pinned - the answer that is pinned: a page without another one tells of no other size if it has no more than that
   */
  answer(question: string, pinned?: Answer): Answer | undefined {
    if (question === 'OPN-040') return this.lastKeys.size === 0 ? undefined : this.lastKeys.sorted();
    if (question !== 'OPN-039') return undefined;
    if (this.largest === 0) return this.hasOnePage(pinned) ? 'all instruments came on one page' : undefined;
    return this.smallest === this.largest ? this.largest : { largest: this.largest, smallest: this.smallest };
  }

  private hasOnePage(pinned: Answer | undefined): boolean {
    return this.lastKeys.size > 0 && !(this.largestLast <= sizeOf(pinned));
  }
}

/** The largest size of a page that an answer to OPN-039 tells; `NaN` where it tells none. */
function sizeOf(answer: Answer | undefined): number {
  const size = isJsonObject(answer) ? answer['largest'] : answer;
  return typeof size === 'number' ? size : NaN;
}

function describeKey(key: unknown): string {
  if (key === '') return 'an empty string';
  return typeof key === 'string' ? 'a string that is not empty' : kindOf(key);
}
