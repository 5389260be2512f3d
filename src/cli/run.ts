import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WORK_FOLDER } from '../contract/going-run.js';
import { DEFAULT_DAYS, type Settings } from '../contract/settings.js';
import { SuiteError } from '../contract/suite-error.js';
import { toPaste } from '../contract/to-paste.js';
import { NOT_SET_BACK } from '../examine/set-back.js';
import { CERTIFICATE_FILE } from '../report/certificate/bundle-files.js';
import { plainText, visibleJson } from '../report/plain-text.js';
import { ordersInDoubt } from '../report/orders-in-doubt.js';
import { readRun, type RecordedRun } from '../report/recorded-run.js';
import { shellWord } from '../wire/shell-word.js';
import { EXIT, exitStatusOf, type ExitStatus } from './exit-status.js';
import { parseFlags, type Flags } from './flags.js';
import type { Surroundings } from './command-line.js';
import { ENDING_SIGNALS, listenForEnd } from './interrupted.js';
import { readResumed, readyRun, type ReadyRun } from './ready-run.js';
import { clearLeftovers } from './run-claim.js';
import { encodeRun, type RunDescription } from './run-environment.js';
import { SETTING_FLAGS } from './setting-names.js';
import type { SettingsInput } from './settings.js';
import { howToGoOn, isComplete } from './stopped-run.js';
import { clearUnused } from './unused-run.js';
import { checkProfileTarget, isProfileOf, writeProfile } from './write-profile.js';
import { warningLine } from './warning-line.js';

const TEXT = { type: 'string' } as const;
const SWITCH = { type: 'boolean' } as const;

const RUN_FLAGS = {
  ...SETTING_FLAGS,
  out: TEXT,
  seed: TEXT,
  depth: TEXT,
  only: { type: 'string', multiple: true },
  shard: TEXT,
  resume: TEXT,
  strict: SWITCH,
  'read-only': SWITCH,
  json: SWITCH,
  'write-profile': TEXT,
} as const;

/** `tradecert run`: checks the settings, then starts Playwright Test on the conformance tests. */
export async function run(args: readonly string[], { env, cwd, err }: Surroundings): Promise<number> {
  const flags = parseFlags(args, RUN_FLAGS, 'run');
  const json = flags.has('json');
  const stopped = await readResumed(flags.text, cwd);
  const target = flags.text['write-profile'];
  if (target !== undefined) await checkProfileTarget(target, cwd);
  const input = inputOf(flags, { env, cwd, err });
  if (stopped !== null && isComplete(stopped.results)) {
    if (choosesRun(input)) await readyRun(input, stopped);
    clearLeftovers(stopped.dir);
    const status = await tellComplete(stopped, cwd, json, err);
    if (target !== undefined) err(`${await writeProfile(target, cwd, stopped.results)}\n`);
    return status;
  }
  const ready = await readyUnlessInterrupted(input, stopped);
  if (ready === null) {
    err('The run was stopped before anything was sent.\n');
    return EXIT.incomplete;
  }
  const { settings, tokenCommand, warnings, part } = ready;
  for (const warning of warnings) err(warningLine(warning));

  const { outDir } = settings;
  const description: RunDescription = {
    ...{ outDir, settings, ...(part && { shard: part }), ...(tokenCommand && { tokenCommand }) },
    ...(stopped && { resumes: true }),
    startedBy: process.pid,
  };
  const variables = { ...env, ...encodeRun(description) };
  const ended = await runPlaywright(variables, json);
  await rm(join(outDir, WORK_FOLDER), { recursive: true, force: true });

  const results = join(outDir, 'results.json');
  if (ended.stoppedBy !== null && (!isVerdict(ended) || ended.status === EXIT.usage)) {
    return leaveWhatThereIs(settings, ended.stoppedBy, err);
  }
  // Why it broke off was said where it was known, such as that the disk is full.
  if (ended.status === EXIT.usage && !existsSync(results)) return EXIT.usage;
  if (!existsSync(results) || !isVerdict(ended)) {
    throw await brokenOff(settings.outDir, describeEnd(ended), cwd);
  }
  if (json) await printFile(results);
  const recorded = await readRun(outDir);
  const onward = howToGoOn(recorded, cwd, target === undefined ? {} : { 'write-profile': target });
  const isBounded = settings.maxRequests !== undefined || settings.maxTimeMs !== undefined;
  const isNoFurther = isBounded && stopped !== null && judgedIn(recorded) <= judgedIn(stopped);
  if (onward !== '') err(`${isNoFurther ? NO_FURTHER : ''}${onward}`);
  if (target !== undefined) {
    const isKept = onward !== '' && (await isProfileOf(settings, target, cwd));
    err(`${isKept ? `${plainText(target)} ${KEPT_PROFILE}` : await writeProfile(target, cwd, recorded.results)}\n`);
  }
  return ended.status;
}

function inputOf(flags: Flags, { env, cwd, err }: Pick<Surroundings, 'env' | 'cwd' | 'err'>): SettingsInput {
  return {
    flags: { ...flags.text, only: flags.lists['only']?.join(',') },
    strict: flags.has('strict'),
    readOnly: flags.has('read-only'),
    env,
    cwd,
    now: new Date(),
    say: (line) => err(`token command: ${line}\n`),
  };
}

const OF_THE_START = ['base-url', 'profile', 'seed', 'depth', 'only', 'shard'];

/** Whether flags say which run is meant: one that has come to its end may be another. */
function choosesRun({ flags, strict, readOnly }: SettingsInput): boolean {
  return strict === true || readOnly === true || OF_THE_START.some((name) => flags[name] !== undefined);
}

const KEPT_PROFILE =
  'is left as it is: the run goes on with the profile that it was started with, and pins at its end.';

