import { movedBodies, type OwnPrice } from '../arbitraries/moved-prices.js';
import { reachingLimits, roomOf, type Limits } from '../arbitraries/price-room.js';
import { orderWith } from '../arbitraries/structures.js';
import type { Reply } from '../client/service-client.js';
import { amount } from '../contract/amount.js';
import { PRICES_OF, SIDES, type OrderType, type Side } from '../contract/order.js';
import { broken, unverified, type Outcome } from '../contract/verdict.js';
import { showExchange } from '../oracle/show-exchange.js';
import { isAccepted, isRefusal } from '../wire/envelope.js';
import type { Context } from './context.js';
import { describeAnswer } from './describe-answer.js';
import { hasMoved, whyDoubted, type ChangedOrder, type SeenPrices, type Traded } from './fixed-prices-doubts.js';
import { priceBandOf, priceChange } from './order-steps.js';
import { whyForAWhile } from './quiet.js';
import type { Bench } from './sandwich.js';
import { withBench } from './with-bench.js';

/** What many other prices of one new order came to. */
interface Tried extends Omit<SeenPrices, 'isStuck'> {
  readonly sideCd: Side;
  readonly refusals: readonly Reply[];
  /** The modify with its own prices that was accepted at last. */
  readonly own: Reply;
}

type None = { readonly none: string };

/** With room for fewer prices, too few are tried to tell a price that is fixed from a coarse grid. */
const FEWEST_STEPS = 20;

/**
 * Judges a type whose orders accept their own prices and refused the plain price change, while orders of other types let
 * theirs move. A service may limit prices in ways that the document leaves open: how far and which way they move, by
 * the market, by the instrument, how often. So many prices of new orders are tried, and the clause is broken only where no
 * order of the type takes any, on both sides of trade, and neither the instruments nor a limit on this price in orders of
 * every type explain it.
 *
 * @returns `null`: a price of some order of the type moves, or none of any order
 */
export async function judgeFixedPrices(
  context: Context,
  orderTypeCd: OrderType,
  orders: readonly ChangedOrder[],
): Promise<Outcome[] | null> {
  const seen = orders.filter((order) => order.orderTypeCd === orderTypeCd);
  const movers = orders.filter((order) => order.orderTypeCd !== orderTypeCd && hasMoved(order));
  const stuck = seen.filter(({ prices }) => prices?.isStuck === true);
  if (stuck.length === 0 || movers.length === 0 || seen.some(hasMoved)) return null;
  const tries = await Promise.all(stuck.map(({ sideCd }) => tryOrder(context, orderTypeCd, sideCd)));
  const tried = tries.filter((one): one is Tried => !('none' in one));
  const fixed = pricesOf(orderTypeCd).filter((price) => tried.every(({ moved }) => !moved.has(price)));
  if (fixed.length === 0) return null;
  const doubt = whyDoubted(tried, movers, fixed);
  if (doubt === null) return tried.map((order) => brokenBy(orderTypeCd, fixed, order));
  const reasons = new Set([doubt, ...tries.flatMap((one) => ('none' in one ? [one.none] : []))]);
  const what = `no other ${fixed.join(' or ')} of a ${orderTypeCd} order was accepted`;
  return [unverified(`${what}, which may be a limit of the service's own: ${[...reasons].join('; ')}`)];
}

/** What an accepted plain modify showed of the prices of the order. */
export function pricesSeenOn({ held: { order }, asItStands, refusedMove, instrument }: Bench): SeenPrices {
  const moved = pricesOf(order.orderTypeCd).filter((price) => asItStands[price] !== order[price]);
  return { traded: tradedBy(order.stockCd, instrument), moved: new Set(moved), isStuck: refusedMove !== undefined };
}

function tradedBy(stockCd: string, instrument: Bench['instrument']): Traded {
  return { stockCd, stockGroupCd: instrument?.stockGroupCd };
}

/** The prices that orders of this type have of their own. */
export function pricesOf(type: OrderType): OwnPrice[] {
  return (['barrierPrice', 'orderPrice'] as const).filter((price) => PRICES_OF[type][price]);
}

