import { orderWith } from '../arbitraries/structures.js';
import type { HeldOrder, OrderDesk } from '../client/order-desk.js';
import { ORDER_TYPES, SIDES, type OrderRequest } from '../contract/order.js';
import { ok, type Check } from './check.js';

const LIMIT = (conditions: Parameters<typeof orderWith>[2] = {}): OrderRequest => orderWith('LIMIT', 'BUY', conditions);
const FILLED = (conditions: Parameters<typeof orderWith>[2] = {}): OrderRequest => ({
  ...LIMIT(conditions),
  state: 'filled',
});
const BOTH = { takeProfit: true, stopLoss: true } as const;

/** Each type, side, condition and state that a run asks for; it asks for more combinations of them, and for some more than once. */
const KINDS: readonly (readonly [name: string, request: OrderRequest])[] = [
  ...ORDER_TYPES.map((type) => [`${type} BUY`, orderWith(type, 'BUY')] as const),
  ...SIDES.filter((side) => side !== 'BUY').map((side) => [`LIMIT ${side}`, orderWith('LIMIT', side)] as const),
  ['LIMIT with take-profit', LIMIT({ takeProfit: true })],
  ['LIMIT with stop-loss', LIMIT({ stopLoss: true })],
  ['LIMIT with take-profit and stop-loss', LIMIT(BOTH)],
  ['LIMIT with take-profit, stop-loss and trailing stop', LIMIT({ ...BOTH, trailing: true })],
  ['filled', FILLED()],
  ['filled with take-profit', FILLED({ takeProfit: true })],
  ['filled with stop-loss', FILLED({ stopLoss: true })],
  ['filled with stop-loss and trailing stop', FILLED({ stopLoss: true, trailing: true })],
];

/** A source that takes so long for one order is not asked for another. */
const TOO_LONG_MS = 20_000;

/** What the order source has, and an unfilled order that has prices, if there is one. */
export interface OrdersFound {
  readonly check: Check;
  readonly held: HeldOrder | null;
}

const NOT_ASKED = { none: 'not asked, since the source took too long before' };

/** Asks the order source for one order of each kind. What is not used is given back. */
export async function checkOrders(desk: OrderDesk): Promise<OrdersFound> {
  const [id, title] = ['orders', 'order source'];
  const details: string[] = [];
  let held: HeldOrder | null = null;
  let missing = 0;
  let isSlow = false;
  for (const [name, request] of KINDS) {
    const begun = performance.now();
    const given = isSlow ? NOT_ASKED : await desk.checkOut(request, { wait: false, fresh: true });
    isSlow ||= performance.now() - begun > TOO_LONG_MS;
    if ('none' in given) {
      missing += 1;
      details.push(`none  ${name}: ${given.none}`);
      continue;
    }
    details.push(`one   ${name}`);
    if (held === null && request.state === 'unfilled' && request.orderTypeCd !== 'MARKET') held = given;
    else given.release();
  }
  const had = KINDS.length - missing;
  const found = `${had} of ${KINDS.length} kinds of orders that were asked for`;
  if (missing === 0) return { check: ok(id, title, found), held };
  const remedy =
    missing === KINDS.length
      ? 'see that the source runs, and answers as docs/settings.md says: the reason stands behind each kind'
      : 'docs/settings.md says what is asked for; a market order that is unfilled may not exist anywhere';
  const means =
    missing === KINDS.length
      ? 'clauses that modify an order are unverified'
      : 'clauses that need the others are unverified';
  const status = held === null ? 'failed' : 'warning';
  return { check: { id, title, status, found, means, remedy, details }, held };
}
