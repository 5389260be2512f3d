import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The folder beside a report with what a client wrote on standard error. */
export const PRINTED_FOLDER = 'stderr';

/** Our own names: that of the scenario, and for a task that is given more than once a number. */
const NAME = /^[a-z0-9-]+\.txt$/;

/** Names of files of a run with what its client wrote on standard error. Others that lie there are left out. */
export async function listPrinted(dir: string): Promise<readonly string[]> {
  const names = await readdir(join(dir, PRINTED_FOLDER)).catch(() => []);
  const stem = (name: string): string => name.slice(0, -'.txt'.length);
  return names
    .filter((name) => NAME.test(name))
    .sort((a, b) => stem(a).localeCompare(stem(b), 'en', { numeric: true }));
}

/** Those of one scenario: `walk.txt`, `walk-2.txt`, … */
export function printedIn(scenario: string, printed: readonly string[]): readonly string[] {
  return printed.filter((name) => {
    const rest = name.startsWith(scenario) ? name.slice(scenario.length) : '';
    return /^(?:-[0-9]+)?\.txt$/.test(rest);
  });
}
