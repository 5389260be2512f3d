import fc from 'fast-check';
import { quantitiesBesideConditions } from '../arbitraries/breakages/quantity.js';
import { lowerCaseMarket } from '../arbitraries/breakages/wrong-codes.js';
import { breakages, type Breakage, type BrokenBody } from '../arbitraries/invalid-body.js';
import {
  kindOf,
  NO_CONDITIONS,
  orderWith,
  type Change,
  type Changes,
  type Conditions,
} from '../arbitraries/structures.js';
import type { CheckOut } from '../client/order-desk.js';
import { ORDER_TYPES, SIDES, type OrderRequest } from '../contract/order.js';
import { deriveSeed } from '../contract/seed.js';
import { pass, unverified, type Outcome } from '../contract/verdict.js';
import { brokenClauses, readBody } from '../oracle/modify-body.js';
import type { Context, Examination, Examinations } from './context.js';
import { examineLane, type Settled } from './lane.js';
import { priceChange } from './order-steps.js';
import type { Bench } from './sandwich.js';
import { withBench } from './with-bench.js';

/** Requests that shrinking one counterexample may cost; the service may be live. */
const MOST_SHRINK_STEPS = 12;

/** Types whose orders can be counted on to be unfilled. */
const RESTING_TYPES = ORDER_TYPES.filter((type) => type !== 'MARKET');

/** On how many kinds of orders a clause is broken at least, all its ways taken together. */
const KINDS_TRIED = { smoke: 8, standard: 16, deep: 64 } as const;

/** One breakage put to one kind of order. */
interface Case {
  readonly breakage: Breakage;
  readonly request: OrderRequest;
}

/** Examines a clause that one body can break: every way to break it, over orders of all types and sides in turn. */
export const examineBreakages: Examination = async (context) => {
  const ways = breakages(context.clause.id);
  const turns = Math.max(1, Math.ceil(KINDS_TRIED[context.settings.depth] / ways.length));
  const cases = ways.flatMap((breakage, index) => casesOf(breakage, index * turns, turns));
  const whyNot: string[] = [];
  const lanes = [...laned(cases)].map(([request, lane]) =>
    examineLane(
      lane,
      (task) => withSuitableBench(context, request, lane, task),
      (bench, { breakage }) => examineBreakage(context, bench, breakage, whyNot),
    ),
  );
  return keepWhatCouldBeTried((await Promise.all(lanes)).flat(), whyNot);
};

/** Quantities beside conditions that change. */
export const examineQuantitiesBesideConditions: Examination = async (context) => {
  const ways = quantitiesBesideConditions.filter(({ clause }) => clause === context.clause.id);
  return (await Promise.all(WITH_CONDITIONS.map((request) => examineOnKind(context, request, ways)))).flat();
};

/** Ways to spell MARKET. */
const examineLowerCaseMarket: Examination = (context) =>
  examineOnKind(context, orderWith('MARKET', 'BUY', { takeProfit: true }), lowerCaseMarket);

/** Orders by their age: what a body lacks, a service may take from the last order, or from the first. */
const AGES: readonly (readonly [age: string, options: CheckOut])[] = [
  ['newest', { fresh: true }],
  ['oldest', { age: 0 }],
  ['middle', { age: 0.5 }],
];

/** Bodies without orderNo or orderDateTime, but with the other fields of the order, for orders of every age. */
const examineUnnamedOfAges: Examination = async (context) => {
  const ways = breakages(context.clause.id).filter(({ way }) => way.endsWith(' is missing'));
  const outcomes: Outcome[] = [];
  for (const [age, options] of AGES) {
    const settled = await withBench(
      context,
      orderWith('LIMIT', 'SELL'),
      (bench) => examineUnnamed(bench, ways, age),
      options,
    );
    if (!('none' in settled)) outcomes.push(...settled.filter(({ outcome }) => outcome !== 'unverified'));
  }
  return outcomes;
};

/** The invalid modify first: another order may be the newest after the next request. */
async function examineUnnamed(bench: Bench, ways: readonly Breakage[], age: string): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const breakage of ways) {
    const made = breakage.make(bench.prices.toBreak(), bench.prices.grid);
    const [body] = typeof made === 'string' ? [] : fc.sample(made, { seed: bench.context.seed | 0, numRuns: 1 });
    if (body === undefined || !breaksOnly(breakage, body, bench)) continue;
    const way = `${body.change}, for the ${age} order`;
    outcomes.push(await bench.firstNegative({ way, recipe: () => ({ body: body.bytes }) }));
  }
  return outcomes;
}

/** What came of these ways on orders of one kind, as far as there is one that takes the change beside. */
async function examineOnKind(
  context: Context,
  request: OrderRequest,
  ways: readonly Breakage[],
): Promise<readonly Outcome[]> {
  const settled = await examineLane(
    ways,
    (task) => withBench(context, request, task),
    (bench, breakage) => examineBreakage(context, bench, breakage),
  );
  return settled.flatMap(({ outcome }) => (outcome === undefined || outcome.outcome === 'unverified' ? [] : [outcome]));
}

