import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SuiteError } from '../../contract/suite-error.js';
import { readKeptRuns, type KeptRuns } from './read-kept-runs.js';
import { GENERATOR, renderRunList } from './render-run-list.js';

/**
 * Writes `index.html` of a reports folder: the runs that are kept there, with the trend of each subject.
 *
 * @throws SuiteError where an index.html is there that is none of ours, or the folder cannot be read or written
 */
export async function writeRunList(reportsDir: string): Promise<KeptRuns> {
  const path = join(reportsDir, 'index.html');
  try {
    const before = await readFile(path, 'utf8').catch(() => null);
    if (before !== null && !before.includes(`<meta name="generator" content="${GENERATOR}">`))
      throw new SuiteError(`${path} is none of ours, and is not written over.`, path, 'move it elsewhere');
    const kept = await readKeptRuns(reportsDir);
    // Two runs may end at the same moment.
    const partial = `${path}.${process.pid}.partial`;
    await writeFile(partial, renderRunList(kept));
    await rename(partial, path);
    return kept;
  } catch (error) {
    if (error instanceof SuiteError) throw error;
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    throw new SuiteError(`The list of runs cannot be written (${code}).`, path, 'make the folder writable');
  }
}
