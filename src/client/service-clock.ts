import { parseHttpDate } from '../wire/http-date.js';

/** How far a `Date` may be off its own second: caches of it, and machines that round. */
const SLACK_MS = 200;

/** What two clocks may differ by from one look at them to the next before one of them was stepped. */
export const STEP_MS = 250;

/** How long it may take to read both clocks: after a longer pause of this process, they do not belong together. */
export const LONGEST_READING_MS = 20;

/** What the times of machines whose clocks are looked after differ by at most. */
const MOST_CONTRADICTION_MS = 5_000;

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

const EVERYWHERE: Interval = { low: -Infinity, high: Infinity };

/** How often the machine's clock was stepped, and by how much in all, in milliseconds; forward is positive. */
export interface Steps {
  readonly count: number;
  readonly sumMs: number;
}

/**
 * Estimates how far the service's clock is ahead of ours from the `Date` of its answers. Each gives an interval; where
 * they agree, their intersection counts, otherwise (several machines, a clock that was set) the hull of the recent ones.
 *
 * Where this machine's clock is stepped, or sleeps, the service's may be as well, if it runs here: all that was measured
 * before is forgotten, and answers tell the time anew.
 */
export class ServiceClock {
  private readonly now: () => number;
  private readonly wall: () => number;
  private readonly intervals: Interval[] = [];
  private estimate: Interval | null = null;
  /** The latest beginning and the earliest end of all intervals: where no two contradict each other, they overlap. */
  private overlap: Interval = EVERYWHERE;
  /** How far the wall clock was ahead of the steady one when both were read last. */
  private aheadMs: number;
  private steppedAtMs = -Infinity;
  private stepped: Steps = { count: 0, sumMs: 0 };
  private isLeavingOut = false;

  /**
   * @param now - local time, milliseconds since the epoch; what is sent and received is timed by it, too
   * @param wall - the machine's clock, which may be set while `now` goes on evenly; default `now`
   */
  constructor(now: () => number, wall: () => number = now) {
    this.now = now;
    this.wall = wall;
    this.aheadMs = wall() - now();
  }

  /** The steps of this machine's clock that were noticed so far; one that comes later is noticed by and by. */
  get steps(): Steps {
    this.lookForStep();
    return this.stepped;
  }

  /** Since this machine's clock was stepped, no answer has told its time. */
  get isLost(): boolean {
    return this.steps.count > 0 && this.estimate === null;
  }

  /** Forgets what `Date` told, and takes it in no more: it is known not to be that of the service itself. */
  leaveDatesOut(): void {
    this.isLeavingOut = true;
    this.forget();
  }

  /** Takes in one answer. Dates that cannot be read are passed over. */
  observe({ date, sentAtMs, receivedAtMs, cached }: Sighting): void {
    const dateMs = cached === true ? Number.NaN : parseHttpDate(date, receivedAtMs);
    this.lookForStep();
    if (this.isLeavingOut) return;
    if (!Number.isFinite(dateMs) || receivedAtMs < sentAtMs || sentAtMs < this.steppedAtMs) return;
    const interval = { low: dateMs - receivedAtMs - SLACK_MS, high: dateMs + 1000 - sentAtMs + SLACK_MS };
    this.overlap = intersection([this.overlap, interval]);
    if (this.estimate !== null && interval.low <= this.estimate.low && interval.high >= this.estimate.high) return;
    this.intervals.push(interval);
    if (this.intervals.length > MOST_SIGHTINGS) this.intervals.shift();
    this.estimate = combine(this.intervals);
  }

  /** Whether any answer has told its time. */
  get isKnown(): boolean {
    return this.estimate !== null;
  }

  /** By how much what answers said of the time contradicts itself at most, beyond what an estimate allows for, in milliseconds. */
  get contradictionMs(): number {
    return Math.max(0, this.overlap.low - this.overlap.high);
  }

  /** Whether answers are of clocks that are far apart, so that they do not tell one time. */
  get isContradictory(): boolean {
    return this.contradictionMs > MOST_CONTRADICTION_MS;
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
    this.lookForStep();
    return this.now() + this.offsetMs;
  }

  /** The service's time by our estimate, in whole seconds since the epoch. */
  nowSeconds(): number {
    return Math.floor(this.nowMs() / 1000);
  }

  private lookForStep(): void {
    const before = this.now();
    const wall = this.wall();
    const now = this.now();
    if (now - before > LONGEST_READING_MS) return;
    const byMs = wall - now - this.aheadMs;
    this.aheadMs += byMs;
    if (Math.abs(byMs) < STEP_MS) return;
    this.stepped = { count: this.stepped.count + 1, sumMs: this.stepped.sumMs + byMs };
    this.steppedAtMs = now;
    this.forget();
  }

  private forget(): void {
    this.intervals.length = 0;
    this.estimate = null;
    this.overlap = EVERYWHERE;
  }
}

function combine(intervals: readonly Interval[]): Interval {
  const shared = intersection(intervals);
  if (shared.low <= shared.high) return shared;
  return {
    low: Math.min(...intervals.map(({ low }) => low)),
    high: Math.max(...intervals.map(({ high }) => high)),
  };
}

function intersection(intervals: readonly Interval[]): Interval {
  return {
    low: Math.max(...intervals.map(({ low }) => low)),
    high: Math.min(...intervals.map(({ high }) => high)),
  };
}