const WITH_CONDITIONS = (['LIMIT', 'MARKET'] as const).map((type) =>
  orderWith(type, 'SELL', { takeProfit: true, stopLoss: true }),
);

/** Each turn is another type and side, and each round of types other conditions, where the breakage leaves them open. */
function casesOf(breakage: Breakage, from: number, turns: number): Case[] {
  const types = movesConditions(breakage) ? ORDER_TYPES : RESTING_TYPES;
  const requests = Array.from({ length: turns }, (_, turn): OrderRequest => {
    const at = from + turn;
    const type = types[at % types.length] ?? 'LIMIT';
    const round = Math.floor(at / types.length);
    const side = SIDES[((at % types.length) + round) % SIDES.length] ?? 'BUY';
    return { ...orderWith(type, side, conditionsAt(round, breakage)), ...breakage.needs };
  });
  const different = new Map(requests.map((request) => [kindOf(request), request]));
  return [...different.values()].map((request) => ({ breakage, request }));
}

/** Conditions that orders have in turn, where a breakage has nothing to do with them. */
const CONDITIONS: readonly Partial<Conditions>[] = [
  {},
  { takeProfit: true },
  { stopLoss: true },
  { takeProfit: true, stopLoss: true, trailing: true },
];

function conditionsAt(round: number, { needs }: Breakage): Partial<Conditions> {
  const isOpen = (['takeProfit', 'stopLoss', 'trailing'] as const).every((name) => needs[name] === undefined);
  return isOpen ? (CONDITIONS[round % CONDITIONS.length] ?? {}) : {};
}

/**
 * A bench on an order of the kind that was chosen, or else of any kind that all cases of the lane can be put to: a source
 * may have few orders.
 */
async function withSuitableBench(
  context: Context,
  request: OrderRequest,
  lane: readonly Case[],
  task: (bench: Bench) => Promise<null>,
): Promise<{ readonly none: string } | null> {
  const needs = lane.reduce<Partial<OrderRequest>>((all, { breakage }) => ({ ...all, ...breakage.needs }), {});
  const missing = await withBench(context, request, task);
  if (missing === null) return null;
  const plain = { ...request, ...NO_CONDITIONS, ...needs };
  const types = needs.orderTypeCd === undefined ? RESTING_TYPES : [request.orderTypeCd];
  const sides = needs.sideCd === undefined ? SIDES : [request.sideCd];
  const others = [request, plain].flatMap((like) =>
    types.flatMap((orderTypeCd) => sides.map((sideCd) => ({ ...like, orderTypeCd, sideCd }))),
  );
  const different = new Map(others.map((other) => [kindOf(other), other]));
  different.delete(kindOf(request));
  for (const other of different.values()) if ((await withBench(context, other, task)) === null) return null;
  return missing;
}

/** On a MARKET order, only a change of a condition is a change at all: what a service makes of others is not said. */
function movesConditions({ changes }: Breakage): boolean {
  return changes.takeProfit === 'Y' || changes.stopLoss === 'Y';
}

/** Cases by the kind of order they need: each lane is one order, its cases one after another. */
function laned(cases: readonly Case[]): Iterable<[OrderRequest, readonly Case[]]> {
  const lanes = new Map<string, [OrderRequest, Case[]]>();
  for (const item of cases) {
    const lane = lanes.get(kindOf(item.request)) ?? [item.request, []];
    lane[1].push(item);
    lanes.set(kindOf(item.request), lane);
  }
  return lanes.values();
}

/**
 * One way to break the clause on one order, with generated numbers; `undefined` where this order cannot be so broken.
 * Before it is sent, at every shrink step, an independent reading of the document confirms that the body breaks this
 * clause and no other.
 *
 * @param whyNot - takes in why this order cannot be so broken
 */
async function examineBreakage(
  context: Context,
  bench: Bench,
  breakage: Breakage,
  whyNot: string[] = [],
): Promise<Outcome | undefined> {
  const made = breakage.make(bench.prices.toBreak(), bench.prices.grid);
  if (typeof made === 'string') {
    whyNot.push(made);
    return undefined;
  }
  const changes = keepingOn(breakage.changes);
  let worst: Outcome | undefined;
  let shrinkSteps = 0;
  await fc.check(
    fc.asyncProperty(made, async (body) => {
      if (worst?.outcome === 'broken' && (shrinkSteps += 1) > MOST_SHRINK_STEPS) return true;
      if (!breaksOnly(breakage, body, bench)) return true;
      const put = (one: BrokenBody): Promise<Outcome> =>
        bench.negative({ way: wayOf(breakage, one), recipe: () => ({ body: one.bytes }), changes });
      const outcome = await put(body);
      if (outcome.outcome === 'broken') {
        const without = body.without === undefined ? pass : await put(body.without);
        if (without.outcome !== 'pass') {
          if (without.outcome === 'unverified') worst = worseOf(worst, without);
          return true;
        }
        if (await takesTimeOfAnyOrder(context, body, bench)) return true;
      }
      if (worst?.outcome !== 'broken' || outcome.outcome === 'broken') worst = worseOf(worst, outcome);
      return outcome.outcome !== 'broken';
    }),
    {
      numRuns: Math.max(1, Math.round(context.scale)),
      seed: deriveSeed(context.seed, `${breakage.way} ${bench.held.request.sideCd}`) | 0,
    },
  );
  return worst;
}

