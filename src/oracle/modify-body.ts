import { Buffer } from 'node:buffer';
import type { Instrument, Order } from '../contract/order.js';
import { decodeUtf8, isJsonObject } from '../wire/json.js';
import { conversionOf, conversionOfArray, counts, isNamedInOtherCase } from './conversions.js';
import { kindOf } from './describe-value.js';
import { isMultipleOf } from './multiple.js';
import { compareTimestamps, isTimestamp } from './timestamp-text.js';

type Body = Readonly<Record<string, unknown>>;

/** What of an instrument's record bounds a body. */
export type Bounds = Pick<Instrument, 'minOrderQuantity' | 'maxOrderQuantity' | 'orderUnit'>;

/** What a clause comes to for one body. A clause that the body did not put to the test has none. */
export interface Ruling {
  readonly clause: string;
  /** The member that it is about; empty for the body as a whole. */
  readonly field: string;
  /** `null` where the clause is kept. */
  readonly flaw: Flaw | null;
}

/** How a clause is broken, in plain words without values of the run. */
export interface Flaw {
  readonly cause: string;
  readonly expected: string;
}

/** Every ruling on a body, and its members where it is an object. */
export interface JudgedBody {
  readonly body: Body | null;
  readonly rulings: readonly Ruling[];
}

/** Fields of 2.3 whose type is string, with the clause that says so. */
const STRING_FIELDS = [
  ['stockCd', 'MOD-011'],
  ['orderTypeCd', 'MOD-012'],
  ['sideCd', 'MOD-013'],
  ['orderDateTime', 'MOD-014'],
  ['orderNo', 'MOD-015'],
  ['profitRealizationYn', 'MOD-019'],
  ['lossCutYn', 'MOD-021'],
  ['lossTrackingYn', 'MOD-023'],
] as const;

/** Fields of 2.3 whose type is number. */
const NUMBER_FIELDS = [
  ['orderQuantity', 'MOD-016'],
  ['barrierPrice', 'MOD-017'],
  ['orderPrice', 'MOD-018'],
  ['profitRealizationBarrierPrice', 'MOD-020'],
  ['lossCutBarrierPrice', 'MOD-022'],
] as const;

/** Fields that hold a code of 2.1 or 2.2, or a switch of 2.3. */
const CODE_FIELDS = [
  ['orderTypeCd', 'MOD-031', /^(?:MARKET|LIMIT|STOP|LIMIT_STOP)$/, 'MARKET, LIMIT, STOP or LIMIT_STOP'],
  ['sideCd', 'MOD-032', /^(?:BUY|SELL|SELL_TO_CLOSE|BUY_TO_COVER)$/, 'BUY, SELL, SELL_TO_CLOSE or BUY_TO_COVER'],
  ['profitRealizationYn', 'TPS-031', /^[YN]$/, 'Y or N'],
  ['lossCutYn', 'TPS-032', /^[YN]$/, 'Y or N'],
  ['lossTrackingYn', 'TPS-033', /^[YN]$/, 'Y or N'],
] as const;

/** Clauses about the value of one field, by itself. */
const VALUE_CLAUSES: ReadonlySet<string> = new Set([
  ...[...STRING_FIELDS, ...NUMBER_FIELDS, ...CODE_FIELDS].map(([, clause]) => clause),
  ...['MOD-033', 'MOD-034', 'MOD-035', 'MOD-036'],
]);

/** The table of 2.1: what is broken by a needed price that is missing or 0, and by one that is not needed. */
const PRICE_RULES = [
  ['LIMIT', 'orderPrice', { missing: 'MOD-041', zero: 'MOD-045' }],
  ['STOP', 'barrierPrice', { missing: 'MOD-042', zero: 'MOD-046' }],
  ['LIMIT_STOP', 'barrierPrice', { missing: 'MOD-043', zero: 'MOD-047' }],
  ['LIMIT_STOP', 'orderPrice', { missing: 'MOD-044', zero: 'MOD-048' }],
  ['MARKET', 'barrierPrice', { notZero: 'MOD-051' }],
  ['MARKET', 'orderPrice', { notZero: 'MOD-052' }],
  ['LIMIT', 'barrierPrice', { notZero: 'MOD-053' }],
  ['STOP', 'orderPrice', { notZero: 'MOD-054' }],
] as const;

/** The table of 2.4, second part. */
const SWITCH_RULES = [
  ['profitRealizationYn', 'profitRealizationBarrierPrice', { missing: 'TPS-021', zero: 'TPS-023', off: 'TPS-025' }],
  ['lossCutYn', 'lossCutBarrierPrice', { missing: 'TPS-022', zero: 'TPS-024', off: 'TPS-026' }],
] as const;

