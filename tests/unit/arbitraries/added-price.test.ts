import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { addedPrices } from '../../../src/arbitraries/added-price.js';
import { ORDER_TYPES, type Instrument, type Order } from '../../../src/contract/order.js';
import { samples } from './sample-orders.js';

/** An order of a sample whose prices lie as far apart as may be, with the instrument's record or without it. */
const orders = fc
  .record({
    sample: fc.constantFrom(...samples),
    orderTypeCd: fc.constantFrom(...ORDER_TYPES),
    takeProfit: fc.boolean(),
    stopLoss: fc.boolean(),
    barrier: fc.integer({ min: 50, max: 200 }),
    limit: fc.integer({ min: 50, max: 200 }),
    isKnown: fc.boolean(),
  })
  .map(({ sample, orderTypeCd, takeProfit, stopLoss, barrier, limit, isKnown }) => {
    const order = sample.order({ orderTypeCd, takeProfit, stopLoss });
    const { instrument } = sample;
    const times = (price: number, percent: number): number =>
      Number((Math.round((price * percent) / 100 / instrument.pointUnit) * instrument.pointUnit).toFixed(7));
    const [barrierPrice, orderPrice] = [times(order.barrierPrice, barrier), times(order.orderPrice, limit)];
    return { order: { ...order, barrierPrice, orderPrice }, instrument, known: isKnown ? instrument : null };
  });

/** What the order is ordered at, or the last close where it is ordered at nothing. */
function startsOf({ barrierPrice, orderPrice }: Order, { closePrice }: Instrument): readonly number[] {
  const own = [barrierPrice, orderPrice].filter((price) => price !== 0);
  return own.length === 0 ? [closePrice] : own;
}

for (const side of ['above', 'below'] as const) {
  test(`a price that is added ${side} lies beyond every price of the order`, () => {
    fc.assert(
      fc.property(
        orders.chain((made) => addedPrices(made.order, made.known, side).map((price) => ({ ...made, price }))),
        ({ order, instrument, known, price }) => {
          fc.pre(order.orderTypeCd !== 'MARKET' || known !== null);
          const starts = startsOf(order, instrument);
          const [edge, sign] = side === 'above' ? [Math.max(...starts), 1] : [Math.min(...starts), -1];
          expect(((price - edge) / edge) * sign).toBeGreaterThan(0.02);
          expect(((price - edge) / edge) * sign).toBeLessThan(0.09);
        },
      ),
      { seed: 1, numRuns: 500 },
    );
  });
}
