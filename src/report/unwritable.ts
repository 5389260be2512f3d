import { basename } from 'node:path';
import { SuiteError } from '../contract/suite-error.js';

/** What to say of a file or folder of a report that could not be written, with the machine's reason, such as ENOSPC. */
export function unwritable(path: string, error: unknown): SuiteError {
  const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
  return new SuiteError(
    `The file ${basename(path)} cannot be written (${code}).`,
    path,
    'give a folder with room that can be written, and run it again: without this file the report is not whole',
  );
}
