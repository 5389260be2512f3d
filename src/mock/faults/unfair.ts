import type { Fault } from '../behaviour.js';
import type { Call } from '../call.js';
import { decimalsOf } from '../grid.js';
import { refuse } from '../refusal.js';
import { refuseAlso, type FaultHead } from './make-fault.js';

const PRICES = ['barrierPrice', 'orderPrice'] as const;
const ALL_PRICES = [...PRICES, 'profitRealizationBarrierPrice', 'lossCutBarrierPrice'] as const;

/** Valid spellings that a reader of its own making, or a comparison of text, refuses. */
const SPELLINGS: readonly (readonly [name: string, does: string, spelling: RegExp])[] = [
  ['last-decimal-zero-refused', 'Refuses a price whose last decimal is 0.', /Price":\d+\.\d*[1-9]0+[,}]/],
  ['whole-number-with-point-refused', 'Refuses a whole number that has a point.', /":[1-9]\d*\.0+[,}]/],
  ['exponent-with-sign-refused', 'Refuses an exponent that has a sign.', /":[\d.]+e[+-]/i],
  ['zero-with-decimals-refused', 'Refuses 0.0 for a price that is not needed.', /"(?:barrier|order)Price":0\.0/],
  ['negative-zero-refused', 'Refuses -0 for a price that is not needed.', /"(?:barrier|order)Price":-0\b/],
  ['escape-in-capitals-refused', 'Refuses a \\u escape that has a capital digit.', /\\u[0-9a-f]*[A-F]/],
  ['escaped-slash-refused', 'Refuses \\/ for a slash.', /\\\//],
  ['escaped-name-refused', 'Refuses the name of a member that has an escape.', /[{,]"[^":]*\\u[^":]*":/],
  ['escaped-date-time-refused', 'Refuses an orderDateTime that has an escape.', /DateTime":"[^"]*\\u/],
];

/** Faults that refuse a valid modify for what its body is like, sections 2.1, 2.3, 2.4 and 4.2. */
export const UNFAIR_BODY_FAULTS: readonly Fault[] = [
  ...SPELLINGS.map(([name, does, spelling]) => unfair([name, 'MOD-010', does], (call) => spelling.test(textOf(call)))),
  unfair(
    ['quantity-compared-as-text', 'MOD-010', 'Refuses the quantity of the order where it is spelled otherwise.'],
    (call) => {
      const [, spelled] = /"orderQuantity":([^,}]+)/.exec(textOf(call)) ?? [];
      const own = call.order?.values.quantity;
      return call.body['orderQuantity'] === own && spelled !== String(own);
    },
  ),
  unfair(['type-wanted-before-prices', 'MOD-010', 'Refuses a price before the orderTypeCd.'], ({ body }) => {
    const names = Object.keys(body);
    return PRICES.some((name) => Object.hasOwn(body, name) && names.indexOf(name) < names.indexOf('orderTypeCd'));
  }),
  unfair(
    ['quantity-by-division', 'MOD-001', 'Refuses the quantity of an order that orderUnit does not divide in binary.'],
    ({ body, order, service }) =>
      !Number.isInteger(Number(body['orderQuantity']) / unitsOf(service, order?.stockCd).orderUnit),
  ),
  unfair(
    ['price-by-remainder', 'MOD-001', 'Refuses a multiple of pointUnit that leaves a remainder in binary.'],
    (call) => pricesIn(call).some((price) => price % unitsOf(call.service, call.order?.stockCd).pointUnit > 1e-9),
  ),
  unfair(
    ['price-by-multiplication', 'MOD-001', 'Refuses a price that is no whole number of point units in binary.'],
    (call) => {
      const scale = 10 ** decimalsOf(unitsOf(call.service, call.order?.stockCd).pointUnit);
      return pricesIn(call).some((price) => !Number.isInteger(price * scale));
    },
  ),
  unfair(['three-decimals-at-most', 'MOD-001', 'Refuses a price of more than three decimals.'], (call) =>
    pricesIn(call).some((price) => decimalsOf(price) > 3),
  ),
  unfair(['price-in-32-bits', 'MOD-001', 'Refuses a price above 21,474.83647: 32 bits of fifth decimals.'], (call) =>
    pricesIn(call).some((price) => price > 21_474.836_47),
  ),
  unfair(['price-below-one-refused', 'MOD-001', 'Takes a price below 1 for none.'], (call) =>
    pricesIn(call).some((price) => price < 1),
  ),
  unfair(
    ['small-point-unit-refused', 'MOD-001', 'Refuses every modify where the pointUnit is below 0.0001.'],
    (call) => unitsOf(call.service, call.order?.stockCd).pointUnit < 0.000_1,
  ),
  unfair(
    ['cheap-orders-fixed', 'MOD-001', 'Refuses every other price of an order whose price is below 1.'],
    ({ body, order }) =>
      PRICES.some((name) => {
        const own = order?.values[name] ?? 0;
        return own > 0 && own < 1 && body[name] !== own;
      }),
  ),
  unfair(
    ['both-prices-at-once-refused', 'MOD-004', 'Refuses to change both prices of an order at once.'],
    (call) => changedPrices(call) === 2,
  ),
  unfair(
    ['one-price-alone-refused', 'MOD-004', 'Refuses to change one price of a LIMIT_STOP order and leave the other.'],
    (call) => call.order?.orderTypeCd === 'LIMIT_STOP' && changedPrices(call) === 1,
  ),
  unfair(
    [
      'conditions-always-wanted',
      'TPS-006',
      'Refuses a body without the switches of the conditions of its order.',
      { also: ['TPS-003'] },
    ],
    ({ body, order }) =>
      (order?.values.takeProfit.on === true && !Object.hasOwn(body, 'profitRealizationYn')) ||
      (order?.values.stopLoss.on === true && !Object.hasOwn(body, 'lossCutYn')),
  ),
  unfair(
    ['conditions-in-pairs', 'TPS-006', 'Refuses one condition of an order with both where the other is left out.'],
    ({ body, order }) =>
      order?.had.takeProfit === true &&
      order.had.stopLoss &&
      Object.hasOwn(body, 'profitRealizationYn') !== Object.hasOwn(body, 'lossCutYn'),
  ),
  unfair(
    ['trailing-wants-its-stop-loss', 'TPS-003', 'Refuses lossTrackingYn where lossCutYn is left out.'],
    ({ body }) => Object.hasOwn(body, 'lossTrackingYn') && !Object.hasOwn(body, 'lossCutYn'),
  ),
  unfair(
    ['take-profit-wants-few-digits', 'TPS-006', 'Refuses a take-profit price of more than two decimals.'],
    ({ body }) => decimalsOf(Number(body['profitRealizationBarrierPrice'] ?? 0)) > 2,
  ),
  unfair(
    ['large-stop-loss-refused', 'TPS-006', 'Refuses a stop-loss price from 1,000 on.'],
    ({ body }) => Number(body['lossCutBarrierPrice']) >= 1_000,
  ),
  unfair(
    ['take-profit-off-alone-refused', 'TPS-006', 'Refuses N for a take-profit while the stop-loss stays on.'],
    ({ body, order }) =>
      body['profitRealizationYn'] === 'N' && order?.values.stopLoss.on === true && body['lossCutYn'] !== 'N',
  ),
];

/** A fault that refuses some valid modifies. */
export function unfair(head: FaultHead, when: (call: Call) => boolean): Fault {
  return refuseAlso(head, 'modify', (call) => (when(call) ? refuse('order-not-modifiable') : null));
}

const textOf = ({ incoming }: Call): string => incoming.body.toString('utf8');

/** The prices of a body, those that are 0 aside. */
function pricesIn({ body }: Call): readonly number[] {
  return ALL_PRICES.map((name) => Number(body[name] ?? 0)).filter((price) => price !== 0);
}

function changedPrices({ body, order }: Call): number {
  return PRICES.filter((name) => order !== null && (body[name] ?? 0) !== order.values[name]).length;
}

function unitsOf({ catalogue }: Call['service'], stockCd = '') {
  return catalogue.byCode.get(stockCd) ?? { pointUnit: 1, orderUnit: 1 };
}
