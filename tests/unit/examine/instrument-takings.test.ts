import { expect, test } from '@playwright/test';
import type { OrderType, Side } from '../../../src/contract/order.js';
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

/** Orders of one type and several sides, on instruments of their own, while orders of another type take modifies. */
function refusedKind(sides: readonly Side[], taken: readonly (readonly [OrderType, Side])[]): InstrumentTakings {
  const takings = new InstrumentTakings();
  for (const [at, [orderTypeCd, sideCd]] of taken.entries())
    takings.noteTaken({ ...ORDER, orderTypeCd, sideCd, orderNo: `taken ${at}` });
  for (const [at, sideCd] of sides.entries()) {
    const order = { ...ORDER, orderTypeCd: 'STOP', sideCd, stockCd: `NO${at}`, orderNo: `refused ${at}` } as const;
    takings.noteRefused(order);
    takings.noteRefusedKind(order);
  }
  return takings;
}

test('orders of a kind are put aside once four were refused, while others take modifies, until one of them does', () => {
  const kind = { orderTypeCd: 'STOP', sideCd: 'SELL' } as const;
  const four = ['SELL', 'SELL', 'SELL', 'SELL'] as const;
  expect(refusedKind(four.slice(1), [['LIMIT', 'BUY']]).putsAside(kind)).toBe(false);
  expect(refusedKind(four, []).putsAside(kind)).toBe(false);
  const refused = refusedKind(four, [['LIMIT', 'BUY']]);
  // Two are put aside, the third is tried all the same, then four are.
  const aside = [true, true, false, true, true, true, true, false, true];
  expect(aside.map(() => refused.putsAside(kind))).toEqual(aside);
  refused.noteTaken({ ...ORDER, ...kind, orderNo: 'another' });
  expect(refused.putsAside(kind)).toBe(false);
});

test('a type is put aside for what several of its sides refuse, and none of them took', () => {
  const kind = { orderTypeCd: 'STOP', sideCd: 'BUY' } as const;
  const two = ['SELL', 'SELL', 'SELL_TO_CLOSE', 'SELL_TO_CLOSE'] as const;
  expect(refusedKind(two, [['LIMIT', 'BUY']]).putsAside(kind)).toBe(true);
  expect(refusedKind(['SELL', 'SELL', 'SELL', 'SELL'], [['LIMIT', 'BUY']]).putsAside(kind)).toBe(false);
  expect(refusedKind(two, [['STOP', 'BUY']]).putsAside(kind)).toBe(false);
  expect(
    refusedKind(two, [
      ['STOP', 'BUY_TO_COVER'],
      ['LIMIT', 'BUY'],
    ]).putsAside(kind),
  ).toBe(false);
});

test('what would have changed nothing, or was refused of a filled order, says nothing of a kind', () => {
  const kind = { orderTypeCd: 'MARKET', sideCd: 'BUY' } as const;
  const orders = ['1', '2', '3', '4'].map((orderNo) => ({ ...ORDER, ...kind, stockCd: `NO${orderNo}`, orderNo }));
  const plain = refusedKind([], [['LIMIT', 'BUY']]);
  for (const order of orders) plain.noteRefused(order);
  expect(plain.putsAside(kind)).toBe(false);
  const filled = refusedKind([], [['LIMIT', 'BUY']]);
  for (const order of orders) filled.noteRefusedKind(order);
  expect(filled.putsAside(kind)).toBe(true);
  for (const order of orders.slice(0, 1)) filled.forget(order);
  expect(filled.putsAside(kind)).toBe(false);
});
