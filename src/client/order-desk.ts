import type { Order, OrderRequest } from '../contract/order.js';

/** An order that is held by one clause alone. */
export interface HeldOrder {
  /** As it was when first handed out, with which it is to be given back. */
  readonly order: Order;
  readonly request: OrderRequest;
  /** Marks its state as in doubt: it is not handed out again. */
  spoil(): void;
  /** Gives it up, in its first state unless spoiled. */
  release(): void;
}

/** Why there is no order: completes "unverified: …". */
export interface NoOrder {
  readonly none: string;
}

/** Where orders come from: one request, one order. */
export interface OrderSupply {
  /** The next order for this request, as unchecked JSON, or why there is none. */
  fetch(request: OrderRequest): Promise<{ readonly order: unknown } | NoOrder>;
}

/** Hands out orders of the user's source, each to one clause at a time, and remembers all of them. */
export class OrderDesk {
  constructor(supply: OrderSupply) {
    void supply;
  }

  /** An order of that kind, once it is free. */
  checkOut(request: OrderRequest): Promise<HeldOrder | NoOrder> {
    void request;
    return Promise.resolve({ none: 'the order source is not connected' });
  }

  /** Every unfilled order that was handed out, with its first values, so that it can be set back. */
  touched(): readonly Order[] {
    return [];
  }
}
