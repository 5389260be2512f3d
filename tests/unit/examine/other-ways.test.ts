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

const due = (ways: OtherWays, isFresh: boolean, times: number): string =>
  Array.from({ length: times }, () => (ways.areDue(isFresh) ? 'x' : '.')).join('');

for (const [isFresh, orders] of [
  [true, 'new orders'],
  [false, 'orders that took some before'],
] as const) {
  test(`once other ways were in vain for three ${orders} they are tried ever more seldom for such, until one helps any`, () => {
    const ways = new OtherWays();
    for (const before of ['xx', 'xx', 'xx']) {
      expect(due(ways, isFresh, 2)).toBe(before);
      ways.note(false, isFresh);
    }
    expect(due(ways, isFresh, 18)).toBe('..x....x........x.');
    expect(due(ways, !isFresh, 5)).toBe('xxxxx');
    ways.note(true, !isFresh);
    expect(due(ways, isFresh, 5)).toBe('xxxxx');
  });
}
