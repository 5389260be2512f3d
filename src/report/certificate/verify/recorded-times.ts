import type { Results } from '../../../contract/results.js';
import type { Exchange } from '../../../wire/exchange.js';
import type { Problems } from './problems.js';

const HOUR_MS = 60 * 60 * 1000;
/** The machine's clock may be set while a run goes on. */
const SLACK_MS = HOUR_MS;
/** A client may be waited for, after its last request. */
const LONGEST_END_MS = 24 * HOUR_MS;

/** Holds when a run began and ended against when its requests were sent: by its end, a certificate runs out. */
export class RecordedTimes {
  private first = Infinity;
  private last = -Infinity;

  see({ sentAtMs, receivedAtMs }: Exchange): void {
    this.first = Math.min(this.first, sentAtMs);
    this.last = Math.max(this.last, receivedAtMs);
  }

  compare({ startedAt, finishedAt }: Results, problems: Problems): void {
    if (this.last < this.first) return;
    const [start, end] = [Date.parse(startedAt), Date.parse(finishedAt)];
    if (this.first < start - SLACK_MS) {
      problems.add('evidence', `The run began on ${startedAt}, but requests were sent before.`);
    }
    if (this.last > end + SLACK_MS || this.last < end - LONGEST_END_MS) {
      problems.add('evidence', `The run ended on ${finishedAt}, but its last answer was recorded at another time.`);
    }
  }
}
