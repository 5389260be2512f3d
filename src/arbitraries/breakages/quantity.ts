import fc from 'fast-check';
import type { Instrument } from '../../contract/order.js';
import { ANYWHERE, breakage, settingIn, type Breakage, type Made, type Place } from '../breakage.js';
import { fromCount, placesOf, toCount } from '../decimal.js';
import { changing } from '../structures.js';

/** Bounds counted in units of 10^-places: `unit` apart, `first` and `last` the outermost multiples inside them. */
interface Counts {
  readonly places: number;
  readonly unit: number;
  readonly min: number;
  readonly max: number;
}

/** Beside conditions that change: on an order of any type, a MARKET order too, such a body changes something. */
const BESIDE_CONDITIONS: Place = {
  needs: { takeProfit: true, stopLoss: true },
  changes: changing({ takeProfit: 'Y', stopLoss: 'Y' }),
};

const ABOVE = 'one unit above the maximum';
const BELOW = 'units below 0';
const BETWEEN = 'half-way between two units';

type Quantities = fc.Arbitrary<number> | string;
type Make = (counts: Counts, own: number) => Quantities;

/** The document bounds a quantity by the instrument's record alone: without one, not even 0 is against it. */
const NO_RECORD = 'the lookup tells no bounds of the instrument of the order';

/** Quantities outside the instrument's bounds, and between its units. @clause ORD-005 ORD-006 ORD-007 */
export const quantities: readonly Breakage[] = [
  bounded('ORD-005', ABOVE, unitAbove),
  bounded('ORD-005', 'far above the maximum', ({ max, unit, places }) => {
    const above = (Math.floor(max / unit) + 1) * unit;
    const most = Math.min(1_000, Math.floor(999_999_999_999_999 / above));
    if (most < 2) return 'the maximum is too large for a larger number';
    return fc.integer({ min: 2, max: most }).map((times) => fromCount(above * times, places));
  }),
  bounded('ORD-005', 'close to the largest double', ({ unit }) => fc.constant(Number(`${unit}e290`))),
  // Beyond 32 bits, and a multiple of the unit as well.
  breakage('ORD-005', 'orderQuantity is 2^32 more', ANYWHERE, ({ order, instrument, plain }) => {
    if (instrument === null) return NO_RECORD;
    const more = order.orderQuantity + 2 ** 32 * Math.max(1, instrument.orderUnit);
    return settingIn(plain, 'orderQuantity', fc.constant(String(more)));
  }),
  bounded('ORD-006', 'one unit below the minimum', ({ min, unit, places }) => {
    const below = (Math.ceil(min / unit) - 1) * unit;
    return below > 0 ? exact(below, places) : 'no multiple of the unit is below the minimum and above 0';
  }),
  {
    ...bounded('ORD-006', 'half of the minimum, below which there is no multiple of the unit', halfOfMinimum),
    beside: 'ORD-007',
  },
  breakage('ORD-006', 'orderQuantity is 0', ANYWHERE, ({ instrument, plain }) => {
    if (instrument === null) return NO_RECORD;
    if (instrument.minOrderQuantity <= 0) return 'the minimum is not above 0';
    return settingIn(plain, 'orderQuantity', fc.constantFrom('0', '-0', '0.0'));
  }),
  breakage('ORD-006', 'orderQuantity is negative', ANYWHERE, ({ order, instrument, plain }) => {
    if (instrument === null) return NO_RECORD;
    return settingIn(plain, 'orderQuantity', fc.constant(String(-Math.abs(order.orderQuantity))));
  }),
  bounded('ORD-006', BELOW, unitsBelow),
  betweenSteps(BETWEEN, betweenUnits(2)),
  betweenSteps('a thousandth of a unit beside one', betweenUnits(1_000)),
  betweenSteps('between two units', ({ min, max, unit, places }) => {
    // A tenth of a unit is the finest step: one more place.
    const tenths = fc.integer({ min: 1, max: 9 }).map((tenth) => tenth * unit);
    const first = Math.ceil(min / unit);
    const last = Math.floor(max / unit) - 1;
    if (last < first) return 'the bounds leave no number between two units';
    const wholes = fc.integer({ min: first, max: Math.min(last, first + 100_000) });
    return fc.tuple(wholes, tenths).map(([whole, tenth]) => fromCount(whole * unit * 10 + tenth, places + 1));
  }),
  {
    ...betweenSteps('half a unit above the maximum, since none is between the bounds', ({ min, max, unit, places }) =>
      Math.floor(max / unit) > Math.ceil(min / unit)
        ? 'a number between two units is between the bounds'
        : exact(Math.floor(max / unit) * unit * 10 + unit * 5, places + 1),
    ),
    beside: 'ORD-005',
  },
  // A service may take less of an order and never more.
  betweenSteps('a tenth of a unit below its own', ({ min, unit, places }, own) => {
    const count = toCount(own, places);
    if (count === null || count * 10 - unit < min * 10) return 'the bounds leave nothing below its own';
    return exact(count * 10 - unit, places + 1);
  }),
];

