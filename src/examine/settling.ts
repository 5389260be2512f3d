import { leastAge } from '../client/order-age.js';
import type { HeldOrder } from '../client/order-desk.js';
import { sleepFor } from '../client/pace.js';
import type { Reply } from '../client/service-client.js';
import { isAccepted } from '../wire/envelope.js';
import type { Context } from './context.js';

/** How old the first order is when it is tried once more, in milliseconds. */
const AGES_MS = [400, 1_000, 2_500, 5_000];

/** What {@link settlesAfterMs} tells, once it is looked for. */
const settledInRun = new WeakMap<object, Promise<number>>();

/** Waits until an order is as old as those that the service takes modifies of, where it takes none of new ones. */
export async function settle(context: Context, held: HeldOrder): Promise<void> {
  await growTo(await settlesAfterMs(context), context, held);
}

/** How old orders are before the service takes modifies of them, in milliseconds; 0: no such age was found, or none was looked for. */
export async function settlesAfterMs({ client }: Context): Promise<number> {
  return (await settledInRun.get(client)) ?? 0;
}

type Send = (held: HeldOrder) => Promise<Reply>;

/**
 * Where the service took no modify of any order as new as this one: whether it takes one of an order some time after that
 * came. How soon an order can be modified, the document does not say.
 *
 * @param send - sends a plain valid modify of this order, or of another one
 * @returns what was accepted of this order; `null`: none was
 */
export async function sendSettled(context: Context, held: HeldOrder, send: Send): Promise<Reply | null> {
  if (!settledInRun.has(context.client)) {
    const found = findAge(context, held, send);
    // What breaks down here breaks down for this order alone.
    settledInRun.set(
      context.client,
      found.catch(() => 0),
    );
    await found;
  }
  if ((await settlesAfterMs(context)) === 0) return null;
  await settle(context, held);
  const reply = await send(held);
  return isAccepted(reply.exchange) ? reply : null;
}

/** By another order of the kind, if there is one, since this one was sent others. */
async function findAge(context: Context, held: HeldOrder, send: Send): Promise<number> {
  const other = await context.orders?.checkOut(held.request, { wait: false, fresh: true });
  const one = other === undefined || 'none' in other ? held : other;
  let found = 0;
  try {
    for (const ageMs of AGES_MS) {
      if (found > 0) break;
      await growTo(ageMs, context, one);
      if (context.stop.aborted) break;
      if (isAccepted((await send(one)).exchange)) found = ageMs;
    }
  } finally {
    if (one !== held) one.release(found > 0 ? { isSetBack: false, isChanged: true } : {});
  }
  return found;
}

async function growTo(ageMs: number, { orders, stop }: Context, { created }: HeldOrder): Promise<void> {
  const restMs = orders === null ? 0 : ageMs - leastAge(created, orders.moment()).ageMs;
  if (restMs > 0) await sleepFor(restMs, stop);
}
