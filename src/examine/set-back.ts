import { isAccepted } from '../wire/envelope.js';
import { ownValues } from './order-steps.js';
import type { Subject } from './subject.js';

/**
 * Sets every order that may still differ from how it was handed over back to its first values.
 *
 * @returns plain sentences about the orders for which this failed
 */
export async function setBack({ orders, client }: Subject): Promise<string[]> {
  if (orders === null) return [];
  const failed: string[] = [];
  await Promise.all(
    orders.inDoubt().map(async (order) => {
      const reply = await client.modifyOrder('set-back', { body: ownValues(order) });
      if (!isAccepted(reply.exchange)) failed.push(order.orderNo);
    }),
  );
  if (failed.length === 0) return [];
  const named = failed.sort().slice(0, 10).join(', ');
  const more = failed.length > 10 ? ` and ${failed.length - 10} more` : '';
  return [`Not set back to their first values, because the service refused it: orders ${named}${more}.`];
}
