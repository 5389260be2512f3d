import fc from 'fast-check';
import type { Instrument, Order } from '../contract/order.js';
import { OrderCommand, type OrderModel, type ModifiedOrder, type Step } from './order-command.js';
import { breakages } from './invalid-body.js';
import type { Breakage } from './breakage.js';
import { bytesOf } from './draft.js';
import { changing, describeChanges, misfit, NO_CHANGES, type Changes } from './structures.js';
import { validBody } from './valid-body.js';

export type { ModifiedOrder, OrderModel, Step, Violation } from './order-command.js';

/** Options of {@link commandsFor}. */
export interface SequenceOptions {
  /** How far prices stay from the order's own, as a fraction. */
  readonly band: number;
  /** Most modifications of one sequence; default 20. */
  readonly maxCommands?: number;
  /** Invalid modifications in between; default: some of clauses that the document states outright. */
  readonly refusals?: readonly Breakage[];
  /** For replay, as a failure reports it. */
  readonly replayPath?: string;
}

/** A sequence of modifications, for `fc.asyncModelRun`. */
type Sequence = readonly fc.AsyncCommand<OrderModel, ModifiedOrder>[];

const DRAWN_AT_ONCE = 4;
const MOST_DRAWS = 16;

/** Clauses whose breakages come between valid changes: stated outright, and true of an order in any state. */
const REFUSED = [
  'MOD-017',
  'MOD-018',
  'MOD-032',
  'MOD-041',
  'MOD-042',
  'MOD-062',
  'MOD-063',
  'ORD-002',
  'TPS-021',
  'TPS-022',
];

/** What one modification may do to the conditions; each is tried where the order, as it then is, has what it changes. */
const CHANGES: readonly Changes[] = [
  changing({ takeProfit: 'Y' }),
  changing({ stopLoss: 'Y' }),
  changing({ trailing: 'Y' }),
  changing({ takeProfit: 'Y', stopLoss: 'Y' }),
  changing({ takeProfit: 'Y', stopLoss: 'Y', trailing: 'Y' }),
  changing({ takeProfit: 'N' }),
  changing({ stopLoss: 'N' }),
  changing({ stopLoss: 'N', trailing: 'N' }),
  changing({ trailing: 'N' }),
  changing({ takeProfit: 'N', stopLoss: 'Y' }),
];

/** An order as it is before a sequence. */
export function modelOf(order: Order): OrderModel {
  const { profitRealizationYn: target, lossCutYn: stop, lossTrackingYn: trailing } = order;
  return {
    barrierPrice: order.barrierPrice,
    orderPrice: order.orderPrice,
    takeProfit: { has: target !== undefined, on: target === 'Y', price: order.profitRealizationBarrierPrice ?? 0 },
    stopLoss: { has: stop !== undefined, on: stop === 'Y', price: order.lossCutBarrierPrice ?? 0 },
    trailing: trailing === 'Y',
    known: true,
  };
}

/**
 * Sequences of modifications of one order, valid ones and invalid ones in between, each with what the document expects
 * of it. What the document leaves open does not occur: no condition is switched on again after it was switched off, and
 * nothing is expected after an answer that says neither yes nor no. For `fc.asyncModelRun`, starting from
 * {@link modelOf} the order.
 *
 * @param order - as it is before each sequence
 * @clause MOD-008 TPS-007
 */
export function commandsFor(
  order: Order,
  instrument: Instrument | null,
  { band, maxCommands = 20, replayPath, refusals = REFUSED.flatMap(breakages) }: SequenceOptions,
): fc.Arbitrary<Iterable<fc.AsyncCommand<OrderModel, ModifiedOrder>>> {
  const valid = (changes: Changes): fc.Arbitrary<OrderCommand> =>
    validBody(order, changes, { band, instrument }).map((body) => {
      const text = JSON.stringify(body);
      return new OrderCommand({ way: describeChanges(changes), bytes: bytesOf(text), shown: text, changes, body });
    });
  const fitting = CHANGES.filter((changes) => misfit(order, needsOf(changes)) === null);
  const invalid = refusals.flatMap((breakage) => {
    const made = breakage.make(order, instrument);
    if (typeof made === 'string') return [];
    const steps = made.map(({ bytes, change }): Step => ({
      way: breakage.way,
      bytes,
      shown: change,
      clause: breakage.clause,
      breakage,
    }));
    return [steps.map((step) => new OrderCommand(step))];
  });
  return fc.commands(
    [
      valid(NO_CHANGES),
      ...(fitting.length > 0 ? [fc.oneof(...fitting.map(valid))] : []),
      ...(invalid.length > 0 ? [fc.oneof(...invalid)] : []),
    ],
    { maxCommands, size: 'max', ...(replayPath !== undefined && { replayPath }) },
  );
}

/**
 * Of a few sequences of {@link commandsFor}, the longest that has a step for the order as it is: one that is drawn may be
 * empty, or have none.
 *
 * @returns empty where no sequence had a step, however often they were drawn
 */
export function drawSequence(
  commands: fc.Arbitrary<Iterable<fc.AsyncCommand<OrderModel, ModifiedOrder>>>,
  order: Order,
  seed: number,
): Sequence {
  const model = modelOf(order);
  for (let draw = 0; draw < MOST_DRAWS; draw += 1) {
    const [longest] = fc
      .sample(commands, { seed: (seed + draw) | 0, numRuns: DRAWN_AT_ONCE })
      .map((sequence) => [...sequence])
      .filter((sequence) => sequence.some((command) => command.check(model)))
      .sort((a, b) => b.length - a.length);
    if (longest !== undefined) return longest;
  }
  return [];
}

function needsOf({ takeProfit, stopLoss, trailing }: Changes): { takeProfit?: true; stopLoss?: true; trailing?: true } {
  return {
    ...(takeProfit !== 'omit' && { takeProfit: true }),
    ...(stopLoss !== 'omit' && { stopLoss: true }),
    ...(trailing !== 'omit' && { trailing: true }),
  };
}
