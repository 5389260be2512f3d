import { expect, test } from '@playwright/test';
import { ownValues } from '../../../src/examine/order-steps.js';
import { UnfairRefusals } from '../../../src/examine/unfair-refusals.js';
import { ORDER } from '../../support/conduct-builder.js';
import { madeExchange, type Made } from '../../support/exchange-builder.js';

const DONE: Made = { status: 200, body: { status: 'SUCCESS', code: 200, data: { success: true } } };
const REFUSED: Made = { status: 400, body: { status: 'ERROR', code: 400 } };

test('a body leaves an order as it is where the order has all of it by now', () => {
  const unfair = new UnfairRefusals();
  const first = ownValues(ORDER);
  const moved = { ...first, orderPrice: ORDER.orderPrice + 1 };
  expect([unfair.leavesAsItIs(ORDER, first), unfair.leavesAsItIs(ORDER, moved)]).toEqual([true, false]);
  unfair.noteTaken(ORDER, moved);
  expect([unfair.leavesAsItIs(ORDER, first), unfair.leavesAsItIs(ORDER, moved)]).toEqual([false, true]);
  expect(unfair.leavesAsItIs(ORDER, { ...moved, lossTrackingYn: 'Y' })).toBe(false);
});

test('what is refused is sent again four times in vain, however many are refused at once, and on while it helps', () => {
  const unfair = new UnfairRefusals();
  const times = (): string => Array.from({ length: 6 }, () => (unfair.takeAgain('at once') ? 'x' : '.')).join('');
  expect(times()).toBe('xxxx..');
  unfair.noteAgain(ORDER, madeExchange({ operation: 'modifyOrder', ...REFUSED }), 'at once');
  expect(times()).toBe('......');
  unfair.noteAgain(ORDER, madeExchange({ operation: 'modifyOrder', ...DONE }), 'at once');
  expect(times()).toBe('xx....');
});
