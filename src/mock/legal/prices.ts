import type { Check, LegalTwin } from '../behaviour.js';
import type { Call } from '../call.js';
import { onGrid } from '../grid.js';
import type { OrderValues, StoredOrder } from '../order-book.js';
import { refuse } from '../refusal.js';

const PRICES = ['barrierPrice', 'orderPrice', 'profitRealizationBarrierPrice', 'lossCutBarrierPrice'] as const;

/** Legal limits on prices, and on how conditions hang together: the document has none, and does not rule them out. */
export const LEGAL_PRICES: readonly LegalTwin[] = [
  {
    name: 'conditions-on-their-side',
    does: 'Refuses a take-profit or stop-loss that is not on its side of the price of the order.',
    apply: refusing((call) => {
      const { price, target, stop, long } = levelsOf(call);
      const isBeyond = (level: number, above: boolean): boolean => (above ? level > price : level < price);
      if (price === 0) return null;
      if (target !== 0 && !isBeyond(target, long)) return refuse('price-not-positive', 'profitRealizationBarrierPrice');
      return stop !== 0 && !isBeyond(stop, !long) ? refuse('price-not-positive', 'lossCutBarrierPrice') : null;
    }),
  },
  {
    name: 'conditions-keep-a-distance',
    does: 'Refuses a take-profit or stop-loss less than 1 % away from the price of the order.',
    apply: refusing((call) => {
      const { price, target, stop } = levelsOf(call);
      const isNear = (level: number): boolean => level !== 0 && Math.abs(level - price) < price / 100;
      return isNear(target) || isNear(stop) ? refuse('price-not-positive') : null;
    }),
  },
  {
    name: 'barrier-before-order-price',
    does: 'Refuses a LIMIT_STOP body whose barrierPrice is not below its orderPrice, as in the new order.',
    apply: refusing(({ body, order }) =>
      order?.orderTypeCd === 'LIMIT_STOP' && Number(body['barrierPrice']) >= Number(body['orderPrice'])
        ? refuse('price-not-positive', 'barrierPrice')
        : null,
    ),
  },
  {
    name: 'no-price-raised',
    does: 'Refuses a price above that of the new order, which has used up the margin.',
    apply: (before) => {
      const first = new WeakMap<StoredOrder, OrderValues>();
      return refusing(({ body, order }) => {
        if (order === null) return null;
        const { barrierPrice, orderPrice } = first.get(order) ?? order.values;
        first.set(order, first.get(order) ?? order.values);
        const isRaised =
          Number(body['barrierPrice'] ?? 0) > barrierPrice || Number(body['orderPrice'] ?? 0) > orderPrice;
        return isRaised ? refuse('price-not-positive') : null;
      })(before);
    },
  },
  {
    name: 'prices-only-rise',
    does: 'Refuses a price of an order below the one that it has now.',
    apply: refusing(({ body, order }) => {
      if (order === null) return null;
      const { barrierPrice, orderPrice } = order.values;
      const isLowered =
        Number(body['barrierPrice'] ?? 0) < barrierPrice || Number(body['orderPrice'] ?? 0) < orderPrice;
      return isLowered ? refuse('price-not-positive') : null;
    }),
  },
  {
    name: 'no-small-moves',
    does: 'Refuses to move a price by less than 0.1 % of what it is.',
    apply: refusing(({ body, order }) => {
      const isSmall = ([now, then]: readonly [number, number]): boolean =>
        now !== then && now !== 0 && then !== 0 && Math.abs(then - now) < now / 1_000;
      return movesOf(body, order).some(isSmall) ? refuse('price-not-positive') : null;
    }),
  },
  {
    name: 'one-point-unit-at-a-time',
    does: 'Refuses to move a price by more than one pointUnit.',
    apply: refusing((call) => (pointUnitsOf(call).some((moved) => moved > 1) ? refuse('price-not-positive') : null)),
  },
  {
    name: 'some-price-moves-far',
    does: 'Refuses to move prices where none of them moves by 15 times its pointUnit.',
    apply: refusing((call) => {
      const moved = pointUnitsOf(call).filter((units) => units > 0);
      return moved.length > 0 && Math.max(...moved) < 15 ? refuse('price-not-positive') : null;
    }),
  },
  {
    name: 'limit-orders-move-far',
    does: 'Refuses to move the price of a LIMIT order by less than 1 % of what it is.',
    apply: refusing(({ body, order }) => {
      const now = order?.orderTypeCd === 'LIMIT' ? order.values.orderPrice : 0;
      const distance = Math.abs(Number(body['orderPrice']) - now);
      return distance > 0 && distance < now / 100 ? refuse('price-not-positive', 'orderPrice') : null;
    }),
  },
  {
    name: 'barrier-reached-is-fixed',
    does: 'Refuses another barrierPrice for a LIMIT_STOP order that sells and whose barrier is above the market: it is reached.',
    apply: refusing(({ body, order, service }) => {
      if (order?.orderTypeCd !== 'LIMIT_STOP' || !order.sideCd.startsWith('SELL')) return null;
      const { barrierPrice } = order.values;
      const isReached = barrierPrice > (service.catalogue.byCode.get(order.stockCd)?.closePrice ?? 0);
      return isReached && body['barrierPrice'] !== barrierPrice ? refuse('price-not-positive', 'barrierPrice') : null;
    }),
  },
  {
    name: 'order-price-held-near-market',
    does: 'Refuses to move an orderPrice that is less than 5 % away from the market, whatever the type of the order.',
    // Whether a type of order takes no other price, or a limit holds for this price in all orders, cannot be told.
    leaves: ['MOD-002', 'MOD-004'],
    apply: refusing(({ body, order, service }) => {
      const now = order?.values.orderPrice ?? 0;
      const market = service.catalogue.byCode.get(order?.stockCd ?? '')?.closePrice ?? 0;
      const isNear = now !== 0 && Math.abs(now - market) < market / 20;
      return isNear && body['orderPrice'] !== now ? refuse('price-not-positive', 'orderPrice') : null;
    }),
  },
  {
    name: 'stop-loss-only-nearer',
    does: 'Refuses to move a stop-loss away from the price of the order.',
    apply: refusing((call) => {
      const { stop, long } = levelsOf(call);
      const now = call.order?.values.stopLoss;
      if (now?.on !== true || stop === 0) return null;
      return (long ? stop < now.price : stop > now.price) ? refuse('price-not-positive', 'lossCutBarrierPrice') : null;
    }),
  },
  {
    name: 'prices-rounded',
    does: 'Rounds each price to the nearest multiple of pointUnit before it looks at it.',
    apply: (before) => ({
      checkMandatory: (call) => {
        const unit = call.service.catalogue.byCode.get(String(call.body['stockCd']))?.pointUnit ?? 1;
        const rounded = PRICES.flatMap((name) => {
          const price = call.body[name];
          return typeof price === 'number' && Number.isFinite(price) ? [[name, onGrid(price, unit)] as const] : [];
        });
        call.body = { ...call.body, ...Object.fromEntries(rounded) };
        return before.checkMandatory(call);
      },
    }),
  },
  {
    name: 'off-is-said-once',
    does: 'Refuses N for a condition that is off.',
    apply: refusing(({ body, order }) => {
      if (order === null) return null;
      const { takeProfit, stopLoss, trailing } = order.values;
      const isOff = { profitRealizationYn: !takeProfit.on, lossCutYn: !stopLoss.on, lossTrackingYn: !trailing };
      const again = Object.entries(isOff).find(([name, off]) => off && body[name] === 'N');
      return again === undefined ? null : refuse('condition-new', again[0]);
    }),
  },
  {
    name: 'price-needs-its-switch',
    does: 'Refuses the price of a condition without its switch.',
    apply: refusing(({ body }) => {
      const isBare = (name: string): boolean =>
        Object.hasOwn(body, `${name}BarrierPrice`) && !Object.hasOwn(body, `${name}Yn`);
      return isBare('profitRealization') || isBare('lossCut') ? refuse('condition-price-not-zero') : null;
    }),
  },
  {
    name: 'trailing-off-first',
    does: 'Refuses to switch a stop-loss off that trails, unless the body switches the trailing stop off as well.',
    apply: refusing(({ body, order }) =>
      body['lossCutYn'] === 'N' && order?.values.trailing === true && body['lossTrackingYn'] !== 'N'
        ? refuse('condition-new', 'lossCutYn')
        : null,
    ),
  },
];

