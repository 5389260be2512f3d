import { PRICES_OF, type Instrument, type Order } from '../contract/order.js';
import { fromCount, placesOf, toCount } from './decimal.js';

/** What of an instrument's record bounds a body. */
export type OrderBounds = Pick<Instrument, 'pointUnit' | 'minOrderQuantity' | 'maxOrderQuantity' | 'orderUnit'>;

/** How far generated numbers may go. */
export interface Limits {
  /** How far prices stay from the order's own, as a fraction. */
  readonly band: number;
  /** `null` where the instrument's record is not known. */
  readonly instrument: Pick<OrderBounds, 'pointUnit'> | null;
}

export type PriceField = 'barrierPrice' | 'orderPrice' | 'profitRealizationBarrierPrice' | 'lossCutBarrierPrice';

/** No more steps than these are counted: with finer ones, a room does not reach to the edge of the band. */
const MOST_STEPS = 1_000_000;

/** Where one price of an order may go: its own price plus so many whole steps. Without steps, `most` is 0. */
export interface Room {
  readonly own: number;
  /** Own price and step, counted in units of 10^-places. */
  readonly ownCount: number;
  readonly stepCount: number;
  readonly places: number;
  /** Most steps, up or down. */
  readonly most: number;
}

/** The rooms of an order's prices: of those that it has and no others. */
export type Rooms = Readonly<Partial<Record<PriceField, Room>>>;

/**
 * Where the prices of an order may go. Each stays within the band and nearer to its own place than to that of any other
 * price of the order, so that a limit never crosses its barrier or a take-profit: rules about that are not in the
 * document, yet a service may well have some.
 */
export function roomsOf(order: Order, limits: Limits): Rooms {
  const prices = Object.entries(pricesOf(order)) as [PriceField, number][];
  return Object.fromEntries(
    prices.map(([field, own]) => {
      const others = prices.flatMap(([other, price]) => (other === field || price === own ? [] : [price]));
      return [field, roomOf(own, others, limits)];
    }),
  );
}

/** The price so many steps away from the order's own. */
export function priceAt({ own, ownCount, stepCount, places }: Room, steps: number): number {
  return steps === 0 ? own : fromCount(ownCount + steps * stepCount, places);
}

/** One step up or down, or the own price where there is no room. */
export function nextPrice(room: Room, direction: 1 | -1 = 1): number {
  return priceAt(room, direction * Math.min(1, room.most));
}

/** The prices that an order has, conditions that are off left out. */
export function pricesOf(order: Order): Readonly<Partial<Record<PriceField, number>>> {
  const { orderTypeCd, profitRealizationBarrierPrice: target, lossCutBarrierPrice: stop } = order;
  return {
    ...(PRICES_OF[orderTypeCd].barrierPrice && { barrierPrice: order.barrierPrice }),
    ...(PRICES_OF[orderTypeCd].orderPrice && { orderPrice: order.orderPrice }),
    ...(order.profitRealizationYn === 'Y' && target !== undefined && { profitRealizationBarrierPrice: target }),
    ...(order.lossCutYn === 'Y' && stop !== undefined && { lossCutBarrierPrice: stop }),
  };
}

/** One in the last place that any price of the order has: the smallest step that is known of where no record tells it. */
export function lastPlaceOf(order: Order): number {
  return fromCount(1, Math.max(0, ...Object.values(pricesOf(order)).map(placesOf)));
}

/** The limits with steps that lead to the edge of the band: coarser ones, where those of the instrument are very fine. */
export function reachingLimits({ band, instrument }: Limits, own: number): Limits {
  const { pointUnit = 0 } = instrument ?? {};
  const finer = (Math.abs(own) * band) / pointUnit / MOST_STEPS;
  if (!(pointUnit > 0) || !(finer > 1) || !Number.isFinite(finer)) return { band, instrument };
  const places = placesOf(pointUnit);
  const coarser = fromCount(toCount(pointUnit, places) ?? 0, places - Math.ceil(Math.log10(finer)));
  return { band, instrument: { pointUnit: coarser } };
}

/** Where one price may go beside others. */
export function roomOf(own: number, others: readonly number[], { band, instrument }: Limits): Room {
  const pointUnit = instrument?.pointUnit ?? 0;
  const widest = Math.abs(own) * band;
  const step = pointUnit > 0 && Number.isFinite(pointUnit) ? pointUnit : stepFor(own, widest);
  const places = Math.max(placesOf(own), placesOf(step));
  const [ownCount, stepCount] = [toCount(own, places), toCount(step, places)];
  if (ownCount === null || stepCount === null) return { own, ownCount: 0, stepCount: 0, places: 0, most: 0 };
  const halves = others.map((other) => Math.abs(other - own) / 2);
  // A hundredth of a step outweighs what binary fractions get wrong.
  const most = Math.max(0, Math.floor(Math.min(widest, ...halves) / step - 0.01));
  return { own, ownCount, stepCount, places, most: Math.min(most, MOST_STEPS) };
}

/** Without a point unit: one in the last place of the own price, or finer where that would leave the band. */
function stepFor(own: number, widest: number): number {
  for (let places = placesOf(own); places < 12; places += 1) {
    const step = fromCount(1, places);
    if (step < widest) return step;
  }
  return fromCount(1, 12);
}
