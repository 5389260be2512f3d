import type { Order, OrderType, Side } from '../contract/order.js';

/** A take-profit or stop-loss condition; its price is 0 while it is off. */
export interface Condition {
  readonly on: boolean;
  readonly price: number;
}

/** What a modification can change. */
export interface OrderValues {
  readonly quantity: number;
  readonly barrierPrice: number;
  readonly orderPrice: number;
  readonly takeProfit: Condition;
  readonly stopLoss: Condition;
  readonly trailing: boolean;
}

/** What an order is called: the two of section 4.2. */
export interface OrderName {
  readonly orderNo: string;
  readonly orderDateTime: string;
}

/** What an order is from the beginning. */
export interface OrderIdentity extends OrderName {
  readonly stockCd: string;
  readonly orderTypeCd: OrderType;
  readonly sideCd: Side;
  readonly state: 'unfilled' | 'filled';
  /** The conditions that the new order came with: the only ones that can be changed, also after they were switched off. */
  readonly had: { readonly takeProfit: boolean; readonly stopLoss: boolean };
}

/** An order with its current values. */
export interface StoredOrder extends OrderIdentity {
  /** By the clock of the service. */
  readonly cameAtMs: number;
  /** How many orders came before it. */
  readonly index: number;
  values: OrderValues;
}

const FIRST_NUMBER = 2_026_000_001;
const FIRST_HOUR_MS = Date.UTC(2026, 0, 5);
const OFFSET_MS = 9 * 3_600_000;

/** Numbers count up, and no two orders share an orderDateTime. */
export function nameOf(index: number): OrderName {
  const local = new Date(FIRST_HOUR_MS + OFFSET_MS + placeInHours(index));
  return { orderNo: String(FIRST_NUMBER + index), orderDateTime: local.toISOString().replace('Z', '+09:00') };
}

/**
 * When an order came, in milliseconds after the first hour began: 1.37 s after the one before, so that the milliseconds
 * differ as well, and never in the first minute of an hour, in the first second of a minute or on the second. So all orders
 * can be tried in the same ways.
 */
function placeInHours(index: number): number {
  const ms = 123 + index * 1_370;
  const minutes = Math.floor(ms / 59_000);
  const [hour, minute] = [Math.floor(minutes / 59), 1 + (minutes % 59)];
  return (hour * 60 + minute) * 60_000 + 1_000 + (ms % 59_000);
}

/** The orders of one service, in memory. */
export class OrderBook {
  private readonly orders = new Map<string, StoredOrder>();
  private readonly name: typeof nameOf;

  /** @param name - of the order with this index, from 0 on; no two of them alike */
  constructor(name: typeof nameOf) {
    this.name = name;
  }

  add(order: Omit<OrderIdentity, keyof OrderName>, values: OrderValues, cameAtMs: number): StoredOrder {
    const index = this.orders.size;
    const stored: StoredOrder = { ...order, ...this.name(index), cameAtMs, index, values };
    this.orders.set(stored.orderNo, stored);
    return stored;
  }

  get size(): number {
    return this.orders.size;
  }

  get(orderNo: string): StoredOrder | null {
    return this.orders.get(orderNo) ?? null;
  }

  /** For faults that do not look at the number. */
  findByDateTime(orderDateTime: string): StoredOrder | null {
    return this.find((order) => order.orderDateTime === orderDateTime);
  }

  /** The first order of that kind. */
  find(isMeant: (order: StoredOrder) => boolean): StoredOrder | null {
    for (const order of this.orders.values()) if (isMeant(order)) return order;
    return null;
  }
}

const yesNo = (on: boolean): 'Y' | 'N' => (on ? 'Y' : 'N');

/** An order in the field names of the modify body. Conditions that it never had are left out. */
export function showOrder({ values, had, ...order }: StoredOrder): Order {
  return {
    stockCd: order.stockCd,
    orderTypeCd: order.orderTypeCd,
    sideCd: order.sideCd,
    orderDateTime: order.orderDateTime,
    orderNo: order.orderNo,
    orderQuantity: values.quantity,
    barrierPrice: values.barrierPrice,
    orderPrice: values.orderPrice,
    ...(had.takeProfit && {
      profitRealizationYn: yesNo(values.takeProfit.on),
      profitRealizationBarrierPrice: values.takeProfit.price,
    }),
    ...(had.stopLoss && {
      lossCutYn: yesNo(values.stopLoss.on),
      lossCutBarrierPrice: values.stopLoss.price,
      lossTrackingYn: yesNo(values.trailing),
    }),
  };
}
