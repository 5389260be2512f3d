/** A text to look for, and what it is called. */
export interface Pattern {
  readonly text: string;
  readonly label: string;
}

/** Where a pattern was found; `end` is exclusive. */
export interface Match {
  readonly start: number;
  readonly end: number;
  readonly label: string;
}

/**
 * Finds any of many patterns in one pass that skips most of the text (Wu-Manber with blocks of two characters):
 * where nothing matches, it looks at about one character in `shortest - 1`.
 */
export class PatternMatcher {
  /** Length of the shortest pattern. */
  private readonly window: number;
  /** How far a block at the window's end lets the window move; 0: look closer. */
  private readonly shifts = new Uint8Array(65536);
  private readonly candidates = new Map<number, Pattern[]>();

  /** @param patterns - of at least 2 characters each; the longest one that matches at a place wins */
  constructor(patterns: readonly Pattern[]) {
    this.window = Math.min(200, ...patterns.map(({ text }) => text.length));
    this.shifts.fill(this.window - 1);
    for (const pattern of patterns) this.add(pattern);
  }

  /** Adds one more, of at least 2 characters. @returns whether it could: not where it is shorter than all before it */
  add(pattern: Pattern): boolean {
    if (pattern.text.length < this.window) return false;
    for (let end = 1; end < this.window; end += 1) {
      const block = blockAt(pattern.text, end);
      const shift = this.window - 1 - end;
      if (shift < (this.shifts[block] ?? 0)) this.shifts[block] = shift;
      if (shift === 0) this.addCandidate(block, pattern);
    }
    return true;
  }

  /** The longest first. */
  private addCandidate(block: number, pattern: Pattern): void {
    const others = this.candidates.get(block);
    if (others === undefined) {
      this.candidates.set(block, [pattern]);
      return;
    }
    const shorter = others.findIndex(({ text }) => text.length < pattern.text.length);
    others.splice(shorter < 0 ? others.length : shorter, 0, pattern);
  }

  /** The first match at or after `from`. */
  find(text: string, from: number): Match | null {
    const { window, shifts } = this;
    const length = text.length;
    let end = from + window - 1;
    while (end < length) {
      const block = blockAt(text, end);
      const shift = shifts[block] ?? 0;
      if (shift > 0) {
        end += shift;
        continue;
      }
      const start = end - window + 1;
      for (const pattern of this.candidates.get(block) ?? []) {
        if (text.startsWith(pattern.text, start)) {
          return { start, end: start + pattern.text.length, label: pattern.label };
        }
      }
      end += 1;
    }
    return null;
  }
}

/** The character at `end` and the one before it as one number of 16 bits. */
function blockAt(text: string, end: number): number {
  return ((text.charCodeAt(end - 1) << 8) ^ text.charCodeAt(end)) & 0xffff;
}
