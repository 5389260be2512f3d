import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readCatalogue, readContractDigest } from '../src/contract/catalogue-source.js';
import { EARLIER_CONTRACTS, type EarlierContract } from '../src/contract/earlier-contracts.js';
import { stableStringify } from '../src/wire/json.js';

/**
 * Adds the contract of an earlier version to those that `tradecert verify` knows: `npx tsx scripts/keep-contract.ts DIR`,
 * where DIR has that version checked out. One that is kept is never written anew.
 */
async function earlierContractIn(root: string): Promise<EarlierContract> {
  const catalogue = readCatalogue(root);
  const scenarios = pathToFileURL(resolve(root, 'src/oracle/declared/scenario-situations.ts')).href;
  const { PLAIN_SITUATIONS: plain, SITUATIONS: others } = (await import(scenarios)) as {
    readonly PLAIN_SITUATIONS: Readonly<Record<string, object>>;
    readonly SITUATIONS: Readonly<Record<string, object>>;
  };
  return {
    ...readContractDigest(root),
    catalogueSha256: createHash('sha256').update(stableStringify(catalogue)).digest('hex'),
    clauses: catalogue.map(({ id, area, section, kind, role, sentence, modifies, client, operation }) => ({
      ...{ id, area, section, kind, role, sentence },
      ...(modifies && { modifies }),
      ...(client && { client: { sentence: client.sentence, ...(client.kind && { kind: client.kind }) } }),
      ...(operation && { operation }),
    })),
    situations: { plain, others },
  };
}

/** Each clause in a line of its own, so that a change of one shows. */
function render({ clauses, situations, ...digests }: EarlierContract): string {
  const lines = clauses.map((clause) => `  ${JSON.stringify(clause)}`).join(',\n');
  const head = JSON.stringify(digests).slice(0, -1);
  return `${head}, "clauses": [\n${lines}\n ],\n "situations": ${JSON.stringify(situations)}}`;
}

const [root] = process.argv.slice(2);
if (root === undefined) throw new Error('name the folder of the earlier version');
const kept = existsSync(EARLIER_CONTRACTS)
  ? (JSON.parse(readFileSync(EARLIER_CONTRACTS, 'utf8')) as readonly EarlierContract[])
  : [];
const earlier = await earlierContractIn(root);
if (!kept.some(({ sha256 }) => sha256 === earlier.sha256)) {
  writeFileSync(EARLIER_CONTRACTS, `[\n${[...kept, earlier].map(render).join(',\n')}\n]\n`);
}
