import { expect, test } from '@playwright/test';
import { Timestamps, type TimestampManner } from '../../../src/client/timestamps.js';

const NOW = 1_000_000;

function timestampsOf(manner: TimestampManner): Timestamps {
  const timestamps = new Timestamps();
  timestamps.manner = manner;
  return timestamps;
}

/** What is given out in one second, as distances from it. */
function takenAt(timestamps: Timestamps, now: number): number[] {
  const taken: number[] = [];
  for (let next = timestamps.take(now); next !== null; next = timestamps.take(now)) taken.push(next - now);
  return taken;
}

test('where each is taken once, the nearest that none had is given out, and one more with each second', () => {
  const timestamps = timestampsOf('once');
  timestamps.use(NOW + 1, NOW);
  const taken = takenAt(timestamps, NOW);
  expect(taken.slice(0, 4)).toEqual([0, -1, 2, -2]);
  expect(new Set(taken).size).toBe(110);
  expect(taken.every((far) => Math.abs(far) <= 55 && far !== 1)).toBe(true);
  expect(takenAt(timestamps, NOW + 1)).toEqual([55]);
});

test('where they have to rise, each is the next above the last, as far as the window reaches', () => {
  const timestamps = timestampsOf('rising');
  timestamps.use(NOW - 50, NOW);
  expect(takenAt(timestamps, NOW)).toEqual(Array.from({ length: 107 }, (_, at) => at - 49));
  expect(takenAt(timestamps, NOW + 3)).toEqual([55, 56, 57]);
});

test('one that the window does not have, and what is no number, leave the next where it is', () => {
  const timestamps = timestampsOf('rising');
  timestamps.use(NOW, NOW);
  for (const far of [62, 86_400, 2 ** 32]) timestamps.use(NOW + far, NOW);
  timestamps.use(NaN, NOW);
  expect(timestamps.take(NOW)).toBe(NOW + 1);
});

test('a request that has to have one now gets one that none had, also where all are given out', () => {
  for (const manner of ['once', 'rising'] as const) {
    const timestamps = timestampsOf(manner);
    const taken = new Set(takenAt(timestamps, NOW).map((far) => NOW + far));
    const [one, other] = [timestamps.takeNow(NOW), timestamps.takeNow(NOW)];
    expect(taken.has(one) || taken.has(other) || one === other, manner).toBe(false);
    expect(Math.max(one, other), manner).toBeLessThanOrEqual(NOW + 60);
  }
});

test('one far ahead of the present takes none from others once these are as far ahead', () => {
  expect(timestampsOf('once').isAhead(NOW)).toBe(true);
  const timestamps = timestampsOf('rising');
  timestamps.use(NOW, NOW);
  expect(timestamps.isAhead(NOW)).toBe(false);
  takenAt(timestamps, NOW);
  expect(timestamps.isAhead(NOW)).toBe(true);
});

test('one that a modify had is used, and where they have to rise, all below it', () => {
  for (const [manner, below] of [
    ['once', false],
    ['rising', true],
  ] as const) {
    const timestamps = timestampsOf(manner);
    timestamps.use(NOW, NOW);
    expect([NOW - 1, NOW, NOW + 1].map((one) => timestamps.isUsed(one))).toEqual([below, true, false]);
  }
});

test('as long as any are taken, nothing is kept back, and none is left out', () => {
  const timestamps = new Timestamps();
  for (let sent = 0; sent < 1_000; sent += 1) expect(timestamps.keepsBack('MOD-011')).toBe(false);
  expect(timestamps.some([1, 2, 3])).toEqual([1, 2, 3]);
});

test('where they are few, each clause has a share of its own, whoever comes first, and orders are set back', () => {
  const timestamps = timestampsOf('once');
  const sentFor = (clause: string): number =>
    Array.from({ length: 500 }).filter(() => !timestamps.keepsBack(clause)).length;
  const shares = ['TPS-001', 'MOD-002', 'MOD-011', 'MOD-012'].map(sentFor);
  expect(shares).toEqual([12, 16, 6, 6]);
  expect(sentFor('set-back')).toBe(500);
  expect(['MOD-011', 'MOD-013'].map((clause) => timestamps.isSpent(clause))).toEqual([true, false]);
  expect([timestamps.some([1, 2, 3]), timestamps.some([1, 2, 3], 2)]).toEqual([[1], [1, 2]]);
});
