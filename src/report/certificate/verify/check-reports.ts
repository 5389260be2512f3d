import { Buffer } from 'node:buffer';
import type { Results } from '../../../contract/results.js';
import { amount } from '../../verdict-words.js';
import { renderReports } from '../../write-run.js';
import { readBundleBytes } from '../bundle-files.js';
import type { Problems } from './problems.js';

/** What is larger was made by nobody. */
const LARGEST_REPORT = 256 * 1024 * 1024;

interface Compared {
  readonly derived: readonly string[];
  readonly notDerived: readonly string[];
}

/**
 * Makes the files that people look at, such as index.html and badge.svg, once more from the results and the record, and
 * holds those that lie there against them. Only what holds otherwise is worth it, and only the same code makes the same.
 *
 * @param of - names of the files that are as certified; whether the code is that which made them
 */
export async function checkReports(
  dir: string,
  results: Results,
  { sound, isSameSuite }: { readonly sound: ReadonlySet<string>; readonly isSameSuite: boolean },
  problems: Problems,
): Promise<Compared> {
  if (!isSameSuite) {
    return { derived: [], notDerived: ['the pages made of the results: another version made them'] };
  }
  if (problems.list.some(({ check }) => check !== 'expiry' && check !== 'signatures')) {
    return { derived: [], notDerived: ['the pages made of the results, since something else does not hold'] };
  }
  const made = await renderReports(dir, results).catch(() => null);
  if (made === null) {
    problems.add('files', 'The pages cannot be made once more from the results.');
    return { derived: [], notDerived: [] };
  }
  const compared = [...made].filter(([name]) => sound.has(name));
  for (const [name, text] of compared) {
    const bytes = await readBundleBytes(dir, name, LARGEST_REPORT).catch(() => null);
    if (bytes?.equals(Buffer.from(text))) continue;
    problems.add('files', `${name} is not what comes of the results: it was certified after it was changed.`);
  }
  return { derived: [`${amount(compared.length, 'page')} made of the results, byte for byte`], notDerived: [] };
}
