import { writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { orderWith } from '../../../src/arbitraries/structures.js';
import { OrderDesk } from '../../../src/client/order-desk.js';
import type { OrderSupplyOptions } from '../../../src/client/order-channels.js';
import { openOrderSupply } from '../../../src/client/order-supply.js';
import type { OrderSource } from '../../../src/contract/settings.js';
import { checkOrders, checkShown } from '../../../src/doctor/check-orders.js';
import type { Check } from '../../../src/doctor/check.js';
import { renderCheck } from '../../../src/doctor/render-checks.js';
import { startReferenceService } from '../../../src/mock/reference-service.js';

const HEARING = {
  env: { ...process.env, DESK_TOKEN: 'CANARY-env' },
  redact: (text: string): string => text.replaceAll('CANARY-key', ''),
};

/** What is said of a source, and whether it gave an order to modify. */
async function look(
  source: OrderSource,
  options: OrderSupplyOptions = {},
  tooLongMs?: number,
): Promise<Check & { readonly isUsable: boolean }> {
  const desk = new OrderDesk(openOrderSupply(source, { hearing: HEARING, ...options }));
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
      /^none: LIMIT BUY \(filled\), MARKET BUY, .*; the order source has no such order/,
    );
  } finally {
    await poor.close();
  }
});

test('a URL that has no order at all is most likely wrong, a command that has none need not be', async () => {
  const service = await startReferenceService({
    alterations: [{ name: 'nothing', does: '', apply: () => ({ offers: () => false }) }],
  });
  try {
    const wrong = await look({ kind: 'url', url: service.ordersUrl });
    expect(wrong).toMatchObject({ status: 'failed', isUsable: false });
    expect(wrong.remedy).toContain('most likely TRADECERT_ORDERS_URL is wrong');
  } finally {
    await service.close();
  }
  expect((await look(command('exit 1'))).remedy).toContain('see that the source runs');
});

test('a file without orders is told in a sentence, and one that has none of those asked for by the first and a count', async () => {
  const path = test.info().outputPath('orders.json');
  const found = async (orders: unknown): Promise<string> => {
    writeFileSync(path, JSON.stringify(orders));
    return (await look({ kind: 'file', path })).found;
  };
  expect(await found([])).toBe('it gave no order, asked for 27 kinds: the order file has no order at all');
  const names = { stockCd: 'A', orderTypeCd: 'MARKET', sideCd: 'SELL', orderDateTime: '2026-01-05', orderNo: '1' };
  const odd = { ...names, orderQuantity: 1, barrierPrice: 0, orderPrice: 0, state: 'filled' };
  expect(await found([odd, { ...odd, orderNo: '2' }])).toBe(
    'it gave no order, asked for 27 kinds: the order file has no unfilled LIMIT BUY order; the order file has no unfilled STOP BUY order; the order file has no unfilled LIMIT_STOP BUY order; and 24 further reasons',
  );
});

test('what a file lacks is one line to read, and has a reason for each kind in JSON', async () => {
  const path = test.info().outputPath('orders.json');
  const names = { stockCd: 'A', orderTypeCd: 'LIMIT', sideCd: 'BUY', orderDateTime: '2026-01-05', orderNo: '1' };
  writeFileSync(
    path,
    JSON.stringify([{ ...names, orderQuantity: 1, barrierPrice: 0, orderPrice: 1, state: 'unfilled' }]),
  );
  const check = await look({ kind: 'file', path });
  expect(check.details).toHaveLength(26);
  expect(check.details?.[0]).toBe('none: STOP BUY; the order file has no unfilled STOP BUY order');
  const [, ...lines] = renderCheck(check).trimEnd().split('\n');
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(
    /^ +none: STOP BUY, LIMIT_STOP BUY, LIMIT BUY with both, .*; for 26 reasons, which --json has one by one$/,
  );
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
    expect(check.found).toBe(
      'it gave no order, asked for 1 kind: the order source answered with status 500; not asked for the other 26, since it would fail in the same way',
    );
  } finally {
    await broken.close();
  }
  for (const [text, said] of [
    [
      'echo Traceback >&2; exit 1',
      /^it gave no order, asked for 9 kinds: .* status 1\); not asked for the other 18, since/,
    ],
    [
      `read -r wish; case $wish in *'"filled"'*) echo other >&2;; *) echo none >&2;; esac; exit 1`,
      /^it gave no order, asked for 27 kinds: .* status 1\)$/,
    ],
    ['exit 1', /^it gave no order, asked for 27 kinds: .* status 1\)$/],
    ['echo "<html>Sign in</html>"', /no JSON/],
    ['echo "{}"', /stockCd/],
    ['no-such-command-anywhere', /could not be run \(status 127\)/],
  ] as const) {
    const check = await look(command(text));
    expect(check).toMatchObject({ status: 'failed', isUsable: false });
    expect(check.found).toMatch(said);
  }
});

