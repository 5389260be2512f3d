import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { parse } from 'yaml';
import { loadCatalogue } from '../../../src/contract/catalogue.js';
import { packageRoot } from '../../../src/contract/package-root.js';
import { validatorFor } from '../../../src/contract/schemas.js';
import { examinations } from '../../../src/examine/examinations.js';
import { PASSIVE_CLAUSES } from '../../../src/oracle/passive.js';

const catalogue = loadCatalogue();

test('every clause file conforms to its schema', () => {
  const directory = join(packageRoot, 'specs', 'clauses');
  for (const name of readdirSync(directory).filter((file) => file !== 'coverage.yaml')) {
    expect(validatorFor('catalogue')(parse(readFileSync(join(directory, name), 'utf8'))), name).toEqual([]);
  }
});

test('ids are unique', () => {
  const ids = catalogue.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test('a clause is an open question exactly when its kind is observe', () => {
  for (const { id, kind, question } of catalogue) expect(question !== undefined, id).toBe(kind === 'observe');
});

test('every clause has a judge in the code, and every judge a clause', () => {
  const judged = [...Object.keys(examinations), ...PASSIVE_CLAUSES].sort();
  const unjudged = catalogue.filter(({ id, role }) => role !== 'client' && !judged.includes(id)).map(({ id }) => id);
  expect(unjudged).toEqual([]);
  expect(judged.filter((id) => !catalogue.some((clause) => clause.id === id))).toEqual([]);
  expect(judged.filter((id, index) => judged[index + 1] === id)).toEqual([]);
});

test('the clauses that are judged on every answer are those that the catalogue marks so', () => {
  expect([...PASSIVE_CLAUSES].sort()).toEqual(
    catalogue
      .filter(({ passive }) => passive)
      .map(({ id }) => id)
      .sort(),
  );
});

test('every clause has exactly one conformance test', () => {
  const directory = join(packageRoot, 'tests', 'conformance');
  const ids = readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .flatMap((name) =>
      [...readFileSync(join(directory, name), 'utf8').matchAll(/'([A-Z]{3}-\d{3})'/g)].map(([, id]) => id),
    );
  expect(ids.sort()).toEqual(
    catalogue
      .filter(({ role }) => role !== 'client')
      .map(({ id }) => id)
      .sort(),
  );
});

test('the 23 other operations of section 4.4 are in the catalogue', () => {
  expect(catalogue.filter(({ operation }) => operation !== undefined)).toHaveLength(23);
});
