import { expect, test } from '@playwright/test';
import { ownValues } from '../../../src/examine/order-steps.js';
import { UnfairRefusals } from '../../../src/examine/unfair-refusals.js';
import { ORDER } from '../../support/conduct-builder.js';

test('a body leaves an order as it is where the order has all of it by now', () => {
  const unfair = new UnfairRefusals();
  const first = ownValues(ORDER);
  const moved = { ...first, orderPrice: ORDER.orderPrice + 1 };
  expect([unfair.leavesAsItIs(ORDER, first), unfair.leavesAsItIs(ORDER, moved)]).toEqual([true, false]);
  unfair.noteTaken(ORDER, moved);
  expect([unfair.leavesAsItIs(ORDER, first), unfair.leavesAsItIs(ORDER, moved)]).toEqual([false, true]);
  expect(unfair.leavesAsItIs(ORDER, { ...moved, lossTrackingYn: 'Y' })).toBe(false);
});
