import type { OperationId } from '../../contract/clause.js';
import type { ShownExchange } from '../../contract/verdict.js';

/**
 * What the pictures of a report show, gathered from a run's exchanges. Plain data, bounded whatever the number of exchanges
 * and whatever is in them: lists are capped, texts are cut, numbers are finite. Texts may still come from a service or a client.
 */
export interface RunFacts {
  /** Exchanges that were taken in. */
  readonly exchanges: number;
  /** Records that are no exchanges, and were left out. */
  readonly unreadable: number;
  readonly window: WindowFacts;
  readonly walks: WalkFacts;
  readonly coverage: CoverageFacts;
  /** Those that were asked for, in the order of the document; requests for anything else come last. */
  readonly latency: readonly LatencyFacts[];
  readonly refusals: RefusalFacts;
  readonly strip: StripFacts;
  /** What was tried, by the id of the clause; one or two requests each. */
  readonly examples: ReadonlyMap<string, readonly TriedExample[]>;
  /**
   * Accepted requests that are nearer to those of findings than the ones that the run held them against, by the number of
   * the exchange that shows the finding.
   */
  readonly nearest: ReadonlyMap<number, ShownExchange>;
}

/** One request that was sent for a clause, in short, and what became of it. */
export interface TriedExample {
  readonly exchange: number;
  readonly method: string;
  readonly target: string;
  /** Cut short; empty where there is none. */
  readonly body: string;
  /** It was made to be refused. */
  readonly isInvalid: boolean;
  /** `null`: no whole answer. */
  readonly status: number | null;
  /** Code of the envelope, where there is one. */
  readonly code: number | null;
  /** `data.success` of an answer to a modify. */
  readonly success: boolean | null;
  readonly reply: Reply;
  /** The clause that it was sent for, where that is another one. */
  readonly sentFor?: string;
  /** Of a client's request: the scenario in which it was sent. */
  readonly scenario?: string;
}

/** What a service said to one request. `unclear`: a breakdown, a call to wait, no whole answer. */
export type Reply = 'accepted' | 'refused' | 'unclear';

/** Modify requests by the distance of their X-Timestamp from the service's time. */
export interface WindowFacts {
  /** Half the width of the window, in seconds (section 8). */
  readonly limitSeconds: number;
  /** `probes`: only requests whose sole flaw can be their timestamp; `traffic`: every modify that others sent. */
  readonly basis: 'probes' | 'traffic';
  readonly requests: number;
  /** Requests without an X-Timestamp that is one whole number. */
  readonly withoutTime: number;
  /** Rounded to a second, requests of one distance and reply together; nearest to the far past first. */
  readonly marks: readonly WindowMark[];
  /** Marks that were too many to keep. */
  readonly dropped: number;
  /** How far the service's clock is ahead of ours by its Date headers, and how far that may be off; `null`: it never said. */
  readonly clock: { readonly offsetMs: number; readonly uncertaintyMs: number } | null;
  /** What was measured on each side of the service's time; `null`: no such answer. In seconds, never negative. */
  readonly past: WindowEdge;
  readonly future: WindowEdge;
}

/** Requests of one distance with the same reply. */
export interface WindowMark {
  /** X-Timestamp minus the service's time, in seconds: below 0 is the past. */
  readonly seconds: number;
  readonly reply: Reply;
  readonly count: number;
  /** The first of them in exchanges.jsonl. */
  readonly exchange: number;
}

/** One side of the window as it was measured. */
export interface WindowEdge {
  readonly farthestAccepted: number | null;
  readonly nearestRefused: number | null;
}

/** Walks over the pages of the lookup. */
export interface WalkFacts {
  /** Lookups that were answered with a page. */
  readonly pages: number;
  /** First pages that nothing followed and nothing is odd about: they are counted only. */
  readonly single: number;
  /** Different walks of several pages, or with something odd, the most telling first. */
  readonly walks: readonly PageWalk[];
  /** Walks that were too many to keep. */
  readonly dropped: number;
}

/** How a walk ended. */
export type WalkEnd =
  /** A page said that it is the last. */
  | 'complete'
  /** A page said that there are more, and its key was not asked for. */
  | 'left'
  /** A page said that there are more, and gave no key. */
  | 'no key'
  /** The key of a page was refused. */
  | 'refused'
  /** The key of a page brought no answer that is a page. */
  | 'broken'
  /** The last answer was too long to be recorded whole, and does not tell. */
  | 'unknown';

/** Equal walks, as one. */
export interface PageWalk {
  /** `ALL`, or such as `ALL, stockCd GOLD`. */
  readonly filter: string;
  /** The clause or scenario that it was first seen with. */
  readonly clause: string;
  /** How many walks were just like this one. */
  readonly times: number;
  /** The first pages; of further ones those with repeats, without instruments, and the last one. */
  readonly pages: readonly WalkedPage[];
  readonly pageCount: number;
  /** Different ones; at least so many where an answer was cut or there were too many to remember. */
  readonly instruments: number;
  /** Records of instruments that had come before. */
  readonly repeated: number;
  /** Instruments fewer than in the largest complete walk with the same filter. */
  readonly missing: number;
  readonly end: WalkEnd;
  /** Of an end that is `refused`. */
  readonly endStatus: number | null;
}

