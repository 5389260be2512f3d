import { closeSync, lstatSync, openSync, readdirSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { rmdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { CLAIM_FILE, isOfGoingRun, WORK_FOLDER } from '../contract/going-run.js';
import { SuiteError } from '../contract/suite-error.js';
import { readRun, type RecordedRun } from '../report/recorded-run.js';
import { atExit } from '../wire/at-exit.js';

/** A folder that one run alone writes to, as long as it goes on. */
export interface RunClaim {
  /** Leaves the folder to others; may be called twice. */
  release(): void;
}

interface Holder {
  readonly pid: number;
  readonly host: string;
  /** When the process began, as the system tells it; `null` where it does not. */
  readonly began: string | null;
}

/** An ended process keeps its number until its parent asks how it ended, which in a container may be never. */
const ENDED_STATES: ReadonlySet<string> = new Set(['Z', 'X']);
const ENDED = 'ended';

/** What a run that goes on writes every second is younger than this. */
const FRESH_MS = 10_000;

/**
 * Claims the folder of a run for this process. What a run that was killed left is taken over, by one process alone.
 *
 * @throws SuiteError where a run goes on in this folder, or it cannot be written
 */
export function claimRun(dir: string): RunClaim {
  const claim = claimUnlessHeld(dir);
  if (claim === null) throw taken(dir);
  return claim;
}

/**
 * Claims a folder as {@link claimRun} does.
 *
 * @returns `null` where it is claimed already, also by this process
 * @throws SuiteError where it cannot be written
 */
export function claimUnlessHeld(dir: string): RunClaim | null {
  const numbers = claimsIn(dir);
  const last = numbers.at(-1) ?? 0;
  if (isHeld(dir)) return null;
  try {
    const file = openSync(join(dir, nameOf(last + 1)), 'wx', 0o600);
    const holder: Holder = { pid: process.pid, host: hostname(), began: beginningOf(process.pid) };
    writeSync(file, JSON.stringify(holder));
    closeSync(file);
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return null;
    throw new SuiteError(`The folder cannot be written (${code}).`, dir, 'give a folder with room that can be written');
  }
  const remove = (): void => {
    for (const number of [...numbers, last + 1]) rmSync(join(dir, nameOf(number)), { force: true });
  };
  const letGo = atExit(remove);
  return {
    release: () => {
      letGo();
      remove();
    },
  };
}

/** Does something for which a folder is claimed; where it fails, an empty one goes. @throws SuiteError as {@link claimRun} */
export async function whileClaimed<T>(dir: string, work: () => Promise<T>): Promise<T> {
  const claim = claimRun(dir);
  try {
    return await work();
  } catch (error) {
    claim.release();
    await rmdir(dir).catch(() => undefined);
    throw error;
  } finally {
    claim.release();
  }
}

/**
 * Reads a run's results.
 *
 * @throws SuiteError as {@link readRun}, and where a run goes on that has none yet, or is writing what is made of them
 */
export async function readClaimedRun(dir: string): Promise<RecordedRun> {
  const before = heldOf(dir);
  const run = await readRun(dir).catch((error: unknown) => {
    throw before === undefined ? error : taken(before);
  });
  const held = heldOf(dir);
  if (held !== undefined && run.results.unfinished !== true) throw taken(held);
  // it may have come to its end since it was read
  return before !== undefined && held === undefined ? readRun(dir) : run;
}

/** The line that says of a run that goes on where it does, and what to do; empty where none goes on. */
export function whereItGoesOn(dir: string): string {
  const held = heldOf(dir);
  if (held === undefined) return '';
  const by = processOf(held);
  const where = by === null ? '' : ` in ${by}, also where the command that started it was killed`;
  const end = by === null ? '' : ', or end that process';
  return `The run goes on${where}: at its end it writes its report and certificate. Wait for that${end}.\n`;
}

/** Where both sides of traffic are judged, each has a folder in that of the run. */
const SIDES: readonly string[] = ['client', 'service'];

/** Folders whose claim is about a run, or one side of it. */
function claimedFor(dir: string): readonly string[] {
  return SIDES.includes(basename(dir)) ? [dir, dirname(dir)] : [dir];
}

/** The one of them in which a run goes on. */
function heldOf(dir: string): string | undefined {
  return claimedFor(dir).find(isHeld);
}

/**
 * Removes what a run that was killed had only as long as it went on.
 *
 * @param dir - of the run, or of one side of it
 * @returns whether a run goes on there, of which everything stays
 */
export function clearLeftovers(dir: string): boolean {
  if (heldOf(dir) !== undefined) return true;
  for (const one of claimedFor(dir)) {
    for (const name of readdirSync(one).filter(isOfGoingRun)) removeIfAllowed(join(one, name));
  }
  const work = join(dir, WORK_FOLDER);
  if (lstatSync(work, { throwIfNoEntry: false })?.isDirectory() === true) removeIfAllowed(work);
  return false;
}

function removeIfAllowed(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // A report may be made elsewhere of a run that nobody may touch.
  }
}

/** Whether a run goes on in this folder. */
export function isHeld(dir: string): boolean {
  const last = claimsIn(dir).at(-1);
  return last !== undefined && goesOn(dir, join(dir, nameOf(last)));
}

function claimsIn(dir: string): readonly number[] {
  if (statSync(dir, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  return readdirSync(dir)
    .flatMap((name) => CLAIM_FILE.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);
}

function nameOf(number: number): string {
  return `running-${number}.partial`;
}

/** Of another machine, only what it writes tells. */
function goesOn(dir: string, claim: string): boolean {
  const holder = readHolder(claim);
  if (holder === null || holder.host !== hostname()) return isFresh(claim) || isFresh(join(dir, 'results.json'));
  return isThere(holder.pid) && holder.began === beginningOf(holder.pid);
}

function readHolder(path: string): Holder | null {
  try {
    const { pid, host, began } = JSON.parse(readFileSync(path, 'utf8')) as Partial<Holder>;
    if (!Number.isSafeInteger(pid) || Number(pid) <= 0 || typeof host !== 'string') return null;
    return { pid: Number(pid), host, began: typeof began === 'string' ? began : null };
  } catch {
    return null;
  }
}

function isFresh(path: string): boolean {
  const { mtimeMs = -Infinity } = statSync(path, { throwIfNoEntry: false }) ?? {};
  return mtimeMs > Date.now() - FRESH_MS;
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Numbers of processes are given again; with this, a process is told from a later one, and from one that has ended. */
function beginningOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Behind the name, which may hold anything, come its state and, as the twentieth field, the time at which it began.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state = ''] = fields;
    return ENDED_STATES.has(state) ? ENDED : (fields[19] ?? null);
  } catch {
    return null;
  }
}

function taken(dir: string): SuiteError {
  const name = lastClaim(dir);
  return new SuiteError(
    'A run goes on in this folder.',
    dir,
    `wait for its end, or end ${processOf(dir) ?? 'it'}; if there is none, remove ${name}`,
  );
}

function lastClaim(dir: string): string {
  return nameOf(claimsIn(dir).at(-1) ?? 1);
}

/** The process of a run that goes on; `null` where it is one of another machine. */
function processOf(dir: string): string | null {
  const holder = readHolder(join(dir, lastClaim(dir)));
  return holder?.host === hostname() ? `process ${holder.pid}` : null;
}
