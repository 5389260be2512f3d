import { expect, test } from '@playwright/test';
import { loadCatalogue } from '../../../src/contract/catalogue.js';
import type { Answer } from '../../../src/contract/verdict.js';
import { withDrift } from '../../../src/oracle/drift.js';
import { someClause } from '../report/some-results.js';

/** Whether the answer is held to be another one than the pin, in a whole run or in traffic. */
function drifts(id: string, observed: Answer, pinned: Answer, basis?: 'observed traffic'): boolean {
  const clauses = loadCatalogue().map((clause) => someClause('pass', { id: clause.id }));
  const asked = { id, section: '7', question: '?', observed, pinned };
  return withDrift([asked], { clauses, basis }).some(({ drift }) => drift);
}

const PINNED = { 'LKP-002': [400], 'SIG-001': [401, 403] };

test('statuses of traffic are held against those of all clauses', () => {
  const inTraffic = (statuses: readonly number[], pinned: Answer = PINNED): boolean =>
    drifts('OPN-037', { traffic: statuses }, pinned, 'observed traffic');
  expect(inTraffic([400, 401, 403])).toBe(false);
  expect(inTraffic([400, 404])).toBe(true);
  expect(inTraffic([404], { ...PINNED, traffic: [404] })).toBe(false);
  expect(inTraffic([400], {})).toBe(true);
  expect(inTraffic([400], 'by hand')).toBe(true);
});

test('statuses of a run are held against those of the same clause', () => {
  expect(drifts('OPN-037', PINNED, PINNED)).toBe(false);
  expect(drifts('OPN-037', { ...PINNED, 'LKP-002': [401] }, PINNED)).toBe(true);
  expect(drifts('OPN-037', { 'LKP-002': [400] }, PINNED)).toBe(true);
  expect(drifts('OPN-037', PINNED, { ...PINNED, traffic: [400] })).toBe(false);
});
