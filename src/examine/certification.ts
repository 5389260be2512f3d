import type { Clause } from '../contract/clause.js';
import type { ClauseResult, Results } from '../contract/results.js';
import type { Settings } from '../contract/settings.js';

/** How far a run is. */
export interface Progress {
  readonly planned: number;
  readonly done: number;
  readonly requests: number;
  /** Clauses broken so far, by verdict. */
  readonly failed: number;
  readonly warned: number;
}

/** One run against one service: transport, clock, order desk, evidence, and the outcome of each clause. */
export interface Certification {
  /** The whole catalogue, in order. */
  readonly catalogue: readonly Clause[];
  /** Clauses that this run can be asked for: of the service's role, bound where they need it, in `settings.only`. */
  readonly examinable: readonly Clause[];
  /** Begins to examine these ahead of being asked, several at a time; passive clauses are judged after all others. */
  plan(ids: readonly string[]): void;
  /** The result of one clause; examines it now if that has not begun. Never rejects for what a service does. */
  examine(id: string): Promise<ClauseResult>;
  progress(): Progress;
  /** What is known now; clauses not examined yet are `unverified` with the reason given. */
  results(reasonForOpen: string): Results;
  /** Stops sending; examinations that are under way end `unverified`. */
  stop(reason: string): void;
  /** Sets the orders back, closes connections, and flushes the evidence. */
  close(): Promise<void>;
}

/** What a certification needs beside the settings. */
export interface CertificationOptions {
  readonly settings: Settings;
  readonly toolVersion: string;
  readonly now?: () => number;
}

/** Opens a certification. Sends nothing yet. */
export declare function openCertification(options: CertificationOptions): Promise<Certification>;
