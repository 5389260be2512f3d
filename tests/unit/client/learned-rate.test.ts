import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { LearnedRate } from '../../../src/client/learned-rate.js';

/** One that a service served so many requests a second, before it was busy at 1 s for 2 s. */
function afterServing(perSecond: number): LearnedRate {
  const rate = new LearnedRate(Infinity);
  for (let at = 0; at < perSecond; at += 1) rate.wentWell(1 + (at * 998) / perSecond);
  rate.wasTooMuch(1000, 3000);
  return rate;
}

test('where a service was busy, sending goes on a fifth below what it took', () => {
  expect(afterServing(500).perSecond(3000)).toBeCloseTo(400);
});

test('an outage, in which nothing is taken at all, does not say how much a service takes', () => {
  const rate = afterServing(500);
  for (const at of [3000, 5000, 7000]) rate.wasTooMuch(at, at + 2000);
  expect(rate.perSecond(9000)).toBeCloseTo(500 * 0.8 ** 4);
});

test('answers to what was sent before the pause do not end an outage', () => {
  const rate = afterServing(500);
  rate.wentWell(1500);
  rate.wasTooMuch(3000, 5000);
  expect(rate.perSecond(5000)).toBeCloseTo(500 * 0.8 ** 2);
});

test('a service that takes few after a pause is learned at once', () => {
  const rate = afterServing(500);
  for (const at of [3000, 3100, 3200]) rate.wentWell(at);
  rate.wasTooMuch(3300, 5000);
  expect(rate.perSecond(5000)).toBeCloseTo(3 * 0.8);
});

test('a rate is never above the highest, nor slower than one in two seconds', () => {
  const step = fc.record({ afterMs: fc.nat(5000), went: fc.boolean(), pauseMs: fc.nat(60_000) });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), fc.array(step, { maxLength: 60 }), (highest, steps) => {
      const rate = new LearnedRate(highest);
      let now = 0;
      for (const { afterMs, went, pauseMs } of steps) {
        now += afterMs;
        if (went) rate.wentWell(now);
        else rate.wasTooMuch(now, (now += pauseMs));
        expect(rate.perSecond(now)).toBeGreaterThanOrEqual(0.5);
        expect(rate.perSecond(now)).toBeLessThanOrEqual(highest);
      }
    }),
  );
});
