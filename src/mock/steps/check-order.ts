import type { Check } from '../behaviour.js';
import { refuse } from '../refusal.js';

/** Identity is compared as text: the same instant in another notation names no order. */
export const findOrder: Check = (call) => {
  const { orderNo, orderDateTime } = call.body;
  const order = call.service.orders.get(String(orderNo));
  if (order?.orderDateTime !== orderDateTime) return refuse('order-unknown');
  call.order = order;
  return null;
};

export const checkAgreement: Check = ({ body, order }) => {
  if (order === null) return null;
  const fields = ['stockCd', 'orderTypeCd', 'sideCd'] as const;
  const other = fields.find((name) => body[name] !== undefined && body[name] !== order[name]);
  return other === undefined ? null : refuse('order-mismatch', other);
};

export const checkState: Check = ({ order, service, incoming }) =>
  order === null || service.behaviour.stateOf(order, incoming.arrivedAtMs) === 'unfilled'
    ? null
    : refuse('order-not-modifiable');
