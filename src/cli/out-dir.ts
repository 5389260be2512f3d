import { access, constants, mkdir, open, readdir, stat } from 'node:fs/promises';
import { existsSync, readdirSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { SuiteError } from '../contract/suite-error.js';
import type { SecretSettings } from '../examine/secrets.js';
import { withoutSecrets } from '../examine/without-secrets.js';

/** `reports/<time>-<subject>`, with a number behind it where that is taken. */
export function defaultOutDir(cwd: string, now: Date, subject: string): string {
  const time = now.toISOString().slice(0, 19).replaceAll(':', '-');
  const dir = join(cwd, 'reports', `${time}-${subject}`);
  if (!existsSync(dir)) return dir;
  for (let count = 2; ; count += 1) {
    if (!existsSync(`${dir}-${count}`)) return `${dir}-${count}`;
  }
}

/** A subject as part of a folder's name. */
export function subjectName(baseUrl: URL | null): string {
  return baseUrl ? baseUrl.host.replaceAll(/[^A-Za-z0-9.-]+/g, '-') : 'reference-service';
}

/** Makes a folder and those above it, one by one: Node's recursive way does not end where a file system refuses. */
async function makeFolder(path: string): Promise<void> {
  if (existsSync(path)) {
    if ((await stat(path)).isDirectory()) return;
    throw Object.assign(new Error(), { code: 'ENOTDIR', path });
  }
  await makeFolder(dirname(path));
  try {
    await mkdir(path);
  } catch (error) {
    // Another run has made it meanwhile, or the name is taken by what is no folder, such as a link to nothing.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !existsSync(path)) throw error;
    return;
  }
  cleanAtExit();
  made.add(path);
}

/** Folders that this process made, those above before those below. */
const made = new Set<string>();

/** Folders that no other run may take. */
const claimed = new Set<string>();

function cleanAtExit(): void {
  if (made.size + claimed.size === 0) process.once('exit', removeEmptyFolders);
}

/**
 * Makes the folder this run's own: of two that were started at one time, one makes the file of the exchanges, which is
 * the first that a run writes, and the other one does not.
 *
 * @returns whether it is
 */
async function claim(path: string): Promise<boolean> {
  try {
    await (await open(join(path, CLAIM), 'wx', 0o600)).close();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  cleanAtExit();
  claimed.add(path);
  return true;
}

const CLAIM = 'exchanges.jsonl';

/** Leaves the folders of this process, in which nothing was written, to other runs. */
export function releaseFolders(): void {
  for (const path of claimed) unclaim(path);
}

function unclaim(path: string): void {
  try {
    const file = join(path, CLAIM);
    if (readdirSync(path).length === 1 && statSync(file).size === 0) rmSync(file);
  } catch {
    // It is gone.
  }
}

/** A command that failed before it wrote anything leaves nothing behind; what has something in it stays. */
function removeEmptyFolders(): void {
  releaseFolders();
  for (const path of [...made].reverse()) {
    try {
      rmdirSync(path);
    } catch {
      // It is not empty, or gone.
    }
  }
}

/** Where a run's folder is chosen. */
export interface OutDirChoice {
  readonly cwd: string;
  readonly now: Date;
  /** Names the folder where none is given. */
  readonly subject: string;
  /** Whose secrets the name must not hold: it stands in lists of runs, and in what is printed. */
  readonly settings?: SecretSettings;
}

/**
 * Makes the folder of a run: the one that is given, or one of its own under `reports/`.
 *
 * @throws SuiteError as {@link makeOutDir}, and where a secret is in the name
 */
export async function chooseOutDir(given: string | undefined, choice: OutDirChoice): Promise<string> {
  const { cwd, now, subject, settings } = choice;
  if (given !== undefined) {
    if (settings !== undefined) checkName(given, settings);
    return makeOutDir(given, cwd, '--out');
  }
  for (;;) {
    const path = await makeAndClaim(defaultOutDir(cwd, now, subject), cwd, 'default folder');
    if (path !== null) return path;
  }
}

function checkName(given: string, settings: SecretSettings): void {
  if (withoutSecrets(given, settings) === given) return;
  throw new SuiteError('The name of the folder holds a secret of the run.', '--out', 'give a name without it');
}

/**
 * Makes the folder of the run, for this run alone.
 *
 * @throws SuiteError where it cannot be made or written, is not the one that was meant, or holds anything, so that no run
 *   is mixed with another
 */
export async function makeOutDir(dir: string, cwd: string, where: string): Promise<string> {
  checkMeant(dir, where);
  const path = await makeAndClaim(dir, cwd, where);
  if (path !== null) return path;
  throw new SuiteError(
    `The folder ${dir} is not empty.`,
    where,
    'give a new folder: an earlier run is never overwritten',
  );
}

/** Node reads bytes of an argument that are no UTF-8 as U+FFFD: the folder would be another one. */
function checkMeant(dir: string, where: string): void {
  if (dir === '-') {
    const remedy = 'name a folder; --json prints the results on standard output';
    throw new SuiteError('A run is written to a folder, and - stands for standard output.', where, remedy);
  }
  if (dir.includes('\uFFFD')) {
    throw new SuiteError('The name of the folder is no valid UTF-8.', where, 'give a name in UTF-8');
  }
}

/** @returns `null` where it holds anything */
async function makeAndClaim(dir: string, cwd: string, where: string): Promise<string | null> {
  const path = resolve(cwd, dir);
  try {
    await makeFolder(path);
    await access(path, constants.W_OK);
    const [entry] = await readdir(path);
    return entry === undefined && (await claim(path)) ? path : null;
  } catch (error) {
    const why = whyUnwritable(error as NodeJS.ErrnoException, cwd);
    throw new SuiteError(`The folder ${dir} ${why}.`, where, 'give a folder that can be made or written');
  }
}

function whyUnwritable({ code = 'unknown', path }: NodeJS.ErrnoException, cwd: string): string {
  if (code === 'ENOTDIR' && path !== undefined) return `cannot be made: ${relative(cwd, path)} is a file`;
  return code === 'EEXIST' ? 'is not a folder' : `cannot be written (${code})`;
}
