import type { Order } from '../../../src/contract/order.js';
import { causeOf, newOrder, shownOrder } from './client.js';
import { expect, test } from './fixture.js';

const TAKE_PROFIT = ['profitRealizationYn', 'profitRealizationBarrierPrice'] as const;
const STOP_LOSS = ['lossCutYn', 'lossCutBarrierPrice'] as const;

/** The order without its conditions: what is omitted stays as it is. */
function bare(order: Order): Order {
  const names = [...TAKE_PROFIT, ...STOP_LOSS, 'lossTrackingYn'];
  return Object.fromEntries(Object.entries(order).filter(([name]) => !names.includes(name))) as unknown as Order;
}

for (const [onOff, price] of [TAKE_PROFIT, STOP_LOSS]) {
  test(`${onOff} and its price agree`, async ({ service }) => {
    const order = bare(await newOrder(service, { takeProfit: true, stopLoss: true }));
    const cases: [object, string][] = [
      [{ [onOff]: 'Y', [price]: 5 }, 'accepted'],
      [{ [onOff]: 'Y' }, 'condition-price-missing'],
      [{ [onOff]: 'Y', [price]: 0 }, 'condition-price-missing'],
      [{ [onOff]: 'Y', [price]: -5 }, 'price-not-positive'],
      [{ [price]: 6 }, 'accepted'],
      [{ [price]: 0 }, 'condition-price-missing'],
      [{ [onOff]: 'N', [price]: 5 }, 'condition-price-not-zero'],
      [{ [onOff]: 'N', [price]: 0 }, 'accepted'],
      [{ [onOff]: 'N' }, 'accepted'],
      [{ [price]: 6 }, 'condition-price-not-zero'],
      [{ [price]: 0 }, 'accepted'],
      [{ [onOff]: 'Y', [price]: 7 }, 'accepted'],
    ];
    for (const [change, cause] of cases) {
      expect([change, await causeOf(service, order, change)]).toEqual([change, cause]);
    }
    expect(await shownOrder(service, order)).toMatchObject({ [onOff]: 'Y', [price]: 7 });
  });
}

test('what a modify omits stays as it is', async ({ service }) => {
  const order = await newOrder(service, { takeProfit: true, stopLoss: true, trailing: true });
  expect(await causeOf(service, bare(order), { orderPrice: order.orderPrice * 2 })).toBe('accepted');
  expect(await shownOrder(service, order)).toEqual({ ...order, orderPrice: order.orderPrice * 2, state: 'unfilled' });
});

test('no condition is added to an order that came without it', async ({ service }) => {
  const [takeProfit, stopLoss] = [
    { profitRealizationYn: 'Y', profitRealizationBarrierPrice: 5 },
    { lossCutYn: 'Y', lossCutBarrierPrice: 5 },
  ];
  const neither = await newOrder(service);
  const profitOnly = await newOrder(service, { takeProfit: true });
  const lossOnly = await newOrder(service, { stopLoss: true });
  for (const [order, change] of [
    [neither, takeProfit],
    [neither, stopLoss],
    [neither, { lossTrackingYn: 'Y' }],
    [neither, { profitRealizationBarrierPrice: 5 }],
    [neither, { lossCutBarrierPrice: 5 }],
    [profitOnly, stopLoss],
    [profitOnly, { lossTrackingYn: 'Y' }],
    [lossOnly, takeProfit],
  ] as const) {
    expect([change, await causeOf(service, order, change)]).toEqual([change, 'condition-new']);
  }
  const off = { profitRealizationYn: 'N', profitRealizationBarrierPrice: 0, lossCutYn: 'N', lossTrackingYn: 'N' };
  expect(await causeOf(service, neither, off)).toBe('accepted');
  expect(await shownOrder(service, neither)).toEqual({ ...neither, state: 'unfilled' });
});

test('a trailing stop is switched on and off wherever there is a stop-loss', async ({ service }) => {
  const order = await newOrder(service, { stopLoss: true });
  expect(order.lossTrackingYn).toBe('N');
  for (const lossTrackingYn of ['Y', 'N', 'Y', 'Y']) {
    expect(await causeOf(service, bare(order), { lossTrackingYn })).toBe('accepted');
    expect(await shownOrder(service, order)).toMatchObject({ lossTrackingYn, lossCutYn: 'Y' });
  }
  const off = { lossCutYn: 'N', lossCutBarrierPrice: 0, lossTrackingYn: 'Y' };
  expect(await causeOf(service, bare(order), off)).toBe('accepted');
});

test('a refused change of one condition leaves the others alone', async ({ service }) => {
  const order = await newOrder(service, { takeProfit: true, stopLoss: true });
  const change = { profitRealizationBarrierPrice: 5, lossCutYn: 'N', lossCutBarrierPrice: 5 };
  expect(await causeOf(service, order, change)).toBe('condition-price-not-zero');
  expect(await shownOrder(service, order)).toEqual({ ...order, state: 'unfilled' });
});
