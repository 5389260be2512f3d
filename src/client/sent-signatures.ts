/** How many signatures are remembered: more than one window's worth at any pace that a service allows. */
const MOST_REMEMBERED = 20_000;

/**
 * Signatures that were sent. A service may refuse a request that repeats an earlier one byte for byte inside the window;
 * what the document does not say, no clause may stumble over.
 */
export class SentSignatures {
  private recent = new Set<string>();
  private older = new Set<string>();

  /** Notes a signature. @returns whether it is new */
  add(signature: string): boolean {
    if (this.recent.has(signature) || this.older.has(signature)) return false;
    if (this.recent.size >= MOST_REMEMBERED / 2) {
      this.older = this.recent;
      this.recent = new Set();
    }
    this.recent.add(signature);
    return true;
  }
}