/**
 * What the valid modifies beside a negative change: a condition that it would switch off stays on in them, since nothing
 * says that one can be switched off twice.
 */
function keepingOn(changes: Changes): Changes {
  const { takeProfit, stopLoss, trailing } = changes;
  if (takeProfit !== 'N' && stopLoss !== 'N' && trailing !== 'N') return changes;
  const kept = (change: Change): Change => (change === 'N' ? 'Y' : change);
  return { takeProfit: kept(takeProfit), stopLoss: kept(stopLoss), trailing: kept(trailing) };
}

function wayOf({ beside }: Breakage, { change }: BrokenBody): string {
  return beside === undefined ? change : `${change}, which breaks ${beside} as well: no value breaks this bound alone`;
}

function breaksOnly({ clause, beside = clause }: Breakage, body: BrokenBody, bench: Bench): boolean {
  const found = new Set(brokenClauses(body.bytes, bench.held.order, bench.instrument));
  return found.size === new Set([clause, beside]).size && found.has(clause) && found.has(beside);
}

/**
 * Whether an accepted body that was to name no order names another one of the run, since orders come while others are tried,
 * and its parts being of two orders is all that is wrong with it: `ORD-003` finds that. A service that reads the number in
 * part refuses the number of a third order beside the same time.
 */
async function takesTimeOfAnyOrder(context: Context, body: BrokenBody, { held }: Bench): Promise<boolean> {
  const { orderNo: own, orderDateTime } = held.order;
  const given = readBody(body.bytes)?.['orderNo'];
  if (typeof given !== 'string' || given === own || context.orders?.knows(given) !== true) return false;
  const third = (bench: Bench): Promise<Outcome> | null =>
    isUnlike(bench.held.order.orderNo, own, given)
      ? bench.negative({
          way: 'its orderDateTime is that of another order',
          recipe: (order) => ({ body: { ...priceChange(order), orderDateTime } }),
        })
      : null;
  for (const type of RESTING_TYPES) {
    for (const side of SIDES) {
      const like = orderWith(type, side, NO_CONDITIONS);
      const outcome = await withBench(context, like, async (bench) => third(bench), { wait: false });
      if (outcome !== null && 'outcome' in outcome) return outcome.outcome !== 'pass';
    }
  }
  return true;
}

/** Whether a number differs from `own` in a place where `given` does not. */
function isUnlike(orderNo: string, own: string, given: string): boolean {
  return Array.from({ length: own.length }, (_, at) => at).some(
    (at) => given[at] === own[at] && orderNo[at] !== own[at],
  );
}

function worseOf(before: Outcome | undefined, outcome: Outcome): Outcome {
  if (before === undefined || outcome.outcome === 'broken') return outcome;
  return before.outcome === 'unverified' ? before : outcome;
}

/** Where a way could be tried on some orders, the kinds of which the source had none do not count against it. */
function keepWhatCouldBeTried(settled: readonly Settled<Case>[], [whyNot]: readonly string[]): Outcome[] {
  const tried = settled.filter(({ outcome }) => outcome !== undefined);
  const possible = new Set(tried.filter(({ noOrder }) => !noOrder).map(({ item }) => item.breakage.way));
  const kept = tried.filter(({ item, noOrder }) => !noOrder || !possible.has(item.breakage.way));
  const outcomes = kept.flatMap(({ outcome }) => (outcome === undefined ? [] : [outcome]));
  return outcomes.length > 0 ? outcomes : [unverified(whyNot ?? 'no order of the needed kind can be so changed')];
}

/** Examinations of the clauses that one modify body can break. */
export function breakBodyExaminations(clauses: readonly string[]): Examinations {
  return {
    ...Object.fromEntries(clauses.filter((id) => breakages(id).length > 0).map((id) => [id, examineBreakages])),
    'ORD-004': async (context) => [...(await examineBreakages(context)), ...(await examineUnnamedOfAges(context))],
    'MOD-033': async (context) => [...(await examineBreakages(context)), ...(await examineLowerCaseMarket(context))],
  };
}
