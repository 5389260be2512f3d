import { expect, test } from '@playwright/test';
import type { Order, OrderRequest } from '../../../src/contract/order.js';
import { ORDER_TYPES, SIDES } from '../../../src/contract/order.js';
import { UNFAIR_BODY_FAULTS } from '../../../src/mock/faults/unfair.js';
import type { ReferenceService } from '../../../src/mock/reference-service.js';
import { modify, newOrder, withService, type Tweaks } from './client.js';

/** What a valid modify came to, in a word that is the same for every unfair refusal. */
async function wordOf(service: ReferenceService, body: object | string, tweaks: Tweaks = {}): Promise<string> {
  return (await modify(service, body, tweaks)).cause;
}

const KINDS = ORDER_TYPES.flatMap((orderTypeCd) =>
  SIDES.flatMap((sideCd) =>
    [false, true].map((all) => ({ orderTypeCd, sideCd, takeProfit: all, stopLoss: all, trailing: all })),
  ),
) satisfies Partial<OrderRequest>[];

/** The order as its own modify, members of conditions left out. */
function plain({
  stockCd,
  orderTypeCd,
  sideCd,
  orderDateTime,
  orderNo,
  orderQuantity,
  barrierPrice,
  orderPrice,
}: Order) {
  return {
    ...{ stockCd, orderTypeCd, sideCd, orderDateTime, orderNo },
    ...{ orderQuantity, barrierPrice, orderPrice },
  };
}

/** Other spellings of a body. */
const RESPELLED: readonly ((text: string) => string)[] = [
  (text) => text.replace(/":(\d+\.\d*[1-9])(?=[,}])/g, '":$10'),
  (text) => text.replace(/":(\d+)(?=[,}])/g, '":$1.0'),
  (text) => text.replace(/":([\d.]+)(?=[,}])/g, '":$1E+0'),
  (text) => text.replace(/Price":0(?=[,}])/g, 'Price":-0'),
  (text) => text.replaceAll('+', '\\u002B'),
  (text) => text.replaceAll('/', '\\/'),
  (text) => text.replace('"orderNo"', '"\\u006frderNo"'),
  (text) => JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(text) as object).reverse())),
];

/** Valid modifies of many kinds, each with what came of it. */
async function outcomes(service: ReferenceService): Promise<string[]> {
  const seen: string[] = [];
  for (const kind of KINDS) {
    const order = await newOrder(service, kind);
    const text = JSON.stringify(order);
    const off = { ...(kind.takeProfit && { profitRealizationYn: 'N', profitRealizationBarrierPrice: 0 }) };
    const bodies = [
      ...[text, plain(order), ...RESPELLED.map((respell) => respell(text))],
      ...['barrierPrice', 'orderPrice'].map((name) => ({ ...plain(order), ...moved(order, [name]) })),
      { ...order, ...moved(order, ['barrierPrice', 'orderPrice']) },
      { ...plain(order), ...(kind.trailing && { lossTrackingYn: 'Y' }) },
      { ...plain(order), ...off },
    ];
    for (const body of bodies) seen.push(await wordOf(service, body));
  }
  return seen;
}

function moved(order: Order, names: readonly string[]): object {
  const prices = Object.entries(order).filter(([name, value]) => names.includes(name) && Number(value) > 0);
  return Object.fromEntries(prices.map(([name, value]) => [name, Number((Number(value) * 1.001).toPrecision(5))]));
}

/** Requests that are refused by every service. */
async function refusals(service: ReferenceService): Promise<string[]> {
  const order = await newOrder(service, { takeProfit: true });
  const wrong = [
    { orderNo: '1' },
    { orderPrice: 0 },
    { sideCd: 'SELL' },
    { orderQuantity: 1e9 },
    { profitRealizationYn: 'X' },
  ];
  return Promise.all(wrong.map((edit) => wordOf(service, { ...order, ...edit })));
}

test('each unfair service refuses some valid modifies, accepts others, and refuses what is invalid as the reference does', async () => {
  const [valid, invalid] = await withService({}, async (service) => [await outcomes(service), await refusals(service)]);
  expect(new Set(valid)).toEqual(new Set(['accepted']));
  for (const { name } of UNFAIR_BODY_FAULTS) {
    await withService({ faults: [name] }, async (service) => {
      expect([name, new Set(await outcomes(service))]).toEqual([name, new Set(['accepted', 'order-not-modifiable'])]);
      expect([name, await refusals(service)]).toEqual([name, invalid]);
    });
  }
});
