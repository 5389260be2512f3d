import { Buffer } from 'node:buffer';
import type { Settings } from '../contract/settings.js';
import { pricesOf } from '../arbitraries/price-room.js';
import { PRICES_OF, type Instrument, type ModifyBody, type Order } from '../contract/order.js';
import type { ModifyRecipe } from '../client/request-recipe.js';
import { isJsonObject, parseJson } from '../wire/json.js';

/** Members of a modify body that only a take-profit or stop-loss change sends (2.4). */
const CONDITION_MEMBERS = [
  'profitRealizationYn',
  'profitRealizationBarrierPrice',
  'lossCutYn',
  'lossCutBarrierPrice',
  'lossTrackingYn',
] as const;

/**
 * The order with its prices, those of its conditions included, moved up by a few of the smallest steps, so that each
 * modify in a row really changes something and their order among each other stays. Prices stay on the instrument's grid;
 * without a known instrument, on the grid of the price's own decimals.
 *
 * @param steps - whole number of steps, 0 for the order's own prices
 */
export function stepped(order: Order, instrument: Pick<Instrument, 'pointUnit'> | null, steps: number): Order {
  return withPrices(order, (price) => moved(price, instrument?.pointUnit, steps));
}

/**
 * The order with each of its prices at the next multiple of a unit, so far away at least: other than {@link stepped}, whatever
 * grid its prices are on.
 *
 * @param direction - -1: below
 * @param part - of the price, from 0 up
 */
export function onRoundPrices(order: Order, unit: number, direction: 1 | -1, part: number): Order {
  const { scale, step } = gridOf(unit, unit);
  return withPrices(order, (price) => {
    const units = (price * (1 + direction * part) * scale) / step;
    const next = direction > 0 ? Math.floor(units + SAME_UNIT) + 1 : Math.ceil(units - SAME_UNIT) - 1;
    return next > 0 ? (next * step) / scale : price;
  });
}

/** Of a unit: what binary fractions may get wrong. */
const SAME_UNIT = 1e-6;

/** The order with other values for the prices that it has, those of its conditions included. */
function withPrices(order: Order, move: (price: number) => number): Order {
  const needs = PRICES_OF[order.orderTypeCd];
  const { profitRealizationBarrierPrice: target, lossCutBarrierPrice: stop } = order;
  return {
    ...order,
    barrierPrice: needs.barrierPrice ? move(order.barrierPrice) : 0,
    orderPrice: needs.orderPrice ? move(order.orderPrice) : 0,
    ...(order.profitRealizationYn === 'Y' && target !== undefined && { profitRealizationBarrierPrice: move(target) }),
    ...(order.lossCutYn === 'Y' && stop !== undefined && { lossCutBarrierPrice: move(stop) }),
  };
}

/** A body that moves the prices and leaves every condition as it is, by omission. */
export function priceChange(order: Order): ModifyBody {
  return Object.fromEntries(
    Object.entries(order).filter(([member]) => !(CONDITION_MEMBERS as readonly string[]).includes(member)),
  ) as unknown as ModifyBody;
}

/** How far prices stay from the order's own where no profile says so, as a fraction. */
const DEFAULT_BAND = 0.02;

/** How far prices stay from the order's own in this run, as a fraction. */
export function priceBandOf({ profile }: Settings): number {
  return profile.limits?.priceBand ?? DEFAULT_BAND;
}

/**
 * How many steps fit between each needed price and the upper edge of the band.
 *
 * @param band - as a fraction of the price
 */
export function stepsWithin(order: Order, instrument: Pick<Instrument, 'pointUnit'> | null, band: number): number {
  const needs = PRICES_OF[order.orderTypeCd];
  const prices = [...(needs.barrierPrice ? [order.barrierPrice] : []), ...(needs.orderPrice ? [order.orderPrice] : [])];
  return Math.min(
    ...prices.map((price) => {
      const { scale, step } = gridOf(price, instrument?.pointUnit);
      return Math.floor((Math.abs(price) * band * scale) / step + 1e-9);
    }),
  );
}

