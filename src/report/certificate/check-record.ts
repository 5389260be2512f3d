import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { SuiteError } from '../../contract/suite-error.js';
import { RECORD_FILES } from '../recorded-run.js';
import { CERTIFICATE_FILE } from './bundle-files.js';
import type { TrustedKey } from './verify/check-signatures.js';
import type { Problem } from './verify/problems.js';
import { verifyBundle } from './verify/verify-bundle.js';

const MOST_TOLD = 3;

/**
 * Holds what a run recorded against the run's certificate, so that no report is made, and nothing
 * signed, of what was altered after the run. The reports themselves may be others, such as those of an earlier version.
 *
 * @param keys - each of them must have signed
 * @param now - milliseconds since the epoch
 * @returns whether there is a certificate: without one, nothing was held against anything
 * @throws SuiteError where the record is not as certified, or a signature does not hold
 */
export async function checkRecord(dir: string, keys: readonly TrustedKey[], now: number): Promise<boolean> {
  const isThere = await lstat(join(dir, CERTIFICATE_FILE)).then(
    () => true,
    () => false,
  );
  if (!isThere && keys.length === 0) return false;
  const { problems, claim, altered } = await verifyBundle(dir, { keys, allowUnsigned: true, now });
  const isAltered = claim === null || altered.some((name) => RECORD_FILES.includes(name));
  const told = problems.filter(
    ({ check }) => check === 'certificate' || check === 'signatures' || (isAltered && ABOUT_FILES.includes(check)),
  );
  if (told.length === 0 && !isAltered) return true;
  throw new SuiteError(
    `The run is not as its certificate has it: ${sentences(told)}`,
    dir,
    'fetch all of its files again, or run it again',
  );
}

const ABOUT_FILES: readonly string[] = ['files', 'statement'];

/** The first few of what does not hold, as they follow a colon. */
export function sentences(problems: readonly Problem[]): string {
  const more = problems.length - MOST_TOLD;
  const told = problems.slice(0, MOST_TOLD).map(({ says }) => says);
  return [...told, ...(more > 0 ? [`And ${more} more.`] : [])].join(' ');
}
