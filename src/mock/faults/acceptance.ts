import type { OrderType } from '../../contract/order.js';
import type { Fault } from '../behaviour.js';
import type { Call } from '../call.js';
import { refuse } from '../refusal.js';
import { fault, refuseAlso, type FaultHead } from './make-fault.js';

const PRICES = ['barrierPrice', 'orderPrice'] as const;
type PriceField = (typeof PRICES)[number];

/** Faults that refuse what is valid, sections 2.1, 2.2 and 4.2. */
export const ACCEPTANCE_FAULTS: readonly Fault[] = [
  refuseAlso(['success-impossible', 'MOD-001', 'Refuses every change of a price.'], 'modify', (call) =>
    changesPrice(call) ? refuse('order-not-modifiable') : null,
  ),
  refuseAlso(['limit-sell-refused', 'MOD-001', 'Refuses every LIMIT order of the side SELL.'], 'modify', (call) =>
    isOf(call, 'LIMIT') && call.order?.sideCd === 'SELL' ? refuse('order-not-modifiable') : null,
  ),
  refuseZero(
    ['limit-with-zero-refused', 'MOD-002', 'Wants barrierPrice left out of a LIMIT body.'],
    'LIMIT',
    'barrierPrice',
  ),
  refuseZero(['stop-with-zero-refused', 'MOD-003', 'Wants orderPrice left out of a STOP body.'], 'STOP', 'orderPrice'),
  refuseAlso(['one-price-only', 'MOD-004', 'Refuses a LIMIT_STOP body with both prices.'], 'modify', (call) =>
    isOf(call, 'LIMIT_STOP') ? refuse('price-not-needed', 'barrierPrice') : null,
  ),
  refuseAlso(['market-refused', 'MOD-005', 'Refuses every MARKET order.'], 'modify', (call) =>
    isOf(call, 'MARKET') ? refuse('order-not-modifiable') : null,
  ),
  refuseAlso(
    ['limit-stop-cover-refused', 'MOD-001', 'Refuses every LIMIT_STOP order of the side BUY_TO_COVER.'],
    'modify',
    (call) => (isOf(call, 'LIMIT_STOP') && call.order?.sideCd === 'BUY_TO_COVER' ? refuse('order-mismatch') : null),
  ),
  refuseAlso(
    ['market-like-limit', 'MOD-005', 'Wants an orderPrice in a MARKET body, as for a LIMIT order.'],
    'modify',
    (call) => (isOf(call, 'MARKET') && !(Number(call.body['orderPrice']) > 0) ? refuse('price-missing') : null),
  ),
  fault(
    ['success-string-on-market', 'MOD-007', 'Says "true" for true where a MARKET order was modified.'],
    (before) => ({
      modifyData: (call) => (isOf(call, 'MARKET') ? { success: 'true' } : before.modifyData(call)),
    }),
  ),
  refuseAlso(['close-refused', 'MOD-006', 'Does not know the side SELL_TO_CLOSE.'], 'modify', ({ order }) =>
    order?.sideCd === 'SELL_TO_CLOSE' ? refuse('code-unknown', 'sideCd') : null,
  ),
  refuseAlso(['cover-refused', 'MOD-006', 'Does not know the side BUY_TO_COVER.'], 'modify', ({ order }) =>
    order?.sideCd === 'BUY_TO_COVER' ? refuse('code-unknown', 'sideCd') : null,
  ),
  fixed(
    ['limit-price-fixed', 'MOD-002', 'Takes no other orderPrice for a LIMIT order than the one that it has.'],
    'LIMIT',
    ['orderPrice'],
  ),
  fixed(
    ['stop-barrier-fixed', 'MOD-003', 'Takes no other barrierPrice for a STOP order than the one that it has.'],
    'STOP',
    ['barrierPrice'],
  ),
  fixed(
    ['limit-stop-prices-fixed', 'MOD-004', 'Takes no other prices for a LIMIT_STOP order than those that it has.'],
    'LIMIT_STOP',
    PRICES,
  ),
  fixed(
    [
      'limit-stop-barrier-fixed',
      'MOD-004',
      'Takes no other barrierPrice for a LIMIT_STOP order than the one that it has, and any orderPrice.',
    ],
    'LIMIT_STOP',
    ['barrierPrice'],
  ),
  fixed(
    [
      'limit-stop-price-fixed',
      'MOD-004',
      'Takes no other orderPrice for a LIMIT_STOP order than the one that it has, and any barrierPrice.',
    ],
    'LIMIT_STOP',
    ['orderPrice'],
  ),
];

const isOf = ({ order }: Call, type: OrderType): boolean => order?.orderTypeCd === type;

function changesPrice({ body, order }: Call, fields: readonly PriceField[] = PRICES): boolean {
  return order !== null && fields.some((name) => (body[name] ?? 0) !== order.values[name]);
}

/** Refuses to change prices of one type of order, and none of any other. */
function fixed(head: FaultHead, type: OrderType, fields: readonly PriceField[]): Fault {
  return refuseAlso(head, 'modify', (call) =>
    isOf(call, type) && changesPrice(call, fields) ? refuse('order-not-modifiable') : null,
  );
}

function refuseZero(head: FaultHead, type: OrderType, field: string): Fault {
  return refuseAlso(head, 'modify', (call) =>
    isOf(call, type) && Object.hasOwn(call.body, field) ? refuse('price-not-needed', field) : null,
  );
}
