import type { Check } from '../behaviour.js';
import { refuse } from '../refusal.js';

/** Members of the body and their types, read from section 2.3. */
const TYPES = new Map<string, 'string' | 'number'>([
  ['stockCd', 'string'],
  ['orderTypeCd', 'string'],
  ['sideCd', 'string'],
  ['orderDateTime', 'string'],
  ['orderNo', 'string'],
  ['orderQuantity', 'number'],
  ['barrierPrice', 'number'],
  ['orderPrice', 'number'],
  ['profitRealizationYn', 'string'],
  ['profitRealizationBarrierPrice', 'number'],
  ['lossCutYn', 'string'],
  ['lossCutBarrierPrice', 'number'],
  ['lossTrackingYn', 'string'],
]);

/** The document leaves open which members are mandatory: these are, beside the prices of the order type. */
const MANDATORY = ['stockCd', 'orderTypeCd', 'sideCd', 'orderDateTime', 'orderNo', 'orderQuantity'];

const SWITCHES = ['profitRealizationYn', 'lossCutYn', 'lossTrackingYn'];

export const checkMembers: Check = ({ body }) => {
  const unknown = Object.keys(body).find((name) => !TYPES.has(name));
  return unknown === undefined ? null : refuse('member-unknown');
};

export const checkMandatory: Check = ({ body }) => {
  const missing = MANDATORY.find((name) => !Object.hasOwn(body, name));
  return missing === undefined ? null : refuse('member-missing', missing);
};

export const checkFieldTypes: Check = ({ body }) => {
  for (const [name, value] of Object.entries(body)) {
    const type = TYPES.get(name);
    if (type === undefined) continue;
    // A literal such as 1e400 is a JSON number, but none that can be a price.
    if (typeof value !== type || value === Infinity || value === -Infinity) return refuse('member-type', name);
    if (value === '') return refuse('member-empty', name);
  }
  return null;
};

export const checkDateTime: Check = ({ body }) =>
  isDateTime(body['orderDateTime']) ? null : refuse('date-time-form', 'orderDateTime');

export const checkOrderType: Check = ({ body }) =>
  ['MARKET', 'LIMIT', 'STOP', 'LIMIT_STOP'].includes(body['orderTypeCd'] as string)
    ? null
    : refuse('code-unknown', 'orderTypeCd');

export const checkSide: Check = ({ body }) =>
  ['BUY', 'SELL', 'SELL_TO_CLOSE', 'BUY_TO_COVER'].includes(body['sideCd'] as string)
    ? null
    : refuse('code-unknown', 'sideCd');

export const checkSwitches: Check = ({ body }) => {
  const wrong = SWITCHES.find((name) => Object.hasOwn(body, name) && body[name] !== 'Y' && body[name] !== 'N');
  return wrong === undefined ? null : refuse('code-unknown', wrong);
};

const DATE_TIME = /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:[.,]\d{1,9})?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)$/;

function isDateTime(value: unknown): boolean {
  const [, day] = typeof value === 'string' ? (DATE_TIME.exec(value) ?? []) : [];
  if (day === undefined) return false;
  const midnight = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
}
