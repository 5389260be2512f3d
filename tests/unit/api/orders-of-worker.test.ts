import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { OrdersOfWorker } from '../../../src/api/orders-of-worker.js';
import type { OrderSupply } from '../../../src/client/order-supply.js';
import type { Order, OrderRequest } from '../../../src/contract/order.js';
import { test } from '../cli/temporary-folder.js';

/** No system gives numbers of processes beyond 2^22. */
const NOBODY = 2 ** 30;
const AGAIN = 'The order source gave an order that another worker has';

const REQUEST: OrderRequest = {
  ...{ orderTypeCd: 'LIMIT', sideCd: 'BUY', state: 'unfilled' },
  ...{ takeProfit: false, stopLoss: false, trailing: false },
};

const orderOf = (orderNo: string, orderPrice = 1): Order => ({
  ...{ stockCd: 'USD/JPY', orderTypeCd: 'LIMIT', sideCd: 'BUY', orderQuantity: 1 },
  ...{ orderDateTime: '2026-01-05T09:00:00Z', orderNo, barrierPrice: 0, orderPrice },
});

/** Gives these orders one after another, and the last one again and again. */
function sourceOf(...orders: readonly Order[]): { readonly supply: OrderSupply; readonly asked: () => number } {
  let asked = 0;
  const fetch = (): ReturnType<OrderSupply['fetch']> => {
    const order = orders[Math.min(asked, orders.length - 1)];
    asked += 1;
    return Promise.resolve(order ? { order } : { none: 'the order source has no such order' });
  };
  const show: OrderSupply['show'] = (order) => Promise.resolve({ order, state: 'filled' });
  return { supply: { fetch, show, close: () => Promise.resolve() }, asked: () => asked };
}

/** A worker, and what it does each time that it waits for another one. */
function workerOf(
  supply: OrderSupply,
  { dir, baseUrl = 'http://127.0.0.1:9/v1', onWait }: { dir: string; baseUrl?: string; onWait?: () => Promise<void> },
): OrdersOfWorker {
  return new OrdersOfWorker(supply, { dir, baseUrl, sleep: onWait ?? (() => Promise.resolve()) });
}

test('an order is for the worker that has it, as often as it asks, and for another one after its end', async ({
  folder: dir,
}) => {
  const { supply } = sourceOf(orderOf('A-1'));
  const [first, second] = [workerOf(supply, { dir }), workerOf(supply, { dir })];
  expect(await first.fetch(REQUEST)).toEqual({ order: orderOf('A-1') });
  expect(await first.fetch(REQUEST)).toEqual({ order: orderOf('A-1') });
  await expect(second.fetch(REQUEST)).rejects.toThrow(AGAIN);
  await first.close();
  expect(await second.fetch(REQUEST)).toEqual({ order: orderOf('A-1') });
  await second.close();
});

test('a worker is shown how an order stands', async ({ folder: dir }) => {
  const worker = workerOf(sourceOf(orderOf('A-1')).supply, { dir });
  expect(await worker.show(orderOf('A-1'))).toEqual({ order: orderOf('A-1'), state: 'filled' });
  await worker.close();
});

test('a worker that ends meanwhile is waited for, and its order taken as it is after that', async ({ folder: dir }) => {
  const first = workerOf(sourceOf(orderOf('A-1')).supply, { dir });
  await first.fetch(REQUEST);
  const { supply, asked } = sourceOf(orderOf('A-1', 2), orderOf('A-1', 2), orderOf('A-1', 1));
  const second = workerOf(supply, { dir, onWait: () => first.close() });
  expect(await second.fetch(REQUEST)).toEqual({ order: orderOf('A-1', 1) });
  expect(asked()).toBe(3);
  await second.close();
});

test('orders that no other worker had are asked for once', async ({ folder: dir }) => {
  const { supply, asked } = sourceOf(orderOf('A-1'), orderOf('A-2'), orderOf('A-3'));
  const [first, second] = [workerOf(supply, { dir }), workerOf(supply, { dir })];
  expect(await first.fetch(REQUEST)).toEqual({ order: orderOf('A-1') });
  expect(await second.fetch(REQUEST)).toEqual({ order: orderOf('A-2') });
  expect(await first.fetch(REQUEST)).toEqual({ order: orderOf('A-3') });
  expect(asked()).toBe(3);
  await Promise.all([first.close(), second.close()]);
});

test('where the source gives another order after one that is taken, that is the one', async ({ folder: dir }) => {
  const first = workerOf(sourceOf(orderOf('A-1')).supply, { dir });
  await first.fetch(REQUEST);
  const second = workerOf(sourceOf(orderOf('A-1'), orderOf('A-2')).supply, { dir });
  expect(await second.fetch(REQUEST)).toEqual({ order: orderOf('A-2') });
  await Promise.all([first.close(), second.close()]);
});

test('a worker that was killed has no order any more', async ({ folder: dir }) => {
  const { supply } = sourceOf(orderOf('A-1'));
  const killed = workerOf(supply, { dir });
  await killed.fetch(REQUEST);
  const [name = ''] = readdirSync(dir);
  const claim = join(dir, name, 'running-1.partial');
  expect(statSync(claim).mode & 0o077).toBe(0);
  writeFileSync(claim, JSON.stringify({ pid: NOBODY, host: hostname(), began: null }));
  const next = workerOf(supply, { dir });
  expect(await next.fetch(REQUEST)).toEqual({ order: orderOf('A-1') });
  await Promise.all([next.close(), killed.close()]);
});

test('what two services call the same is not one order, and its name says nothing', async ({ folder: dir }) => {
  const { supply } = sourceOf(orderOf('../../A-1'));
  const workers = ['one', 'two'].map((name) => workerOf(supply, { dir, baseUrl: `http://${name}.example/v1` }));
  for (const worker of workers) expect(await worker.fetch(REQUEST)).toEqual({ order: orderOf('../../A-1') });
  const names = readdirSync(dir);
  expect(names).toHaveLength(2);
  for (const name of names) expect(name).toMatch(/^[0-9a-f]{64}$/);
  for (const worker of workers) await worker.close();
});

test('without an order the source’s own reason stands', async ({ folder: dir }) => {
  const worker = workerOf(sourceOf().supply, { dir });
  expect(await worker.fetch(REQUEST)).toEqual({ none: 'the order source has no such order' });
});

test('a folder that cannot be written is told, and no order is handed out', async ({ folder }) => {
  const dir = join(folder, 'a file');
  writeFileSync(dir, '');
  const worker = workerOf(sourceOf(orderOf('A-1')).supply, { dir });
  await expect(worker.fetch(REQUEST)).rejects.toThrow(/cannot be written \((?:ENOTDIR|EEXIST)\): set workers to 1/);
});
