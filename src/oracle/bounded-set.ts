import { wholeCharacters } from '../contract/whole-characters.js';

/** Distinct texts of a run, in bounded memory; halves of characters, which cutting leaves as well, are replaced. */
export class BoundedSet {
  readonly #texts = new Set<string>();
  readonly #most: number;
  /** Something was left out. */
  isOver = false;

  constructor(most: number) {
    this.#most = most;
  }

  add(given: string): void {
    const text = wholeCharacters(given);
    if (this.#texts.has(text)) return;
    if (this.#texts.size >= this.#most) this.isOver = true;
    else this.#texts.add(text);
  }

  has(text: string): boolean {
    return this.#texts.has(wholeCharacters(text));
  }

  get size(): number {
    return this.#texts.size;
  }

  /** In a stable order. Where there were too many, which of them are kept depends on the run, so none is told. */
  sorted(): readonly string[] {
    return this.isOver ? [`more than ${this.#most}`] : [...this.#texts].sort();
  }
}
