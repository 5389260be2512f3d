import { Buffer } from 'node:buffer';
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import type { Order } from '../../../src/contract/order.js';
import { onRoundPrices, pricesAfter, stepped } from '../../../src/examine/order-steps.js';

const ORDER: Order = {
  stockCd: 'A',
  orderTypeCd: 'LIMIT_STOP',
  sideCd: 'BUY',
  orderDateTime: '2026-01-05T09:00:00+09:00',
  orderNo: '1',
  orderQuantity: 1,
  barrierPrice: 90,
  orderPrice: 100,
  profitRealizationYn: 'Y',
  profitRealizationBarrierPrice: 110,
};

test('an order has the prices of the modify that was accepted', () => {
  const body = { ...ORDER, orderPrice: 101, profitRealizationBarrierPrice: 111 };
  const expected = { ...ORDER, orderPrice: 101, profitRealizationBarrierPrice: 111 };
  expect(pricesAfter(ORDER, body)).toEqual(expected);
  expect(pricesAfter(ORDER, JSON.stringify(body))).toEqual(expected);
  expect(pricesAfter(ORDER, Buffer.from(JSON.stringify(body)))).toEqual(expected);
});

test('a price that a modify leaves out or sets to 0 stays as it is', () => {
  expect(pricesAfter(ORDER, { barrierPrice: 0, orderPrice: 101 })).toEqual({ ...ORDER, orderPrice: 101 });
});

test('a condition that was switched off keeps its price, and its switch is none of the prices', () => {
  const body = { profitRealizationYn: 'N', profitRealizationBarrierPrice: 0 };
  expect(pricesAfter(ORDER, body)).toEqual(ORDER);
});

test('what is no JSON object leaves an order as it is', () => {
  for (const body of ['', 'null', '[1]', '{"orderPrice":"101"}', Buffer.from([0xff])]) {
    expect(pricesAfter(ORDER, body)).toEqual(ORDER);
  }
});

test('round prices are the next multiples of a unit that are far enough away', () => {
  const order = { ...ORDER, orderTypeCd: 'LIMIT', barrierPrice: 0, lossCutYn: 'N' } as Order;
  const at = (price: number, ...how: readonly [unit: number, direction: 1 | -1, part: number]): number =>
    onRoundPrices({ ...order, orderPrice: price }, ...how).orderPrice;
  expect(at(105.123, 0.01, 1, 0)).toBe(105.13);
  expect(at(105.123, 0.01, -1, 0)).toBe(105.12);
  expect(at(105.12, 0.01, 1, 0)).toBe(105.13);
  expect(at(105.12, 0.1, -1, 0.01)).toBe(104);
  expect([at(137.33, 0.01, -1, 0), at(137.33, 0.01, 1, 0)]).toEqual([137.32, 137.34]);
  expect(at(0.05, 0.1, -1, 0)).toBe(0.05);
  fc.assert(
    fc.property(
      fc.integer({ min: 5000, max: 10 ** 9 }),
      fc.constantFrom(1, -1),
      fc.nat(3),
      (count, direction, zeros) => {
        const [price, unit] = [count / 1000, 10 ** -zeros];
        const round = at(price, unit, direction, 0.01);
        expect(round).not.toBe(price);
        expect(Math.abs(round / unit - Math.round(round / unit))).toBeLessThan(1e-6);
        expect(direction * (round - price)).toBeGreaterThan(price * 0.01 - 1e-9);
        expect(direction * (round - price)).toBeLessThan(price * 0.01 + 1.001 * unit);
      },
    ),
  );
});

test('a price moves however large it is', () => {
  for (const price of [2 ** 53, 3_984_500_000_000_000_000, 1e22, 1.7e300]) {
    const order = { ...ORDER, orderPrice: price };
    const moved = [1, 2, 3, 4, 5].map((steps) => stepped(order, { pointUnit: 0.01 }, steps).orderPrice);
    expect(new Set([price, ...moved]).size, String(price)).toBe(6);
    expect(Math.max(...moved) / price, String(price)).toBeLessThan(1 + 1e-14);
  }
});

test('a price moves whatever the unit of its instrument is', () => {
  for (const pointUnit of [5e-324, 1e-18, 1e-15, 1e-9, 0, -1, 0.01, 1e6]) {
    const { orderPrice, barrierPrice } = stepped(ORDER, { pointUnit }, 1);
    expect([orderPrice > 100, barrierPrice > 90], String(pointUnit)).toEqual([true, true]);
    const below = onRoundPrices(ORDER, pointUnit, -1, 0);
    expect(Number.isFinite(below.orderPrice), String(pointUnit)).toBe(true);
  }
});
