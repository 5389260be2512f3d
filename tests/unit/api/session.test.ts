import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { Session } from '../../../src/api/session.js';
import type { Order } from '../../../src/contract/order.js';
import { startReferenceService } from '../../../src/mock/reference-service.js';
import { test } from '../cli/temporary-folder.js';

const moved = ({ orderPrice, ...order }: Order): Order => ({ ...order, orderPrice: orderPrice * 1.001 });

test('the first values of orders that a test takes are on disk until they are set back', async ({ folder }) => {
  const service = await startReferenceService();
  const env = {
    ...{ TRADECERT_BASE_URL: service.baseUrl, TRADECERT_TOKEN: service.token },
    ...{ TRADECERT_SIGNING_KEY: service.signingKey, TRADECERT_ORDERS_URL: service.ordersUrl },
  };
  const session = await Session.open(env, folder, 1);
  try {
    const dir = join(folder, 'results', 'a test');
    const path = join(dir, 'orders.jsonl');
    const take = async (): Promise<Order> => {
      session.beginTest(dir);
      const order = await session.takeOrder();
      if ('none' in order) throw new Error(order.none);
      return order;
    };
    const order = await take();
    await session.service.modifyOrder({ body: { ...moved(order) } });
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(order);
    expect(await session.endTest()).toEqual([]);
    expect(existsSync(dir)).toBe(false);

    const again = await take();
    await session.service.modifyOrder({ body: { ...moved(again) } });
    await service.close();
    expect(await session.endTest()).toHaveLength(1);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(again);
  } finally {
    await session.close();
  }
});
