/** Remembers at least so many of the latest texts, and at most twice as many. */
export class RecentSet {
  private recent = new Set<string>();
  private older = new Set<string>();
  private readonly least: number;

  constructor(least: number) {
    this.least = least;
  }

  add(text: string): void {
    if (this.recent.size >= this.least) {
      this.older = this.recent;
      this.recent = new Set();
    }
    this.recent.add(text);
  }

  has(text: string): boolean {
    return this.recent.has(text) || this.older.has(text);
  }

  get isEmpty(): boolean {
    return this.recent.size === 0;
  }
}
