import type { Trouble } from '../wire/exchange.js';
import { headerValue } from '../wire/headers.js';
import type { Delivery } from './transport.js';
import { STOPPED } from './trouble.js';

/** Waits, at most until the signal is aborted. Never rejects. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>;

/** Settings of a {@link Pace}. */
export interface PaceOptions {
  /** Most requests a second; `undefined`: no limit until the service asks for one. */
  readonly ratePerSecond?: number | undefined;
  /** Local wall clock, milliseconds since the epoch. */
  readonly now?: () => number;
  readonly sleep?: Sleep;
  readonly stopSignal?: AbortSignal;
}

/** A delivery and what it took. `delivery` is `null` where nothing was sent at all; then `trouble` is set. */
export interface PacedDelivery {
  readonly delivery: Delivery | null;
  readonly waits: number;
  readonly trouble: Trouble | null;
}

/** How often, and how long in all, one request is held back because the service is busy. */
const MOST_WAITS = 6;
const LONGEST_WAIT_MS = 120_000;

/** What "0 seconds" comes to. */
const SHORTEST_WAIT_MS = 100;

/** Waits where the service does not say how long: doubled each time. */
const FIRST_WAIT_MS = 500;
const LONGEST_STEP_MS = 30_000;

/** How far sending may catch up with its even spacing after a timer came late. */
const CATCH_UP_MS = 20;

/**
 * Decides when a request may go out. Requests are evenly spaced below the rate. Where the service answers 429, or 503
 * with Retry-After, all sending pauses for as long as it says, and goes on a little slower than before.
 */
export class Pace {
  private readonly now: () => number;
  private readonly sleep: Sleep;
  private readonly stopSignal: AbortSignal | undefined;
  private readonly mostPerSecond: number;
  /** Present limit: the highest one until the service was busy. */
  private perSecond: number;
  private nextAtMs = -Infinity;
  private pausedUntilMs = -Infinity;
  private last: Promise<unknown> = Promise.resolve();
  private queued = 0;
  /** Proper answers in the present second, and in the one before. */
  private second = 0;
  private served = 0;
  private servedBefore = 0;

  constructor(options: PaceOptions = {}) {
    this.now = options.now ?? Date.now;
    this.sleep = options.sleep ?? sleepFor;
    this.stopSignal = options.stopSignal;
    this.mostPerSecond = options.ratePerSecond ?? Infinity;
    this.perSecond = this.mostPerSecond;
  }

  /**
   * Sends when it is time, and again while the service is busy.
   *
   * @param attempt - sends the request anew: with a fresh timestamp and signature each time
   */
  async run(attempt: () => Promise<Delivery>): Promise<PacedDelivery> {
    let waited = 0;
    for (let waits = 0; ; waits += 1) {
      const refused = await this.turn();
      if (refused !== null) return { delivery: null, waits, trouble: refused };
      const delivery = await attempt();
      const waitMs = busyFor(delivery, this.now(), waits);
      if (waitMs === null) {
        if (delivery.response !== undefined) this.wentWell();
        return { delivery, waits, trouble: null };
      }
      this.slowDown(waitMs);
      waited += waitMs;
      if (waits === MOST_WAITS || waited > LONGEST_WAIT_MS) {
        return { delivery, waits, trouble: explainBusy(delivery, waits, waitMs) };
      }
    }
  }

  /** Waits for one's turn, first come, first served; trouble where that takes too long, or the run was stopped. */
  private turn(): Promise<Trouble | null> | Trouble | null {
    if (this.queued === 0 && this.dueInMs() <= 0) return this.take();
    this.queued += 1;
    const mine = this.last.then(() => this.waitAndTake());
    this.last = mine;
    return mine;
  }

  private async waitAndTake(): Promise<Trouble | null> {
    for (;;) {
      const dueInMs = this.dueInMs();
      if (dueInMs <= 0 || this.stopSignal?.aborted === true || this.isPausedForLong()) break;
      await this.sleep(Math.ceil(dueInMs), this.stopSignal);
    }
    this.queued -= 1;
    return this.take();
  }

  private dueInMs(): number {
    return Math.max(this.nextAtMs, this.pausedUntilMs) - this.now();
  }

  private isPausedForLong(): boolean {
    return this.pausedUntilMs - this.now() > LONGEST_WAIT_MS;
  }

  private take(): Trouble | null {
    if (this.stopSignal?.aborted === true) return STOPPED;
    if (this.isPausedForLong()) {
      return { kind: 'busy', because: `the service asked for a pause of more than ${LONGEST_WAIT_MS / 1000} s` };
    }
    const spacing = 1000 / this.perSecond;
    const catchUp = spacing < CATCH_UP_MS ? CATCH_UP_MS : 0;
    this.nextAtMs = Math.max(this.nextAtMs, this.now() - catchUp) + spacing;
    return null;
  }

  private wentWell(): void {
    if (this.perSecond < this.mostPerSecond) this.perSecond = Math.min(this.mostPerSecond, this.perSecond + 0.1);
    const second = Math.floor(this.now() / 1000);
    if (second !== this.second) {
      this.servedBefore = second === this.second + 1 ? this.served : 0;
      this.second = second;
      this.served = 0;
    }
    this.served += 1;
  }

  private slowDown(waitMs: number): void {
    const now = this.now();
    // the other requests of the same burst say the same thing: one of them is enough to slow down
    if (this.pausedUntilMs <= now) {
      const served = Math.max(1, this.served, this.servedBefore);
      const slower = Number.isFinite(this.perSecond) ? this.perSecond / 1.25 : served * 0.8;
      this.perSecond = Math.max(slower, Math.min(0.5, this.mostPerSecond));
    }
    this.pausedUntilMs = Math.max(this.pausedUntilMs, now + waitMs);
    this.nextAtMs = Math.max(this.nextAtMs, this.pausedUntilMs);
  }
}

/** How long the service wants to be left alone; `null` where it gave a proper answer. */
function busyFor({ response }: Delivery, nowMs: number, waits: number): number | null {
  if (response === undefined || (response.status !== 429 && response.status !== 503)) return null;
  // a date is of the service's clock, which may not be ours
  const dateMs = Date.parse(headerValue(response.headers, 'date') ?? '');
  const told = parseRetryAfter(headerValue(response.headers, 'retry-after'), Number.isFinite(dateMs) ? dateMs : nowMs);
  if (told !== null) return Math.max(told, SHORTEST_WAIT_MS);
  return response.status === 429 ? Math.min(FIRST_WAIT_MS * 2 ** waits, LONGEST_STEP_MS) : null;
}

/** Milliseconds to wait by a Retry-After of seconds or a date; `null` where it is missing or neither. */
export function parseRetryAfter(value: string | undefined, nowMs: number): number | null {
  if (value === undefined) return null;
  if (/^\d{1,9}(?:\.\d+)?$/.test(value.trim())) return Number(value) * 1000;
  const date = /[a-z]/i.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isFinite(date) ? Math.max(0, date - nowMs) : null;
}

function explainBusy({ response }: Delivery, waits: number, waitMs: number): Trouble {
  const status = response?.status ?? 429;
  if (waits < MOST_WAITS && waitMs > LONGEST_WAIT_MS) {
    return {
      kind: 'busy',
      because: `the service answered ${status} and asked for a pause of ${Math.ceil(waitMs / 1000)} s`,
    };
  }
  return { kind: 'busy', because: `the service still answered ${status} after ${waits} pauses` };
}

/** Waits by the real clock. */
export function sleepFor(ms: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted === true) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done, { once: true });
  });
}
