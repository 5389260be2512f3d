import type { Results } from '../../contract/results.js';
import type { StripPause } from './run-facts.js';
import type { SeenExchange } from './seen-exchange.js';

/** Shortest pause that is told, in milliseconds and as a share of the run. */
const SHORTEST_MS = 1_000;
const SMALLEST_SHARE = 0.08;
const MOST_PAUSES = 8;
const MOST_BINS = 2_000;
/** On whose behalf orders are set back. */
const SET_BACK = 'set-back';

interface Bin {
  firstMs: number;
  why: StripPause['why'];
  lastMs: number;
}

/** Finds the times in which nothing was under way. Exchanges may come in any order; what is kept is bounded. */
export class PauseGathering {
  private bins = new Map<number, Bin>();
  private binMs = 64;
  private readonly shards: readonly { readonly fromMs: number; readonly toMs: number }[];

  constructor({ merged = [] }: Pick<Results, 'merged'> = {}) {
    this.shards = merged.map(({ startedAt, finishedAt }) => ({
      fromMs: Date.parse(startedAt),
      toMs: Date.parse(finishedAt),
    }));
  }

  see(seen: SeenExchange, sentAtMs: number): void {
    const why = seen.isAfterWait ? 'asked' : seen.clause === SET_BACK ? 'end' : 'unknown';
    this.put({ firstMs: sentAtMs, why, lastMs: Math.max(sentAtMs, seen.receivedAtMs ?? sentAtMs) });
    while (this.bins.size > MOST_BINS) this.widen();
  }

  /** The longest ones, in their order. */
  facts(): readonly StripPause[] {
    const bins = [...this.bins.values()].sort((a, b) => a.firstMs - b.firstMs);
    const pauses: StripPause[] = [];
    let busyUntilMs = bins[0]?.firstMs ?? 0;
    for (const { firstMs, lastMs, why } of bins) {
      if (firstMs - busyUntilMs >= SHORTEST_MS)
        pauses.push(this.explained({ fromMs: busyUntilMs, toMs: firstMs, why }));
      busyUntilMs = Math.max(busyUntilMs, lastMs);
    }
    const least = (busyUntilMs - (bins[0]?.firstMs ?? 0)) * SMALLEST_SHARE;
    const lengthOf = ({ fromMs, toMs }: StripPause): number => toMs - fromMs;
    return pauses
      .filter((pause) => lengthOf(pause) >= least)
      .sort((a, b) => lengthOf(b) - lengthOf(a))
      .slice(0, MOST_PAUSES)
      .sort((a, b) => a.fromMs - b.fromMs);
  }

  /** What lies for the most part where no shard was under way is a pause between them. */
  private explained(pause: StripPause): StripPause {
    const { fromMs, toMs } = pause;
    const middle = (fromMs + toMs) / 2;
    const isBetween =
      this.shards.length > 0 && !this.shards.some((shard) => shard.fromMs <= middle && middle <= shard.toMs);
    return isBetween ? { ...pause, why: 'shards' } : pause;
  }

  private put(seen: Bin): void {
    const key = Math.floor(seen.firstMs / this.binMs);
    const bin = this.bins.get(key);
    if (bin === undefined) this.bins.set(key, { ...seen });
    else {
      if (seen.firstMs < bin.firstMs) Object.assign(bin, { firstMs: seen.firstMs, why: seen.why });
      bin.lastMs = Math.max(bin.lastMs, seen.lastMs);
    }
  }

  private widen(): void {
    const narrow = this.bins;
    this.bins = new Map();
    this.binMs *= 2;
    for (const bin of narrow.values()) this.put(bin);
  }
}
