import { loadCatalogue } from '../../contract/catalogue.js';
import type { Results } from '../../contract/results.js';
import { cutText } from '../plain-text.js';
import { PauseGathering } from './pause-facts.js';
import type { StripFacts, StripFinding, StripLane } from './run-facts.js';
import type { SeenExchange } from './seen-exchange.js';

const MOST_LANES = 150;
const MOST_BINS = 240;
const MOST_FINDINGS = 50;
/** Findings that are looked for among the exchanges. */
const MOST_SOUGHT = 5_000;
const LONGEST_CAUSE = 160;
const OTHERS = 'others';

interface Lane {
  bins: Map<number, number>;
  readonly findings: StripFinding[];
  requests: number;
  moreFindings: number;
}

interface Sought {
  readonly clause: string;
  readonly verdict: 'fail' | 'warn';
  readonly cause: string;
  readonly cases: number;
}

/** Counts requests by time and by what they were sent for; a bin widens as the run goes on. */
export class StripGathering {
  private readonly laneKind: StripFacts['laneKind'];
  private readonly areas = new Map(loadCatalogue().map(({ id, area }) => [id, area]));
  private readonly lanes = new Map<string, Lane>();
  /** By the number of the exchange that shows it. */
  private readonly sought = new Map<number, Sought[]>();
  private readonly pauses: PauseGathering;
  private unshown = 0;
  /** Times and bins are counted from the epoch, so that exchanges may come in any order. */
  private binMs = 1;
  private firstMs = Infinity;
  private lastMs = -Infinity;

  constructor(results: Results) {
    this.pauses = new PauseGathering(results);
    this.laneKind = results.basis !== undefined ? 'operation' : results.subject.role === 'client' ? 'scenario' : 'area';
    for (const { id, verdict, findings } of results.clauses) {
      if (verdict !== 'fail' && verdict !== 'warn') continue;
      for (const { cause, count, shown } of findings) {
        this.seek(shown?.exchange, { clause: id, verdict, cause: cutText(cause, LONGEST_CAUSE), cases: count });
      }
    }
  }

  see(seen: SeenExchange): void {
    if (seen.sentAtMs === null) return;
    const lane = this.laneOf(seen);
    lane.requests += 1;
    this.pauses.see(seen, seen.sentAtMs);
    this.widen(seen.sentAtMs, seen.receivedAtMs ?? seen.sentAtMs);
    const bin = Math.floor(seen.sentAtMs / this.binMs);
    lane.bins.set(bin, (lane.bins.get(bin) ?? 0) + 1);
    this.placeFindings(seen.number, seen.sentAtMs, lane);
  }

  facts(): StripFacts {
    const { laneKind, binMs } = this;
    const unplaced = this.unshown + [...this.sought.values()].reduce((sum, findings) => sum + findings.length, 0);
    if (this.lanes.size === 0) return { startMs: null, endMs: null, binMs, laneKind, lanes: [], unplaced, pauses: [] };
    const first = Math.floor(this.firstMs / binMs);
    const lanes = [...this.lanes].map(([name, { bins, requests, findings, moreFindings }]): StripLane => ({
      name,
      requests,
      bins: [...bins].map(([bin, count]) => ({ bin: bin - first, count })).sort((a, b) => a.bin - b.bin),
      findings: findings.sort((a, b) => a.atMs - b.atMs),
      moreFindings,
    }));
    return {
      startMs: first * binMs,
      endMs: this.lastMs,
      binMs,
      laneKind,
      lanes,
      unplaced,
      pauses: this.pauses.facts(),
    };
  }

  private seek(exchange: number | undefined, finding: Sought): void {
    const there = exchange === undefined ? undefined : this.sought.get(exchange);
    if (there !== undefined) there.push(finding);
    else if (exchange === undefined || this.sought.size >= MOST_SOUGHT) this.unshown += 1;
    else this.sought.set(exchange, [finding]);
  }

  private laneOf({ clause, operation }: SeenExchange): Lane {
    const wanted = this.nameOf(clause, operation);
    const name = this.lanes.has(wanted) || this.lanes.size < MOST_LANES ? wanted : OTHERS;
    let lane = this.lanes.get(name);
    if (lane === undefined)
      this.lanes.set(name, (lane = { bins: new Map(), findings: [], requests: 0, moreFindings: 0 }));
    return lane;
  }

  private nameOf(clause: string, operation: string | null): string {
    if (this.laneKind === 'operation') return operation ?? OTHERS;
    return this.laneKind === 'scenario' ? clause : (this.areas.get(clause) ?? clause);
  }

  /** Widths are doubled only, so that each bin lies whole in a wider one. */
  private widen(sentAtMs: number, receivedAtMs: number): void {
    this.firstMs = Math.min(this.firstMs, sentAtMs);
    this.lastMs = Math.max(this.lastMs, sentAtMs, receivedAtMs);
    let factor = 1;
    while (this.binsAt(this.binMs * factor) > MOST_BINS) factor *= 2;
    if (factor === 1) return;
    this.binMs *= factor;
    for (const lane of this.lanes.values()) lane.bins = widened(lane.bins, factor);
  }

  private binsAt(binMs: number): number {
    return Math.floor(this.lastMs / binMs) - Math.floor(this.firstMs / binMs) + 1;
  }

  private placeFindings(exchange: number, atMs: number, lane: Lane): void {
    const found = this.sought.get(exchange);
    if (found === undefined) return;
    this.sought.delete(exchange);
    for (const finding of found) {
      if (lane.findings.length < MOST_FINDINGS) lane.findings.push({ ...finding, exchange, atMs });
      else lane.moreFindings += 1;
    }
  }
}

function widened(bins: ReadonlyMap<number, number>, factor: number): Map<number, number> {
  const wider = new Map<number, number>();
  for (const [bin, count] of bins) {
    const into = Math.floor(bin / factor);
    wider.set(into, (wider.get(into) ?? 0) + count);
  }
  return wider;
}
