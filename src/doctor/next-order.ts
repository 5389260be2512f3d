import { orderWith } from '../arbitraries/structures.js';
import type { HeldOrder, OrderDesk } from '../client/order-desk.js';
import type { Order } from '../contract/order.js';

/** An unfilled order of another type than one that is held, with a price: taken where it is needed, and then released. */
export function nextOrderOf(
  orders: OrderDesk,
  { order }: HeldOrder,
): { readonly take: () => Promise<Order | null>; readonly release: () => void } {
  let next: HeldOrder | null = null;
  const type = order.orderTypeCd === 'LIMIT' ? 'STOP' : 'LIMIT';
  return {
    take: async () => {
      const given = await orders.checkOut(orderWith(type, 'BUY'), { wait: false });
      next = 'none' in given ? null : given;
      return next?.order ?? null;
    },
    release: () => next?.release(),
  };
}