/** Whether these prices, among those of an order, are so far from its own at most: a fraction of the price. */
export function staysWithin(order: Order, prices: Partial<Order>, band: number): boolean {
  return Object.entries(pricesOf(order)).every(([name, own]) => {
    const price = prices[name as keyof typeof prices] ?? own;
    return Math.abs(Number(price) - own) <= Math.abs(own) * band;
  });
}

function moved(price: number, unit: number | undefined, steps: number): number {
  if (steps === 0) return price;
  const { scale, step } = gridOf(price, unit);
  // A unit may be smaller than what a number of this size can tell, and so may 1.
  if (Math.abs(price) * scale <= Number.MAX_SAFE_INTEGER) return (Math.round(price * scale) + steps * step) / scale;
  return unit === undefined ? price * (1 + steps * FINEST) : moved(price, undefined, steps);
}

/** The smallest step of a number that tells no whole numbers, as a part of it. */
const FINEST = 2 ** -50;

/** Decimals as a power of ten, and the smallest step counted in that. */
function gridOf(price: number, unit: number | undefined): { readonly scale: number; readonly step: number } {
  const decimals = Math.max(decimalsOf(price), unit === undefined ? 0 : decimalsOf(unit));
  const scale = 10 ** decimals;
  return { scale, step: unit === undefined || unit <= 0 ? 1 : Math.max(1, Math.round(unit * scale)) };
}

function decimalsOf(value: number): number {
  const [mantissa = '', exponent = '0'] = value.toString().toLowerCase().split('e');
  const fraction = mantissa.split('.')[1]?.length ?? 0;
  return Math.min(15, Math.max(0, fraction - Number(exponent)));
}

/** A body that gives the order the values it has: its prices, and Y with its price for each condition that is on. */
export function ownValues(order: Order): ModifyBody {
  return {
    ...priceChange(order),
    ...(order.profitRealizationYn === 'Y' && {
      profitRealizationYn: 'Y',
      profitRealizationBarrierPrice: order.profitRealizationBarrierPrice ?? 0,
    }),
    ...(order.lossCutYn === 'Y' && { lossCutYn: 'Y', lossCutBarrierPrice: order.lossCutBarrierPrice ?? 0 }),
    ...(order.lossTrackingYn === 'Y' && { lossTrackingYn: 'Y' }),
  };
}

const PRICES = ['barrierPrice', 'orderPrice', 'profitRealizationBarrierPrice', 'lossCutBarrierPrice'] as const;

/** The order with the prices that a modify gives it; one that the body leaves out or sets to 0 stays as it is. */
export function pricesAfter(order: Order, body: ModifyRecipe['body']): Order {
  const sent = membersOf(body);
  const given = PRICES.flatMap((name) => {
    const price = sent[name];
    return typeof price === 'number' && price !== 0 ? [[name, price] as const] : [];
  });
  return given.length === 0 ? order : { ...order, ...Object.fromEntries(given) };
}

/** The conditions that a body changes, as they are then. */
export function conditionsIn(body: ModifyRecipe['body']): Partial<Order> {
  const isCondition = ([name, value]: readonly [string, unknown]): boolean =>
    /Yn$/.test(name) && (value === 'Y' || value === 'N');
  return Object.fromEntries(Object.entries(membersOf(body)).filter(isCondition));
}

function membersOf(body: ModifyRecipe['body']): Readonly<Record<string, unknown>> {
  if (typeof body === 'object' && !(body instanceof Uint8Array)) return body as Readonly<Record<string, unknown>>;
  const parsed = parseJson(typeof body === 'string' ? body : Buffer.from(body).toString('utf8'));
  return parsed.ok && isJsonObject(parsed.value) ? parsed.value : {};
}
