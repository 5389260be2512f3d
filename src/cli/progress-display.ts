import { amount } from '../contract/amount.js';
import type { Progress } from '../examine/progress.js';

/** The part of a stream that a display needs. */
export interface DisplayStream {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

const LIVE_EVERY_MS = 200;
const SPARSE_EVERY_MS = 15_000;
const CLEAR_LINE = '\r\u001b[K';

/** One line that changes on a terminal; elsewhere a line now and then, where it has changed, so that a log stays short. */
export class ProgressDisplay {
  private readonly stream: DisplayStream;
  private readonly line: () => string;
  private timer: NodeJS.Timeout | null = null;
  private isShown = false;
  /** The last line that was written where lines stay. */
  private written = '';
  private readonly everyMs: number;
  private dueAtMs: number;

  /** @param line - what is shown, asked for each time */
  constructor(stream: DisplayStream, line: () => string) {
    this.stream = stream;
    this.line = line;
    this.everyMs = stream.isTTY ? LIVE_EVERY_MS : SPARSE_EVERY_MS;
    this.dueAtMs = this.everyMs;
  }

  start(): void {
    this.timer = setInterval(() => this.show(), this.everyMs);
    this.timer.unref();
  }

  /**
   * Shows the line where its time has come, and not before the first pause is over: for work that lets no timer run.
   *
   * @param nowMs - of a clock that begins with the work
   */
  showWhenDue(nowMs: number): void {
    if (nowMs < this.dueAtMs) return;
    this.dueAtMs = nowMs + this.everyMs;
    this.show();
  }

  show(): void {
    const line = this.line();
    if (!this.stream.isTTY) {
      if (line === this.written) return;
      this.written = line;
      this.stream.write(`${line}\n`);
      return;
    }
    this.isShown = true;
    this.stream.write(CLEAR_LINE + line.slice(0, (this.stream.columns ?? 80) - 1));
  }

  /** Writes lines that stay, above the one that changes. */
  tell(text: string): void {
    this.stream.write((this.isShown ? CLEAR_LINE : '') + text);
    if (this.isShown) this.show();
  }

  /** Leaves nothing behind on a terminal. */
  stop(): void {
    if (this.timer) clearInterval(this.timer);
    if (this.isShown) this.stream.write(CLEAR_LINE);
    this.isShown = false;
  }
}

/**
 * `34 of 120 clauses, 5,321 requests, 2 failed, 1 warned, about 3 min left`; the last only where it is known. Once orders are set
 * back, it is said of how many, and the time that is left is that of this.
 */
export function progressLine(progress: Progress, left = ''): string {
  const { planned, done, cutOff = 0, requests, failed, warned, isInDoubt, settingBack } = progress;
  const broken = [failed > 0 ? `, ${failed} failed` : '', warned > 0 ? `, ${warned} warned` : ''];
  const ahead = done < planned && cutOff === 0 ? left : '';
  const outlook = isInDoubt ? 'no answers: asking whether the service is there, or the run ends' : ahead;
  const counts = `${done - cutOff} of ${amount(planned, 'clause')}, ${amount(requests, 'request')}${broken.join('')}`;
  if (settingBack === undefined) return `${counts}${outlook && `, ${outlook}`}`;
  const { done: set, of } = settingBack;
  return `setting orders back: ${set.toLocaleString('en-US')} of ${of.toLocaleString('en-US')}${left && `, ${left}`}; ${counts}`;
}
