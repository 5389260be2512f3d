import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { OrderDesk, type HeldOrder, type OrderDeskOptions } from '../../../src/client/order-desk.js';
import { PRIVATE_VARIABLES, SETTING_NAMES, type SettingName } from '../../../src/cli/setting-names.js';
import { readOrder } from '../../../src/client/order-check.js';
import type { NoOrder } from '../../../src/client/order-channels.js';
import { openOrderSupply, type OrderSupply } from '../../../src/client/order-supply.js';
import type { Order, OrderRequest } from '../../../src/contract/order.js';
import { SuiteError } from '../../../src/contract/suite-error.js';
import { ChangedOrders } from '../../../src/wire/changed-orders.js';
import { madeExchange } from '../../support/exchange-builder.js';
import { answer, startRawServer, type Answering } from './raw-server.js';

const CANARY = 'canary-5ecret-value';
const PLAIN: OrderRequest = {
  orderTypeCd: 'LIMIT',
  sideCd: 'BUY',
  state: 'unfilled',
  takeProfit: false,
  stopLoss: false,
  trailing: false,
};
const ORDER: Order = {
  stockCd: 'USDJPY',
  orderTypeCd: 'LIMIT',
  sideCd: 'BUY',
  orderDateTime: '2030-01-01T00:00:00Z',
  orderNo: '1',
  orderQuantity: 100,
  barrierPrice: 0,
  orderPrice: 1.5,
};

function held(result: HeldOrder | NoOrder): HeldOrder {
  if ('none' in result) throw new Error(result.none);
  return result;
}

function reasonOf(result: object): string {
  return 'none' in result ? String(result.none) : 'an order';
}

function writeOrders(value: unknown): string {
  const path = join(mkdtempSync(join(tmpdir(), 'orders-')), 'orders.json');
  writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value));
  return path;
}

function fileDesk(orders: readonly object[], options: OrderDeskOptions = {}): OrderDesk {
  return new OrderDesk(openOrderSupply({ kind: 'file', path: writeOrders(orders) }), options);
}

/** A source that answers with these, one after the other, the last one for ever. */
function supplyOf(...answers: readonly (Order | NoOrder)[]): OrderSupply & { asked: () => number } {
  let asked = 0;
  return {
    asked: () => asked,
    fetch: () => {
      const next = answers[Math.min(asked, answers.length - 1)] ?? { none: 'nothing' };
      asked += 1;
      return Promise.resolve('none' in next ? next : { order: next });
    },
    show: () => Promise.resolve({ none: 'it shows none' }),
    close: () => Promise.resolve(),
  };
}

test('an order of a file is found by state, type, side and conditions', async () => {
  const conditions = { profitRealizationYn: 'Y', profitRealizationBarrierPrice: 2, lossTrackingYn: 'N' };
  const desk = fileDesk([
    { ...ORDER, orderNo: 'filled', state: 'filled' },
    { ...ORDER, orderNo: 'tp', ...conditions, state: 'unfilled' },
    { ...ORDER, orderNo: 'sell', sideCd: 'SELL', state: 'unfilled' },
    { ...ORDER, orderNo: 'plain', lossCutYn: 'N', note: 'ignored', state: 'unfilled' },
  ]);
  const plain = held(await desk.checkOut(PLAIN));
  expect(plain.order).toEqual({ ...ORDER, orderNo: 'plain', lossCutYn: 'N' });
  expect(plain.request).toEqual(PLAIN);
  expect(held(await desk.checkOut({ ...PLAIN, takeProfit: true })).order).toEqual({
    ...ORDER,
    orderNo: 'tp',
    ...conditions,
  });
  expect(held(await desk.checkOut({ ...PLAIN, state: 'filled' })).order.orderNo).toBe('filled');
  expect(await desk.checkOut({ ...PLAIN, orderTypeCd: 'STOP', stopLoss: true, trailing: true })).toEqual({
    none: 'the order file has no unfilled STOP BUY order with stop-loss and trailing stop',
  });
});

