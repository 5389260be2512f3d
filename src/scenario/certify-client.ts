import { setMaxListeners } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { watchedClock, type WatchedClock } from '../client/watched-clock.js';
import { docPage } from '../contract/doc-page.js';
import type { Results } from '../contract/results.js';
import { NOT_RUN_YET } from '../contract/run-verdict.js';
import { SuiteError } from '../contract/suite-error.js';
import { toPasteAnywhere } from '../contract/to-paste.js';
import { wholeBeginning } from '../contract/whole-characters.js';
import { StaleTimestamps, type GivenSecrets } from '../oracle/conduct/client-judge.js';
import { MOST_REQUESTS } from '../oracle/declared/judge-told.js';
import { cutText, plainLines } from '../report/plain-text.js';
import { amount } from '../report/verdict-words.js';
import { shellWord } from '../wire/shell-word.js';
import { resolveTemplate } from '../wire/signature-template.js';
import { RoleRecord, type ScenarioPart } from '../traffic/role-record.js';
import { TrafficLog } from '../traffic/traffic-log.js';
import { clientSubject, type TrafficSettings } from '../traffic/traffic-settings.js';
import { judgePlayed, settle, settleUntaken, troubleOf, type Played, type Trouble } from './judge-scenario.js';
import { Patience } from './patience.js';
import { errorWords, readDeclared } from './read-declared.js';
import { deadClient, type DeadClient, type FirstTask } from './first-look.js';
import type { Client, ClientEnded } from './run-client.js';
import { blocksOf } from './divide-scenarios.js';
import { countScenarios, PLAIN, replayFlags, scopeNotes, scopeOf, type Errand, type Scenario } from './scenarios.js';
import { openStage, secretsGiven, type Stage } from './stage.js';
import { TaskLog } from './task-log.js';

/** A client that is given one task after another. */
export interface CertifyClientOptions {
  readonly settings: TrafficSettings;
  readonly client: Client;
  /** What it is called in the results, such as the command that starts it. */
  readonly command: string;
  readonly scenarios: readonly Scenario[];
  /** Which part of a run these scenarios are; absent: all of it. */
  readonly part?: ScenarioPart | undefined;
  /** Signs the tokens of the reference services. */
  readonly tokenKey: string;
  readonly toolVersion: string;
  /** How long the client has for one task, in milliseconds. */
  readonly timeoutMs: number;
  /** Scenarios at the same time. */
  readonly lanes: number;
  /** The clock of this machine; default Date.now. */
  readonly wall?: () => number;
  readonly stop?: AbortSignal;
  /** How long the client is left alone first, where it fell silent, in milliseconds; default 1000. */
  readonly pauseMs?: number;
  /** Told of each scenario that was played. */
  readonly onProgress?: (played: number, all: number) => void;
  /** Told, once there is a client, how to ask at any time what is known so far. */
  readonly onBegun?: (soFar: () => Results) => void;
  /** Told where the client ran and did nothing, so that nothing was put to the test; in a few lines. */
  readonly onIdle?: (words: string) => void;
}

const MOST_STDERR = 64 * 1024;

const STOPPED = 'the run ended before it was seen';

/** How much of what a client wrote on standard error is told where it does not run. */
const LAST_LINES = 12;
const LONGEST_LINE = 300;

/**
 * Certifies a client, each scenario between two plain ones, and writes exchanges.jsonl, tasks.jsonl and what it printed.
 *
 * @throws SuiteError where the client cannot be started
 */
export async function certifyClient(options: CertifyClientOptions): Promise<Results> {
  const run = new ClientRun(options);
  try {
    return await run.certify();
  } finally {
    run.close();
  }
}

class ClientRun {
  private readonly options: CertifyClientOptions;
  private readonly log: TrafficLog;
  readonly record: RoleRecord;
  readonly tasks: TaskLog;
  private readonly timestamps = new StaleTimestamps();
  private readonly given: GivenSecrets;
  private readonly clock: WatchedClock;
  private readonly stop: AbortSignal;
  private readonly patience: Readonly<Record<Errand['kind'], Patience>>;
  /** Why plain tasks failed, and which ever succeeded, by name. */
  private readonly troubles = new Map<string, string>();
  private readonly succeeded = new Set<string>();
  /** How often something was printed for people in a scenario, by name: a plain one is played many times. */
  private readonly told = new Map<string, number>();
  private readonly played: Scenario[] = [];
  private readonly unplayed: Scenario[] = [];
  /** How the plain tasks went by which it was seen that there is a client, until a scenario is set between them. */
  private readonly first = new Map<Errand['kind'], Trouble>();

  constructor(options: CertifyClientOptions) {
    const { settings, command, toolVersion, pauseMs } = options;
    this.options = options;
    this.clock = watchedClock(options.wall);
    this.patience = { list: new Patience(pauseMs), modify: new Patience(pauseMs) };
    this.stop = options.stop ?? new AbortController().signal;
    // One listener for each task that is under way.
    setMaxListeners(0, this.stop);
    this.log = new TrafficLog(settings);
    this.given = secretsGiven(settings);
    this.tasks = new TaskLog((text) => this.log.redactor.text(text));
    this.record = new RoleRecord({
      settings,
      log: this.log,
      toolVersion,
      subject: clientSubject(settings, 'http://127.0.0.1/public/v1', command),
      replay: (clause, during) =>
        toPasteAnywhere(`client --exec ${shellWord(command)} ${replayFlags(clause, during, settings)}`),
      part: options.part,
      now: this.clock.now,
    });
  }

