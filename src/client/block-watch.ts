import type { Exchange, Expected, Trouble } from '../wire/exchange.js';
import { splitTarget } from '../wire/target.js';
import { sleepFor } from './pace.js';
import type { ServiceClock } from './service-clock.js';
import type { TokenSource } from './token-source.js';
import type { WatchOptions } from './watch-options.js';

/** Statuses by which a gateway shuts a client out, and those by which it says that it reaches no service. */
const SHUT_OUT: readonly number[] = [403, 406, 418, 420, 423, 451];
const UNAVAILABLE: readonly number[] = [502, 503, 504];
/** Valid requests refused in a row, whatever the status, after which a token may have ended. */
const MOST_REFUSED = 20;
/** Before each plain lookup that asks whether it is over, in milliseconds. */
const PAUSES_MS = [250, 500, 1_000, 2_000, 4_000, 8_000];

/** Tells answers to a request from those of a service that refuses everything at that moment. */
export interface BlockJudge {
  /** @param expects - what the request must come to */
  readonly judge: (status: number | undefined, expects: Expected | undefined) => Promise<BlockState> | BlockState;
}

/** What an answer with such a status is worth: `refused` for itself, by a block that is `over`, or by one that lasts. */
export type BlockState = 'refused' | 'over' | 'lasting';

/** Judges the answer to a plain lookup that asks for nothing else. */
export const PLAIN_LOOKUP: BlockJudge = {
  judge: (status = 0) => (SHUT_OUT.includes(status) || UNAVAILABLE.includes(status) ? 'lasting' : 'refused'),
};

/** The answer was none to the request. */
export const BLOCKED: Trouble = {
  kind: 'busy',
  because: 'the service refused everything at that moment, also a plain lookup that it had accepted before',
};

/** Settings of a {@link BlockWatch}. */
export interface BlockWatchOptions extends WatchOptions {
  /** Sends the plain lookup with that target, by a way of its own. */
  readonly ask: (target: string) => Promise<Exchange>;
  /** By what it is told whether the token has ended; not asked for before the first exchange. */
  readonly known: () => {
    readonly tokens: Pick<TokenSource, 'endsAtMs' | 'isRenewable'>;
    readonly clock: Pick<ServiceClock, 'nowMs' | 'uncertaintyMs'>;
  };
}

/**
 * Tells a service that shuts a client out for a while, say after too many refusals, that takes its token no more, or that is
 * not there behind its gateway, from one that refuses a request for itself: where a plain lookup is refused that was accepted before, all else waits until it
 * is accepted again. How long and for what a service does so, the document does not say.
 */
export class BlockWatch implements BlockJudge {
  /** Blocks seen by which a client was shut out. */
  count = 0;
  private readonly options: BlockWatchOptions;
  /** Target of a plain lookup that was accepted. */
  private plain: string | null = null;
  /** The token had ended before that, as far as it says: the service does not go by it. */
  private outlived = false;
  /** Valid requests refused since one was accepted. */
  private refused = 0;
  private looking: Promise<BlockState> | null = null;
  private hasGivenUp = false;
  /** Status by which the service was said to be unavailable, where that is what is in doubt. */
  private lastUnavailable: number | null = null;

  constructor(options: BlockWatchOptions) {
    this.options = options;
  }

  /** Takes in each exchange of the run. */
  see({ operation, expects, request, response }: Exchange): void {
    if (this.plain !== null || operation !== 'listOrderableStocks' || expects !== undefined) return;
    const isFirstPage = !/(?:^|&)nextKey=[^&]/.test(splitTarget(request.target).query);
    if (response?.status !== 200 || request.method !== 'GET' || !isFirstPage) return;
    this.plain = request.target;
    this.outlived = this.hasTokenEnded;
  }

  /**
   * What an answer with that status is worth.
   *
   * @param expects - of its request; what is to be refused is in doubt only once a block was seen, or by a 5xx
   */
  judge(status: number | undefined, expects: Expected | undefined): Promise<BlockState> | BlockState {
    if (status === undefined || this.plain === null) return 'refused';
    if (expects === undefined) this.countValid(status);
    const isShutOut = SHUT_OUT.includes(status) && (expects === undefined || this.count > 0);
    const isUnavailable = UNAVAILABLE.includes(status);
    if (!isShutOut && !isUnavailable && (expects !== undefined || !this.isAllRefused)) return 'refused';
    this.lastUnavailable = isUnavailable ? status : null;
    this.looking ??= this.look(this.plain).finally(() => (this.looking = null));
    return this.looking;
  }

  /** Whether so many valid requests were refused in a row that all may be, whatever the status. */
  private get isAllRefused(): boolean {
    return this.refused >= MOST_REFUSED;
  }

  private countValid(status: number): void {
    if (isRefused(status)) this.refused += 1;
    else if (status < 300) this.refused = 0;
  }

  private async look(plain: string): Promise<BlockState> {
    const isShutOut = await this.isShutOut(plain);
    if (isShutOut && this.lastUnavailable === null) this.count += 1;
    if (isShutOut && (this.hasGivenUp || !(await this.isOverSoon(plain)))) return 'lasting';
    this.refused = 0;
    return isShutOut ? 'over' : 'refused';
  }

  private async isOverSoon(plain: string): Promise<boolean> {
    const { hold, stop, sleep = sleepFor } = this.options;
    let isOver = false;
    await hold(async () => {
      for (const ms of PAUSES_MS) {
        await sleep(ms, stop);
        if (stop.aborted) return;
        isOver = !(await this.isShutOut(plain));
        if (isOver) return;
      }
      this.giveUp();
    });
    return isOver;
  }

  private async isShutOut(plain: string): Promise<boolean> {
    const { trouble, response } = await this.options.ask(plain);
    return trouble === BLOCKED || (this.isAllRefused && isRefused(response?.status));
  }

  private giveUp(): void {
    this.hasGivenUp = true;
    const seconds = PAUSES_MS.reduce((sum, ms) => sum + ms, 0) / 1000;
    this.options.giveUp(
      `the service refused everything for ${Math.round(seconds)} s, also a plain lookup that it had accepted before: ${this.likelyReason}`,
    );
  }

  private get likelyReason(): string {
    if (this.lastUnavailable !== null)
      return `it answered ${this.lastUnavailable}, as a gateway does that reaches no service; when it is back, go on with --resume`;
    if (this.outlived || !this.hasTokenEnded) return 'it may shut clients out after refusals, or the token has ended';
    const { endsAtMs, isRenewable } = this.options.known().tokens;
    const ended = `the token ended at ${new Date(endsAtMs).toISOString()}`;
    return isRenewable
      ? `${ended}, and its command gave no fresh one; run TRADECERT_TOKEN_COMMAND by hand, and go on with --resume`
      : `${ended}; set TRADECERT_TOKEN_COMMAND, or TRADECERT_TOKEN to a fresh one, and go on with --resume`;
  }

  /** Whether that is beyond doubt. */
  private get hasTokenEnded(): boolean {
    const { tokens, clock } = this.options.known();
    return clock.nowMs() - clock.uncertaintyMs >= tokens.endsAtMs;
  }
}

function isRefused(status = 0): boolean {
  return status >= 400 && status <= 499 && status !== 429;
}
