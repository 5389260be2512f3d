import fc from 'fast-check';
import type { Breakage } from '../arbitraries/breakage.js';
import { additions, additionsTogether } from '../arbitraries/breakages/conditions.js';
import { breakages } from '../arbitraries/invalid-body.js';
import { ruleWalks, type RuleWalk, type Stretch } from '../arbitraries/rule-walks.js';
import { kindOf, orderWith, type Changes } from '../arbitraries/structures.js';
import type { ModifyRecipe } from '../client/request-recipe.js';
import type { ModifyBody, Order } from '../contract/order.js';
import { deriveSeed } from '../contract/seed.js';
import { pass, unverified, type Outcome } from '../contract/verdict.js';
import { brokenClauses } from '../oracle/modify-body.js';
import { examineBreakages } from './break-body.js';
import { onBehalfOf, type Context, type Examination, type Examinations } from './context.js';
import { priceChange } from './order-steps.js';
import type { Bench } from './sandwich.js';
import { withBench } from './with-bench.js';

/** What became of one invalid modify. */
interface Settled {
  readonly clause: string;
  readonly outcome: Outcome;
}

/** How far a stretch came; `because`: why the order serves no longer. */
interface Progress {
  readonly settled: readonly Settled[];
  readonly left: readonly Breakage[];
  readonly because?: string;
}

const walksOfRun = new WeakMap<object, Promise<readonly Settled[]>>();

/** All walks, made once per run, since one order serves the rules of many clauses. */
function allWalks(context: Context): Promise<readonly Settled[]> {
  let walks = walksOfRun.get(context.client);
  if (walks === undefined) {
    const shared = onBehalfOf('MOD-042', context);
    const chosen = ruleWalks().map((walk) => onlyChosen(walk, context.settings.only));
    const walked = context.timestamps.areFew ? eachClauseOnce(chosen) : chosen;
    const lanes = walked.map((walk) => examineWalk(shared, walk));
    walksOfRun.set(context.client, (walks = Promise.all(lanes).then((all) => all.flat())));
  }
  return walks;
}

/** The walk without what breaks clauses that this run is not about. */
function onlyChosen({ request, stretches }: RuleWalk, only: readonly string[] | null): RuleWalk {
  const chosen = stretches.map(({ wrong, ...stretch }) => ({
    ...stretch,
    wrong: wrong.filter(({ clause }) => only?.includes(clause) ?? true),
  }));
  return { request, stretches: chosen.filter(({ wrong }) => wrong.length > 0) };
}

/**
 * One way alone to break each clause, which has to do where timestamps are few. The last orders have most conditions, and the
 * first, of type MARKET, the fewest prices.
 */
function eachClauseOnce(walks: readonly RuleWalk[]): readonly RuleWalk[] {
  const seen = new Set<string>();
  const isFirst = ({ clause }: Breakage): boolean => !seen.has(clause) && seen.add(clause).has(clause);
  const once = walks.toReversed().map(({ request, stretches }): RuleWalk => {
    const own = stretches.map((stretch) => ({ ...stretch, wrong: stretch.wrong.filter(isFirst) }));
    return { request, stretches: own.filter(({ wrong }) => wrong.length > 0) };
  });
  return once.filter(({ stretches }) => stretches.length > 0);
}

/** Walks on one order, and where it serves no longer, on another. Without any order of the kind, nothing comes of it. */
async function examineWalk(context: Context, { request, stretches }: RuleWalk): Promise<readonly Settled[]> {
  const settled: Settled[] = [];
  const queue = [...stretches];
  let ordersInVain = 0;
  while (queue.length > 0) {
    const walked = await withBench(context, request, (bench) => walkOn(bench, queue));
    if ('none' in walked) return settled.length > 0 ? [...settled, ...open(queue, walked.none)] : [];
    settled.push(...walked.settled);
    ordersInVain = walked.settled.length > 0 ? 0 : ordersInVain + 1;
    if (ordersInVain > 1) return [...settled, ...open(queue, walked.because ?? '')];
  }
  return settled;
}

