import { expect, test } from '@playwright/test';
import { SIDES, type Side } from '../../../src/contract/order.js';
import { whyDoubted, type ChangedOrder, type FixedOrder } from '../../../src/examine/fixed-prices-doubts.js';

const LIMITS = ['orderPrice'] as const;

/** An order for each side, for these instruments in turn: `FOREIGN:EUR/USD`, or without a group where it is not known. */
function fixed(instruments: readonly string[], sides: readonly Side[] = SIDES): FixedOrder[] {
  return sides.map((sideCd, at) => {
    const [stockCd = '', stockGroupCd] = (instruments[at % instruments.length] ?? '').split(':').reverse();
    return { sideCd, traded: { stockCd, stockGroupCd } };
  });
}

function movers(instruments: readonly string[], sides: readonly Side[] = SIDES): ChangedOrder[] {
  return fixed(instruments, sides).map(({ sideCd, traded }) => ({
    ...{ orderTypeCd: 'LIMIT_STOP', sideCd },
    prices: { traded, moved: new Set(LIMITS), isStuck: false },
  }));
}

const HELD = 'of their instruments no other order was seen to take another price';

for (const [what, here, elsewhere, doubt] of [
  ['are for one instrument in which other prices move', ['INDEX:US30'], ['INDEX:US30'], null],
  [
    'are for two instruments of a group in which other prices move',
    ['INDEX:US30', 'INDEX:UK100'],
    ['INDEX:HK50'],
    null,
  ],
  ['are for one instrument, and others for another one of its group', ['INDEX:US30'], ['INDEX:UK100'], HELD],
  ['are for instruments of a group in which no price moves', ['INDEX:US30', 'INDEX:UK100'], ['CRYPTO:BTC/USD'], HELD],
  ['are for instruments that the lookup does not tell', ['A', 'B'], ['C'], HELD],
  ['are for an instrument that the lookup does not tell and in which other prices move', ['A'], ['A'], null],
] as const) {
  test(`orders that ${what} ${doubt === null ? 'leave no doubt' : 'are in doubt'}`, () => {
    expect(whyDoubted(fixed(here), movers(elsewhere), LIMITS)).toBe(doubt);
  });
}

test('orders of one side of trade are in doubt', () => {
  const orders = fixed(['INDEX:US30'], ['BUY', 'BUY_TO_COVER']);
  expect(whyDoubted(orders, movers(['INDEX:US30']), LIMITS)).toContain('one buys and one sells');
});

test('orders whose price moves in other types on one side only are in doubt', () => {
  const elsewhere = movers(['INDEX:US30'], ['SELL', 'SELL_TO_CLOSE']);
  expect(whyDoubted(fixed(['INDEX:US30']), elsewhere, LIMITS)).toContain('the orderPrice of no other type');
});

test('orders whose price is not the one that moves in other types are in doubt', () => {
  expect(whyDoubted(fixed(['INDEX:US30']), movers(['INDEX:US30']), ['barrierPrice'])).toContain('the barrierPrice');
});
