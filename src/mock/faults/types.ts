import type { Fault } from '../behaviour.js';
import { misread } from './make-fault.js';

const FIELDS = [
  ['stockCd', 'string', 'MOD-011'],
  ['orderTypeCd', 'string', 'MOD-012'],
  ['sideCd', 'string', 'MOD-013'],
  ['orderDateTime', 'string', 'MOD-014'],
  ['orderNo', 'string', 'MOD-015'],
  ['orderQuantity', 'number', 'MOD-016'],
  ['barrierPrice', 'number', 'MOD-017'],
  ['orderPrice', 'number', 'MOD-018'],
  ['profitRealizationYn', 'string', 'MOD-019'],
  ['profitRealizationBarrierPrice', 'number', 'MOD-020'],
  ['lossCutYn', 'string', 'MOD-021'],
  ['lossCutBarrierPrice', 'number', 'MOD-022'],
  ['lossTrackingYn', 'string', 'MOD-023'],
] as const;

const NUMBERS: readonly string[] = FIELDS.filter(([, type]) => type === 'number').map(([name]) => name);

/** Faults in the JSON types of the body's fields, section 2.3. */
export const TYPE_FAULTS: readonly Fault[] = [
  // One for each field: a value of the wrong type is taken for the one that the order has.
  ...FIELDS.map(([field, type, clause]) =>
    misread([`loose-type-${kebab(field)}`, clause, `Accepts a ${field} that is no ${type}.`], (value, name, own) =>
      name === field && isOfWrongType(value, type) && !isConvertible(value, own) ? own : value,
    ),
  ),
  misread(['price-list', 'MOD-018', 'Takes the first element of an orderPrice that is an array.'], (value, name) =>
    name === 'orderPrice' && Array.isArray(value) && typeof value[0] === 'number' ? value[0] : value,
  ),
  misread(['true-is-one', 'MOD-018', 'Takes an orderPrice of true for 1.'], (value, name) =>
    name === 'orderPrice' && value === true ? 1 : value,
  ),
  misread(['true-is-yes', 'MOD-019', 'Takes a profitRealizationYn of true for Y.'], (value, name) =>
    name === 'profitRealizationYn' && value === true ? 'Y' : value,
  ),
  misread(['false-is-no', 'MOD-023', 'Takes a lossTrackingYn of false for N.'], (value, name) =>
    name === 'lossTrackingYn' && value === false ? 'N' : value,
  ),
  misread(['zero-is-no', 'MOD-021', 'Takes a lossCutYn of 0 for N.'], (value, name) =>
    name === 'lossCutYn' && value === 0 ? 'N' : value,
  ),
  misread(['false-is-no-take-profit', 'MOD-019', 'Takes a profitRealizationYn of false for N.'], (value, name) =>
    name === 'profitRealizationYn' && value === false ? 'N' : value,
  ),
  misread(['one-is-yes', 'MOD-023', 'Takes a lossTrackingYn of 1 for Y.'], (value, name) =>
    name === 'lossTrackingYn' && value === 1 ? 'Y' : value,
  ),
  misread(
    ['empty-string-is-zero-while-off', 'MOD-022', 'Takes a lossCutBarrierPrice that is empty for 0.'],
    (value, name) => (name === 'lossCutBarrierPrice' && value === '' ? 0 : value),
  ),
  misread(
    ['date-time-list', 'MOD-014', 'Takes the first element of an orderDateTime that is an array.'],
    (value, name) =>
      name === 'orderDateTime' && Array.isArray(value) && typeof value[0] === 'string' ? value[0] : value,
  ),
  misread(
    ['loose-price-of-limit-stop', 'MOD-018', 'Accepts an orderPrice of a LIMIT_STOP order that is no number.'],
    (value, name, own, { orderTypeCd }) =>
      name === 'orderPrice' && orderTypeCd === 'LIMIT_STOP' && isOfWrongType(value, 'number') && !isNumeric(value)
        ? own
        : value,
  ),
  misread(
    ['loose-price-not-needed', 'MOD-017', 'Takes a barrierPrice that is not needed and is no number for 0.'],
    (value, name, _, { orderTypeCd }) =>
      name === 'barrierPrice' && orderTypeCd === 'LIMIT' && isOfWrongType(value, 'number') && !isNumeric(value)
        ? 0
        : value,
  ),
  misread(
    ['loose-price-while-off', 'MOD-022', 'Takes a lossCutBarrierPrice that is no number for 0 where lossCutYn is N.'],
    (value, name, _, { lossCutYn }) =>
      name === 'lossCutBarrierPrice' && lossCutYn === 'N' && isOfWrongType(value, 'number') && !isNumeric(value)
        ? 0
        : value,
  ),
  misread(
    ['empty-string-is-zero', 'MOD-018', 'Takes an orderPrice of a STOP order that is an empty string for 0.'],
    (value, name) => (name === 'orderPrice' && value === '' ? 0 : value),
  ),
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
  misread(['null-is-zero', 'MOD-036', 'Takes a price of null for 0.'], (value, name) =>
    name.endsWith('Price') && value === null ? 0 : value,
  ),
  misread(['number-as-string', 'MOD-035', 'Takes a number in quotes for the number.'], (value, name) =>
    NUMBERS.includes(name) && isNumeric(value) ? Number(value) : value,
  ),
  misread(['order-no-as-number', 'MOD-035', 'Takes an orderNo that is a number for its digits.'], (value, name) =>
    name === 'orderNo' && typeof value === 'number' ? String(value) : value,
  ),
  misread(['null-is-omitted', 'MOD-036', 'Takes a field with the value null for an omitted one.'], (value) =>
    value === null ? undefined : value,
  ),
  misread(['null-trailing', 'MOD-036', 'Takes a lossTrackingYn of null for an omitted one.'], (value, name) =>
    name === 'lossTrackingYn' && value === null ? undefined : value,
  ),
];

/** null has a clause of its own. */
const isOfWrongType = (value: unknown, type: string): boolean => value !== null && typeof value !== type;

/** Numbers as text, and text as its number, have a clause of their own, too. */
function isConvertible(value: unknown, own: unknown): boolean {
  return isNumeric(value) || (typeof value === 'number' && String(value) === own);
}

const isNumeric = (value: unknown): boolean =>
  typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value));

function kebab(field: string): string {
  return field.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
}
