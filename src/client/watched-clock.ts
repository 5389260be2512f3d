import { LONGEST_READING_MS, STEP_MS } from './service-clock.js';
import { steadyClock } from './steady-clock.js';

/** The time of what passes by, and how far it may be off the machine's own. */
export interface WatchedClock {
  /** Even, in milliseconds since the epoch. */
  readonly now: () => number;
  /** The machine's own, which may be set meanwhile. */
  readonly wall: () => number;
  /**
   * How far the machine's clock was set since the start, in milliseconds: by which of the two clocks somebody else goes
   * cannot be known. 0: it was not.
   */
  readonly setByMs: () => number;
}

/** A steady clock that watches the machine's own. */
export function watchedClock(wall: () => number = Date.now, now: () => number = steadyClock()): WatchedClock {
  let [least, most] = [Infinity, -Infinity];
  const look = (): void => {
    const before = now();
    const ahead = wall() - before;
    // After a longer pause of this process, the two readings do not belong together.
    if (now() - before > LONGEST_READING_MS) return;
    least = Math.min(least, ahead);
    most = Math.max(most, ahead);
  };
  look();
  const setByMs = (): number => {
    look();
    return most - least < STEP_MS ? 0 : most - least;
  };
  return { now, wall, setByMs };
}
