import type { ClauseId } from './generated/clause-ids.js';

/** Something in which two valid modifies may differ, and that a service may go by. */
export interface Aspect {
  /** In plain words: completes "by …"; one that says `whether` has the values yes and no, and {@link Aspect.otherwise}. */
  readonly words: string;
  /** What is so where the value is no: completes "where …". */
  readonly otherwise?: string;
  /** What has one value of it: an order, whatever is sent for it; a request; or one sending of it, known when it was sent. */
  readonly of: 'order' | 'request' | 'sending';
  /** Its values are sizes, of which no single one means anything. */
  readonly isSize?: true;
  /**
   * The clause that a service breaks which goes by it, since the document settles it; or the open question that a service
   * answers by it, since it is left to the service; `null`: other clauses tell of it.
   */
  readonly clause: ClauseId | null;
  /** In place of it where the small values are refused. */
  readonly atMost?: ClauseId;
  /** What has no value of it is no evidence. */
  readonly isAmongSuch?: true;
  /** That large values decide is known of orders alone that their source shows unfilled: another one may have been filled by then. */
  readonly isForUnfilled?: true;
}

const order = (words: string, clause: ClauseId | null): Aspect => ({ words, of: 'order', clause });
const either = (aspect: Aspect, otherwise: string): Aspect => ({ ...aspect, otherwise });
const size = (aspect: Aspect): Aspect => ({ ...aspect, isSize: true });
const age = (aspect: Aspect): Aspect => ({ ...size(aspect), isForUnfilled: true });
const request = (words: string, clause: ClauseId | null): Aspect => ({ words, of: 'request', clause });
const amongSuch = (aspect: Aspect): Aspect => ({ ...aspect, isAmongSuch: true });
const sending = (words: string, clause: ClauseId | null): Aspect => ({ words, of: 'sending', clause });

/** An order is identified by orderDateTime and orderNo, whatever they look like (4.2). */
const IDENTITY = 'MOD-071';
/** The price of an order is what a modify changes (4.2), prices and quantities are decimals (2.3). */
const VALUES = 'MOD-001';
/** Take-profit and stop-loss are changed whatever their prices are, which are decimals (2.3, 2.4). */
const CONDITIONS = 'TPS-006';
/** Nothing that the document names sets such requests apart (4.2). */
const CHANCE = 'MOD-072';
/** A timestamp inside the window is taken, wherever it is there (5). */
const WINDOW = 'CLK-004';
/** The document has no rule on it. */
const BUSINESS = 'OPN-050';
/** Clauses of their own try it. */
const ELSEWHERE = null;

