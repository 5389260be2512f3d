import type { Fault } from '../behaviour.js';
import type { Call } from '../call.js';
import type { Condition, StoredOrder } from '../order-book.js';
import { acceptAt, fault, leaveOut, overlook, type FaultHead } from './make-fault.js';

const CONDITION_MEMBER = /^(?:profitRealization|loss)/;

/** What else is broken where the state of an order is not looked at. */
const FILLED_CONDITIONS = ['TPS-041', 'TPS-042', 'TPS-043'] as const;

/** Faults in identity and state, sections 3 and 4.2. */
export const ORDER_FAULTS: readonly Fault[] = [
  overlook(
    ['filled-price-changed', 'ORD-001', 'Modifies the prices of a filled order.'],
    'checkState',
    (_, { body }) => !Object.keys(body).some((name) => CONDITION_MEMBER.test(name)),
  ),
  leaveOut(['filled-order-modified', 'ORD-001', 'Modifies a filled order.', { also: FILLED_CONDITIONS }], 'checkState'),
  filled(
    ['filled-market-modified', 'ORD-001', 'Modifies a filled MARKET order.'],
    ({ orderTypeCd, had }) => orderTypeCd === 'MARKET' && !had.takeProfit && !had.stopLoss,
  ),
  filled(
    ['filled-with-take-profit-modified', 'ORD-001', 'Changes the price of a filled order whose take-profit waits.'],
    ({ had }, { body }) => had.takeProfit && !Object.keys(body).some((name) => CONDITION_MEMBER.test(name)),
  ),
  filled(
    [
      'filled-with-both-take-profit-changed',
      'TPS-041',
      'Changes the take-profit of a filled order that has a stop-loss as well.',
      { also: ['ORD-001'] },
    ],
    ({ had }, { body }) => had.stopLoss && gives(body, 'profitRealization') && !gives(body, 'loss'),
  ),
  filled(
    [
      'filled-with-both-stop-loss-changed',
      'TPS-042',
      'Changes the stop-loss of a filled order that has a take-profit as well.',
      { also: ['ORD-001'] },
    ],
    ({ had }, { body }) => had.takeProfit && gives(body, 'loss') && !gives(body, 'profitRealization'),
  ),
  filled(
    ['filled-take-profit-moved-alone', 'TPS-041', 'Moves the take-profit of a filled order whose own prices stay.'],
    (order, { body }) =>
      isAtRest(order, body) && isMoved(order.values.takeProfit, body['profitRealizationBarrierPrice']),
  ),
  filled(
    ['filled-stop-loss-moved-alone', 'TPS-042', 'Moves the stop-loss of a filled order whose own prices stay.'],
    (order, { body }) => isAtRest(order, body) && isMoved(order.values.stopLoss, body['lossCutBarrierPrice']),
  ),
  filled(
    [
      'filled-own-take-profit-taken',
      'ORD-001',
      'Answers a filled order that is given its own take-profit with success.',
    ],
    (order, { body }) =>
      isAtRest(order, body) &&
      !gives(body, 'loss') &&
      body['profitRealizationBarrierPrice'] === order.values.takeProfit.price,
  ),
  filled(
    ['filled-own-stop-loss-taken', 'ORD-001', 'Answers a filled order that is given its own stop-loss with success.'],
    (order, { body }) =>
      isAtRest(order, body) && !gives(body, 'profit') && body['lossCutBarrierPrice'] === order.values.stopLoss.price,
  ),
  filled(
    ['filled-quantity-raised', 'ORD-001', 'Takes a larger quantity for a filled order.'],
    ({ values }, { body }) => Number(body['orderQuantity']) > values.quantity,
  ),
  filled(
    ['filled-price-lowered', 'ORD-001', 'Lowers the prices of a filled order.'],
    ({ values, orderTypeCd }, { body }) =>
      orderTypeCd !== 'MARKET' &&
      !Object.keys(body).some((name) => CONDITION_MEMBER.test(name)) &&
      (Number(body['orderPrice']) < values.orderPrice || Number(body['barrierPrice']) < values.barrierPrice),
  ),
  filled(
    [
      'filled-order-price-moved-alone',
      'ORD-001',
      'Moves the orderPrice of a filled LIMIT_STOP order whose barrier stays.',
    ],
    ({ values, orderTypeCd }, { body }) =>
      orderTypeCd === 'LIMIT_STOP' &&
      body['barrierPrice'] === values.barrierPrice &&
      body['orderPrice'] !== values.orderPrice,
  ),
  filled(
    [
      'filled-trailed-take-profit-changed',
      'TPS-041',
      'Changes the take-profit of a filled order with a trailing stop.',
    ],
    ({ values }, { body }) => values.trailing && gives(body, 'profitRealization'),
  ),
  filled(
    ['filled-quantity-cut', 'ORD-001', 'Takes a smaller quantity for a filled order.'],
    ({ values }, { body }) => Number(body['orderQuantity']) < values.quantity,
  ),
  filled(
    ['filled-conditions-cancelled', 'ORD-001', 'Switches both conditions of a filled order off together.'],
    (_, { body }) => body['profitRealizationYn'] === 'N' && body['lossCutYn'] === 'N',
  ),
  countingFilled(
    [
      'filled-seen-late',
      'ORD-001',
      'Notices at the second modify that an order is filled.',
      { also: FILLED_CONDITIONS },
    ],
    (before) => before === 0,
  ),
  countingFilled(
    ['filled-forgotten', 'ORD-001', 'Modifies a filled order when asked again.', { also: FILLED_CONDITIONS }],
    (before) => before > 0,
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
  fault(
    ['date-time-ignored', 'ORD-003', 'Finds an order by its number alone.', { atTimes: ['ORD-002'] }],
    (before) => ({
      findOrder: (call) => {
        const order = call.service.orders.get(String(call.body['orderNo']));
        if (order === null) return before.findOrder(call);
        call.order = order;
        return null;
      },
    }),
  ),
];

/** Whether the body has a member whose name begins so. */
const gives = (body: Call['body'], start: string): boolean => Object.keys(body).some((name) => name.startsWith(start));

/** The order has prices, and they stay. */
const isAtRest = ({ values, orderTypeCd }: StoredOrder, body: Call['body']): boolean =>
  orderTypeCd !== 'MARKET' && body['orderPrice'] === values.orderPrice && body['barrierPrice'] === values.barrierPrice;

const isMoved = ({ price }: Condition, to: unknown): boolean => typeof to === 'number' && to !== 0 && to !== price;

/** A fault that modifies some filled orders. */
function filled(head: FaultHead, isTaken: (order: StoredOrder, call: Call) => boolean): Fault {
  return overlook(head, 'checkState', (_, call) => call.order !== null && isTaken(call.order, call));
}

/** How often a filled order was named before. */
function countingFilled(head: FaultHead, isTaken: (before: number) => boolean): Fault {
  return fault(head, (before) => {
    const named = new WeakMap<StoredOrder, number>();
    return {
      checkState: (call) => {
        const refusal = before.checkState(call);
        if (refusal === null || call.order === null) return refusal;
        const count = named.get(call.order) ?? 0;
        named.set(call.order, count + 1);
        return isTaken(count) ? null : refusal;
      },
    };
  });
}
