import { expect, test } from '@playwright/test';
import type { ServiceClient } from '../../../src/client/service-client.js';
import type { Order } from '../../../src/contract/order.js';
import { ServiceClock } from '../../../src/client/service-clock.js';
import { ChangedOrders } from '../../../src/wire/changed-orders.js';
import { setBack } from '../../../src/examine/set-back.js';
import { madeExchange, type Made } from '../../support/exchange-builder.js';
import { handClock } from '../../support/hand-clock.js';

const ORDER: Order = {
  stockCd: 'USDJPY',
  orderTypeCd: 'LIMIT',
  sideCd: 'BUY',
  orderDateTime: '2026-01-05T09:00:00.000+09:00',
  orderNo: '1',
  orderQuantity: 1,
  barrierPrice: 0,
  orderPrice: 150,
};
const DONE: Made = { status: 200, body: { status: 'SUCCESS', code: 200, data: { success: true } } };
const REFUSED: Made = { status: 400, body: { status: 'ERROR', code: 400 } };
const LOST: Made = { trouble: { kind: 'reset', because: 'the connection was closed before an answer came' } };
const BUSY: Made = { trouble: { kind: 'busy', because: 'the service asked for a pause' } };

function clientOf(
  modifyOrder: (...args: never[]) => Promise<unknown>,
  keepNoConnections = (): void => undefined,
): ServiceClient {
  return { modifyOrder, keepNoConnections } as unknown as ServiceClient;
}

/** Sets one order back, with these answers one after another; what was refused is sent again. */
async function answered(answers: readonly Made[], changes: Partial<Order> = {}): ReturnType<typeof setBack> {
  const left = [...answers];
  const modifyOrder = (): Promise<unknown> =>
    Promise.resolve({ exchange: madeExchange({ operation: 'modifyOrder', ...left.shift() }) });
  const client = clientOf(modifyOrder);
  const result = await setBack(
    { afterwards: (task) => task(client), clock: new ServiceClock(Date.now) },
    [{ ...ORDER, ...changes }],
    {
      sleep: () => Promise.resolve(),
    },
  );
  expect(left).toEqual([]);
  return result;
}

const UNKNOWN =
  'Not set back to their first values as far as is known, because no answer says that they are: 1 order: 1 of ';

for (const [what, answer] of [
  ['no answer came', LOST],
  ['a gateway answered 504', { status: 504, body: '<html>' }],
  ['a service answered 500', { status: 500, body: { status: 'ERROR', code: 500 } }],
  ['an answer says neither', { status: 200, body: { status: 'SUCCESS', code: 200, data: { success: 'yes' } } }],
] as const) {
  test(`an order of which ${what} is not said to be refused`, async () => {
    const { notes, refused, unanswered } = await answered([answer, answer, answer]);
    expect(refused).toEqual([]);
    expect(unanswered).toEqual([ORDER]);
    expect(notes).toEqual([expect.stringContaining(UNKNOWN)]);
  });
}

test('an order is set back again where no answer says that it is', async () => {
  expect((await answered([LOST, DONE])).notes).toEqual([]);
  expect((await answered([{ status: 503, body: 'busy' }, LOST, DONE])).notes).toEqual([]);
  // The first may have been done all the same: what is refused afterwards may be what was done.
  expect((await answered([LOST, REFUSED, REFUSED])).notes).toEqual([expect.stringContaining(UNKNOWN)]);
});

test('of an order that could not be set back it is said where its source shows it closed', async () => {
  const sentAndSaid = async (show: NonNullable<Parameters<typeof setBack>[2]>['show']): Promise<readonly unknown[]> => {
    let sent = 0;
    const modifyOrder = (): Promise<unknown> => {
      sent += 1;
      return Promise.resolve({ exchange: madeExchange({ operation: 'modifyOrder', ...REFUSED }) });
    };
    const { notes, refused } = await setBack(
      { afterwards: (task) => task(clientOf(modifyOrder)), clock: new ServiceClock(Date.now) },
      [ORDER],
      { sleep: () => Promise.resolve(), show },
    );
    expect(refused).toEqual([ORDER]);
    return [sent, ...notes];
  };
  const shownAs = (state: 'unfilled' | 'closed') => () => Promise.resolve({ order: ORDER, state });
  const [sent, ...notes] = await sentAndSaid(undefined);
  expect(notes).toEqual([expect.stringContaining('because the service refused it: 1 order: 1 of ')]);
  // That it is shown as it was at first may be what the source knows of it from then.
  expect(await sentAndSaid(shownAs('unfilled'))).toEqual([sent, ...notes]);
  expect(await sentAndSaid(() => Promise.resolve({ none: 'down' }))).toEqual([sent, ...notes]);
  expect(await sentAndSaid(shownAs('closed'))).toEqual([
    sent,
    expect.stringContaining('the service refused it; the order source shows them filled or closed: 1 order: 1 of '),
  ]);
});

