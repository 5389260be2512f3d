import type { ClauseId } from './generated/clause-ids.js';

/** Something in which two valid modifies may differ, and that a service may go by. */
export interface Aspect {
  /** In plain words: completes "by …"; one that says `whether` has the values yes and no. */
  readonly words: string;
  /** What has one value of it: an order, whatever is sent for it, or a request. */
  readonly of: 'order' | 'request';
  /** Its values are sizes, of which no single one means anything. */
  readonly isSize?: true;
  /**
   * The clause that a service breaks which goes by it, since the document settles it; or the open question that a service
   * answers by it, since it is left to the service; `null`: other clauses tell of it.
   */
  readonly clause: ClauseId | null;
  /** In place of it where the small values are refused. */
  readonly atMost?: ClauseId;
}

const order = (words: string, clause: ClauseId | null): Aspect => ({ words, of: 'order', clause });
const size = (aspect: Aspect): Aspect => ({ ...aspect, isSize: true });
const request = (words: string, clause: ClauseId | null): Aspect => ({ words, of: 'request', clause });

/** An order is identified by orderDateTime and orderNo, whatever they look like (4.2). */
const IDENTITY = 'MOD-071';
/** The price of an order is what a modify changes (4.2), prices and quantities are decimals (2.3). */
const VALUES = 'MOD-001';
/** The document has no rule on it. */
const BUSINESS = 'OPN-050';
/** Clauses of their own try it. */
const ELSEWHERE = null;

/** The one table of what may decide whether a valid modify is accepted, and of who settles whether it may. */
export const ASPECTS = {
  orderTypeCd: order('its orderTypeCd', ELSEWHERE),
  sideCd: order('its sideCd', ELSEWHERE),
  hour: order('the hour of its orderDateTime', IDENTITY),
  minute: order('the minute of its orderDateTime', IDENTITY),
  second: order('the second of its orderDateTime', IDENTITY),
  fraction: size(order('the fraction of a second in its orderDateTime', IDENTITY)),
  fractionDigits: order('how many digits of a second its orderDateTime has behind the point', IDENTITY),
  zone: order('the zone of its orderDateTime', IDENTITY),
  moment: size(order('its orderDateTime, in milliseconds since 1970', IDENTITY)),
  numberDigit: order('the last character of its orderNo', IDENTITY),
  numberStart: order('the first character of its orderNo', IDENTITY),
  numberLetters: order('whether its orderNo has letters', IDENTITY),
  numberLength: order('how many characters its orderNo has', IDENTITY),
  numberSize: size(order('its orderNo as a number', IDENTITY)),
  // That an order can be modified as soon as it is there is not said.
  ageMs: { ...size(request('how many milliseconds ago the run got it', IDENTITY)), atMost: BUSINESS },
  ordersAfter: size(request('how many orders the run got after it', IDENTITY)),
  takeProfit: order('whether it has a take-profit', VALUES),
  stopLoss: order('whether it has a stop-loss', VALUES),
  trailing: order('whether it has a trailing stop', VALUES),
  codeSigns: order('whether its stockCd has more than letters and digits', VALUES),
  isSpreadUsage: order('isSpreadUsage of its instrument', VALUES),
  isMarginUsage: order('isMarginUsage of its instrument', VALUES),
  stockGroupCd: order('stockGroupCd of its instrument', BUSINESS),
  symbolGroupCd: order('symbolGroupCd of its instrument', BUSINESS),
  tradeCurrencyCd: order('tradeCurrencyCd of its instrument', BUSINESS),
  marginTypeCode: order('marginTypeCode of its instrument', BUSINESS),
  stockCd: order('its stockCd', BUSINESS),
  quantityInBinary: order('whether orderUnit divides its orderQuantity in binary fractions', VALUES),
  quantityDecimals: order('how many decimals its orderQuantity has', VALUES),
  orderQuantity: size(order('its orderQuantity', BUSINESS)),
  pricesDivided: request('whether pointUnit divides its prices in binary fractions', VALUES),
  pricesLeft: request('whether its prices leave a remainder of pointUnit in binary fractions', VALUES),
  pricesScaled: request('whether its prices are whole point units in binary fractions', VALUES),
  ownDivided: request('whether pointUnit divides its barrierPrice and orderPrice in binary fractions', VALUES),
  ownLeft: request(
    'whether its barrierPrice and orderPrice leave a remainder of pointUnit in binary fractions',
    VALUES,
  ),
  ownScaled: request('whether its barrierPrice and orderPrice are whole point units in binary fractions', VALUES),
  priceDecimals: request('how many decimals its longest price has', VALUES),
  amount: size(request('its quantity times its highest price, in lots of its instrument', BUSINESS)),
  highestPrice: size(request('its highest price', VALUES)),
  lowestPrice: size(request('its lowest price', VALUES)),
  lowestChanged: size(request('the lowest price that it changes', VALUES)),
  highestChanged: size(request('the highest price that it changes', VALUES)),
  pricesChanged: request('which prices it changes', BUSINESS),
  direction: request('whether it raises or lowers prices', BUSINESS),
  farthest: size(request('how far it moves a price at most, as a part of it', BUSINESS)),
  nearest: size(request('how far it moves a price at least, as a part of it', BUSINESS)),
  grid: request('how many point units its prices are multiples of', BUSINESS),
  steps: request('of how many point units its moves are multiples', BUSINESS),
  market: request('on which side of closePrice its prices are', BUSINESS),
  relation: request('which of its prices is higher', BUSINESS),
  changes: request('which conditions it changes', ELSEWHERE),
  modifiesBefore: request('how many modifies of the order were accepted before', BUSINESS),
  previous: request('whether the modify of the order before it was accepted', BUSINESS),
} as const satisfies Readonly<Record<string, Aspect>>;

export type AspectName = keyof typeof ASPECTS;

/** What a modify is like; what it has nothing of is left out. */
export type Aspects = Readonly<Partial<Record<AspectName, string | number>>>;
