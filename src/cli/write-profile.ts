import { access, chmod, constants, lstat, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Results } from '../contract/results.js';
import type { Settings } from '../contract/settings.js';
import { SuiteError } from '../contract/suite-error.js';
import { pinAnswers, type PinnedProfile } from '../report/questions/pin-answers.js';
import { plainText } from '../report/plain-text.js';
import { amount } from '../report/verdict-words.js';
import { parseProfile, PROFILE_MAX_BYTES } from './read-profile.js';

const FLAG = '--write-profile';

/**
 * Makes sure, before anything is sent, that a profile can be written where `--write-profile` says.
 *
 * @throws SuiteError where something else than a profile is there
 */
export async function checkProfileTarget(path: string, cwd: string): Promise<void> {
  await readTarget(path, cwd);
}

/**
 * Writes what a run observed as pins into a profile: a new one, or one that is there, of which all else is kept.
 *
 * @returns what was written, in one sentence; on a second line a warning where required clauses are broken
 */
export async function writeProfile(path: string, cwd: string, results: Results): Promise<string> {
  const before = await readTarget(path, cwd);
  const pinned = pin(path, before ?? headOf(results), results);
  if (Buffer.byteLength(pinned.text) > PROFILE_MAX_BYTES)
    throw new SuiteError(
      'The answers make the profile larger than 64 KiB.',
      path,
      'pin the answers that matter by hand',
    );
  const file = await targetOf(resolve(cwd, path));
  await replaceFile(file, pinned.text).catch((error: unknown) => {
    throw new SuiteError(`The profile ${path} cannot be written (${codeOf(error)}).`, FLAG, 'give another place');
  });
  const { added, changed } = pinned;
  const answered = results.questions.filter(({ observed }) => observed !== null).length;
  const told = `${plainText(path)} pins ${amount(answered, 'answer')}: ${added.length} new, ${changed.length} changed.`;
  const doubt = doubtOf(results);
  return doubt === null ? told : `${told}\nwarning: ${doubt}`;
}

/** Whether a path leads to the profile that a run was started with. */
export async function isProfileOf(
  { profileFile }: Pick<Settings, 'profileFile'>,
  path: string,
  cwd: string,
): Promise<boolean> {
  if (profileFile === null) return false;
  const own = await targetOf(resolve(cwd, profileFile.path)).catch(() => null);
  return own !== null && own === (await targetOf(resolve(cwd, path)).catch(() => null));
}

/** Ids of broken clauses that are named. */
const MOST_NAMED = 8;

/** Why an answer may be that of a fault, which a pin would then hold on to; `null` where nothing required is broken. */
function doubtOf({ clauses }: Results): string | null {
  const broken = clauses.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
  if (broken.length === 0) return null;
  const more = broken.length > MOST_NAMED ? ` and ${broken.length - MOST_NAMED} more` : '';
  const named = plainText(broken.slice(0, MOST_NAMED).join(', '));
  return `Required clauses do not hold (${named}${more}): what is pinned may be a fault. Read each pin, and write the profile again once they hold.`;
}

function pin(path: string, before: string, results: Results): PinnedProfile {
  try {
    return pinAnswers(before, results.questions);
  } catch {
    throw new SuiteError(
      `The profile ${path} refers from one place to another in a way that pins would break.`,
      path,
      'write its pins out, without & and *',
    );
  }
}

function headOf(results: Results): string {
  const { subject, startedAt } = results;
  const command = subject.role === 'client' ? 'tradecert client' : 'tradecert run';
  const doubt = doubtOf(results);
  return `# What a ${subject.role} answered to the open questions of the document, pinned on ${startedAt.slice(0, 10)}.
# A later run with this profile tells which answers are other ones: ${command} --profile FILE
${doubt === null ? '' : `# ${doubt}\n`}`;
}

/**
 * The file that a path leads to, through links: a link stays one.
 *
 * @throws SuiteError where it is a link to nothing: who made it might have any file made
 */
async function targetOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
  const isLink = await lstat(path).then(
    (found) => found.isSymbolicLink(),
    () => false,
  );
  if (!isLink) return join(await realpath(dirname(path)), basename(path));
  throw new SuiteError(`${path} is a link to a file that is not there.`, FLAG, 'name the file itself');
}

/** The file keeps its mode; what could not be written whole is taken away again. */
async function replaceFile(file: string, text: string): Promise<void> {
  const mode = await stat(file).then(
    (found) => found.mode & 0o777,
    () => null,
  );
  const partial = `${file}.partial`;
  try {
    // what lies in its place is removed, never written through
    await rm(partial, { force: true });
    await writeFile(partial, text, { flag: 'wx' });
    if (mode !== null) await chmod(partial, mode);
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

/** The profile that is there, as text; `null` where there is nothing. */
async function readTarget(path: string, cwd: string): Promise<string | null> {
  const bytes = await readPlainFile(resolve(cwd, path)).catch((error: unknown) => {
    if (error instanceof SuiteError) throw error;
    if (codeOf(error) === 'ENOENT') return null;
    throw new SuiteError(`The profile ${path} cannot be written (${codeOf(error)}).`, FLAG, 'give the path of a file');
  });
  if (bytes === null) {
    await writableFolderOf(resolve(cwd, path)).catch((error: unknown) => {
      if (error instanceof SuiteError) throw error;
      throw new SuiteError(
        `The profile ${path} cannot be written (${codeOf(error)}).`,
        FLAG,
        'give a folder that is there',
      );
    });
    return null;
  }
  const text = bytes.length > PROFILE_MAX_BYTES ? null : decode(bytes);
  if (text === null) throw noProfile(path, 'it is larger than 64 KiB, or no UTF-8', path);
  try {
    parseProfile(text, path);
  } catch (error) {
    if (!(error instanceof SuiteError)) throw error;
    throw noProfile(path, error.message.replace(/\.$/, ''), error.where);
  }
  return text;
}

/** A pipe would be waited for, and a device be replaced. */
async function readPlainFile(path: string): Promise<Buffer> {
  const found = await stat(path);
  if (found.isFile() || found.isDirectory()) return readFile(path);
  throw new SuiteError(`${path} is no file.`, FLAG, 'give the path of a profile, or of a new file');
}

async function writableFolderOf(path: string): Promise<void> {
  await access(dirname(await targetOf(path)), constants.W_OK);
}

function noProfile(path: string, why: string, where: string): SuiteError {
  const remedy = 'give the path of a profile, or of a new file';
  return new SuiteError(`${path} is no profile, and is not written over: ${why}.`, where, remedy);
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unknown';
}
