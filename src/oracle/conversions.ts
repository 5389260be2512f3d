import { ORDER_TYPES, PRICES_OF, SIDES, type Order } from '../contract/order.js';
import { isJsonObject } from '../wire/json.js';
import { compareTimestamps, isTimestamp } from './timestamp-text.js';

type Body = Readonly<Record<string, unknown>>;

/** What a field of 2.3 is read as. */
type Kind = 'number' | 'code' | 'switch' | 'time' | 'stockCd' | 'orderNo';

const YES_NO = ['Y', 'N'];

/** The codes of 2.1 to 2.3, in the order of the document. */
const CODES: Readonly<Record<string, readonly string[]>> = {
  orderTypeCd: ORDER_TYPES,
  sideCd: SIDES,
  profitRealizationYn: YES_NO,
  lossCutYn: YES_NO,
  lossTrackingYn: YES_NO,
};

/** What a value is held against. */
interface Reading {
  readonly kind: Kind;
  readonly codes: readonly string[];
  /** What the order has there. */
  readonly own: unknown;
}

type Test = (value: unknown, reading: Reading) => boolean;

const NUMERIC = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i;
// eslint-disable-next-line no-control-regex -- a reader of C strings ends at a NUL
const AROUND = /^[\s\u0000]+|[\s\u0000]+$/g;
const EVERYWHERE: readonly Kind[] = ['number', 'code', 'switch', 'time', 'stockCd', 'orderNo'];
const LISTED: readonly Kind[] = ['code', 'switch'];

/**
 * Values that are not what a field is given as, and that a reader makes something of: whatever the field, by which
 * conversion. A service that takes one breaks that clause and no other.
 */
const CONVERSIONS: readonly (readonly [clause: string, kinds: readonly Kind[], test: Test])[] = [
  ['MOD-036', EVERYWHERE, (value) => value === null],
  ['MOD-081', ['number', 'switch', 'stockCd'], (value) => typeof value === 'boolean'],
  ['MOD-082', ['number', 'code', 'switch'], (value) => typeof value === 'string' && value.trim() === ''],
  [
    'MOD-083',
    EVERYWHERE,
    (value, reading) => Array.isArray(value) && value.length === 1 && isFitting(value[0], reading),
  ],
  ['MOD-035', ['number'], (value) => typeof value === 'string' && NUMERIC.test(value)],
  ['MOD-035', ['orderNo'], (value, { own }) => typeof value === 'number' && readsAs(own, value)],
  ['MOD-035', ['stockCd'], (value) => typeof value === 'number'],
  ['MOD-084', LISTED, (value, { codes }) => /^\d$/.test(scalar(value)) && Number(value) <= codes.length],
  ['MOD-085', LISTED, (value, { codes }) => isJsonObject(value) && isSoleMemberOf(value, codes)],
  ['MOD-086', ['time'], (value, { own }) => isEpochOf(scalar(value), own)],
  ['MOD-088', LISTED, (value, { codes }) => typeof value === 'string' && codes.includes(value.replace(AROUND, ''))],
  ['MOD-088', ['time'], (value, { own }) => typeof value === 'string' && isSpacedOut(value, own)],
  ['MOD-033', LISTED, (value, { codes }) => typeof value === 'string' && codes.includes(value.toUpperCase())],
];

/** Which conversion a value asks for, by its clause; `null` where nothing is to be made of it, or it is right. */
export function conversionOf(field: string, value: unknown, order: Order): string | null {
  const kind = kindOfField(field);
  const codes = CODES[field] ?? [];
  const reading = { kind, codes, own: (order as unknown as Body)[field] };
  if (isFitting(value, reading) && (codes.length === 0 || codes.includes(String(value))) && kind !== 'time')
    return null;
  return CONVERSIONS.find(([, kinds, test]) => kinds.includes(kind) && test(value, reading))?.[0] ?? null;
}

/** Whether a price is needed for the order type and the switches of the body; every other field counts. */
export function counts(field: string, body: Body): boolean {
  const { orderTypeCd: type, profitRealizationYn, lossCutYn } = body;
  if (field === 'profitRealizationBarrierPrice') return profitRealizationYn !== 'N';
  if (field === 'lossCutBarrierPrice') return lossCutYn !== 'N';
  if (field !== 'barrierPrice' && field !== 'orderPrice') return true;
  return (
    typeof type !== 'string' || !Object.hasOwn(PRICES_OF, type) || PRICES_OF[type as keyof typeof PRICES_OF][field]
  );
}

/** The clause of an array in the place of a body: of the object alone in it, or of its values by their position. */
export function conversionOfArray(values: readonly unknown[]): string | null {
  if (values.length === 1 && isJsonObject(values[0])) return 'MOD-083';
  return values.length > 1 && !values.some((value) => typeof value === 'object' && value !== null) ? 'MOD-087' : null;
}

/** Whether a body that lacks a field has it under a name in another letter case. */
export function isNamedInOtherCase(field: string, body: Body): boolean {
  return !Object.hasOwn(body, field) && Object.keys(body).some((name) => name.toLowerCase() === field.toLowerCase());
}

function kindOfField(field: string): Kind {
  if (field === 'orderDateTime') return 'time';
  if (field === 'stockCd' || field === 'orderNo') return field;
  if (CODES[field] !== undefined) return field.endsWith('Yn') ? 'switch' : 'code';
  return 'number';
}

function isFitting(value: unknown, { kind }: Reading): boolean {
  return typeof value === (kind === 'number' ? 'number' : 'string');
}

/** Whether a number is what a lenient reader makes of the order's own text. */
function readsAs(own: unknown, value: number): boolean {
  return typeof own === 'string' && /^\d+(?:\.\d+)?$/.test(own) && Number(own) === value;
}

function scalar(value: unknown): string {
  return typeof value === 'number' || typeof value === 'string' ? String(value) : '';
}

function isSoleMemberOf(value: Body, codes: readonly string[]): boolean {
  const names = Object.keys(value);
  return names.length === 1 && codes.includes(names[0] ?? '');
}

/** Seconds, milliseconds, microseconds or nanoseconds of the epoch that are in the second of the order's own moment. */
function isEpochOf(digits: string, own: unknown): boolean {
  const second = Math.floor(Date.parse(String(own)) / 1000);
  return NUMERIC.test(digits) && [1, 1e3, 1e6, 1e9].some((parts) => Math.floor(Number(digits) / parts) === second);
}

/** Whether a text is a timestamp of the order's own moment but for white space and NULs around it and within it. */
function isSpacedOut(text: string, own: unknown): boolean {
  // eslint-disable-next-line no-control-regex -- as above
  const plain = [text.replace(AROUND, ''), text.replace(/[\s\u0000]+/g, '')];
  return plain.some(
    (one) => one !== text && (one === own || (isTimestamp(one) && compareTimestamps(one, String(own)) !== 'different')),
  );
}
