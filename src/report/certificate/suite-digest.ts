import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadCatalogue } from '../../contract/catalogue.js';
import { earlierContract } from '../../contract/earlier-contracts.js';
import type { Results } from '../../contract/results.js';
import { stableStringify } from '../../wire/json.js';

let known: string | undefined;
let knownOfCatalogue: string | undefined;

/**
 * One SHA-256 over the code that judges, names and contents, as it runs here: the same for everyone with the same build.
 * The contract has a digest of its own.
 */
export function suiteDigest(): string {
  known ??= digestCode(fileURLToPath(new URL('../..', import.meta.url)));
  return known;
}

/** One SHA-256 over the clause catalogue that results were held against, whatever the layout of its files. */
export function catalogueDigest(results: Pick<Results, 'contract'>): string {
  const earlier = earlierContract(results);
  if (earlier !== undefined) return earlier.catalogueSha256;
  knownOfCatalogue ??= createHash('sha256').update(stableStringify(loadCatalogue())).digest('hex');
  return knownOfCatalogue;
}

function digestCode(folder: string): string {
  const hash = createHash('sha256');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /(?<!\.d)\.[jt]s$/.test(name))
    .sort();
  for (const name of names) {
    const content = createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex');
    hash.update(`${name} ${content}\n`);
  }
  return hash.digest('hex');
}