function halfOfMinimum({ min, unit, places }: Counts): Quantities {
  if (min <= 0 || Math.ceil(min / unit) > 1) return 'a multiple of the unit is below the minimum, or nothing is';
  return exact(min * 5, places + 1);
}

/** The same beside conditions that change. @clause ORD-005 ORD-006 ORD-007 */
export const quantitiesBesideConditions: readonly Breakage[] = [
  bounded('ORD-005', ABOVE, unitAbove, BESIDE_CONDITIONS),
  bounded('ORD-006', BELOW, unitsBelow, BESIDE_CONDITIONS),
  betweenSteps(BETWEEN, betweenUnits(2), BESIDE_CONDITIONS),
];

function unitAbove({ max, unit, places }: Counts): Quantities {
  return exact((Math.floor(max / unit) + 1) * unit, places);
}

function unitsBelow({ unit, places }: Counts): Quantities {
  return fc.integer({ min: -1_000, max: -1 }).map((times) => fromCount(times * unit, places));
}

/** One part of a unit above a multiple of it. */
function betweenUnits(parts: number): Make {
  return ({ min, max, unit, places }) => {
    const [first, last] = [Math.ceil(min / unit), Math.floor(max / unit) - 1];
    if (last < first) return 'the bounds leave no number between two units';
    const wholes = fc.integer({ min: first, max: Math.min(last, first + 1_000) });
    return wholes.map((whole) => fromCount((whole * parts + 1) * unit * (1_000 / parts), places + 3));
  };
}

/** Only of an order whose own quantity is a multiple of the unit: otherwise steps may be counted from elsewhere. */
function betweenSteps(way: string, make: Make, place = ANYWHERE): Breakage {
  const counted: Make = (counts, own) =>
    isMultiple(own, counts) ? make(counts, own) : 'its own quantity is no multiple of the unit';
  return bounded('ORD-007', way, counted, place);
}

function bounded(clause: string, way: string, make: Make, place = ANYWHERE): Breakage {
  return breakage(clause, `orderQuantity is ${way}`, place, ({ order, instrument, plain }): Made => {
    const counts = instrument === null ? NO_RECORD : countsOf(instrument);
    if (typeof counts === 'string') return counts;
    const made = make(counts, order.orderQuantity);
    if (typeof made === 'string') return made;
    const others = made.filter((quantity) => quantity !== order.orderQuantity);
    return settingIn(plain, 'orderQuantity', others.map(String));
  });
}

function isMultiple(quantity: number, { places, unit }: Counts): boolean {
  const count = toCount(quantity, places);
  return count !== null && count % unit === 0;
}

function countsOf({ minOrderQuantity, maxOrderQuantity, orderUnit }: Instrument): Counts | string {
  const places = Math.max(...[minOrderQuantity, maxOrderQuantity, orderUnit].map(placesOf));
  const [min, max, unit] = [minOrderQuantity, maxOrderQuantity, orderUnit].map((bound) => toCount(bound, places));
  if (min == null || max == null || unit == null) return "the instrument's bounds have too many digits";
  if (unit <= 0 || max < min || max <= 0) return "the instrument's bounds leave no quantity";
  return { places, unit, min, max };
}

function exact(count: number, places: number): Quantities {
  return count < 1e15 ? fc.constant(fromCount(count, places)) : 'the bound has too many digits for a neighbour';
}
