import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { fromCount, placesOf, toCount } from '../../../src/arbitraries/decimal.js';
import { priceAt, roomsOf } from '../../../src/arbitraries/price-room.js';
import { validBody } from '../../../src/arbitraries/valid-body.js';
import { isMultipleOf } from '../../../src/oracle/multiple.js';
import { NO_CHANGES } from '../../../src/arbitraries/structures.js';
import { samples } from './sample-orders.js';

test('a decimal survives being counted', () => {
  expect([0.1, 1.08412, 39_127, 1e-7, 1.5e-9, 1e21, 0].map(placesOf)).toEqual([1, 5, 0, 7, 10, 0, 0]);
  expect(toCount(1.08412, 5)).toBe(108_412);
  expect(toCount(-0.3, 1)).toBe(-3);
  expect(toCount(1e21, 0)).toBeNull();
  expect(toCount(1.25, 1)).toBeNull();
  fc.assert(
    fc.property(fc.nat({ max: 999_999_999_999_999 }), fc.nat({ max: 15 }), (count, places) => {
      expect(toCount(fromCount(count, places), places)).toBe(count);
    }),
  );
});

test('prices stay on the grid of point units and inside the band, and reach its edges', () => {
  for (const { order: orderOf, instrument } of samples) {
    const order = orderOf({ orderTypeCd: 'LIMIT' });
    const bodies = fc.sample(validBody(order, NO_CHANGES, { band: 0.02, instrument }), { seed: 9, numRuns: 400 });
    const prices = bodies.map(({ orderPrice }) => orderPrice);
    expect(prices.filter((price) => !isMultipleOf(price, instrument.pointUnit))).toEqual([]);
    expect(prices.filter((price) => Math.abs(price / order.orderPrice - 1) > 0.02)).toEqual([]);
    expect(prices.filter((price) => String(price).length > 10)).toEqual([]);
    const room = roomsOf(order, { band: 0.02, instrument }).orderPrice;
    if (room === undefined) throw new Error('a limit order has no price');
    for (const steps of [0, 1, -1, room.most, -room.most]) expect(prices).toContain(priceAt(room, steps));
  }
});

test('the prices of an order never change their order among each other', () => {
  for (const { order: orderOf, instrument } of samples) {
    const order = orderOf({ orderTypeCd: 'LIMIT_STOP', takeProfit: true, stopLoss: true });
    const rooms = Object.values(roomsOf(order, { band: 0.9, instrument })).sort((a, b) => a.own - b.own);
    rooms.slice(1).forEach((room, index) => {
      const below = rooms[index];
      if (below !== undefined) expect(priceAt(below, below.most)).toBeLessThan(priceAt(room, -room.most));
    });
  }
});

test('a price whose instrument is not known moves in its own last place, or finer', () => {
  const own = (orderPrice: number): number | undefined => {
    const [sample] = samples;
    const order = sample?.order({ orderTypeCd: 'LIMIT' });
    if (order === undefined) return undefined;
    const room = roomsOf({ ...order, orderPrice }, { band: 0.02, instrument: null }).orderPrice;
    return room === undefined ? undefined : priceAt(room, 1);
  };
  expect([1.08412, 39_127, 1.1, 3].map(own)).toEqual([1.08413, 39_128, 1.11, 3.01]);
});
