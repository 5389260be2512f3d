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

for (const depth of ['smoke', 'standard'] as const) {
  test(`a read-only ${depth} run sends as many requests as were expected, within a third`, async () => {
    const { requests } = await certifyReference({}, { depth, readOnly: true });
    const expected = expectedRequests(clauses, someSettings({ depth, orders, readOnly: true }));
    expect(expected / requests).toBeGreaterThan(3 / 4);
    expect(expected / requests).toBeLessThan(4 / 3);
  });
}

const AREAS = ['lookup', 'paging', 'token', 'signature', 'timestamp', 'order', 'take-profit-stop-loss'];

for (const area of AREAS) {
  test(`a run of the clauses on ${area} alone sends as many requests as were expected, within a third`, async () => {
    test.slow();
    const chosen = clauses.filter((clause) => clause.area === area);
    const { requests } = await certifyReference({}, { depth: 'standard', only: chosen.map(({ id }) => id) });
    const expected = expectedRequests(chosen, someSettings({ depth: 'standard', orders }));
    expect(expected / requests).toBeGreaterThan(3 / 4);
    expect(expected / requests).toBeLessThan(4 / 3);
  });
}

test('an operation takes requests where the profile binds it, one that is a POST none in a read-only run', () => {
  const ofOperations = clauses.filter(({ operation }) => operation !== undefined);
  const operations = ofOperations.map(({ id }) => ({ clause: id, path: '/x' }));
  const [readOnly, bound] = [true, { profile: { operations } }];
  const all = expectedRequests(ofOperations, someSettings(bound));
  const gets = expectedRequests(ofOperations, someSettings({ ...bound, readOnly }));
  expect(gets).toBeGreaterThan(0);
  expect(all).toBeGreaterThan(gets);
  expect(expectedRequests(ofOperations, someSettings())).toBe(0);
});

test('a read-only run, and one of few clauses, is expected to be short', () => {
  const all = expectedRequests(clauses, someSettings({ orders }));
  expect(expectedRequests(clauses, someSettings({ orders, readOnly: true }))).toBeLessThan(all / 5);
  expect(expectedRequests(clauses, someSettings({ orders: null }))).toBeLessThan(all / 5);
  expect(expectedRequests([], someSettings({ orders }))).toBe(0);
});
