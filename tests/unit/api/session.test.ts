import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { Session } from '../../../src/api/session.js';
import type { Order } from '../../../src/contract/order.js';
import type { Alteration } from '../../../src/mock/behaviour.js';
import type { StoredOrder } from '../../../src/mock/order-book.js';
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

/** A session with a service that answers modifies as it is told, and remembers the order that was modified last. */
async function withSession(
  folder: string,
  transmit: (send: () => void) => void,
  task: (session: Session, last: () => StoredOrder | null) => Promise<void>,
  ...more: readonly Alteration[]
): Promise<void> {
  let last: StoredOrder | null = null;
  const alteration: Alteration = {
    name: 'slow',
    does: 'Answers modifies later.',
    apply: (before) => ({
      apply: (call) => {
        before.apply(call);
        last = call.order;
      },
      transmit: (call, answer, response) => {
        const send = (): void => before.transmit(call, answer, response);
        if (call.operation === 'modifyOrder') transmit(send);
        else send();
      },
    }),
  };
  const service = await startReferenceService({ alterations: [alteration, ...more] });
  const env = {
    ...{ TRADECERT_BASE_URL: service.baseUrl, TRADECERT_TOKEN: service.token },
    ...{ TRADECERT_SIGNING_KEY: service.signingKey, TRADECERT_ORDERS_URL: service.ordersUrl },
  };
  const session = await Session.open(env, folder, 1);
  try {
    session.beginTest(join(folder, 'results'));
    await task(session, () => last);
  } finally {
    await session.close();
    await service.close();
  }
}

/** Does what is asked, and answers with another status. */
const refusing =
  (status: () => number): Alteration['apply'] =>
  (before) => ({
    respond: (call, answer) => {
      const given = before.respond(call, answer);
      return call.operation === 'modifyOrder' && given.status === 200 ? { ...given, status: status() } : given;
    },
  });

async function take(session: Session): Promise<Order> {
  const order = await session.takeOrder();
  if ('none' in order) throw new Error(order.none);
  return order;
}

test('a test that ends while a modify is under way has its order set back after it', async ({ folder }) => {
  const slowly = (send: () => void): void => void setTimeout(send, 300);
  await withSession(folder, slowly, async (session, last) => {
    const order = await take(session);
    const { service } = session;
    const begun = service.modifyOrder({ body: { ...moved(order) } });
    const { exchanges } = session;
    expect(await session.endTest()).toEqual([]);
    expect(last()?.values.orderPrice).toBe(order.orderPrice);
    expect((await begun).exchange.response?.status).toBe(200);
    expect(exchanges).toHaveLength(1);
  });
});

test('where a worker ends while orders are set back, that comes to its end first', async ({ folder }) => {
  const slowly = (send: () => void): void => void setTimeout(send, 300);
  await withSession(folder, slowly, async (session, last) => {
    const order = await take(session);
    await session.service.modifyOrder({ body: { ...moved(order) } });
    // Playwright goes on without an end that it interrupted, such as by an error that nobody caught.
    const ended = session.endTest();
    await session.close();
    expect(last()?.values.orderPrice).toBe(order.orderPrice);
    expect(existsSync(join(folder, 'results', 'orders.jsonl'))).toBe(false);
    expect(await ended).toEqual([]);
  });
});

test('once a test is over, nothing is sent for it', async ({ folder }) => {
  await withSession(
    folder,
    (send) => send(),
    async (session, last) => {
      const order = await take(session);
      const { service } = session;
      await session.endTest();
      session.beginTest(join(folder, 'next'));
      await expect(service.modifyOrder({ body: { ...moved(order) } })).rejects.toThrow('The test is over');
      expect(last()).toBeNull();
      await session.service.modifyOrder({ body: { ...moved(await take(session)) } });
      expect(last()).not.toBeNull();
      expect(await session.endTest()).toEqual([]);
    },
  );
});

test('an order that an earlier test or hook took is set back where a test changes it', async ({ folder }) => {
  await withSession(
    folder,
    (send) => send(),
    async (session, last) => {
      const order = await take(session);
      expect(await session.endTest()).toEqual([]);
      session.beginTest(join(folder, 'next'));
      await session.service.modifyOrder({ body: { ...moved(order) } });
      expect(last()?.values.orderPrice).not.toBe(order.orderPrice);
      expect(await session.endTest()).toEqual([]);
      expect(last()?.values.orderPrice).toBe(order.orderPrice);
    },
  );
});

test('an order is set back that a modify changed which was answered like a refusal, and as done', async ({
  folder,
}) => {
  let status = 200;
  const asRefused = { name: 'refusing', does: 'Answers like a refusal.', apply: refusing(() => status) };
  await withSession(
    folder,
    (send) => send(),
    async (session, last) => {
      await session.service.modifyOrder({ body: { ...moved(await take(session)) } });
      await session.endTest();
      session.beginTest(join(folder, 'next'));
      const order = await take(session);
      status = 400;
      await session.service.modifyOrder({ body: { ...moved(order) } });
      expect(last()?.values.orderPrice).not.toBe(order.orderPrice);
      status = 200;
      expect(await session.endTest()).toEqual([]);
      expect(last()?.values.orderPrice).toBe(order.orderPrice);
    },
    asRefused,
  );
});

test('a secret that stands in the base URL, the template or the profile is in none of the open settings', async ({
  folder,
}) => {
  const [key, token] = ['key-of-Canary-7781', 'token-of-Canary-7781'];
  writeFileSync(join(folder, 'p.yaml'), `name: "${key}"\n`);
  const env = {
    ...{ TRADECERT_BASE_URL: `http://127.0.0.1:9/${key}/v1`, TRADECERT_TOKEN: token, TRADECERT_SIGNING_KEY: key },
    ...{ TRADECERT_SIGNATURE_TEMPLATE: `${token}{body}`, TRADECERT_PROFILE: 'p.yaml' },
  };
  const session = await Session.open(env, folder, 1);
  try {
    const said = session.whom + JSON.stringify(session.settings);
    for (const secret of [key, token]) expect(said).not.toContain(secret);
    expect(session.whom).toBe('Tests of your own run against http://127.0.0.1:9/[redacted:signing-key]/v1.');
  } finally {
    await session.close();
  }
});
