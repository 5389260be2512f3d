import { leastAge } from '../client/order-age.js';
import type { HeldOrder } from '../client/order-desk.js';
import { sleepFor } from '../client/pace.js';
import { isAccepted } from '../wire/envelope.js';
import type { Context } from './context.js';
import type { Reply } from '../client/service-client.js';

/** How old the first order is when it is tried once more, in milliseconds. */
const AGES_MS = [500, 1_500, 4_000];

/** How old orders are before the service takes modifies of them, in milliseconds, once it is found out. */
const settledInRun = new WeakMap<object, Promise<number>>();

/** Waits until an order is as old as those that the service takes modifies of, where it takes none of new ones. */
export async function settle(context: Context, held: HeldOrder): Promise<void> {
  await growTo((await settledInRun.get(context.client)) ?? 0, context, held);
}

/**
 * Where the service took no modify so far: whether it takes one of an order some time after that came. How soon an order can be
 * modified, the document does not say.
 *
 * @param send - sends a plain valid modify of the order
 * @returns what was accepted; `null`: none was
 */
export async function sendSettled(
  context: Context,
  held: HeldOrder,
  send: () => Promise<Reply>,
): Promise<Reply | null> {
  const known = settledInRun.get(context.client);
  if (known !== undefined) {
    if ((await known) === 0) return null;
    await settle(context, held);
    return acceptedOf(await send());
  }
  const found = findAge(context, held, send);
  settledInRun.set(
    context.client,
    found.then(({ ageMs }) => ageMs),
  );
  return (await found).reply;
}

async function findAge(
  context: Context,
  held: HeldOrder,
  send: () => Promise<Reply>,
): Promise<{ readonly ageMs: number; readonly reply: Reply | null }> {
  for (const ageMs of AGES_MS) {
    await growTo(ageMs, context, held);
    const reply = context.stop.aborted ? null : acceptedOf(await send());
    if (reply !== null) return { ageMs, reply };
  }
  return { ageMs: 0, reply: null };
}

const acceptedOf = (reply: Reply): Reply | null => (isAccepted(reply.exchange) ? reply : null);

async function growTo(ageMs: number, { orders, stop }: Context, { created }: HeldOrder): Promise<void> {
  const restMs = orders === null ? 0 : ageMs - leastAge(created, orders.moment()).ageMs;
  if (restMs > 0) await sleepFor(restMs, stop);
}