const NO_FURTHER =
  'This part came to the end of no further clause: its bound is too small for what is open. Give a larger one, or none.\n';

/** How many clauses were put to the test wholly. */
function judgedIn({ results }: RecordedRun): number {
  return results.stopped?.judged.length ?? 0;
}

/** What the run is started with, which may take as long as its token command; `null` where its end was asked for meanwhile. */
async function readyUnlessInterrupted(input: SettingsInput, stopped: RecordedRun | null): Promise<ReadyRun | null> {
  const interruption = listenForEnd();
  const { signal } = interruption;
  try {
    const ready = await readyRun({ ...input, stop: signal }, stopped);
    return signal.aborted ? null : ready;
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  } finally {
    interruption.off();
  }
}

async function tellComplete(
  { dir, results }: RecordedRun,
  cwd: string,
  json: boolean,
  err: Surroundings['err'],
): Promise<ExitStatus> {
  err(
    `The run in ${plainText(relative(cwd, dir)) || '.'} has come to its end, ${results.verdict}: there is nothing to resume.\n`,
  );
  for (const note of results.notes.filter((said) => said.startsWith(NOT_SET_BACK))) err(`${plainText(note)}\n`);
  if (!existsSync(join(dir, CERTIFICATE_FILE))) {
    const remake = toPaste(`report ${shellWord(relative(cwd, dir) || '.')}`);
    err(`It was ended before its report was whole. To make that: ${remake}\n`);
  }
  if (json) await printFile(join(dir, 'results.json'));
  return exitStatusOf(results.verdict);
}

/** A run that was stopped before it could end by itself: its report says what was known until then, if anything was. */
async function leaveWhatThereIs(
  { outDir, certificate = UNSIGNED }: Settings,
  signal: NodeJS.Signals,
  err: Surroundings['err'],
): Promise<ExitStatus> {
  if (!existsSync(join(outDir, 'results.json'))) {
    const left = await clearUnused(outDir);
    const rest =
      left.length === 0 ? '' : ` ${left.join(', ')} in ${outDir} tell what was sent; a new run takes another folder.`;
    err(`The run was stopped (${signal}) before anything was judged.${rest}\n`);
    return EXIT.incomplete;
  }
  const { remakeRun } = await import('../report/remake-run.js');
  clearLeftovers(outDir);
  const { results } = await remakeRun(await readRun(outDir), certificate, Date.now());
  const report = join(outDir, 'index.html');
  err(`The run was stopped (${signal}) before it could end by itself; what was known until then is in ${report}.\n`);
  return exitStatusOf(results.verdict);
}

const UNSIGNED = { key: null, days: DEFAULT_DAYS };

interface Ended {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The signal by which the run was asked to end, if it was. */
  readonly stoppedBy: NodeJS.Signals | null;
}

function isVerdict(ended: Ended): ended is Ended & { status: number; signal: null } {
  return ended.status !== null && (Object.values(EXIT) as number[]).includes(ended.status);
}

/** Playwright's process died, such as for want of memory: orders may be left as it changed them. */
async function brokenOff(outDir: string, end: string, cwd: string): Promise<SuiteError> {
  const results = join(outDir, 'results.json');
  const orders = await ordersInDoubt(outDir);
  const dir = shellWord(relative(cwd, outDir) || '.');
  const again =
    orders.length === 0
      ? 'run it again'
      : `go on with it, which sets its orders back: ${toPaste(`run --resume ${dir}`)}`;
  return new SuiteError(
    `The run broke off before it came to a verdict (${end}).`,
    existsSync(results) ? `${results} has what was known until then` : 'Playwright Test',
    `${again}; if it happens again, please report it with what is printed above`,
    orders,
  );
}

function describeEnd({ status, signal }: Ended): string {
  return signal ? `signal ${signal}` : `status ${status ?? 'unknown'}`;
}

/** The compiled configuration beside the compiled command, or the source beside the source. */
function configPath(): string {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  return fileURLToPath(new URL(`../../playwright.config.${extension}`, import.meta.url));
}

const STOPPING = '\nStopping: orders are set back, and the report is written. Once more ends it at once.\n';

/** Runs Playwright Test in a process of its own. Secrets are in its environment, never in its arguments. */
function runPlaywright(env: NodeJS.ProcessEnv, json: boolean): Promise<Ended> {
  const cli = join(dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')), 'cli.js');
  const config = configPath();
  // Nothing that is compiled has to go through Playwright's loader, which takes a quarter of a short run.
  const isCompiled = config.endsWith('.js');
  const child = spawn(process.execPath, [cli, 'test', '-c', config], {
    env: { ...env, ...(isCompiled && { PW_DISABLE_TS_ESM: '1' }) },
    // Under --json standard output is for the results alone.
    stdio: ['ignore', json ? 2 : 'inherit', 'inherit'],
  });
  // From a terminal, the child has got the signal too; Playwright takes two within a second for one.
  let stoppedBy: NodeJS.Signals | null = null;
  const forward = (signal: NodeJS.Signals): void => {
    if (stoppedBy === null) process.stderr.write(STOPPING);
    stoppedBy = signal;
    child.kill(signal);
  };
  for (const signal of ENDING_SIGNALS) process.on(signal, forward);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status, signal) => {
      for (const ending of ENDING_SIGNALS) process.off(ending, forward);
      resolve({ status, signal, stoppedBy: stoppedBy ?? ENDING_SIGNALS.find((ending) => ending === signal) ?? null });
    });
  });
}

/** Prints results.json, with nothing in it that a terminal acts on. */
async function printFile(path: string): Promise<void> {
  const text = visibleJson(await readFile(path, 'utf8'));
  await new Promise<void>((resolve) => process.stdout.write(text, () => resolve()));
}
