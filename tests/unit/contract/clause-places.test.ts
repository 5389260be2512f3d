import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { loadCatalogue } from '../../../src/contract/catalogue.js';
import { CLAUSE_PLACES } from '../../../src/contract/generated/clause-places.js';
import { packageRoot } from '../../../src/contract/package-root.js';

const linesOf = (file: string): string[] => readFileSync(join(packageRoot, file), 'utf8').split('\n');
const openapi = linesOf('specs/openapi.yaml');

/** The line of the description that belongs to a clause, without its indentation. */
function describedBy(id: string): string {
  const place = CLAUSE_PLACES[id]?.openapi;
  if (place === undefined) return 'nothing';
  expect(place.file).toBe('specs/openapi.yaml');
  return openapi[place.line - 1]?.trim() ?? 'no such line';
}

test('each clause is where its place says', () => {
  expect(Object.keys(CLAUSE_PLACES)).toEqual(loadCatalogue().map(({ id }) => id));
  for (const { id, area } of loadCatalogue()) {
    const place = CLAUSE_PLACES[id]?.clause;
    expect(place?.file, id).toBe(`specs/clauses/${area}.yaml`);
    expect(linesOf(place?.file ?? '')[(place?.line ?? 0) - 1], id).toBe(`  - id: ${id}`);
  }
});

test('a clause about a member points at the line that describes it', () => {
  expect(describedBy('INS-006')).toBe('pointUnit: { type: number }');
  expect(describedBy('LKP-005')).toBe('- name: stockCd');
  expect(describedBy('MOD-007')).toBe('success:');
  expect(describedBy('MOD-041')).toBe('orderPrice:');
  expect(describedBy('ENV-005')).toBe('code:');
  expect(describedBy('ORD-005')).toBe('orderQuantity:');
});

test('another clause points at what its section or area is about', () => {
  expect(describedBy('ENV-001')).toBe('Envelope:');
  expect(describedBy('MOD-001')).toBe('post:');
  expect(describedBy('SIG-003')).toBe('Signature:');
  expect(describedBy('CLK-004')).toBe('Timestamp:');
  expect(describedBy('VER-001')).toBe("- url: '{base}'");
});

test('only what the description does not have has no line in it', () => {
  const without = loadCatalogue().filter(({ id }) => describedBy(id) === 'nothing');
  expect([...new Set(without.map(({ section }) => section))].sort()).toEqual(['4.4', '6', '8']);
  expect(without.filter(({ kind, section }) => kind !== 'observe' && section !== '4.4')).toEqual([]);
  for (const { id } of loadCatalogue()) expect(describedBy(id), id).toMatch(/^(?:- )?\w+:|nothing/);
});
