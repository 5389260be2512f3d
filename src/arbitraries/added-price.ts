import fc from 'fast-check';
import type { Instrument, Order } from '../contract/order.js';
import { priceAt, pricesOf, roomOf } from './price-room.js';

const SOME_PRICE = 100;

/**
 * Plausible prices for a condition or a price that an order does not have: 3 to 8 % beyond all that it is ordered at, or,
 * where it has no such price, from the instrument's last close.
 */
export function addedPrices(
  order: Order,
  instrument: Instrument | null,
  side: 'above' | 'below' = 'above',
): fc.Arbitrary<number> {
  const sign = side === 'above' ? 1 : -1;
  const own = sign * Math.max(...startsOf(order, instrument).map((price) => sign * price));
  const room = roomOf(own, [], { band: 0.08, instrument });
  if (room.most === 0) return fc.constant(own);
  const nearest = Math.ceil((room.most * 3) / 8);
  return fc.integer({ min: nearest, max: room.most }).map((steps) => priceAt(room, sign * steps));
}

/** What a new price keeps away from; never empty, and never 0. */
function startsOf(order: Order, instrument: Instrument | null): readonly number[] {
  const { barrierPrice, orderPrice, ...conditions } = pricesOf(order);
  const starts = [[barrierPrice, orderPrice], [instrument?.closePrice], Object.values(conditions), [SOME_PRICE]]
    .map((prices) => prices.filter((price): price is number => price !== undefined && price !== 0))
    .find((prices) => prices.length > 0);
  return starts ?? [];
}
