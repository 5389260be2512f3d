import { expect, test } from '@playwright/test';
import { OrderDesk } from '../../../src/client/order-desk.js';
import { openOrderSupply, type OrderSupplyOptions } from '../../../src/client/order-supply.js';
import type { OrderSource } from '../../../src/contract/settings.js';
import { checkOrders } from '../../../src/doctor/check-orders.js';
import type { Check } from '../../../src/doctor/check.js';
import { startReferenceService } from '../../../src/mock/reference-service.js';

/** What is said of a source, and whether it gave an order to modify. */
async function look(
  source: OrderSource,
  options: OrderSupplyOptions = {},
  tooLongMs?: number,
): Promise<Check & { readonly isUsable: boolean }> {
  const desk = new OrderDesk(openOrderSupply(source, options));
  const { check, held } = await checkOrders(desk, tooLongMs);
  held?.release();
  expect(desk.inDoubt()).toEqual([]);
  await desk.close();
  return { ...check, isUsable: held !== null };
}

const command = (text: string): OrderSource => ({ kind: 'command', command: text });

test('a source with every kind is right, one without market orders and filled ones is told what it has not', async () => {
  const service = await startReferenceService();
  try {
    expect(await look({ kind: 'url', url: service.ordersUrl })).toMatchObject({ status: 'ok', isUsable: true });
  } finally {
    await service.close();
  }
  const poor = await startReferenceService({
    alterations: [
      {
        ...{ name: 'poor', does: '' },
        apply: () => ({ offers: ({ orderTypeCd, state }) => orderTypeCd !== 'MARKET' && state === 'unfilled' }),
      },
    ],
  });
  try {
    const check = await look({ kind: 'url', url: poor.ordersUrl });
    expect(check).toMatchObject({ status: 'warning', isUsable: true });
    expect(check.found).toBe('it has 18 of the 27 kinds of orders that were asked for');
    expect(check.details).toHaveLength(1);
    expect(check.details?.[0]).toMatch(
      /^none: MARKET BUY, .*, LIMIT BUY, filled, .*; the order source has no such order/,
    );
  } finally {
    await poor.close();
  }
});

test('a source that breaks down, talks nonsense or gives another order is told once, and gives nothing to modify', async () => {
  const broken = await startReferenceService({
    alterations: [
      {
        ...{ name: 'broken', does: '' },
        apply: () => ({
          offers: () => {
            throw new Error('out of order');
          },
        }),
      },
    ],
  });
  try {
    const check = await look({ kind: 'url', url: broken.ordersUrl });
    expect(check).toMatchObject({ status: 'failed', isUsable: false });
    expect(check.found).toBe('it gave none of 27 kinds of orders: the order source answered with status 500');
  } finally {
    await broken.close();
  }
  for (const [text, said] of [
    ['echo "<html>Sign in</html>"', /no JSON/],
    ['echo "{}"', /stockCd/],
    ['no-such-command-anywhere', /could not be run \(status 127\)/],
  ] as const) {
    const check = await look(command(text));
    expect(check).toMatchObject({ status: 'failed', isUsable: false });
    expect(check.found).toMatch(said);
  }
});

test('a source that never answers is asked once', async () => {
  const check = await look(command('sleep 600'), { timeoutMs: 50 }, 40);
  expect(check).toMatchObject({ status: 'failed', isUsable: false });
  expect(check.found).toMatch(/; not asked, since the source took too long before$/);
});
