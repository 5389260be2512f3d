import { expect, test } from '@playwright/test';
import { OtherWays } from '../../../src/examine/other-ways.js';

/** Begins so many tasks at once and tells how many of them were under way together at most. */
async function mostTogether(ways: OtherWays, tasks: number): Promise<number> {
  let [underWay, most] = [0, 0];
  const task = async (): Promise<void> => {
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise((resolve) => setImmediate(resolve));
    underWay -= 1;
  };
  await Promise.all(Array.from({ length: tasks }, () => ways.inTurn(task)));
  return most;
}

test('the first 30 are sent in other ways one after another, later ones all at once', async () => {
  const ways = new OtherWays();
  expect(await mostTogether(ways, 30)).toBe(1);
  expect(await mostTogether(ways, 20)).toBe(20);
});

const due = (ways: OtherWays, times: number): string =>
  Array.from({ length: times }, () => (ways.areDue() ? 'x' : '.')).join('');

test('once other ways were in vain for three orders they are tried ever more seldom, until one helps', () => {
  const ways = new OtherWays();
  for (const before of ['xx', 'xx', 'xx']) {
    expect(due(ways, 2)).toBe(before);
    ways.note(false, true);
  }
  expect(due(ways, 18)).toBe('..x....x........x.');
  ways.note(true, true);
  expect(due(ways, 5)).toBe('xxxxx');
});

test('orders that took modifies before say nothing of other ways: they may be filled', () => {
  const ways = new OtherWays();
  for (let turn = 0; turn < 9; turn += 1) ways.note(false, false);
  expect(due(ways, 5)).toBe('xxxxx');
});
