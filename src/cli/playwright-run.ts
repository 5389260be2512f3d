import { parseBaseUrl } from './base-url.js';
import { defaultOutDir, subjectName } from './out-dir.js';
import { decodeRun, encodeRun, type RunDescription } from './run-environment.js';
import { findSetting, readDotenv } from './setting-sources.js';

/** Playwright's variable for a reporter beside those that `--reporter` names, which replace those of the configuration. */
export const ADDED_REPORTER = 'PW_TEST_REPORTER';

/** Keeps our reporter under `--reporter`: it plans the clauses and writes the results. */
export function keepReporter(path: string, args: readonly string[], env: Record<string, string | undefined>): void {
  if (args.some((arg) => arg === '--reporter' || arg.startsWith('--reporter='))) env[ADDED_REPORTER] ??= path;
}

/** Whether tests are only listed, of which there is nothing to report. */
export function isListing(args: readonly string[]): boolean {
  return args.includes('--list');
}

/**
 * The run that this Playwright process belongs to. Started on its own, it chooses the folder and leaves the settings to
 * the global set-up, so that listing tests needs none; its workers learn of the folder from the environment.
 */
export function describeRun(): RunDescription {
  const known = decodeRun(process.env);
  if (known) return known;
  const cwd = process.cwd();
  const run = { outDir: defaultOutDir(cwd, new Date(), subjectOf(cwd)) };
  Object.assign(process.env, encodeRun(run));
  return run;
}

/** Only names the folder: what is wrong with the settings is said where they are resolved. */
function subjectOf(cwd: string): string {
  try {
    const sources = { flags: {}, env: process.env, dotenv: readDotenv(cwd) };
    const found = findSetting(sources, 'baseUrl');
    if (!found && findSetting(sources, 'profile')) return 'service';
    return subjectName(found ? parseBaseUrl(found) : null);
  } catch {
    return 'service';
  }
}