/** Clauses on bodies that are no JSON object. */
const NO_OBJECT = ['MOD-061', 'MOD-062', 'MOD-063', 'MOD-064'] as const;

/**
 * Which clauses a service breaks that accepts a modify body for an order, in the order of their ids; none for a valid body.
 * What the document leaves open breaks nothing, and neither does what the order itself shows: its own quantity, its own
 * orderDateTime. A value that a reader can convert breaks the clause of that conversion, whatever the field.
 *
 * A rule is judged only where what it rests on holds: no price rule without a known order type, no code of something
 * that is no string, nothing about conditions or bounds for a body that names another order.
 *
 * @param bytes - the body as sent; empty where there was none
 * @param order - the order that the body is meant for, as it was when it was new
 * @param instrument - record of the order's instrument; `null` where it is not known, so that bounds are not judged
 */
export function brokenClauses(bytes: Uint8Array, order: Order, instrument: Bounds | null): readonly string[] {
  const value = readJson(bytes)?.value;
  const array = Array.isArray(value) ? conversionOfArray(value) : null;
  if (array !== null) return [array];
  const { body, rulings } = judgeBody(withoutBareNames(bytes), order, instrument);
  const infinite = NUMBER_FIELDS.flatMap(([field]) => (isInfinite(body?.[field]) ? [field as string] : []));
  const broken = rulings.flatMap(({ clause, field, flaw }) =>
    flaw === null || infinite.includes(field) ? [] : [body === null ? clause : acceptedFor(clause, field, body, order)],
  );
  return [...new Set([...broken, ...(infinite.length > 0 ? [TOO_LARGE] : [])])].sort();
}

/** A number that JSON has, and that no price or quantity is: `1e400`. */
const TOO_LARGE = 'MOD-090';
/** A price that the order does not need, and that is no number. */
const NOT_COUNTED = 'MOD-091';
/** A field whose name is in another letter case. */
const MISNAMED = 'MOD-089';

const isInfinite = (value: unknown): boolean => typeof value === 'number' && !Number.isFinite(value);

/** The clause of the service that accepts what breaks this clause of the client. */
function acceptedFor(clause: string, field: string, body: Body, order: Order): string {
  if (isNamedInOtherCase(field, body)) return MISNAMED;
  if (!VALUE_CLAUSES.has(clause)) return clause;
  return conversionOf(field, body[field], order) ?? (counts(field, body) ? clause : NOT_COUNTED);
}

/** What a reader that knows NaN and Infinity reads: an object in their place is no number either. */
function withoutBareNames(bytes: Uint8Array): Uint8Array {
  const text = readJson(bytes) === null ? decodeUtf8(bytes) : null;
  const named = text?.replace(/"(?:[^"\\]|\\.)*"|:(?:NaN|-?Infinity)(?=[,}])/g, (part) =>
    part.startsWith('"') ? part : ':{}',
  );
  const read = named === undefined || named === text ? bytes : Buffer.from(named);
  return readJson(read) === null ? bytes : read;
}

/** Whether a modify body breaks no clause for an order. */
export function isValid(bytes: Uint8Array, order: Order, instrument: Bounds | null): boolean {
  return brokenClauses(bytes, order, instrument).length === 0;
}

/**
 * Rules on a modify body as {@link brokenClauses} does, the clauses that it keeps included.
 *
 * @param order - `null` where it is not known: then nothing is judged that rests on it
 */
export function judgeBody(bytes: Uint8Array, order: Order | null, instrument: Bounds | null): JudgedBody {
  if (bytes.length === 0) return noObject('MOD-061', 'there is no body');
  const read = readJson(bytes);
  if (read === null) {
    return isNearlyJson(bytes)
      ? noObject('MOD-064', 'the body is nearly JSON, and none')
      : noObject('MOD-062', 'the body is no JSON');
  }
  if (!isJsonObject(read.value)) return noObject('MOD-063', `the body is ${kindOf(read.value)}`);
  const body = read.value;
  const identity = ruleOnIdentity(body, order);
  const isMeant = order !== null && identity.every(({ flaw }) => flaw === null);
  const rulings = [
    ...NO_OBJECT.map((clause) => kept(clause, '')),
    ...ruleOnTypes(body, order),
    ...ruleOnCodes(body),
    ...ruleOnPrices(body),
    ...ruleOnSwitches(body),
    ...identity,
    ...(isMeant ? [...ruleOnAdditions(body, order), ...ruleOnBounds(body, order, instrument)] : []),
  ];
  return { body, rulings };
}

