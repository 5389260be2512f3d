import { changing, describeChanges, NO_CHANGES, orderWith, type Changes } from '../arbitraries/structures.js';
import { ORDER_TYPES, SIDES, type OrderRequest } from '../contract/order.js';
import { broken, passIn, unverified, type Outcome } from '../contract/verdict.js';
import { showExchange } from '../oracle/show-exchange.js';
import { onBehalfOf, type Context } from './context.js';
import { whyForAWhile } from './quiet.js';
import { PERHAPS_WORN_OUT } from './order-standing.js';
import type { Bench } from './sandwich.js';
import { confirmOnFreshOrder, examineChanges, type Trial } from './try-changes.js';
import { unfairRefusalsOf } from './unfair-refusals.js';
import { withBench } from './with-bench.js';

/** What the stories of a run came to: whether what they omit survives, and each change that they make. */
export interface Stories {
  readonly survivals: readonly Outcome[];
  /** Orders that take a change when they are fresh, and not after some modifies, whatever these are. */
  readonly wornOut: readonly Outcome[];
  readonly trials: readonly Trial[];
}

/** Where the steps of a story put what they find. */
interface Found {
  readonly trials: Trial[];
  readonly wornOut: Outcome[];
  /** Changes that the first story found refused on a fresh order, too: it goes on without them, and the others leave them out. */
  readonly refused?: Changes[];
}

const [TP, SL, TRAILING] = [
  changing({ takeProfit: 'Y' }),
  changing({ stopLoss: 'Y' }),
  changing({ trailing: 'Y' }),
] as const;
const [TP_OFF, SL_OFF, TRAILING_OFF] = [
  changing({ takeProfit: 'N' }),
  changing({ stopLoss: 'N' }),
  changing({ trailing: 'N' }),
] as const;

/** Modifies in a row, each of which omits what was changed before it; the two end each other way round. */
const STORIES: readonly (readonly Changes[])[] = [
  [NO_CHANGES, TP, SL, NO_CHANGES, TRAILING, TP, TRAILING_OFF, TP, SL, TP_OFF, SL, SL_OFF],
  [NO_CHANGES, SL, TP, NO_CHANGES, TRAILING, SL, TRAILING_OFF, SL, TP, SL_OFF, TP, TP_OFF],
];

const storiesOfRun = new WeakMap<object, Promise<Stories>>();

/**
 * Modifies orders of every type and side while omitting a condition, then changes it, which is possible only if the order
 * still has it. Made once per run.
 */
export function allStories(context: Context): Promise<Stories> {
  let stories = storiesOfRun.get(context.client);
  if (stories === undefined) storiesOfRun.set(context.client, (stories = tellAll(onBehalfOf('TPS-007', context))));
  return stories;
}

async function tellAll(context: Context): Promise<Stories> {
  const found: Found = { trials: [], wornOut: [] };
  const refused: Changes[] = [];
  const kinds = ORDER_TYPES.filter((type) => type !== 'MARKET').flatMap((type) =>
    SIDES.map((side, column) => ({ type, side, steps: STORIES[column % STORIES.length] ?? [] })),
  );
  const tell = async ({ type, side, steps }: (typeof kinds)[number], into = found): ReturnType<typeof tellStory> => {
    const withTrailing = (trailing: boolean): ReturnType<typeof tellStory> =>
      tellStory(context, orderWith(type, side, { takeProfit: true, stopLoss: true, trailing }), steps, into);
    const story = await withTrailing(true);
    return 'none' in story ? withTrailing(false) : story;
  };
  const [first, ...others] = context.timestamps.some(kinds);
  const toldFirst = first === undefined ? [] : [await tell(first, { ...found, refused })];
  const open = others.map((kind) => ({
    ...kind,
    steps: kind.steps.filter((changes) => !refused.includes(changes)),
  }));
  const told = [...toldFirst, ...(await Promise.all(open.map((kind) => tell(kind))))];
  const survivals = told.flatMap((outcomes) => ('none' in outcomes ? [] : [...outcomes]));
  const [none] = told.flatMap((outcomes) => ('none' in outcomes ? [outcomes.none] : []));
  return { ...found, survivals: survivals.length > 0 ? survivals : [unverified(none ?? 'no order was had')] };
}

/** So often a story is told again whose orders were filled. */
const MOST_AGAIN = 3;

interface Told {
  readonly outcomes: readonly Outcome[];
  readonly isLost: boolean;
  readonly isClosed: boolean;
}

