/** How far a `Date` may be off its own second: caches of it, and machines that round. */
const SLACK_MS = 200;

/** How many answers an estimate rests on. */
const MOST_SIGHTINGS = 64;

/** Uncertainty while no answer has told its time. */
const UNKNOWN_MS = 60_000;

/** When an answer came, and what its `Date` header said. */
export interface Sighting {
  readonly date: string | undefined;
  readonly sentAtMs: number;
  readonly receivedAtMs: number;
  /** The answer came from a cache (`Age` above 0): its date says nothing. */
  readonly cached?: boolean;
}

interface Interval {
  readonly low: number;
  readonly high: number;
}

/**
 * Estimates how far the service's clock is ahead of ours from the `Date` of its answers. Each gives an interval; where
 * they agree, their intersection counts, otherwise (several machines, a clock that was set) the hull of the recent ones.
 */
export class ServiceClock {
  private readonly now: () => number;
  private readonly intervals: Interval[] = [];
  private estimate: Interval | null = null;

  /** @param now - local wall clock, milliseconds since the epoch */
  constructor(now: () => number) {
    this.now = now;
  }

  /** Takes in one answer. Dates that cannot be read are passed over. */
  observe({ date, sentAtMs, receivedAtMs, cached }: Sighting): void {
    const dateMs = date === undefined || cached === true ? Number.NaN : Date.parse(date);
    if (!Number.isFinite(dateMs) || receivedAtMs < sentAtMs) return;
    const interval = { low: dateMs - receivedAtMs - SLACK_MS, high: dateMs + 1000 - sentAtMs + SLACK_MS };
    if (this.estimate !== null && interval.low <= this.estimate.low && interval.high >= this.estimate.high) return;
    this.intervals.push(interval);
    if (this.intervals.length > MOST_SIGHTINGS) this.intervals.shift();
    this.estimate = combine(this.intervals);
  }

  /** Whether any answer has told its time. */
  get isKnown(): boolean {
    return this.estimate !== null;
  }

  /** Service time minus local time, in milliseconds; 0 while unknown. */
  get offsetMs(): number {
    return this.estimate === null ? 0 : Math.round((this.estimate.low + this.estimate.high) / 2);
  }

  /** How far {@link offsetMs} may be off, either way, in milliseconds; 60000 while unknown. */
  get uncertaintyMs(): number {
    return this.estimate === null ? UNKNOWN_MS : Math.ceil((this.estimate.high - this.estimate.low) / 2);
  }

  /** The service's time by our estimate, in milliseconds since the epoch. */
  nowMs(): number {
    return this.now() + this.offsetMs;
  }

  /** The service's time by our estimate, in whole seconds since the epoch. */
  nowSeconds(): number {
    return Math.floor(this.nowMs() / 1000);
  }
}

function combine(intervals: readonly Interval[]): Interval {
  let low = -Infinity;
  let high = Infinity;
  let lowest = Infinity;
  let highest = -Infinity;
  for (const interval of intervals) {
    low = Math.max(low, interval.low);
    high = Math.min(high, interval.high);
    lowest = Math.min(lowest, interval.low);
    highest = Math.max(highest, interval.high);
  }
  return low <= high ? { low, high } : { low: lowest, high: highest };
}
