import type { Kind, Role } from './clause.js';
import type { Answer, Finding, RunVerdict, Verdict } from './verdict.js';

/** A finding as it is reported: how often, and how to see it again. */
export interface CountedFinding extends Finding {
  readonly count: number;
  /** A command that runs this clause again with the same cases, signing anew. */
  readonly replay: string;
}

/** One clause in results.json. */
export interface ClauseResult {
  readonly id: string;
  readonly sentence: string;
  readonly kind: Kind;
  readonly role: Role;
  readonly section: string;
  readonly verdict: Verdict;
  readonly cases: number;
  readonly requests: number;
  readonly reason: string;
  readonly findings: readonly CountedFinding[];
  /** Of a broken clause: how many requests the run had sent when it first showed, that one included. */
  readonly firstBrokenAt?: number;
  readonly waiver?: { readonly reason: string; readonly expires: string };
}

/** One open question in results.json. */
export interface QuestionResult {
  readonly id: string;
  readonly section: string;
  readonly question: string;
  readonly observed: Answer;
  readonly pinned: Answer;
  readonly drift: boolean;
}

/** results.json, version 1. */
export interface Results {
  readonly schemaVersion: 1;
  readonly tool: { readonly name: 'tradecert'; readonly version: string };
  readonly contract: { readonly version: string; readonly sha256: string };
  readonly subject: {
    readonly role: 'service' | 'client';
    readonly baseUrl: string;
    /** Of a client that was started by a command. */
    readonly command?: string;
  };
  readonly profile?: { readonly name: string; readonly sha256: string };
  readonly seed: number;
  readonly depth: 'smoke' | 'standard' | 'deep';
  /** Set where nothing was sent and what others sent was judged; seed and depth then mean nothing. */
  readonly basis?: 'observed traffic';
  /** Warnings and drift fail the run. */
  readonly strict?: true;
  /** Nothing was modified. */
  readonly readOnly?: true;
  /** Of a client's run: the scenarios that were chosen, where not all were. */
  readonly scenarios?: { readonly chosen: number; readonly of: number };
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly verdict: RunVerdict;
  /** Plain sentences about the run as a whole: read-only, interrupted, unreachable, orders not set back. */
  readonly notes: readonly string[];
  readonly counts: Readonly<Record<Verdict, number>>;
  readonly requests: number;
  readonly clauses: readonly ClauseResult[];
  readonly questions: readonly QuestionResult[];
}
