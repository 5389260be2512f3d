import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { ServiceClock } from '../../../src/client/service-clock.js';

const LOCAL = Date.parse('2030-01-01T00:00:00Z');

/** An answer of a service whose clock is `offsetMs` ahead, asked at `at` and answered within `tripMs`. */
function sighting(offsetMs: number, at: number, tripMs = 40): { date: string; sentAtMs: number; receivedAtMs: number } {
  const date = new Date(Math.floor((LOCAL + at + tripMs / 2 + offsetMs) / 1000) * 1000).toUTCString();
  return { date, sentAtMs: LOCAL + at, receivedAtMs: LOCAL + at + tripMs };
}

test('without a Date, the local clock counts, give or take a minute', () => {
  const clock = new ServiceClock(() => LOCAL + 999);
  clock.observe({ date: undefined, sentAtMs: 0, receivedAtMs: 1 });
  clock.observe({ date: 'yesterday', sentAtMs: 0, receivedAtMs: 1 });
  clock.observe({ ...sighting(5000, 0), cached: true });
  expect([clock.isKnown, clock.offsetMs, clock.uncertaintyMs]).toEqual([false, 0, 60_000]);
  expect(clock.nowSeconds()).toBe(LOCAL / 1000);
});

test('one Date tells the offset within its second', () => {
  const clock = new ServiceClock(() => LOCAL);
  clock.observe(sighting(40_000, 123));
  expect(Math.abs(clock.offsetMs - 40_000)).toBeLessThanOrEqual(clock.uncertaintyMs);
  expect(clock.uncertaintyMs).toBeLessThan(800);
  expect(clock.nowSeconds() - LOCAL / 1000).toBeGreaterThanOrEqual(39);
});

test('Dates that are left out tell nothing, those before nor those after', () => {
  const clock = new ServiceClock(() => LOCAL);
  clock.observe(sighting(3_600_000, 0));
  clock.leaveDatesOut();
  clock.observe(sighting(3_600_000, 500));
  clock.observe(sighting(0, 900));
  expect([clock.isKnown, clock.isLost, clock.offsetMs, clock.uncertaintyMs]).toEqual([false, false, 0, 60_000]);
  expect(clock.contradictionMs).toBe(0);
});

test('the estimate always holds the true offset, and narrows with every answer', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -90_000, max: 90_000 }),
      fc.array(fc.tuple(fc.nat(100_000), fc.nat(3000)), { minLength: 1, maxLength: 100 }),
      (offsetMs, asked) => {
        const clock = new ServiceClock(() => LOCAL);
        let before = Infinity;
        for (const [count, [at, tripMs]] of asked.entries()) {
          clock.observe(sighting(offsetMs, at, tripMs));
          expect(Math.abs(clock.offsetMs - offsetMs)).toBeLessThanOrEqual(clock.uncertaintyMs + 1);
          if (count < 64) expect(clock.uncertaintyMs).toBeLessThanOrEqual(before);
          before = clock.uncertaintyMs;
        }
      },
    ),
  );
});

test('many answers tell the offset to a fraction of a second', () => {
  const clock = new ServiceClock(() => LOCAL);
  for (let turn = 0; turn < 60; turn += 1) clock.observe(sighting(-17_250, turn * 137, 10));
  expect(clock.uncertaintyMs).toBeLessThan(300);
  expect(Math.abs(clock.offsetMs + 17_250)).toBeLessThan(300);
});

test('machines that disagree widen the estimate to all of them', () => {
  const clock = new ServiceClock(() => LOCAL);
  for (let turn = 0; turn < 20; turn += 1) clock.observe(sighting(turn % 2 === 0 ? 0 : 4000, turn * 100));
  expect(clock.offsetMs).toBeGreaterThan(1000);
  expect(clock.offsetMs).toBeLessThan(3000);
  expect(clock.uncertaintyMs).toBeGreaterThan(2000);
});

test('a clock that was set is followed once the old answers are forgotten', () => {
  const clock = new ServiceClock(() => LOCAL);
  for (let turn = 0; turn < 30; turn += 1) clock.observe(sighting(0, turn * 100));
  for (let turn = 0; turn < 64; turn += 1) clock.observe(sighting(40_000, 3000 + turn * 100));
  expect(Math.abs(clock.offsetMs - 40_000)).toBeLessThanOrEqual(clock.uncertaintyMs);
  expect(clock.uncertaintyMs).toBeLessThan(800);
});

test("where this machine's clock is stepped, the time is not known until a request that was sent later is answered", () => {
  let wallMs = LOCAL;
  const clock = new ServiceClock(
    () => LOCAL,
    () => wallMs,
  );
  for (let turn = -20; turn < 0; turn += 1) clock.observe(sighting(0, turn * 100));
  expect([clock.steps, clock.isLost]).toEqual([{ count: 0, sumMs: 0 }, false]);
  wallMs += 3_600_000;
  expect([clock.isLost, clock.isKnown, clock.uncertaintyMs]).toEqual([true, false, 60_000]);
  clock.observe(sighting(0, -50));
  expect(clock.isLost).toBe(true);
  clock.observe(sighting(3_600_000, 50));
  expect([clock.steps, clock.isLost]).toEqual([{ count: 1, sumMs: 3_600_000 }, false]);
  expect(Math.abs(clock.offsetMs - 3_600_000)).toBeLessThanOrEqual(clock.uncertaintyMs);
});

test('clocks that drift apart, and a process that was held up between them, are no step', () => {
  let [nowMs, wallMs] = [LOCAL, LOCAL];
  let isHeldUp = false;
  const clock = new ServiceClock(
    () => (isHeldUp ? (nowMs += 600) : nowMs),
    () => wallMs,
  );
  for (let turn = 0; turn < 100; turn += 1) {
    nowMs += 1_000;
    wallMs += 1_200;
    clock.nowMs();
  }
  isHeldUp = true;
  clock.nowMs();
  expect(clock.steps.count).toBe(0);
});