test('an order is given to one at a time; others wait their turn', async () => {
  const desk = fileDesk([{ ...ORDER, state: 'unfilled' }]);
  const log: string[] = [];
  let holders = 0;
  await Promise.all(
    Array.from({ length: 8 }, async (_, index) => {
      const order = held(await desk.checkOut(PLAIN));
      holders += 1;
      expect(holders).toBe(1);
      await Promise.resolve();
      log.push(`${index}`);
      holders -= 1;
      order.release();
      order.release();
    }),
  );
  expect(log).toEqual(['0', '1', '2', '3', '4', '5', '6', '7']);
  expect(desk.inDoubt()).toEqual([]);
});

test('a given-up order is handed out again before the source is asked', async () => {
  const supply = supplyOf(ORDER, { ...ORDER, orderNo: '2' });
  const desk = new OrderDesk(supply);
  const first = held(await desk.checkOut(PLAIN));
  first.release();
  expect(held(await desk.checkOut(PLAIN)).order).toBe(first.order);
  expect(supply.asked()).toBe(1);
  expect(held(await desk.checkOut(PLAIN)).order.orderNo).toBe('2');
});

test('an order whose state is in doubt is not handed out again, but is set back at the end', async () => {
  const desk = fileDesk([{ ...ORDER, state: 'unfilled' }]);
  const first = held(await desk.checkOut(PLAIN));
  const waiting = [desk.checkOut(PLAIN), desk.checkOut(PLAIN), desk.checkOut(PLAIN)];
  await Promise.resolve();
  first.spoil();
  first.release();
  for (const result of await Promise.all(waiting)) {
    expect(result).toEqual({
      none: 'no order of this kind is left: each that the order source has was modified in a way that may not have been taken back',
    });
  }
  expect(desk.inDoubt()).toEqual([ORDER]);
});

test('an order that stays as it was changed is handed out again, and set back at the end', async () => {
  const desk = fileDesk([{ ...ORDER, state: 'unfilled' }]);
  held(await desk.checkOut(PLAIN)).release({ isSetBack: false, isChanged: true });
  expect(desk.inDoubt()).toEqual([ORDER]);
  const again = held(await desk.checkOut(PLAIN));
  expect([again.order, again.isUsed]).toEqual([ORDER, true]);
  again.release();
  expect(desk.inDoubt()).toEqual([ORDER]);
  held(await desk.checkOut(PLAIN)).release({ isSetBack: true, isChanged: false });
  expect(desk.inDoubt()).toEqual([]);
});

test('an order is handed out after others of its kind where it was given up as the last', async () => {
  const others = ['1', '2'].map((orderNo) => ({ ...ORDER, orderNo, state: 'unfilled' }));
  const desk = fileDesk(others);
  const [first, second] = [held(await desk.checkOut(PLAIN)), held(await desk.checkOut(PLAIN))];
  second.release();
  first.release({ isLast: true });
  expect(held(await desk.checkOut(PLAIN)).order.orderNo).toBe('2');
  expect(held(await desk.checkOut(PLAIN)).order.orderNo).toBe('1');
});

test('why the last order of a kind was lost is told, where it is known', async () => {
  const desk = fileDesk([{ ...ORDER, state: 'unfilled' }]);
  const first = held(await desk.checkOut(PLAIN));
  first.spoil('it was refused');
  first.spoil();
  first.release();
  expect(reasonOf(await desk.checkOut(PLAIN))).toBe('no order of this kind is left: it was refused');
});

