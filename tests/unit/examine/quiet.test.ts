import { expect, test } from '@playwright/test';
import { Timestamps } from '../../../src/client/timestamps.js';
import { clauseById } from '../../../src/contract/catalogue.js';
import { noteAcceptance } from '../../../src/examine/experience.js';
import type { Context } from '../../../src/examine/context.js';
import { whyForAWhile } from '../../../src/examine/quiet.js';
import type { Bench } from '../../../src/examine/sandwich.js';
import { NO_CHANGES, orderWith } from '../../../src/arbitraries/structures.js';

/** Benches of one run, whose modifies are answered as the list says: true, accepted; false, refused. */
function benchesOf(
  answers: readonly boolean[],
  hasAccepted = false,
): { on: (clause: string) => Bench; left: boolean[] } {
  const left = [...answers];
  const client = {};
  const on = (clause: string): Bench => {
    const quietly = (task: (given: object) => Promise<void>): Promise<void> => task(client);
    const timestamps = new Timestamps();
    const context = { client, timestamps, clause: clauseById(clause), quietly, orders: null } as unknown as Context;
    if (hasAccepted) noteAcceptance(context, { request: orderWith('LIMIT', 'BUY'), stockCd: 'X', changes: NO_CHANGES });
    const isTaken = (): Promise<boolean | null> => Promise.resolve(left.shift() ?? null);
    return { context, held: { order: { stockCd: 'X' } }, isTaken, inEachStride: () => [] } as unknown as Bench;
  };
  return { on, left };
}

const FOR_A_WHILE = 'accepted once nothing else had been sent for some seconds';

test('after three refusals that passed, a clause tries no more, and another one does', async () => {
  const { on, left } = benchesOf([true, true, true, false]);
  for (let turn = 0; turn < 3; turn += 1) expect(await whyForAWhile(on('MOD-002'), [])).toContain(FOR_A_WHILE);
  expect(await whyForAWhile(on('MOD-002'), [])).toContain(FOR_A_WHILE);
  expect(left).toEqual([false]);
  expect(await whyForAWhile(on('CLK-004'), [])).toBeNull();
});

test('a run tries no more after twelve refusals that told of their moment only', async () => {
  const { on, left } = benchesOf([...Array<boolean>(12).fill(true), false]);
  for (const clause of ['MOD-002', 'MOD-008', 'MOD-009', 'MOD-010'])
    for (let turn = 0; turn < 3; turn += 1) await whyForAWhile(on(clause), []);
  expect(await whyForAWhile(on('CLK-004'), [])).toContain(FOR_A_WHILE);
  expect(left).toEqual([false]);
});

test('a refusal stands only between others that are accepted', async () => {
  const accepted = true;
  const cases: readonly [readonly boolean[], RegExp | null][] = [
    [[false, accepted, false], null],
    [[false, false], /takes? no more modifies/],
    [[false, accepted, accepted], new RegExp(FOR_A_WHILE)],
  ];
  for (const [answers, expected] of cases) {
    const why = await whyForAWhile(benchesOf(answers, true).on('MOD-002'), []);
    if (expected === null) expect(why).toBeNull();
    else expect(why).toMatch(expected);
  }
});

test('what is refused after others that had to be refused is sent once', async () => {
  const { on, left } = benchesOf([false, false, true, true], true);
  expect(await whyForAWhile(on('MOD-009'), [], [{ body: '' }])).toBeNull();
  expect(left).toEqual([true]);
});
