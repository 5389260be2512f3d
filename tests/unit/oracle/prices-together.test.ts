import { expect, test } from '@playwright/test';
import { judgePricesTogether, type TriedPrices } from '../../../src/oracle/prices-together.js';
import { madeExchange } from '../../support/exchange-builder.js';

const one = (isTaken: boolean, number: number) =>
  madeExchange({
    ...{ operation: 'modifyOrder', number, status: isTaken ? 200 : 400 },
    body: { data: { success: isTaken } },
  });
const tried = (both: boolean, barrierPrice: boolean, orderPrice: boolean): TriedPrices => ({
  both: one(both, 1),
  barrierPrice: one(barrierPrice, 2),
  orderPrice: one(orderPrice, 3),
});

test('two prices that are taken each alone and never together are told with a pair, and the other way about', () => {
  const apart = tried(false, true, true);
  expect(judgePricesTogether([[apart, apart], [apart]])).toMatchObject({
    outcome: 'broken',
    finding: {
      cause: expect.stringContaining('changes both prices is refused'),
      shown: { exchange: 1 },
      sibling: { exchange: 2 },
    },
  });
  const together = tried(true, false, false);
  expect(judgePricesTogether([[together]])).toMatchObject({
    outcome: 'broken',
    finding: {
      cause: expect.stringContaining('changes one price alone is refused'),
      shown: { exchange: 2 },
      sibling: { exchange: 1 },
    },
  });
});

test('a price that is fixed, all that is taken, none that is, and what is refused at times are no such thing', () => {
  for (const rounds of [
    [],
    [tried(false, false, true)],
    [tried(true, true, true)],
    [tried(false, false, false)],
    [tried(true, true, false)],
    [tried(false, true, true), tried(true, false, true)],
  ])
    expect(judgePricesTogether([rounds])).toBeNull();
});
