import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { exampleOf } from '../../../prove/clause-examples.js';
import { clientSubjects } from '../../../prove/client-subjects.js';
import { allSubjects, REFERENCE } from '../../../prove/subjects.js';
import { loadCatalogue } from '../../../src/contract/catalogue.js';
import { readClauseExamples } from '../../../src/contract/clause-examples-source.js';
import { packageRoot } from '../../../src/contract/package-root.js';

const SIDES = ['service', 'client'] as const;
const SUBJECTS = {
  service: allSubjects().filter(({ service }) => service === REFERENCE),
  client: clientSubjects(),
};
const examples = readClauseExamples(packageRoot);
const read = (path: string): string => readFileSync(join(packageRoot, path), 'utf8');

for (const side of SIDES) {
  const other = side === 'service' ? 'client' : 'service';
  const judged = loadCatalogue(side).filter(({ kind, role }) => kind !== 'observe' && role !== other);

  test(`every clause of a ${side} has a heading and an example of a fault that breaks it`, () => {
    expect(Object.keys(examples[side]).sort()).toEqual(judged.map(({ id }) => id).sort());
    for (const { id, area } of judged) {
      const page = read(`docs/clauses/${area}.md`);
      expect(page.split('\n')).toContain(`## ${id}`);
      expect(read('docs/clauses.md')).toContain(`(clauses/${area}.md#${id.toLowerCase()})`);
      const fault = examples[side][id]?.fault;
      expect(SUBJECTS[side].find(({ change }) => change === fault)?.clause, `${id}, ${fault}`).toBe(id);
    }
  });
}

test('every open question has a heading, and an answer unless it cannot be observed', () => {
  const questions = loadCatalogue().filter(({ kind }) => kind === 'observe');
  const page = read('docs/open-questions.md').split('\n');
  expect(questions.filter(({ id }) => !page.includes(`## ${id}`))).toEqual([]);
  const unanswered = questions.map(({ id }) => id).filter((id) => examples.answers[id] === undefined);
  expect(unanswered).toEqual(['OPN-034', 'OPN-042']);
});

/** One of each kind: judged on every answer, on a modify, on a lookup, and of a client. */
for (const [side, id] of [
  ['service', 'ENV-003'],
  ['service', 'SIG-005'],
  ['service', 'LKP-008'],
  ['client', 'CLI-032'],
] as const) {
  test(`the example of ${id} is what a run of a faulty ${side} finds`, async () => {
    const { cause, at, expected, ways } = (await exampleOf(id, side)) ?? {};
    expect(examples[side][id]).toMatchObject({ cause, at, expected });
    expect(examples[side][id]?.ways).toEqual(ways);
  });
}