async function tellStory(
  context: Context,
  request: OrderRequest,
  steps: readonly Changes[],
  found: Found,
  again = 0,
): Promise<readonly Outcome[] | { readonly none: string }> {
  const tell = async (bench: Bench): Promise<Told> => {
    bench.held.spoil();
    const outcomes: Outcome[] = [];
    const done: Changes[] = [];
    for (const changes of steps.filter(({ trailing }) => trailing === 'omit' || request.trailing)) {
      if (found.refused?.includes(changes)) continue;
      const outcome = await examineStep(bench, done, changes, found);
      outcomes.push(outcome);
      if (outcome.outcome === 'pass') done.push(changes);
      else if (found.refused?.includes(changes) !== true) break;
    }
    await bench.lookAfter(outcomes);
    return { outcomes, isLost: bench.isLost, isClosed: bench.standing.isClosed };
  };
  // What others did to the order before counts for nothing that is told here.
  const told = await withBench(context, request, tell, { fresh: true });
  if ('none' in told) return told;
  // The order may have been filled just then: another one tells the story to its end.
  const isToTellAgain = told.isLost && (again === 0 || (told.isClosed && again < MOST_AGAIN));
  return isToTellAgain ? tellStory(context, request, steps, found, again + 1) : told.outcomes;
}

/** A change that is refused although the order had the condition counts only if a fresh order takes it. */
async function examineStep(bench: Bench, done: readonly Changes[], then: Changes, found: Found): Promise<Outcome> {
  const { trials, wornOut, refused } = found;
  let after = await examineChanges(bench, then);
  // Where refusals come and go, one may be for nothing: MOD-072 tells of that.
  if (after.state === 'refused' && unfairRefusalsOf(bench.context.client).hasUnexplainedPassing)
    after = await examineChanges(bench, then);
  if (after.state === 'unknown') return unverified(after.because);
  if (after.state === 'accepted') {
    trials.push(after);
    return passIn(after.reply?.exchange.number);
  }
  const alone = await confirmOnFreshOrder(bench, after);
  if (alone.state !== 'accepted') {
    trials.push(alone);
    if (alone.state === 'refused') refused?.push(then);
    return unverified(`${after.because}, on a fresh order, too`);
  }
  const closed = await bench.whyClosed();
  if (closed !== null) return unverified(closed);
  const moment = await whyForAWhile(bench, bench.stillAndMoved(then));
  if (moment !== null) return unverified(moment);
  const unlessOmitted = await afterAsMany(bench, then, done.length);
  if (unlessOmitted !== 'accepted') {
    if (unlessOmitted === 'refused') wornOut.push(refusedInTheEnd(then, done.length, after, alone));
    const isWornOut = unlessOmitted === 'refused' ? `; ${PERHAPS_WORN_OUT}` : '';
    return unverified(`${after.because}, as it is after as many modifies that do not omit it${isWornOut}`);
  }
  const before = done.at(-1) ?? NO_CHANGES;
  return broken({
    cause: 'a condition that a modify omitted can no longer be changed',
    at: 'response',
    expected: `acceptance of a modify that ${describeChanges(then)}, after one that ${describeChanges(before)} and omitted it`,
    actual: after.because,
    ...(after.reply && { shown: showExchange(after.reply.exchange) }),
    ...(alone.reply && { sibling: showExchange(alone.reply.exchange) }),
  });
}

/** Cause of a finding, wherever it was found. */
export const REFUSED_AFTER_OTHERS = 'a valid modify is refused after others of the same order';

/** `after 1 other modify`: what an order had gone through. */
export function afterOthers(modifies: number): string {
  return `after ${modifies} other ${modifies === 1 ? 'modify' : 'modifies'}`;
}

function refusedInTheEnd(then: Changes, modifies: number, after: Trial, alone: Trial): Outcome {
  return broken({
    cause: REFUSED_AFTER_OTHERS,
    at: 'response',
    expected: `acceptance of a modify that ${describeChanges(then)}, as on a fresh order`,
    actual: `${after.because}, ${afterOthers(modifies)}, and after as many that were other ones`,
    ...(after.reply && { shown: showExchange(after.reply.exchange) }),
    ...(alone.reply && { sibling: showExchange(alone.reply.exchange) }),
  });
}

/** How another order answers the change after as many modifies, none of which leaves its condition out. */
async function afterAsMany({ context, held }: Bench, then: Changes, modifies: number): Promise<Trial['state']> {
  const kept = Object.fromEntries(Object.entries(then).map(([name, change]) => [name, change === 'N' ? 'Y' : change]));
  const state = await withBench(
    context,
    held.request,
    async (fresh) => {
      fresh.held.spoil();
      for (let count = 0; count < modifies; count += 1) {
        const { state: before } = await examineChanges(fresh, kept as unknown as Changes);
        if (before !== 'accepted') return count === 0 ? 'unknown' : before;
      }
      return (await examineChanges(fresh, then)).state;
    },
    { wait: false },
  );
  return typeof state === 'string' ? state : 'unknown';
}
