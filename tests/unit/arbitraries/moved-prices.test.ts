import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { movedBodies, type OwnPrice } from '../../../src/arbitraries/moved-prices.js';
import { PRICES_OF } from '../../../src/contract/order.js';
import { samples } from './sample-orders.js';

const BAND = 0.05;
const PRICES: readonly OwnPrice[] = ['barrierPrice', 'orderPrice'];

const cases = fc.record({
  sample: fc.constantFrom(...samples),
  orderTypeCd: fc.constantFrom('LIMIT', 'STOP', 'LIMIT_STOP' as const),
  price: fc.subarray([...PRICES], { minLength: 1 }),
  turn: fc.integer({ min: 0, max: 3 }),
});

/** How far each body moves each price, as a fraction of the order's own. */
function movesOf({ sample, orderTypeCd, price, turn }: Parameters<Parameters<typeof cases.map>[0]>[0]) {
  const order = sample.order({ orderTypeCd });
  const moved = price.filter((field) => PRICES_OF[orderTypeCd][field]);
  fc.pre(moved.length > 0);
  const bodies = movedBodies(order, moved, { band: BAND, instrument: sample.instrument }, turn);
  const by = (field: OwnPrice): number[] => bodies.map((body) => body[field] / order[field] - 1);
  return { order, moved, bodies, by };
}

test('a moved price is another one within the band, and the others stay', () => {
  const holds = fc.property(cases, (made) => {
    const { order, moved, bodies } = movesOf(made);
    expect(bodies.length).toBeGreaterThanOrEqual(12);
    const isRight = (field: OwnPrice, price: number): boolean =>
      moved.includes(field)
        ? price !== order[field] && Math.abs(price / order[field] - 1) <= BAND + 1e-9
        : price === order[field];
    expect(bodies.filter((body) => !PRICES.every((field) => isRight(field, body[field])))).toEqual([]);
  });
  fc.assert(holds, { seed: 1, numRuns: 100 });
});

test('moved prices go both ways, by one step and by most of the band, whatever the turn', () => {
  const holds = fc.property(cases, (made) => {
    const { order, moved, by } = movesOf(made);
    for (const field of moved) {
      const step = made.sample.instrument.pointUnit / order[field];
      for (const way of [1, -1]) {
        const distances = by(field).map((move) => move * way);
        expect(Math.min(...distances.filter((distance) => distance > 0))).toBeCloseTo(step, 9);
        expect(Math.max(...distances)).toBeGreaterThan(BAND * 0.7);
      }
    }
  });
  fc.assert(holds, { seed: 1, numRuns: 100 });
});

test('the four turns together leave no gap wider than an eighth of the band', () => {
  for (const sample of samples) {
    const turns = [0, 1, 2, 3].map((turn) => movesOf({ sample, orderTypeCd: 'LIMIT', price: ['orderPrice'], turn }));
    const moves = turns.flatMap(({ by }) => by('orderPrice')).sort((a, b) => a - b);
    const gaps = moves.slice(1).map((move, index) => move - (moves[index] ?? 0));
    expect(Math.max(...gaps)).toBeLessThan(BAND / 8);
  }
});