/** One page of a walk. */
export interface WalkedPage {
  /** Counted from 1. */
  readonly index: number;
  readonly exchange: number;
  readonly size: number;
  /** The answer was too long to be recorded whole: there are at least so many. */
  readonly isCut: boolean;
  /** Its records that had come before in this walk. */
  readonly repeats: number;
  /** Its key is one that this walk had before: it goes in circles. */
  readonly repeatsKey: boolean;
}

/** Modify bodies by type, side and conditions. */
export interface CoverageFacts {
  /** Bodies that have a place in the grid. */
  readonly placed: number;
  /** Bodies without one: no JSON object, or other codes. */
  readonly elsewhere: number;
  /** Only cells of which something was sent, in the order of the grid. */
  readonly cells: readonly CoverageCell[];
}

/** A switch of a modify body. */
export type SwitchState = 'absent' | 'Y' | 'N';

/** One combination. */
export interface CoverageCell {
  readonly orderTypeCd: string;
  readonly sideCd: string;
  readonly takeProfit: SwitchState;
  readonly stopLoss: SwitchState;
  readonly trailing: SwitchState;
  readonly accepted: number;
  readonly refused: number;
  readonly unclear: number;
  /** Of those accepted: made to be refused. */
  readonly wronglyAccepted: number;
  /** Of those refused: shown by a finding that expects an acceptance. */
  readonly wronglyRefused: number;
}

/** How long answers of one operation took. */
export interface LatencyFacts {
  readonly operation: OperationId | null;
  readonly answered: number;
  readonly unanswered: number;
  /** `null`: nothing was answered. Within 1 %. */
  readonly quantiles: {
    readonly medianMs: number;
    readonly p95Ms: number;
    readonly p99Ms: number;
    readonly maxMs: number;
  } | null;
  /** Without those that are empty at both ends; widths grow with the times. */
  readonly bins: readonly { readonly fromMs: number; readonly toMs: number; readonly count: number }[];
}

/** What did not succeed, by what the service said of it. */
export interface RefusalFacts {
  readonly total: number;
  /** The most frequent first. */
  readonly causes: readonly RefusalCause[];
  /** Of causes that were too many to keep. */
  readonly others: number;
}

/** One cause of refusals. */
export interface RefusalCause {
  /** `null`: no answer. */
  readonly status: number | null;
  /** What the body gives as its cause or code, or what became of the connection; digits of other texts are shown as #. */
  readonly cause: string;
  readonly operation: OperationId | null;
  readonly reply: Exclude<Reply, 'accepted'>;
  readonly count: number;
  /** Clauses or scenarios for which it came, the first ones. */
  readonly clauses: readonly string[];
  readonly moreClauses: number;
  /** The first of them in exchanges.jsonl. */
  readonly exchange: number;
}

/** The run by time. */
export interface StripFacts {
  /** Milliseconds since the epoch; `null`: nothing was sent. */
  readonly startMs: number | null;
  readonly endMs: number | null;
  /** Width of a bin, in milliseconds. */
  readonly binMs: number;
  readonly laneKind: 'area' | 'scenario' | 'operation';
  readonly lanes: readonly StripLane[];
  /** Findings whose exchange was not found, or had no time. */
  readonly unplaced: number;
  /** Long times in which nothing was sent and no answer was awaited, in their order. */
  readonly pauses: readonly StripPause[];
}

/** A time without requests. */
export interface StripPause {
  readonly fromMs: number;
  readonly toMs: number;
  /**
   * `asked`: the service asked to wait; `end`: all clauses were tried, and orders were then set back; `shards`: one part of
   * the run had ended, and the next had not begun; `unknown`: none of these.
   */
  readonly why: 'asked' | 'end' | 'shards' | 'unknown';
}

/** One row of the strip. */
export interface StripLane {
  /** Name of an area of clauses, of a scenario, or of an operation. */
  readonly name: string;
  readonly requests: number;
  /** First of them in the run comes first; bins are counted from `startMs`. */
  readonly bins: readonly { readonly bin: number; readonly count: number }[];
  readonly findings: readonly StripFinding[];
  /** Findings that were too many to keep. */
  readonly moreFindings: number;
}

/** A finding at the moment at which it was seen. */
export interface StripFinding {
  readonly clause: string;
  readonly verdict: 'fail' | 'warn';
  readonly cause: string;
  /** Cases that have it; it is placed at one of them. */
  readonly cases: number;
  readonly exchange: number;
  readonly atMs: number;
}
