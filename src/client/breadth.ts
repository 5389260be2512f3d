/** How many requests go out at once before anything is known of the service. */
const FIRST = 4;
/** Answers by which one step is decided; their median is not moved by a slow one. */
const ANSWERS_A_STEP = 8;

/** What counts as fast still, and as slower than it was: how many times the best median, and a few milliseconds more. */
const FAST = { times: 1.5, moreMs: 10 };
const SLOW = { times: 2, moreMs: 20 };
/** The best median is forgotten by this much each step: a service may have become slower for good. */
const FORGOTTEN = 1.02;

/**
 * How many requests may be under way at once: more while answers come as fast as before, fewer where they come later.
 * Doubled each time until they first do.
 */
export class Breadth {
  private readonly limit: number;
  private present: number;
  private isGrowingFast = true;
  private bestMs = Infinity;
  private latencies: number[] = [];

  /** @param limit - never more than this, such as the number of connections */
  constructor(limit: number) {
    this.limit = limit;
    this.present = Math.min(FIRST, limit);
  }

  get most(): number {
    return this.present;
  }

  /** @param latencyMs - of one answer, until its headers came */
  learn(latencyMs: number): void {
    this.latencies.push(latencyMs);
    if (this.latencies.length < Math.max(ANSWERS_A_STEP, this.present)) return;
    const median = this.latencies.sort((a, b) => a - b)[this.latencies.length >> 1] ?? 0;
    this.latencies = [];
    this.bestMs = Math.min(this.bestMs * FORGOTTEN, median);
    if (median <= this.bestMs * FAST.times + FAST.moreMs) {
      this.present = Math.min(this.limit, this.isGrowingFast ? this.present * 2 : this.present + 1);
    } else if (median > this.bestMs * SLOW.times + SLOW.moreMs) {
      this.isGrowingFast = false;
      this.present = Math.max(1, Math.floor(this.present * 0.75));
    }
  }

  /** The service was busy: half as many. */
  halve(): void {
    this.isGrowingFast = false;
    this.present = Math.max(1, Math.floor(this.present / 2));
    this.latencies = [];
  }
}