const kept = (clause: string, field: string): Ruling => ({ clause, field, flaw: null });

function broken(clause: string, field: string, cause: string, expected: string): Ruling {
  return { clause, field, flaw: { cause, expected } };
}

function noObject(clause: string, cause: string): JudgedBody {
  return { body: null, rulings: [broken(clause, '', cause, 'a JSON object')] };
}

/** Whether a reader with extensions may take it for a whole object: it opens one and closes one. */
function isNearlyJson(bytes: Uint8Array): boolean {
  return /^\s*(?:\/\*[^]*?\*\/\s*)?\{[^]*\}/.test(Buffer.from(bytes).toString('latin1'));
}

/** Members of a modify body; `null` where it is no JSON object. */
export function readBody(bytes: Uint8Array): Body | null {
  const value = readJson(bytes)?.value;
  return isJsonObject(value) ? value : null;
}

/** Nesting is no matter here: how deep a body may be, the document does not say. */
function readJson(bytes: Uint8Array): { readonly value: unknown } | null {
  const text = decodeUtf8(bytes);
  if (text === null) return null;
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return null;
  }
}

function ruleOnTypes(body: Body, order: Order | null): Ruling[] {
  const strings = STRING_FIELDS.map(([field, clause]) => {
    const value = body[field];
    const converts = typeof value === 'number' && (order === null || readsAs(order[field], value));
    return ruleOnType(body, field, clause, 'string', converts);
  });
  const numbers = NUMBER_FIELDS.map(([field, clause]) => {
    const value = body[field];
    const converts = typeof value === 'string' && /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i.test(value);
    return ruleOnType(body, field, clause, 'number', converts);
  });
  return [...strings, ...numbers].flat();
}

/** @param converts - a lenient reader makes a value of the right type of it */
function ruleOnType(body: Body, field: string, clause: string, type: string, converts: boolean): Ruling[] {
  if (!Object.hasOwn(body, field)) return [];
  const value = body[field];
  if (typeof value === type) return [kept(clause, field), kept('MOD-035', field), kept('MOD-036', field)];
  const own = value === null ? 'MOD-036' : converts ? 'MOD-035' : clause;
  return [broken(own, field, `${field} is ${kindOf(value)}`, `a ${type}`)];
}

/** Whether a number is what a lenient reader makes of the order's own text. */
function readsAs(own: string | undefined, value: number): boolean {
  return own !== undefined && /^\d+(?:\.\d+)?$/.test(own) && Number(own) === value;
}

function ruleOnCodes(body: Body): Ruling[] {
  return CODE_FIELDS.flatMap(([field, clause, codes, expected]) => {
    const value = body[field];
    if (typeof value !== 'string') return [];
    if (codes.test(value)) return [kept(clause, field), kept('MOD-033', field)];
    if (new RegExp(codes, 'i').test(value)) return [broken('MOD-033', field, `${field} is in lower case`, expected)];
    return [broken(clause, field, `${field} is none of its codes`, expected)];
  });
}

function ruleOnPrices(body: Body): Ruling[] {
  return PRICE_RULES.flatMap(([type, field, clauses]) => {
    if (body['orderTypeCd'] !== type) return [];
    if (!('notZero' in clauses)) return ruleOnNeeded(body, field, clauses, `a price, which ${type} needs`);
    return ruleOnZero(body, field, clauses.notZero, `${type} needs none`);
  });
}

function ruleOnSwitches(body: Body): Ruling[] {
  return SWITCH_RULES.flatMap(([switchField, priceField, clauses]) => {
    if (body[switchField] === 'N') return ruleOnZero(body, priceField, clauses.off, `${switchField} is N`);
    if (body[switchField] !== 'Y') return [];
    return ruleOnNeeded(body, priceField, clauses, `a price, since ${switchField} is Y`);
  });
}

function ruleOnNeeded(
  body: Body,
  field: string,
  clauses: { readonly missing: string; readonly zero: string },
  expected: string,
): Ruling[] {
  if (!Object.hasOwn(body, field)) return [broken(clauses.missing, field, `${field} is missing`, expected)];
  if (body[field] === 0) return [kept(clauses.missing, field), broken(clauses.zero, field, `${field} is 0`, expected)];
  return [kept(clauses.missing, field), kept(clauses.zero, field)];
}

