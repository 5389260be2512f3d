import type { Call } from '../call.js';
import type { Condition, OrderValues } from '../order-book.js';

/** Takes over what the body gives; what it omits stays. Total, since a fault may let any body pass. */
export function applyChange({ body, order }: Call): void {
  if (order === null) return;
  const { values } = order;
  const next: OrderValues = {
    quantity: numberOr(body['orderQuantity'], values.quantity),
    barrierPrice: numberOr(body['barrierPrice'], values.barrierPrice),
    orderPrice: numberOr(body['orderPrice'], values.orderPrice),
    takeProfit: changed(values.takeProfit, body['profitRealizationYn'], body['profitRealizationBarrierPrice']),
    stopLoss: changed(values.stopLoss, body['lossCutYn'], body['lossCutBarrierPrice']),
    trailing: switched(values.trailing, body['lossTrackingYn']),
  };
  order.values = next;
}

function changed(before: Condition, to: unknown, price: unknown): Condition {
  const on = switched(before.on, to);
  return { on, price: on ? numberOr(price, before.price) : 0 };
}

const switched = (before: boolean, to: unknown): boolean => (to === undefined ? before : to === 'Y');

const numberOr = (value: unknown, before: number): number => (typeof value === 'number' ? value : before);
