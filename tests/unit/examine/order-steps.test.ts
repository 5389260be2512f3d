import { Buffer } from 'node:buffer';
import { expect, test } from '@playwright/test';
import type { Order } from '../../../src/contract/order.js';
import { pricesAfter } from '../../../src/examine/order-steps.js';

const ORDER: Order = {
  stockCd: 'A',
  orderTypeCd: 'LIMIT_STOP',
  sideCd: 'BUY',
  orderDateTime: '2026-01-05T09:00:00+09:00',
  orderNo: '1',
  orderQuantity: 1,
  barrierPrice: 90,
  orderPrice: 100,
  profitRealizationYn: 'Y',
  profitRealizationBarrierPrice: 110,
};

test('an order has the prices of the modify that was accepted', () => {
  const body = { ...ORDER, orderPrice: 101, profitRealizationBarrierPrice: 111 };
  const expected = { ...ORDER, orderPrice: 101, profitRealizationBarrierPrice: 111 };
  expect(pricesAfter(ORDER, body)).toEqual(expected);
  expect(pricesAfter(ORDER, JSON.stringify(body))).toEqual(expected);
  expect(pricesAfter(ORDER, Buffer.from(JSON.stringify(body)))).toEqual(expected);
});

test('a price that a modify leaves out or sets to 0 stays as it is', () => {
  expect(pricesAfter(ORDER, { barrierPrice: 0, orderPrice: 101 })).toEqual({ ...ORDER, orderPrice: 101 });
});

test('a condition that was switched off keeps its price, and its switch is none of the prices', () => {
  const body = { profitRealizationYn: 'N', profitRealizationBarrierPrice: 0 };
  expect(pricesAfter(ORDER, body)).toEqual(ORDER);
});

test('what is no JSON object leaves an order as it is', () => {
  for (const body of ['', 'null', '[1]', '{"orderPrice":"101"}', Buffer.from([0xff])]) {
    expect(pricesAfter(ORDER, body)).toEqual(ORDER);
  }
});