/** The one table of what may decide whether a valid modify is accepted, and of who settles whether it may. */
export const ASPECTS = {
  orderTypeCd: order('its orderTypeCd', ELSEWHERE),
  sideCd: order('its sideCd', ELSEWHERE),
  month: size(order('the month of its orderDateTime', IDENTITY)),
  day: size(order('the day of the month of its orderDateTime', IDENTITY)),
  hour: order('the hour of its orderDateTime', IDENTITY),
  minute: order('the minute of its orderDateTime', IDENTITY),
  second: order('the second of its orderDateTime', IDENTITY),
  fraction: size(order('the fraction of a second in its orderDateTime', IDENTITY)),
  fractionDigits: order('the number of digits behind the point of its orderDateTime', IDENTITY),
  octal: either(
    order('whether its orderDateTime has 08 or 09, which is no number in octal', IDENTITY),
    'its orderDateTime has neither 08 nor 09',
  ),
  zone: order('the zone of its orderDateTime', IDENTITY),
  moment: size(order('its orderDateTime, in milliseconds since 1970', IDENTITY)),
  numberDigit: order('the last character of its orderNo', IDENTITY),
  numberStart: order('the first character of its orderNo', IDENTITY),
  numberLetters: either(order('whether its orderNo has letters', IDENTITY), 'its orderNo has no letters'),
  numberLength: order('the length of its orderNo', IDENTITY),
  numberSize: size(order('its orderNo as a number', IDENTITY)),
  // That an order can be modified as soon as it is there is not said.
  ageMs: {
    ...age(request('the age of its order since the source gave it, in milliseconds', IDENTITY)),
    atMost: BUSINESS,
  },
  ordersAfter: age(request('the number of orders that the source made after its order', IDENTITY)),
  // A modify may have changed them.
  takeProfit: either(request('whether its order has a take-profit', VALUES), 'its order has no take-profit'),
  stopLoss: either(request('whether its order has a stop-loss', VALUES), 'its order has no stop-loss'),
  trailing: either(request('whether its order has a trailing stop', VALUES), 'its order has no trailing stop'),
  pointUnit: size(order('pointUnit of its instrument', VALUES)),
  orderUnit: size(order('orderUnit of its instrument', VALUES)),
  codeSigns: either(
    order('whether its stockCd has more than letters and digits', VALUES),
    'its stockCd has nothing but letters and digits',
  ),
  isSpreadUsage: order('isSpreadUsage of its instrument', VALUES),
  isMarginUsage: order('isMarginUsage of its instrument', VALUES),
  stockGroupCd: order('stockGroupCd of its instrument', BUSINESS),
  symbolGroupCd: order('symbolGroupCd of its instrument', BUSINESS),
  tradeCurrencyCd: order('tradeCurrencyCd of its instrument', BUSINESS),
  marginTypeCode: order('marginTypeCode of its instrument', BUSINESS),
  stockCd: order('its stockCd', BUSINESS),
  quantityInBinary: either(
    order('whether orderUnit divides its orderQuantity in binary fractions', VALUES),
    'orderUnit leaves a remainder of its orderQuantity in binary fractions',
  ),
  quantityDecimals: order('the number of decimals of its orderQuantity', VALUES),
  orderQuantity: size(order('its orderQuantity', BUSINESS)),
  pricesDivided: either(
    request('whether pointUnit divides its prices in binary fractions', VALUES),
    'pointUnit leaves a remainder of its prices in binary fractions',
  ),
  pricesLeft: either(
    request('whether its prices leave a remainder of pointUnit in binary fractions', VALUES),
    'its prices leave no remainder of pointUnit in binary fractions',
  ),
  pricesScaled: either(
    request('whether its prices are whole point units in binary fractions', VALUES),
    'its prices are between whole point units in binary fractions',
  ),
  ownDivided: either(
    request('whether pointUnit divides its barrierPrice and orderPrice in binary fractions', VALUES),
    'pointUnit leaves a remainder of its barrierPrice or orderPrice in binary fractions',
  ),
  ownLeft: either(
    request('whether its barrierPrice and orderPrice leave a remainder of pointUnit in binary fractions', VALUES),
    'its barrierPrice and orderPrice leave no remainder of pointUnit in binary fractions',
  ),
  ownScaled: either(
    request('whether its barrierPrice and orderPrice are whole point units in binary fractions', VALUES),
    'its barrierPrice or orderPrice is between whole point units in binary fractions',
  ),
  priceDecimals: request('the number of decimals of its longest price', VALUES),
  target: amongSuch(size(request('its profitRealizationBarrierPrice', CONDITIONS))),
  stop: amongSuch(size(request('its lossCutBarrierPrice', CONDITIONS))),
  targetDecimals: amongSuch(request('the number of decimals of its profitRealizationBarrierPrice', CONDITIONS)),
  stopDecimals: amongSuch(request('the number of decimals of its lossCutBarrierPrice', CONDITIONS)),
  amount: size(request('its quantity times its highest price, in lots of its instrument', BUSINESS)),
  highestPrice: size(request('its highest price', VALUES)),
  lowestPrice: size(request('its lowest price', VALUES)),
  lowestChanged: size(request('the lowest price that it changes', VALUES)),
  highestChanged: size(request('the highest price that it changes', VALUES)),
  pricesChanged: request('which prices it changes', BUSINESS),
  wholeChanged: either(
    request('whether a price that it changes is a whole number', VALUES),
    'no price that it changes is a whole number',
  ),
  wholeOwn: either(
    request('whether its barrierPrice or orderPrice is a whole number', VALUES),
    'neither its barrierPrice nor its orderPrice is a whole number',
  ),
  wholePrices: either(
    request('whether one of its prices is a whole number', VALUES),
    'none of its prices is a whole number',
  ),
  together: either(
    request('whether it has a condition and changes a price', BUSINESS),
    'it has no condition, or changes no price',
  ),
  hadBefore: either(
    request('whether its order had the prices before that it changes them to', BUSINESS),
    'its order did not have the prices before that it changes them to',
  ),
  direction: request('which way it moves prices', BUSINESS),
  farthest: size(request('how far it moves a price at most, as a part of it', BUSINESS)),
  nearest: size(request('how far it moves a price at least, as a part of it', BUSINESS)),
  grid: request('how many point units its prices are multiples of', BUSINESS),
  steps: request('of how many point units its moves are multiples', BUSINESS),
  targetGrid: amongSuch(request('how many point units its profitRealizationBarrierPrice is a multiple of', BUSINESS)),
  stopGrid: amongSuch(request('how many point units its lossCutBarrierPrice is a multiple of', BUSINESS)),
  market: request('on which side of closePrice its prices are', BUSINESS),
  relation: request('which of its prices is higher', BUSINESS),
  changes: request('which conditions it changes', ELSEWHERE),
  modifiesBefore: request('the number of modifies of the order that were accepted before', BUSINESS),
  previous: request('what became of the modify of the order before it', BUSINESS),
  connection: either(
    sending('whether its connection carried another request before', CHANCE),
    'its connection carried no other request before',
  ),
  modifiedOn: either(
    sending('whether its connection carried another valid modify before', CHANCE),
    'its connection carried no other valid modify before',
  ),
  // How many modifies are taken in a time is not said.
  restMs: { ...size(sending('the time since the modify before it, in milliseconds', CHANCE)), atMost: BUSINESS },
  timestampMinute: either(
    sending('whether its X-Timestamp is of another minute than the one it was sent in', WINDOW),
    'its X-Timestamp is of the minute that it was sent in',
  ),
  timestampOdd: either(sending('whether its X-Timestamp is odd', CHANCE), 'its X-Timestamp is even'),
  signatureStart: sending('the first character of its X-Signature', CHANCE),
} as const satisfies Readonly<Record<string, Aspect>>;

export type AspectName = keyof typeof ASPECTS;

/** What a modify is like; what it has nothing of is left out. */
export type Aspects = Readonly<Partial<Record<AspectName, string | number>>>;

/** What is known of a modify once it was sent. */
export type SentAspects = Pick<
  Aspects,
  'connection' | 'modifiedOn' | 'restMs' | 'timestampMinute' | 'timestampOdd' | 'signatureStart'
>;
