import type { Sleep } from './pace.js';

/** How what watches over a service lets the run wait, and ends it. */
export interface WatchOptions {
  /** Lets nothing else begin until the task is done. */
  readonly hold: (task: () => Promise<void>) => Promise<void>;
  /** Called once, with the reason in a few words. */
  readonly giveUp: (because: string) => void;
  readonly stop: AbortSignal;
  readonly sleep?: Sleep | undefined;
}
