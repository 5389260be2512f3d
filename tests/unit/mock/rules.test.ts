import { ORDER_TYPES, SIDES, type Order } from '../../../src/contract/order.js';
import { causeOf, modify, newOrder, shownOrder } from './client.js';
import { expect, test } from './fixture.js';

test('a valid change of every type and side is accepted and kept', async ({ service }) => {
  for (const orderTypeCd of ORDER_TYPES) {
    for (const sideCd of SIDES) {
      const order = await newOrder(service, { orderTypeCd, sideCd });
      const change = {
        barrierPrice: order.barrierPrice === 0 ? 0 : order.barrierPrice * 1.01,
        orderPrice: order.orderPrice === 0 ? 0 : order.orderPrice * 1.01,
      };
      const seen = await modify(service, { ...order, ...change });
      expect(seen.status).toBe(200);
      expect(seen.json).toEqual({ status: 'SUCCESS', code: 200, data: { success: true } });
      expect(await shownOrder(service, order)).toEqual({ ...order, ...change, state: 'unfilled' });
      expect(await causeOf(service, order, {})).toBe('accepted');
    }
  }
});

test('every field has its type, and null is none', async ({ service }) => {
  const order = await newOrder(service, {
    orderTypeCd: 'LIMIT_STOP',
    takeProfit: true,
    stopLoss: true,
    trailing: true,
  });
  for (const [name, value] of Object.entries(order)) {
    const others =
      typeof value === 'string' ? [1, true, null, [value], { value }] : [String(value), true, null, [value]];
    for (const other of others) {
      const got = await causeOf(service, order, { [name]: other });
      expect([name, other, got]).toEqual([name, other, 'member-type']);
    }
  }
  const text = JSON.stringify(order).replace(/"orderPrice":[^,]+/, '"orderPrice":1e400');
  expect((await modify(service, text)).cause).toBe('member-type');
});

test('identity, codes and quantity are mandatory', async ({ service }) => {
  const order = await newOrder(service);
  for (const name of ['stockCd', 'orderTypeCd', 'sideCd', 'orderDateTime', 'orderNo', 'orderQuantity']) {
    expect([name, await causeOf(service, order, { [name]: undefined })]).toEqual([name, 'member-missing']);
  }
  for (const name of ['stockCd', 'orderTypeCd', 'sideCd', 'orderDateTime', 'orderNo']) {
    expect([name, await causeOf(service, order, { [name]: '' })]).toEqual([name, 'member-empty']);
  }
});

test('codes are those of the document, in their spelling', async ({ service }) => {
  const order = await newOrder(service, { takeProfit: true, stopLoss: true });
  const cases = {
    orderTypeCd: ['limit', 'LIMIT ', 'OTHER'],
    sideCd: ['buy', 'HOLD'],
    lossTrackingYn: ['y', 'YES', 'X'],
  };
  for (const [name, values] of Object.entries(cases)) {
    for (const value of values) {
      expect([value, await causeOf(service, order, { [name]: value })]).toEqual([value, 'code-unknown']);
    }
  }
});

test('orderDateTime is an ISO 8601 timestamp', async ({ service }) => {
  const order = await newOrder(service);
  const wrong = [
    '2026-01-05',
    '20260105090000',
    '2026-01-05 09:00:00+09:00',
    '2026-02-30T09:00:00+09:00',
    '2026-13-05T09:00:00+09:00',
    '2026-01-05T24:00:00+09:00',
    '2026-01-05T09:00:00',
    '1767571200',
    'yesterday',
  ];
  for (const orderDateTime of wrong) {
    expect([orderDateTime, await causeOf(service, order, { orderDateTime })]).toEqual([
      orderDateTime,
      'date-time-form',
    ]);
  }
});

test('an order is known by its number and its date-time together', async ({ service }) => {
  const [order, other] = [await newOrder(service), await newOrder(service)];
  expect(await causeOf(service, order, { orderNo: '1' })).toBe('order-unknown');
  expect(await causeOf(service, order, { orderNo: other.orderNo })).toBe('order-unknown');
  expect(await causeOf(service, order, { orderDateTime: other.orderDateTime })).toBe('order-unknown');
  expect(await causeOf(service, order, { orderDateTime: '2026-01-05T00:00:00.000Z' })).toBe('order-unknown');
});

test('instrument, type and side have to be those of the order', async ({ service }) => {
  const order = await newOrder(service);
  const stop = { orderTypeCd: 'STOP', barrierPrice: order.orderPrice, orderPrice: 0 };
  for (const change of [{ stockCd: 'NONE' }, { sideCd: 'SELL' }, stop]) {
    expect([change, await causeOf(service, order, change)]).toEqual([change, 'order-mismatch']);
  }
});

test('a filled order is not modified, whatever its conditions', async ({ service }) => {
  const conditions = { takeProfit: true, stopLoss: true, trailing: true };
  const order = await newOrder(service, { state: 'filled', ...conditions });
  expect(await causeOf(service, order, {})).toBe('order-not-modifiable');
  expect(await causeOf(service, order, { profitRealizationBarrierPrice: 1 })).toBe('order-not-modifiable');
  expect(await shownOrder(service, order)).toEqual({ ...order, state: 'filled' });
});

test('a type has the prices that it needs, above 0, and no other', async ({ service }) => {
  const needs = {
    MARKET: [],
    LIMIT: ['orderPrice'],
    STOP: ['barrierPrice'],
    LIMIT_STOP: ['barrierPrice', 'orderPrice'],
  };
  for (const orderTypeCd of ORDER_TYPES) {
    const order = await newOrder(service, { orderTypeCd });
    for (const name of ['barrierPrice', 'orderPrice']) {
      const needed = (needs[orderTypeCd] as string[]).includes(name);
      const cases = needed
        ? ([
            [undefined, 'price-missing'],
            [0, 'price-missing'],
            [-1, 'price-not-positive'],
            [1e-7, 'accepted'],
          ] as const)
        : ([
            [undefined, 'accepted'],
            [0, 'accepted'],
            [-1, 'price-not-needed'],
            [1, 'price-not-needed'],
          ] as const);
      for (const [price, cause] of cases) {
        const got = await causeOf(service, order, { [name]: price });
        expect([orderTypeCd, name, price, got]).toEqual([orderTypeCd, name, price, cause]);
      }
    }
  }
});

test('a quantity is within the bounds of the instrument and on its step', async ({ service }) => {
  // The seed's LIMIT BUY order is on an index: 0.1 to 50 in steps of 0.1.
  const order: Order = await newOrder(service, { takeProfit: true, stopLoss: true, trailing: true });
  expect(order.stockCd).toBe('HK50');
  const cases: [number, string][] = [
    [0.1, 'accepted'],
    [50, 'accepted'],
    [0.3, 'accepted'],
    [4.7, 'accepted'],
    [0, 'quantity-not-positive'],
    [-1, 'quantity-not-positive'],
    [0.05, 'quantity-below'],
    [50.1, 'quantity-above'],
    [1e300, 'quantity-above'],
    [1.25, 'quantity-step'],
    [1.100001, 'quantity-step'],
  ];
  for (const [orderQuantity, cause] of cases) {
    expect([orderQuantity, await causeOf(service, order, { orderQuantity })]).toEqual([orderQuantity, cause]);
  }
  expect((await shownOrder(service, order))['orderQuantity']).toBe(4.7);
});