test('a source that has one kind only, and says the same of all others, has that kind', async () => {
  const service = await startReferenceService();
  try {
    const order = JSON.stringify(service.makeOrder(orderWith('LIMIT', 'SELL')));
    const text = `read -r wish; case $wish in *LIMIT_STOP*|*'"filled"'*|*true*) ;; *'"LIMIT"'*'"SELL"'*) echo '${order}'; exit;; esac`;
    const check = await look(command(`${text}; echo none of that kind >&2; exit 1`));
    expect(check).toMatchObject({ status: 'warning', isUsable: true });
    expect(check.found).toContain('it has 1 of the 27 kinds');
  } finally {
    await service.close();
  }
});

test('what a command printed and said is shown, without secrets and bounded', async () => {
  const missing = await look(command('cat nosuch.json'));
  expect(missing.found).toContain('its command ended with status 1');
  expect(missing.details).toEqual([expect.stringMatching(/^standard error: cat: .?nosuch\.json.?: No such file/)]);
  const rubbish = await look(
    command(
      "echo 'rub\\033[31mbish'; echo 'token=CANARY-token, CANARY-env, CANARY-key' >&2; printf '{\"password\": \"CANARY-word\"}' >&2",
    ),
  );
  expect(rubbish.details?.[0]).toMatch(/^it printed: rub/);
  expect(rubbish.details).toHaveLength(3);
  expect(JSON.stringify(rubbish)).not.toContain('CANARY');
  expect(renderCheck(rubbish)).not.toContain('\x1b');
  const loud = await look(command('yes loud | head -c 300000 >&2; yes | head -c 200000'));
  expect(loud.details).toHaveLength(20);
  const partly = await look(
    command(`read -r wish; case $wish in *MARKET*) echo no market orders >&2; exit 1;; *) exit 2;; esac`),
  );
  expect(partly.details).toEqual(['standard error: no market orders']);
});

test('a command that leaves something running is not waited for', async () => {
  const begun = performance.now();
  const check = await look(command('sleep 20 >/dev/null & echo rubbish; echo why >&2'), {}, 10_000);
  expect(check.details).toEqual(['it printed: rubbish', 'standard error: why']);
  expect(performance.now() - begun).toBeLessThan(18_000);
});

test('a source that never answers is asked once', async () => {
  const check = await look(command('sleep 600'), { timeoutMs: 50 }, 40);
  expect(check).toMatchObject({ status: 'failed', isUsable: false });
  expect(check.found).toMatch(/; not asked for the other 26, since it took too long before$/);
});

test('it is told whether the source shows how an order stands, and one that takes the question for another is warned of', async () => {
  const shownBy = async (source: OrderSource): Promise<Check> => {
    const desk = new OrderDesk(openOrderSupply(source));
    const { held } = await checkOrders(desk);
    const check = await checkShown(desk, held);
    held?.release();
    await desk.close();
    return check;
  };
  const service = await startReferenceService();
  try {
    const shown = await shownBy({ kind: 'url', url: service.ordersUrl });
    expect(shown).toMatchObject({ id: 'orders-shown', status: 'ok' });
    const off = await shownBy({ kind: 'url', url: service.ordersUrl, isAskedToShow: false });
    expect(off).toMatchObject({
      status: 'skipped',
      found: 'it shows none: the order source is not asked to show orders',
    });
    // Whatever it is asked for, it makes an order.
    const naive = `{"stockCd":"X","orderTypeCd":"LIMIT","sideCd":"BUY","orderDateTime":"2026-01-05T09:00:00Z","orderNo":"'$$'","orderQuantity":1,"barrierPrice":0,"orderPrice":1,"state":"unfilled"}`;
    const other = await shownBy(command(`cat >/dev/null; echo '${naive}'`));
    expect(other).toMatchObject({ status: 'warning' });
    expect(other.found).toContain('it showed another one');
    expect(other.remedy).toContain('TRADECERT_ORDERS_SHOW=off');
  } finally {
    await service.close();
  }
});