/** Price, take-profit and stop-loss that the order would have; 0 where there is none. */
function levelsOf({ body, order }: Call): { price: number; target: number; stop: number; long: boolean } {
  if (order === null) return { price: 0, target: 0, stop: 0, long: true };
  const { values, sideCd } = order;
  const level = (name: string, now: { on: boolean; price: number }): number =>
    body[`${name}Yn`] === 'N' || (!now.on && body[`${name}Yn`] !== 'Y')
      ? 0
      : Number(body[`${name}BarrierPrice`] ?? now.price);
  return {
    price: Number(body['orderPrice'] ?? 0) || Number(body['barrierPrice'] ?? 0),
    target: level('profitRealization', values.takeProfit),
    stop: level('lossCut', values.stopLoss),
    long: sideCd === 'BUY' || sideCd === 'BUY_TO_COVER',
  };
}

/** What each price of the order is, and what the body makes of it where it says so. */
function movesOf(body: Call['body'], order: StoredOrder | null): (readonly [number, number])[] {
  if (order === null) return [];
  const { barrierPrice, orderPrice, takeProfit, stopLoss } = order.values;
  const now = [barrierPrice, orderPrice, takeProfit.price, stopLoss.price];
  return PRICES.flatMap((name, at) => (Object.hasOwn(body, name) ? [[now[at] ?? 0, Number(body[name])] as const] : []));
}

/** By how many times its pointUnit each of the prices of the order itself moves. */
function pointUnitsOf({ body, order, service }: Call): number[] {
  if (order === null) return [];
  const unit = service.catalogue.byCode.get(order.stockCd)?.pointUnit ?? 1;
  return (['barrierPrice', 'orderPrice'] as const).map((name) => {
    const now = order.values[name];
    return Math.round(Math.abs(Number(body[name] ?? now) - now) / unit);
  });
}

/** Refuses what the reference accepts, after all other checks. */
function refusing(check: Check): LegalTwin['apply'] {
  return (before) => ({ checkBounds: (call) => before.checkBounds(call) ?? check(call) });
}
