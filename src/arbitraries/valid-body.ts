import fc from 'fast-check';
import type { ModifyBody, Order, YesNo } from '../contract/order.js';
import { fromCount, placesOf, toCount } from './decimal.js';
import {
  nextPrice,
  priceAt,
  roomsOf,
  type Limits,
  type OrderBounds,
  type PriceField,
  type Room,
} from './price-room.js';
import { misfit, neededFor, type Change, type Changes } from './structures.js';

type Prices = Readonly<Partial<Record<PriceField, number>>>;

/** Room for one step: what {@link plainBody} takes. */
const PLAIN_BAND = 0.02;

/**
 * The plainest valid body: each price one step above the order's own, everything else the order's own. A price that is
 * not needed is 0, and the conditions are changed as asked.
 *
 * @param direction - -1: one step below
 * @throws Error where a condition is to be changed that the order does not have
 */
export function plainBody(
  order: Order,
  changes: Changes,
  instrument: Limits['instrument'] = null,
  direction: 1 | -1 = 1,
): ModifyBody {
  const rooms = Object.entries(roomsOf(order, { band: PLAIN_BAND, instrument })) as [PriceField, Room][];
  return bodyOf(order, changes, Object.fromEntries(rooms.map(([field, room]) => [field, nextPrice(room, direction)])));
}

/**
 * Valid bodies of one structure. Prices: the order's own, one point off, the edges of the band, and between; all on the
 * grid of point units that the order's own price is on. Shrinks towards the order's own prices.
 *
 * @throws Error where a condition is to be changed that the order does not have
 * @clause MOD-001 TPS-006
 */
export function validBody(order: Order, structure: Changes, limits: Limits): fc.Arbitrary<ModifyBody> {
  return bodiesWith(order, structure, limits, stepsWithin, priceAt);
}

/**
 * Bodies as {@link validBody} makes them, but for prices off the grid of point units, with up to 9 more decimals. The
 * document has no rule on them: whether they are accepted is observed.
 *
 * @clause OPN-014
 */
export function oddPriceBody(order: Order, structure: Changes, limits: Limits): fc.Arbitrary<ModifyBody> {
  return bodiesWith(order, structure, limits, betweenSteps, (room, { steps, digits }) => {
    if (room.stepCount === 0) return room.own;
    const moved = room.ownCount + steps * room.stepCount;
    return Number(`${moved}${digits}e-${room.places + digits.length}`);
  });
}

/**
 * Plain bodies with a quantity at the edge of the instrument's bounds: smallest, largest, one unit from either.
 * The document does not say that a modification can change the quantity.
 *
 * @returns `null` where no record is known or its bounds leave no room
 * @clause OPN-009
 */
export function quantityBody(
  order: Order,
  structure: Changes,
  instrument: OrderBounds | null,
): fc.Arbitrary<ModifyBody> | null {
  const quantities = instrument === null ? [] : edgeQuantities(instrument);
  if (quantities.length === 0) return null;
  const plain = plainBody(order, structure, instrument);
  return fc.constantFrom(...quantities).map((orderQuantity) => ({ ...plain, orderQuantity }));
}

function edgeQuantities({ minOrderQuantity: min, maxOrderQuantity: max, orderUnit: unit }: OrderBounds): number[] {
  const places = Math.max(placesOf(min), placesOf(max), placesOf(unit));
  const [low, high, step] = [toCount(min, places), toCount(max, places), toCount(unit, places)];
  if (low === null || high === null || step === null || step <= 0) return [];
  const [first, last] = [Math.ceil(low / step) * step, Math.floor(high / step) * step];
  const edges = [first, last, first + step, last - step].filter(
    (count) => count > 0 && count >= first && count <= last,
  );
  return [...new Set(edges)].map((count) => fromCount(count, places));
}

/** Steps from the own price, with those at which rules change made likely. */
function stepsWithin({ most }: Room): fc.Arbitrary<number> {
  if (most === 0) return fc.constant(0);
  return fc.oneof(fc.constantFrom(0, 1, -1, most, -most), fc.integer({ min: -most, max: most }));
}

interface BetweenSteps {
  readonly steps: number;
  /** Decimals beyond those of the grid; not all of them 0. */
  readonly digits: string;
}

function betweenSteps(room: Room): fc.Arbitrary<BetweenSteps> {
  // A double holds 15 digits: more would be rounded away.
  const longest = Math.max(1, Math.min(9, 15 - String(Math.abs(room.ownCount)).length));
  const digits = fc.tuple(fc.nat({ max: 10 ** (longest - 1) - 1 }), fc.integer({ min: 1, max: 9 }));
  return fc.tuple(stepsWithin({ ...room, most: Math.max(0, room.most - 1) }), digits).map(([steps, [head, last]]) => {
    return { steps, digits: `${head === 0 ? '' : String(head).padStart(longest - 1, '0')}${last}` };
  });
}

function bodiesWith<Position>(
  order: Order,
  changes: Changes,
  limits: Limits,
  positionsIn: (room: Room) => fc.Arbitrary<Position>,
  priceOf: (room: Room, position: Position) => number,
): fc.Arbitrary<ModifyBody> {
  const rooms = Object.entries(roomsOf(order, limits)) as [PriceField, Room][];
  const positions = rooms.map(([, room]) => positionsIn(room));
  bodyOf(order, changes, {}); // says at once what does not fit
  return fc.tuple(...positions).map((chosen) => {
    const prices: Partial<Record<PriceField, number>> = {};
    rooms.forEach(([field, room], index) => (prices[field] = priceOf(room, chosen[index] as Position)));
    return bodyOf(order, changes, prices);
  });
}

/** The body of an order with prices set. Its members are in the order of the document. */
export function bodyOf(order: Order, changes: Changes, prices: Prices): ModifyBody {
  const because = misfit(order, neededFor(changes));
  if (because !== null) throw new Error(`A body cannot change this order as asked: ${because}.`);
  const { stockCd, orderTypeCd, sideCd, orderDateTime, orderNo, orderQuantity } = order;
  return {
    ...{ stockCd, orderTypeCd, sideCd, orderDateTime, orderNo, orderQuantity },
    barrierPrice: prices.barrierPrice ?? 0,
    orderPrice: prices.orderPrice ?? 0,
    ...takeProfitMembers(changes.takeProfit, prices.profitRealizationBarrierPrice ?? 0),
    ...stopLossMembers(changes.stopLoss, prices.lossCutBarrierPrice ?? 0),
    ...(changes.trailing === 'omit' ? {} : { lossTrackingYn: changes.trailing }),
  };
}

function takeProfitMembers(change: Change, price: number): Partial<ModifyBody> {
  if (change === 'omit') return {};
  return { profitRealizationYn: change, profitRealizationBarrierPrice: priceFor(change, price) };
}

function stopLossMembers(change: Change, price: number): Partial<ModifyBody> {
  return change === 'omit' ? {} : { lossCutYn: change, lossCutBarrierPrice: priceFor(change, price) };
}

const priceFor = (change: YesNo, price: number): number => (change === 'Y' ? price : 0);