for (const [source, open] of [
  ['a file', () => fileDesk([{ ...ORDER, state: 'unfilled' }])],
  ['a source that gives one order again and again', () => new OrderDesk(supplyOf(ORDER))],
] as const) {
  test(`the only order of ${source}, in doubt and set back, is had by those for whom that will do, in turn`, async () => {
    const desk = open();
    const first = held(await desk.checkOut(PLAIN));
    const waiting = [1, 2].map(() => desk.checkOut(PLAIN, { doubtful: true }));
    const other = desk.checkOut(PLAIN);
    first.spoil();
    first.release({ isSetBack: true });
    for (const turn of waiting) {
      const again = held(await turn);
      expect(again.order).toEqual(ORDER);
      expect('none' in (await desk.checkOut(PLAIN, { doubtful: true, wait: false }))).toBe(true);
      again.release({ isSetBack: true });
    }
    expect(reasonOf(await other)).toContain('no order of this kind is left');
    expect(desk.inDoubt()).toEqual([ORDER]);
    held(await desk.checkOut(PLAIN, { doubtful: true })).release({ isSetBack: false });
    expect(reasonOf(await desk.checkOut(PLAIN, { doubtful: true }))).toContain('no order of this kind is left');
  });
}

test('an order that is not in doubt is waited for rather than to take one that is', async () => {
  const desk = fileDesk([1, 2].map((orderNo) => ({ ...ORDER, orderNo: String(orderNo), state: 'unfilled' })));
  const [doubtful, good] = [held(await desk.checkOut(PLAIN)), held(await desk.checkOut(PLAIN))];
  doubtful.spoil();
  doubtful.release({ isSetBack: true });
  const waiting = desk.checkOut(PLAIN, { doubtful: true });
  good.release();
  expect(held(await waiting).order).toBe(good.order);
  expect(held(await desk.checkOut(PLAIN, { doubtful: true, wait: false })).order).toBe(doubtful.order);
});

test('orders that are held or in doubt are told apart from those that were given back', async () => {
  const desk = new OrderDesk(supplyOf(ORDER, { ...ORDER, orderNo: '2' }, { ...ORDER, orderNo: '3' }));
  const [back, doubtful] = [held(await desk.checkOut(PLAIN)), held(await desk.checkOut(PLAIN))];
  await desk.checkOut(PLAIN);
  back.release();
  doubtful.spoil();
  doubtful.release();
  expect(desk.inDoubt().map(({ orderNo }) => orderNo)).toEqual(['2', '3']);
});

test('who does not want to wait is told that there is none', async () => {
  const desk = fileDesk([{ ...ORDER, state: 'unfilled' }]);
  const first = held(await desk.checkOut(PLAIN));
  expect(await desk.checkOut(PLAIN, { wait: false })).toEqual({
    none: 'the order file has no unfilled LIMIT BUY order',
  });
  first.release();
  held(await desk.checkOut(PLAIN, { wait: false }));
});

test('a filled order is none to set back, in doubt or not, and its first values are not kept', async () => {
  const told: Order[] = [];
  const desk = fileDesk([{ ...ORDER, state: 'filled' }], { onNew: (order) => told.push(order) });
  const filled = held(await desk.checkOut({ ...PLAIN, state: 'filled' }));
  filled.spoil();
  expect(desk.inDoubt()).toEqual([]);
  filled.release({ isLeft: true });
  expect([desk.inDoubt(), desk.left(), desk.handedOut(), told]).toEqual([[], [], [], []]);
});

test('a source that gives the same order again has one order, which goes round', async () => {
  const desk = new OrderDesk(supplyOf(ORDER));
  const first = held(await desk.checkOut(PLAIN));
  const second = desk.checkOut(PLAIN);
  first.release();
  expect(held(await second).order).toBe(first.order);
  expect(desk.inDoubt()).toHaveLength(1);
});

test('an order that comes back while the source is asked is not missed', async () => {
  let tell: (none: NoOrder) => void = () => undefined;
  let asked = 0;
  const desk = new OrderDesk({
    fetch: () => {
      asked += 1;
      return asked === 1 ? Promise.resolve({ order: ORDER }) : new Promise((resolve) => (tell = resolve));
    },
    show: () => Promise.resolve({ none: 'it shows none' }),
    close: () => Promise.resolve(),
  });
  const first = held(await desk.checkOut(PLAIN));
  const second = desk.checkOut(PLAIN);
  await expect.poll(() => asked).toBe(2);
  first.release();
  tell({ none: 'no more' });
  expect(held(await second).order).toBe(ORDER);
});

