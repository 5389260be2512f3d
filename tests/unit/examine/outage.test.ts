import { expect, test } from '@playwright/test';
import { longestOutageMs, OutageGuard, REACHABILITY } from '../../../src/examine/outage.js';
import { STALL_OF_GONE_MS } from '../../../src/examine/set-back.js';
import type { Exchange, Trouble } from '../../../src/wire/exchange.js';

const RESET: Trouble = { kind: 'reset', because: 'the connection was reset' };
const failed = { clause: 'MOD-001', trouble: RESET, sentAtMs: 0, receivedAtMs: 1 };
const answered = { clause: 'MOD-001', sentAtMs: 0, receivedAtMs: 1 };
const SILENT: Trouble = { kind: 'timeout', because: 'no answer came within 30 s' };

/** A guard whose lookups come to these, one after the other, and what it did. */
function guardWith(...lookups: (Trouble | undefined)[]): {
  guard: OutageGuard;
  told: string[];
  slept: number[];
  patience: number[];
  asked: () => number;
  settled: () => Promise<unknown>;
} {
  const [told, slept, patience]: [string[], number[], number[]] = [[], [], []];
  let asked = 0;
  let deciding: Promise<unknown> = Promise.resolve();
  const guard = new OutageGuard({
    ask: (mostMs) => {
      patience.push(mostMs);
      const trouble = lookups[asked];
      asked += 1;
      return Promise.resolve({ clause: REACHABILITY, ...(trouble && { trouble }) } as Exchange);
    },
    hold: (task) => {
      const done = task();
      deciding = done;
      return done;
    },
    giveUp: (because) => void told.push(because),
    stop: new AbortController().signal,
    sleep: (ms) => Promise.resolve(void slept.push(ms)),
  });
  return { guard, told, slept, patience, asked: () => asked, settled: () => deciding };
}

test('a run ends where eight requests in a row and three lookups after them got no answer', async () => {
  const { guard, told, slept, asked, settled } = guardWith(RESET, RESET, RESET);
  for (let count = 0; count < 7; count += 1) guard.see(failed);
  await settled();
  expect(asked()).toBe(0);
  guard.see(failed);
  await settled();
  expect(told).toEqual([
    'the service stopped answering: 8 requests in a row got no answer, nor did 3 plain lookups after them (the connection was reset)',
  ]);
  expect(slept).toEqual([1000, 4000]);
});

/** The exchange of one request that ran out of its 30 seconds, the so-manyeth in a row. */
const silent = (nth: number): Parameters<OutageGuard['see']>[0] => ({
  ...{ clause: 'LKP-001', trouble: SILENT, sentAtMs: nth * 30_000, receivedAtMs: (nth + 1) * 30_000 },
});

test('a silence of a minute is enough, one request that ran out of time is not', async () => {
  const { guard, told, patience, asked, settled } = guardWith(SILENT, SILENT, SILENT);
  guard.see(silent(0));
  await settled();
  expect(asked()).toBe(0);
  guard.see(silent(1));
  expect(guard.isInDoubt).toBe(true);
  await settled();
  expect(told).toHaveLength(1);
  expect(patience).toEqual([5_000, 5_000, 5_000]);
  expect(longestOutageMs(30_000)).toBe(80_000);
  // all that comes after it is to set the orders back
  expect(longestOutageMs(30_000) + STALL_OF_GONE_MS).toBeLessThanOrEqual(90_000);
  expect(longestOutageMs(100)).toBe(6_100);
});

test('a slow service that answers now and then is not given up', async () => {
  const { guard, told, patience, settled } = guardWith(SILENT, undefined);
  const slow = { clause: 'LKP-001', sentAtMs: 0, receivedAtMs: 25_000 };
  for (const nth of [0, 1, 2, 3]) {
    guard.see({ ...silent(nth) });
    guard.see({ ...slow });
  }
  await settled();
  expect(patience).toEqual([]);
  for (const nth of [0, 1]) guard.see(silent(nth));
  await settled();
  expect([told, patience]).toEqual([[], [50_000, 50_000]]);
});

test('a service that drops what it refuses answers the lookup, and the run goes on', async () => {
  const { guard, told, asked, settled } = guardWith();
  for (let count = 0; count < 80; count += 1) {
    guard.see(failed);
    await settled();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect([told, asked()]).toEqual([[], 10]);
});

test('a service that restarts is waited for', async () => {
  const { guard, told, slept, settled } = guardWith(RESET, undefined);
  for (let count = 0; count < 8; count += 1) guard.see(failed);
  await settled();
  expect([told, slept]).toEqual([[], [1000]]);
});

test('an answer in between, whatever it is, begins the count anew', async () => {
  const { guard, asked, settled } = guardWith();
  for (let count = 0; count < 70; count += 1) guard.see(count % 7 === 6 ? answered : failed);
  await settled();
  expect(asked()).toBe(0);
});

test('what is put off or stopped counts neither as failed nor as answered', async () => {
  const { guard, asked, settled } = guardWith();
  for (const kind of ['busy', 'stopped'] as const)
    for (let count = 0; count < 20; count += 1) guard.see({ ...failed, trouble: { kind, because: '' } });
  await settled();
  expect(asked()).toBe(0);
});
