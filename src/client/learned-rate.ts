/** How much of the rate at which a service was busy is kept, and how long it takes until that rate is tried again. */
const KEPT = 0.8;
const BACK_AFTER_S = 30;

/** How many times the rate that a service seems to take is tried where it may take more. */
const TRIED = 3;

/** Slowest that sending gets, in requests a second. */
const SLOWEST = 0.5;

/**
 * The rate that a service takes, in requests a second. After it was too much, sending goes on below the rate of that
 * moment, comes near to it within half a minute, stays there, and tries more only later: along a cubic curve, as TCP's
 * CUBIC does, so that a service with a fixed limit is rarely found busy and one that was busy once is soon used again.
 */
export class LearnedRate {
  private readonly highest: number;
  /** When the service was too busy last, and the rate at which it was. */
  private tooMuch: { readonly rate: number; readonly fromMs: number } | null = null;
  /** Proper answers in the present second, and in the one before. */
  private second = 0;
  private served = 0;
  private servedBefore = 0;
  /** A proper answer came after the pause for which the service asked last. */
  private isServing = true;

  /** @param highest - never above this; `Infinity`: no limit */
  constructor(highest: number) {
    this.highest = highest;
  }

  /** The service was busy, and that was a matter of the rate. */
  get isKnown(): boolean {
    return this.tooMuch !== null;
  }

  perSecond(nowMs: number): number {
    if (this.tooMuch === null) return this.highest;
    const { rate, fromMs } = this.tooMuch;
    const seconds = Math.max(0, nowMs - fromMs) / 1000;
    const wanted = rate * (1 + (1 - KEPT) * (seconds / BACK_AFTER_S - 1) ** 3);
    return Math.min(this.highest, Math.max(wanted, SLOWEST));
  }

  /** A proper answer came. */
  wentWell(nowMs: number): void {
    this.turnTo(nowMs);
    this.served += 1;
    if (nowMs >= (this.tooMuch?.fromMs ?? -Infinity)) this.isServing = true;
  }

  /** The service was busy; nothing is sent until then. */
  wasTooMuch(nowMs: number, pausedUntilMs: number): void {
    this.turnTo(nowMs);
    this.tooMuch = { rate: this.rateTaken(nowMs), fromMs: pausedUntilMs };
    this.isServing = false;
  }

  /** Goes on above what the service seems to take. */
  tryMore(): void {
    if (this.tooMuch !== null) this.tooMuch = { ...this.tooMuch, rate: this.tooMuch.rate * TRIED };
  }

  /** The service was not busy after all. */
  wasNotTooMuch(): void {
    this.tooMuch = null;
    this.isServing = true;
  }

  /** A service that takes nothing at all, as in an outage, does not tell how much it takes. */
  private rateTaken(nowMs: number): number {
    if (this.tooMuch !== null && !this.isServing) return Math.max(1, this.tooMuch.rate * KEPT);
    return Math.min(this.perSecond(nowMs), Math.max(1, this.served, this.servedBefore));
  }

  private turnTo(nowMs: number): void {
    const second = Math.floor(nowMs / 1000);
    if (second === this.second) return;
    this.servedBefore = second === this.second + 1 ? this.served : 0;
    this.second = second;
    this.served = 0;
  }
}
