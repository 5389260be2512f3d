import { expect, test } from '@playwright/test';
import type { HeldOrder } from '../../../src/client/order-desk.js';
import type { Reply } from '../../../src/client/service-client.js';
import type { Context } from '../../../src/examine/context.js';
import { sendSettled } from '../../../src/examine/settling.js';
import { LEGAL_TWINS } from '../../../src/mock/legal/legal-twins.js';
import { certifyReference, resultOf } from '../../support/certify-reference.js';
import { madeExchange } from '../../support/exchange-builder.js';

/** A run in which every order is an hour old, so that nothing has to wait. */
function runOf(answers: readonly number[]) {
  const left = [...answers];
  let sent = 0;
  const context = {
    client: {},
    orders: {
      moment: () => ({ atMs: 3_600_000, asked: 1, given: 1 }),
      checkOut: () => Promise.resolve({ none: 'it has one order' }),
    },
    stop: new AbortController().signal,
  } as unknown as Context;
  const held = { created: { given: { atMs: 0, asked: 1, given: 1 } } } as HeldOrder;
  const send = (): Promise<Reply> => {
    sent += 1;
    const status = left.shift() ?? 400;
    const body =
      status === 200 ? { status: 'SUCCESS', code: 200, data: { success: true } } : { status: 'ERROR', code: 400 };
    return Promise.resolve({ exchange: madeExchange({ operation: 'modifyOrder', status, body }) } as Reply);
  };
  return { once: () => sendSettled(context, held, send), sent: () => sent };
}

test('a service that takes no modify of an order at once is waited for', async () => {
  const alterations = LEGAL_TWINS.filter(({ name }) => name === 'orders-settle-first');
  expect(alterations).toHaveLength(1);
  const results = await certifyReference({ alterations }, { seed: 1 }, ['MOD-001', 'MOD-002', 'ORD-001']);
  for (const id of ['MOD-001', 'MOD-002', 'ORD-001'] as const) expect(resultOf(results, id).verdict).toBe('pass');
});

test('where it takes none at any age, no other order is tried for that', async () => {
  const { once, sent } = runOf([]);
  expect(await once()).toBeNull();
  expect(sent()).toBe(4);
  expect(await once()).toBeNull();
  expect(sent()).toBe(4);
});

test('what is found for one order holds for those that are asked about meanwhile', async () => {
  const { once, sent } = runOf([400, 200, 200, 200, 400]);
  const replies = await Promise.all([once(), once(), once()]);
  expect(replies.filter((reply) => reply !== null)).toHaveLength(2);
  expect(sent()).toBe(5);
});
