import { Buffer } from 'node:buffer';
import type { Instrument, Order } from '../contract/order.js';
import { decodeUtf8, isJsonObject } from '../wire/json.js';
import { isMultipleOf } from './multiple.js';
import { compareTimestamps, isTimestamp } from './timestamp-text.js';

type Body = Readonly<Record<string, unknown>>;

/** What of an instrument's record bounds a body. */
type Bounds = Pick<Instrument, 'minOrderQuantity' | 'maxOrderQuantity' | 'orderUnit'>;

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
  ['orderTypeCd', 'MOD-031', /^(?:MARKET|LIMIT|STOP|LIMIT_STOP)$/],
  ['sideCd', 'MOD-032', /^(?:BUY|SELL|SELL_TO_CLOSE|BUY_TO_COVER)$/],
  ['profitRealizationYn', 'TPS-031', /^[YN]$/],
  ['lossCutYn', 'TPS-032', /^[YN]$/],
  ['lossTrackingYn', 'TPS-033', /^[YN]$/],
] as const;

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

/**
 * Which clauses a modify body breaks for an order, in the order of their ids; none for a valid body. What the document
 * leaves open breaks nothing, and neither does what the order itself shows: its own quantity, its own orderDateTime.
 *
 * A rule is judged only where what it rests on holds: no price rule without a known order type, no code of something
 * that is no string, nothing about conditions or bounds for a body that names another order.
 *
 * @param bytes - the body as sent; empty where there was none
 * @param order - the order that the body is meant for, as it was when it was new
 * @param instrument - record of the order's instrument; `null` where it is not known, so that bounds are not judged
 */
export function brokenClauses(bytes: Uint8Array, order: Order, instrument: Bounds | null): readonly string[] {
  if (bytes.length === 0) return ['MOD-061'];
  const read = readJson(bytes);
  if (read === null) return [isNearlyJson(bytes) ? 'MOD-064' : 'MOD-062'];
  if (!isJsonObject(read.value)) return ['MOD-063'];
  const body = read.value;
  const identity = brokenIdentity(body, order);
  const broken = [
    ...brokenTypes(body, order),
    ...brokenCodes(body),
    ...brokenPrices(body),
    ...brokenSwitches(body),
    ...identity,
    ...(identity.length === 0 ? [...brokenAdditions(body, order), ...brokenBounds(body, order, instrument)] : []),
  ];
  return [...new Set(broken)].sort();
}

/** Whether a modify body breaks no clause for an order. */
export function isValid(bytes: Uint8Array, order: Order, instrument: Bounds | null): boolean {
  return brokenClauses(bytes, order, instrument).length === 0;
}

/** Whether a reader with extensions may take it for a whole object: it opens one and closes one. */
function isNearlyJson(bytes: Uint8Array): boolean {
  return /^\s*(?:\/\*[^]*?\*\/\s*)?\{[^]*\}/.test(Buffer.from(bytes).toString('latin1'));
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

function brokenTypes(body: Body, order: Order): string[] {
  const broken: string[] = [];
  for (const [field, clause] of STRING_FIELDS) {
    if (!Object.hasOwn(body, field) || typeof body[field] === 'string') continue;
    const converts = typeof body[field] === 'number' && readsAs(order[field], body[field]);
    broken.push(body[field] === null ? 'MOD-036' : converts ? 'MOD-035' : clause);
  }
  for (const [field, clause] of NUMBER_FIELDS) {
    const value = body[field];
    if (!Object.hasOwn(body, field) || typeof value === 'number') continue;
    const converts = typeof value === 'string' && /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i.test(value);
    broken.push(value === null ? 'MOD-036' : converts ? 'MOD-035' : clause);
  }
  return broken;
}

/** Whether a number is what a lenient reader makes of the order's own text. */
function readsAs(own: string | undefined, value: number): boolean {
  return own !== undefined && /^\d+(?:\.\d+)?$/.test(own) && Number(own) === value;
}

function brokenCodes(body: Body): string[] {
  return CODE_FIELDS.flatMap(([field, clause, codes]) => {
    const value = body[field];
    if (typeof value !== 'string' || codes.test(value)) return [];
    return new RegExp(codes, 'i').test(value) ? ['MOD-033'] : [clause];
  });
}

function brokenPrices(body: Body): string[] {
  return PRICE_RULES.flatMap(([type, field, clauses]) => {
    if (body['orderTypeCd'] !== type) return [];
    if ('notZero' in clauses) return isOtherThanZero(body[field]) ? [clauses.notZero] : [];
    if (!Object.hasOwn(body, field)) return [clauses.missing];
    return body[field] === 0 ? [clauses.zero] : [];
  });
}

function brokenSwitches(body: Body): string[] {
  return SWITCH_RULES.flatMap(([switchField, priceField, clauses]) => {
    if (body[switchField] === 'N') return isOtherThanZero(body[priceField]) ? [clauses.off] : [];
    if (body[switchField] !== 'Y') return [];
    if (!Object.hasOwn(body, priceField)) return [clauses.missing];
    return body[priceField] === 0 ? [clauses.zero] : [];
  });
}

/** A missing price is another matter, and so is one of the wrong type. */
function isOtherThanZero(value: unknown): boolean {
  return typeof value === 'number' && value !== 0;
}

function brokenIdentity(body: Body, order: Order): string[] {
  const { orderNo, orderDateTime } = body;
  const broken: string[] = [];
  if (isAbsent(body, 'orderNo') || isAbsent(body, 'orderDateTime')) broken.push('ORD-004');
  if (typeof orderNo === 'string' && orderNo !== '' && orderNo !== order.orderNo) broken.push('ORD-002');
  if (typeof orderDateTime === 'string' && orderDateTime !== '' && orderDateTime !== order.orderDateTime) {
    const told = compareTimestamps(orderDateTime, order.orderDateTime);
    if (!isTimestamp(orderDateTime) && told !== 'same') broken.push('MOD-034');
    else if (told === 'different') broken.push('ORD-003');
  }
  return broken;
}

function isAbsent(body: Body, field: string): boolean {
  return !Object.hasOwn(body, field) || body[field] === '';
}

/** Conditions that the order did not have: a switch that it shows as N was once on, and may be switched on again. */
function brokenAdditions(body: Body, order: Order): string[] {
  const had = { takeProfit: order.profitRealizationYn !== undefined, stopLoss: order.lossCutYn !== undefined };
  const broken: string[] = [];
  if (body['profitRealizationYn'] === 'Y' && !had.takeProfit) broken.push(had.stopLoss ? 'TPS-014' : 'TPS-011');
  if (body['lossCutYn'] === 'Y' && !had.stopLoss) broken.push(had.takeProfit ? 'TPS-015' : 'TPS-012');
  const bare = !had.takeProfit && !had.stopLoss && order.lossTrackingYn !== 'Y';
  if (body['lossTrackingYn'] === 'Y' && bare) broken.push('TPS-013');
  return broken;
}

function brokenBounds(body: Body, order: Order, instrument: Bounds | null): string[] {
  const { orderQuantity } = body;
  if (typeof orderQuantity !== 'number' || orderQuantity === order.orderQuantity) return [];
  if (instrument === null) return orderQuantity <= 0 ? ['ORD-006'] : [];
  const { minOrderQuantity, maxOrderQuantity, orderUnit } = instrument;
  const broken: string[] = [];
  if (orderQuantity > maxOrderQuantity) broken.push('ORD-005');
  if (orderQuantity < minOrderQuantity || orderQuantity <= 0) broken.push('ORD-006');
  if (!isMultipleOf(orderQuantity, orderUnit)) broken.push('ORD-007');
  return broken;
}
