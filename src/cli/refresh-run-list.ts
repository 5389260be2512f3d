import { dirname, join } from 'node:path';
import { SuiteError } from '../contract/suite-error.js';
import { writeRunList } from '../report/run-list/write-run-list.js';
import { warningLine } from './warning-line.js';

/**
 * Writes the list of runs again after a run that was written below the default reports folder. A run elsewhere is listed
 * nowhere, and a list that cannot be written spoils no run: the user is told.
 */
export async function refreshRunList(outDir: string, cwd: string, warn: (text: string) => void): Promise<void> {
  const reportsDir = join(cwd, 'reports');
  if (dirname(outDir) !== reportsDir) return;
  try {
    await writeRunList(reportsDir);
  } catch (error) {
    if (!(error instanceof SuiteError)) throw error;
    warn(warningLine(error.message));
  }
}
