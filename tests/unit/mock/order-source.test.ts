import { ORDER_TYPES, SIDES } from '../../../src/contract/order.js';
import { nameOf } from '../../../src/mock/order-book.js';
import { variedName } from '../../../src/mock/order-names.js';
import { askOrder, newOrder, send, withService } from './client.js';
import { expect, test } from './fixture.js';

test('orders of one kind differ in number and date-time only', async ({ service }) => {
  const kinds = ORDER_TYPES.flatMap((orderTypeCd) => SIDES.map((sideCd) => ({ orderTypeCd, sideCd, stopLoss: true })));
  for (const kind of kinds) {
    const [first, second] = await Promise.all([newOrder(service, kind), newOrder(service, kind)]);
    expect(first).toMatchObject({ orderTypeCd: kind.orderTypeCd, sideCd: kind.sideCd });
    expect(first.orderNo).not.toBe(second.orderNo);
    expect(first.orderDateTime).not.toBe(second.orderDateTime);
    expect({ ...first, orderNo: '', orderDateTime: '' }).toEqual({ ...second, orderNo: '', orderDateTime: '' });
    expect(first.orderDateTime).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+09:00$/);
  }
});

test('an order shows the conditions that it has and no other', async ({ service }) => {
  const plain = await newOrder(service);
  expect(Object.keys(plain)).toHaveLength(8);
  expect(await newOrder(service, { takeProfit: true })).toMatchObject({ profitRealizationYn: 'Y' });
  const lossOnly = await newOrder(service, { stopLoss: true });
  expect(lossOnly).toMatchObject({ lossCutYn: 'Y', lossTrackingYn: 'N' });
  expect(lossOnly).not.toHaveProperty('profitRealizationYn');
  expect(await newOrder(service, { stopLoss: true, trailing: true })).toMatchObject({ lossTrackingYn: 'Y' });
});

test('there is no trailing stop without a stop-loss, and no order in an empty catalogue', async ({ service }) => {
  expect((await askOrder(service, { trailing: true })).status).toBe(404);
  await withService({ instruments: 0 }, async (empty) => expect((await askOrder(empty, {})).status).toBe(404));
});

test('an order request that is not well formed is refused', async ({ service }) => {
  const wrong = [
    { orderTypeCd: 'X' },
    { sideCd: 'X' },
    { state: 'cancelled' },
    { takeProfit: 'Y' },
    { stopLoss: undefined },
  ];
  for (const one of wrong) expect([one, (await askOrder(service, one)).status]).toEqual([one, 400]);
});

test('an order is shown as it stands, by its number and its time together', async ({ service }) => {
  const order = await newOrder(service, { takeProfit: true });
  const { orderNo, orderDateTime } = order;
  const show = (named: object): ReturnType<typeof fetch> =>
    fetch(service.ordersUrl, { method: 'POST', body: JSON.stringify({ show: named }) });
  expect(await (await show({ orderNo, orderDateTime })).json()).toEqual({ ...order, state: 'unfilled' });
  expect((await show({ orderNo, orderDateTime: '2026-01-05T00:00:00Z' })).status).toBe(404);
  expect((await show({ orderNo })).status).toBe(400);
});

test('the order source has its own paths and is not counted', async ({ service }) => {
  const before = service.requests;
  const get = (path: string) => send(service.ordersUrl, 'GET', path, null, {});
  expect((await get('/__tradecert/orders')).status).toBe(405);
  expect((await get('/__tradecert/orders/1')).status).toBe(404);
  expect(service.requests).toBe(before);
  expect((await get('/__tradecert')).status).toBe(404);
  expect(service.requests).toBe(before + 1);
});

test('every order came at a time of its own that can be spelled wrong in the same ways', () => {
  const times = Array.from({ length: 5_000 }, (_, index) => nameOf(index).orderDateTime);
  expect(new Set(times).size).toBe(times.length);
  expect([...times].sort()).toEqual(times);
  for (const time of times) expect(time).toMatch(/T\d\d:(?!00)\d\d:(?!00)\d\d\.(?!000)\d{3}\+09:00$/);
});

test('no two orders that are named in many ways have one name, and each form comes up', () => {
  const names = Array.from({ length: 2_000 }, (_, index) => variedName(index));
  expect(new Set(names.map(({ orderNo }) => orderNo)).size).toBe(names.length);
  expect(new Set(names.map(({ orderDateTime }) => orderDateTime)).size).toBe(names.length);
  const few = names.slice(0, 24).map(({ orderNo, orderDateTime }) => `${orderNo} ${orderDateTime}`);
  for (const form of [/^0/, /^\d{17}/, /^O/, /T00:/, /T\d\d:00:/, /:00\./, /\.000/, /:\d\d\+/, /\.\d{6}/, /Z$/]) {
    expect([form, few.some((name) => form.test(name))]).toEqual([form, true]);
  }
});