test('a source without such orders is asked once, one that breaks down three times', async () => {
  const none = supplyOf({ none: 'no such order' });
  const broken = supplyOf({ none: 'it broke down', passing: true });
  for (const [supply, asked] of [
    [none, 1],
    [broken, 3],
  ] as const) {
    const desk = new OrderDesk(supply);
    for (let turn = 0; turn < 10; turn += 1) expect(reasonOf(await desk.checkOut(PLAIN))).not.toBe('an order');
    expect(supply.asked()).toBe(asked);
  }
});

/** A desk whose source takes so long for each answer, by a clock of its own, and gives them in turn, the last one for ever. */
function slowDesk(tookMs: number, ...answers: readonly (Order | NoOrder)[]): { desk: OrderDesk; asked: () => number } {
  const supply = supplyOf(...answers);
  let nowMs = 0;
  const slow: OrderSupply = {
    ...supply,
    fetch: async (request) => {
      const askedAtMs = nowMs;
      await new Promise((resolve) => setImmediate(resolve));
      nowMs = askedAtMs + tookMs;
      return supply.fetch(request);
    },
  };
  return { desk: new OrderDesk(slow, { now: () => nowMs }), asked: supply.asked };
}

const KINDS = (['LIMIT', 'STOP', 'LIMIT_STOP', 'MARKET'] as const).flatMap((orderTypeCd) =>
  (['BUY', 'SELL'] as const).map((sideCd): OrderRequest => ({ ...PLAIN, orderTypeCd, sideCd })),
);
const SILENT: NoOrder = { none: 'the order source gave no answer', passing: true };

test('a source that keeps one waiting and fails is given up for all kinds', async () => {
  const { desk, asked } = slowDesk(30_000, SILENT);
  const reasons: string[] = [];
  for (const kind of KINDS) reasons.push(reasonOf(await desk.checkOut(kind)));
  expect(asked()).toBe(3);
  expect(new Set(reasons.slice(3))).toEqual(
    new Set(['the order source was given up: it failed 3 times in a row (the order source gave no answer)']),
  );
});

test('failures that were waited for at the same time are one', async () => {
  const { desk, asked } = slowDesk(30_000, SILENT);
  await Promise.all(KINDS.map((kind) => desk.checkOut(kind)));
  expect(asked()).toBe(KINDS.length);
  for (const kind of KINDS) await desk.checkOut(kind);
  expect(asked()).toBe(KINDS.length + 2);
});

test('a source that answers only so many at a time is given up as soon, and asked for nothing after that', async () => {
  const supply = supplyOf(SILENT);
  let [nowMs, underWay] = [0, 0];
  const waiting: (() => void)[] = [];
  const hanging: OrderSupply = {
    ...supply,
    mostAtOnce: 2,
    fetch: async (request) => {
      underWay += 1;
      await new Promise<void>((resolve) => waiting.push(resolve));
      return supply.fetch(request);
    },
  };
  const desk = new OrderDesk(hanging, { now: () => nowMs });
  const checkedOut = Promise.all(KINDS.map((kind) => desk.checkOut(kind)));
  for (let round = 0; round < KINDS.length; round += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    nowMs += 30_000;
    for (const wake of waiting.splice(0)) wake();
  }
  await checkedOut;
  expect(underWay).toBe(3 * 2);
});

test('a source that fails at once, or answers in between, is not given up', async () => {
  const quick = slowDesk(10, SILENT);
  for (const kind of KINDS) await quick.desk.checkOut(kind);
  expect(quick.asked()).toBe(KINDS.length);
  const none: NoOrder = { none: 'no such order' };
  const mixed = slowDesk(30_000, SILENT, SILENT, none, SILENT, SILENT, ORDER, SILENT, none);
  for (const kind of KINDS) await mixed.desk.checkOut(kind);
  expect(mixed.asked()).toBe(KINDS.length);
});

