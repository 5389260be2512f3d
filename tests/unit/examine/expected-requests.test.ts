import { expect, test } from '@playwright/test';
import { loadCatalogue } from '../../../src/contract/catalogue.js';
import { expectedRequests } from '../../../src/examine/expected-requests.js';
import { certifyReference } from '../../support/certify-reference.js';
import { someSettings } from '../../support/some-settings.js';

const clauses = loadCatalogue().filter(({ role }) => role !== 'client');
const orders = { kind: 'url', url: 'http://127.0.0.1:1/' } as const;

for (const depth of ['smoke', 'standard'] as const) {
  test(`a ${depth} run sends as many requests as were expected, within a third`, async () => {
    test.slow();
    const { requests } = await certifyReference({}, { depth });
    const expected = expectedRequests(clauses, someSettings({ depth, orders }));
    expect(expected / requests).toBeGreaterThan(3 / 4);
    expect(expected / requests).toBeLessThan(4 / 3);
  });
}

test('a read-only run, and one of few clauses, is expected to be short', () => {
  const all = expectedRequests(clauses, someSettings({ orders }));
  expect(expectedRequests(clauses, someSettings({ orders, readOnly: true }))).toBeLessThan(all / 5);
  expect(expectedRequests(clauses, someSettings({ orders: null }))).toBeLessThan(all / 5);
  expect(expectedRequests([], someSettings({ orders }))).toBe(0);
});