  async certify(): Promise<Results> {
    const { scenarios, lanes } = this.options;
    const dead = await this.takeFirstLook();
    if (dead !== null) return this.endIdle(dead);
    this.options.onBegun?.(() => this.record.results(NOT_RUN_YET));
    const blocks = blocksOf(scenarios).values();
    await Promise.all(Array.from({ length: lanes }, () => this.walkLane(blocks)));
    for (const [name, trouble] of this.troubles) {
      if (!this.succeeded.has(name)) this.record.notes.push(`The task of ${name} never succeeded: ${trouble}.`);
    }
    if (this.stop.aborted) this.record.notes.push(`The run was ended early: ${String(this.stop.reason)}.`);
    return this.results(this.stop.aborted ? STOPPED : this.tellOfUnplayed());
  }

  close(): void {
    this.log.close();
  }

  /** Gives each kind of plain task once: a command that does not run is not run a hundred times. */
  private async takeFirstLook(): Promise<DeadClient | null> {
    const tasks: FirstTask[] = [];
    for (const kind of new Set(this.options.scenarios.map(({ errand }) => errand.kind))) {
      if (this.stop.aborted) return null;
      const { trouble, task } = await this.playPlain(kind);
      this.first.set(kind, trouble);
      tasks.push(task);
    }
    return this.stop.aborted ? null : deadClient(tasks);
  }

  /** Ends a run in which there was nothing to watch. */
  private endIdle({ isUnstarted, because, stderr }: DeadClient): Promise<Results> {
    const said = plainLines(this.log.redactor.text(stderr)).trim().split('\n').slice(-LAST_LINES);
    const lines = said.filter((line) => line !== '').map((line) => `  | ${cutText(line, LONGEST_LINE)}`);
    const wrote = lines.length === 0 ? [] : ['It wrote on standard error:', ...lines];
    if (isUnstarted) {
      const remedy = 'see that the command runs in this folder by itself, and may be run';
      throw new SuiteError(`The client could not be started: ${because}.`, '--exec', remedy, wrote);
    }
    const what = `The client did nothing with its first plain tasks: it sent no request, and ${because}`;
    this.record.notes.push(`${what}. No scenario was played.`);
    this.options.onIdle?.(
      `${[`${what}.`, ...wrote].join('\n')}\nTry it by itself with the variables of a task: see ${docPage('certify-a-client.md')}, "Started by us".\n`,
    );
    return this.results('the client did nothing with its first plain tasks');
  }

  private async results(reasonForOpen: string | null): Promise<Results> {
    const lost = await this.tasks.write(this.options.settings.outDir);
    if (lost !== null) this.record.notes.push(lost);
    const played = countScenarios(this.played, this.options.part?.scenarios);
    this.record.notes.unshift(...scopeNotes(played));
    this.record.scenarios = scopeOf(played);
    return this.record.results(reasonForOpen);
  }

  /** @returns why scenarios were not played; `null`: all of them were */
  private tellOfUnplayed(): string | null {
    const reasons = (['list', 'modify'] as const).flatMap((kind) => {
      const unplayed = this.unplayed.filter(({ errand }) => errand.kind === kind);
      if (unplayed.length === 0) return [];
      const kinds = kind === 'list' ? 'walks' : 'modifies';
      const silent = `${this.patience[kind].silent} plain tasks in a row without success`;
      const are = unplayed.length === 1 ? 'was' : 'were';
      const because = `the ${kinds} ended early after ${silent}; ${amount(unplayed.length, 'scenario')} ${are} not played`;
      for (const scenario of unplayed) settleUntaken(this, scenario, this.tasks.next(), because);
      this.record.notes.push(`T${because.slice(1)}.`);
      return [because];
    });
    return reasons.length === 0 ? null : reasons.join('; ');
  }

  /** @param blocks - shared with the other lanes: each takes the next one */
  private async walkLane(blocks: Iterable<readonly Scenario[]>): Promise<void> {
    for (const block of blocks) await this.walkBlock(block);
  }

  /** Those of a block are of one kind: the plain task after one is the one before the next. */
  private async walkBlock(scenarios: readonly Scenario[]): Promise<void> {
    let before: { readonly trouble: Trouble } | null = null;
    for (const scenario of scenarios) {
      if (this.stop.aborted) return;
      const { kind } = scenario.errand;
      if (this.patience[kind].isOver) {
        this.unplayed.push(scenario);
        continue;
      }
      const control: Trouble = before === null ? await this.control(kind) : before.trouble;
      const { played } = await this.play(scenario);
      const isWhole = !this.isStopped();
      const after = (await this.playPlain(kind)).trouble;
      settle(this, scenario, played, control, after);
      before = { trouble: after };
      if (isWhole) this.played.push(scenario);
      this.options.onProgress?.(this.played.length, this.options.scenarios.length);
    }
  }