test('orders of a source that was given up go round', async () => {
  const { desk, asked } = slowDesk(30_000, ORDER, SILENT);
  const first = held(await desk.checkOut(PLAIN));
  for (const kind of KINDS.slice(1)) await desk.checkOut(kind);
  const waiting = desk.checkOut(PLAIN);
  first.release();
  expect(held(await waiting).order).toBe(ORDER);
  expect(asked()).toBe(4);
});

test('waiting ends with the run, and after the longest wait', async () => {
  const stop = new AbortController();
  const desk = fileDesk([{ ...ORDER, state: 'unfilled' }], { stopSignal: stop.signal });
  await desk.checkOut(PLAIN);
  const waiting = desk.checkOut(PLAIN);
  await Promise.resolve();
  stop.abort();
  expect(await waiting).toEqual({ none: 'the run was stopped' });
  expect(await desk.checkOut(PLAIN)).toEqual({ none: 'the run was stopped' });
  const impatient = fileDesk([{ ...ORDER, state: 'unfilled' }], { longestWaitMs: 1 });
  await impatient.checkOut(PLAIN);
  expect(await impatient.checkOut(PLAIN)).toEqual({ none: 'others held every such order for too long' });
});

test('one order number at two times is two orders', async () => {
  const desk = new OrderDesk(supplyOf(ORDER, { ...ORDER, orderDateTime: '2030-01-02T00:00:00Z' }));
  held(await desk.checkOut(PLAIN));
  held(await desk.checkOut(PLAIN));
  expect(desk.inDoubt()).toHaveLength(2);
});

test('an order may have prices that its type or its conditions do not need', () => {
  const orders = [
    { ...ORDER, barrierPrice: 1.2 },
    { ...ORDER, orderTypeCd: 'MARKET', orderPrice: 0, barrierPrice: 0 },
    { ...ORDER, lossCutYn: 'N', lossCutBarrierPrice: 0, profitRealizationYn: 'N' },
    { ...ORDER, orderPrice: -3.5, lossTrackingYn: 'Y' },
  ];
  for (const order of orders) expect(readOrder(order)).toEqual({ order });
});

