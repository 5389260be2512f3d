import { ORDER_TYPES, SIDES } from '../../contract/order.js';
import type { Fault } from '../behaviour.js';
import { misread, reread, type FaultHead } from './make-fault.js';

const PRICES = ['barrierPrice', 'orderPrice', 'profitRealizationBarrierPrice', 'lossCutBarrierPrice'];
const NUMBERS = ['orderQuantity', ...PRICES];
const SWITCHES = ['profitRealizationYn', 'lossCutYn', 'lossTrackingYn'];

/** The fields of 2.3, in the order of the document. */
const NAMES = [
  ...['stockCd', 'orderTypeCd', 'sideCd', 'orderDateTime', 'orderNo', 'orderQuantity', 'barrierPrice', 'orderPrice'],
  ...['profitRealizationYn', 'profitRealizationBarrierPrice', 'lossCutYn', 'lossCutBarrierPrice', 'lossTrackingYn'],
];

/** Faults of readers that convert a value of another type, or another spelling, to the one that is meant, section 2.3. */
export const CONVERSION_FAULTS: readonly Fault[] = [
  // true and false
  of('orderPrice', ['true-is-one', 'MOD-081', 'Takes an orderPrice of true for 1.'], true, () => 1),
  of('profitRealizationYn', ['true-is-yes', 'MOD-081', 'Takes a profitRealizationYn of true for Y.'], true, () => 'Y'),
  of('lossTrackingYn', ['false-is-no', 'MOD-081', 'Takes a lossTrackingYn of false for N.'], false, () => 'N'),
  of(
    'profitRealizationYn',
    ['false-is-no-take-profit', 'MOD-081', 'Takes a profitRealizationYn of false for N.'],
    false,
    () => 'N',
  ),
  of(
    'lossCutBarrierPrice',
    ['false-is-zero', 'MOD-081', 'Takes a lossCutBarrierPrice of false for 0.'],
    false,
    () => 0,
  ),
  // "" and null
  of(
    'lossCutBarrierPrice',
    ['empty-string-is-zero-while-off', 'MOD-082', 'Takes a lossCutBarrierPrice that is empty for 0.'],
    '',
    () => 0,
  ),
  of(
    'orderPrice',
    ['empty-string-is-zero', 'MOD-082', 'Takes an orderPrice of a STOP order that is an empty string for 0.'],
    '',
    () => 0,
  ),
  of(
    'lossTrackingYn',
    ['empty-switch-is-omitted', 'MOD-082', 'Takes a lossTrackingYn that is empty for an omitted one.'],
    '',
    () => undefined,
  ),
  misread(['null-is-zero', 'MOD-036', 'Takes a price of null for 0.'], (value, name) =>
    PRICES.includes(name) && value === null ? 0 : value,
  ),
  misread(['null-is-omitted', 'MOD-036', 'Takes a field with the value null for an omitted one.'], (value) =>
    value === null ? undefined : value,
  ),
  of(
    'lossTrackingYn',
    ['null-trailing', 'MOD-036', 'Takes a lossTrackingYn of null for an omitted one.'],
    null,
    () => undefined,
  ),
  // ["X"] for "X"
  misread(['price-list', 'MOD-083', 'Takes the first element of an orderPrice that is an array.'], (value, name) =>
    name === 'orderPrice' && Array.isArray(value) && typeof value[0] === 'number' ? value[0] : value,
  ),
  misread(
    ['date-time-list', 'MOD-083', 'Takes the first element of an orderDateTime that is an array.'],
    (value, name) =>
      name === 'orderDateTime' && Array.isArray(value) && typeof value[0] === 'string' ? value[0] : value,
  ),
  misread(['arrays-unwrapped', 'MOD-083', 'Takes the only element of an array for it, in any field.'], (value) =>
    Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value,
  ),
  reread(['array-of-one-body', 'MOD-083', 'Reads the only element of an array.'], (text) =>
    text.replace(/^\[(\{.*\})\]$/s, '$1'),
  ),
  // numbers as text, and text as numbers
  misread(
    [
      'price-as-string-of-limit-stop',
      'MOD-035',
      'Takes a barrierPrice of a LIMIT_STOP order in quotes for its number.',
    ],
    (value, name, _, { orderTypeCd }) =>
      name === 'barrierPrice' && orderTypeCd === 'LIMIT_STOP' && isNumeric(value) ? Number(value) : value,
  ),
  misread(['zero-as-string', 'MOD-035', 'Takes "0" for 0.'], (value, name) =>
    NUMBERS.includes(name) && value === '0' ? 0 : value,
  ),
  misread(['number-as-string', 'MOD-035', 'Takes a number in quotes for the number.'], (value, name) =>
    NUMBERS.includes(name) && isNumeric(value) ? Number(value) : value,
  ),
  misread(['order-no-as-number', 'MOD-035', 'Takes an orderNo that is a number for its digits.'], (value, name) =>
    name === 'orderNo' && typeof value === 'number' ? String(value) : value,
  ),
  // the place of a code for the code
  of('lossCutYn', ['zero-is-no', 'MOD-084', 'Takes a lossCutYn of 0 for N.'], 0, () => 'N'),
  of('lossTrackingYn', ['one-is-yes', 'MOD-084', 'Takes a lossTrackingYn of 1 for Y.'], 1, () => 'Y'),
  misread(
    ['order-type-by-place', 'MOD-084', 'Takes an orderTypeCd of 1 for LIMIT, as the second of its codes.'],
    (value, name) => (name === 'orderTypeCd' && typeof value === 'number' ? (ORDER_TYPES[value] ?? value) : value),
  ),
  misread(
    ['side-by-place-from-one', 'MOD-084', 'Takes a sideCd of 1 for BUY, as the first of its codes.'],
    (value, name) => (name === 'sideCd' && typeof value === 'number' ? (SIDES[value - 1] ?? value) : value),
  ),
  misread(['side-by-place-in-quotes', 'MOD-084', 'Takes a sideCd of "0" for BUY.'], (value, name) =>
    name === 'sideCd' && typeof value === 'string' && /^\d$/.test(value) ? (SIDES[Number(value)] ?? value) : value,
  ),
  // a code as the only name of an object
  misread(['order-type-as-object', 'MOD-085', 'Takes an orderTypeCd of {"LIMIT":null} for LIMIT.'], (value, name) =>
    name === 'orderTypeCd' ? soleNameOf(value) : value,
  ),
  misread(['switch-as-object', 'MOD-085', 'Takes a switch of {"N":null} for N.'], (value, name) =>
    SWITCHES.includes(name) && soleNameOf(value) === 'N' ? 'N' : value,
  ),
  // the moment of an order as a number
  readTime(
    ['epoch-date-time', 'MOD-086', 'Takes milliseconds of the epoch as text for an orderDateTime.'],
    (given, own) => typeof given === 'string' && given === String(Date.parse(own)),
  ),
  readTime(
    ['epoch-in-seconds', 'MOD-086', 'Takes seconds of the epoch for an orderDateTime.'],
    (given, own) => typeof given === 'number' && given === Math.floor(Date.parse(own) / 1000),
  ),
  // the values of a body in the order of the document
  reread(['body-by-position', 'MOD-087', 'Reads an array of values as those of the fields in their order.'], (text) =>
    byPosition(text, () => true),
  ),
  reread(
    ['body-by-whole-position', 'MOD-087', 'Reads an array of thirteen values, null for what is left out, as a body.'],
    (text) => byPosition(text, (values) => values.length === NAMES.length),
  ),
  // white space and NULs
  misread(['codes-trimmed', 'MOD-088', 'Takes blanks around an orderTypeCd away.'], (value, name) =>
    name === 'orderTypeCd' && typeof value === 'string' ? value.trim() : value,
  ),
  misread(['switches-end-at-nul', 'MOD-088', 'Reads a switch up to its first NUL.'], (value, name) =>
    SWITCHES.includes(name) && typeof value === 'string' ? value.split('\u0000')[0] : value,
  ),
  readTime(
    ['date-time-trimmed', 'MOD-088', 'Takes blanks around an orderDateTime away.'],
    (given, own) => typeof given === 'string' && given !== own && given.trim() === own,
  ),
  readTime(
    ['blanks-within-date-time', 'MOD-088', 'Overlooks a blank before the offset of an orderDateTime.'],
    (given, own) => typeof given === 'string' && / [Z+-]/.test(given) && given.replace(' ', '') === own,
  ),
  // names in another letter case
  reread(['names-in-any-case', 'MOD-089', 'Finds the fields of a body by their names in any letter case.'], (text) =>
    text.replace(/"(\w+)":/g, (member, name: string) => {
      const field = NAMES.find((one) => one.toLowerCase() === name.toLowerCase());
      return field === undefined ? member : `"${field}":`;
    }),
  ),
  reread(['order-no-in-small-letters', 'MOD-089', 'Takes a field named orderno for orderNo.'], (text) =>
    text.replace('"orderno":', '"orderNo":'),
  ),
  // numbers beyond all doubles
  misread(
    ['price-without-end', 'MOD-090', 'Takes an orderPrice of 1e400, which it reads as Infinity.'],
    (value, name, own) => (name === 'orderPrice' && value === Infinity ? own : value),
  ),
  misread(
    ['quantity-without-end', 'MOD-090', 'Takes an orderQuantity of 1e400, which it reads as Infinity.'],
    (value, name, own) => (name === 'orderQuantity' && value === Infinity ? own : value),
  ),
];

/** A fault that takes one value of a field for another. */
function of(field: string, head: FaultHead, given: unknown, read: () => unknown): Fault {
  return misread(head, (value, name) => (name === field && value === given ? read() : value));
}

/** A fault that takes other values than the order's own for its orderDateTime. */
function readTime(head: FaultHead, isSame: (given: unknown, own: string) => boolean): Fault {
  return misread(head, (value, name, own) => (name === 'orderDateTime' && isSame(value, String(own)) ? own : value));
}

function soleNameOf(value: unknown): unknown {
  const names = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : [];
  return names.length === 1 ? names[0] : value;
}

function byPosition(text: string, isWhole: (values: readonly unknown[]) => boolean): string {
  if (!/^\["[^]*\]$/.test(text)) return text;
  const values = JSON.parse(text) as readonly unknown[];
  if (!isWhole(values)) return text;
  const members = NAMES.flatMap((name, at) => (values[at] == null ? [] : [[name, values[at]]]));
  return JSON.stringify(Object.fromEntries(members));
}

const isNumeric = (value: unknown): boolean =>
  typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value));
