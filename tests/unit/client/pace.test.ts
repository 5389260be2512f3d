import { Buffer } from 'node:buffer';
import { expect, test } from '@playwright/test';
import { Pace, parseRetryAfter, sleepFor } from '../../../src/client/pace.js';
import type { Delivery } from '../../../src/client/transport.js';

const START = Date.parse('2030-01-01T00:00:00Z');

/** A clock that only sleeping moves. */
class FakeTime {
  nowMs = START;
  readonly sleeps: number[] = [];
  readonly now = (): number => this.nowMs;
  readonly sleep = (ms: number): Promise<void> => {
    this.sleeps.push(ms);
    this.nowMs += ms;
    return Promise.resolve();
  };
}

function delivery(status: number, headers: Record<string, string> = {}): Delivery {
  const wire = { method: 'GET', target: '/', headers: [], body: null };
  const response = { status, headers: Object.entries(headers), body: Buffer.alloc(0) };
  return { request: wire, response, sentAtMs: 0, headersAtMs: 0, receivedAtMs: 0 };
}

/** Answers one after the other, the last one for ever. */
function answers(...all: Delivery[]): { attempt: () => Promise<Delivery>; count: () => number } {
  let count = 0;
  const attempt = (): Promise<Delivery> => {
    const answer = all[Math.min(count, all.length - 1)] ?? delivery(200);
    count += 1;
    return Promise.resolve(answer);
  };
  return { attempt, count: () => count };
}

test('without a limit nothing waits', async () => {
  const time = new FakeTime();
  const pace = new Pace(time);
  const { attempt } = answers(delivery(200));
  await Promise.all(Array.from({ length: 100 }, () => pace.run(attempt)));
  expect(time.sleeps).toEqual([]);
});

