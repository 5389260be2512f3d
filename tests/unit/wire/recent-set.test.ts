import { expect, test } from '@playwright/test';
import { RecentSet } from '../../../src/wire/recent-set.js';

test('so many of the latest texts are remembered, and at most twice as many', () => {
  const set = new RecentSet(3);
  for (let turn = 1; turn <= 7; turn += 1) set.add(`t${turn}`);
  expect([1, 2, 3, 4, 5, 6, 7, 8].map((turn) => set.has(`t${turn}`))).toEqual([
    false,
    false,
    false,
    true,
    true,
    true,
    true,
    false,
  ]);
});

test('a set is empty until something is added', () => {
  const set = new RecentSet(1);
  expect(set.isEmpty).toBe(true);
  set.add('a');
  expect(set.isEmpty).toBe(false);
  set.add('b');
  expect([set.has('a'), set.has('b'), set.isEmpty]).toEqual([true, true, false]);
});
