import { expect, test } from '@playwright/test';
import type { OrderType } from '../../../src/contract/order.js';
import { InstrumentTakings } from '../../../src/examine/instrument-takings.js';
import { ORDER } from '../../support/conduct-builder.js';

function seen(...orders: readonly (readonly [stockCd: string, orderTypeCd: OrderType, isTaken: boolean])[]) {
  const takings = new InstrumentTakings();
  for (const [at, [stockCd, orderTypeCd, isTaken]] of orders.entries()) {
    const order = { ...ORDER, stockCd, orderTypeCd, orderNo: String(at) };
    if (isTaken) takings.noteTaken(order);
    else takings.noteRefused(order);
  }
  return takings;
}

test('an instrument may be halted once two of its orders in a row are refused, where others of their kind are taken', () => {
  expect(seen(['ONE', 'LIMIT', false]).areRefused('ONE')).toBe(false);
  const refused = seen(['ONE', 'LIMIT', false], ['ONE', 'LIMIT', false]);
  expect(refused.areRefused('ONE')).toBe(true);
  expect(refused.mayBeHalted('ONE')).toBe(false);
  expect(seen(['ONE', 'LIMIT', false], ['ONE', 'LIMIT', false], ['TWO', 'LIMIT', true]).mayBeHalted('ONE')).toBe(true);
  expect(seen(['ONE', 'LIMIT', false], ['ONE', 'STOP', false], ['ONE', 'LIMIT', true]).areRefused('ONE')).toBe(false);
  expect(seen().areRefused('ONE')).toBe(false);
});

test('a kind is refused for itself where its instrument takes others, or several instruments refuse it and none is halted', () => {
  expect(seen(['ONE', 'STOP', true], ['ONE', 'LIMIT', false]).isForKind(['ONE'])).toBe(true);
  const alone = seen(['ONE', 'LIMIT', false], ['TWO', 'LIMIT', false], ['TEN', 'STOP', true]);
  expect(alone.isForKind(['ONE'])).toBe(false);
  expect(alone.isForKind(['ONE', 'ONE'])).toBe(false);
  expect(alone.isForKind(['ONE', 'TWO'])).toBe(true);
  const halted = [
    ['SIX', 'STOP', false],
    ['SIX', 'STOP', false],
  ] as const;
  const beside = seen(['ONE', 'LIMIT', false], ['TWO', 'LIMIT', false], ['TEN', 'STOP', true], ...halted);
  expect(beside.isForKind(['ONE', 'TWO'])).toBe(false);
});

test('an instrument that was halted in between says nothing of a kind', () => {
  const since = seen(['ONE', 'LIMIT', true], ['ONE', 'LIMIT', false], ['ONE', 'STOP', false]);
  expect(since.isForKind(['ONE'])).toBe(false);
});

test('an order that took a modify and takes no more says nothing of its instrument: it may be worn out, or filled', () => {
  const takings = new InstrumentTakings();
  for (const orderNo of ['1', '2', '3']) {
    const order = { ...ORDER, stockCd: 'ONE', orderNo };
    takings.noteTaken(order);
    takings.noteRefused(order);
  }
  expect(takings.areRefused('ONE')).toBe(false);
});
