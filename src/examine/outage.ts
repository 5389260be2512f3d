import type { Exchange } from '../wire/exchange.js';
import { sleepFor } from '../client/pace.js';
import type { WatchOptions } from '../client/watch-options.js';

/** On whose behalf it is asked whether the service still answers: that of no clause. */
export const REACHABILITY = 'reachability';

/** Requests in a row without an answer, whatever they were, after which it is asked. */
const MOST_IN_A_ROW = 8;
/** The same after so long a silence, in milliseconds, where more than one of them had its time. */
const LONG_SILENCE_MS = 45_000;
/** A plain lookup has so long for its answer, in milliseconds: twice as long as any answer took, and at least this. */
const LEAST_PATIENCE_MS = 5_000;
/** Before each plain lookup that asks it, in milliseconds: a service that restarts is back by then. */
const PAUSES_MS = [0, 1_000, 4_000];

/** Settings of an {@link OutageGuard}. */
export interface OutageOptions extends WatchOptions {
  /** Sends a plain lookup by a way of its own, which has at most so long, in milliseconds. */
  readonly ask: (mostMs: number) => Promise<Exchange>;
}

/** About how long it takes until a run ends whose service never answers, where each request has so long, in milliseconds. */
export function longestOutageMs(timeoutMs: number): number {
  const silent = Math.min(MOST_IN_A_ROW, Math.max(2, Math.ceil(LONG_SILENCE_MS / timeoutMs)));
  const pausesMs = PAUSES_MS.reduce((sum, ms) => sum + ms, 0);
  return silent * timeoutMs + pausesMs + PAUSES_MS.length * Math.min(timeoutMs, LEAST_PATIENCE_MS);
}

/** Of an exchange, what tells whether the service is there. */
type Seen = Pick<Exchange, 'trouble' | 'clause' | 'sentAtMs' | 'receivedAtMs'>;

/**
 * Notices that a service is gone: where several requests in a row got no answer, plain lookups decide, while all else
 * waits. A service that drops what it refuses answers them, and the run goes on.
 */
export class OutageGuard {
  private readonly options: OutageOptions;
  private inARow = 0;
  private silentSinceMs = 0;
  private longestAnswerMs = 0;
  private isAsking = false;

  constructor(options: OutageOptions) {
    this.options = options;
  }

  /** Takes in each exchange of the run, in the order of their ends. */
  see({ trouble, clause, sentAtMs, receivedAtMs }: Seen): void {
    if (clause === REACHABILITY || trouble?.kind === 'stopped' || trouble?.kind === 'busy') return;
    if (trouble === undefined) this.longestAnswerMs = Math.max(this.longestAnswerMs, receivedAtMs - sentAtMs);
    this.inARow = trouble === undefined ? 0 : this.inARow + 1;
    if (this.inARow === 1) this.silentSinceMs = sentAtMs;
    const isLong = this.inARow > 1 && receivedAtMs - this.silentSinceMs >= LONG_SILENCE_MS;
    if ((this.inARow < MOST_IN_A_ROW && !isLong) || this.isAsking) return;
    this.isAsking = true;
    const failed = this.inARow;
    void this.options.hold(() => this.decide(failed)).finally(() => (this.isAsking = false));
  }

  /** Whether all else waits for a plain lookup. */
  get isInDoubt(): boolean {
    return this.isAsking;
  }

  private async decide(failed: number): Promise<void> {
    const { ask, giveUp, stop, sleep = sleepFor } = this.options;
    let because = '';
    for (const ms of PAUSES_MS) {
      if (ms > 0) await sleep(ms, stop);
      if (stop.aborted) return;
      const { trouble } = await ask(Math.max(LEAST_PATIENCE_MS, 2 * this.longestAnswerMs));
      this.inARow = 0;
      if (trouble === undefined || trouble.kind === 'busy') return;
      because = trouble.because;
    }
    giveUp(
      `the service stopped answering: ${failed} requests in a row got no answer, nor did ${PAUSES_MS.length} plain lookups after them (${because})`,
    );
  }
}
