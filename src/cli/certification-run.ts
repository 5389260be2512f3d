import type { ClauseResult, Results, Shard } from '../contract/results.js';
import { withDigest } from '../contract/results-digest.js';
import { NOT_RUN_YET } from '../contract/run-verdict.js';
import type { Settings } from '../contract/settings.js';
import { SuiteError } from '../contract/suite-error.js';
import type { Check } from '../doctor/check.js';
import type { Certification } from '../examine/certification.js';
import { shardResults } from '../examine/shard-results.js';
import { notesWithLimits } from '../report/certificate/certified-scope.js';
import { writeResults, writeResultsAtOnce, writeRun } from '../report/write-run.js';
import { refreshRunList } from './refresh-run-list.js';
import type { ShardClauses } from './run-environment.js';
import { asUnfinished } from './snapshots.js';

/** What of a certification a run works with. */
export type Examination = Pick<
  Certification,
  | 'catalogue'
  | 'examinable'
  | 'judgedBefore'
  | 'plan'
  | 'examine'
  | 'progress'
  | 'results'
  | 'watched'
  | 'stop'
  | 'stopSignal'
  | 'close'
>;

/** Options of {@link CertificationRun}. */
export interface CertificationRunOptions {
  readonly certification: Examination;
  readonly settings: Settings;
  /** Ends what was started for the run, such as the reference service. */
  readonly release?: () => Promise<void>;
  /** The part of a run that this is; default: the whole. */
  readonly part?: ShardClauses | null;
}

/** In what is written while the run goes on. */
export const UNFINISHED_NOTE =
  'This was written while the run went on: it has not ended, and its orders may not be set back.';

const INTERRUPTED = 'the run was interrupted';

/** One certification under Playwright: which clauses were selected, what is on disk, and how it ends. */
export class CertificationRun {
  readonly certification: Examination;
  readonly settings: Settings;
  /** A reporter of ours shows and ends the run; without one, the global teardown does. */
  isReported = false;
  /** The user asked for the end. */
  isInterrupted = false;
  /** What failed, or was worth a warning, before it began. */
  foundBefore: readonly Check[] = [];
  private readonly release: () => Promise<void>;
  private readonly part: ShardClauses | null;
  private preparing: Promise<unknown> = Promise.resolve();
  private readonly selected = new Set<string>();
  private readonly examinable: ReadonlySet<string>;
  private writing: Promise<void> | null = null;
  private ended: Promise<Results> | null = null;
  private shard: Shard | undefined;

  constructor({ certification, settings, release, part }: CertificationRunOptions) {
    this.certification = certification;
    this.settings = settings;
    this.release = release ?? (() => Promise.resolve());
    this.part = part ?? null;
    this.examinable = new Set(certification.examinable.map(({ id }) => id));
  }

  /** Does what comes before anything is selected; a run that is stopped meanwhile ends only after it. */
  async prepare<T>(task: () => Promise<T>): Promise<T> {
    const prepared = task();
    this.preparing = prepared.catch(() => undefined);
    return prepared;
  }

  /**
   * Begins with these clauses ahead of their tests.
   *
   * @param shard - which part of a run they are
   */
  select(ids: readonly string[], shard?: Shard): void {
    this.shard = shard;
    for (const id of ids) this.selected.add(id);
    this.certification.plan(ids.filter((id) => this.examinable.has(id)));
  }

  /** The result of one clause; of one that this run cannot be asked for, why. */
  async examine(id: string): Promise<ClauseResult> {
    this.selected.add(id);
    if (this.examinable.has(id)) return this.certification.examine(id);
    const known = this.certification.results('not examined in this run').clauses.find((clause) => clause.id === id);
    if (known) return known;
    throw new SuiteError(`No clause has the id ${id}.`, 'tests/conformance', 'give the test an id of the catalogue');
  }

  /** Writes what is known, so that a run that is killed leaves a file that can be read. */
  snapshot(): void {
    if (this.ended || this.writing) return;
    this.writing = writeResults(this.settings.outDir, this.unfinished())
      .catch(() => undefined) // A full disk is reported at the end, when it matters.
      .finally(() => (this.writing = null));
  }

  /** The same before anything is sent for the clauses that were just selected: a run that is killed at once can go on, too. */
  snapshotAtOnce(): void {
    try {
      writeResultsAtOnce(this.settings.outDir, this.unfinished());
    } catch {
      // As above.
    }
  }

  /** What is known now; a reader of the file must see that the run had not ended. */
  private unfinished(): Results {
    return asUnfinished(this.results(NOT_RUN_YET, true), UNFINISHED_NOTE);
  }

  /** The user asked for the end: nothing more is sent, and what was asked for is answered `unverified`. */
  interrupt(): void {
    this.isInterrupted = true;
    this.certification.stop(INTERRUPTED);
  }

  /**
   * Stops what is still going on, sets orders back, and writes the report. Later calls give the same results.
   *
   * @param interrupted - the user asked for the end
   */
  finish({ interrupted }: { readonly interrupted: boolean }): Promise<Results> {
    const isInterrupted = interrupted || this.isInterrupted;
    this.ended ??= this.end(isInterrupted ? INTERRUPTED : 'the run ended before this clause was examined');
    return this.ended;
  }

  private async end(reason: string): Promise<Results> {
    if (reason === INTERRUPTED && this.selected.size === 0) await this.selectUntold(reason);
    const { planned, done } = this.certification.progress();
    if (done < planned) this.certification.stop(reason);
    try {
      await this.certification.close();
      await this.writing;
      const results = this.results(reason);
      await writeRun(this.settings.outDir, results, this.settings.certificate);
      await refreshRunList(this.settings.outDir, process.cwd(), (text) => void process.stderr.write(text));
      return results;
    } finally {
      await this.release();
    }
  }

  /**
   * Stopped before it was told its clauses, which is no choice of none: all that it may be asked for are open, and those of
   * an earlier part stay judged.
   */
  private async selectUntold(reason: string): Promise<void> {
    this.certification.stop(reason);
    await this.preparing;
    const { part } = this;
    this.select(part?.clauses ?? [...this.examinable], part ? { index: part.index, of: part.of } : undefined);
  }

  /** A verdict about less than the whole says so, and none at all certify nothing. */
  private results(reason: string, unfinished?: true): Results {
    const results = this.certification.results(reason);
    const { shard, selected } = this;
    const verdict = selected.size === 0 ? 'incomplete' : results.verdict;
    const own = shard === undefined ? results : shardResults(results, shard, this.certification);
    return withDigest({ ...own, verdict, notes: notesWithLimits({ ...own, ...(unfinished && { unfinished }) }) });
  }
}
