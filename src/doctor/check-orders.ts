import { orderWith } from '../arbitraries/structures.js';
import type { HeldOrder, OrderDesk } from '../client/order-desk.js';
import { ORDER_TYPES, type OrderRequest } from '../contract/order.js';
import { ok, type Check } from './check.js';

/** What is asked of the order source: a run asks for these kinds on all sides, and for some of them more than once. */
const KINDS: readonly (readonly [name: string, request: OrderRequest])[] = [
  ...ORDER_TYPES.map((type) => [`${type}, unfilled`, orderWith(type, 'BUY')] as const),
  ['LIMIT with take-profit', orderWith('LIMIT', 'BUY', { takeProfit: true })],
  ['LIMIT with stop-loss', orderWith('LIMIT', 'BUY', { stopLoss: true })],
  [
    'LIMIT with take-profit, stop-loss and trailing stop',
    orderWith('LIMIT', 'BUY', { takeProfit: true, stopLoss: true, trailing: true }),
  ],
  ['LIMIT, filled', { ...orderWith('LIMIT', 'BUY'), state: 'filled' }],
];

/** What the order source has, and an unfilled order that has prices, if there is one. */
export interface OrdersFound {
  readonly check: Check;
  readonly held: HeldOrder | null;
}

/** Asks the order source for one order of each kind. What is not used is given back. */
export async function checkOrders(desk: OrderDesk): Promise<OrdersFound> {
  const [id, title] = ['orders', 'order source'];
  const details: string[] = [];
  let held: HeldOrder | null = null;
  let missing = 0;
  for (const [name, request] of KINDS) {
    const given = await desk.checkOut(request, { wait: false, fresh: true });
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
  const remedy = 'docs/settings.md says what is asked for; a market order that is unfilled may not exist anywhere';
  const means = 'clauses that need the others are unverified';
  const status = held === null ? 'failed' : 'warning';
  return { check: { id, title, status, found, means, remedy, details }, held };
}
