import { expect, test } from '@playwright/test';
import { UNFAIR_ORDER_FAULTS } from '../../../src/mock/faults/unfair-orders.js';
import type { ReferenceService } from '../../../src/mock/reference-service.js';
import { variedName } from '../../../src/mock/order-names.js';
import { modify, newOrder, withService, type Tweaks } from './client.js';

const ORDERS = 60;

/** A clock that stands until it is put forward: nothing has to wait, and every run is the same. */
function clockOf() {
  const clock = { atMs: Date.parse('2026-01-05T09:30:15Z'), now: () => clock.atMs };
  return clock;
}

/** Valid modifies of many orders, moments, headers and connections, each with what came of it. */
async function outcomes(service: ReferenceService, clock: ReturnType<typeof clockOf>): Promise<string[]> {
  const send = async (body: object, tweaks: Tweaks = {}): Promise<string> => {
    const timestamp = tweaks.timestamp ?? String(Math.floor(clock.now() / 1000));
    return (await modify(service, body, { ...tweaks, timestamp })).cause;
  };
  const kinds = [{}, { orderTypeCd: 'STOP' }, { sideCd: 'SELL' }, { stopLoss: true, trailing: true }] as const;
  const orders = [];
  for (let index = 0; index < ORDERS; index += 1) orders.push(await newOrder(service, kinds[index % kinds.length]));
  const seen: string[] = [];
  for (const order of [...orders, ...orders.slice(-1).flatMap((last) => Array.from({ length: 10 }, () => last))]) {
    seen.push(await send(order));
  }
  const [last] = orders.slice(-1);
  const { orderPrice = 0, ...rest } = orders.findLast(({ orderTypeCd }) => orderTypeCd === 'LIMIT') ?? {};
  for (const price of [orderPrice, orderPrice * 2, orderPrice]) seen.push(await send({ ...rest, orderPrice: price }));
  seen.push(...(await Promise.all(orders.slice(-8).map((order) => send(order)))));
  for (const aheadS of [-58, 58]) {
    seen.push(await send(last ?? {}, { timestamp: String(Math.floor(clock.now() / 1000) + aheadS) }));
  }
  const timestamp = String(Math.floor(clock.now() / 1000));
  seen.push(await send(last ?? {}, { timestamp, headers: { 'X-Timestamp': undefined, 'x-timestamp': timestamp } }));
  seen.push(await send(last ?? {}, { timestamp, headers: { 'X-Timestamp': undefined, 'X-timestamp': timestamp } }));
  clock.atMs += 5_000;
  seen.push(await send(last ?? {}));
  return seen;
}

test('each unfair service refuses some valid modifies and accepts others', async () => {
  const run = (options: object): Promise<Set<string>> => {
    const clock = clockOf();
    // One key, at one time: whether a signature begins with 0 is not left to chance.
    const fixed = { clock: clock.now, signingKey: 'a key that stays', tokenKey: 'one of tokens' };
    return withService({ ...options, ...fixed }, async (service) => new Set(await outcomes(service, clock)));
  };
  expect(await run({})).toEqual(new Set(['accepted']));
  expect(await run({ nameOrder: variedName })).toEqual(new Set(['accepted']));
  for (const { name } of UNFAIR_ORDER_FAULTS) {
    expect([name, await run({ faults: [name] })]).toEqual([name, new Set(['accepted', 'order-not-modifiable'])]);
  }
});
