import { expect, test } from '@playwright/test';
import { changing, NO_CHANGES } from '../../../src/arbitraries/structures.js';
import type { Instrument, ModifyBody, Order } from '../../../src/contract/order.js';
import { PriceMoves, type PriceChoice, type Stride } from '../../../src/examine/price-moves.js';
import { ORDER as LIMIT_ORDER } from '../../support/conduct-builder.js';

const ORDER: Order = {
  ...LIMIT_ORDER,
  orderTypeCd: 'LIMIT_STOP',
  ...{ barrierPrice: 150.123, orderPrice: 150.456 },
  ...{ profitRealizationYn: 'Y', profitRealizationBarrierPrice: 160.005 },
};
const INSTRUMENT = { pointUnit: 0.001 } as Instrument;

function movesOf(choice: Partial<PriceChoice> = {}, order = ORDER, instrument = INSTRUMENT): PriceMoves {
  return new PriceMoves(order, instrument, {
    band: 0.02,
    isOneEnough: () => false,
    hasAccepted: () => true,
    present: () => ORDER,
    avoids: () => false,
    ...choice,
  });
}

const farOf = (moves: PriceMoves): Stride | undefined => moves.strides().find(({ isFar }) => isFar);

test('prices are moved by single steps first, and then by ten and a hundred, not at all, and far', () => {
  const points = movesOf()
    .strides()
    .map(({ points: each }) => each);
  expect(points).toEqual([1, 10, 100, 0, expect.any(Number)]);
  // A hundred are left out where far moves, which are of whole hundreds, may be the first that is accepted.
  expect(movesOf({ hasAccepted: () => false }).strides()).toHaveLength(4);
  expect(farOf(movesOf({ band: 0.01 }))).toBeUndefined();
  expect(movesOf({ isOneEnough: () => true }).strides()).toEqual([{ points: 0, steps: 0 }]);
});

test('whatever a service calls its point unit, prices that are sent are positive numbers', () => {
  for (const pointUnit of [0, -1, 5e-324, 1e-300, 0.07, 1e300]) {
    const moves = movesOf({}, ORDER, { pointUnit } as Instrument);
    for (const stride of moves.strides()) {
      moves.stride = stride;
      const bodies = [moves.body(NO_CHANGES), moves.body(changing({ takeProfit: 'Y' })), moves.bodyToBreak(NO_CHANGES)];
      const prices = bodies.flatMap(({ barrierPrice, orderPrice }) => [barrierPrice, orderPrice]);
      expect(prices.filter((price) => !(price > 0 && Number.isFinite(price)))).toEqual([]);
      expect(moves.grid?.pointUnit).not.toBeNaN();
    }
  }
});

test('far moves go to round prices more than 1 % away and back, and what is to be broken to others', () => {
  let present = ORDER;
  const moves = movesOf({ present: () => present });
  const far = farOf(moves);
  if (far === undefined) throw new Error('There is no far stride.');
  moves.stride = far;
  const away = moves.body(changing({ takeProfit: 'Y' }));
  expect(away).toMatchObject({ barrierPrice: 151.7, orderPrice: 152, profitRealizationBarrierPrice: 161.7 });
  present = { ...ORDER, ...away };
  const { barrierPrice, orderPrice } = ORDER;
  expect(moves.body(NO_CHANGES)).toMatchObject({ barrierPrice, orderPrice });
  present = ORDER;
  expect(moves.body(NO_CHANGES)).toMatchObject({ barrierPrice: 151.7, orderPrice: 152 });
  expect(moves.bodyToBreak(NO_CHANGES)).toMatchObject({ barrierPrice: 148.5, orderPrice: 148.9 });
});

test('far moves go to the other side where the prices that the order first had are refused', () => {
  const decimals = (price: number): number => (String(price).split('.')[1] ?? '').length;
  const avoids = ({ barrierPrice, orderPrice }: ModifyBody): boolean =>
    Math.max(decimals(barrierPrice), decimals(orderPrice)) > 2;
  const away = { ...ORDER, barrierPrice: 151.7, orderPrice: 152, profitRealizationBarrierPrice: 161.7 };
  const moves = movesOf({ present: () => away, avoids });
  moves.stride = farOf(moves) ?? moves.stride;
  expect(moves.body(NO_CHANGES)).toMatchObject({ barrierPrice: 148.5, orderPrice: 148.9 });
});

test('the prices that are looked at are those that are sent next, in whatever way they are moved', () => {
  for (let turn = 0; turn < 12; turn += 1) {
    const looked: ModifyBody[] = [];
    const near = { ...ORDER, orderPrice: 150.25 };
    // Both prices at once are refused: of a stride that has no room between them, some modifies leave both where they are.
    const avoids = (body: ModifyBody): boolean => {
      looked.push(body);
      return body.barrierPrice !== near.barrierPrice && body.orderPrice !== near.orderPrice;
    };
    const moves = movesOf({ avoids }, near);
    for (let before = 0; before < turn; before += 1) moves.next();
    expect(moves.takeFairStride(NO_CHANGES)).toBe(true);
    const seen = looked.at(-1);
    expect(moves.body(NO_CHANGES)).toEqual(seen);
  }
});
