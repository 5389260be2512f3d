import { expect, test } from '@playwright/test';
import { fewModifies } from '../../../src/mock/legal/limits.js';
import { certifyReference } from '../../support/certify-reference.js';

const CLAUSES = ['MOD-001', 'MOD-008', 'MOD-009', 'MOD-010', 'ORD-003'];

const LONG = ['TPS-006', 'TPS-007', 'CLK-005'];

for (const most of [5, 10]) {
  test(`nothing is held against a service that lets an order be modified ${most} times`, async () => {
    const results = await certifyReference({ alterations: [fewModifies(most)] }, {}, CLAUSES);
    const broken = results.clauses.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
    expect(broken.map(({ id }) => id)).toEqual([]);
  });
}

for (const seed of [1, 2, 3]) {
  test(`a service that lets an order be modified once breaks a clause, drawn by seed ${seed}`, async () => {
    const results = await certifyReference({ alterations: [fewModifies(1)] }, { seed }, ['MOD-008']);
    const clause = results.clauses.find(({ id }) => id === 'MOD-008');
    expect(clause?.verdict).toBe('fail');
    // Those that were refused, as they should be, do not count.
    expect(clause?.findings[0]?.actual).toMatch(/, after 1 other modify\b/);
  });
}

for (const most of [2, 3]) {
  test(`what a service that lets an order be modified ${most} times leaves open has a reason that tells it`, async () => {
    const results = await certifyReference({ alterations: [fewModifies(most)] }, {}, LONG);
    const open = results.clauses.filter(({ verdict }) => verdict === 'unverified');
    expect(open.map(({ id }) => id)).toContain('TPS-007');
    for (const { reason } of open) expect(reason).toContain('take only so many modifies of an order');
  });
}
