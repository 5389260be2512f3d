import type { Clause } from '../src/contract/clause.js';
import type { Verdict } from '../src/contract/verdict.js';
import { mean, meanUntilNoticed, median, type Figures } from './figures.js';
import type { Problem, SubjectRuns } from './judge-proof.js';
import type { Side, Subject } from './subjects.js';

/** `reports/prove/results.json`, version 1: everything that the matrix is drawn from. */
export interface Proof {
  readonly schemaVersion: 1;
  readonly side: Side;
  readonly tool: { readonly name: 'tradecert'; readonly version: string };
  readonly startedAt: string;
  /** Never, where it is incomplete. */
  readonly holds: boolean;
  /** Whether every fault and every service was part of it. */
  readonly whole: boolean;
  /** Where it ended early: how many certifications had ended, of how many, and why it went no further. */
  readonly incomplete: { readonly done: number; readonly planned: number; readonly because: string } | null;
  readonly figures: Figures;
  readonly problems: readonly Problem[];
  /** Clauses that this side can break, in the order of the catalogue. */
  readonly clauses: readonly Pick<Clause, 'id' | 'area' | 'sentence' | 'section' | 'kind'>[];
  readonly subjects: readonly ProvenSubject[];
  /** Requests that a run sends for each clause, most first, when every clause applies. */
  readonly costs: readonly { readonly clause: string; readonly requests: number }[];
  /** Subjects that were certified by the whole command as well, and whether it said the same of every clause. */
  readonly byCommand: readonly { readonly subject: string; readonly agrees: boolean }[];
}

/** One row of the matrix. */
export interface ProvenSubject extends Pick<
  Subject,
  'id' | 'group' | 'service' | 'change' | 'does' | 'clause' | 'also' | 'atTimes' | 'leaves'
> {
  /** Required and expected clauses that did not pass at every seed, with the worst verdict that they got. */
  readonly clauses: readonly {
    readonly clause: string;
    readonly verdict: Verdict;
    readonly firstBrokenAt?: number;
    /** Of a clause that was not put to the test: why, at the first seed that has this verdict. */
    readonly reason?: string;
  }[];
  /** Requests until first noticed, the mean of the seeds; `null` where nothing was to be noticed, or nothing was. */
  readonly untilNoticed: number | null;
  /** Of a run, the median. */
  readonly requests: number;
  readonly seconds: number;
}

/** What each clause costs, as measured on the reference service; passive clauses cost nothing of their own. */
export function costsOf(all: readonly SubjectRuns[], catalogue: readonly Clause[]): Proof['costs'] {
  const [run] = all.find(({ subject }) => subject.id === 'reference-with-everything')?.runs ?? [];
  const passive = new Set(catalogue.filter((clause) => clause.passive).map(({ id }) => id));
  return (run?.clauses ?? [])
    .filter(({ clause, requests }) => !passive.has(clause) && requests > 0)
    .map(({ clause, requests }) => ({ clause, requests }))
    .sort((a, b) => b.requests - a.requests);
}

const WORST_FIRST: readonly Verdict[] = ['fail', 'warn', 'unverified', 'inapplicable', 'observed', 'pass'];

/** One row, added up over the seeds. */
export function provenSubject(one: SubjectRuns, stated: ReadonlySet<string>): ProvenSubject {
  const { id, group, service, change, does, clause, also, atTimes, leaves } = one.subject;
  const until = meanUntilNoticed(one);
  return {
    ...{ id, group, service, change, does, clause, also, atTimes, leaves },
    clauses: notPassed(one, stated),
    untilNoticed: until === null ? null : Math.round(until),
    requests: median(one.runs.map(({ requests }) => requests)),
    seconds: Number((median(one.runs.map(({ wallMs }) => wallMs)) / 1000).toFixed(2)),
  };
}

function notPassed({ runs: all }: SubjectRuns, stated: ReadonlySet<string>): ProvenSubject['clauses'] {
  const inFull = all.filter(({ isInFull }) => isInFull);
  const runs = inFull.length > 0 ? inFull : all;
  const [first] = runs;
  if (first === undefined) return [];
  return first.clauses.flatMap(({ clause }, place) => {
    if (!stated.has(clause)) return [];
    const each = runs.flatMap((run) => run.clauses[place] ?? []);
    const verdict = WORST_FIRST.find((candidate) => each.some((came) => came.verdict === candidate)) ?? 'pass';
    if (verdict === 'pass') return [];
    const shown = each.flatMap(({ firstBrokenAt = [] }) => firstBrokenAt);
    const reason = each.find((came) => came.verdict === verdict)?.reason;
    return [
      {
        ...{ clause, verdict },
        ...(shown.length === 0 ? {} : { firstBrokenAt: Math.round(mean(shown)) }),
        ...(reason === undefined ? {} : { reason }),
      },
    ];
  });
}
