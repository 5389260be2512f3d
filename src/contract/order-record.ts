import type { Order } from './order.js';

/**
 * Holds, one a line, each order that a run took from its source, as it was. It is written before the order can be modified,
 * and removed once all are set back: a run that was killed leaves it behind.
 */
export const ORDERS_FILE = 'orders.jsonl';

const VALUES = [
  'orderPrice',
  'barrierPrice',
  'profitRealizationYn',
  'profitRealizationBarrierPrice',
  'lossCutYn',
  'lossCutBarrierPrice',
  'lossTrackingYn',
] as const;

/** An order with the values that a run may have changed, for a person who sets them back. */
export function firstValues(order: Order): string {
  const values = VALUES.flatMap((name) => (order[name] === undefined ? [] : [`${name} ${order[name]}`]));
  return `${order.orderNo} of ${order.orderDateTime} (${values.join(', ')})`;
}
