import { expect, test } from '@playwright/test';
import { loadCatalogue } from '../../../src/contract/catalogue.js';
import { chooseClauses } from '../../../src/cli/clause-choice.js';
import { onlyText } from '../../../src/report/only-text.js';
import { someClause, someResults } from './some-results.js';

const catalogue = loadCatalogue();
const results = someResults(catalogue.map(({ id, role }) => someClause('pass', { id, role })));

for (const [patterns, told] of [
  ['CLK-*', 'CLK-*'],
  ['sig-001,CLK-*,SIG-002', 'SIG-001, SIG-002, CLK-*'],
  ['MOD-00*', 'MOD-001 to MOD-009'],
  ['MOD-00*,MOD-031', 'MOD-001 to MOD-009, MOD-031'],
] as const) {
  test(`what --only ${patterns} chose is told as ${told}`, () => {
    const parts = onlyText(chooseClauses(patterns, catalogue), results).split(', ');
    expect(parts.sort()).toEqual(told.split(', ').sort());
  });
}

test('ids that the results do not have are told as they are', () => {
  expect(onlyText(['INS-*', 'NEW-001'], results)).toBe('INS-*, NEW-001');
});