test('how many orders are set back is told as it goes', async () => {
  const told: string[] = [];
  const answers = [DONE, REFUSED, DONE, LOST, LOST, LOST, DONE];
  const orders = [1, 2, 3, 4].map((number) => ({ ...ORDER, orderNo: String(number) }));
  const modifyOrder = (): Promise<unknown> =>
    Promise.resolve({ exchange: madeExchange({ operation: 'modifyOrder', ...answers.shift() }) });
  await setBack(
    {
      afterwards: (task) => task(clientOf(modifyOrder)),
      clock: new ServiceClock(Date.now),
    },
    orders,
    { sleep: () => Promise.resolve(), onProgress: ({ done, of }) => told.push(`${done} of ${of}`) },
  );
  expect(told).toEqual(['0 of 4', '1 of 4', '2 of 4', '3 of 4', '4 of 4']);
});

test('an order that was refused is said to be, and one that was put off', async () => {
  const { notes, refused, unanswered } = await answered([REFUSED, REFUSED]);
  expect([refused, unanswered]).toEqual([[ORDER], []]);
  expect(notes[0]).toContain('Not set back to their first values, because the service refused it: 1 order: 1 of ');
  expect((await answered([BUSY, BUSY])).notes).toEqual([
    expect.stringContaining(', because the service was busy: 1 order: 1 of '),
  ]);
  expect((await answered([DONE])).notes).toEqual([]);
});

test('an order that was refused or put off is set back once nothing else is sent', async () => {
  expect((await answered([REFUSED, DONE])).notes).toEqual([]);
  expect((await answered([BUSY, DONE])).notes).toEqual([]);
  expect(await answered([BUSY, REFUSED])).toMatchObject({ refused: [ORDER], unanswered: [] });
  expect(await answered([REFUSED, BUSY])).toMatchObject({ refused: [], unanswered: [ORDER] });
  const { refused, unanswered } = await answered([REFUSED, LOST, LOST, LOST]);
  expect([refused, unanswered]).toEqual([[], [ORDER]]);
});

/** Sets a hundred orders back of a service that refuses all at first, and then takes one each second, or none. */
async function afterRefusals(isTaken: boolean): ReturnType<typeof setBack> {
  const { schedule, pass } = handClock();
  const orders = Array.from({ length: 100 }, (_, at) => ({ ...ORDER, orderNo: String(at) }));
  let asked = 0;
  const modifyOrder = (): Promise<unknown> => {
    asked += 1;
    if (asked > orders.length) pass(1_000);
    const answer = asked > orders.length && isTaken ? DONE : REFUSED;
    return Promise.resolve({ exchange: madeExchange({ operation: 'modifyOrder', ...answer }) });
  };
  const client = clientOf(modifyOrder);
  return setBack({ afterwards: (task) => task(client), clock: new ServiceClock(Date.now) }, orders, {
    ...{ sleep: () => Promise.resolve(), schedule },
  });
}

test('orders are set back for longer than a minute as long as some are taken', async () => {
  expect((await afterRefusals(true)).refused).toEqual([]);
  const { refused, notes } = await afterRefusals(false);
  expect(refused).toHaveLength(100);
  expect(notes).toEqual([expect.stringMatching(/refused it: 100 orders: 0 of .*; and 90 more, in orders\.jsonl\.$/)]);
});

test('a trailing stop is switched off by name first, and a refusal after a lost answer says nothing', async () => {
  const off = { lossTrackingYn: 'N' } as const;
  expect((await answered([DONE], off)).notes).toEqual([]);
  expect((await answered([REFUSED, DONE], off)).notes).toEqual([]);
  expect((await answered([LOST, DONE], off)).notes).toEqual([]);
  expect((await answered([REFUSED, REFUSED, REFUSED, REFUSED], off)).notes[0]).toContain(
    'because the service refused it',
  );
  expect((await answered([LOST, LOST, LOST, REFUSED], off)).notes[0]).toContain(UNKNOWN);
  expect((await answered([REFUSED, LOST, LOST, LOST], off)).notes[0]).toContain(UNKNOWN);
});

