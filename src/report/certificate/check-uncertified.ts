import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { isKnownContract } from '../../contract/earlier-contracts.js';
import { SuiteError } from '../../contract/suite-error.js';
import { TASKS_FILE } from '../../oracle/declared/recorded-task.js';
import type { RecordedRun } from '../recorded-run.js';
import { sentences } from './check-record.js';
import { checkCompleteness } from './verify/check-completeness.js';
import { checkDepth } from './verify/check-depth.js';
import { checkEvidence, EXCHANGES_FILE } from './verify/check-evidence.js';
import { checkVerdict } from './verify/check-verdict.js';
import { Problems } from './verify/problems.js';

/**
 * Holds the results of a run that has no certificate against themselves and against its record, as a verification does.
 * Those of a contract that is not known cannot be held against anything here.
 *
 * @returns whether there is a record that bears them out
 * @throws SuiteError where they are not what it bears out
 */
export async function checkUncertified({ dir, results }: RecordedRun): Promise<boolean> {
  if (!isKnownContract(results)) return false;
  const problems = new Problems();
  checkVerdict(results, problems);
  checkCompleteness(results, problems);
  checkDepth(results, problems);
  const bytes = await sizeOf(dir, EXCHANGES_FILE);
  if (bytes !== null) {
    const hasTasks = (await sizeOf(dir, TASKS_FILE)) !== null;
    await checkEvidence(dir, { bytes, hasTasks }, results, problems);
  }
  if (problems.list.length === 0) return bytes !== null;
  throw new SuiteError(
    `The results are not what the record bears out, and there is no certificate: ${sentences(problems.list)}`,
    join(dir, 'results.json'),
    'fetch all files of the run again, or run it again',
  );
}

async function sizeOf(dir: string, name: string): Promise<number | null> {
  return lstat(join(dir, name)).then(
    (found) => (found.isFile() ? found.size : null),
    () => null,
  );
}
