import type { Headers, Trouble } from '../wire/exchange.js';
import { headerValue } from '../wire/headers.js';
import { parseHttpDate } from '../wire/http-date.js';
import { Breadth } from './breadth.js';
import { ChanceRefusals } from './chance-refusals.js';
import { LearnedRate } from './learned-rate.js';
import { steadyClock } from './steady-clock.js';
import type { Delivery } from './transport.js';
import { STOPPED } from './trouble.js';

/** Waits, at most until the signal is aborted. Never rejects. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>;

/** Settings of a {@link Pace}. */
export interface PaceOptions {
  /** Most requests a second; `undefined`: no limit until the service asks for one. */
  readonly ratePerSecond?: number | undefined;
  /** Most requests at once; default 16. */
  readonly mostAtOnce?: number | undefined;
  /** Most requests in all; default no bound. A successor has none. */
  readonly mostRequests?: number | undefined;
  /** Called once, where all of them were sent and another one wants to begin; it must {@link Pace.end} this pace. */
  readonly onSpent?: (() => void) | undefined;
  /** Told where the service asks for a pause that is not waited out, in milliseconds. */
  readonly onLongPause?: ((pauseMs: number) => void) | undefined;
  /** Local time, milliseconds since the epoch; default: even, also where the machine's clock is set. */
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

/** How often a service was busy, and the longest pause that it was given, in milliseconds. */
export interface Busyness {
  readonly count: number;
  readonly longestMs: number;
}

/** How long a busy service wants to be left alone, and whether it said so. */
interface Wait {
  readonly ms: number;
  readonly isTold: boolean;
}

/** How often, and how long in all, one request is held back because the service is busy. */
const MOST_WAITS = 6;
const LONGEST_WAIT_MS = 120_000;

/** What "0 seconds" comes to. */
const SHORTEST_WAIT_MS = 100;

/** Waits where the service does not say how long: doubled each time. */
const FIRST_WAIT_MS = 500;
const LONGEST_STEP_MS = 30_000;

/**
 * How often a 503 that does not say how long is waited out, and how many may outlast that until none is any more. Where
 * requests are refused by chance, the next try of one is as good as the first.
 */
const MOST_WAITS_UNTOLD = 3;
const MOST_LASTING = 2;

/** How far sending may catch up with its even spacing after a timer came late. */
const CATCH_UP_MS = 20;

/**
 * Decides when a request may go out. Requests are evenly spaced below the rate, and as many are under way at once as the
 * service stays fast with. Where the service answers 429 or 503, all sending pauses for as long as it says, and goes on at
 * a rate that it took; where it does not say how long, fewer are under way at once before the rate is lowered. Where it
 * refuses by chance, each request waits for itself. A 503 that does not say how long is an answer like any other where
 * pauses do not cure it.
 */
export class Pace {
  private readonly options: PaceOptions;
  /** Whose bound and end are kept to: mostly its own. */
  private readonly whole: Pace;
  private readonly now: () => number;
  private readonly sleep: Sleep;
  private readonly stopSignal: AbortSignal | undefined;
  private readonly rate: LearnedRate;
  private readonly breadth: Breadth;
  private readonly chance: ChanceRefusals;
  /** Requests in a row of which a 503 that did not say how long outlasted the pauses. */
  private readonly lasting: { count: number };
  private underWay = 0;
  private begun = 0;
  private nextAtMs = -Infinity;
  private pausedUntilMs = -Infinity;
  private last: Promise<unknown> = Promise.resolve();
  private queued = 0;
  /** How many of the queue were sent before: places are kept for them. */
  private putOff = 0;
  /** Wake those that wait for a place, where one may have got free, or all was stopped. */
  private wakers: (() => void)[] = [];
  private readonly onIdle: (() => void)[] = [];
  private readonly holds = new Set<Promise<void>>();
  private ended: Trouble | null = null;
  /** The pause is for want of places, not for the rate. */
  private isNarrowing = false;
  private busyCount = 0;
  private longestPauseMs = 0;

  constructor(options: PaceOptions = {}, earlier?: Pace, whole?: Pace) {
    this.options = options;
    this.whole = whole ?? this;
    this.now = options.now ?? steadyClock();
    this.sleep = options.sleep ?? sleepFor;
    this.stopSignal = options.stopSignal;
    this.rate = earlier?.rate ?? new LearnedRate(options.ratePerSecond ?? Infinity);
    this.breadth = earlier?.breadth ?? new Breadth(options.mostAtOnce ?? 16);
    this.chance = earlier?.chance ?? new ChanceRefusals();
    this.lasting = earlier?.lasting ?? { count: 0 };
    if (earlier !== undefined) [this.pausedUntilMs, this.nextAtMs] = [earlier.pausedUntilMs, earlier.nextAtMs];
    this.stopSignal?.addEventListener('abort', () => this.wake(), { once: true });
  }