function open(stretches: readonly Stretch[], because: string): Settled[] {
  return stretches.flatMap(({ wrong }) => wrong.map(({ clause }) => ({ clause, outcome: unverified(because) })));
}

/** Takes stretches out of the queue for as long as the order serves. */
async function walkOn(bench: Bench, queue: Stretch[]): Promise<Omit<Progress, 'left'>> {
  const settled: Settled[] = [];
  let standing: Changes | undefined;
  for (let stretch = queue.shift(); stretch !== undefined; stretch = queue.shift()) {
    const progress = await examineStretch(bench, stretch, standing);
    settled.push(...progress.settled);
    standing = stretch.after;
    if (progress.because === undefined) continue;
    bench.held.spoil();
    if (progress.left.length > 0) queue.unshift({ ...stretch, wrong: progress.left });
    return { settled, because: progress.because };
  }
  return { settled };
}

/**
 * Sends the invalid modifies of a stretch. A refusal counts once a valid modify was accepted before and after it.
 *
 * @param standing - what the last modify changed, where it was a valid one
 */
async function examineStretch(bench: Bench, { before, wrong, after }: Stretch, standing?: Changes): Promise<Progress> {
  const settled: Settled[] = [];
  const refused: Breakage[] = [];
  const atFirst = before === standing ? null : await bench.seeTaken(before);
  if (atFirst !== null) return { settled, left: wrong, because: atFirst };
  for (const [index, breakage] of wrong.entries()) {
    const outcome = await tryToBreak(bench, breakage);
    if (outcome?.outcome === 'pass') refused.push(breakage);
    else if (outcome !== undefined) settled.push({ clause: breakage.clause, outcome });
    if (outcome?.outcome !== 'broken') continue;
    return { settled, left: [...refused, ...wrong.slice(index + 1)], because: 'it had accepted an invalid modify' };
  }
  const atLast = await bench.seeTakenStill(after);
  if (atLast !== null) return { settled, left: refused, because: `after it, ${atLast}` };
  return { settled: [...settled, ...refused.map(({ clause }) => ({ clause, outcome: pass }))], left: [] };
}

/** One invalid modify, sent for the clause that it breaks; `undefined` where the order cannot be so changed. */
async function tryToBreak(bench: Bench, breakage: Breakage): Promise<Outcome | undefined> {
  const { context, held, instrument } = bench;
  const made = breakage.make({ ...bench.prices.toBreak(), ...conditionPricesOf(bench) }, bench.prices.grid);
  if (typeof made === 'string') return undefined;
  const seed = deriveSeed(context.settings.seed, `${kindOf(held.request)} ${breakage.way}`) | 0;
  const [body] = fc.sample(made, { seed, numRuns: 1 });
  if (body === undefined || brokenClauses(body.bytes, held.order, instrument).join() !== breakage.clause)
    return undefined;
  return bench.putInvalid(body.change, () => Promise.resolve({ body: body.bytes }), breakage.clause);
}

/** The prices that the conditions were given last: what a client sends that has only a switch to change. */
function conditionPricesOf({ asItStands }: Bench): Partial<Order> {
  const { profitRealizationBarrierPrice: target, lossCutBarrierPrice: stop } = asItStands;
  return {
    ...(target !== undefined && { profitRealizationBarrierPrice: target }),
    ...(stop !== undefined && { lossCutBarrierPrice: stop }),
  };
}

/**
 * What the walks settled of a clause; where the source has none of their orders, the breakages by themselves, which take
 * any order. A deep run has both.
 */
const examineRule: Examination = async (context) => [
  ...(await examineByWalks(context)),
  ...(await examineAddedOnceOff(context)),
  ...(await examineAddedTogether(context)),
  ...(await examineAddedToMarket(context)),
];

