/** How many signatures are remembered: a window of 60 s at a pace of 60 a second. */
const MOST_REMEMBERED = 4_000;

/** Digits that tell signatures apart; short enough that the whole is not kept alive. */
const TELLING_DIGITS = 12;

/**
 * Signatures that were sent. A service may refuse a request that repeats an earlier one byte for byte inside the window;
 * what the document does not say, no clause may stumble over.
 */
export class SentSignatures {
  private recent = new Map<string, number>();
  private older = new Map<string, number>();

  /** Notes that a signature is used. @returns how often it was before */
  use(signature: string): number {
    const key = signature.slice(0, TELLING_DIGITS);
    const before = this.recent.get(key) ?? this.older.get(key) ?? 0;
    if (this.recent.size >= MOST_REMEMBERED / 2) {
      this.older = this.recent;
      this.recent = new Map();
    }
    this.recent.set(key, before + 1);
    return before;
  }
}
