import { setMaxListeners } from 'node:events';

/** How long something may go on, in milliseconds. */
export interface PatienceLimits {
  /** Without any progress. */
  readonly stallMs: number;
  /** In all, whatever progress there is. */
  readonly mostMs: number;
}

/** Does a task after so many milliseconds; what it gives cancels that. */
export type Schedule = (task: () => void, ms: number) => () => void;

/** Waits for as long as something makes progress, within a bound. */
export class Patience {
  private readonly lost = new AbortController();
  private readonly startStall: () => () => void;
  private readonly cancelMost: () => void;
  private cancelStall: () => void;

  constructor({ stallMs, mostMs }: PatienceLimits, schedule: Schedule = onTimer) {
    // Every request under way listens for it.
    setMaxListeners(0, this.signal);
    const lose = (): void => this.lost.abort();
    this.startStall = () => schedule(lose, stallMs);
    this.cancelStall = this.startStall();
    this.cancelMost = schedule(lose, mostMs);
  }

  /** Aborted once nothing more is waited for. */
  get signal(): AbortSignal {
    return this.lost.signal;
  }

  /** There was progress: the wait for more begins anew. */
  progressed(): void {
    this.cancelStall();
    this.cancelStall = this.startStall();
  }

  /** It came to its end: no timer is left. */
  end(): void {
    this.cancelStall();
    this.cancelMost();
  }
}

const onTimer: Schedule = (task, ms) => {
  const timer = setTimeout(task, ms);
  return () => clearTimeout(timer);
};