  /** Another one for the same service, which keeps the pace that this one learned, and has an end of its own. */
  successor(stopSignal: AbortSignal): Pace {
    return new Pace({ ...this.options, stopSignal, mostRequests: undefined }, this);
  }

  /** Another one that sends while this one is held, and keeps to the bound and the end of this one. */
  partner(stopSignal: AbortSignal): Pace {
    return new Pace({ ...this.options, stopSignal }, this, this);
  }

  get busyness(): Busyness {
    return { count: this.busyCount, longestMs: this.longestPauseMs };
  }

  /** Lets nothing begin until the task is done, and all others that are held for. */
  async hold(task: () => Promise<void>): Promise<void> {
    const done = task();
    const over = done.then(
      () => undefined,
      () => undefined,
    );
    this.holds.add(over);
    try {
      await done;
    } finally {
      this.holds.delete(over);
    }
  }

  /** Lets nothing begin any more, for the reason given; what is under way comes to its end. */
  end(because: string): void {
    this.ended ??= { kind: 'stopped', because };
    this.wake();
  }

  /** Resolves as soon as nothing is under way. */
  async idle(): Promise<void> {
    if (this.underWay > 0) await new Promise<void>((resolve) => this.onIdle.push(resolve));
  }

  /**
   * Sends when it is time, and again while the service is busy.
   *
   * @param attempt - sends the request anew: with a fresh timestamp and signature each time
   */
  async run(attempt: () => Promise<Delivery>): Promise<PacedDelivery> {
    let waited = 0;
    for (let waits = 0; ; waits += 1) {
      const refused = await (waits === 0 ? this.turn() : this.turnAgain());
      if (refused !== null) return { delivery: null, waits, trouble: refused };
      // by the even clock, which goes on where that of a delivery is set
      const sentMs = this.now();
      const delivery = await this.underWayWith(attempt);
      const wait = this.busyFor(delivery, waits);
      if (wait === null) {
        if (delivery.response !== undefined) this.wentWell(delivery, sentMs, waits);
        return { delivery, waits, trouble: null };
      }
      const doAllWait = this.wasRefused(wait, waits);
      waited += wait.ms;
      if (waits === MOST_WAITS || waited > LONGEST_WAIT_MS) {
        return { delivery, waits, trouble: explainBusy(delivery, waits, wait.ms) };
      }
      if (!doAllWait) await this.sleep(wait.ms, this.stopSignal);
    }
  }

  private async underWayWith(attempt: () => Promise<Delivery>): Promise<Delivery> {
    try {
      return await attempt();
    } finally {
      this.underWay -= 1;
      this.wake();
      if (this.underWay === 0) for (const resolve of this.onIdle.splice(0)) resolve();
    }
  }

  /** Waits for one's turn, first come, first served; trouble where that takes too long, or the run was stopped. */
  private turn(): Promise<Trouble | null> | Trouble | null {
    if (this.queued === 0 && this.holds.size === 0 && this.hasPlace() && this.dueInMs() <= 0) return this.take();
    this.queued += 1;
    const mine = this.last.then(() => this.waitAndTake(() => this.hasPlace(this.putOff)));
    this.last = mine;
    return mine;
  }

  /** What was put off comes before all that waits for a first turn, so that it is soon known whether a pause cured it. */
  private async turnAgain(): Promise<Trouble | null> {
    this.queued += 1;
    this.putOff += 1;
    try {
      return await this.waitAndTake(() => this.hasPlace());
    } finally {
      this.putOff -= 1;
      this.wake();
    }
  }

  private async waitAndTake(hasPlace: () => boolean): Promise<Trouble | null> {
    while (!this.isOver() && !this.isPausedForLong()) {
      if (this.holds.size > 0) await Promise.all(this.holds);
      else if (!hasPlace()) await this.placeOrEnd();
      else if (this.dueInMs() > 0) await this.sleep(Math.ceil(this.dueInMs()), this.stopSignal);
      else break;
    }
    this.queued -= 1;
    return this.take();
  }

  private async placeOrEnd(): Promise<void> {
    await new Promise<void>((resolve) => this.wakers.push(resolve));
  }

  private wake(): void {
    for (const wake of this.wakers.splice(0)) wake();
  }

  private hasPlace(kept = 0): boolean {
    return this.underWay + kept < this.breadth.most;
  }

  private isOver(): boolean {
    return this.ended !== null || this.stopSignal?.aborted === true;
  }

  private dueInMs(): number {
    return Math.max(this.nextAtMs, this.pausedUntilMs) - this.now();
  }

  private isPausedForLong(): boolean {
    return this.pausedUntilMs - this.now() > LONGEST_WAIT_MS;
  }

