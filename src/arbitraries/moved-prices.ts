import type { ModifyBody, Order } from '../contract/order.js';
import { fromCount } from './decimal.js';
import { priceAt, pricesOf, roomOf, type Limits, type Room } from './price-room.js';
import { NO_CHANGES } from './structures.js';
import { bodyOf } from './valid-body.js';

/** A price that a modify is about, and not one of its conditions. */
export type OwnPrice = 'barrierPrice' | 'orderPrice';

/** Steps that lead to the next place of grids as coarse as these, counted from the order's own price. */
const NEAR_STEPS = [1, 10, 100, 1000];

/** Places all over the band, in each direction. */
const FAR_PLACES = 4;

/**
 * Bodies that move some prices of an order and leave the others: near to its own and all over the band, up and down, on
 * fine and coarse grids from its own price, and at round prices. They may cross other prices of the order, which the document does
 * not rule out: where one of them is accepted, the price can be moved.
 *
 * @param turn - 0 to 3: another one has other places, so that a few orders together leave small gaps
 */
export function movedBodies(order: Order, moved: readonly OwnPrice[], limits: Limits, turn: number): ModifyBody[] {
  const rooms = moved.map((field) => [field, roomOf(order[field], [], limits)] as const);
  const most = Math.min(...rooms.map(([, room]) => room.most));
  const bodyAt = (place: (room: Room) => number): ModifyBody =>
    bodyOf(order, NO_CHANGES, {
      ...pricesOf(order),
      ...Object.fromEntries(rooms.map(([f, room]) => [f, place(room)])),
    });
  const near = upAndDown(NEAR_STEPS.filter((steps) => steps <= most)).map((steps) =>
    bodyAt((room) => priceAt(room, steps)),
  );
  const parts = Array.from({ length: FAR_PLACES }, (_, place) => (place + (turn + 1) / 4) / FAR_PLACES);
  const far = upAndDown(parts).map((part) => bodyAt((room) => roundPrice(room, part)));
  return [...near, ...far].filter((body) => moved.every((field) => body[field] !== order[field]));
}

function upAndDown(distances: readonly number[]): number[] {
  return distances.flatMap((distance) => [distance, -distance]);
}

/** The roundest price near such a part of the way to the edge of the band. */
function roundPrice(room: Room, part: number): number {
  const { ownCount, stepCount, places, most } = room;
  const steps = Math.round(part * most);
  const grain = stepCount * 10 ** Math.floor(Math.log10(Math.max(1, most / (4 * FAR_PLACES))));
  const count = Math.round((ownCount + steps * stepCount) / grain) * grain;
  const isWithin = grain > 0 && Math.abs(count - ownCount) <= most * stepCount;
  return isWithin ? fromCount(count, places) : priceAt(room, steps);
}
