import { expect, test } from '@playwright/test';
import {
  judgeConnections,
  judgeFickleRefusals,
  type Repeated,
  type Round,
} from '../../../src/oracle/fickle-refusals.js';
import { madeExchange } from '../../support/exchange-builder.js';

const refused = madeExchange({ number: 7, status: 400 });
const repeated = (again: boolean): Repeated => ({
  refused,
  again: madeExchange({ number: 8 }),
  isAcceptedAgain: again,
});

test('a few refusals that are accepted right after are told with their rate and a pair', () => {
  const outcome = judgeFickleRefusals({ sent: 60, repeated: [repeated(true), repeated(true), repeated(false)] });
  expect(outcome).toMatchObject({
    outcome: 'broken',
    finding: {
      actual: expect.stringContaining('3 of 60 valid modifies of orders that took others before and after'),
      shown: { exchange: 7 },
      sibling: { exchange: 8 },
    },
  });
});

test('a limit, where what is refused is refused right after as well, and every other one, are no matter of chance', () => {
  for (const series of [
    { sent: 60, repeated: [] },
    { sent: 60, repeated: [repeated(false)] },
    { sent: 60, repeated: [repeated(true), repeated(false), repeated(false)] },
    { sent: 60, repeated: Array.from({ length: 31 }, () => repeated(true)) },
  ])
    expect(judgeFickleRefusals(series)).toEqual({ outcome: 'pass' });
});

const over = (connection: number, statuses: readonly number[]): Round[] =>
  statuses.map((status, at) => ({
    connection,
    order: `order ${at}`,
    exchange: madeExchange({
      ...{ number: 10 * connection + at, status, operation: 'modifyOrder' },
      body: { data: { success: status === 200 } },
    }),
  }));

test('connections that refuse all, beside others that accept all, are told with a pair', () => {
  const outcome = judgeConnections([
    ...over(1, [200, 200, 200]),
    ...over(2, [400, 400, 400]),
    ...over(3, [200, 200, 200]),
  ]);
  expect(outcome).toMatchObject({
    outcome: 'broken',
    finding: {
      actual: expect.stringContaining('1 of 3 connections refused every valid modify'),
      shown: { exchange: 20 },
      sibling: { exchange: 10 },
    },
  });
});

test('what changes on one connection, or was tried once, does not hang on the connection', () => {
  for (const rounds of [
    [],
    over(1, [200, 200]),
    [...over(1, [200, 200]), ...over(2, [200, 400]), ...over(3, [200, 200])],
    [...over(1, [200, 200]), ...over(2, [400, 400]), ...over(3, [400, 200])],
    [...over(1, [200]), ...over(2, [400]), ...over(3, [200])],
    [...over(1, [200, 200]), ...over(2, [400, 400])],
  ])
    expect(judgeConnections(rounds)).toBeNull();
  const ofOthers = over(2, [400, 400]).map((round) => ({ ...round, order: 'another order' }));
  expect(judgeConnections([...over(1, [200, 200]), ...ofOthers, ...over(3, [200, 200])])).toBeNull();
});
