import fc from 'fast-check';
import { breakages, type Breakage, type BrokenBody } from '../arbitraries/invalid-body.js';
import { orderWith } from '../arbitraries/structures.js';
import { ORDER_TYPES, SIDES, type OrderRequest } from '../contract/order.js';
import { deriveSeed } from '../contract/seed.js';
import { unverified, type Outcome } from '../contract/verdict.js';
import { brokenClauses } from '../oracle/modify-body.js';
import type { Context, Examination, Examinations } from './context.js';
import { withBench, type Bench } from './sandwich.js';

/** Requests that shrinking one counterexample may cost; the service may be live. */
const MOST_SHRINK_STEPS = 12;

/** Types whose orders can be counted on to be unfilled. */
const RESTING_TYPES = ORDER_TYPES.filter((type) => type !== 'MARKET');

/** On orders of how many sides each way is tried; from one way to the next the sides take turns. */
const SIDES_TRIED = { smoke: 1, standard: 2, deep: 4 } as const;

/** One breakage put to one kind of order. */
interface Case {
  readonly breakage: Breakage;
  readonly request: OrderRequest;
}

/** Examines a clause that one body can break: every way to break it, on orders of every side. */
export const examineBreakages: Examination = async (context) => {
  const ways = breakages(context.clause.id);
  const cases = ways.flatMap((breakage, index) => casesOf(breakage, index, SIDES_TRIED[context.settings.depth]));
  const outcomes = await Promise.all([...laned(cases)].map((lane) => examineLane(context, lane)));
  return keepWhatCouldBeTried(outcomes.flat());
};

function casesOf(breakage: Breakage, index: number, turns: number): Case[] {
  return Array.from({ length: turns }, (_, turn) => ({
    breakage,
    request: {
      ...orderWith(
        RESTING_TYPES[(index + turn) % RESTING_TYPES.length] ?? 'LIMIT',
        SIDES[(index + turn) % SIDES.length] ?? 'BUY',
      ),
      ...breakage.needs,
    },
  }));
}

/** Cases by the kind of order they need: each lane is one order, its cases one after another. */
function laned(cases: readonly Case[]): Iterable<readonly Case[]> {
  const lanes = new Map<string, Case[]>();
  for (const item of cases) {
    const key = Object.values(item.request).join(' ');
    const lane = lanes.get(key) ?? [];
    if (lane.length === 0) lanes.set(key, lane);
    lane.push(item);
  }
  return lanes.values();
}

interface Tried {
  readonly way: string;
  readonly outcome: Outcome;
  /** No order of the kind was to be had. */
  readonly noOrder: boolean;
}

async function examineLane(context: Context, lane: readonly Case[]): Promise<Tried[]> {
  const tried: Tried[] = [];
  let rest = lane;
  // A case that was accepted leaves its order in doubt: the cases after it get another order.
  while (rest.length > 0) {
    const first = rest[0];
    if (first === undefined) break;
    const remaining = rest;
    const result = await withBench(context, first.request, async (bench) => {
      let done = 0;
      for (const { breakage } of remaining) {
        const outcome = await examineBreakage(context, bench, breakage);
        done += 1;
        if (outcome !== undefined) tried.push({ way: breakage.way, outcome, noOrder: false });
        if (outcome?.outcome === 'broken') {
          bench.held.spoil();
          break;
        }
      }
      return done;
    });
    if (typeof result !== 'number') {
      return [
        ...tried,
        ...remaining.map(({ breakage }) => ({ way: breakage.way, outcome: unverified(result.none), noOrder: true })),
      ];
    }
    rest = remaining.slice(result);
  }
  return tried;
}

/**
 * One way to break the clause on one order, with generated numbers; `undefined` where this order cannot be so broken.
 * Before it is sent, at every shrink step, an independent reading of the document confirms that the body breaks this
 * clause and no other.
 */
async function examineBreakage(context: Context, bench: Bench, breakage: Breakage): Promise<Outcome | undefined> {
  const made = breakage.make(bench.orderToBreak(), bench.instrument);
  if (typeof made === 'string') return undefined;
  let worst: Outcome | undefined;
  let shrinkSteps = 0;
  await fc.check(
    fc.asyncProperty(made, async (body) => {
      if (worst?.outcome === 'broken' && (shrinkSteps += 1) > MOST_SHRINK_STEPS) return true;
      if (!breaksOnly(context.clause.id, body, bench)) return true;
      const outcome = await bench.negative({
        way: body.change,
        recipe: () => ({ body: body.bytes }),
        changes: breakage.changes,
      });
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

function breaksOnly(clause: string, body: BrokenBody, bench: Bench): boolean {
  const found = brokenClauses(body.bytes, bench.held.order, bench.instrument);
  return found.length === 1 && found[0] === clause;
}

function worseOf(before: Outcome | undefined, outcome: Outcome): Outcome {
  if (before === undefined || outcome.outcome === 'broken') return outcome;
  return before.outcome === 'unverified' ? before : outcome;
}

/** Where a way could be tried on some orders, the kinds of which the source had none do not count against it. */
function keepWhatCouldBeTried(tried: readonly Tried[]): Outcome[] {
  const possible = new Set(tried.filter(({ noOrder }) => !noOrder).map(({ way }) => way));
  const kept = tried.filter(({ way, noOrder }) => !noOrder || !possible.has(way)).map(({ outcome }) => outcome);
  return kept.length > 0 ? kept : [unverified('no order of the needed kind can be so changed')];
}

/** Examinations of the clauses that one modify body can break. */
export function breakBodyExaminations(clauses: readonly string[]): Examinations {
  return Object.fromEntries(clauses.filter((id) => breakages(id).length > 0).map((id) => [id, examineBreakages]));
}
