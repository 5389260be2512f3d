import { leastAge } from '../client/order-age.js';
import { sleepFor } from '../client/pace.js';
import type { OrderRequest } from '../contract/order.js';
import { isRefusedBy, type Rule } from '../oracle/deciding-rule.js';
import { isAccepted, isRefusal } from '../wire/envelope.js';
import type { Context } from './context.js';
import type { Bench } from './sandwich.js';
import { ORDERS_OF_EACH, withBenches, type Seen } from './sending-trials.js';

/** Longest wait until an order is old enough, in milliseconds, and most orders that are asked for meanwhile. */
const MOST_WAIT_MS = 60_000;
const MOST_ORDERS = 60;
/** So long what shows orders may take until it shows that one was filled, in milliseconds. */
const LAG_MS = 5_000;

/**
 * Modifies new orders, lets them come to the age from which the rule refuses them, and modifies them again. What is refused of
 * an order that its source does not show unfilled afterwards tells nothing.
 */
export async function sendYoungAndOld(context: Context, kinds: readonly OrderRequest[], rule: Rule): Promise<Seen> {
  const seen: Seen = { refused: [], accepted: [], contradicts: false, requests: 0 };
  const send = async (bench: Bench, isOld: boolean): Promise<void> => {
    const body = bench.validBody();
    if (isRefusedBy(rule, bench.aspectsOf(body)) !== isOld) return;
    const { exchange } = await bench.sendNoted(body);
    seen.requests += 1;
    if (exchange.trouble !== undefined) return;
    if (isAccepted(exchange) === isOld) seen.contradicts = true;
    else if (!isOld) seen.accepted.push(exchange);
    else if (isRefusal(exchange) && (await bench.standing.seesUnfilled())) seen.refused.push(exchange);
  };
  const onBoth = async (benches: readonly Bench[]): Promise<void> => {
    for (const bench of benches) await send(bench, false);
    for (const bench of benches) await growOld(context, bench, rule);
    for (const bench of benches) await send(bench, true);
    if (seen.refused.length === 0) return;
    // What shows orders may lag behind the service.
    await sleepFor(LAG_MS, context.stop);
    for (const bench of benches) seen.contradicts ||= await bench.standing.seesClosed();
  };
  await withBenches(context, kinds.slice(0, ORDERS_OF_EACH), onBoth, { fresh: true });
  return seen;
}

async function growOld({ orders, stop }: Context, { held }: Bench, { aspect, values }: Rule): Promise<void> {
  if (orders === null) return;
  const bound = Number(values[0]);
  const age = leastAge(held.created, orders.moment());
  if (aspect === 'ageMs') {
    const restMs = bound - age.ageMs;
    if (restMs > 0 && restMs <= MOST_WAIT_MS) await sleepFor(restMs + 1, stop);
    return;
  }
  for (let further = age.ordersAfter; further < bound && bound <= MOST_ORDERS && !stop.aborted; further += 1) {
    const other = await orders.checkOut(held.request, { wait: false, fresh: true });
    if ('none' in other) return;
    other.release();
  }
}
