import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { Pace } from '../../../src/client/pace.js';
import type { Delivery } from '../../../src/client/transport.js';

/** A clock that goes on to the next sleeper where nothing else can happen. */
class VirtualTime {
  nowMs = Date.parse('2030-01-01T00:00:00Z');
  private readonly sleepers: { readonly atMs: number; readonly wake: () => void }[] = [];
  readonly now = (): number => this.nowMs;
  readonly sleep = (ms: number): Promise<void> =>
    new Promise((wake) => this.sleepers.push({ atMs: this.nowMs + ms, wake }));

  /** Seconds that the task takes. */
  async secondsOf(task: Promise<unknown>): Promise<number> {
    const begunMs = this.nowMs;
    const state = { isDone: false };
    void task.then(() => (state.isDone = true));
    await setImmediate();
    while (!state.isDone) {
      const next = this.sleepers.sort((a, b) => a.atMs - b.atMs).shift();
      if (next === undefined) throw new Error('nothing is left that could go on');
      this.nowMs = Math.max(this.nowMs, next.atMs);
      next.wake();
      await setImmediate();
    }
    return (this.nowMs - begunMs) / 1000;
  }
}

interface Limits {
  readonly time: VirtualTime;
  /** How many requests it works on at a time, and what it answers to any more. */
  places: number;
  readonly answerMs: number;
  readonly status?: number;
}

/** Refuses what comes while all its places are taken, and does not say for how long. */
function crowded(limits: Limits): { attempt: () => Promise<Delivery>; busy: () => number } {
  const { time, answerMs, status = 429 } = limits;
  let [underWay, busy] = [0, 0];
  const attempt = async (): Promise<Delivery> => {
    const sentAtMs = time.nowMs;
    await time.sleep(1);
    const isTooMuch = underWay >= limits.places;
    if (isTooMuch) busy += 1;
    else {
      underWay += 1;
      await time.sleep(answerMs);
      underWay -= 1;
    }
    await time.sleep(1);
    return answer(isTooMuch ? status : 200, sentAtMs, time.nowMs);
  };
  return { attempt, busy: () => busy };
}

/** Refuses all above so many requests in a second of its clock, and does not say for how long. */
function rationed(time: VirtualTime, perSecond: number): { attempt: () => Promise<Delivery>; busy: () => number } {
  let [second, inSecond, busy] = [0, 0, 0];
  const attempt = async (): Promise<Delivery> => {
    const sentAtMs = time.nowMs;
    await time.sleep(5);
    const present = Math.floor(time.nowMs / 1000);
    if (present !== second) [second, inSecond] = [present, 0];
    inSecond += 1;
    if (inSecond > perSecond) busy += 1;
    return answer(inSecond > perSecond ? 429 : 200, sentAtMs, time.nowMs);
  };
  return { attempt, busy: () => busy };
}

/** Refuses so many of all requests, whenever they come, and does not say for how long. */
function careless(time: VirtualTime, share: number, status: number): () => Promise<Delivery> {
  let drawn = 0;
  const chance = (): number => {
    drawn += 1;
    return createHash('sha256').update(String(drawn)).digest().readUInt32BE() / 2 ** 32;
  };
  return async () => {
    const sentAtMs = time.nowMs;
    await time.sleep(5 + 5 * chance());
    return answer(chance() < share ? status : 200, sentAtMs, time.nowMs);
  };
}

function answer(status: number, sentAtMs: number, atMs: number): Delivery {
  const request = { method: 'GET', target: '/', headers: [], body: null };
  const response = { status, headers: [], body: Buffer.alloc(0) };
  return { request, response, sentAtMs, headersAtMs: atMs, receivedAtMs: atMs };
}

/** Sends many requests as fast as the pace lets them go; gives the seconds that it took. */
async function sendAll(time: VirtualTime, attempt: () => Promise<Delivery>, count: number): Promise<number> {
  const pace = new Pace({ now: time.now, sleep: time.sleep });
  const all = Promise.all(Array.from({ length: count }, () => pace.run(attempt)));
  const seconds = await time.secondsOf(all);
  const answered = (await all).filter(
    ({ delivery, trouble }) => trouble === null && delivery?.response?.status === 200,
  );
  expect(answered).toHaveLength(count);
  return seconds;
}

for (const [places, status] of [
  [1, 429],
  [1, 503],
  [2, 429],
  [2, 503],
  [3, 429],
  [4, 429],
  [7, 429],
  [12, 503],
] as const) {
  test(`a service that takes ${places} at a time, and else says ${status}, is used as far as it goes`, async () => {
    const time = new VirtualTime();
    const { attempt, busy } = crowded({ time, places, answerMs: 10, status });
    const seconds = await sendAll(time, attempt, 3000);
    const atBest = (3000 * 12) / 1000 / places;
    expect(seconds).toBeLessThan(1.1 * atBest + 2);
    expect(busy()).toBeLessThanOrEqual(12);
  });
}

for (const perSecond of [5, 50, 200]) {
  test(`a service that takes ${perSecond} a second, and does not say for how long, is used as far as it goes`, async () => {
    const time = new VirtualTime();
    const { attempt, busy } = rationed(time, perSecond);
    expect(await sendAll(time, attempt, perSecond * 60)).toBeLessThan(80);
    expect(busy()).toBeLessThanOrEqual(25);
  });
}

for (const [share, seconds] of [
  [0.01, 20],
  [0.05, 30],
  [0.1, 60],
] as const)
  for (const status of [429, 503])
    test(`a service that says ${status} to ${share * 100} in 100 by chance is not slowed down for`, async () => {
      const time = new VirtualTime();
      expect(await sendAll(time, careless(time, share, status), 3000)).toBeLessThan(seconds);
    });

test('a service that takes far fewer from some moment on is not taken for one that refuses by chance for long', async () => {
  const time = new VirtualTime();
  const limits = [rationed(time, 50), rationed(time, 5)] as const;
  const begunMs = time.nowMs;
  const attempt = (): Promise<Delivery> => limits[time.nowMs - begunMs < 10_000 ? 0 : 1].attempt();
  expect(await sendAll(time, attempt, 500 + 300)).toBeLessThan(100);
  expect(limits[0].busy() + limits[1].busy()).toBeLessThan(90);
});

test('a service that gets more places is used as far as it goes, after a while', async () => {
  const time = new VirtualTime();
  const limits = { time, places: 2, answerMs: 100 };
  const pace = new Pace({ now: time.now, sleep: time.sleep });
  const { attempt } = crowded(limits);
  const send = (count: number): Promise<number> =>
    time.secondsOf(Promise.all(Array.from({ length: count }, () => pace.run(attempt))));
  await send(100);
  limits.places = 100;
  const before = await send(100);
  await send(12_000);
  expect(await send(100)).toBeLessThan(before / 2);
});

test('what sets orders back takes up no more places than the run learned that there are', async () => {
  const time = new VirtualTime();
  const { attempt, busy } = crowded({ time, places: 2, answerMs: 10 });
  const pace = new Pace({ now: time.now, sleep: time.sleep });
  await time.secondsOf(Promise.all(Array.from({ length: 100 }, () => pace.run(attempt))));
  const [next, before] = [pace.successor(new AbortController().signal), busy()];
  await time.secondsOf(Promise.all(Array.from({ length: 50 }, () => next.run(attempt))));
  expect([before > 0, busy() - before]).toEqual([true, 0]);
});
