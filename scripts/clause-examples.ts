import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { answersNow, exampleOf } from '../prove/clause-examples.js';
import type { Side } from '../prove/subjects.js';
import { CLAUSE_EXAMPLES, type ClauseExample, type ClauseExamples } from '../src/contract/clause-examples-source.js';
import { loadCatalogue } from '../src/contract/catalogue.js';
import type { Clause } from '../src/contract/clause.js';
import { packageRoot } from '../src/contract/package-root.js';

// Writes specs/clause-examples.json: how each clause is found broken by a fault, what is sent for it, and what is answered to
// open questions. That takes some minutes. `--only ID` prints what it is for one clause, and writes nothing.

async function examplesOf(clauses: readonly Clause[]): Promise<Pick<ClauseExamples, Side>> {
  const examples: Record<Side, Record<string, ClauseExample>> = { service: {}, client: {} };
  for (const { id } of clauses) {
    for (const side of ['service', 'client'] as const) {
      const example = await exampleOf(id, side);
      if (example !== undefined) examples[side][id] = example;
    }
    process.stderr.write('.');
  }
  return examples;
}

const [flag, id] = process.argv.slice(2);
const judged = loadCatalogue().filter(({ kind }) => kind !== 'observe');
if (flag === '--only') {
  console.log(JSON.stringify(await examplesOf(judged.filter((clause) => clause.id === id)), null, 2));
} else {
  const written: ClauseExamples = { ...(await examplesOf(judged)), answers: await answersNow() };
  await writeFile(join(packageRoot, CLAUSE_EXAMPLES), `${JSON.stringify(written, null, 2)}\n`);
}
