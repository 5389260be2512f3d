import type { CheckName, Fault } from '../behaviour.js';
import type { Call } from '../call.js';
import type { Refusal } from '../refusal.js';
import { fault, overlook, type FaultHead } from './make-fault.js';

type PriceField = 'barrierPrice' | 'orderPrice';

/** Faults in the price rules of 2.1 that show at one place only: a side, a spelling, beside a change of a condition. */
export const PRICE_PLACE_FAULTS: readonly Fault[] = [
  missing(
    ['limit-to-close-without-price', 'MOD-041', 'Accepts a LIMIT body without orderPrice that closes a position.'],
    'orderPrice',
    ({ body }) => body['orderTypeCd'] === 'LIMIT' && /CLOSE|COVER/.test(String(body['sideCd'])),
  ),
  missing(
    [
      'limit-without-price-beside-take-profit',
      'MOD-041',
      'Accepts a LIMIT body without orderPrice if it changes the take-profit.',
    ],
    'orderPrice',
    ({ body }) => body['orderTypeCd'] === 'LIMIT' && body['profitRealizationYn'] === 'Y',
  ),
  missing(
    [
      'trailed-stop-without-price',
      'MOD-042',
      'Accepts a STOP body without barrierPrice for an order with a trailing stop.',
    ],
    'barrierPrice',
    ({ body, order }) => body['orderTypeCd'] === 'STOP' && order?.values.trailing === true,
  ),
  missing(
    [
      'barrier-taken-from-order-price',
      'MOD-043',
      'Takes the orderPrice of a LIMIT_STOP SELL body for a barrierPrice that is missing.',
    ],
    'barrierPrice',
    ({ body }) => body['orderTypeCd'] === 'LIMIT_STOP' && body['sideCd'] === 'SELL',
  ),
  missing(
    [
      'limit-stop-price-from-order',
      'MOD-044',
      'Takes the orderPrice that a LIMIT_STOP body omits from the order, if that has a take-profit and a stop-loss.',
    ],
    'orderPrice',
    ({ body, order }) => body['orderTypeCd'] === 'LIMIT_STOP' && order?.had.takeProfit === true && order.had.stopLoss,
  ),
  zeroSpelled(['negative-zero-taken', 'MOD-045', 'Takes -0 for a price of a LIMIT body.'], 'LIMIT', 'orderPrice', '-0'),
  zeroSpelled(
    ['zero-with-decimals-taken', 'MOD-046', 'Takes 0.0 for a price of a STOP body.'],
    'STOP',
    'barrierPrice',
    '0.0',
  ),
  zeroSpelled(
    ['zero-with-exponent-taken', 'MOD-047', 'Takes 0e5 for a barrierPrice of a LIMIT_STOP body.'],
    'LIMIT_STOP',
    'barrierPrice',
    '0e5',
  ),
  zero(
    [
      'limit-with-zero-beside-off',
      'MOD-045',
      'Accepts a LIMIT body with orderPrice 0 if it switches the stop-loss off.',
    ],
    'orderPrice',
    ({ body }) => body['orderTypeCd'] === 'LIMIT' && body['lossCutYn'] === 'N',
  ),
  fault(
    [
      'zero-accepted-when-repeated',
      'MOD-048',
      'Accepts a LIMIT_STOP body with orderPrice 0 when it comes again after it was refused.',
    ],
    (before) => {
      const refused = new Set<string>();
      return {
        checkOrderPrice: (call) => {
          const refusal = before.checkOrderPrice(call);
          if (refusal?.cause !== 'price-missing' || call.body['orderTypeCd'] !== 'LIMIT_STOP') return refusal;
          const text = JSON.stringify(call.body);
          if (refused.has(text)) return null;
          refused.add(text);
          return refusal;
        },
      };
    },
  ),
  notNeeded(
    ['market-with-negative-price', 'MOD-051', 'Accepts a MARKET body with a negative barrierPrice.'],
    'barrierPrice',
    ({ body }) => body['orderTypeCd'] === 'MARKET' && Number(body['barrierPrice']) < 0,
  ),
  notNeeded(
    ['market-with-barrier-alone', 'MOD-051', 'Accepts a barrierPrice of a MARKET body that has no orderPrice.'],
    'barrierPrice',
    ({ body }) => body['orderTypeCd'] === 'MARKET' && !Object.hasOwn(body, 'orderPrice'),
  ),
  notNeeded(
    ['market-to-cover-with-price', 'MOD-052', 'Accepts a MARKET body of the side BUY_TO_COVER with an orderPrice.'],
    'orderPrice',
    ({ body }) => body['orderTypeCd'] === 'MARKET' && body['sideCd'] === 'BUY_TO_COVER',
  ),
  notNeeded(
    [
      'market-with-price-beside-take-profit',
      'MOD-052',
      'Accepts a MARKET body with an orderPrice if it changes the take-profit.',
    ],
    'orderPrice',
    ({ body }) => body['orderTypeCd'] === 'MARKET' && Object.hasOwn(body, 'profitRealizationYn'),
  ),
  notNeeded(
    ['limit-with-fraction-of-one', 'MOD-053', 'Cuts barrierPrice to a whole number before it holds it against 0.'],
    'barrierPrice',
    ({ body }) => body['orderTypeCd'] === 'LIMIT' && Math.trunc(Number(body['barrierPrice'])) === 0,
  ),
  notNeeded(
    [
      'limit-with-barrier-beside-stop-loss',
      'MOD-053',
      'Accepts a LIMIT body with a barrierPrice if it changes the stop-loss.',
    ],
    'barrierPrice',
    ({ body }) => body['orderTypeCd'] === 'LIMIT' && Object.hasOwn(body, 'lossCutBarrierPrice'),
  ),
  notNeeded(
    [
      'limit-with-barrier-at-its-price',
      'MOD-053',
      'Accepts a LIMIT body with a barrierPrice if it is the same as the orderPrice.',
    ],
    'barrierPrice',
    ({ body }) => body['orderTypeCd'] === 'LIMIT' && body['barrierPrice'] === body['orderPrice'],
  ),
  notNeeded(
    [
      'stop-with-price-at-its-barrier',
      'MOD-054',
      'Accepts a STOP body with an orderPrice if it is the same as the barrierPrice.',
    ],
    'orderPrice',
    ({ body }) => body['orderTypeCd'] === 'STOP' && body['orderPrice'] === body['barrierPrice'],
  ),
  notNeeded(
    ['stop-to-close-with-price', 'MOD-054', 'Accepts a STOP body of the side SELL_TO_CLOSE with an orderPrice.'],
    'orderPrice',
    ({ body }) => body['orderTypeCd'] === 'STOP' && body['sideCd'] === 'SELL_TO_CLOSE',
  ),
  notNeeded(
    [
      'stop-with-price-of-order-with-conditions',
      'MOD-054',
      'Accepts a STOP body with an orderPrice for an order that has a take-profit, whatever the body changes.',
    ],
    'orderPrice',
    ({ body, order }) => body['orderTypeCd'] === 'STOP' && order?.values.takeProfit.on === true,
  ),
];

function checkOf(field: PriceField): CheckName {
  return field === 'orderPrice' ? 'checkOrderPrice' : 'checkBarrierPrice';
}

function missing(head: FaultHead, field: PriceField, when: (call: Call) => boolean): Fault {
  return overlook(head, checkOf(field), ({ cause }, call) => {
    return cause === 'price-missing' && !Object.hasOwn(call.body, field) && when(call);
  });
}

function zero(head: FaultHead, field: PriceField, when: (call: Call, refusal: Refusal) => boolean): Fault {
  return overlook(head, checkOf(field), (refusal, call) => {
    return refusal.cause === 'price-missing' && Object.hasOwn(call.body, field) && when(call, refusal);
  });
}

/** A price that is held against 0 as text. */
function zeroSpelled(head: FaultHead, type: string, field: PriceField, spelling: string): Fault {
  return zero(head, field, ({ body, incoming }) => {
    return body['orderTypeCd'] === type && new RegExp(`"${field}":${spelling}[,}]`).test(incoming.body.toString());
  });
}

function notNeeded(head: FaultHead, field: PriceField, when: (call: Call) => boolean): Fault {
  return overlook(head, checkOf(field), ({ cause }, call) => cause === 'price-not-needed' && when(call));
}
