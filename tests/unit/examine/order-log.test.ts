import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Order } from '../../../src/contract/order.js';
import { OrderLog } from '../../../src/examine/order-log.js';
import { someSettings } from '../../support/some-settings.js';
import { test } from '../cli/temporary-folder.js';

const KEY = 'a-key-that-nobody-may-read';
const TOKEN = 'opaque/token+of-the-run';
const settings = someSettings({ signingKey: KEY, token: TOKEN });

const order: Order = {
  stockCd: 'A1',
  orderTypeCd: 'LIMIT',
  sideCd: 'BUY',
  orderDateTime: '20261123100000',
  orderNo: '17',
  orderQuantity: 1,
  barrierPrice: 0,
  orderPrice: 10.5,
};

test('orders are kept as they are, for their owner alone, until all are set back', ({ folder }) => {
  const log = new OrderLog(folder, settings);
  const path = join(folder, 'orders.jsonl');
  log.keep(order);
  log.keep({ ...order, orderNo: '18' });
  const lines = [order, { ...order, orderNo: '18' }].map((kept) => `${JSON.stringify(kept)}\n`);
  expect(readFileSync(path, 'utf8')).toBe(lines.join(''));
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect([...log.troubles]).toEqual([]);
  log.remove();
  expect(existsSync(path)).toBe(false);
});

for (const [how, secret] of [
  ['a key', KEY],
  ['a token', TOKEN],
  ['a key in base64', Buffer.from(KEY).toString('base64')],
  ['a token in percent-encoding', encodeURIComponent(TOKEN)],
] as const) {
  test(`${how} that the source gives as the number of an order is not written, and a note says so`, ({ folder }) => {
    const log = new OrderLog(folder, settings);
    log.keep({ ...order, orderNo: `n-${secret}` });
    const text = readFileSync(join(folder, 'orders.jsonl'), 'utf8');
    expect(text).not.toContain(secret);
    expect(JSON.parse(text)).toMatchObject({ stockCd: 'A1', orderPrice: 10.5 });
    expect([...log.troubles]).toEqual([
      expect.stringMatching(/^An order of the source holds the token or a key of this run, which is not written/),
    ]);
  });
}

test('where the file cannot be written, a note says so once', ({ folder }) => {
  const log = new OrderLog(join(folder, 'gone'), settings);
  log.keep(order);
  log.keep(order);
  expect([...log.troubles]).toEqual([
    'orders.jsonl could not be written (ENOENT): were the run killed, nobody would know the first values of its orders.',
  ]);
});
