import type { Depth } from '../src/contract/profile.js';
import type { RunVerdict, Verdict } from '../src/contract/verdict.js';

/** One certification that is part of the proof. */
export interface Job {
  /** Of a {@link Subject}. */
  readonly subject: string;
  readonly seed: number;
  readonly depth: Depth;
  /**
   * By every clause, a client by every scenario; otherwise by the clauses that a fault names alone, a client by a few scenarios,
   * where these show it.
   */
  readonly isInFull: boolean;
}

/** What one clause came to, as far as the proof looks at it. */
export interface ProofVerdict {
  readonly clause: string;
  readonly verdict: Verdict;
  /** Sent for it. */
  readonly requests: number;
  /** Of a broken clause: requests of the whole run until it first showed. */
  readonly firstBrokenAt?: number;
  /** Of a clause that was not put to the test: why, in the words of the run. */
  readonly reason?: string;
}

/** What one certification came to. `isInFull`: that of every clause or scenario, asked for or not. */
export interface ProofRun extends Job {
  readonly verdict: RunVerdict;
  /** Every clause of the catalogue, in its order; of a run that is not in full, those that were not asked for are unverified. */
  readonly clauses: readonly ProofVerdict[];
  readonly notes: readonly string[];
  readonly requests: number;
  /** How often the service failed in its own code; 0 where it cannot tell. */
  readonly crashes: number;
  readonly wallMs: number;
  /** What its process worked since it ended another one: right in the mean, where a process has several at a time. */
  readonly cpuMs: number;
}

/** A certification by the clock alone: what it costs the process is known outside of it. */
export type TimedRun = Omit<ProofRun, 'cpuMs'>;

/** Which of several certifications this is. */
export function isOf(run: Job, { subject, seed, depth }: Job): boolean {
  return run.subject === subject && run.seed === seed && run.depth === depth;
}

/** Ids of the clauses that were found broken, in the order of the catalogue. */
export function brokenIn({ clauses }: Pick<ProofRun, 'clauses'>): string[] {
  return clauses.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn').map(({ clause }) => clause);
}

/** Whether each of these clauses was found broken. */
export function isShownIn(run: Pick<ProofRun, 'clauses'>, named: readonly string[]): boolean {
  const broken = brokenIn(run);
  return named.every((clause) => broken.includes(clause));
}

/** Requests until the fault's own clause, or one that it shows in as well, was first seen broken; `null`: never. */
export function requestsUntilNoticed({ clauses }: ProofRun, own: readonly string[]): number | null {
  const seen = clauses.filter(({ clause }) => own.includes(clause)).flatMap(({ firstBrokenAt = [] }) => firstBrokenAt);
  return seen.length === 0 ? null : Math.min(...seen);
}
