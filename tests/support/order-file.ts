import { ORDER_TYPES, SIDES, type Order } from '../../src/contract/order.js';
import type { ReferenceService } from '../../src/mock/reference-service.js';

/** One unfilled order of each type and side, without conditions, as the file of an order source has it. */
export function ordersOf(service: ReferenceService): readonly Order[] {
  const none = { state: 'unfilled', takeProfit: false, stopLoss: false, trailing: false } as const;
  const made = ORDER_TYPES.flatMap((orderTypeCd) =>
    SIDES.map((sideCd) => service.makeOrder({ orderTypeCd, sideCd, ...none })),
  );
  return made.filter((order) => order !== null).map((order) => ({ ...order, state: 'unfilled' }));
}

/** The same orders as they are now. */
export function ordersNow({ ordersUrl }: ReferenceService, orders: readonly Order[]): Promise<readonly unknown[]> {
  return Promise.all(
    orders.map(async ({ orderNo }) => (await fetch(`${ordersUrl}/${orderNo}`)).json() as Promise<unknown>),
  );
}