  /** Asked again after each task: it changes while one is under way. */
  private isStopped(): boolean {
    return this.stop.aborted;
  }

  /** The plain task before a scenario: the very first one serves once. */
  private async control(kind: Errand['kind']): Promise<Trouble> {
    const first = this.first.get(kind);
    this.first.delete(kind);
    return first === undefined ? (await this.playPlain(kind)).trouble : first;
  }

  /** A plain task, which a client that is alive and right completes. */
  private async playPlain(kind: Errand['kind']): Promise<{ readonly trouble: Trouble; readonly task: FirstTask }> {
    const scenario = PLAIN[kind];
    const patience = this.patience[kind];
    await patience.pause(this.stop);
    const { played, ended, requests } = await this.play(scenario);
    settle(this, scenario, played, null, null);
    const trouble = troubleOf(played);
    patience.see({ isSilent: played.declared.kind === 'nothing', isSuccess: trouble === null });
    const told = trouble === null ? null : this.inItsWords(played, ended, trouble);
    if (told !== null) this.troubles.set(scenario.name, told);
    else this.succeeded.add(scenario.name);
    const isFailed = played.declared.kind === 'nothing' || played.declared.kind === 'error';
    return { trouble, task: { ended, requests, failedBecause: isFailed ? told : null } };
  }

  /** Why a plain task failed, with what the client said of it: only for notes, since it need not say the same again. */
  private inItsWords({ declared }: Played, ended: ClientEnded, trouble: string): string {
    const words = declared.kind === 'error' ? errorWords(ended, (text) => this.log.redactor.text(text)) : null;
    return words === null || words === '' ? trouble : `${trouble}, "${words}"`;
  }

  /** Gives the client one task, and judges what passes and what it declares. */
  private async play(scenario: Scenario): Promise<{ played: Played; ended: ClientEnded; requests: number }> {
    const ending = new AbortController();
    const end = (because: string): void => ending.abort(because);
    const stopped = (): void => end('the run was stopped');
    this.stop.addEventListener('abort', stopped, { once: true });
    const timer = setTimeout(
      () => end(`it took longer than ${this.options.timeoutMs / 1_000} s`),
      this.options.timeoutMs,
    );
    let requests = 0;
    const stage = await openStage(scenario, {
      ...this.options,
      log: this.log,
      record: this.record,
      timestamps: this.timestamps,
      given: this.given,
      clock: this.clock,
      number: this.tasks.next(),
      onPassage: () => {
        requests += 1;
        if (requests === MOST_REQUESTS) end(`it sent ${MOST_REQUESTS} requests`);
      },
    });
    try {
      const ended = await this.options.client(this.variables(stage), ending.signal);
      await stage.close();
      const declared = readDeclared(stage.task, ended, (text) => this.log.redactor.text(text));
      stage.end();
      await this.keepStderr(scenario, ended.stderr);
      return { played: judgePlayed(scenario, stage, declared), ended, requests };
    } finally {
      clearTimeout(timer);
      this.stop.removeEventListener('abort', stopped);
      await stage.close();
    }
  }

  private variables({ baseUrl, task }: Stage): Record<string, string> {
    const { token, signingKey, signingKeyEncoding, signatureTemplate } = this.options.settings;
    return {
      TRADECERT_BASE_URL: baseUrl,
      TRADECERT_TOKEN: token,
      TRADECERT_SIGNING_KEY: signingKey ?? '',
      TRADECERT_SIGNING_KEY_ENCODING: signingKeyEncoding,
      // The template itself: a client does not know our names for some.
      TRADECERT_SIGNATURE_TEMPLATE: resolveTemplate(signatureTemplate).text,
      TRADECERT_TASK: inAscii(JSON.stringify(task)),
    };
  }

  /** What a client printed for people, redacted, beside the results. Where there is no room for it, the run goes on. */
  private async keepStderr(scenario: Scenario, stderr: string): Promise<void> {
    if (stderr.trim() === '') return;
    await this.writeStderr(scenario, stderr).catch((error: unknown) => {
      const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
      const note = `What the client printed on standard error could not all be written (${code}).`;
      if (!this.record.notes.includes(note)) this.record.notes.push(note);
    });
  }

  private async writeStderr({ name }: Scenario, stderr: string): Promise<void> {
    const folder = join(this.options.settings.outDir, 'stderr');
    await mkdir(folder, { recursive: true });
    const times = (this.told.get(name) ?? 0) + 1;
    this.told.set(name, times);
    const said = plainLines(this.log.redactor.text(stderr));
    const isLong = said.length > MOST_STDERR;
    const text = isLong ? `${wholeBeginning(said, MOST_STDERR)}\n… [cut: ${said.length} characters in all]\n` : said;
    // As exchanges.jsonl: what a subject said word for word is for the owner's eyes.
    await writeFile(join(folder, times === 1 ? `${name}.txt` : `${name}-${times}.txt`), text, { mode: 0o600 });
  }
}

/** Some platforms read their environment by a locale that is not UTF-8. */
function inAscii(json: string): string {
  return json.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
