import { expect, test } from '@playwright/test';
import type { Order } from '../../../src/contract/order.js';
import { ChangedOrders } from '../../../src/wire/changed-orders.js';
import type { Exchange } from '../../../src/wire/exchange.js';
import { madeExchange, type Made } from '../../support/exchange-builder.js';

const DONE: Made = { status: 200, body: { status: 'SUCCESS', code: 200, data: { success: true } } };
const REFUSED: Made = { status: 400, body: { status: 'ERROR', code: 400 } };
const LOST: Made = { trouble: { kind: 'timeout', because: 'no answer came' } };

const [MORNING, EVENING] = ['2026-01-05T09:00:00.000+09:00', '2026-01-05T21:00:00.000+09:00'];
const orderOf = (orderNo: string, orderDateTime: string): Order => ({
  ...{ stockCd: 'USDJPY', orderTypeCd: 'LIMIT', sideCd: 'BUY', orderDateTime, orderNo },
  ...{ orderQuantity: 1, barrierPrice: 0, orderPrice: 150 },
});
const [FIRST, SECOND, OTHER] = [orderOf('1', MORNING), orderOf('1', EVENING), orderOf('2', MORNING)];
const ORDERS = [FIRST, SECOND, OTHER];

function modify(text: string, answer: Made = DONE): Exchange {
  const made = madeExchange({ operation: 'modifyOrder', ...answer });
  return { ...made, request: { ...made.request, method: 'POST', text } };
}

function changedBy(...exchanges: readonly Exchange[]): readonly Order[] {
  const changed = new ChangedOrders();
  for (const exchange of exchanges) changed.add(exchange);
  return changed.in(ORDERS);
}

test('of orders that share a number, only the one is changed of which the time is named', () => {
  expect(changedBy(modify(JSON.stringify(FIRST)))).toEqual([FIRST]);
  expect(changedBy(modify(JSON.stringify(SECOND)), modify(JSON.stringify(FIRST)))).toEqual([FIRST, SECOND]);
  expect(changedBy(modify(JSON.stringify(OTHER), LOST))).toEqual([OTHER]);
});

for (const [what, text] of [
  ['no time', '{"orderNo":"1"}'],
  ['another time', JSON.stringify(orderOf('1', '2026-01-06T09:00:00.000+09:00'))],
  ['an escaped time', JSON.stringify(FIRST).replace('2026-', '2026\\u002d')],
  ['both times', JSON.stringify(FIRST).replace('{', `{"orderDateTime":"${EVENING}",`)],
] as const) {
  test(`each of them may be changed by a body that names ${what}`, () => {
    expect(changedBy(modify(text))).toEqual([FIRST, SECOND]);
  });
}

test('an order is as it was after a refusal, a request that did not arrive, and a lookup', () => {
  const text = JSON.stringify(FIRST);
  const unreachable: Made = { trouble: { kind: 'unreachable', because: 'nothing listens' } };
  expect(changedBy(modify(text, REFUSED), modify(text, unreachable), modify(text, { operation: null }))).toEqual([]);
});

test('a number with quotes, backslashes and control characters is read as it is meant', () => {
  for (const orderNo of ['N"1', 'DESK\\1000', 'a\u0001b', '"']) {
    const order = orderOf(orderNo, MORNING);
    const changed = new ChangedOrders();
    changed.add(modify(JSON.stringify(order)));
    expect(changed.in([order]), orderNo).toEqual([order]);
    expect(changed.numbers).toContain(orderNo);
  }
  const escaped = new ChangedOrders();
  escaped.add(modify(JSON.stringify(FIRST).replace('"orderNo":"1"', '"orderNo":"\\u0031"')));
  expect(escaped.in([FIRST])).toEqual([FIRST]);
});

test('an order may be changed where the answer is one of success and does not say that it was refused', () => {
  const text = JSON.stringify(FIRST);
  for (const answer of [
    { status: 204 },
    { status: 200, body: '{"status":"SUCC' },
    { status: 200, body: `\uFEFF${JSON.stringify(DONE.body)}` },
    { status: 200, body: { status: 'SUCCESS', code: 200, data: [{ success: true }] } },
  ])
    expect(changedBy(modify(text, answer)), JSON.stringify(answer)).toEqual([FIRST]);
  for (const answer of [
    { status: 200, body: { status: 'ERROR', code: 40030, data: null } },
    { status: 200, body: { status: 'SUCCESS', code: 200, data: { success: false } } },
    { status: 404, body: 'no such order' },
  ])
    expect(changedBy(modify(text, answer)), JSON.stringify(answer)).toEqual([]);
});

test('what an accepted body switches on that an order does not have on is added to it', () => {
  const changed = new ChangedOrders();
  const body = { ...FIRST, profitRealizationYn: 'Y', profitRealizationBarrierPrice: 160, lossCutYn: 'N' };
  changed.add(modify(JSON.stringify(body), REFUSED));
  expect(changed.addedTo(FIRST)).toEqual([]);
  changed.add(modify(JSON.stringify(body)));
  expect(changed.addedTo(FIRST)).toEqual(['profitRealizationYn']);
  expect(changed.addedTo({ ...FIRST, profitRealizationYn: 'Y' })).toEqual([]);
  expect(changed.addedTo(OTHER)).toEqual([]);
});

test('only what was not known to be changed is new', () => {
  const changed = new ChangedOrders();
  const added = [FIRST, FIRST, SECOND, OTHER].map((order) => changed.add(modify(JSON.stringify(order))));
  expect(added).toEqual([true, false, true, true]);
  const later = new ChangedOrders(changed);
  expect(later.add(modify(JSON.stringify(SECOND)))).toBe(false);
  expect(later.add(modify('{"orderNo":"2"}'))).toBe(true);
  expect(changed.add(modify('{"orderNo":"2"}'))).toBe(true);
});
