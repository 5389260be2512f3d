import { checkProfileTarget, writeProfile } from '../cli/write-profile.js';
import type { Results } from '../contract/results.js';
import type { CertifyOptions } from './options.js';

/**
 * Runs a task, and pins what its results observed in the profile that is named, if any. Whether that can be written is known
 * before the task begins.
 *
 * @param warn - told where what is pinned may be a fault
 */
export async function pinnedResults(
  { writeProfile: path, cwd = process.cwd() }: CertifyOptions,
  warn: (warning: string) => void,
  task: () => Promise<Results>,
): Promise<Results> {
  if (path === undefined) return task();
  await checkProfileTarget(path, cwd);
  const results = await task();
  const [, doubt] = (await writeProfile(path, cwd, results)).split('\nwarning: ');
  if (doubt !== undefined) warn(doubt);
  return results;
}
