import type { OwnPrice } from '../arbitraries/moved-prices.js';
import type { OrderType, Side } from '../contract/order.js';

/** The instrument that an order is for. */
export interface Traded {
  readonly stockCd: string;
  /** `undefined` where the lookup does not tell the instrument. */
  readonly stockGroupCd: string | undefined;
}

/** What a plain price change showed of the prices of one order. */
export interface SeenPrices {
  readonly traded: Traded;
  /** Prices that an accepted modify moved. */
  readonly moved: ReadonlySet<OwnPrice>;
  /** Its own prices were accepted, and moved ones were refused. */
  readonly isStuck: boolean;
}

/** An order of which a price change was tried. */
export interface ChangedOrder {
  readonly orderTypeCd: OrderType;
  readonly sideCd: Side;
  readonly prices?: SeenPrices;
}

/** An order that takes no other price. */
export interface FixedOrder {
  readonly sideCd: Side;
  readonly traded: Traded;
}

export function hasMoved({ prices }: ChangedOrder): boolean {
  return prices !== undefined && prices.moved.size > 0;
}

/**
 * What else than their type may explain that orders take no other price: a service may limit prices in ways that the
 * document leaves open.
 *
 * @param movers - orders of other types whose prices moved
 * @param fixed - prices that no order of the type let move
 * @returns `null`: nothing that is known
 */
export function whyDoubted(
  orders: readonly FixedOrder[],
  movers: readonly ChangedOrder[],
  fixed: readonly OwnPrice[],
): string | null {
  if (!areBothWays(orders)) return 'there were no two new orders of which one buys and one sells';
  // By the market, say: a limit may hold for this price alone, and yet in orders of every type.
  const held = fixed.find((price) => !areBothWays(movers.filter(({ prices }) => prices?.moved.has(price) === true)));
  if (held !== undefined)
    return `the ${held} of no other type of order was seen to move, both of one that buys and one that sells`;
  return mayBeInstruments(orders, movers) ? 'of their instruments no other order was seen to take another price' : null;
}

function areBothWays(orders: readonly Pick<ChangedOrder, 'sideCd'>[]): boolean {
  return [true, false].every((buys) => orders.some(({ sideCd }) => sideCd.startsWith('BUY') === buys));
}

/**
 * A service may hold one instrument, or a whole group out of its hours. That two instruments are held in groups in which
 * other prices move, and that every order of the type is for such a one, is no chance any more.
 */
function mayBeInstruments(orders: readonly FixedOrder[], movers: readonly ChangedOrder[]): boolean {
  const elsewhere = movers.flatMap(({ prices }) => (prices === undefined ? [] : [prices.traded]));
  const here = orders.map(({ traded }) => traded);
  const same = here.filter((one) => elsewhere.some(({ stockCd }) => stockCd === one.stockCd));
  const alike = here.filter(
    ({ stockGroupCd: group }) => group !== undefined && elsewhere.some(({ stockGroupCd }) => stockGroupCd === group),
  );
  return same.length < 2 && new Set(alike.map(({ stockCd }) => stockCd)).size < 2;
}
