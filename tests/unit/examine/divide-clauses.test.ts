import { expect, test } from '@playwright/test';
import { loadCatalogue } from '../../../src/contract/catalogue.js';
import { divideClauses } from '../../../src/examine/divide-clauses.js';
import { requestsFor } from '../../../src/examine/examination-order.js';

const CLAUSES = loadCatalogue().filter(({ role }) => role !== 'client');

for (const parts of [1, 2, 3, 7, 50, CLAUSES.length]) {
  test(`${parts} parts have each clause once, in its place, and none is empty`, () => {
    const divided = divideClauses(CLAUSES, parts);
    expect(divided).toHaveLength(parts);
    expect(divided.flat()).toEqual(CLAUSES);
    expect(divided.every((part) => part.length > 0)).toBe(true);
  });
}

test('no part takes many more requests than its share', () => {
  const costs = divideClauses(CLAUSES, 4).map((part) =>
    part.map(requestsFor).reduce((sum, requests) => sum + (Number.isFinite(requests) ? requests : 0), 0),
  );
  const share = costs.reduce((sum, cost) => sum + cost, 0) / costs.length;
  expect(Math.max(...costs)).toBeLessThan(1.5 * share);
});
