import type { Clause } from '../src/contract/clause.js';
import type { Problem, SubjectRuns } from './judge-proof.js';
import { brokenIn, requestsUntilNoticed, type ProofRun } from './proof-run.js';

/** What the proof comes to in numbers. */
export interface Figures {
  readonly faults: number;
  /** Faults found at every seed. */
  readonly faultsNoticed: number;
  readonly legalServices: number;
  /** Clauses held against a legal service at any seed. */
  readonly falseAlarms: number;
  /** Clauses that a service can break, and how many of them have a fault that they catch. */
  readonly clauses: number;
  readonly clausesProven: number;
  readonly seeds: readonly number[];
  readonly runs: number;
  /** By every clause: what follows is of these. */
  readonly runsInFull: number;
  /** Requests of a run, the median. */
  readonly requestsPerRun: number;
  /** Requests until a fault is first noticed; of each fault the mean of its seeds. */
  readonly untilNoticed: { readonly sum: number; readonly median: number; readonly worst: number };
  /** Processor time of one run in seconds, service included, the mean. */
  readonly secondsPerRun: number;
  /** Wall time of the whole proof. */
  readonly wholeSeconds: number;
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

/**
 * The mean over the seeds, all of a run where the fault was not noticed in it; `null` where nothing is wrong, or no run is
 * by every clause.
 */
export function meanUntilNoticed({ subject, runs }: SubjectRuns): number | null {
  const inFull = runs.filter((run) => run.isInFull);
  if (subject.clause === null || inFull.length === 0) return null;
  const own = [subject.clause, ...subject.also, ...subject.atTimes];
  return mean(inFull.map((run) => requestsUntilNoticed(run, own) ?? run.requests));
}

/** Adds the proof up. */
export function figuresOf(
  all: readonly SubjectRuns[],
  catalogue: readonly Clause[],
  problems: readonly Problem[],
  wholeSeconds: number,
): Figures {
  const faulty = all.filter(({ subject }) => subject.group === 'faulty');
  const legal = all.filter(({ subject }) => subject.group === 'legal');
  const noticed = faulty.filter(({ subject, runs }) => runs.every((run) => isNoticed(run, subject.clause)));
  const until = faulty.map(meanUntilNoticed).filter((requests) => requests !== null);
  const runs = all.flatMap((one) => one.runs);
  const inFull = runs.filter(({ isInFull }) => isInFull);
  const breakable = catalogue.filter(({ kind, role }) => kind !== 'observe' && role !== 'client').map(({ id }) => id);
  const proven = new Set(noticed.map(({ subject }) => subject.clause));
  return {
    faults: faulty.length,
    faultsNoticed: noticed.length,
    legalServices: legal.length,
    falseAlarms: problems.filter(({ kind }) => kind === 'false alarm').length,
    clauses: breakable.length,
    clausesProven: breakable.filter((id) => proven.has(id)).length,
    seeds: [...new Set(runs.map(({ seed }) => seed))],
    runs: runs.length,
    runsInFull: inFull.length,
    requestsPerRun: median(inFull.map(({ requests }) => requests)),
    untilNoticed: {
      sum: Math.round(until.reduce((sum, requests) => sum + requests, 0)),
      median: Math.round(median(until)),
      worst: Math.round(Math.max(0, ...until)),
    },
    secondsPerRun: Number((mean(inFull.map(({ cpuMs }) => cpuMs)) / 1000).toFixed(2)),
    wholeSeconds: Math.round(wholeSeconds),
  };
}

function isNoticed(run: ProofRun, clause: string | null): boolean {
  return clause !== null && brokenIn(run).includes(clause);
}
