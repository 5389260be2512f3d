/** Answers that tell well enough how many a second the service took. */
const ENOUGH = 10;
/** By how many times fewer a second it takes from one refusal to the next than once before, and how often, until no limit explains it. */
const TIMES = 2.5;
const SIGNS = 2;

/** After how many refusals more is tried than the service seems to take; after each try it is twice as many. */
const FIRST_TRY = 3;

/** Of so many answers in a row, more refusals than this are no matter of chance. */
const LATEST = 50;
const MOST_OF_LATEST = 30;

/** From one refusal to another one. */
interface Stretch {
  readonly fromMs: number;
  accepted: number;
  /** Refusals of a request that was sent for the first time, and of one that had been refused before. */
  first: number;
  again: number;
}

/**
 * Finds out whether a service refuses some requests by chance, however few are sent, such as where one of its instances is
 * out of order. A limit on the rate has nothing saved up where it refuses, so that it takes about as many a second from one
 * refusal to the next, whatever is sent: of less, it would refuse nothing.
 */
export class ChanceRefusals {
  private stretch: Stretch | null = null;
  /** The most a second that it took from one refusal to another one. */
  private most = 0;
  private signs = 0;
  private untilTry = FIRST_TRY;
  private nextTry = FIRST_TRY;
  private latest: boolean[] = [];
  private isRefuted = false;

  /** To send less, or not for a while, would cure nothing. */
  get areLikely(): boolean {
    return this.signs >= SIGNS && !this.isRefuted;
  }

  /** A proper answer came. @param sentMs - to a request of then: what was under way at a refusal was let pass before it */
  accepted(sentMs: number): void {
    if (this.stretch !== null && sentMs >= this.stretch.fromMs) this.stretch.accepted += 1;
    this.note(false);
  }

  /** @param waits - how often the same request had been refused before */
  refused(nowMs: number, waits: number): void {
    this.note(true);
    if (this.stretch !== null && this.stretch.accepted >= ENOUGH) this.judge(this.stretch, nowMs);
    if (this.stretch === null || this.stretch.accepted >= ENOUGH)
      this.stretch = { fromMs: nowMs, accepted: 0, first: 0, again: 0 };
    if (waits === 0) this.stretch.first += 1;
    else this.stretch.again += 1;
  }

  /** Whether to try more after this refusal than the service seems to take: where little was ever sent, fewer cannot be told. */
  isToTry(): boolean {
    this.untilTry -= 1;
    if (this.untilTry > 0) return false;
    this.nextTry *= 2;
    this.untilTry = this.nextTry;
    return true;
  }

  private judge({ fromMs, accepted, first, again }: Stretch, nowMs: number): void {
    if (again > first) return;
    const perSecond = (accepted * 1000) / (nowMs - fromMs);
    if (perSecond * TIMES <= this.most) this.signs += 1;
    this.most = Math.max(this.most, perSecond);
  }

  private note(isRefused: boolean): void {
    if (!this.areLikely) return;
    this.latest = [...this.latest, isRefused].slice(-LATEST);
    if (this.latest.filter(Boolean).length > MOST_OF_LATEST) this.isRefuted = true;
  }
}
