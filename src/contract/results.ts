import type { Kind, Role, Side } from './clause.js';
import type { DeclaredProfile } from './declared-profile.js';
import type { GivenTasks } from './given-tasks.js';
import type { KeyEncoding } from './profile.js';
import type { SeenInstead } from './seen-instead.js';
import type { Answer, Finding, RunVerdict, Verdict } from './verdict.js';

/** A finding as it is reported: how often, and how to see it again. */
export interface CountedFinding extends Finding {
  readonly count: number;
  /** Where cases differ in what was seen instead: the different texts, the most frequent first. */
  readonly seen?: readonly SeenInstead[];
  /** A command that runs this clause again with the same cases, signing anew. */
  readonly replay: string;
  /** Of a client's run: the scenario in which it showed. */
  readonly scenario?: string;
}

/** One clause in results.json. */
export interface ClauseResult {
  readonly id: string;
  /** What it says to the subject. */
  readonly sentence: string;
  /** How strongly it binds the subject: as the catalogue says, or its profile. */
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
  /** Of a broken clause: in how many of the cases; findings beyond those that are listed count too. */
  readonly brokenCases?: number;
  /** Of a clause that passed on exchanges that were sent for others, or by a client: the numbers of the first ones that show it. */
  readonly shownBy?: readonly number[];
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

/** One part of a run that is split over several machines: the first of four is 1 of 4. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

/** What a run was asked for. By this, the parts of one run are told from those of others. */
export interface RunPlan {
  /** Ids of the clauses that were to be examined, in the order of the catalogue; of a shard, only its own. */
  readonly clauses: readonly string[];
  /** What `--only` chose, for all shards together. */
  readonly only?: readonly string[];
  readonly shard?: Shard;
  /** Of a shard of a client's run: names of the scenarios of all shards together. */
  readonly scenarios?: readonly string[];
  /** The subject is a reference service that the run started: each has a port of its own. */
  readonly embedded?: true;
  readonly orders: 'url' | 'command' | 'file' | 'none';
  /** How modifications are signed, without secrets; absent where there was no key. */
  readonly signature?: { readonly template: string; readonly keyEncoding: KeyEncoding };
  /** The file of the profile, as it was named. */
  readonly profile?: string;
  /** Most requests a second; absent: no limit. */
  readonly rate?: number;
  /** What flags named that a stopped run needs again; `null`, where it may hold a secret. */
  readonly flags?: Readonly<Record<string, string | null>>;
}

/** What the answers of a part of a run say of clauses that are judged by every answer of the whole run. */
export interface Watched {
  /** Those that were judged at all. */
  readonly clauses: readonly ClauseResult[];
  readonly answers: Readonly<Record<string, Answer>>;
}

/** results.json, version 1. */
export interface Results {
  readonly schemaVersion: 1;
  readonly tool: { readonly name: 'tradecert'; readonly version: string };
  readonly contract: { readonly version: string; readonly sha256: string };
  readonly subject: {
    readonly role: Side;
    readonly baseUrl: string;
    /** Of a client that was started by a command. */
    readonly command?: string;
    /** What a client is called by those who certify it. */
    readonly name?: string;
  };
  readonly profile?: {
    readonly name: string;
    readonly sha256: string;
    /** Absent where it declares nothing that is told, as of a version that told nothing. */
    readonly declares?: DeclaredProfile;
  };
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
  /** What became of a client's tasks, or of what a service was asked; absent, as in runs of an older version, where nothing is told of them. */
  readonly tasks?: GivenTasks;
  /** Of a run that was put together: when each of its shards was under way, in their order. */
  readonly merged?: readonly Pick<Results, 'startedAt' | 'finishedAt'>[];
  /** Absent where nothing was planned, as for observed traffic. */
  readonly plan?: RunPlan;
  /** Of a shard only. */
  readonly watched?: Watched;
  /**
   * Of a run that ended before all was judged: why, in a few words, and the ids of the clauses that were put to the test
   * wholly by then. Those that are judged by every answer are never among them: of them, `watched` has what the answers
   * say. The run can be resumed.
   */
  readonly stopped?: { readonly because: string; readonly judged: readonly string[]; readonly watched: Watched };
  /** This was written while the run went on: a run that was killed leaves it behind. */
  readonly unfinished?: true;
  /** SHA-256 of what the run came to, without what differs from one run to the next; see {@link digestOf}. */
  readonly digest?: string;
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly verdict: RunVerdict;
  /** Plain sentences about the run as a whole: read-only, interrupted, unreachable, orders not set back. */
  readonly notes: readonly string[];
  readonly counts: Readonly<Record<Verdict, number>>;
  readonly requests: number;
  /** How many of the requests are not in exchanges.jsonl, since the disk was full or the record had its size; absent: none. */
  readonly unrecorded?: number;
  readonly clauses: readonly ClauseResult[];
  readonly questions: readonly QuestionResult[];
}
