import { headerValue } from '../wire/headers.js';
import { parseHttpDate } from '../wire/http-date.js';
import type { HarEntry } from './har-entry.js';

/** What a Date header leaves open, in milliseconds: its second, and the way of the answer. */
const READING_MS = 5_000;
/** How far a recorder's clock may be off where no answer tells, in milliseconds. */
const UNKNOWN_MS = 5 * 60_000;
/** The same where times were written without their offset from UTC: all that there is between two time zones. */
const NO_ZONE_MS = 26 * 3_600_000;
const MOST_READINGS = 10_000;

/**
 * Holds the clock of a recorder against that of the service, which is told by the Date of its answers. A recording says
 * when a request passed by a clock that nobody set for it, so that no timestamp may be blamed, or passed, for what that
 * clock is off.
 */
export class RecorderClock {
  private readonly readings: number[] = [];
  private hasZones = true;

  see(entry: HarEntry): void {
    this.hasZones &&= entry.hasOffset;
    const date = parseHttpDate(headerValue(entry.responseHeaders, 'date'), entry.startedAtMs);
    if (!Number.isNaN(date) && this.readings.length < MOST_READINGS) this.readings.push(aheadMs(entry, date));
  }

  /** How much later it is for the service than for the recorder, in milliseconds; `null`: not known. */
  get aheadMs(): number | null {
    const sorted = [...this.readings].sort((a, b) => a - b);
    return sorted[sorted.length >> 1] ?? null;
  }

  /** How far the service's clock may be from the recorder's, to either side, in milliseconds. */
  get slackMs(): number {
    const { aheadMs: ahead } = this;
    if (ahead !== null) return Math.abs(ahead) + READING_MS;
    return this.hasZones ? UNKNOWN_MS : NO_ZONE_MS;
  }
}

/** How far a Date is from the time between a request and the end of its answer. It stands for a whole second. */
function aheadMs({ startedAtMs, sentAfterMs, endedAfterMs }: HarEntry, date: number): number {
  const early = startedAtMs + sentAfterMs - (date + 999);
  const late = date - (startedAtMs + endedAfterMs);
  if (early > 0) return -early;
  return late > 0 ? late : 0;
}