const examineByWalks: Examination = async (context) => {
  const walked = (await allWalks(context)).filter(({ clause }) => clause === context.clause.id);
  if (walked.some(({ outcome }) => outcome.outcome === 'pass')) context.timestamps.decided.add(context.clause.id);
  const isEnough = walked.length > 0 && context.settings.depth !== 'deep';
  return [...walked.map(({ outcome }) => outcome), ...(isEnough ? [] : await examineBreakages(context))];
};

const OFF: Readonly<Record<string, Partial<ModifyBody>>> = {
  'TPS-011': { profitRealizationYn: 'N', profitRealizationBarrierPrice: 0 },
  'TPS-012': { lossCutYn: 'N', lossCutBarrierPrice: 0 },
  'TPS-013': { lossTrackingYn: 'N' },
};

/**
 * A condition that an order never had is added right after it was switched off, whatever came of that: what is written down
 * as off must not count as something that the order has.
 */
const examineAddedOnceOff: Examination = async (context) => {
  const off = OFF[context.clause.id];
  const breakage = breakages(context.clause.id)[0];
  if (off === undefined || breakage === undefined) return [];
  const outcome = await withBench(context, orderWith('LIMIT', 'SELL'), (bench) => {
    const made = breakage.make(bench.prices.toBreak(), bench.prices.grid);
    const [body] = typeof made === 'string' ? [] : fc.sample(made, { seed: context.seed | 0, numRuns: 1 });
    if (body === undefined) return Promise.resolve(unverified('the order cannot be so changed'));
    const recipe = async (order: Order): Promise<ModifyRecipe> => {
      await bench.send({ body: { ...priceChange(order), ...off } });
      return { body: body.bytes };
    };
    return bench.negative({ way: `${body.change}, after it was switched off`, recipe });
  });
  return 'none' in outcome || outcome.outcome === 'unverified' ? [] : [outcome];
};

/** Conditions that an order does not have are added together: each may be refused for itself alone. */
const examineAddedTogether: Examination = async (context) => {
  const outcomes: Outcome[] = [];
  for (const breakage of additionsTogether.filter(({ clause }) => clause === context.clause.id)) {
    const request = orderWith('LIMIT', 'BUY', breakage.needs);
    const outcome = await withBench(context, request, (bench) => examineAdded(bench, breakage));
    if (!('none' in outcome) && outcome.outcome !== 'unverified') outcomes.push(outcome);
  }
  return outcomes;
};

/**
 * A condition is added to a MARKET order without any, as far as the service takes a modify of it at all: with neither prices
 * nor conditions, it changes nothing.
 */
const examineAddedToMarket: Examination = async (context) => {
  const [breakage] = additions.filter(({ clause }) => clause === context.clause.id);
  if (breakage === undefined) return [];
  const outcome = await withBench(context, orderWith('MARKET', 'BUY'), (bench) => examineAdded(bench, breakage));
  return 'none' in outcome || outcome.outcome === 'unverified' ? [] : [outcome];
};

async function examineAdded(bench: Bench, breakage: Breakage): Promise<Outcome> {
  const made = breakage.make(bench.prices.toBreak(), bench.prices.grid);
  const [body] = typeof made === 'string' ? [] : fc.sample(made, { seed: bench.context.seed | 0, numRuns: 1 });
  if (body === undefined) return unverified('the order cannot be so changed');
  const judged = await bench.negative({ way: body.change, recipe: () => ({ body: body.bytes }) });
  if (judged.outcome === 'broken') bench.held.spoil();
  return judged;
}

const CLAUSES = new Set(
  ruleWalks().flatMap(({ stretches }) => stretches.flatMap(({ wrong }) => wrong.map(({ clause }) => clause))),
);

/** Examinations of the rules on prices, sections 2.1 and 2.4. */
export const ruleExaminations: Examinations = Object.fromEntries([...CLAUSES].map((clause) => [clause, examineRule]));
