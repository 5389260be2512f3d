import type { Aspects } from '../contract/aspects.js';
import { PRICES_OF, type Instrument, type ModifyBody, type Order } from '../contract/order.js';
import { isMultipleOf } from './multiple.js';

/** A valid modify with what was known when it was sent. */
export interface ModifyCase {
  readonly body: ModifyBody;
  /** As the source gave it. */
  readonly order: Order;
  /** With the prices and conditions that accepted modifies gave it. */
  readonly present: Order;
  /** `null` where the lookup does not tell it. */
  readonly instrument: Instrument | null;
  /** Since the run got the order. */
  readonly ageMs: number;
  readonly ordersAfter: number;
  readonly modifiesBefore: number;
  /** What became of the one before; `undefined`: that is not known. */
  readonly previous?: 'accepted' | 'refused' | typeof FIRST | undefined;
  /** What its barrierPrice and orderPrice were before they were what they are, the last ones at least. */
  readonly hadBefore: readonly Prices[];
}

/** Said of what came before the first modify of an order. */
export const FIRST = 'none, since it is the first';

/** The prices of an order itself. */
export type Prices = Pick<Order, 'barrierPrice' | 'orderPrice'>;

const PRICES = ['barrierPrice', 'orderPrice', 'profitRealizationBarrierPrice', 'lossCutBarrierPrice'] as const;

/** What a valid modify is like, aspect by aspect. */
export function aspectsOf(given: ModifyCase): Aspects {
  const { ageMs, ordersAfter, modifiesBefore, previous, body } = given;
  const conditions = Object.entries(body).filter(([name]) => /Yn$/.test(name));
  return {
    ...orderAspects(given),
    ...priceAspects(given),
    ...moveAspects(given),
    changes: conditions.map(([name, value]) => `${name} ${String(value)}`).join(', '),
    ...{ ageMs, ordersAfter, modifiesBefore },
    ...(previous && { previous }),
  };
}

function orderAspects({ order, present, instrument }: ModifyCase): Aspects {
  const { orderTypeCd, sideCd, stockCd, orderQuantity, orderNo } = order;
  const unit = instrument?.orderUnit;
  return {
    ...{ orderTypeCd, sideCd, stockCd, orderQuantity },
    ...timeAspects(order.orderDateTime),
    numberDigit: orderNo.slice(-1),
    numberStart: orderNo.slice(0, 1),
    numberLength: orderNo.length,
    numberLetters: yesNo(/\D/.test(orderNo)),
    ...(/^\d+$/.test(orderNo) && { numberSize: Number(orderNo) }),
    takeProfit: yesNo(present.profitRealizationYn === 'Y'),
    stopLoss: yesNo(present.lossCutYn === 'Y'),
    trailing: yesNo(present.lossTrackingYn === 'Y'),
    codeSigns: yesNo(/[^A-Za-z0-9]/.test(stockCd)),
    quantityDecimals: decimalsOf(orderQuantity),
    ...(unit !== undefined && { quantityInBinary: yesNo(Number.isInteger(orderQuantity / unit)) }),
    ...(instrument !== null && {
      pointUnit: instrument.pointUnit,
      orderUnit: instrument.orderUnit,
      isSpreadUsage: String(instrument.isSpreadUsage),
      isMarginUsage: String(instrument.isMarginUsage),
      stockGroupCd: instrument.stockGroupCd,
      symbolGroupCd: instrument.symbolGroupCd,
      tradeCurrencyCd: instrument.tradeCurrencyCd,
      marginTypeCode: instrument.marginTypeCode,
    }),
  };
}

/** Its digits as they stand there, and the moment that they mean. */
function timeAspects(orderDateTime: string): Aspects {
  const [, month, day] = /^\d{4}-?(\d\d)-?(\d\d)/.exec(orderDateTime) ?? [];
  const [, hour, minute, second, fraction = '', zone = ''] =
    /T(\d\d):?(\d\d):?(\d\d)?(?:[.,](\d+))?(.*)$/.exec(orderDateTime) ?? [];
  const moment = Date.parse(orderDateTime);
  if (hour === undefined) return {};
  return {
    ...(month !== undefined && { month: Number(month), day: Number(day) }),
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second ?? 0),
    octal: yesNo(/[-T:]0[89](?!\d)/.test(orderDateTime)),
    fractionDigits: fraction.length,
    ...(fraction !== '' && { fraction: Number(`0.${fraction}`) }),
    zone,
    ...(Number.isFinite(moment) && { moment }),
  };
}

