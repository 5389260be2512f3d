import { setTimeout as delay } from 'node:timers/promises';

/** Silent plain tasks in a row after which the client is left alone for a while before the next one. */
const BEFORE_PAUSE = 3;
/** So many in a row, and no more tasks are given; more to a client that completed one before. */
const MOST_SILENT = 4;
const MOST_SILENT_ONCE_ALIVE = 10;
const PAUSE_MS = 1_000;

/** How long tasks of one kind are given to a client that declares nothing of the plain ones. */
export class Patience {
  /** Plain tasks in a row of which nothing was declared. */
  silent = 0;
  private hasSucceeded = false;
  private readonly pauseMs: number;

  /** @param pauseMs - of the first pause; each further one is longer by it */
  constructor(pauseMs = PAUSE_MS) {
    this.pauseMs = pauseMs;
  }

  get isOver(): boolean {
    return this.silent >= (this.hasSucceeded ? MOST_SILENT_ONCE_ALIVE : MOST_SILENT);
  }

  /** Takes what became of a plain task; once it is over, it stays so. */
  see({ isSilent, isSuccess }: { readonly isSilent: boolean; readonly isSuccess: boolean }): void {
    if (this.isOver) return;
    this.hasSucceeded ||= isSuccess;
    this.silent = isSilent ? this.silent + 1 : 0;
  }

  /** Leaves a client alone that fell silent: what it waits for itself may come back. */
  async pause(stop: AbortSignal): Promise<void> {
    const pauses = this.silent - BEFORE_PAUSE + 1;
    if (pauses <= 0 || this.pauseMs === 0) return;
    await delay(pauses * this.pauseMs, undefined, { signal: stop }).catch(() => undefined);
  }
}
