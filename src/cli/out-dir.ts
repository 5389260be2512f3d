import { access, constants, mkdir, readdir, stat } from 'node:fs/promises';
import { existsSync, rmdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { SuiteError } from '../contract/suite-error.js';

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
    throw Object.assign(new Error(), { code: 'ENOTDIR' });
  }
  await makeFolder(dirname(path));
  await mkdir(path);
  if (made.size === 0) process.once('exit', removeEmptyFolders);
  made.add(path);
}

/** Folders that this process made, those above before those below. */
const made = new Set<string>();

/** A command that failed before it wrote anything leaves nothing behind; what has something in it stays. */
function removeEmptyFolders(): void {
  for (const path of [...made].reverse()) {
    try {
      rmdirSync(path);
    } catch {
      // It is not empty, or gone.
    }
  }
}

/** Makes the folder of the run; one that holds anything is refused, so that no run is mixed with another. */
export async function makeOutDir(dir: string, cwd: string, where: string): Promise<string> {
  const path = resolve(cwd, dir);
  try {
    await makeFolder(path);
    await access(path, constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why =
      code === 'EEXIST' || code === 'ENOTDIR' ? 'is not a folder' : `cannot be written (${code ?? 'unknown'})`;
    throw new SuiteError(`The folder ${dir} ${why}.`, where, 'give a folder that can be made or written');
  }
  const [entry] = await readdir(path);
  if (entry === undefined) return path;
  throw new SuiteError(
    `The folder ${dir} is not empty.`,
    where,
    'give a new folder: an earlier run is never overwritten',
  );
}
