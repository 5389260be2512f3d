import type { CheckName, Fault } from '../behaviour.js';
import type { Cause } from '../refusal.js';
import { overlook } from './make-fault.js';
import { PRICE_PLACE_FAULTS } from './price-places.js';

const ROWS = [
  ['MOD-041', 'LIMIT', 'orderPrice', 'missing'],
  ['MOD-042', 'STOP', 'barrierPrice', 'missing'],
  ['MOD-043', 'LIMIT_STOP', 'barrierPrice', 'missing'],
  ['MOD-044', 'LIMIT_STOP', 'orderPrice', 'missing'],
  ['MOD-045', 'LIMIT', 'orderPrice', 'zero'],
  ['MOD-046', 'STOP', 'barrierPrice', 'zero'],
  ['MOD-047', 'LIMIT_STOP', 'barrierPrice', 'zero'],
  ['MOD-048', 'LIMIT_STOP', 'orderPrice', 'zero'],
  ['MOD-051', 'MARKET', 'barrierPrice', 'unneeded'],
  ['MOD-052', 'MARKET', 'orderPrice', 'unneeded'],
  ['MOD-053', 'LIMIT', 'barrierPrice', 'unneeded'],
  ['MOD-054', 'STOP', 'orderPrice', 'unneeded'],
] as const;

const CAUSES: Readonly<Record<(typeof ROWS)[number][3], Cause>> = {
  missing: 'price-missing',
  zero: 'price-missing',
  unneeded: 'price-not-needed',
};

const HOW = { missing: 'without PRICE', zero: 'with a PRICE of 0', unneeded: 'with a PRICE, which it does not need' };

/** One fault for each cell of the table in 2.1 and each way to break it. */
const CELL_FAULTS: readonly Fault[] = ROWS.map(([clause, type, field, how]) => {
  const name = `${how}-${field === 'orderPrice' ? 'order' : 'barrier'}-price-${type.toLowerCase().replace('_', '-')}`;
  const check: CheckName = field === 'orderPrice' ? 'checkOrderPrice' : 'checkBarrierPrice';
  return overlook(
    [name, clause, `Accepts a ${type} body ${HOW[how]}.`.replace('PRICE', field)],
    check,
    ({ cause }, { body }) => {
      if (body['orderTypeCd'] !== type || cause !== CAUSES[how]) return false;
      return how === 'unneeded' || Object.hasOwn(body, field) === (how === 'zero');
    },
  );
});

/** Faults in the prices of an order type, section 2.1. */
export const PRICE_FAULTS: readonly Fault[] = [...CELL_FAULTS, ...PRICE_PLACE_FAULTS];
