import type { OrderType } from '../../contract/order.js';
import type { Fault } from '../behaviour.js';
import type { Call } from '../call.js';
import { refuse } from '../refusal.js';
import { fault, refuseAlso, type FaultHead } from './make-fault.js';

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
];

const isOf = ({ order }: Call, type: OrderType): boolean => order?.orderTypeCd === type;

function changesPrice({ body, order }: Call): boolean {
  const fields = ['barrierPrice', 'orderPrice'] as const;
  return order !== null && fields.some((name) => (body[name] ?? 0) !== order.values[name]);
}

function refuseZero(head: FaultHead, type: OrderType, field: string): Fault {
  return refuseAlso(head, 'modify', (call) =>
    isOf(call, type) && Object.hasOwn(call.body, field) ? refuse('price-not-needed', field) : null,
  );
}
