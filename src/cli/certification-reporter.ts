import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type {
  FullConfig,
  FullResult,
  Reporter,
  Suite,
  TestCase,
  TestError,
  TestResult,
} from '@playwright/test/reporter';
import { amount } from '../contract/amount.js';
import type { Shard } from '../contract/results.js';
import { renderRemedy } from '../doctor/render-checks.js';
import { expectedRequests } from '../examine/expected-requests.js';
import { addressWithoutSecrets } from '../examine/without-secrets.js';
import { describeSigner } from '../report/certificate/describe-signer.js';
import { plainLines } from '../report/plain-text.js';
import { renderTerminal } from '../report/render-terminal.js';
import { annotationsFor } from './annotate.js';
import type { CertificationRun } from './certification-run.js';
import { currentRun } from './current-run.js';
import { endProcessWith, EXIT, exitStatusOf } from './exit-status.js';
import { explainCrash } from './last-resort.js';
import { ProgressDisplay, progressLine } from './progress-display.js';
import { ADDED_REPORTER } from './playwright-run.js';
import { Outlook, planLine } from './time-left.js';
import { decodeRun } from './run-environment.js';
import { VERDICT_ANNOTATION } from './verdict-annotation.js';

const SNAPSHOT_EVERY_MS = 1000;

/** Plans the selected clauses, shows how far the run is, and ends it with its results and its verdict. */
export default class CertificationReporter implements Reporter {
  private run: CertificationRun | null = null;
  private display: ProgressDisplay | null = null;
  private snapshots: NodeJS.Timeout | null = null;
  /** Beside reporters that the user chose, which have standard output for themselves. */
  private readonly isAdded = process.env[ADDED_REPORTER] !== undefined;
  private readonly troubles: string[] = [];
  /** The shard of Playwright's own sharding that none of the chosen clauses fell to. */
  private emptyShard: Shard | null = null;

  private readonly isListing: boolean;

  /** @param options - Playwright's: `_mode` is `list` under `--list`, which its own reporter answers */
  constructor(options: { readonly _mode?: string } = {}) {
    this.isListing = options._mode === 'list';
  }

  printsToStdio(): boolean {
    return !this.isListing;
  }

  onBegin(config: FullConfig, suite: Suite): void {
    const run = currentRun();
    if (!run) return;
    run.isReported = true;
    this.run = run;
    this.guard(() => {
      const ids = suite.allTests().map(({ title }) => clauseIdOf(title));
      // Where it is stopped before it has read the tests, Playwright begins and ends without any.
      if (ids.length === 0 && run.isInterrupted) return;
      const { baseUrl, embedded, seed, depth, readOnly } = run.settings;
      const subject = embedded ? 'the reference service' : addressWithoutSecrets(baseUrl, run.settings);
      const limits = readOnly ? ', read-only' : '';
      const shard = shardOf(config);
      if (shard !== undefined && ids.length === 0) this.emptyShard = shard;
      const part = shard ? `, shard ${shard.index} of ${shard.of}` : '';
      process.stderr.write(
        `Certifying ${subject}: ${amount(ids.length, 'clause')}, ${depth} depth, seed ${seed}${limits}${part}\n`,
      );
      const chosen = new Set(ids);
      const { judgedBefore } = run.certification;
      const clauses = run.certification.examinable.filter(({ id }) => chosen.has(id) && !judgedBefore.has(id));
      const expected = expectedRequests(clauses, run.settings);
      // The first look may have ended it.
      const isToSend = !run.certification.stopSignal.aborted;
      if (isToSend) process.stderr.write(`${planLine(expected, clauses, run.settings)}\n`);
      const outlook = new Outlook(expected, run.certification.progress().requests, performance.now());
      run.select(ids, shard);
      run.snapshotAtOnce();
      this.snapshots = setInterval(() => this.guard(() => run.snapshot()), SNAPSHOT_EVERY_MS).unref();
      if (this.isAdded) return;
      this.display = new ProgressDisplay(process.stderr, () => {
        const progress = run.certification.progress();
        return progressLine(progress, outlook.at(progress, performance.now()));
      });
      this.display.start();
    });
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    this.guard(() => {
      const isOwn = result.status === 'failed' || result.status === 'timedOut';
      if (isOwn && !test.annotations.some(({ type }) => type === VERDICT_ANNOTATION)) {
        this.troubles.push(
          `The test of ${clauseIdOf(test.title)} failed for a reason of its own: ${messageOf(result.error)}`,
        );
      }
    });
  }

