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
