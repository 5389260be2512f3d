import { amount } from '../contract/amount.js';
import type { Clause } from '../contract/clause.js';
import type { Settings } from '../contract/settings.js';
import type { Progress } from '../examine/progress.js';

/** Before this many requests and milliseconds, nothing can be said of how fast a run is. */
const FEWEST_REQUESTS = 50;
/** Of orders that are set back. */
const FEWEST_ORDERS = 5;
const SHORTEST_MS = 2000;

/** What a run is about to do: `About 6,600 requests, 6 min at 20 a second; orders are modified and set back.` */
export function planLine(
  expected: number,
  clauses: readonly Pick<Clause, 'modifies'>[],
  { rate, readOnly, orders, embedded, maxRequests, maxTimeMs }: Settings,
): string {
  const most = Math.min(expected, maxRequests ?? Infinity);
  const atRate = rate === null ? '' : `, ${durationText((most / rate) * 1000)} at ${rate} a second`;
  const modifies = !readOnly && (embedded || orders !== null) && clauses.some((clause) => clause.modifies);
  const beyond = modifies ? ' and those that set orders back' : '';
  const bounds = [
    maxRequests === undefined ? '' : `, at most ${maxRequests.toLocaleString('en-US')}${beyond}`,
    maxTimeMs === undefined ? '' : `, at most ${boundText(maxTimeMs)}`,
  ];
  const modified = modifies ? 'orders of the order source are modified and set back' : 'nothing is modified';
  return `About ${amount(rounded(expected), 'request')}${atRate}${bounds.join('')}; ${modified}.`;
}

/** `about 3 min left`; empty where nothing can be said of it. */
export function timeLeft(expected: number, requests: number, elapsedMs: number, fewest = FEWEST_REQUESTS): string {
  if (requests < fewest || elapsedMs < SHORTEST_MS || requests >= expected) return '';
  return `about ${durationText(((expected - requests) / requests) * elapsedMs)} left`;
}

/** The time that is left of a run, and, once orders are set back, of that. */
export class Outlook {
  private readonly expected: number;
  private readonly sentBefore: number;
  private readonly begunAtMs: number;
  private settingBackSince: { readonly atMs: number; readonly done: number } | null = null;

  /**
   * @param expected - requests that the run is about to send
   * @param sentBefore - by an earlier part of it
   */
  constructor(expected: number, sentBefore: number, nowMs: number) {
    this.expected = expected;
    this.sentBefore = sentBefore;
    this.begunAtMs = nowMs;
  }

  /** `about 3 min left`; empty where nothing can be said of it. */
  at({ requests, settingBack }: Pick<Progress, 'requests' | 'settingBack'>, nowMs: number): string {
    if (settingBack === undefined) return timeLeft(this.expected, requests - this.sentBefore, nowMs - this.begunAtMs);
    const { done, of } = settingBack;
    this.settingBackSince ??= { atMs: nowMs, done };
    const since = this.settingBackSince;
    return timeLeft(of - since.done, done - since.done, nowMs - since.atMs, FEWEST_ORDERS);
  }
}

/** Two figures are as much as an estimate has. */
function rounded(count: number): number {
  return Number(count.toPrecision(2));
}

/** As it was given, where that was in whole seconds, minutes or hours. */
function boundText(ms: number): string {
  const seconds = ms / 1000;
  if (seconds % 3600 === 0) return `${seconds / 3600} h`;
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}

function durationText(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000));
  if (seconds < 90) return `${seconds} s`;
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min`;
  return `${Number((seconds / 3600).toFixed(1))} h`;
}
