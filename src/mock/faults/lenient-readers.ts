import { ORDER_TYPES, SIDES } from '../../contract/order.js';
import type { Fault } from '../behaviour.js';
import { misread } from './make-fault.js';

const CODES: Readonly<Record<string, readonly string[]>> = { orderTypeCd: ORDER_TYPES, sideCd: SIDES };

const isOfNumbers = (name: string): boolean => name === 'orderQuantity' || name.endsWith('Price');
const isNumeric = (value: unknown): boolean =>
  typeof value === 'string' && value.trim() !== '' && isFinite(Number(value));

/** Faults of readers as frameworks bring them, each with all of its conversions: a service with one is warned, and never fails. */
export const LENIENT_READER_FAULTS: readonly Fault[] = [
  misread(
    [
      'reads-like-pydantic',
      'MOD-081',
      'Takes true for 1, text for its number, and an epoch for a time, as pydantic does where it is not strict.',
      { also: ['MOD-035', 'MOD-086'] },
    ],
    (value, name, own) => {
      if (name === 'orderDateTime' && isEpochOf(value, own)) return own;
      if (!isOfNumbers(name)) return value;
      return typeof value === 'boolean' || isNumeric(value) ? Number(value) : value;
    },
  ),
  misread(
    [
      'reads-like-jackson',
      'MOD-084',
      'Takes the place of a code for the code, blanks around it away, and "" and null for no number, as Jackson does.',
      { also: ['MOD-035', 'MOD-036', 'MOD-082', 'MOD-088'] },
    ],
    (value, name) => {
      const codes = CODES[name];
      if (isOfNumbers(name)) return value === '' || value === null ? 0 : isNumeric(value) ? Number(value) : value;
      if (codes === undefined) return typeof value === 'number' ? String(value) : value;
      const text = typeof value === 'string' ? value.trim() : String(value);
      return /^\d$/.test(text) ? (codes[Number(text)] ?? value) : typeof value === 'string' ? text : value;
    },
  ),
  misread(
    [
      'reads-like-ajv',
      'MOD-083',
      'Takes the one entry of a list, and true, "", null and text for numbers, as Ajv does with coerceTypes.',
      { also: ['MOD-035', 'MOD-036', 'MOD-081', 'MOD-082'] },
    ],
    (value, name) => {
      const one: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
      if (!isOfNumbers(name)) return typeof one === 'number' || typeof one === 'boolean' ? String(one) : one;
      return one === null || one === '' || typeof one === 'boolean' || isNumeric(one) ? Number(one) : one;
    },
  ),
];

function isEpochOf(value: unknown, own: unknown): boolean {
  const ms = Date.parse(String(own));
  return [ms, Math.floor(ms / 1000)].map(String).includes(String(value));
}