test('requests are evenly spaced below the rate', async () => {
  const time = new FakeTime();
  const pace = new Pace({ now: time.now, sleep: time.sleep, ratePerSecond: 20 });
  const sentAt: number[] = [];
  await Promise.all(
    Array.from({ length: 60 }, () =>
      pace.run(() => {
        sentAt.push(time.nowMs);
        return Promise.resolve(delivery(200));
      }),
    ),
  );
  const gaps = sentAt.slice(1).map((at, index) => at - (sentAt[index] ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(50);
  expect(time.nowMs - START).toBe(59 * 50);
});

test('a request goes out again after Retry-After, built anew', async () => {
  const time = new FakeTime();
  const { attempt, count } = answers(delivery(429, { 'retry-after': '7' }), delivery(200));
  const result = await new Pace(time).run(attempt);
  expect([result.delivery?.response?.status, result.waits, result.trouble, count()]).toEqual([200, 1, null, 2]);
  expect(time.nowMs - START).toBe(7000);
});

test('503 is waited out, as long as Retry-After says, or half a second, doubled each time', async () => {
  const time = new FakeTime();
  const told = await new Pace(time).run(answers(delivery(503, { 'retry-after': '2' }), delivery(200)).attempt);
  expect([told.delivery?.response?.status, told.waits, time.nowMs - START]).toEqual([200, 1, 2000]);
  const untold = new FakeTime();
  const cured = await new Pace(untold).run(answers(delivery(503), delivery(503), delivery(200)).attempt);
  expect([cured.delivery?.response?.status, cured.waits]).toEqual([200, 2]);
  expect(untold.nowMs - START).toBeGreaterThanOrEqual(1500);
  expect(untold.nowMs - START).toBeLessThan(2500);
});

test('a 503 without Retry-After that outlasts three pauses is an answer, and so is each after two of these', async () => {
  const time = new FakeTime();
  const pace = new Pace(time);
  const waitsOf = async (...all: Delivery[]): Promise<(number | null | undefined)[]> => {
    const { delivery: last, waits, trouble } = await pace.run(answers(...all).attempt);
    return [last?.response?.status, waits, trouble === null ? null : NaN];
  };
  expect(await waitsOf(delivery(503))).toEqual([503, 3, null]);
  expect(time.nowMs - START).toBeGreaterThanOrEqual(3500);
  expect(time.nowMs - START).toBeLessThan(4500);
  expect(await waitsOf(delivery(503), delivery(200))).toEqual([200, 1, null]);
  expect(await waitsOf(delivery(503))).toEqual([503, 3, null]);
  expect(await waitsOf(delivery(200))).toEqual([200, 0, null]);
  expect(await waitsOf(delivery(503))).toEqual([503, 3, null]);
  expect(await waitsOf(delivery(503))).toEqual([503, 0, null]);
  expect(await waitsOf(delivery(503, { 'retry-after': '1' }), delivery(200))).toEqual([200, 1, null]);
});

test('a Retry-After date is read by the clock of the answer itself', async () => {
  const time = new FakeTime();
  const date = 'Fri, 01 Mar 2030 10:00:00 GMT';
  const later = 'Fri, 01 Mar 2030 10:00:09 GMT';
  await new Pace(time).run(answers(delivery(429, { date, 'retry-after': later }), delivery(200)).attempt);
  expect(time.nowMs - START).toBe(9000);
});

test('without Retry-After the waits double, and six of them are the most', async () => {
  const time = new FakeTime();
  const { attempt, count } = answers(delivery(429));
  const result = await new Pace(time).run(attempt);
  expect(result.trouble).toEqual({ kind: 'busy', because: 'the service still answered 429 after 6 pauses' });
  expect([result.waits, count()]).toEqual([6, 7]);
  expect(time.nowMs - START).toBeGreaterThanOrEqual(500 + 1000 + 2000 + 4000 + 8000 + 16_000);
  expect(time.nowMs - START).toBeLessThan(40_000);
});

test('a pause of more than two minutes is not waited out, nor is anything sent in it', async () => {
  const time = new FakeTime();
  const told: number[] = [];
  const pace = new Pace({ now: time.now, sleep: time.sleep, onLongPause: (ms) => told.push(ms) });
  const first = await pace.run(answers(delivery(429, { 'retry-after': '3600' })).attempt);
  expect(told).toEqual([3_600_000]);
  expect(first.trouble).toEqual({ kind: 'busy', because: 'the service answered 429 and asked for a pause of 3600 s' });
  const { attempt, count } = answers(delivery(200));
  const second = await pace.run(attempt);
  expect(second.trouble?.because).toBe('the service asked for a pause of more than 120 s');
  expect([second.delivery, count(), time.sleeps]).toEqual([null, 0, []]);
});

test('one busy answer pauses everything', async () => {
  const time = new FakeTime();
  const pace = new Pace(time);
  let freeAt = START;
  const sentAt: number[] = [];
  const attempt = (): Promise<Delivery> => {
    sentAt.push(time.nowMs);
    if (sentAt.length === 1) freeAt = time.nowMs + 5000;
    return Promise.resolve(time.nowMs < freeAt ? delivery(429, { 'retry-after': '5' }) : delivery(200));
  };
  await pace.run(attempt);
  await Promise.all(Array.from({ length: 10 }, () => pace.run(attempt)));
  expect(sentAt.slice(1).every((at) => at >= freeAt)).toBe(true);
});

test('a service with a low limit is met by going slower, without giving up', async () => {
  const time = new FakeTime();
  const pace = new Pace(time);
  const served: number[] = [];
  const attempt = (): Promise<Delivery> => {
    const inWindow = served.filter((at) => at > time.nowMs - 1000).length;
    if (inWindow >= 5) return Promise.resolve(delivery(429, { 'retry-after': '1' }));
    served.push(time.nowMs);
    return Promise.resolve(delivery(200));
  };
  const results = await Promise.all(Array.from({ length: 200 }, () => pace.run(attempt)));
  expect(results.filter(({ trouble }) => trouble !== null)).toEqual([]);
  expect(served).toHaveLength(200);
});

/** Takes so many requests in any second, and says how long it is busy for. */
function limited(time: FakeTime, most: number): { attempt: () => Promise<Delivery>; busy: () => number } {
  let busy = 0;
  let served: number[] = [];
  const attempt = (): Promise<Delivery> => {
    served = served.filter((at) => at > time.nowMs - 1000);
    if (served.length >= most) {
      busy += 1;
      return Promise.resolve(delivery(429, { 'retry-after': '1' }));
    }
    served.push(time.nowMs);
    return Promise.resolve(delivery(200));
  };
  return { attempt, busy: () => busy };
}

for (const ratePerSecond of [undefined, 20]) {
  test(`the pace that a service takes is kept, at a rate of ${ratePerSecond ?? 'any'}`, async () => {
    const time = new FakeTime();
    const pace = new Pace({ now: time.now, sleep: time.sleep, ratePerSecond });
    const { attempt, busy } = limited(time, 5);
    for (let sent = 0; sent < 1000; sent += 1) await pace.run(attempt);
    expect(busy()).toBeLessThanOrEqual(12);
    // 1000 requests at five a second take 200 s
    expect(time.nowMs - START).toBeLessThan(300_000);
  });
}

test('a service that was busy once, by chance, is soon used at the whole rate again', async () => {
  const time = new FakeTime();
  const pace = new Pace({ now: time.now, sleep: time.sleep, ratePerSecond: 20 });
  await pace.run(answers(delivery(429, { 'retry-after': '1' }), delivery(200)).attempt);
  const { attempt } = answers(delivery(200));
  while (time.nowMs < START + 180_000) await pace.run(attempt);
  const before = time.nowMs;
  for (let sent = 0; sent < 20; sent += 1) await pace.run(attempt);
  expect(time.nowMs - before).toBeLessThan(1100);
});

test('the rate that was asked for is never exceeded, whatever the service takes', async () => {
  const time = new FakeTime();
  const pace = new Pace({ now: time.now, sleep: time.sleep, ratePerSecond: 10 });
  await pace.run(answers(delivery(429), delivery(200)).attempt);
  const { attempt } = answers(delivery(200));
  while (time.nowMs < START + 400_000) await pace.run(attempt);
  const before = time.nowMs;
  for (let sent = 0; sent < 100; sent += 1) await pace.run(attempt);
  expect(time.nowMs - before).toBeGreaterThanOrEqual(9900);
});

test('what sets orders back keeps the pace that was learned, and goes on where the run was stopped', async () => {
  const time = new FakeTime();
  const stop = new AbortController();
  const pace = new Pace({ now: time.now, sleep: time.sleep, stopSignal: stop.signal });
  const { attempt, busy } = limited(time, 5);
  for (let sent = 0; sent < 100; sent += 1) await pace.run(attempt);
  stop.abort();
  const [next, before] = [pace.successor(new AbortController().signal), busy()];
  for (let sent = 0; sent < 50; sent += 1) expect((await next.run(attempt)).trouble).toBeNull();
  expect(busy() - before).toBeLessThanOrEqual(1);
});

test('what is sent while all else is held back counts, and ends where the bound is reached', async () => {
  const time = new FakeTime();
  const spent: string[] = [];
  const pace: Pace = new Pace({
    now: time.now,
    sleep: time.sleep,
    mostRequests: 3,
    onSpent: () => {
      spent.push('spent');
      pace.end('so many were sent');
    },
  });
  const { attempt } = answers(delivery(200));
  await pace.run(attempt);
  await pace.hold(async () => {
    const partner = pace.partner(new AbortController().signal);
    const troubles = [await partner.run(attempt), await partner.run(attempt), await partner.run(attempt)];
    expect(troubles.map(({ trouble }) => trouble?.because)).toEqual([undefined, undefined, 'so many were sent']);
  });
  expect((await pace.run(attempt)).trouble?.because).toBe('so many were sent');
  expect(spent.length).toBeGreaterThan(0);
});

test('nothing begins before all that it is held for is done', async () => {
  const time = new FakeTime();
  const pace = new Pace({ now: time.now, sleep: time.sleep });
  const done: string[] = [];
  const gates = ['first', 'second'].map((name) => {
    let open = (): void => undefined;
    const opened = new Promise<void>((resolve) => (open = resolve));
    return { open, held: pace.hold(() => opened).then(() => done.push(name)) };
  });
  const sent = pace.run(answers(delivery(200)).attempt).then(() => done.push('sent'));
  gates[1]?.open();
  await gates[1]?.held;
  gates[0]?.open();
  await Promise.all([sent, gates[0]?.held]);
  expect(done).toEqual(['second', 'first', 'sent']);
});

test('how often the service was busy is counted, with its longest pause', async () => {
  const time = new FakeTime();
  const pace = new Pace(time);
  expect(pace.busyness).toEqual({ count: 0, longestMs: 0 });
  const [told, longer] = [delivery(503, { 'retry-after': '2' }), delivery(429, { 'retry-after': '9' })];
  await pace.run(answers(told, longer, told, delivery(200)).attempt);
  expect(pace.busyness).toEqual({ count: 3, longestMs: 9000 });
});

/** Answers after a time that depends on how many requests are under way, measured by a clock that stands still. */
async function mostAtOnceWith(latencyMs: (atOnce: number) => number, mostAtOnce: number): Promise<number[]> {
  const pace = new Pace({ mostAtOnce, now: () => START });
  const seen: number[] = [];
  let atOnce = 0;
  const attempt = async (): Promise<Delivery> => {
    atOnce += 1;
    seen.push(atOnce);
    await new Promise((resolve) => setImmediate(resolve));
    const answer = { ...delivery(200), headersAtMs: latencyMs(atOnce) };
    atOnce -= 1;
    return answer;
  };
  await Promise.all(Array.from({ length: 2000 }, () => pace.run(attempt)));
  return seen;
}

test('as many requests as there are connections are under way where the service stays fast', async () => {
  const seen = await mostAtOnceWith(() => 30, 16);
  expect(Math.max(...seen.slice(0, 4))).toBe(4);
  expect(Math.max(...seen)).toBe(16);
});

test('fewer requests are under way where more make the service slow', async () => {
  const seen = await mostAtOnceWith((atOnce) => 30 + (atOnce > 6 ? 50 * (atOnce - 6) : 0), 16);
  const late = seen.slice(1000);
  expect(late.filter((atOnce) => atOnce > 10)).toEqual([]);
  expect(Math.max(...late)).toBeGreaterThanOrEqual(4);
});

test('one request at a time is never exceeded where there is one connection', async () => {
  expect(Math.max(...(await mostAtOnceWith(() => 1, 1)))).toBe(1);
});

test('nothing begins while sending is held', async () => {
  const pace = new Pace(new FakeTime());
  const { attempt, count } = answers(delivery(200));
  let release = (): void => undefined;
  const holding = pace.hold(() => new Promise((resolve) => (release = resolve)));
  const sent = pace.run(attempt);
  await new Promise((resolve) => setImmediate(resolve));
  expect(count()).toBe(0);
  release();
  await Promise.all([holding, sent]);
  expect(count()).toBe(1);
});

test('once it is ended, what is under way comes to its end and nothing else begins', async () => {
  const pace = new Pace({ mostAtOnce: 1 });
  let answer: (delivery: Delivery) => void = () => undefined;
  const first = pace.run(() => new Promise((resolve) => (answer = resolve)));
  const { attempt, count } = answers(delivery(200));
  const second = pace.run(attempt);
  pace.end('enough');
  expect((await second).trouble).toEqual({ kind: 'stopped', because: 'enough' });
  answer(delivery(200));
  expect((await first).delivery?.response?.status).toBe(200);
  expect([(await pace.run(attempt)).delivery, count()]).toEqual([null, 0]);
});

test('a stopped run sends nothing more', async () => {
  const stop = new AbortController();
  const time = new FakeTime();
  const pace = new Pace({ now: time.now, sleep: time.sleep, stopSignal: stop.signal, ratePerSecond: 1 });
  const { attempt, count } = answers(delivery(200));
  await pace.run(attempt);
  stop.abort();
  const result = await pace.run(attempt);
  expect([result.trouble?.kind, count()]).toEqual(['stopped', 1]);
});

test('a sleeper wakes when the run is stopped', async () => {
  const stop = new AbortController();
  const slept = sleepFor(60_000, stop.signal);
  stop.abort();
  await slept;
  await sleepFor(60_000, stop.signal);
});

test('Retry-After is read as seconds or a date, and nothing else', () => {
  const now = Date.parse('2030-01-01T00:00:00Z');
  expect(parseRetryAfter('0', now)).toBe(0);
  expect(parseRetryAfter(' 12 ', now)).toBe(12_000);
  expect(parseRetryAfter('Tue, 01 Jan 2030 00:00:03 GMT', now)).toBe(3000);
  expect(parseRetryAfter('Mon, 31 Dec 2029 00:00:00 GMT', now)).toBe(0);
  for (const value of [undefined, '', '-1', 'soon', '1e9', '99999999999', 'NaN'])
    expect(parseRetryAfter(value, now)).toBeNull();
});
