import { expect, test } from '@playwright/test';
import { loadCatalogue } from '../../../src/contract/catalogue.js';
import type { Settings } from '../../../src/contract/settings.js';
import { expectedRequests } from '../../../src/examine/expected-requests.js';
import { certifyReference } from '../../support/certify-reference.js';
import { someSettings } from '../../support/some-settings.js';

const clauses = loadCatalogue().filter(({ role }) => role !== 'client');
const orders = { kind: 'url', url: 'http://127.0.0.1:1/' } as const;

/** How many requests were expected of a run of some clauses, for each that it sent. */
async function expectedForEach(changes: Partial<Settings>, chosen = clauses): Promise<number> {
  const only = chosen.length < clauses.length ? chosen.map(({ id }) => id) : null;
  const { requests } = await certifyReference({}, { ...changes, only });
  return expectedRequests(chosen, someSettings({ ...changes, orders })) / requests;
}

function ofIds(...ids: readonly string[]): typeof clauses {
  return clauses.filter(({ id }) => ids.includes(id));
}

for (const depth of ['smoke', 'standard'] as const) {
  test(`a ${depth} run sends as many requests as were expected, within a tenth`, async () => {
    test.slow();
    const share = await expectedForEach({ depth });
    expect(share).toBeGreaterThan(0.95);
    expect(share).toBeLessThan(1.1);
  });

  test(`a read-only ${depth} run sends as many requests as were expected, within a tenth`, async () => {
    const share = await expectedForEach({ depth, readOnly: true });
    expect(share).toBeGreaterThan(0.95);
    expect(share).toBeLessThan(1.1);
  });
}

const AREAS = ['lookup', 'paging', 'token', 'signature', 'timestamp', 'order', 'take-profit-stop-loss'];

for (const area of AREAS) {
  test(`a run of the clauses on ${area} alone sends as many requests as were expected, within a fifth`, async () => {
    test.slow();
    const chosen = clauses.filter((clause) => clause.area === area);
    const share = await expectedForEach({ depth: 'standard' }, chosen);
    expect(share).toBeGreaterThan(0.9);
    expect(share).toBeLessThan(1.2);
  });
}

/** Ones that send much by themselves, ones that live on what is sent for others, and mixtures of both. */
const FEW = [
  ['SIG-001'],
  ['TPS-003'],
  ['PAG-002'],
  ['MOD-008'],
  ['MOD-033'],
  ['LKP-007', 'OPN-038'],
  ['VER-001'],
  ['ENV-001', 'MOD-007'],
  ['MOD-041', 'TPS-026'],
  ['SIG-001', 'SIG-002', 'TPS-014', 'OPN-014'],
  ['VER-001', 'LKP-004', 'MOD-002', 'MOD-047', 'MOD-051', 'ORD-003', 'TPS-022', 'AUT-003', 'CLK-006', 'OPN-002'],
];

for (const [index, ids] of FEW.entries()) {
  test(`a run of ${ids.join(', ')} sends as many requests as were expected, within a fifth`, async () => {
    const share = await expectedForEach({ depth: index % 2 === 0 ? 'standard' : 'smoke' }, ofIds(...ids));
    expect(share).toBeGreaterThan(0.9);
    expect(share).toBeLessThan(1.2);
  });
}

test('a deep run sends most for what is modified in many ways', () => {
  const [few, many] = [ofIds('SIG-002'), ofIds('MOD-033')];
  const times = (chosen: typeof clauses): number =>
    expectedRequests(chosen, someSettings({ depth: 'deep', orders })) /
    expectedRequests(chosen, someSettings({ depth: 'smoke', orders }));
  expect(times(many)).toBeGreaterThan(5);
  expect(times(few)).toBeLessThan(3);
});

test('a clause that was never measured takes some requests', () => {
  const unmeasured = ofIds('SIG-001', 'LKP-001').map((clause) => ({ ...clause, id: `NEW-${clause.id.slice(-3)}` }));
  const [lookup = [], modify = []] = unmeasured.map((clause) => [clause]);
  const expected = expectedRequests(lookup, someSettings({ orders }));
  expect(expected).toBeGreaterThan(0);
  expect(expectedRequests(modify, someSettings({ orders }))).toBeGreaterThan(expected);
});

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
