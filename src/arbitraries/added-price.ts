import fc from 'fast-check';
import type { Instrument, Order } from '../contract/order.js';
import { priceAt, pricesOf, roomOf } from './price-room.js';

/**
 * Plausible prices for a condition or a price that an order does not have: 3 to 8 % away from one that it has, or from
 * the instrument's last close.
 */
export function addedPrices(
  order: Order,
  instrument: Instrument | null,
  side: 'above' | 'below' = 'above',
): fc.Arbitrary<number> {
  const near = Object.values(pricesOf(order))[0] ?? instrument?.closePrice ?? 0;
  const own = near === 0 ? 100 : near;
  const room = roomOf(own, [], { band: 0.08, instrument });
  if (room.most === 0) return fc.constant(own);
  const sign = side === 'above' ? 1 : -1;
  const nearest = Math.ceil((room.most * 3) / 8);
  return fc.integer({ min: nearest, max: room.most }).map((steps) => priceAt(room, sign * steps));
}
