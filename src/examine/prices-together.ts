import type { OwnPrice } from '../arbitraries/moved-prices.js';
import { pricesOf } from '../arbitraries/price-room.js';
import { NO_CHANGES, orderWith } from '../arbitraries/structures.js';
import { bodyOf } from '../arbitraries/valid-body.js';
import type { Side } from '../contract/order.js';
import type { Outcome } from '../contract/verdict.js';
import { judgePricesTogether, refusedPrices, type PricesTried, type TriedPrices } from '../oracle/prices-together.js';
import { isAccepted, isRefusal } from '../wire/envelope.js';
import type { Context } from './context.js';
import { priceBandOf, staysWithin, stepped } from './order-steps.js';
import type { Bench } from './sandwich.js';
import { unfairRefusalsOf } from './unfair-refusals.js';
import { withBench } from './with-bench.js';

/**
 * Both prices, by steps of their own, so that what is between them changes as well; and each alone by as much, so that no limit
 * on how far a price moves takes the one and not the other.
 */
const MOVES: readonly (readonly [PricesTried, Readonly<Partial<Record<OwnPrice, number>>>])[] = [
  ['both', { barrierPrice: 1, orderPrice: 2 }],
  ['barrierPrice', { barrierPrice: 1 }],
  ['orderPrice', { orderPrice: 2 }],
];
/** An odd number of modifies, so often: what refuses each second one does not look the same twice. */
const ROUNDS = 2;

/** Changes the prices of orders with two together and each alone: the operation changes the price, whichever it is. */
export async function pricesTogether(context: Context, sides: readonly Side[]): Promise<Outcome[]> {
  const orders: TriedPrices[][] = [];
  for (const side of sides.slice(0, 2)) {
    const rounds = await withBench(context, orderWith('LIMIT_STOP', side), tryRounds, { wait: false });
    if ('none' in rounds) return [];
    orders.push(rounds);
    if (judgePricesTogether([rounds]) === null) return [];
  }
  if (orders.length < 2) return [];
  unfairRefusalsOf(context.client).wantsBothPrices = refusedPrices(orders) === 'either';
  const told = judgePricesTogether(orders);
  return told === null ? [] : [told];
}

/** As often as what is found is worth it. */
async function tryRounds(bench: Bench): Promise<TriedPrices[]> {
  const rounds: TriedPrices[] = [];
  if ((await bench.control()) !== null) return rounds;
  while (rounds.length < ROUNDS && (rounds.length === 0 || judgePricesTogether([rounds]) !== null)) {
    const tried = await tryOnce(bench);
    if (tried === null) return [];
    rounds.push(tried);
  }
  return rounds;
}

/** `null`: one was neither accepted nor refused, or there is no room for it. */
async function tryOnce(bench: Bench): Promise<TriedPrices | null> {
  const found: Partial<Record<PricesTried, TriedPrices['both']>> = {};
  for (const [name, moves] of MOVES) {
    const { asItStands: order, context, held } = bench;
    const prices = { ...pricesOf(order) };
    for (const [price, steps] of Object.entries(moves) as [OwnPrice, number][])
      prices[price] = stepped(order, bench.prices.grid, steps)[price];
    if (!staysWithin(held.order, prices, priceBandOf(context.settings))) return null;
    const { exchange } = await bench.send({ body: bodyOf(order, NO_CHANGES, prices) });
    if (!isAccepted(exchange) && !isRefusal(exchange)) return null;
    found[name] = exchange;
  }
  const { both, barrierPrice, orderPrice } = found;
  return both && barrierPrice && orderPrice ? { both, barrierPrice, orderPrice } : null;
}
