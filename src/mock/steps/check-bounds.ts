import type { Check } from '../behaviour.js';
import { refuse } from '../refusal.js';

const FIELD = 'orderQuantity';

export const checkBounds: Check = ({ body, service }) => {
  const quantity = body[FIELD];
  if (typeof quantity !== 'number') return null;
  if (quantity <= 0) return refuse('quantity-not-positive', FIELD);
  const instrument = service.catalogue.byCode.get(String(body['stockCd']));
  if (instrument === undefined) return null;
  if (quantity < instrument.minOrderQuantity) return refuse('quantity-below', FIELD);
  if (quantity > instrument.maxOrderQuantity) return refuse('quantity-above', FIELD);
  return isMultiple(quantity, instrument.orderUnit) ? null : refuse('quantity-step', FIELD);
};

/** Whether a binary fraction stands for a multiple of a decimal step. */
function isMultiple(value: number, step: number): boolean {
  const count = value / step;
  return Math.abs(count - Math.round(count)) < 1e-7;
}