  /** Playwright also tells here that it stopped early as it was asked to: then the verdict says what is missing. */
  onError(error: TestError): void {
    const message = messageOf(error);
    if (this.run && STOPPED_EARLY.test(message)) process.stderr.write(`${plainLines(message).trimEnd()}\n`);
    else this.troubles.push(message);
  }

  async onEnd(result: FullResult): Promise<{ status: FullResult['status'] }> {
    let status: FullResult['status'] = result.status;
    // Tests and workers that Playwright ended are no trouble of ours.
    if (status === 'interrupted') this.troubles.length = 0;
    try {
      if (this.run) status = await this.end(this.run, result.status);
    } catch (error) {
      this.troubles.push(explainCrash(error));
    }
    this.display?.stop();
    if (this.troubles.length === 0) return { status };
    for (const trouble of this.troubles) process.stderr.write(`${plainLines(trouble).trimEnd()}\n`);
    endProcessWith(EXIT.usage);
    return { status: 'failed' };
  }

  private async end(run: CertificationRun, status: FullResult['status']): Promise<FullResult['status']> {
    if (this.snapshots) clearInterval(this.snapshots);
    const interrupted = status === 'interrupted';
    const results = await run.finish({ interrupted });
    this.display?.stop();
    const stream = this.isAdded ? process.stderr : process.stdout;
    const color = stream.isTTY && (process.env['NO_COLOR'] ?? '') === '';
    const report = relative(process.cwd(), join(run.settings.outDir, 'index.html'));
    const certificate = describeSigner(run.settings.certificate);
    stream.write(`\n${renderTerminal(results, { color, report, certificate })}`);
    if (results.verdict === 'incomplete' && !interrupted) process.stderr.write(renderRemedy(run.foundBefore));
    if (this.emptyShard !== null && !interrupted) return endEmpty(this.emptyShard);
    process.stderr.write(annotationsFor(results, process.env));
    endProcessWith(exitStatusOf(results.verdict));
    if (interrupted) return status;
    return results.verdict === 'conformant' ? 'passed' : 'failed';
  }

  /** Playwright swallows what a reporter throws. */
  private guard(act: () => void): void {
    try {
      act();
    } catch (error) {
      this.troubles.push(explainCrash(error));
    }
  }
}

/** Playwright says by itself where nothing was chosen for any of the shards. */
function endEmpty({ index, of }: Shard): 'passed' {
  process.stderr.write(`None of the chosen clauses fell to shard ${index} of ${of}: the others have them all.\n`);
  endProcessWith(EXIT.conformant);
  return 'passed';
}

/** What Playwright says under `--max-failures` and `--global-timeout`. */
const STOPPED_EARLY = /^(?:Testing stopped early after \d+ maximum allowed failures\b|Timed out waiting [\d.]+s for )/;

/** The part of a run that this process is: of `tradecert run --shard`, or of Playwright's own flag. */
function shardOf({ shard }: FullConfig): Shard | undefined {
  const own = decodeRun(process.env)?.shard;
  if (own) return { index: own.index, of: own.of };
  return shard ? { index: shard.current, of: shard.total } : undefined;
}

/** Titles begin with the clause's id. */
function clauseIdOf(title: string): string {
  return title.slice(0, title.indexOf(' '));
}

function messageOf(error: TestError | undefined): string {
  return stripVTControlCharacters(error?.message ?? error?.value ?? 'unknown').replace(/^Error: /, '');
}
