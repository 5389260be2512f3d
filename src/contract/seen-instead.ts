import { wholeBeginning } from './whole-characters.js';

/** What was seen instead of what a clause demands, in one or more of its cases. */
export interface SeenInstead {
  readonly actual: string;
  /** Where it was seen first. */
  readonly at: string;
  /** In how many cases. */
  readonly count: number;
  /** Number in exchanges.jsonl of the exchange that shows it. */
  readonly exchange?: number;
}

/** So many texts of one finding are kept; further ones are counted in the finding only. */
export const MOST_SEEN = 12;
const LONGEST_SEEN = 300;

/** Adds up what was seen instead, in bounded memory: one text is one entry, with the place where it was seen first. */
export class SeenTexts {
  private readonly texts = new Map<string, SeenInstead>();

  add(seen: SeenInstead): void {
    const actual = shortened(seen.actual);
    const known = this.texts.get(actual);
    if (known !== undefined) this.texts.set(actual, { ...known, count: known.count + seen.count });
    else if (this.texts.size < MOST_SEEN) this.texts.set(actual, { ...seen, actual, at: shortened(seen.at) });
  }

  /** The most frequent first; nothing where one text is all there is to tell. */
  list(): { readonly seen?: readonly SeenInstead[] } {
    if (this.texts.size < 2) return {};
    return { seen: [...this.texts.values()].sort((a, b) => b.count - a.count) };
  }
}

function shortened(text: string): string {
  return text.length <= LONGEST_SEEN ? text : `${wholeBeginning(text, LONGEST_SEEN)}…`;
}
