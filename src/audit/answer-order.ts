interface Kept<T> {
  readonly item: T;
  readonly answeredAtMs: number;
  readonly size: number;
}

/** Most items and most bytes that wait for earlier ones. */
const MOST_KEPT = 20_000;
const MOST_BYTES = 16 * 1024 * 1024;

/**
 * Puts what comes in any order in the order of its answers, as far as bounded memory allows: recorders write entries in
 * the order of their start, of their end, or the newest first.
 */
export class AnswerOrder<T> {
  /** Something came when what is later than it had been let go already. */
  isDisordered = false;
  private readonly kept: Kept<T>[] = [];
  private bytes = 0;
  private lastMs = -Infinity;

  /** Takes in one item and returns those that wait no longer. */
  add(item: T, answeredAtMs: number, size: number): T[] {
    this.isDisordered ||= answeredAtMs < this.lastMs;
    this.kept.splice(this.placeFor(answeredAtMs), 0, { item, answeredAtMs, size });
    this.bytes += size;
    let count = 0;
    let { bytes } = this;
    while (count < this.kept.length && (bytes > MOST_BYTES || this.kept.length - count > MOST_KEPT)) {
      bytes -= this.kept[count]?.size ?? 0;
      count += 1;
    }
    return this.release(count);
  }

  /** All that is left. */
  end(): T[] {
    return this.release(this.kept.length);
  }

  /** Behind all that are not later. */
  private placeFor(answeredAtMs: number): number {
    let [from, to] = [0, this.kept.length];
    if (to === 0 || (this.kept[to - 1]?.answeredAtMs ?? 0) <= answeredAtMs) return to;
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.kept[middle]?.answeredAtMs ?? 0) <= answeredAtMs) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  private release(count: number): T[] {
    if (count === 0) return [];
    return this.kept.splice(0, count).map(({ item, answeredAtMs, size }) => {
      this.lastMs = answeredAtMs;
      this.bytes -= size;
      return item;
    });
  }
}
