/** Distinct texts of a run, in bounded memory. */
export class BoundedSet {
  readonly #texts = new Set<string>();
  readonly #most: number;
  /** Something was left out. */
  isOver = false;

  constructor(most: number) {
    this.#most = most;
  }

  add(text: string): void {
    if (this.#texts.has(text)) return;
    if (this.#texts.size >= this.#most) this.isOver = true;
    else this.#texts.add(text);
  }

  has(text: string): boolean {
    return this.#texts.has(text);
  }

  get size(): number {
    return this.#texts.size;
  }

  /** In a stable order. Where there were too many, which of them are kept depends on the run, so none is told. */
  sorted(): readonly string[] {
    return this.isOver ? [`more than ${this.#most}`] : [...this.#texts].sort();
  }
}
