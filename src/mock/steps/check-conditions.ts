import type { Check } from '../behaviour.js';
import type { Condition } from '../order-book.js';
import { refuse, type Refusal } from '../refusal.js';

export const checkTakeProfit: Check = ({ body, order }) => {
  if (order === null) return null;
  const [switchField, priceField] = ['profitRealizationYn', 'profitRealizationBarrierPrice'];
  const change = { switchField, priceField, to: body[switchField], price: body[priceField] };
  return checkCondition(change, order.had.takeProfit, order.values.takeProfit);
};

export const checkStopLoss: Check = ({ body, order }) => {
  if (order === null) return null;
  const [switchField, priceField] = ['lossCutYn', 'lossCutBarrierPrice'];
  const change = { switchField, priceField, to: body[switchField], price: body[priceField] };
  return checkCondition(change, order.had.stopLoss, order.values.stopLoss);
};

/** A trailing stop follows a stop-loss: it can be switched on wherever the new order came with one. */
export const checkTrailing: Check = ({ body, order }) =>
  order === null || body['lossTrackingYn'] !== 'Y' || order.had.stopLoss
    ? null
    : refuse('condition-new', 'lossTrackingYn');

interface Change {
  readonly switchField: string;
  readonly priceField: string;
  /** `Y`, `N`, or omitted. */
  readonly to: unknown;
  readonly price: unknown;
}

function checkCondition({ switchField, priceField, to, price }: Change, had: boolean, now: Condition): Refusal | null {
  if (to === undefined && price === undefined) return null;
  if (!had && (to === 'Y' || (to === undefined && price !== 0))) return refuse('condition-new', switchField);
  // With the switch omitted, it stays as it is, and a price that is given has to agree with it.
  const on = to === undefined ? now.on : to === 'Y';
  if (!on) return price === undefined || price === 0 ? null : refuse('condition-price-not-zero', priceField);
  if (price === undefined || price === 0) return refuse('condition-price-missing', priceField);
  return Number(price) > 0 ? null : refuse('price-not-positive', priceField);
}
