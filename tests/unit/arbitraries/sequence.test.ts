import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import {
  commandsFor,
  drawSequence,
  modelOf,
  type ModifiedOrder,
  type Violation,
} from '../../../src/arbitraries/sequence.js';
import type { Order } from '../../../src/contract/order.js';
import { brokenClauses } from '../../../src/oracle/modify-body.js';
import { samples, type Sample } from './sample-orders.js';

/** Of each order, of which there are dozens. */
const RUNS = 20;

type Answer = 'accepted' | 'refused' | 'unknown';
type Answering = (bytes: Uint8Array, order: Order) => Answer;

/** Runs sequences against a service that answers as told. */
async function play(
  order: Order,
  { instrument }: Sample,
  answer: Answering,
): Promise<{ violations: Violation[]; sent: number }> {
  const violations: Violation[] = [];
  let sent = 0;
  const commands = commandsFor(order, instrument, { band: 0.02, maxCommands: 15 });
  await fc.assert(
    fc.asyncProperty(commands, async (sequence) => {
      const real: ModifiedOrder = {
        modify: (bytes) => {
          sent += 1;
          return Promise.resolve(answer(bytes, order));
        },
        violated: (violation) => violations.push(violation),
      };
      await fc.asyncModelRun(() => ({ model: modelOf(order), real }), sequence);
    }),
    { seed: 11, numRuns: RUNS },
  );
  return { violations, sent };
}

const faithful = (sample: Sample): Answering => {
  return (bytes, order) => (brokenClauses(bytes, order, sample.instrument).length === 0 ? 'accepted' : 'refused');
};

const orders = samples.flatMap((sample) =>
  (['LIMIT', 'STOP', 'LIMIT_STOP'] as const).flatMap((orderTypeCd) =>
    [false, true].map((all) => ({
      sample,
      order: sample.order({ orderTypeCd, takeProfit: all, stopLoss: all, trailing: all }),
    })),
  ),
);

test('a service that keeps to the document is never accused', async () => {
  for (const { sample, order } of orders) {
    const { violations, sent } = await play(order, sample, faithful(sample));
    expect(violations).toEqual([]);
    expect(sent).toBeGreaterThan(3 * RUNS);
  }
});

test('a service that accepts everything is, and so is one that refuses everything', async () => {
  for (const { sample, order } of orders.slice(0, 2)) {
    const lax = await play(order, sample, () => 'accepted');
    expect(lax.violations.length).toBeGreaterThan(RUNS / 2);
    expect(lax.violations.every(({ clause, expected }) => clause !== null && expected === 'refused')).toBe(true);
    const strict = await play(order, sample, () => 'refused');
    expect(strict.violations.every(({ clause, actual }) => clause === null && actual === 'refused')).toBe(true);
  }
});

test('an answer that says neither yes nor no accuses nobody and ends the sequence', async () => {
  const [first] = orders;
  if (first === undefined) throw new Error('there are no orders');
  const { violations, sent } = await play(first.order, first.sample, () => 'unknown');
  expect(violations).toEqual([]);
  expect(sent).toBeLessThanOrEqual(RUNS);
});

test('no condition is switched on again after it was switched off', async () => {
  const [sample] = samples;
  if (sample === undefined) throw new Error('there are no samples');
  const order = sample.order({ takeProfit: true, stopLoss: true, trailing: true });
  const commands = commandsFor(order, sample.instrument, { band: 0.02 });
  let switchedOff = 0;
  for (const sequence of fc.sample(commands, { seed: 3, numRuns: 100 })) {
    const off = new Set<string>();
    const modify = (bytes: Uint8Array): Promise<Answer> => {
      const answer = faithful(sample)(bytes, order);
      if (answer === 'refused') return Promise.resolve(answer);
      const body = JSON.parse(new TextDecoder().decode(bytes)) as Readonly<Record<string, unknown>>;
      for (const field of ['profitRealizationYn', 'lossCutYn', 'lossTrackingYn']) {
        if (body[field] === 'Y') expect(off).not.toContain(field);
        if (body[field] === 'N') off.add(field);
      }
      return Promise.resolve(answer);
    };
    const real: ModifiedOrder = { modify, violated: () => expect(true).toBe(false) };
    await fc.asyncModelRun(() => ({ model: modelOf(order), real }), sequence);
    switchedOff += off.size;
  }
  expect(switchedOff).toBeGreaterThan(50);
});

test('a sequence that is drawn has something to send, whatever the seed', () => {
  const made = orders
    .filter((_, at) => at % 4 === 3)
    .map(({ sample, order }) => ({
      order,
      commands: commandsFor(order, sample.instrument, { band: 0.001, maxCommands: 12 }),
    }));
  for (let seed = 0; seed < 2_000; seed += 1) {
    const { order, commands } = made[seed % made.length] ?? unreachable();
    const sequence = drawSequence(commands, order, seed);
    expect(
      sequence.some((command) => command.check(modelOf(order))),
      `seed ${seed}`,
    ).toBe(true);
  }
});

test('where nothing fits the order, the sequence is empty', () => {
  const [{ order } = unreachable()] = orders;
  const nothing = { check: () => false, run: () => Promise.resolve(), toString: () => 'nothing' };
  expect(drawSequence(fc.constant([nothing, nothing]), order, 1)).toEqual([]);
});

function unreachable(): never {
  throw new Error('There are orders.');
}