/** Tries many prices of a new order of the kind, or says why that would tell nothing. */
function tryOrder(context: Context, orderTypeCd: OrderType, sideCd: Side): Promise<Tried | None> {
  return withBench(context, orderWith(orderTypeCd, sideCd), tryPrices, { fresh: true });
}

async function tryPrices(bench: Bench): Promise<Tried | None> {
  const { order, isUsed, request } = bench.held;
  const prices = pricesOf(order.orderTypeCd);
  if (isUsed) return { none: 'the order source had no new order, and how often a price may be changed is not stated' };
  if (prices.some((price) => roomOf(order[price], [], limitsOf(bench)).most < FEWEST_STEPS))
    return { none: 'within `limits.priceBand`, there are too few prices to try' };
  const moved = new Set<OwnPrice>();
  const refusals: Reply[] = [];
  const traded = tradedBy(order.stockCd, bench.instrument);
  let own = await sendOwnPrices(bench);
  // Each price alone, and then both together where there are two.
  for (const some of prices.length === 1 ? [prices] : [...prices.map((price) => [price]), prices]) {
    if (!isAccepted(own.exchange) || some.every((price) => moved.has(price))) continue;
    const last = (await tryUntilAccepted(bench, some, refusals))?.exchange;
    if (last === undefined) throw new Error('An order with room for its prices has others.');
    const [near] = isRefusal(last) ? movedBodies(bench.held.order, some, limitsOf(bench), 0) : [];
    const moment = near === undefined ? null : await whyForAWhile(bench, [{ body: near }]);
    if (moment !== null) return { none: moment };
    if (isAccepted(last)) for (const price of some) moved.add(price);
    else if (!isRefusal(last)) return { none: describeAnswer('another price', last) };
    if (moved.size < prices.length) own = await sendOwnPrices(bench);
    // Which prices may follow one that moved is left to the service: nothing is held against it, then.
    if (moved.size > 0 && isRefusal(own.exchange))
      return { sideCd: request.sideCd, traded, moved: new Set(prices), refusals, own };
  }
  if (!isAccepted(own.exchange)) return { none: describeAnswer('a modify with its own prices', own.exchange) };
  return { sideCd: request.sideCd, traded, moved, refusals, own };
}

/** Twice where they are refused: a service may refuse a modify that comes right after one that it accepted. */
async function sendOwnPrices(bench: Bench): Promise<Reply> {
  const reply = await bench.send({ body: priceChange(bench.held.order) });
  return isRefusal(reply.exchange) ? bench.send({ body: priceChange(bench.held.order) }) : reply;
}

/**
 * Sends modifies with many other values of these prices, until one is not refused. All in a row, since a service may refuse
 * each modify that comes right after one that it accepted.
 *
 * @param refusals - where those that are refused are put
 * @param most - so many at most; default all
 * @returns the last; `undefined` where the order has no room for another price
 */
export async function tryUntilAccepted(
  bench: Bench,
  some: readonly OwnPrice[],
  refusals: Reply[] = [],
  most = Infinity,
): Promise<Reply | undefined> {
  const turn = SIDES.indexOf(bench.held.request.sideCd);
  let last: Reply | undefined;
  for (const body of movedBodies(bench.held.order, some, limitsOf(bench), turn)) {
    last = await bench.send({ body });
    if (!isRefusal(last.exchange)) break;
    refusals.push(last);
    if (refusals.length >= most) break;
  }
  return last;
}

function limitsOf({ context, instrument, held: { order } }: Bench): Limits {
  const own = Math.max(Math.abs(order.barrierPrice), Math.abs(order.orderPrice));
  return reachingLimits({ band: priceBandOf(context.settings), instrument }, own);
}

function brokenBy(type: OrderType, fixed: readonly OwnPrice[], { sideCd, refusals, own }: Tried): Outcome {
  const other = `another ${fixed.join(' or ')}`;
  const [shown] = refusals.slice(-1);
  return broken({
    cause: 'no order of this type takes another price, while orders of other types do',
    at: 'response',
    expected: `status 200 with data.success true for some modify of a ${type} order with ${other}`,
    actual: `none of ${amount(refusals.length, 'other price')} of a new ${sideCd} order was accepted, its own prices were`,
    ...(shown && { shown: showExchange(shown.exchange) }),
    sibling: showExchange(own.exchange),
  });
}
