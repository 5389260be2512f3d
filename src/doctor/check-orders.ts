import { orderWith } from '../arbitraries/structures.js';
import type { HeldOrder, OrderDesk } from '../client/order-desk.js';
import type { NoOrder } from '../client/order-supply.js';
import { ORDER_TYPES, SIDES, type OrderRequest } from '../contract/order.js';
import { ok, type Check } from './check.js';

/** A set of conditions by its name, with a space before it. */
type Named = readonly [name: string, conditions: Parameters<typeof orderWith>[2]];

const TAKE_PROFIT: Named = [' with take-profit', { takeProfit: true }];
const STOP_LOSS: Named = [' with stop-loss', { stopLoss: true }];
const BOTH: Named = [' with both', { takeProfit: true, stopLoss: true }];
const ALL: Named = [' with both and trailing stop', { takeProfit: true, stopLoss: true, trailing: true }];
const TRAILING: Named = [' with stop-loss and trailing stop', { stopLoss: true, trailing: true }];
const NONE: Named = ['', {}];

/**
 * The kinds that docs/settings.md names: each type with each set of conditions, each side, and each state. A run asks for
 * them on more sides, and for some more than once.
 */
const KINDS: readonly (readonly [name: string, request: OrderRequest])[] = [
  ...ORDER_TYPES.flatMap((type) =>
    [NONE, TAKE_PROFIT, STOP_LOSS, BOTH, ALL].map(
      ([name, conditions]) => [`${type} BUY${name}`, orderWith(type, 'BUY', conditions)] as const,
    ),
  ),
  ...SIDES.filter((side) => side !== 'BUY').map((side) => [`LIMIT ${side}`, orderWith('LIMIT', side)] as const),
  ...[NONE, TAKE_PROFIT, STOP_LOSS, TRAILING].map(
    ([name, conditions]) =>
      [`LIMIT BUY${name}, filled`, { ...orderWith('LIMIT', 'BUY', conditions), state: 'filled' }] as const,
  ),
];

const TOO_LONG_MS = 20_000;

/** What the order source has, and an unfilled order that has prices, if there is one. */
export interface OrdersFound {
  readonly check: Check;
  readonly held: HeldOrder | null;
}

const NOT_ASKED: NoOrder = { none: 'not asked, since the source took too long before' };

/**
 * Asks the order source for one order of each kind. What is not used is given back.
 *
 * @param tooLongMs - a source that takes so long for one order is not asked for another
 */
export async function checkOrders(desk: OrderDesk, tooLongMs = TOO_LONG_MS): Promise<OrdersFound> {
  const missing: Missing = new Map();
  let held: HeldOrder | null = null;
  let isSlow = false;
  for (const [name, request] of KINDS) {
    const begun = performance.now();
    const given = isSlow ? NOT_ASKED : await desk.checkOut(request, { wait: false, fresh: true });
    isSlow ||= performance.now() - begun > tooLongMs;
    if ('none' in given) {
      const { names = [], said = given.said ?? [] } = missing.get(given.none) ?? {};
      missing.set(given.none, { names: [...names, name], said });
    } else if (held === null && request.state === 'unfilled' && request.orderTypeCd !== 'MARKET') held = given;
    else given.release();
  }
  return { check: summarize(missing, held !== null), held };
}

/** Names of kinds by the reason why there is none, and what the command said with the first of them. */
type Missing = Map<string, { readonly names: readonly string[]; readonly said: readonly string[] }>;

/** Most reasons with which it is shown what the command said. */
const MOST_SAID = 3;

function summarize(missing: Missing, isUsable: boolean): Check {
  const [id, title] = ['orders', 'order source'];
  const reasons = [...missing];
  const none = reasons.flatMap(([, { names }]) => names).length;
  const said = reasons.slice(0, MOST_SAID).flatMap(([, why]) => why.said);
  if (none === 0) return ok(id, title, `it has all of the ${KINDS.length} kinds of orders that were asked for`);
  if (none === KINDS.length) {
    return {
      ...{
        id,
        title,
        status: 'failed',
        found: `it gave none of ${none} kinds of orders: ${[...missing.keys()].join('; ')}`,
      },
      means: 'clauses that modify an order are unverified, and a run is incomplete',
      remedy: 'see that the source runs, and answers as docs/settings.md says in "Order source"',
      ...(said.length > 0 && { details: said }),
    };
  }
  return {
    ...{ id, title, status: isUsable ? 'warning' : 'failed' },
    found: `it has ${KINDS.length - none} of the ${KINDS.length} kinds of orders that were asked for`,
    means: 'clauses that need the others are unverified, and a run may be incomplete',
    remedy: 'let it have the others where they can exist; an unfilled market order may not exist anywhere',
    details: [...reasons.map(([reason, { names }]) => `none: ${names.join(', ')}; ${reason}`), ...said],
  };
}
