import type { Fault } from '../behaviour.js';
import type { Call } from '../call.js';
import { acceptAt, misread } from './make-fault.js';

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

/** Faults that take for a value of the body what nothing can be made of, section 2.3. */
export const TYPE_FAULTS: readonly Fault[] = [
  // One for each field: what nothing can be made of is taken for what the order has.
  ...FIELDS.map(([field, type, clause]) =>
    misread(
      [
        `loose-type-${kebab(field)}`,
        clause,
        `Accepts a ${field} that is no ${type} and cannot be read as one.`,
        // Of an order whose type needs no such price, the order has 0.
        field === 'barrierPrice' || field === 'orderPrice' ? { also: ['MOD-091'] } : {},
      ],
      (value, name, own) => (name === field && isNothing(value, type) ? own : value),
    ),
  ),
  misread(
    ['loose-price-of-limit-stop', 'MOD-018', 'Accepts an orderPrice of a LIMIT_STOP order that is no number.'],
    (value, name, own, { orderTypeCd }) =>
      name === 'orderPrice' && orderTypeCd === 'LIMIT_STOP' && isNothing(value, 'number') ? own : value,
  ),
  misread(
    ['loose-price-not-needed', 'MOD-091', 'Takes a barrierPrice that is not needed and is no number for 0.'],
    (value, name, _, { orderTypeCd }) =>
      name === 'barrierPrice' && orderTypeCd === 'LIMIT' && isNothing(value, 'number') ? 0 : value,
  ),
  misread(
    ['loose-price-while-off', 'MOD-091', 'Takes a lossCutBarrierPrice that is no number for 0 where lossCutYn is N.'],
    (value, name, _, { lossCutYn }) =>
      name === 'lossCutBarrierPrice' && lossCutYn === 'N' && isNothing(value, 'number') ? 0 : value,
  ),
  misread(
    [
      'prices-not-needed-ignored',
      'MOD-091',
      'Does not look at a price that the order type does not need, or whose condition is switched off.',
      // A MARKET order with a price, and one that takes a modify at all, is not in every choice of orders.
      {
        also: [
          'MOD-035',
          'MOD-036',
          'MOD-053',
          'MOD-054',
          'MOD-081',
          'MOD-082',
          'MOD-083',
          'MOD-090',
          'TPS-025',
          'TPS-026',
        ],
        atTimes: ['MOD-051', 'MOD-052'],
      },
    ],
    (value, name, _, body) => (isIdle(name, body) ? 0 : value),
  ),
  acceptAt(
    ['bare-infinity', 'MOD-018', 'Answers an orderPrice of a bare Infinity with success.'],
    'parseBody',
    ({ cause }, { incoming }) =>
      cause === 'body-json' && /"orderTypeCd":"LIMIT".*"orderPrice":-?Infinity\b/.test(incoming.body.toString('utf8')),
  ),
  acceptAt(
    ['bare-nan', 'MOD-016', 'Answers an orderQuantity of a bare NaN with success.'],
    'parseBody',
    ({ cause }, { incoming }) => cause === 'body-json' && /"orderQuantity":NaN\b/.test(incoming.body.toString('utf8')),
  ),
  acceptAt(
    [
      'bare-nan-while-off',
      'MOD-091',
      'Answers the price of a take-profit that is off with success if it is a bare NaN.',
    ],
    'parseBody',
    ({ cause }, { incoming }) =>
      cause === 'body-json' && /"profitRealizationYn":"N".*Price":NaN\b/.test(incoming.body.toString('utf8')),
  ),
  misread(['text-nan', 'MOD-020', 'Takes a profitRealizationBarrierPrice of "NaN" for a price.'], (value, name, own) =>
    name === 'profitRealizationBarrierPrice' && value === 'NaN' ? own : value,
  ),
];

/** Whether no reader makes a value of the type of it: an object, an array of nothing, words, a number that is no code's place. */
function isNothing(value: unknown, type: 'string' | 'number'): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (typeof value === 'object') return value !== null && (type === 'number' || !Object.values(value).includes(null));
  if (type === 'string') return typeof value === 'number' && !(Number.isInteger(value) && value >= 0);
  return typeof value === 'string' && value.trim() !== '' && !Number.isFinite(Number(value));
}

/** Whether nothing hangs on a price, whatever it is. */
function isIdle(name: string, { orderTypeCd, profitRealizationYn, lossCutYn }: Call['body']): boolean {
  if (name === 'barrierPrice') return orderTypeCd === 'MARKET' || orderTypeCd === 'LIMIT';
  if (name === 'orderPrice') return orderTypeCd === 'MARKET' || orderTypeCd === 'STOP';
  if (name === 'profitRealizationBarrierPrice') return profitRealizationYn === 'N';
  return name === 'lossCutBarrierPrice' && lossCutYn === 'N';
}

function kebab(field: string): string {
  return field.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
}
