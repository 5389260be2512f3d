import type { Fault } from '../behaviour.js';
import { acceptAt, fault, leaveOut, overlook } from './make-fault.js';

/** Faults in identity, state and bounds, sections 3, 4.2 and 8. */
export const ORDER_FAULTS: readonly Fault[] = [
  overlook(
    ['filled-price-changed', 'ORD-001', 'Modifies the prices of a filled order.'],
    'checkState',
    (_, { body }) => !Object.keys(body).some((name) => /^(?:profitRealization|loss)/.test(name)),
  ),
  leaveOut(
    ['filled-order-modified', 'ORD-001', 'Modifies a filled order.', { also: ['TPS-041', 'TPS-042', 'TPS-043'] }],
    'checkState',
  ),
  acceptAt(
    ['unknown-order-modified', 'ORD-002', 'Answers a modify of an order that does not exist with success.'],
    'findOrder',
    (_, { body, service }) => service.orders.get(String(body['orderNo'])) === null,
  ),
  acceptAt(
    ['identity-optional', 'ORD-004', 'Answers a modify without orderNo or orderDateTime with success.'],
    'checkMandatory',
    ({ field }) => field === 'orderNo' || field === 'orderDateTime',
  ),
  fault(['date-time-ignored', 'ORD-003', 'Finds an order by its number alone.'], (before) => ({
    findOrder: (call) => {
      const order = call.service.orders.get(String(call.body['orderNo']));
      if (order === null) return before.findOrder(call);
      call.order = order;
      return null;
    },
  })),
  overlook(
    ['no-upper-bound', 'ORD-005', 'Accepts a quantity above maxOrderQuantity.'],
    'checkBounds',
    ({ cause }) => cause === 'quantity-above',
  ),
  overlook(
    ['no-lower-bound', 'ORD-006', 'Accepts a quantity below minOrderQuantity.'],
    'checkBounds',
    ({ cause }) => cause === 'quantity-below' || cause === 'quantity-not-positive',
  ),
  overlook(
    ['any-quantity-step', 'ORD-007', 'Accepts a quantity that is no multiple of orderUnit.'],
    'checkBounds',
    ({ cause }) => cause === 'quantity-step',
  ),
];
