import fc from 'fast-check';
import { ORDER_TYPES, type Instrument, type OrderType } from '../../contract/order.js';
import { addedPrices } from '../added-price.js';
import { breakage, broken, fixed, setting, settingIn, type Breakage, type Place } from '../breakage.js';
import { withoutMembers } from '../draft.js';
import { neededFor, NO_CHANGES, type Changes } from '../structures.js';

type Row =
  | { readonly field: PriceField; readonly missing: string; readonly zero: string }
  | { readonly field: PriceField; readonly notNeeded: string };

type PriceField = 'barrierPrice' | 'orderPrice';

/** The table of 2.1, with the clauses about each cell. */
const ROWS: Readonly<Record<OrderType, readonly Row[]>> = {
  MARKET: [
    { field: 'barrierPrice', notNeeded: 'MOD-051' },
    { field: 'orderPrice', notNeeded: 'MOD-052' },
  ],
  LIMIT: [
    { field: 'barrierPrice', notNeeded: 'MOD-053' },
    { field: 'orderPrice', missing: 'MOD-041', zero: 'MOD-045' },
  ],
  STOP: [
    { field: 'barrierPrice', missing: 'MOD-042', zero: 'MOD-046' },
    { field: 'orderPrice', notNeeded: 'MOD-054' },
  ],
  LIMIT_STOP: [
    { field: 'barrierPrice', missing: 'MOD-043', zero: 'MOD-047' },
    { field: 'orderPrice', missing: 'MOD-044', zero: 'MOD-048' },
  ],
};

/** Spellings of zero. */
export const ZEROS = ['0', '-0', '0.0', '0e5'] as const;

/**
 * Prices that a type needs, missing or 0, and prices that it does not need, other than 0.
 *
 * @param changes - what else the body changes
 */
export function pricesOfType(type: OrderType, changes: Changes = NO_CHANGES): readonly Breakage[] {
  const place = { needs: { orderTypeCd: type, ...neededFor(changes) }, changes };
  return ROWS[type].flatMap((row) => ('notNeeded' in row ? unneeded(row, place) : needed(row, place)));
}

/** The breakages of {@link pricesOfType} for orders of every type. @clause MOD-041 MOD-045 MOD-051 */
export const prices: readonly Breakage[] = ORDER_TYPES.flatMap((type) => pricesOfType(type));

function needed({ field, missing, zero }: Extract<Row, { missing: string }>, place: Place): Breakage[] {
  return [
    breakage(
      missing,
      `${field} is missing`,
      place,
      fixed(({ plain }) => broken(withoutMembers(plain, field), `${field} is missing`)),
    ),
    ...ZEROS.map((raw) => breakage(zero, `${field} is ${raw}`, place, setting(field, fc.constant(raw)))),
  ];
}

function unneeded({ field, notNeeded }: Extract<Row, { notNeeded: string }>, place: Place): Breakage[] {
  return [
    breakage(notNeeded, `${field} is a price near the order's`, place, ({ order, instrument, plain }) =>
      settingIn(plain, field, addedPrices(order, instrument).map(String)),
    ),
    place.needs.orderTypeCd === 'MARKET' ? alone(field, notNeeded, place) : asNeeded(field, notNeeded, place),
    breakage(notNeeded, `${field} is the smallest price`, place, ({ instrument, plain }) =>
      settingIn(plain, field, fc.constant(smallestPrice(instrument))),
    ),
    breakage(
      notNeeded,
      `${field} is negative`,
      place,
      setting(field, fc.integer({ min: -1_000, max: -1 }).map(String)),
    ),
  ];
}

/** The only price of the body, where the type needs none. */
function alone(field: PriceField, clause: string, place: Place): Breakage {
  return breakage(clause, `${field} is a price near the order's, and there is no other`, place, (scene) =>
    settingIn(
      withoutMembers(scene.plain, field === 'orderPrice' ? 'barrierPrice' : 'orderPrice'),
      field,
      addedPrices(scene.order, scene.instrument).map(String),
    ),
  );
}

/** The other price, which the type needs, given a second time. */
function asNeeded(field: PriceField, clause: string, place: Place): Breakage {
  return breakage(clause, `${field} is the price that is needed`, place, ({ plain }) => {
    const price = plain.get(field === 'orderPrice' ? 'barrierPrice' : 'orderPrice');
    return price === undefined ? 'the body has no price' : settingIn(plain, field, fc.constant(price));
  });
}

/** One point unit, since a service may round what is smaller to 0. */
export function smallestPrice(instrument: Instrument | null): string {
  const unit = instrument?.pointUnit ?? 0;
  return unit > 0 ? String(unit) : '1';
}