test('an order file that cannot be used is explained', () => {
  for (const [content, message, where] of [
    ['{', 'The order file cannot be read: it is no valid JSON', ''],
    [{}, 'The order file holds no array.', ''],
    [[5], 'The order file holds an order that cannot be used: it is a number, not an object.', ', order 1'],
    [
      [{ ...ORDER, state: 'open' }],
      'The order file holds an order whose state is neither "unfilled" nor "filled".',
      ', order 1',
    ],
    [
      [
        { ...ORDER, state: 'filled' },
        { ...ORDER, orderNo: 5 },
      ],
      'an order that cannot be used: its orderNo is a number, not a string.',
      ', order 2',
    ],
    [[{ ...ORDER, orderPrice: null }], 'its orderPrice is null, not a number.', ', order 1'],
    [[{ ...ORDER, orderTypeCd: 'FOK' }], 'its orderTypeCd is none of MARKET, LIMIT, STOP, LIMIT_STOP.', ', order 1'],
    [[{ ...ORDER, sideCd: '' }], 'its sideCd is empty.', ', order 1'],
    [[{ ...ORDER, lossCutYn: 'yes' }], 'its lossCutYn is neither "Y" nor "N".', ', order 1'],
    [[{ ...ORDER, stockCd: undefined }], 'it has no stockCd.', ', order 1'],
    [[{ ...ORDER, orderPrice: 0 }], 'its orderPrice is 0, although a LIMIT order has one.', ', order 1'],
    [
      [{ ...ORDER, orderTypeCd: 'LIMIT_STOP', barrierPrice: 0 }],
      'its barrierPrice is 0, although a LIMIT_STOP order has one.',
      ', order 1',
    ],
    [
      [{ ...ORDER, profitRealizationYn: 'Y' }],
      'its profitRealizationBarrierPrice is missing, although its profitRealizationYn is "Y".',
      ', order 1',
    ],
    [
      [{ ...ORDER, lossCutYn: 'Y', lossCutBarrierPrice: 0 }],
      'its lossCutBarrierPrice is 0, although its lossCutYn is "Y".',
      ', order 1',
    ],
    [`[${'['.repeat(9999)}`, 'The order file cannot be read: it is nested more than 200 levels deep.', ''],
  ] as const) {
    const path = writeOrders(content);
    let thrown: unknown;
    try {
      openOrderSupply({ kind: 'file', path });
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(SuiteError);
    expect((thrown as SuiteError).message).toContain(message);
    expect((thrown as SuiteError).where).toBe(path + where);
  }
  expect(() => openOrderSupply({ kind: 'file', path: '/nowhere/at/all' })).toThrow('The order file cannot be read.');
});

test('what to do about an order file is told of what is wrong with it', () => {
  const remedyOf = (path: string): string => {
    try {
      openOrderSupply({ kind: 'file', path });
    } catch (error) {
      if (error instanceof SuiteError) return error.remedy;
    }
    return 'nothing';
  };
  const example = 'docs/settings.md has an example';
  const members = `give it the members of a modify body, with their current values, and "state"; ${example}`;
  for (const [content, remedy] of [
    ['{', `mend its JSON: names and texts in double quotes, no comma behind the last, no comments; ${example}`],
    [{}, `put its orders between [ and ], a single one as well; ${example}`],
    [[{}], members],
    [[5], members],
    [[{ ...ORDER }], 'give it "state": "unfilled", or "filled" where a modify of it has to be refused'],
  ] as const)
    expect(remedyOf(writeOrders(content))).toBe(remedy);
  const orders = JSON.stringify([{ ...ORDER, state: 'unfilled' }]);
  expect([orders, `\uFEFF${orders}`].map((text) => remedyOf(writeOrders(text)))).toEqual(['nothing', 'nothing']);
  expect(remedyOf(tmpdir())).toBe('name a file that can be read');
});

async function fromUrl(answering: Answering, timeoutMs = 30_000): Promise<{ result: object; seen: string[] }> {
  const server = await startRawServer(answering);
  const supply = openOrderSupply({ kind: 'url', url: `${server.origin}/orders?account=1` }, { timeoutMs });
  try {
    return { result: await supply.fetch(PLAIN), seen: server.seen };
  } finally {
    await supply.close();
    await server.close();
  }
}

test('a URL is asked by POST, without credentials', async () => {
  const { result, seen } = await fromUrl((socket) => socket.write(answer(200, JSON.stringify({ ...ORDER, extra: 1 }))));
  expect(result).toEqual({ order: ORDER });
  expect(seen[0]).toMatch(/^POST \/orders\?account=1 HTTP\/1\.1\r\n/);
  expect(seen[0]).not.toMatch(/authorization|x-signature/i);
  expect(JSON.parse(seen[0]?.split('\r\n\r\n')[1] ?? '')).toEqual(PLAIN);
});

test('a URL answers with any status of success, and is asked again where it is busy', async () => {
  const order = JSON.stringify(ORDER);
  const created = await fromUrl((socket) => socket.write(answer(201, order)));
  expect(created.result).toEqual({ order: ORDER });
  for (const status of [429, 503]) {
    let asked = 0;
    const { result, seen } = await fromUrl((socket) => {
      const isBusy = (asked += 1) < 3;
      socket.write(isBusy ? answer(status, '', { 'Retry-After': '0' }) : answer(200, order));
    });
    expect(result).toEqual({ order: ORDER });
    expect(seen).toHaveLength(3);
  }
});

test('whatever a URL answers, there is an order or a reason', async () => {
  const ordered =
    (changes: object): Answering =>
    (socket) =>
      socket.write(answer(200, JSON.stringify({ ...ORDER, ...changes })));
  for (const [answering, reason, timeoutMs] of [
    [(socket) => socket.write(answer(404, CANARY)), 'the order source has no such order (status 404)'],
    [(socket) => socket.write(answer(500, CANARY)), 'the order source answered with status 500'],
    [(socket) => socket.write(answer(302, '', { Location: CANARY })), 'the order source answered with status 302'],
    [
      (socket) => socket.resetAndDestroy(),
      'the order source gave no answer: the connection was closed before an answer came',
    ],
    [() => undefined, 'the order source gave no answer: no answer came within 0.3 s', 300],
    [(socket) => socket.write(answer(200, CANARY)), 'the order source gave no order: it is no valid JSON'],
    [
      (socket) => socket.write(answer(200, 'x'.repeat(2_000_000))),
      'the order source gave no answer: the answer is larger than 1048576 bytes',
    ],
    [
      (socket) => socket.write(answer(200, '[]')),
      'the order source gave an order that cannot be used: it is an array, not an object',
    ],
    [
      ordered({ orderNo: 12 }),
      'the order source gave an order that cannot be used: its orderNo is a number, not a string',
    ],
    [
      ordered({ sideCd: 'SELL' }),
      'the order source gave an order that cannot be used: its sideCd is SELL, although BUY was asked for',
    ],
    [
      ordered({ orderTypeCd: CANARY }),
      'the order source gave an order that cannot be used: its orderTypeCd is none of MARKET, LIMIT, STOP, LIMIT_STOP',
    ],
    [
      ordered({ lossCutYn: 'Y', lossCutBarrierPrice: 1.1 }),
      'the order source gave an order that cannot be used: it has a stop-loss condition, although one was not asked for',
    ],
    [
      ordered({ stockCd: 'x'.repeat(1001) }),
      'the order source gave an order that cannot be used: its stockCd is longer than 1000 characters',
    ],
  ] as readonly (readonly [Answering, string, number?])[]) {
    const { result } = await fromUrl(answering, timeoutMs);
    expect(reasonOf(result)).toContain(reason);
    expect(reasonOf(result)).not.toContain(CANARY);
  }
});

test('a URL that cannot be used is a mistake of the settings', () => {
  for (const url of ['orders', 'ftp://host/x', 'file:///etc/passwd']) {
    expect(() => openOrderSupply({ kind: 'url', url })).toThrow('The URL of the order source is no http or https URL.');
  }
  expect(() => openOrderSupply({ kind: 'url', url: `http://me:${CANARY}@host/` })).toThrow(
    'The URL of the order source holds a user name or a password.',
  );
});

/** A shell command that runs this script with Node. */
function node(script: string): string {
  return `"${process.execPath}" -e '${script}'`;
}

test('a command is given the request on standard input', async () => {
  const echo = `let text = ""; process.stdin.on("data", (chunk) => (text += chunk)).on("end", () => {
    const request = JSON.parse(text);
    console.log(JSON.stringify({ ...${JSON.stringify(ORDER)}, sideCd: request.sideCd }));
  });`;
  const supply = openOrderSupply({ kind: 'command', command: node(echo) });
  expect(await supply.fetch({ ...PLAIN, sideCd: 'SELL' })).toEqual({ order: { ...ORDER, sideCd: 'SELL' } });
});

test('whatever a command does, there is an order or a reason', async () => {
  for (const [command, reason] of [
    [`echo ${CANARY} >&2; exit 3`, 'the order source has no such order (its command ended with status 3)'],
    ['exit 0', 'the order source gave no order: it is empty'],
    [`echo ${CANARY}`, 'the order source gave no order: it is no valid JSON'],
    ['no-such-command-at-all', 'the command of the order source could not be run (status 127)'],
    ['kill -9 $$', 'the command of the order source was ended by a signal'],
    [node('setInterval(() => undefined, 1000)'), 'the command of the order source did not end within 0.4 s'],
    ['yes', 'the command of the order source printed more than 1048576 bytes'],
  ] as const) {
    const supply = openOrderSupply({ kind: 'command', command }, { timeoutMs: reason.includes('0.4') ? 400 : 20_000 });
    const result = await supply.fetch(PLAIN);
    expect(reasonOf(result)).toContain(reason);
    expect(reasonOf(result)).not.toContain(CANARY);
  }
});

test('what a command printed counts when it ends, though something that it left running holds its output open', async () => {
  const json = JSON.stringify(ORDER);
  const fetched = (command: string): ReturnType<OrderSupply['fetch']> =>
    openOrderSupply({ kind: 'command', command }, { timeoutMs: 20_000 }).fetch(PLAIN);
  expect(await fetched(`echo '${json}'; sleep 60 &`)).toEqual({ order: ORDER });
  expect(reasonOf(await fetched('sleep 60 & exit 3'))).toContain('its command ended with status 3');
  // what is not whole yet is waited for
  expect(await fetched(`printf %s '${json.slice(0, 20)}'; (sleep 0.5; echo '${json.slice(20)}') &`)).toEqual({
    order: ORDER,
  });
});

test('a command sees the environment without secrets of tradecert and what its own processes share', async () => {
  const secrets = Object.values<SettingName>(SETTING_NAMES).filter(({ flag }) => flag === undefined);
  const names = [...secrets.map(({ variable }) => variable), ...Object.values(PRIVATE_VARIABLES)];
  const before = Object.fromEntries(names.map((name) => [name, process.env[name]]));
  for (const name of names) process.env[name] = CANARY;
  try {
    const command = `env | grep -q ${CANARY} && exit 3; test "$HOME" = ${JSON.stringify(process.env['HOME'] ?? '')} || exit 4; echo '${JSON.stringify(ORDER)}'`;
    expect(await openOrderSupply({ kind: 'command', command }).fetch(PLAIN)).toEqual({ order: ORDER });
  } finally {
    for (const name of names) Reflect.deleteProperty(process.env, name);
    for (const [name, value] of Object.entries(before)) if (value !== undefined) process.env[name] = value;
  }
});

test('a command does not see the variables that are withheld from it', async () => {
  process.env['PARTNER_CANARY'] = CANARY;
  try {
    const command = `env | grep -q ${CANARY} && exit 3; echo '${JSON.stringify(ORDER)}'`;
    expect(reasonOf(await openOrderSupply({ kind: 'command', command }).fetch(PLAIN))).toContain('status 3');
    const supply = openOrderSupply({ kind: 'command', command }, { withheld: ['PARTNER_CANARY'] });
    expect(await supply.fetch(PLAIN)).toEqual({ order: ORDER });
  } finally {
    Reflect.deleteProperty(process.env, 'PARTNER_CANARY');
  }
});

test('a command ends with the run', async () => {
  const stop = new AbortController();
  const command = node('setInterval(() => undefined, 1000)');
  const supply = openOrderSupply({ kind: 'command', command }, { stopSignal: stop.signal });
  const fetching = supply.fetch(PLAIN);
  stop.abort();
  expect(reasonOf(await fetching)).toBe('the command of the order source was stopped with the run');
  expect(reasonOf(await supply.fetch(PLAIN))).toBe('the run was stopped');
});

test('an order that a modify changed while no one held it is in doubt, and not handed out again', async () => {
  const others = [1, 2].map((number) => ({ ...ORDER, orderNo: String(number) }));
  const [first, second] = others;
  const desk = new OrderDesk(supplyOf(...others));
  const [one, two] = [held(await desk.checkOut(PLAIN)), held(await desk.checkOut(PLAIN))];
  one.release();
  const changed = new ChangedOrders();
  for (const { orderNo, orderDateTime } of others) {
    const sent = JSON.stringify({ orderNo, orderDateTime });
    changed.add(
      madeExchange({
        operation: 'modifyOrder',
        sent,
        status: 200,
        body: { status: 'SUCCESS', code: 200, data: { success: true } },
      }),
    );
  }
  expect(two.isNamed).toBe(false);
  desk.spoilUnheld(changed);
  expect(two.isNamed).toBe(true);
  expect(desk.inDoubt()).toEqual([first, second]);
  two.release();
  expect(desk.inDoubt()).toEqual([first]);
  const again = held(await desk.checkOut(PLAIN));
  expect(again.order).toEqual(second);
  expect(again.isNamed).toBe(false);
  await desk.close();
});
