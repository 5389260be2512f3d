import type { Answer } from '../contract/verdict.js';
import { isJsonObject, jsonTypeOf } from '../wire/json.js';
import { BoundedSet } from './bounded-set.js';
import { priceShapeOf, shapeOf, timeShapeOf } from './value-shape.js';

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const TIME_FIELDS = DAYS.flatMap((day) => [`${day}TradeStartTime`, `${day}TradeEndTime`]);
/** Fields whose values are codes or settings of an instrument, and so are the same from run to run. */
const STEADY_FIELDS = [
  'isMarginUsage',
  'isSpreadUsage',
  'lotMultiple',
  'marginRate',
  'marginTypeCode',
  'maxOrderQuantity',
  'minOrderQuantity',
  'orderUnit',
  'pipUnit',
  'pointUnit',
  'priceMultiplier',
  'standardCurrencyCd',
  'stockGroupCd',
  'symbolGroupCd',
  'tradeCurrencyCd',
];
/** Fields that follow the market: only their sign is told. */
const MOVING_FIELDS = ['buySpread', 'closePrice', 'sellSpread'];
const MAPS = ['buyPrices', 'sellPrices'];
/** Values of one field. */
export const MOST_VALUES = 24;
/** Forms of times, keys and prices. */
export const MOST_FORMS = 12;
const LONGEST_VALUE = 40;

interface SteadyField {
  readonly name: string;
  readonly values: BoundedSet;
  /** The value of the record before. */
  last: unknown;
}

/** What the keys and values of one of the price maps look like. */
interface PriceMap {
  readonly name: string;
  readonly keys: BoundedSet;
  readonly shapes: BoundedSet;
}

function priceMap(name: string): PriceMap {
  return { name, keys: new BoundedSet(MOST_FORMS), shapes: new BoundedSet(MOST_FORMS) };
}

function steadyField(name: string): SteadyField {
  return { name, values: new BoundedSet(MOST_VALUES), last: undefined };
}

/** What records and price maps of the run's lookups look like: forms and codes, no prices. */
export class ObservedRecords {
  private seenRecord = false;
  private readonly times = new BoundedSet(500);
  private readonly timeShapes = new BoundedSet(MOST_FORMS);
  private readonly steady = STEADY_FIELDS.map((name) => steadyField(name));
  private readonly moving = MOVING_FIELDS.map((name) => ({ name, signs: new BoundedSet(3) }));
  private readonly maps = MAPS.map((name) => priceMap(name));

  /** Takes in `data` of one lookup. */
  see(data: Readonly<Record<string, unknown>>): void {
    const { details } = data;
    if (!Array.isArray(details)) return;
    const codes = new Set<unknown>();
    for (const record of details) {
      if (!isJsonObject(record)) continue;
      this.seenRecord = true;
      codes.add(record['stockCd']);
      this.seeRecord(record);
    }
    for (const map of this.maps) {
      const prices = data[map.name];
      if (isJsonObject(prices)) seePrices(map, prices, codes);
    }
  }

  /** The answer to OPN-017, OPN-018, OPN-019 or OPN-020; `undefined` where nothing was seen. */
  answer(question: string): Answer | undefined {
    if (!this.seenRecord) return undefined;
    switch (question) {
      case 'OPN-017':
        return this.timeShapes.sorted();
      case 'OPN-018':
        return Object.fromEntries([
          ...this.steady.map(({ name, values }) => [name, values.sorted()]),
          ...this.moving.map(({ name, signs }) => [name, signs.sorted()]),
        ]) as Answer;
      case 'OPN-019':
        return Object.fromEntries(this.maps.map(({ name, keys }) => [name, keys.sorted()]));
      case 'OPN-020':
        return Object.fromEntries(this.maps.map(({ name, shapes }) => [name, shapes.sorted()]));
      default:
        return undefined;
    }
  }

  private seeRecord(record: Readonly<Record<string, unknown>>): void {
    for (const name of TIME_FIELDS) {
      const time = record[name];
      if (typeof time !== 'string' || this.times.has(time)) continue;
      this.times.add(time);
      this.timeShapes.add(timeShapeOf(time));
    }
    for (const field of this.steady) {
      const value = record[field.name];
      // most records repeat the values of those before: putting them into text is spared
      if (value === field.last || field.values.isOver) continue;
      field.last = value;
      if (typeof value === 'string') field.values.add(value.slice(0, LONGEST_VALUE));
      else if (typeof value === 'number' || typeof value === 'boolean') field.values.add(String(value));
    }
    for (const { name, signs } of this.moving) {
      const value = record[name];
      if (typeof value === 'number') signs.add(value < 0 ? 'negative' : value === 0 ? 'zero' : 'positive');
    }
  }
}

function seePrices(
  { keys, shapes }: PriceMap,
  prices: Readonly<Record<string, unknown>>,
  codes: ReadonlySet<unknown>,
): void {
  let isEmpty = true;
  for (const key in prices) {
    isEmpty = false;
    if (codes.has(key)) keys.add('a stockCd of the page');
    else if (!keys.isOver) keys.add(`other: ${shapeOf(key)}`);
    const price = prices[key];
    shapes.add(typeof price === 'string' ? priceShapeOf(price) : jsonTypeOf(price));
  }
  if (isEmpty && codes.size > 0) keys.add('none');
}
