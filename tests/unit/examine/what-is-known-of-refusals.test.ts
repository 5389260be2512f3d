import { expect, test } from '@playwright/test';
import type { Order, OrderType } from '../../../src/contract/order.js';
import { ownValues, priceChange } from '../../../src/examine/order-steps.js';
import { UnfairRefusals, type Place } from '../../../src/examine/unfair-refusals.js';
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

/** How old an order is, in milliseconds, and how many came after it. */
interface Age {
  readonly ageMs: number;
  readonly after: number;
}

const placeAt = ({ ageMs, after }: Age): Place => {
  const made = { atMs: 0, asked: 1, given: 1 };
  return {
    created: { asked: { ...made, given: 0 }, given: made },
    moment: { atMs: ageMs, asked: 1 + after, given: 1 + after },
  };
};

const orderOf = (at: number): Order => ({ ...ORDER, orderNo: `no ${at}` });

/** Takes in that a modify of an order at this age was accepted or refused. */
function notePlain(unfair: UnfairRefusals, order: Order, age: Age, made: Made): void {
  const body = priceChange(order);
  const aspects = unfair.aspectsOf({ body, order, instrument: null }, placeAt(age));
  if (made === DONE) unfair.noteTaken(order, body);
  unfair.note(order, aspects, madeExchange({ operation: 'modifyOrder', ...made }), placeAt(age));
}

/** The same, and that its source shows it unfilled. */
function noteUnfilled(unfair: UnfairRefusals, order: Order, age: Age): void {
  notePlain(unfair, order, age, REFUSED);
  unfair.noteUnfilled(order);
}

test('orders that took so many modifies are not refused for these where the same orders took as many as others', () => {
  const unfair = new UnfairRefusals();
  const young = { ageMs: 10, after: 0 };
  for (let at = 0; at < 60; at += 1) {
    const times = at < 50 ? 2 : 10 + (at % 5);
    for (let time = 0; time < times; time += 1) notePlain(unfair, orderOf(at), young, DONE);
  }
  for (let at = 50; at < 60; at += 1) noteUnfilled(unfair, orderOf(at), young);
  expect(unfair.findRule()).toBeNull();
});

test('what decides is known from the first few orders of many that are refused', () => {
  const unfair = new UnfairRefusals();
  const age = { ageMs: 900, after: 10 };
  const ofKind = (at: number, orderTypeCd: OrderType): Order => ({ ...orderOf(at), orderTypeCd });
  for (let at = 0; at < 300; at += 1) notePlain(unfair, ofKind(at, at % 2 === 0 ? 'LIMIT' : 'STOP'), age, DONE);
  expect(unfair.rule).toBeNull();
  for (let at = 300; at < 306; at += 1) notePlain(unfair, ofKind(at, 'MARKET'), age, REFUSED);
  expect(unfair.rule).toMatchObject({ aspect: 'orderTypeCd', values: ['MARKET'] });
});

test('an order is too old by its time or by the orders after it, as long as either may be why', () => {
  const unfair = new UnfairRefusals();
  for (let at = 0; at < 80; at += 1) notePlain(unfair, orderOf(at), { ageMs: 900, after: 10 }, DONE);
  for (let at = 80; at < 90; at += 1) noteUnfilled(unfair, orderOf(at), { ageMs: 2_100, after: 70 });
  const isTooOld = (ageMs: number, after: number): boolean => unfair.isTooOld(placeAt({ ageMs, after }));
  expect([isTooOld(2_200, 5), isTooOld(800, 80), isTooOld(1_000, 12)]).toEqual([true, true, false]);
  for (let at = 90; at < 96; at += 1) notePlain(unfair, orderOf(at), { ageMs: 800, after: 90 }, DONE);
  expect([isTooOld(2_200, 5), isTooOld(800, 80), isTooOld(1_000, 12)]).toEqual([true, false, false]);
});
