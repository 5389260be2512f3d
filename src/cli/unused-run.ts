import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isOfGoingRun } from '../contract/going-run.js';
import { ORDERS_FILE } from '../contract/order-record.js';
import { readExchanges } from '../report/recorded-run.js';

/** What a run makes before it has results. */
const EARLY_FILES: readonly string[] = ['exchanges.jsonl', ORDERS_FILE, 'playwright', 'playwright-blob'];

/**
 * Removes what a run left that was stopped before it had results, where it modified nothing.
 *
 * @returns names of what is left
 */
export async function clearUnused(dir: string): Promise<readonly string[]> {
  const names = (await readdir(dir)).sort();
  if (names.includes('results.json') || (await hasModified(dir))) return names;
  const isEarly = (name: string): boolean => EARLY_FILES.includes(name) || isOfGoingRun(name);
  for (const name of names.filter(isEarly)) await rm(join(dir, name), { recursive: true, force: true });
  return names.filter((name) => !isEarly(name));
}

async function hasModified(dir: string): Promise<boolean> {
  for await (const { operation } of readExchanges(dir)) if (operation === 'modifyOrder') return true;
  return false;
}