function priceAspects({ body, instrument }: ModifyCase): Aspects {
  const prices = PRICES.map((name) => body[name] ?? 0).filter((price) => price !== 0);
  const { profitRealizationBarrierPrice: target = 0, lossCutBarrierPrice: stop = 0 } = body;
  if (prices.length === 0) return {};
  const unit = instrument?.pointUnit ?? 0;
  return {
    priceDecimals: Math.max(...prices.map(decimalsOf)),
    ...(target !== 0 && {
      target,
      targetDecimals: decimalsOf(target),
      ...(unit > 0 && { targetGrid: gridOf([target], unit) }),
    }),
    ...(stop !== 0 && { stop, stopDecimals: decimalsOf(stop), ...(unit > 0 && { stopGrid: gridOf([stop], unit) }) }),
    amount: body.orderQuantity * Math.max(...prices) * (instrument?.lotMultiple ?? 1),
    wholePrices: yesNo(prices.some(Number.isInteger)),
    wholeOwn: yesNo([body.barrierPrice, body.orderPrice].some((price) => price !== 0 && Number.isInteger(price))),
    highestPrice: Math.max(...prices),
    lowestPrice: Math.min(...prices),
    ...(body.barrierPrice !== 0 &&
      body.orderPrice !== 0 && { relation: signOf(body.barrierPrice - body.orderPrice, 'barrierPrice', 'orderPrice') }),
    ...(instrument !== null && {
      market: sides(
        [body.barrierPrice, body.orderPrice].map((price) => (price === 0 ? 0 : price - instrument.closePrice)),
      ),
    }),
    ...(unit > 0 && inUnits(prices, [body.barrierPrice, body.orderPrice], unit)),
  };
}

function inUnits(prices: readonly number[], own: readonly number[], unit: number): Aspects {
  const scale = 10 ** decimalsOf(unit);
  const isDivided = (price: number): boolean => Number.isInteger(price / unit);
  const isLeft = (price: number): boolean => price % unit > unit * LEAST_LEFT;
  const isScaled = (price: number): boolean => Number.isInteger(price * scale);
  return {
    pricesDivided: yesNo(prices.every(isDivided)),
    pricesLeft: yesNo(prices.some(isLeft)),
    pricesScaled: yesNo(prices.every(isScaled)),
    ownDivided: yesNo(own.every(isDivided)),
    ownLeft: yesNo(own.some(isLeft)),
    ownScaled: yesNo(own.every(isScaled)),
    grid: gridOf(prices, unit),
  };
}

/** Of a unit: less is none to a reader that knows of binary fractions. */
const LEAST_LEFT = 1e-6;

function moveAspects({ body, present, instrument, hadBefore }: ModifyCase): Aspects {
  const needs = PRICES_OF[present.orderTypeCd];
  const moved = (['barrierPrice', 'orderPrice'] as const).flatMap((name) => {
    const [from, to] = [present[name], body[name]];
    return needs[name] && from !== to ? [{ name, from, to }] : [];
  });
  const unit = instrument?.pointUnit;
  const parts = moved.map(({ from, to }) => (from === 0 ? 1 : Math.abs(to - from) / from));
  const hasCondition = Object.keys(body).some((name) => name.endsWith('Yn'));
  return {
    pricesChanged: moved.map(({ name }) => name).join(' and ') || 'none',
    together: yesNo(hasCondition && moved.length > 0),
    hadBefore: yesNo(moved.length > 0 && hadBefore.some((prices) => isSamePrices(prices, body))),
    wholeChanged: yesNo(moved.some(({ to }) => Number.isInteger(to))),
    ...(moved.length > 0 && {
      lowestChanged: Math.min(...moved.flatMap(({ from, to }) => [from, to])),
      highestChanged: Math.max(...moved.flatMap(({ from, to }) => [from, to])),
      direction: sides(moved.map(({ from, to }) => to - from)),
      farthest: Math.max(...parts),
      nearest: Math.min(...parts),
      ...(unit !== undefined &&
        unit > 0 && {
          steps: gridOf(
            moved.map(({ from, to }) => Number(Math.abs(to - from).toPrecision(12))),
            unit,
          ),
        }),
    }),
  };
}

const isSamePrices = (one: Prices, other: Prices): boolean =>
  one.barrierPrice === other.barrierPrice && one.orderPrice === other.orderPrice;

/** The largest power of ten of units that all of them are multiples of. */
function gridOf(values: readonly number[], unit: number): number {
  for (const points of [1000, 100, 10, 1]) {
    const step = Number((unit * points).toPrecision(12));
    if (values.every((value) => isMultipleOf(value, step))) return points;
  }
  return 0;
}

/** Digits after the point in the shortest decimal of a number. */
function decimalsOf(value: number): number {
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  return Math.max(0, (mantissa.split('.')[1] ?? '').length - Number(exponent));
}

const yesNo = (is: boolean): string => (is ? 'yes' : 'no');

const signOf = (difference: number, one: string, other: string): string =>
  difference === 0 ? 'neither' : difference > 0 ? one : other;

function sides(differences: readonly number[]): string {
  const signs = new Set(differences.filter((one) => one !== 0).map((one) => (one > 0 ? 'up' : 'down')));
  return signs.size === 0 ? 'neither' : [...signs].sort().join(' and ');
}