/** A missing price is another matter, and so is one of the wrong type. */
function ruleOnZero(body: Body, field: string, clause: string, because: string): Ruling[] {
  const value = body[field];
  const isOther = typeof value === 'number' && value !== 0;
  return [isOther ? broken(clause, field, `${field} is not 0`, `0: ${because}`) : kept(clause, field)];
}

function ruleOnIdentity(body: Body, order: Order | null): Ruling[] {
  const absent = ['orderNo', 'orderDateTime'].find((field) => !Object.hasOwn(body, field) || body[field] === '');
  return [
    absent === undefined
      ? kept('ORD-004', 'orderNo')
      : broken('ORD-004', absent, `${absent} is missing or empty`, `the ${absent} of the order`),
    ...ruleOnOrderNo(body, order),
    ...ruleOnOrderTime(body, order),
  ];
}

function ruleOnOrderNo({ orderNo }: Body, order: Order | null): Ruling[] {
  if (order === null || typeof orderNo !== 'string' || orderNo === '') return [];
  if (orderNo === order.orderNo) return [kept('ORD-002', 'orderNo')];
  return [broken('ORD-002', 'orderNo', 'orderNo is not the one of the order', 'the orderNo of the order')];
}

function ruleOnOrderTime({ orderDateTime }: Body, order: Order | null): Ruling[] {
  const field = 'orderDateTime';
  if (typeof orderDateTime !== 'string' || orderDateTime === '') return [];
  const formed = kept('MOD-034', field);
  if (orderDateTime === order?.orderDateTime) return [formed, kept('ORD-003', field)];
  const told = compareTimestamps(orderDateTime, order?.orderDateTime ?? orderDateTime);
  if (!isTimestamp(orderDateTime) && told !== 'same') {
    return [broken('MOD-034', field, `${field} is no ISO 8601 timestamp`, 'an ISO 8601 timestamp')];
  }
  if (order === null) return [formed];
  if (told !== 'different') return told === 'same' ? [formed, kept('ORD-003', field)] : [formed];
  return [formed, broken('ORD-003', field, `${field} is not the one of the order`, `the ${field} of the order`)];
}

/** Conditions that the order did not have: a switch that it shows as N was once on, and may be switched on again. */
function ruleOnAdditions(body: Body, order: Order): Ruling[] {
  const had = { takeProfit: order.profitRealizationYn !== undefined, stopLoss: order.lossCutYn !== undefined };
  const rule = (field: string, clause: string, what: string): Ruling =>
    body[field] === 'Y'
      ? broken(clause, field, `a ${what} is added`, `no ${what}, since the order has none`)
      : kept(clause, field);
  const bare = !had.takeProfit && !had.stopLoss && order.lossTrackingYn !== 'Y';
  return [
    ...(had.takeProfit ? [] : [rule('profitRealizationYn', had.stopLoss ? 'TPS-014' : 'TPS-011', 'take-profit')]),
    ...(had.stopLoss ? [] : [rule('lossCutYn', had.takeProfit ? 'TPS-015' : 'TPS-012', 'stop-loss')]),
    ...(bare ? [rule('lossTrackingYn', 'TPS-013', 'trailing stop')] : []),
  ];
}

function ruleOnBounds({ orderQuantity }: Body, order: Order, instrument: Bounds | null): Ruling[] {
  const field = 'orderQuantity';
  if (typeof orderQuantity !== 'number') return [];
  const rule = (clause: string, isBroken: boolean, cause: string, expected: string): Ruling =>
    isBroken ? broken(clause, field, `${field} ${cause}`, expected) : kept(clause, field);
  const isOwn = orderQuantity === order.orderQuantity;
  if (instrument === null && !isOwn) {
    return orderQuantity <= 0 ? [broken('ORD-006', field, `${field} is not above 0`, 'a quantity above 0')] : [];
  }
  const { minOrderQuantity: min, maxOrderQuantity: max, orderUnit: unit } = instrument ?? ANY_QUANTITY;
  const isBelow = orderQuantity < min || orderQuantity <= 0;
  return [
    rule('ORD-005', !isOwn && orderQuantity > max, 'is above the largest of the instrument', `at most ${max}`),
    rule('ORD-006', !isOwn && isBelow, 'is below the smallest of the instrument', `at least ${min}`),
    rule(
      'ORD-007',
      !isOwn && !isMultipleOf(orderQuantity, unit),
      "is no multiple of the instrument's unit",
      `a multiple of ${unit}`,
    ),
  ];
}

const ANY_QUANTITY: Bounds = { minOrderQuantity: 0, maxOrderQuantity: Infinity, orderUnit: 0 };
