import type { Exchange } from '../wire/exchange.js';
import { sleepFor, type Sleep } from '../client/pace.js';

/** On whose behalf it is asked whether the service still answers: that of no clause. */
export const REACHABILITY = 'reachability';

/** Requests in a row without an answer, whatever they were, after which it is asked. */
const MOST_IN_A_ROW = 8;
/** Before each plain lookup that asks it, in milliseconds: a service that restarts is back by then. */
const PAUSES_MS = [0, 1_000, 4_000];

/** Settings of an {@link OutageGuard}. */
export interface OutageOptions {
  /** Sends a plain lookup by a way of its own. */
  readonly ask: () => Promise<Exchange>;
  /** Lets nothing else begin until the task is done. */
  readonly hold: (task: () => Promise<void>) => Promise<void>;
  /** Called once, with the reason in a few words. */
  readonly giveUp: (because: string) => void;
  readonly stop: AbortSignal;
  readonly sleep?: Sleep | undefined;
}

/**
 * Notices that a service is gone: where several requests in a row got no answer, plain lookups decide, while all else
 * waits. A service that drops what it refuses answers them, and the run goes on.
 */
export class OutageGuard {
  private readonly options: OutageOptions;
  private inARow = 0;
  private isAsking = false;

  constructor(options: OutageOptions) {
    this.options = options;
  }

  /** Takes in each exchange of the run, in the order of their ends. */
  see({ trouble, clause }: Pick<Exchange, 'trouble' | 'clause'>): void {
    if (clause === REACHABILITY || trouble?.kind === 'stopped' || trouble?.kind === 'busy') return;
    this.inARow = trouble === undefined ? 0 : this.inARow + 1;
    if (this.inARow < MOST_IN_A_ROW || this.isAsking) return;
    this.isAsking = true;
    const failed = this.inARow;
    void this.options.hold(() => this.decide(failed)).finally(() => (this.isAsking = false));
  }

  private async decide(failed: number): Promise<void> {
    const { ask, giveUp, stop, sleep = sleepFor } = this.options;
    let because = '';
    for (const ms of PAUSES_MS) {
      if (ms > 0) await sleep(ms, stop);
      if (stop.aborted) return;
      const { trouble } = await ask();
      this.inARow = 0;
      if (trouble === undefined || trouble.kind === 'busy') return;
      because = trouble.because;
    }
    giveUp(
      `the service stopped answering: ${failed} requests in a row got no answer, nor did ${PAUSES_MS.length} plain lookups after them (${because})`,
    );
  }
}
