import type { Exchange, Expected, Trouble } from '../wire/exchange.js';
import { splitTarget } from '../wire/target.js';
import { sleepFor } from './pace.js';
import type { WatchOptions } from './watch-options.js';

/** Statuses by which a gateway shuts a client out; 429 and 503 say how long, and are obeyed. */
const SHUT_OUT: readonly number[] = [403, 406, 418, 420, 423, 451];
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
  judge: (status) => (status !== undefined && SHUT_OUT.includes(status) ? 'lasting' : 'refused'),
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
}

/**
 * Tells a service that shuts a client out for a while, say after too many refusals, from one that refuses a request for
 * itself: where a plain lookup is refused that was accepted before, all else waits until it is accepted again. How long
 * and for what a service does so, the document does not say.
 */
export class BlockWatch implements BlockJudge {
  /** Blocks seen. */
  count = 0;
  private readonly options: BlockWatchOptions;
  /** Target of a plain lookup that was accepted. */
  private plain: string | null = null;
  private looking: Promise<BlockState> | null = null;
  private hasGivenUp = false;

  constructor(options: BlockWatchOptions) {
    this.options = options;
  }

  /** Takes in each exchange of the run. */
  see({ operation, expects, request, response }: Exchange): void {
    if (this.plain !== null || operation !== 'listOrderableStocks' || expects !== undefined) return;
    const isFirstPage = !/(?:^|&)nextKey=[^&]/.test(splitTarget(request.target).query);
    if (response?.status === 200 && request.method === 'GET' && isFirstPage) this.plain = request.target;
  }

  /**
   * What an answer with that status is worth.
   *
   * @param expects - of its request; what is to be refused is in doubt only once a block was seen
   */
  judge(status: number | undefined, expects: Expected | undefined): Promise<BlockState> | BlockState {
    if (status === undefined || !SHUT_OUT.includes(status) || this.plain === null) return 'refused';
    if (expects !== undefined && this.count === 0) return 'refused';
    this.looking ??= this.look(this.plain).finally(() => (this.looking = null));
    return this.looking;
  }

  private async look(plain: string): Promise<BlockState> {
    if (!(await this.isShutOut(plain))) return 'refused';
    this.count += 1;
    if (this.hasGivenUp || !(await this.isOverSoon(plain))) return 'lasting';
    return 'over';
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
    return (await this.options.ask(plain)).trouble === BLOCKED;
  }

  private giveUp(): void {
    this.hasGivenUp = true;
    const seconds = PAUSES_MS.reduce((sum, ms) => sum + ms, 0) / 1000;
    this.options.giveUp(
      `the service refused everything for ${Math.round(seconds)} s, also a plain lookup that it had accepted before: it may shut clients out after refusals, or the token has ended`,
    );
  }
}
