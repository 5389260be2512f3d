import { expect, test } from '@playwright/test';
import { leastAge, mostAge } from '../../../src/client/order-age.js';
import { OrderDesk, type HeldOrder } from '../../../src/client/order-desk.js';
import { openOrderSupply } from '../../../src/client/order-supply.js';
import { orderWith } from '../../../src/arbitraries/structures.js';
import type { Order } from '../../../src/contract/order.js';
import type { OrderSource } from '../../../src/contract/settings.js';
import { startRawServer } from './raw-server.js';

const ORDER: Order = {
  ...{ stockCd: 'USDJPY', orderTypeCd: 'LIMIT', sideCd: 'BUY', orderDateTime: '2026-01-05T09:00:00.000+09:00' },
  ...{ orderNo: '1', orderQuantity: 1, barrierPrice: 0, orderPrice: 150 },
};
const SHOWN = { ...ORDER, state: 'unfilled' };

type Answer = readonly [status: number, body: unknown];

/** What is said of the order, asked five times of a URL with these answers, the last one again and again, and what it was asked. */
async function shownBy(
  answers: readonly Answer[],
  settings: Partial<Extract<OrderSource, { readonly kind: 'url' }>> = {},
): Promise<{ readonly shown: readonly unknown[]; readonly asked: readonly string[] }> {
  let count = 0;
  const server = await startRawServer((socket) => {
    const [status, body] = answers[Math.min(count, answers.length - 1)] ?? [404, ''];
    count += 1;
    const text = JSON.stringify(body);
    socket.write(`HTTP/1.1 ${status} X\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  });
  const desk = new OrderDesk(openOrderSupply({ kind: 'url', url: server.origin, ...settings }));
  try {
    const shown: unknown[] = [];
    for (let time = 0; time < 5; time += 1) shown.push(await desk.show(ORDER));
    return { shown, asked: server.seen.map((request) => request.split('\r\n\r\n')[1] ?? '') };
  } finally {
    await desk.close();
    await server.close();
  }
}

test('an order is shown as it stands, in whatever notation its time comes', async () => {
  const later = { ...ORDER, orderDateTime: '2026-01-05T00:00:00Z', orderPrice: 151 };
  const { shown, asked } = await shownBy([
    [200, SHOWN],
    [200, { ...later, state: 'filled', more: 1 }],
  ]);
  expect(shown.slice(0, 2)).toEqual([
    { order: ORDER, state: 'unfilled' },
    { order: later, state: 'filled' },
  ]);
  expect(JSON.parse(asked[0] ?? '')).toEqual({ show: { orderDateTime: ORDER.orderDateTime, orderNo: '1' } });
});

test('an order that was closed stays so, and is not asked for again', async () => {
  const answers: readonly Answer[] = [
    [200, SHOWN],
    [200, { ...SHOWN, state: 'closed' }],
    [500, ''],
  ];
  const { shown, asked } = await shownBy(answers);
  expect(asked).toHaveLength(2);
  expect(shown[4]).toEqual({ order: ORDER, state: 'closed' });
});

test('a source that makes an order of the question is not asked again', async () => {
  const { shown, asked } = await shownBy([[200, { ...SHOWN, orderNo: '2' }]]);
  expect(asked).toHaveLength(1);
  expect(shown[4]).toMatchObject({ none: expect.stringContaining('it showed another one') });
});

test('a source that shows none is asked three times, one that showed some goes on', async () => {
  expect((await shownBy([[404, '']])).asked).toHaveLength(3);
  expect((await shownBy([[400, '']])).asked).toHaveLength(3);
  expect((await shownBy([[200, ORDER]])).asked).toHaveLength(3);
  const answers: readonly Answer[] = [
    [200, SHOWN],
    [404, ''],
  ];
  expect((await shownBy(answers)).asked).toHaveLength(5);
});

test('a source that shows orders, and then gives no answer again and again, is not asked on and on', async () => {
  const { asked, shown } = await shownBy([
    [200, SHOWN],
    [500, ''],
  ]);
  expect(asked).toHaveLength(4);
  expect(shown[4]).toMatchObject({ none: 'the order source answered with status 500' });
});

test('what is no order with a state of its own is said to be none', async () => {
  const { shown } = await shownBy([
    [200, ORDER],
    [200, { ...SHOWN, state: 'UNFILLED' }],
    [200, { ...SHOWN, state: 'cancelled' }],
  ]);
  for (const one of shown.slice(0, 3))
    expect(one).toMatchObject({ none: expect.stringContaining('its "state" is none of unfilled, filled, closed') });
  const odd = await shownBy([[200, { ...SHOWN, orderPrice: '150' }]]);
  expect(odd.shown[0]).toMatchObject({ none: expect.stringContaining('its orderPrice is a string') });
});

test('a source that is not to be asked is not, and a command is asked as a URL is', async () => {
  const { shown, asked } = await shownBy([[200, SHOWN]], { isAskedToShow: false });
  expect(asked).toEqual([]);
  expect(shown[0]).toEqual({ none: 'the order source is not asked to show orders' });
  const desk = new OrderDesk(openOrderSupply({ kind: 'command', command: `cat >&2; echo '${JSON.stringify(SHOWN)}'` }));
  expect(await desk.show(ORDER)).toEqual({ order: ORDER, state: 'unfilled' });
  await desk.close();
});

test('how old an order is lies between what is known at least and at most', async () => {
  let nowMs = 0;
  let count = 0;
  const supply = {
    fetch: () => {
      nowMs += 100;
      count += 1;
      return Promise.resolve({ order: { ...ORDER, orderNo: String(count) } });
    },
    show: () => Promise.resolve({ none: 'it shows none' }),
    close: () => Promise.resolve(),
  };
  const desk = new OrderDesk(supply, { now: () => nowMs });
  const take = async (): Promise<HeldOrder> => {
    const held = await desk.checkOut(orderWith('LIMIT', 'BUY'), { wait: false, fresh: true });
    if ('none' in held) throw new Error(held.none);
    return held;
  };
  await take();
  const { created } = await take();
  await take();
  nowMs += 1_000;
  expect(leastAge(created, desk.moment())).toEqual({ ageMs: 1_100, ordersAfter: 1 });
  expect(mostAge(created, desk.moment())).toEqual({ ageMs: 1_200, ordersAfter: 1 });
});
