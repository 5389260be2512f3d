/** How many requests go out at once before anything is known of the service. */
const FIRST = 4;
/** Answers by which one step is decided; their median is not moved by a slow one. */
const ANSWERS_A_STEP = 8;

/** What counts as fast still, and as slower than it was: how many times the best median, and a few milliseconds more. */
const FAST = { times: 1.5, moreMs: 10 };
const SLOW = { times: 2, moreMs: 20 };
/** The best median is forgotten by this much each step: a service may have become slower for good. */
const FORGOTTEN = 1.02;

/** How long the service is taken to have no place for one more. */
const FULL_FOR_MS = 30_000;

/**
 * How many requests may be under way at once: more while answers come as fast as before, fewer where they come later, and
 * no more than the service has places for. Doubled each time until they first come later, or find no place.
 */
export class Breadth {
  private readonly limit: number;
  private present: number;
  private isGrowingFast = true;
  /** How many places the service has, as far as it refused more, and when one more is tried. */
  private places = Infinity;
  private fullUntilMs = -Infinity;
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
  learn(latencyMs: number, nowMs: number): void {
    this.latencies.push(latencyMs);
    if (this.latencies.length < Math.max(ANSWERS_A_STEP, this.present)) return;
    this.tryOneMore(nowMs);
    const median = this.latencies.sort((a, b) => a - b)[this.latencies.length >> 1] ?? 0;
    this.latencies = [];
    this.bestMs = Math.min(this.bestMs * FORGOTTEN, median);
    if (median <= this.bestMs * FAST.times + FAST.moreMs) {
      this.present = Math.min(this.limit, this.places, this.isGrowingFast ? this.present * 2 : this.present + 1);
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

  /**
   * The service had no place for one of the requests that were under way.
   *
   * @param atOnce - how many were, with it; `null`: the same as before, and it had no place for this one either
   */
  hadNoPlace(atOnce: number | null, nowMs: number): void {
    this.places = Math.max(1, (atOnce ?? this.places) - 1);
    this.present = Math.min(this.present, this.places);
    this.fullUntilMs = nowMs + FULL_FOR_MS;
    this.isGrowingFast = false;
    this.latencies = [];
  }

  /** It was not for want of a place that the service refused. */
  hadPlaces(): void {
    this.places = Infinity;
  }

  private tryOneMore(nowMs: number): void {
    if (nowMs < this.fullUntilMs) return;
    this.places += 1;
    this.fullUntilMs = nowMs + FULL_FOR_MS;
  }
}
