import type { OperationId } from '../../contract/clause.js';
import type { LatencyFacts } from './run-facts.js';
import type { SeenExchange } from './seen-exchange.js';

/** Where the bins of the distribution begin, in milliseconds; each decade has six. */
export const LATENCY_EDGES: readonly number[] = [
  ...[0, 1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700],
  ...[1_000, 1_500, 2_000, 3_000, 5_000, 7_000, 10_000, 15_000, 20_000, 30_000, 50_000, 70_000, 100_000],
];
const LONGEST_MS = 10_000_000;

/** Times are kept to the millisecond up to here, and within 1 % from here on. */
const EXACT_MS = 200;
const STEP = Math.log(1.01);

const OPERATIONS: readonly (OperationId | null)[] = ['modifyOrder', 'listOrderableStocks', null];

/** How long answers took, in a number of counters that does not grow. */
export class LatencyGathering {
  private readonly byOperation = new Map<OperationId | null, Distribution>();

  see({ operation, answer, sentAtMs, receivedAtMs }: SeenExchange): void {
    let distribution = this.byOperation.get(operation);
    if (distribution === undefined) this.byOperation.set(operation, (distribution = new Distribution()));
    if (answer === null) distribution.unanswered += 1;
    else distribution.add(sentAtMs === null || receivedAtMs === null ? null : receivedAtMs - sentAtMs);
  }

  facts(): LatencyFacts[] {
    return OPERATIONS.flatMap((operation) => {
      const distribution = this.byOperation.get(operation);
      return distribution === undefined ? [] : [{ operation, ...distribution.facts() }];
    });
  }
}

class Distribution {
  unanswered = 0;
  private answered = 0;
  private timed = 0;
  private maxMs = 0;
  private readonly fine = new Map<number, number>();
  private readonly coarse: number[] = LATENCY_EDGES.map(() => 0);

  /** @param ms - `null` where it is not known */
  add(ms: number | null): void {
    this.answered += 1;
    // A clock that was set back while the answer was on its way tells nothing.
    if (ms === null || ms < 0) return;
    const time = Math.min(ms, LONGEST_MS);
    this.timed += 1;
    this.maxMs = Math.max(this.maxMs, time);
    const step = fineStep(time);
    this.fine.set(step, (this.fine.get(step) ?? 0) + 1);
    const bin = LATENCY_EDGES.findLastIndex((edge) => edge <= time);
    this.coarse[bin] = (this.coarse[bin] ?? 0) + 1;
  }

  facts(): Omit<LatencyFacts, 'operation'> {
    const { answered, unanswered, timed } = this;
    if (timed === 0) return { answered, unanswered, quantiles: null, bins: [] };
    const quantiles = {
      medianMs: this.quantile(0.5),
      p95Ms: this.quantile(0.95),
      p99Ms: this.quantile(0.99),
      maxMs: Math.round(this.maxMs),
    };
    return { answered, unanswered, quantiles, bins: this.bins() };
  }

  /** The least time that so many of all answers do not exceed. */
  private quantile(share: number): number {
    let left = Math.ceil(share * this.timed);
    for (const step of [...this.fine.keys()].sort((a, b) => a - b)) {
      left -= this.fine.get(step) ?? 0;
      if (left <= 0) return Math.min(timeOfStep(step), Math.round(this.maxMs));
    }
    return Math.round(this.maxMs);
  }

  private bins(): LatencyFacts['bins'] {
    const first = this.coarse.findIndex((count) => count > 0);
    const last = this.coarse.findLastIndex((count) => count > 0);
    return this.coarse.slice(first, last + 1).map((count, offset) => {
      const bin = first + offset;
      return { fromMs: LATENCY_EDGES[bin] ?? 0, toMs: LATENCY_EDGES[bin + 1] ?? LONGEST_MS, count };
    });
  }
}

function fineStep(ms: number): number {
  if (ms < EXACT_MS) return Math.floor(ms);
  return EXACT_MS + Math.floor(Math.log(ms / EXACT_MS) / STEP);
}

function timeOfStep(step: number): number {
  if (step < EXACT_MS) return step;
  return Math.round(EXACT_MS * Math.exp((step - EXACT_MS + 0.5) * STEP));
}