test('where the Dates contradict each other, what was refused is sent again by the clock of this machine', async () => {
  const clock = new ServiceClock(() => Date.parse('2026-01-05T00:00:00Z'));
  const see = (date: string): void => {
    const atMs = Date.parse('2026-01-05T00:00:00Z');
    clock.observe({ date, sentAtMs: atMs, receivedAtMs: atMs });
  };
  const offsets: number[] = [];
  const modifyOrder = (): Promise<unknown> => {
    offsets.push(clock.offsetMs);
    return Promise.resolve({
      exchange: madeExchange({ operation: 'modifyOrder', ...(clock.offsetMs === 0 ? DONE : REFUSED) }),
    });
  };
  const client = clientOf(modifyOrder);
  const again = (): ReturnType<typeof setBack> =>
    setBack({ afterwards: (task) => task(client), clock }, [ORDER], { sleep: () => Promise.resolve() });
  see('Mon, 05 Jan 2026 02:00:00 GMT');
  expect((await again()).refused).toEqual([ORDER]);
  see('Mon, 05 Jan 2026 00:00:00 GMT');
  offsets.length = 0;
  expect((await again()).refused).toEqual([]);
  expect(offsets).toEqual([3_600_500, 0]);
});

test('a condition that was added is switched off, and said where that is refused', async () => {
  const changed = new ChangedOrders();
  const sent = JSON.stringify({ ...ORDER, lossCutYn: 'Y', lossCutBarrierPrice: 140 });
  changed.add(madeExchange({ operation: 'modifyOrder', sent, ...DONE }));
  const bodies: Record<string, unknown>[] = [];
  const withAnswers = (...answers: Made[]): ReturnType<typeof setBack> => {
    const modifyOrder = (_: string, { body }: { body: Record<string, unknown> }): Promise<unknown> => {
      bodies.push(body);
      return Promise.resolve({ exchange: madeExchange({ operation: 'modifyOrder', ...answers.shift() }) });
    };
    const client = clientOf(modifyOrder);
    const subject = {
      afterwards: (task: (one: ServiceClient) => Promise<void>) => task(client),
      clock: new ServiceClock(Date.now),
    };
    return setBack(subject, [ORDER], { sleep: () => Promise.resolve(), changed });
  };
  expect((await withAnswers(DONE)).notes).toEqual([]);
  expect(bodies).toEqual([expect.objectContaining({ orderNo: '1', lossCutYn: 'N' })]);
  expect((await withAnswers(REFUSED, DONE, REFUSED, DONE)).notes[0]).toContain(
    'because the service refused it: 1 order',
  );
});

test('what was refused is sent again on connections of its own, since another instance may take it', async () => {
  const told: string[] = [];
  const send = (first: Made): ReturnType<typeof setBack> => {
    const answers = [first, DONE];
    const modifyOrder = (): Promise<unknown> => {
      told.push('sent');
      return Promise.resolve({ exchange: madeExchange({ operation: 'modifyOrder', ...answers.shift() }) });
    };
    const client = clientOf(modifyOrder, () => void told.push('keeps none'));
    return setBack({ afterwards: (task) => task(client), clock: new ServiceClock(Date.now) }, [ORDER], {
      sleep: () => Promise.resolve(),
    });
  };
  await send(DONE);
  expect(told.splice(0)).toEqual(['sent']);
  await send(REFUSED);
  expect(told).toEqual(['sent', 'keeps none', 'sent']);
});

/** Sets orders 1 to 20 back, of which those from 6 on seem to be refused and every second is a sale, at a service that refuses some. */
async function seeming(isRefused: (orderNo: string) => boolean) {
  const orders = Array.from({ length: 20 }, (_, at): Order => {
    return { ...ORDER, orderNo: String(at + 1), sideCd: at % 2 === 0 ? 'BUY' : 'SELL' };
  });
  const sent: string[] = [];
  const client = clientOf((_clause: string, { body: { orderNo } }: { body: Order }) => {
    sent.push(orderNo);
    const answer = isRefused(orderNo) ? REFUSED : DONE;
    return Promise.resolve({ exchange: madeExchange({ operation: 'modifyOrder', ...answer }) });
  });
  const { notes, refused } = await setBack(
    { afterwards: (task) => task(client), clock: new ServiceClock(Date.now) },
    orders,
    { sleep: () => Promise.resolve(), refusedAs: ({ orderNo, sideCd }) => (Number(orderNo) > 5 ? sideCd : null) },
  );
  return { notes, refused: refused.map(({ orderNo }) => Number(orderNo)), sent };
}

test('of orders that seem to be refused, few are sent where these are, and all where one of them is taken', async () => {
  const hopeless = await seeming((orderNo) => Number(orderNo) > 5);
  expect(hopeless.refused).toEqual(Array.from({ length: 15 }, (_, at) => at + 6));
  expect(hopeless.sent.length).toBeLessThanOrEqual(5 + 5 + 5);
  const unsent = 15 - new Set(hopeless.sent.filter((orderNo) => Number(orderNo) > 5)).size;
  expect(unsent).toBeGreaterThan(0);
  expect(hopeless.notes).toEqual([
    expect.stringContaining(`because the service refused it: ${15 - unsent} orders`),
    expect.stringContaining(`because the service refused it of others like them: ${unsent} order`),
  ]);
  expect((await seeming(() => false)).notes).toEqual([]);
  expect((await seeming((orderNo) => Number(orderNo) > 18)).refused).toEqual([19, 20]);
  const sales = await seeming((orderNo) => Number(orderNo) > 5 && Number(orderNo) % 2 === 0);
  expect(sales.refused).toEqual([6, 8, 10, 12, 14, 16, 18, 20]);
});

