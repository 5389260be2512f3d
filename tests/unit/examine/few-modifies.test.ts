import { expect, test } from '@playwright/test';
import { fewModifies } from '../../../src/mock/legal/limits.js';
import { certifyReference } from '../../support/certify-reference.js';

const CLAUSES = ['MOD-001', 'MOD-008', 'MOD-009', 'MOD-010', 'ORD-003'];

for (const most of [5, 10]) {
  test(`nothing is held against a service that lets an order be modified ${most} times`, async () => {
    const results = await certifyReference({ alterations: [fewModifies(most)] }, {}, CLAUSES);
    const broken = results.clauses.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
    expect(broken.map(({ id }) => id)).toEqual([]);
  });
}

test('a service that lets an order be modified once breaks a clause', async () => {
  const results = await certifyReference({ alterations: [fewModifies(1)] }, {}, ['MOD-008']);
  const clause = results.clauses.find(({ id }) => id === 'MOD-008');
  expect(clause?.verdict).toBe('fail');
  expect(clause?.findings[0]?.actual).toMatch(/, after 1 other modify\b/);
});
