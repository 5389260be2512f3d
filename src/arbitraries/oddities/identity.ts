import fc from 'fast-check';
import { ORDER_TYPES, PRICES_OF, SIDES, type OrderType } from '../../contract/order.js';
import { addedPrices } from '../added-price.js';
import { ANYWHERE, broken, oddity, setting, settingIn, type Oddity } from '../breakage.js';
import { fromCount, placesOf, toCount } from '../decimal.js';
import { withMember } from '../draft.js';
import { spellingsOfTime } from '../order-time.js';

const TIME_WAYS = spellingsOfTime('2026-01-05T09:00:00.120+09:00').map(([way]) => way);

/** Fields that say again what the order is, and other spellings of them. @clause OPN-008 OPN-009 OPN-015 OPN-016 */
export const identityOddities: readonly Oddity[] = [
  oddity('OPN-008', 'stockCd is another', ANYWHERE, ({ order, plain }) =>
    settingIn(
      plain,
      'stockCd',
      fc
        .constantFrom('ZZZ/ZZZ', 'OTHER')
        .filter((code) => code !== order.stockCd)
        .map(quoted),
    ),
  ),
  oddity('OPN-008', 'sideCd is another', ANYWHERE, ({ order, plain }) =>
    settingIn(plain, 'sideCd', fc.constantFrom(...SIDES.filter((side) => side !== order.sideCd)).map(quoted)),
  ),
  ...ORDER_TYPES.map((type) => otherType(type)),
  ...quantityChanges(),
  ...TIME_WAYS.map((way) =>
    oddity('OPN-015', `orderDateTime ${way}`, ANYWHERE, ({ order, plain }) => {
      const found = spellingsOfTime(order.orderDateTime).find(([name]) => name === way);
      if (found === undefined) return "the order's own orderDateTime has no such spelling, or is spelled so already";
      return settingIn(plain, 'orderDateTime', fc.constant(quoted(found[1])));
    }),
  ),
  oddity('OPN-016', 'stockCd is empty', ANYWHERE, setting('stockCd', fc.constant('""'))),
  oddity('OPN-016', 'stockCd is blank', ANYWHERE, setting('stockCd', fc.constant('" "'))),
  oddity(
    'OPN-016',
    'stockCd is very long',
    ANYWHERE,
    setting(
      'stockCd',
      fc.integer({ min: 500, max: 5_000 }).map((length) => quoted('A'.repeat(length))),
    ),
  ),
  oddity(
    'OPN-016',
    'stockCd is not ASCII',
    ANYWHERE,
    setting('stockCd', fc.constantFrom('유로/달러', 'ＥＵＲ', '€/$', '\u{1F4B1}', 'E\u0301').map(quoted)),
  ),
  oddity('OPN-016', 'stockCd is in lower case', ANYWHERE, ({ order, plain }) => {
    const lower = order.stockCd.toLowerCase();
    return lower === order.stockCd
      ? 'the stockCd has no capitals'
      : settingIn(plain, 'stockCd', fc.constant(quoted(lower)));
  }),
];

/** Sends the prices that the other type needs, so that nothing else is wrong with the body. */
function otherType(type: OrderType): Oddity {
  return oddity(
    'OPN-008',
    `orderTypeCd is ${type} on an order of another type`,
    ANYWHERE,
    ({ order, instrument, plain }) => {
      if (order.orderTypeCd === type) return `the order is of type ${type}`;
      return fc.tuple(addedPrices(order, instrument), addedPrices(order, instrument)).map(([barrier, limit]) => {
        const needed = PRICES_OF[type];
        const retyped = withMember(plain, 'orderTypeCd', quoted(type));
        const barred = withMember(retyped, 'barrierPrice', needed.barrierPrice ? String(barrier) : '0');
        return broken(
          withMember(barred, 'orderPrice', needed.orderPrice ? String(limit) : '0'),
          `orderTypeCd is ${type}`,
        );
      });
    },
  );
}

function quantityChanges(): Oddity[] {
  const moved = (way: string, units: number): Oddity =>
    oddity('OPN-009', `orderQuantity is ${way}`, ANYWHERE, ({ order, instrument, plain }) => {
      if (instrument === null) return "the instrument's record is not known";
      const { orderUnit, minOrderQuantity, maxOrderQuantity } = instrument;
      const places = Math.max(placesOf(order.orderQuantity), placesOf(orderUnit));
      const [own, unit] = [toCount(order.orderQuantity, places), toCount(orderUnit, places)];
      if (own === null || unit === null || unit <= 0) return 'the quantity has too many digits';
      const quantity = fromCount(own + units * unit, places);
      if (quantity < minOrderQuantity || quantity > maxOrderQuantity) return 'the bounds leave no such quantity';
      return settingIn(plain, 'orderQuantity', fc.constant(String(quantity)));
    });
  return [moved('one unit more', 1), moved('one unit less', -1), moved('ten units more', 10)];
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