  private take(): Trouble | null {
    const { whole } = this;
    if (whole.begun >= (this.options.mostRequests ?? Infinity)) this.options.onSpent?.();
    const ended = whole.ended ?? this.ended;
    if (ended !== null) return ended;
    if (this.stopSignal?.aborted === true) return STOPPED;
    if (this.isPausedForLong()) {
      return { kind: 'busy', because: `the service asked for a pause of more than ${LONGEST_WAIT_MS / 1000} s` };
    }
    const now = this.now();
    const spacing = 1000 / this.rate.perSecond(now);
    const catchUp = spacing < CATCH_UP_MS ? CATCH_UP_MS : 0;
    this.nextAtMs = Math.max(this.nextAtMs, now - catchUp) + spacing;
    this.underWay += 1;
    whole.begun += 1;
    return null;
  }

  private wentWell({ response, sentAtMs, headersAtMs }: Delivery, sentMs: number, waits: number): void {
    this.rate.wentWell(this.now());
    if (response?.status !== 503) this.chance.accepted(sentMs);
    this.breadth.learn(headersAtMs - sentAtMs, this.now());
    if (response?.status === 503) {
      this.lasting.count += 1;
      if (waits > 0) this.wasNotBusy();
    } else if (waits > 0) this.lasting.count = 0;
  }

  private wasNotBusy(): void {
    this.rate.wasNotTooMuch();
    this.breadth.hadPlaces();
    this.nextAtMs = -Infinity;
  }

  /** How long the service wants to be left alone; `null` where it gave a proper answer. */
  private busyFor({ response }: Delivery, waits: number): Wait | null {
    if (response === undefined || (response.status !== 429 && response.status !== 503)) return null;
    const told = pauseTold(response.headers, this.now());
    if (told !== null) return { ms: Math.max(told, SHORTEST_WAIT_MS), isTold: true };
    const isWorthIt = this.chance.areLikely || (waits < MOST_WAITS_UNTOLD && this.lasting.count < MOST_LASTING);
    if (response.status !== 429 && !isWorthIt) return null;
    return { ms: Math.min(FIRST_WAIT_MS * 2 ** waits, LONGEST_STEP_MS), isTold: false };
  }

  /** Whether all that is to be sent waits with the request, and not it alone. */
  private wasRefused(wait: Wait, waits: number): boolean {
    this.busyCount += 1;
    this.longestPauseMs = Math.max(this.longestPauseMs, wait.ms);
    if (!wait.isTold && this.isByChance(this.now(), waits)) return false;
    this.slowDown(wait);
    return true;
  }

  /** Whether fewer a second, or none for a while, would be refused as well. */
  private isByChance(now: number, waits: number): boolean {
    const wasLikely = this.chance.areLikely;
    // of the requests of one burst, the first one tells
    if (wasLikely || this.pausedUntilMs <= now) this.chance.refused(now, waits);
    if (this.chance.areLikely && !wasLikely) this.wasNotBusy();
    return this.chance.areLikely;
  }

  private slowDown(wait: Wait): void {
    const now = this.now();
    if (wait.isTold || !this.goNarrower(now)) this.goSlower(now, wait);
    this.pausedUntilMs = Math.max(this.pausedUntilMs, now + wait.ms);
    this.nextAtMs = Math.max(this.nextAtMs, this.pausedUntilMs);
    if (wait.ms > LONGEST_WAIT_MS) this.options.onLongPause?.(wait.ms);
  }

  /**
   * The service may take only so many at a time, as long as there are fewer to be tried: of those that were under way
   * together, each that it refuses says that it has a place less. `false` where it was not for want of a place.
   */
  private goNarrower(now: number): boolean {
    const isFirst = this.pausedUntilMs <= now;
    if (isFirst && (this.rate.isKnown || this.underWay === 0)) return false;
    if (!isFirst && !this.isNarrowing) return false;
    this.isNarrowing = true;
    this.breadth.hadNoPlace(isFirst ? this.underWay + 1 : null, now);
    return true;
  }

  private goSlower(now: number, { ms, isTold }: Wait): void {
    this.isNarrowing = false;
    // the other requests of the same burst say the same thing: one of them is enough to slow down
    if (this.pausedUntilMs > now) return;
    this.rate.wasTooMuch(now, now + ms);
    if (!isTold && this.chance.isToTry()) this.rate.tryMore();
    this.breadth.halve();
    this.breadth.hadPlaces();
  }
}

/** Milliseconds to wait by the Retry-After of an answer; a date is of the service's clock, which may not be ours. */
function pauseTold(headers: Headers, nowMs: number): number | null {
  const dateMs = parseHttpDate(headerValue(headers, 'date'), nowMs);
  return parseRetryAfter(headerValue(headers, 'retry-after'), Number.isFinite(dateMs) ? dateMs : nowMs);
}

/** Milliseconds to wait by a Retry-After of seconds or a date; `null` where it is missing or neither. */
export function parseRetryAfter(value: string | undefined, nowMs: number): number | null {
  if (value === undefined) return null;
  if (/^\d{1,9}(?:\.\d+)?$/.test(value.trim())) return Number(value) * 1000;
  const date = parseHttpDate(value, nowMs);
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