/** Sets an order of two prices back that stands at 152 and 151, at a service that goes by its prices before and those of a modify. */
async function twoPrices(
  isRefused: (now: Order, sent: Order) => boolean,
  stands: Partial<Order> = {},
  wantsBothPrices = true,
) {
  const first: Order = { ...ORDER, orderTypeCd: 'LIMIT_STOP', barrierPrice: 149 };
  let now: Order = { ...first, orderPrice: 152, barrierPrice: 151, ...stands };
  const asItStands = now;
  const sent: (number | undefined)[][] = [];
  const client = clientOf((_clause: string, { body }: { body: Order }) => {
    const isIt = isRefused(now, body);
    sent.push([body.barrierPrice, body.orderPrice]);
    if (!isIt) now = { ...now, ...body };
    return Promise.resolve({ exchange: madeExchange({ operation: 'modifyOrder', ...(isIt ? REFUSED : DONE) }) });
  });
  const { notes } = await setBack({ afterwards: (task) => task(client), clock: new ServiceClock(Date.now) }, [first], {
    sleep: () => Promise.resolve(),
    asItStands: () => asItStands,
    wantsBothPrices,
  });
  return { notes, sent };
}

test('an order whose two prices may change one at a time alone is set back in two steps', async () => {
  const both = (now: Order, sent: Order): boolean =>
    now.barrierPrice !== sent.barrierPrice && now.orderPrice !== sent.orderPrice;
  const inTurn = await twoPrices(both);
  expect(inTurn.notes).toEqual([]);
  expect(inTurn.sent).toEqual([
    [149, 150],
    [149, 152],
    [149, 150],
  ]);
  // One of the two may have to go first.
  const isAbove = (now: Order, sent: Order): boolean => both(now, sent) || sent.orderPrice > 151;
  expect((await twoPrices(isAbove)).sent).toEqual([
    [149, 150],
    [149, 152],
    [151, 150],
    [149, 150],
  ]);
});

test('an order of which one price differs, and may not change alone, is moved away and back', async () => {
  const alone = (now: Order, sent: Order): boolean =>
    (now.barrierPrice !== sent.barrierPrice) !== (now.orderPrice !== sent.orderPrice);
  const { notes, sent } = await twoPrices(alone, { barrierPrice: 149, orderPrice: 150.1 });
  expect(notes).toEqual([]);
  expect(sent).toEqual([
    [149, 150],
    [148.9, 149.9],
    [149, 150],
  ]);
  // What refuses it for another reason would leave it farther away.
  const other = await twoPrices(alone, { barrierPrice: 149, orderPrice: 150.1 }, false);
  expect(new Set(other.sent.map(String))).toEqual(new Set(['149,150']));
  const never = await twoPrices(() => true, { barrierPrice: 149 });
  expect(new Set(never.sent.map(String))).toEqual(new Set(['149,150', '147,148']));
  expect(never.notes).toHaveLength(1);
  // Prices that it has no more are none to move to.
  const far = await twoPrices(() => true, { barrierPrice: 149, orderPrice: 299 });
  expect(new Set(far.sent.map(String))).toEqual(new Set(['149,150']));
});

test('orders are set back one after another, over connections that are kept, where what comes first on one is refused', async () => {
  let [underWay, most] = [0, 0];
  const told: string[] = [];
  const modifyOrder = async (): Promise<unknown> => {
    most = Math.max(most, (underWay += 1));
    await Promise.resolve();
    underWay -= 1;
    const made = told.push('sent') === 1 ? REFUSED : DONE;
    return { exchange: madeExchange({ operation: 'modifyOrder', ...made }) };
  };
  const client = clientOf(modifyOrder, () => void told.push('keeps none'));
  const orders = Array.from({ length: 9 }, (_, at): Order => ({ ...ORDER, orderNo: String(at + 1) }));
  const subject = {
    afterwards: (task: (one: ServiceClient) => Promise<void>) => task(client),
    clock: new ServiceClock(Date.now),
  };
  const { notes } = await setBack(subject, orders, { sleep: () => Promise.resolve(), refusesFirst: true });
  expect(notes).toEqual([]);
  expect(told).toEqual(Array.from({ length: 10 }, () => 'sent'));
  expect(most).toBe(1);
});
