import type { Check } from '../behaviour.js';
import { refuse, type Refusal } from '../refusal.js';

export const checkBarrierPrice: Check = ({ body }) => {
  const type = body['orderTypeCd'];
  return checkPrice('barrierPrice', body['barrierPrice'], type === 'STOP' || type === 'LIMIT_STOP');
};

export const checkOrderPrice: Check = ({ body }) => {
  const type = body['orderTypeCd'];
  return checkPrice('orderPrice', body['orderPrice'], type === 'LIMIT' || type === 'LIMIT_STOP');
};

/** A price that is not needed is 0 or omitted; for one that is needed, 0 says that none is given. */
function checkPrice(field: string, price: unknown, needed: boolean): Refusal | null {
  if (!needed) return price === undefined || price === 0 ? null : refuse('price-not-needed', field);
  if (price === undefined || price === 0) return refuse('price-missing', field);
  return Number(price) > 0 ? null : refuse('price-not-positive', field);
}
