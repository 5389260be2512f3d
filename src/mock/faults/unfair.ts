import type { Fault } from '../behaviour.js';
import type { Call } from '../call.js';
import { refuse } from '../refusal.js';
import { refuseAlso, type FaultHead } from './make-fault.js';

const PRICES = ['barrierPrice', 'orderPrice'] as const;

/** Valid spellings that a reader of its own making, or a comparison of text, refuses. */
const SPELLINGS: readonly (readonly [name: string, does: string, spelling: RegExp])[] = [
  ['last-decimal-zero-refused', 'Refuses a price whose last decimal is 0.', /Price":\d+\.\d*[1-9]0+[,}]/],
  ['whole-number-with-point-refused', 'Refuses a whole number that has a point.', /":[1-9]\d*\.0+[,}]/],
  ['exponent-with-sign-refused', 'Refuses an exponent that has a sign.', /":[\d.]+e[+-]/i],
  ['zero-with-decimals-refused', 'Refuses 0.0 for a price that is not needed.', /"(?:barrier|order)Price":0\.0/],
  ['escaped-name-refused', 'Refuses the name of a member that has an escape.', /[{,]"[^":]*\\u[^":]*":/],
  ['escaped-date-time-refused', 'Refuses an orderDateTime that has an escape.', /DateTime":"[^"]*\\u/],
];

/** Faults that refuse a valid modify for how its body is written, section 2.3. */
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
];

/** A fault that refuses some valid modifies. */
function unfair(head: FaultHead, when: (call: Call) => boolean): Fault {
  return refuseAlso(head, 'modify', (call) => (when(call) ? refuse('order-not-modifiable') : null));
}

const textOf = ({ incoming }: Call): string => incoming.body.toString('utf8');
