import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { ChanceRefusals } from '../../../src/client/chance-refusals.js';

/** Answers at even times: so many accepted a second for some seconds, and then a refusal. */
class Service {
  readonly chance = new ChanceRefusals();
  private nowMs = 0;

  refusesAfter(seconds: number, perSecond: number, again = 0): this {
    for (let count = 0; count < seconds * perSecond; count += 1) this.chance.accepted(this.nowMs);
    this.nowMs += seconds * 1000;
    for (let waits = 0; waits <= again; waits += 1) this.chance.refused(this.nowMs, waits);
    return this;
  }
}

const busy = (): Service => new Service().refusesAfter(1, 100).refusesAfter(1, 60);

test('a service that refuses twice at two fifths of what it took before does so by chance', () => {
  expect(busy().refusesAfter(1, 20).chance.areLikely).toBe(false);
  expect(busy().refusesAfter(1, 20).refusesAfter(1, 24).chance.areLikely).toBe(true);
  expect(busy().refusesAfter(1, 20).refusesAfter(1, 25).refusesAfter(1, 24).chance.areLikely).toBe(true);
  expect(busy().refusesAfter(1, 25).refusesAfter(1, 25).refusesAfter(1, 25).chance.areLikely).toBe(false);
});

test('what it takes before its first refusal tells nothing: much may have been saved up for it', () => {
  const { chance } = new Service().refusesAfter(1, 100).refusesAfter(1, 30).refusesAfter(1, 20).refusesAfter(1, 20);
  expect(chance.areLikely).toBe(false);
});

test('what was under way at a refusal does not count as let pass after it', () => {
  const { chance } = new Service().refusesAfter(1, 100);
  for (let count = 0; count < 100; count += 1) chance.accepted(999);
  chance.refused(1100, 0);
  for (const atMs of [2000, 3000, 4000, 5000]) {
    for (let count = 0; count < 20; count += 1) chance.accepted(atMs - 10);
    chance.refused(atMs, 0);
  }
  expect(chance.areLikely).toBe(false);
});

test('few answers are put together with those after the next refusal', () => {
  const service = busy();
  for (let turn = 0; turn < 10; turn += 1) service.refusesAfter(1, 2);
  expect(service.chance.areLikely).toBe(true);
  const steady = new Service();
  for (let turn = 0; turn < 100; turn += 1) steady.refusesAfter(1, 2);
  expect(steady.chance.areLikely).toBe(false);
});

test('a service that goes on to refuse what is sent again does not do so by chance', () => {
  const service = busy().refusesAfter(1, 60, 3);
  for (let turn = 0; turn < 10; turn += 1) service.refusesAfter(5, 10, 3);
  expect(service.chance.areLikely).toBe(false);
});

test('more than 30 refusals in 50 answers refute it for good', () => {
  const service = busy().refusesAfter(1, 20).refusesAfter(1, 20);
  service.refusesAfter(1, 19, 29);
  expect(service.chance.areLikely).toBe(true);
  service.chance.refused(10_000, 1);
  expect(service.chance.areLikely).toBe(false);
  service.refusesAfter(10, 10).refusesAfter(10, 2).refusesAfter(10, 2);
  expect(service.chance.areLikely).toBe(false);
});

test('more is tried after three refusals, and then after twice as many each time', () => {
  const chance = new ChanceRefusals();
  const tries = Array.from({ length: 45 }, (_, at) => (chance.isToTry() ? at + 1 : 0)).filter((at) => at > 0);
  expect(tries).toEqual([3, 9, 21, 45]);
});

test('no limit on a rate is taken for chance, whenever requests are sent', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0.5, max: 200, noNaN: true }),
      fc.array(fc.double({ min: 0, max: 4, noNaN: true }), { minLength: 200, maxLength: 400 }),
      (perSecond, pauses) => {
        const chance = new ChanceRefusals();
        let [nowMs, saved, waits] = [0, 5, 0];
        for (const pause of pauses) {
          const ms = (pause ** 3 * 100) / perSecond;
          nowMs += ms;
          saved += (ms * perSecond) / 1000;
          if (saved >= 1) {
            saved -= 1;
            waits = 0;
            chance.accepted(nowMs);
          } else {
            chance.refused(nowMs, waits);
            waits += 1;
          }
        }
        expect(chance.areLikely).toBe(false);
      },
    ),
  );
});
