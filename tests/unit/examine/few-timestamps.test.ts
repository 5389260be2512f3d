import { expect, test } from '@playwright/test';
import { Timestamps, type TimestampManner } from '../../../src/client/timestamps.js';
import type { Order } from '../../../src/contract/order.js';
import type { Context } from '../../../src/examine/context.js';
import {
  inOrder,
  inTurnOfClause,
  isProven,
  noteProven,
  seeAccepted,
  untilAhead,
} from '../../../src/examine/few-timestamps.js';

/** Clauses of one run. */
function runOf(manner: TimestampManner): (clause?: string) => Context {
  const timestamps = new Timestamps();
  timestamps.manner = manner;
  const shared = { client: {}, timestamps, clock: { nowSeconds: () => 1_000 }, stop: new AbortController().signal };
  return (id = 'MOD-011') => ({ ...shared, clause: { id } }) as unknown as Context;
}

const order = (orderNo: string): Order => ({ orderNo }) as Order;

/** Tasks that note when they begin and end, none of which ends before the others had their chance to begin. */
async function journalOf(inTurn: (task: () => Promise<void>, at: number) => Promise<void>): Promise<string> {
  const journal: string[] = [];
  const task = (at: number) => async (): Promise<void> => {
    journal.push(`+${at}`);
    for (let step = 0; step < 5; step += 1) await Promise.resolve();
    journal.push(`-${at}`);
  };
  await Promise.all([1, 2].map((at) => inTurn(task(at), at)));
  return journal.join(' ');
}

test('an order that took a modify is known to, in its run', () => {
  const [one, other] = [runOf('once'), runOf('once')];
  noteProven(one(), order('1'), 5);
  expect(['1', '2'].map((orderNo) => isProven(one('MOD-012'), order(orderNo)))).toEqual([true, false]);
  expect(isProven(other(), order('1'))).toBe(false);
});

test('one accepted modify serves all that want to see one', async () => {
  const context = runOf('once');
  let sent = 0;
  const send = (): Promise<null> => {
    sent += 1;
    noteProven(context(), order('1'), 20);
    return Promise.resolve(null);
  };
  const seen = ['MOD-011', 'MOD-012', 'MOD-013'].map((clause, at) => seeAccepted(context(clause), 10 + at, send));
  expect(await Promise.all(seen)).toEqual([null, null, null]);
  expect(sent).toBe(1);
});

test('one that was accepted before does not serve, and one that is refused serves nobody', async () => {
  const context = runOf('once');
  noteProven(context(), order('1'), 10);
  let sent = 0;
  const send = (): Promise<string> => Promise.resolve(`refused ${(sent += 1)}`);
  const seen = [seeAccepted(context(), 10, send), seeAccepted(context(), 11, send), seeAccepted(context(), 9, send)];
  expect(await Promise.all(seen)).toEqual(['refused 1', 'refused 2', null]);
});

test('a clause has one bench at a time, and others have theirs meanwhile', async () => {
  const context = runOf('once');
  expect(await journalOf((task) => inTurnOfClause(context(), task))).toBe('+1 -1 +2 -2');
  expect(await journalOf((task, at) => inTurnOfClause(context(`MOD-01${at}`), task))).toBe('+1 +2 -1 -2');
});

test('modifies are sent one after another only where their timestamps have to rise', async () => {
  const [rising, once] = [runOf('rising'), runOf('once')];
  expect(await journalOf((task) => inOrder(rising(), task))).toBe('+1 -1 +2 -2');
  expect(await journalOf((task) => inOrder(once(), task))).toBe('+1 +2 -1 -2');
});

test('a timestamp far ahead waits for nothing where others do not have to be above it', async () => {
  await untilAhead(runOf('any')());
  await untilAhead(runOf('once')());
});
