import fc from 'fast-check';
import { oddity, PLACE_OF, setting, settingIn, type Oddity } from '../breakage.js';
import type { PriceField } from '../price-room.js';
import { oddPriceBody } from '../valid-body.js';

const FIELDS: readonly PriceField[] = [
  'orderPrice',
  'barrierPrice',
  'profitRealizationBarrierPrice',
  'lossCutBarrierPrice',
];

/** Literals at the edges of what readers of JSON can hold. */
const EXTREMES: readonly (readonly [way: string, raw: string])[] = [
  ['1e308', '1e308'],
  ['2^53 + 1', '9007199254740993'],
  ['1e-400', '1e-400'],
  ['the smallest double', '5e-324'],
];

/** Prices that are numbers and yet no price. @clause OPN-013 OPN-014 */
export const priceOddities: readonly Oddity[] = FIELDS.flatMap((field) => [
  oddity('OPN-013', `${field} is negative`, PLACE_OF[field], ({ order, plain }) =>
    settingIn(plain, field, fc.constant(String(-Math.abs(order[field] ?? 1)))),
  ),
  oddity('OPN-013', `${field} is just below 0`, PLACE_OF[field], setting(field, fc.constantFrom('-0.00001', '-1e-9'))),
  ...EXTREMES.map(([way, raw]) =>
    oddity('OPN-014', `${field} is ${way}`, PLACE_OF[field], setting(field, fc.constant(raw))),
  ),
  ...(['ten times', 'a tenth of'] as const).map((times) =>
    oddity('OPN-014', `${field} is ${times} the order's`, PLACE_OF[field], ({ plain }) =>
      settingIn(plain, field, fc.constant(`${plain.get(field) ?? '1'}e${times === 'ten times' ? '1' : '-1'}`)),
    ),
  ),
  oddity('OPN-014', `${field} has 20 decimals more`, PLACE_OF[field], ({ plain }) => {
    const raw = plain.get(field) ?? '1';
    if (!/^[\d.]+$/.test(raw)) return 'the price is spelled with an exponent';
    return settingIn(plain, field, fc.constant(`${raw}${raw.includes('.') ? '' : '.'}00000000000000000001`));
  }),
  oddity('OPN-014', `${field} is off the grid of point units`, PLACE_OF[field], ({ order, instrument, plain }) => {
    const odd = oddPriceBody(order, PLACE_OF[field].changes, { band: 0.001, instrument });
    return settingIn(
      plain,
      field,
      odd.map((body) => String(body[field])),
    );
  }),
]);
