import { setMaxListeners } from 'node:events';
import { sleepFor, type Pace, type Sleep } from '../client/pace.js';

/** How long what is under way has for its end, where the run ends before all is judged. */
const LONGEST_END_MS = 10_000;

/** What a {@link RunEnd} works with. */
export interface RunEndOptions {
  /** Of all requests of the run; asked for when it is needed. */
  readonly pace: () => Pick<Pace, 'end' | 'idle'>;
  /** Told once, in one sentence, why the run ends. */
  readonly note: (sentence: string) => void;
  readonly sleep?: Sleep | undefined;
}

/** How a run ends before all is judged: at once, at a bound, or since the service is gone. */
export class RunEnd {
  /** Why nothing more is begun, once that is so. */
  because: string | null = null;
  private readonly options: RunEndOptions;
  private readonly stopped = new AbortController();
  /** Aborted when nothing of the run is waited for any more. */
  private readonly over = new AbortController();
  private readonly sleep: Sleep;

  constructor(options: RunEndOptions) {
    this.options = options;
    this.sleep = options.sleep ?? sleepFor;
    // Every request under way listens for it.
    setMaxListeners(0, this.signal);
  }

  /** Aborted once the run is stopped. */
  get signal(): AbortSignal {
    return this.stopped.signal;
  }

  /** Stops sending; examinations that are under way end `unverified`. */
  stop(reason: string): void {
    if (this.signal.aborted) return;
    if (this.because === null) this.options.note(reason);
    this.because ??= reason;
    this.stopped.abort(new Error(this.because));
  }

  /**
   * Begins nothing more; stops where all that is under way has come to its end, or has had time enough to.
   *
   * @param longestMs - of that time; none where the service is gone
   */
  async windDown(reason: string, longestMs = LONGEST_END_MS): Promise<void> {
    if (this.because !== null) return;
    this.because = reason;
    this.options.note(`${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`);
    const pace = this.options.pace();
    pace.end(reason);
    await Promise.race([pace.idle(), this.sleep(longestMs, this.signal)]);
    this.stop(reason);
  }

  /** Winds down after that time, if the run is not over by then. */
  async windDownAfter(maxTimeMs: number): Promise<void> {
    await this.sleep(maxTimeMs, this.over.signal);
    if (!this.over.signal.aborted) await this.windDown(timeReason(maxTimeMs));
  }

  /** The run has come to its end: nothing of it is waited for any more. */
  reached(): void {
    this.over.abort();
  }
}

function timeReason(maxTimeMs: number): string {
  return `the time of the run was up (--max-time ${shownDuration(maxTimeMs)})`;
}

/** Why a run ends that has sent all that it may. */
export function spentReason(maxRequests = 0): string {
  return `all requests that the run may send were sent (--max-requests ${maxRequests})`;
}

/** Why a run ends whose service asks for a pause that is not waited out. */
export function pauseReason(pauseMs: number): string {
  return `the service is busy: it asked for a pause of ${shownDuration(Math.ceil(pauseMs / 1000) * 1000)}`;
}

/** As `--max-time` takes it. */
function shownDuration(ms: number): string {
  if (ms % 3_600_000 === 0) return `${ms / 3_600_000}h`;
  return ms % 60_000 === 0 ? `${ms / 60_000}m` : `${ms / 1000}s`;
}
