import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { parse } from 'yaml';
import { loadCatalogue } from '../../../src/contract/catalogue.js';
import { packageRoot } from '../../../src/contract/package-root.js';
import { validatorFor } from '../../../src/contract/schemas.js';
import { statementsOf } from './statements.js';

interface Entry {
  readonly section: string;
  readonly text: string;
  readonly clauses?: readonly string[];
  readonly excluded?: string;
}

const documentText = readFileSync(join(packageRoot, 'specs', 'interface.md'), 'utf8');
const original = join(packageRoot, '..', 'shared', 'contract', 'interface.md');
const statements = statementsOf(documentText);
const coverage = parse(readFileSync(join(packageRoot, 'specs', 'clauses', 'coverage.yaml'), 'utf8')) as {
  readonly statements: readonly Entry[];
};
const entries = coverage.statements;
const catalogue = new Map(loadCatalogue().map((clause) => [clause.id, clause]));

const keyOf = ({ section, text }: { readonly section: string; readonly text: string }): string => `${section}: ${text}`;

test('the document in the repository is the one that was given', () => {
  test.skip(!existsSync(original), 'the original is not beside the repository');
  expect(documentText).toBe(readFileSync(original, 'utf8'));
});

test('splitting the document into statements loses nothing of it', () => {
  const lines = documentText.split('\n').filter((line) => !line.startsWith('#'));
  // The head of a table is the line above its rule.
  const body = lines.filter((line, index) => !/^\|-/.test(line) && !/^\|-/.test(lines[index + 1] ?? ''));
  const bare = (text: string): string => text.replace(/[\s|]/g, '');
  const expected = body.map((line) => line.replace(/^(?:\d+\.|-) +/, '')).join('');
  expect(bare(statements.map(({ text }) => text).join(''))).toBe(bare(expected));
  expect(statements).toHaveLength(153);
});

test('every statement of the document has exactly one entry, and every entry a statement', () => {
  expect(validatorFor('coverage')(coverage)).toEqual([]);
  expect(entries.map(keyOf)).toEqual(statements.map(keyOf));
  expect(new Set(entries.map(keyOf)).size).toBe(entries.length);
});

test('every entry names clauses that exist, or says why there are none', () => {
  for (const entry of entries) {
    expect((entry.clauses === undefined) !== (entry.excluded === undefined), keyOf(entry)).toBe(true);
    const unknown = (entry.clauses ?? []).filter((id) => !catalogue.has(id));
    expect(unknown, keyOf(entry)).toEqual([]);
  }
});

test('every clause of the catalogue rests on a statement', () => {
  const named = new Set(entries.flatMap(({ clauses = [] }) => clauses));
  expect([...catalogue.keys()].filter((id) => !named.has(id))).toEqual([]);
});

test('what the document does not show is an open question', () => {
  const silent = entries.filter(({ text }) => text.includes('not shown'));
  expect(silent).toHaveLength(13);
  for (const { section, text, clauses = [] } of silent) {
    const kinds = clauses.map((id) => catalogue.get(id)?.kind);
    expect(kinds, `${section}: ${text}`).toContain('observe');
  }
});

test('a statement is left out only where nothing could be tested', () => {
  const left = entries.filter(({ excluded }) => excluded !== undefined).map(({ text }) => text);
  expect(left).toEqual([
    'The other operations that the service lists are named in the Endpoints part only.',
    'The service is a trading interface for leveraged instruments (foreign exchange, indices, commodities, crypto).',
    'Its operations are grouped as follows.',
    'Rules:',
    'Query parameters:',
  ]);
});
