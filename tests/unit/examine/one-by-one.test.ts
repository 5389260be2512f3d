import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { oneByOne } from '../../../src/examine/one-by-one.js';

/** A service that takes so many in any second, but none of these, by a clock that only sleeping moves. */
function service(mostASecond: number, refusedForGood: ReadonlySet<number> = new Set()) {
  const stop = new AbortController();
  const state = { nowMs: 0, sent: 0, taken: [] as { at: number; item: number }[] };
  return {
    state,
    stop,
    send: (item: number) => {
      state.sent += 1;
      const inSecond = state.taken.filter(({ at }) => state.nowMs - at < 1_000).length;
      if (inSecond >= mostASecond || refusedForGood.has(item)) return Promise.resolve('refused' as const);
      state.taken.push({ at: state.nowMs, item });
      return Promise.resolve('taken' as const);
    },
    by: {
      sleep: (ms: number): Promise<void> => {
        state.nowMs += ms;
        if (state.nowMs >= 60_000) stop.abort();
        return Promise.resolve();
      },
      limit: stop.signal,
    },
  };
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

test('each is taken where a service takes thirty in a second', async () => {
  const { send, by, state } = service(30);
  expect(await oneByOne(numbers(335), send, by)).toEqual([]);
  expect(state.sent).toBe(335);
  expect(state.nowMs).toBeLessThan(40_000);
});

test('a service that takes few in a second is given time', async () => {
  for (const mostASecond of [1, 2, 5]) {
    const { send, by } = service(mostASecond);
    expect(await oneByOne(numbers(25), send, by)).toEqual([]);
  }
});

test('a service that refuses each for good is asked for a few', async () => {
  const { send, by, state } = service(0);
  const left = await oneByOne(numbers(300), send, by);
  expect([...left].sort((one, other) => one - other)).toEqual(numbers(300));
  expect(state.sent).toBe(5);
  expect(state.nowMs).toBeLessThan(4_000);
});

test('the last ones are sent again after a round in which each was refused, where an earlier one was taken', async () => {
  const { by } = service(1);
  const answers = ['taken', 'refused', 'refused', 'refused', 'taken'] as const;
  let sent = 0;
  const left = await oneByOne(numbers(2), () => Promise.resolve(answers[(sent += 1) - 1] ?? 'refused'), by);
  expect([left, sent]).toEqual([[], 5]);
});

test('nothing is sent where nothing was refused', async () => {
  const { send, by, state } = service(1);
  expect(await oneByOne([], send, by)).toEqual([]);
  expect(state).toMatchObject({ sent: 0, nowMs: 0 });
});

test('those of a kind that is refused for good do not keep the others', async () => {
  for (const from of [0, 100, 250]) {
    const kind = new Set(numbers(50).map((at) => from + at));
    const { send, by } = service(30, kind);
    expect(new Set(await oneByOne(numbers(300), send, by))).toEqual(kind);
  }
});

test('nothing is sent once the time is over', async () => {
  const { send, by, state } = service(1);
  const left = await oneByOne(numbers(1_000), send, by);
  expect(state.nowMs).toBeLessThan(65_000);
  expect(left.length + state.taken.length).toBe(1_000);
});

test('what is neither taken nor refused is sent once', async () => {
  const { by, state } = service(1);
  let sent = 0;
  const left = await oneByOne(numbers(3), () => Promise.resolve((sent += 1) === 2 ? 'other' : 'taken'), by);
  expect([left, sent]).toEqual([[], 3]);
  expect(state.nowMs).toBeLessThan(4_000);
});

test('each is taken once, or left', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 120 }),
      fc.integer({ min: 0, max: 40 }),
      fc.uniqueArray(fc.integer({ min: 0, max: 119 })),
      async (count, mostASecond, forGood) => {
        const { send, by, state } = service(mostASecond, new Set(forGood));
        const left = await oneByOne(numbers(count), send, by);
        const seen = [...left, ...state.taken.map(({ item }) => item)];
        expect(seen.sort((one, other) => one - other)).toEqual(numbers(count));
      },
    ),
  );
});
