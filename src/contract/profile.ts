import type { Kind } from './clause.js';
import type { Answer } from './verdict.js';

export type KeyEncoding = 'utf8' | 'hex' | 'base64' | 'base64url';
export type Environment = 'staging' | 'sandbox' | 'production';
export type Depth = 'smoke' | 'standard' | 'deep';

/** A clause that is known to be broken and accepted until a day. Shown in every output; stale is an error. */
export interface Waiver {
  readonly clause: string;
  readonly reason: string;
  /** Last day on which it holds, `YYYY-MM-DD`, UTC. */
  readonly expires: string;
}

/** One of the 23 operations of section 4.4, bound to a place so that it can be tested. */
export interface BoundOperation {
  /** Clause id, such as `OPS-003`. */
  readonly clause: string;
  /** Relative to the base URL, with a leading slash. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
}

/** What one subject declares of itself: `specs/profiles/<name>.yaml`. Every member may be left out. */
export interface Profile {
  readonly name?: string;
  readonly baseUrl?: string;
  readonly environment?: Environment;
  readonly signatureTemplate?: string;
  readonly signingKeyEncoding?: KeyEncoding;
  readonly ordersUrl?: string;
  readonly ordersCommand?: string;
  readonly ordersFile?: string;
  readonly ordersShow?: 'on' | 'off';
  /** Most requests a second. */
  readonly rate?: number;
  /** After this time nothing new is begun, such as `30m`. */
  readonly maxTime?: string;
  /** Most requests of a run, without those that set orders back. */
  readonly maxRequests?: number;
  readonly limits?: {
    /** How far generated prices stay from the order's own, as a fraction; default 0.02. */
    readonly priceBand?: number;
    /** Most pages of one walk before it counts as endless; default 1000. */
    readonly maxPages?: number;
    /** Most connections at once; default 16. */
    readonly connections?: number;
    /** Longest wait for an answer, in milliseconds; default 30000. */
    readonly timeoutMs?: number;
    /** Largest answer, decompressed, in bytes; default 16 MiB. */
    readonly maxResponseBytes?: number;
  };
  /** Operations that the subject claims; the clauses of the others are `inapplicable`. Default: both. */
  readonly claims?: readonly ('modifyOrder' | 'listOrderableStocks')[];
  readonly operations?: readonly BoundOperation[];
  /** Answers to open questions by clause id; a different observation is drift. */
  readonly pins?: Readonly<Record<string, Answer>>;
  /** Kinds that differ from the catalogue's, by clause id. */
  readonly kinds?: Readonly<Record<string, Kind>>;
  readonly waivers?: readonly Waiver[];
}
