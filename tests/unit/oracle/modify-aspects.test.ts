import { expect, test } from '@playwright/test';
import type { ModifyBody, Order } from '../../../src/contract/order.js';
import { aspectsOf, type ModifyCase } from '../../../src/oracle/modify-aspects.js';
import { someInstrument } from '../../support/exchange-builder.js';

const ORDER: Order = {
  stockCd: 'USD/JPY',
  orderTypeCd: 'LIMIT_STOP',
  sideCd: 'BUY',
  orderDateTime: '2026-01-05T00:07:03.120+09:00',
  orderNo: '0012a7',
  orderQuantity: 0.3,
  barrierPrice: 1.1,
  orderPrice: 1.25,
};

function aspects(body: Partial<ModifyBody> = {}, given: Partial<ModifyCase> = {}) {
  const instrument = { ...someInstrument(), pointUnit: 0.01, orderUnit: 0.1, closePrice: 1.2 };
  const rest = { ageMs: 5, ordersAfter: 2, modifiesBefore: 1, hadBefore: [] };
  return aspectsOf({ body: { ...ORDER, ...body }, order: ORDER, present: ORDER, instrument, ...rest, ...given });
}

test('an order is told by the digits of its number and time, and by its instrument', () => {
  expect(aspects()).toMatchObject({
    ...{
      month: 1,
      day: 5,
      octal: 'no',
      pointUnit: 0.01,
      orderUnit: 0.1,
      hour: 0,
      minute: 7,
      second: 3,
      fraction: 0.12,
      fractionDigits: 3,
      zone: '+09:00',
    },
    ...{ numberDigit: '7', numberStart: '0', numberLength: 6, numberLetters: 'yes', codeSigns: 'yes' },
    ...{ quantityDecimals: 1, quantityInBinary: 'no', ageMs: 5, ordersAfter: 2, modifiesBefore: 1 },
  });
  const plain = aspects(
    {},
    { order: { ...ORDER, orderDateTime: '2026-01-05T10:00:00Z', orderNo: '12' }, instrument: null },
  );
  expect(plain).toMatchObject({ fractionDigits: 0, zone: 'Z', numberSize: 12, numberLetters: 'no' });
  expect(plain).not.toHaveProperty('fraction');
  for (const orderDateTime of ['2026-08-15T10:00:00Z', '2026-01-09T10:00:00Z', '2026-01-05T10:00:08.500Z'])
    expect(aspects({}, { order: { ...ORDER, orderDateTime } }).octal).toBe('yes');
  expect(plain).not.toHaveProperty('quantityInBinary');
});

test('prices are told by their digits, and by what binary fractions make of them', () => {
  expect(aspects({ barrierPrice: 1.1, orderPrice: 1.25 })).toMatchObject({
    ...{ priceDecimals: 2, highestPrice: 1.25, lowestPrice: 1.1, relation: 'orderPrice', market: 'down and up' },
    ...{ pricesChanged: 'none', grid: 1 },
  });
  expect(aspects({ barrierPrice: 0, orderPrice: 1.15 })).toMatchObject({ ownScaled: 'no', ownLeft: 'yes' });
  expect(aspects({ barrierPrice: 0, orderPrice: 0.5 })).toMatchObject({ ownDivided: 'yes', grid: 10 });
});

test('the digits of the prices of conditions are told, where there are any', () => {
  expect(aspects({ profitRealizationYn: 'Y', profitRealizationBarrierPrice: 1.305 })).toMatchObject({
    ...{ target: 1.305, targetDecimals: 3, priceDecimals: 3 },
  });
  expect(aspects({ lossCutYn: 'Y', lossCutBarrierPrice: 1.2 })).toMatchObject({ stop: 1.2, stopDecimals: 1 });
  expect(aspects({ profitRealizationYn: 'N', profitRealizationBarrierPrice: 0 })).not.toHaveProperty('targetDecimals');
  expect(aspects()).not.toHaveProperty('stopDecimals');
});

test('a move is told by what it changes, how far, and which way', () => {
  expect(aspects({ orderPrice: 1.35 })).toMatchObject({
    ...{ pricesChanged: 'orderPrice', direction: 'up', steps: 10, lowestChanged: 1.25, highestChanged: 1.35 },
  });
  expect(aspects({ orderPrice: 1.24, barrierPrice: 1.11 })).toMatchObject({
    ...{ pricesChanged: 'barrierPrice and orderPrice', direction: 'down and up', steps: 1 },
  });
});

test('whole numbers are told among all prices, those of the order itself, and those that change', () => {
  expect(aspects({ barrierPrice: 1.1, orderPrice: 1.25 })).toMatchObject({
    ...{ wholePrices: 'no', wholeOwn: 'no', wholeChanged: 'no' },
  });
  expect(aspects({ barrierPrice: 1.1, orderPrice: 2 })).toMatchObject({
    ...{ wholePrices: 'yes', wholeOwn: 'yes', wholeChanged: 'yes' },
  });
  const beside = aspects({ barrierPrice: 1.1, lossCutYn: 'Y', lossCutBarrierPrice: 1 });
  expect(beside).toMatchObject({ wholePrices: 'yes', wholeOwn: 'no', wholeChanged: 'no' });
});

test('a condition beside a change of price is told, whatever the condition was', () => {
  expect(aspects({ profitRealizationYn: 'Y', orderPrice: 1.35 }).together).toBe('yes');
  expect(aspects({ lossTrackingYn: 'N', barrierPrice: 1.11 }).together).toBe('yes');
  expect(aspects({ lossCutYn: 'N', lossCutBarrierPrice: 0 }).together).toBe('no');
  expect(aspects({ orderPrice: 1.35 }).together).toBe('no');
});

test('prices that the order had before are told, those that it has now aside', () => {
  const hadBefore = [ORDER, { barrierPrice: 1.1, orderPrice: 1.35 }];
  expect(aspects({ orderPrice: 1.35 }, { hadBefore }).hadBefore).toBe('yes');
  expect(aspects({ barrierPrice: 1.2, orderPrice: 1.35 }, { hadBefore }).hadBefore).toBe('no');
  expect(aspects({}, { hadBefore }).hadBefore).toBe('no');
});

test('what became of the modify before is told where it is known', () => {
  expect(aspects({}, { previous: 'refused' }).previous).toBe('refused');
  expect(aspects()).not.toHaveProperty('previous');
});
