import type { Trouble } from '../wire/exchange.js';

/** How a service takes timestamps inside the window: any of them, each once, or only ones above the last. */
export type TimestampManner = 'any' | 'once' | 'rising';

/**
 * How far before the present the one modify is that a run looks with before it begins, in seconds: further than the client moves
 * a timestamp that it used, so that no modify of the run repeats it.
 */
export const FIRST_LOOK_BACK = 15;

/** So far from the present a timestamp is given out; what is farther off is left to those who set their own, in seconds. */
const REACH_ONCE = 55;
const REACH_RISING = 57;

/** The window has timestamps up to so far from the present: what is farther off is no one that a service takes. */
const WINDOW = 60;

/**
 * How many modifies are sent for a clause from then on: one case has to do. Of one with several orders or a history to go
 * through, as many as that takes; an order is set back whatever it takes. All of them together are as many as the window has
 * and as come with the time in two minutes.
 */
const FEW = 6;
const MOST_FOR: Readonly<Record<string, number>> = {
  'set-back': Infinity,
  'CLK-008': 30,
  'MOD-002': 16,
  'MOD-008': 16,
  'MOD-009': 8,
  'MOD-010': 8,
  'MOD-042': 40,
  'TPS-001': 12,
  'TPS-007': 20,
};

/** Said of what was not sent for that. */
export const KEPT_BACK: Trouble = {
  kind: 'stopped',
  because:
    'the service takes each X-Timestamp once (CLK-008), and so hardly more than one modify a second: no more of them were sent for this clause',
};

/**
 * Gives out the timestamps of modifies where a service takes each of them once: one for each, the nearest that none had, and
 * where they have to rise, the next.
 */
export class Timestamps {
  manner: TimestampManner = 'any';
  private readonly used = new Set<number>();
  private last = -Infinity;
  private readonly sent = new Map<string, number>();
  /** Clauses of which one case is decided, which has to do where timestamps are few. */
  readonly decided = new Set<string>();

  /**
   * Whether a modify of this clause is not to be sent any more, since timestamps are few: counted as sent where it is.
   *
   * @param clause - or whatever else a modify is sent for
   */
  keepsBack(clause: string): boolean {
    if (this.isSpent(clause)) return true;
    this.sent.set(clause, (this.sent.get(clause) ?? 0) + 1);
    return false;
  }

  get areFew(): boolean {
    return this.manner !== 'any';
  }

  /** Whether a clause is one of those for which a single case is sent. */
  isOneEnough(clause: string): boolean {
    return this.areFew && MOST_FOR[clause] === undefined;
  }

  isSpent(clause: string): boolean {
    if (this.manner === 'any') return false;
    return (this.sent.get(clause) ?? 0) >= (MOST_FOR[clause] ?? FEW);
  }

  /** The first of these, or so many: what one has to do with where timestamps are few. */
  some<T>(items: readonly T[], most = 1): readonly T[] {
    return this.areFew ? items.slice(0, most) : items;
  }

  /**
   * Takes in one that a modify has, whoever set it.
   *
   * @param now - the present second of the service
   */
  use(timestamp: number, now: number): void {
    if (!Number.isSafeInteger(timestamp)) return;
    this.used.add(timestamp);
    if (timestamp <= now + WINDOW) this.last = Math.max(this.last, timestamp);
  }

  /** Whether one far ahead of the present takes none from others: they do not have to rise, or are as far ahead themselves. */
  isAhead(now: number): boolean {
    return this.manner !== 'rising' || this.last >= now + REACH_ONCE;
  }

  /** Whether a modify had this one, or where they have to rise, a higher one. */
  isUsed(timestamp: number): boolean {
    return this.used.has(timestamp) || (this.manner === 'rising' && timestamp < this.last);
  }

  /**
   * One that no modify had.
   *
   * @param now - the present second of the service
   * @returns `null`: there is none at the moment; a second later there is
   */
  take(now: number): number | null {
    const found = this.manner === 'rising' ? this.nextAfter(now) : this.nearestTo(now);
    if (found !== null) this.use(found, now);
    return found;
  }

  /** The same for a request that has to have one now: beyond those that are given out, if need be. */
  takeNow(now: number): number {
    const own = this.take(now) ?? Math.max(this.last + 1, now + REACH_RISING);
    this.use(own, now);
    return own;
  }

  private nextAfter(now: number): number | null {
    const next = Math.max(this.last + 1, now - REACH_RISING);
    return next > now + REACH_RISING ? null : next;
  }

  private nearestTo(now: number): number | null {
    for (let far = 0; far <= REACH_ONCE; far += 1) {
      const free = [now + far, now - far].find((timestamp) => !this.used.has(timestamp));
      if (free !== undefined) return free;
    }
    return null;
  }
}

/** Whether a timestamp is wanted at the present second of the service. */
export type WantedTimestamp = (timestamp: number, now: number) => boolean;

/** Whether a timestamp is odd. */
export const isOdd = (timestamp: number): boolean => timestamp % 2 === 1;

/** Whether a timestamp is of the same minute as the present. */
export const isOfMinute: WantedTimestamp = (timestamp, now) => Math.floor(timestamp / 60) === Math.floor(now / 60);

/**
 * The nearest timestamp that is wanted and well inside the window, at least so far from the present; `null`: there is none.
 *
 * @param now - the present second of the service
 */
export function nearestWanted(now: number, isWanted: WantedTimestamp, atLeast = 0): number | null {
  for (let far = atLeast; far <= REACH_ONCE; far += 1) {
    const found = [now - far, now + far].find((timestamp) => isWanted(timestamp, now));
    if (found !== undefined) return found;
  }
  return null;
}
