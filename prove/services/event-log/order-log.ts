import type { ModifyCommand } from './modify-command.js';

export const ORDER_TYPES = ['MARKET', 'LIMIT', 'STOP', 'LIMIT_STOP'] as const;
export const SIDES = ['BUY', 'SELL', 'SELL_TO_CLOSE', 'BUY_TO_COVER'] as const;

/** What an order was placed with. A condition that it has not is `null` or `false`. */
export interface Terms {
  readonly stockCd: string;
  readonly orderTypeCd: (typeof ORDER_TYPES)[number];
  readonly sideCd: (typeof SIDES)[number];
  readonly orderDateTime: string;
  readonly orderNo: string;
  readonly orderQuantity: number;
  readonly barrierPrice: number;
  readonly orderPrice: number;
  readonly profit: number | null;
  readonly loss: number | null;
  readonly tracking: boolean;
}

/** What can happen to an order. `null` in `profit-moved` and `loss-moved`: switched off. */
export type OrderEvent =
  | { readonly kind: 'placed'; readonly terms: Terms }
  | { readonly kind: 'filled' }
  | { readonly kind: 'repriced'; readonly barrierPrice: number; readonly orderPrice: number }
  | { readonly kind: 'profit-moved'; readonly price: number | null }
  | { readonly kind: 'loss-moved'; readonly price: number | null }
  | { readonly kind: 'tracking-set'; readonly on: boolean }
  | { readonly kind: 'declined'; readonly reason: string; readonly command: ModifyCommand };

/** An order, as its events add up. */
export interface OrderState {
  readonly first: Terms;
  readonly quantity: number;
  readonly barrierPrice: number;
  readonly orderPrice: number;
  readonly profit: number | null;
  readonly loss: number | null;
  readonly tracking: boolean;
  readonly filled: boolean;
}

function opened(first: Terms, before: OrderState | null): OrderState {
  const { barrierPrice, orderPrice, profit, loss, tracking } = first;
  const quantity = (before?.quantity ?? 0) + first.orderQuantity;
  return { first, quantity, barrierPrice, orderPrice, profit, loss, tracking, filled: false };
}

/** The order after one more event; `null` where it was never placed. */
export function applyEvent(state: OrderState | null, event: OrderEvent): OrderState | null {
  if (event.kind === 'placed') return opened(event.terms, state);
  if (state === null) return null;
  switch (event.kind) {
    case 'filled':
      return { ...state, filled: true };
    case 'repriced':
      return { ...state, barrierPrice: event.barrierPrice, orderPrice: event.orderPrice };
    case 'profit-moved':
      return { ...state, profit: event.price };
    case 'loss-moved':
      return { ...state, loss: event.price };
    case 'tracking-set':
      return { ...state, tracking: event.on };
    case 'declined':
      return state;
  }
}

/** The order that a log tells of. */
export function foldLog(log: readonly OrderEvent[]): OrderState | null {
  return log.reduce<OrderState | null>(applyEvent, null);
}

/** All logs, by what identifies an order: its number starts anew each day, so that the number alone does not. */
export class OrderLogs {
  readonly #logs = new Map<string, OrderEvent[]>();

  static #key(orderDateTime: string, orderNo: string): string {
    return JSON.stringify([orderDateTime, orderNo]);
  }

  open(terms: Terms): void {
    this.#logs.set(OrderLogs.#key(terms.orderDateTime, terms.orderNo), [{ kind: 'placed', terms }]);
  }

  /** Appends at the end; nothing is ever changed or taken away. */
  append(orderDateTime: string, orderNo: string, events: readonly OrderEvent[]): void {
    this.#logs.get(OrderLogs.#key(orderDateTime, orderNo))?.push(...events);
  }

  /** Empty where no such order was placed. */
  read(orderDateTime: string, orderNo: string): readonly OrderEvent[] {
    return this.#logs.get(OrderLogs.#key(orderDateTime, orderNo)) ?? [];
  }
}
