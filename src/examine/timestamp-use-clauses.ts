import { unverified, type Outcome } from '../contract/verdict.js';
import { orderWith } from '../arbitraries/structures.js';
import { SIDES } from '../contract/order.js';
import { judgeTimestampUse } from '../oracle/timestamp-use.js';
import type { Context, Examination, Examinations } from './context.js';
import { hasAccepted, whyHopeless } from './experience.js';
import { PRICED_TYPES, withPlainBench } from './negatives.js';
import type { Bench } from './sandwich.js';
import { withBench } from './with-bench.js';
import { sendFarthestPast } from './timestamp.js';
import { learnTimestampUse, LOWEST, tryTimestampsSlowly } from './timestamp-use.js';

/** So many orders are tried for one that takes a modify. */
const MOST_ORDERS = 24;

function examineUse(place: 'the same' | 'below'): Examination {
  return async (context) => {
    const first = await onOrder(context, place, 0);
    if (first.outcome !== 'unverified') return [first];
    // The order may have been filled meanwhile; where none takes anything, that is known before the other clauses begin.
    let again = await onOrder(context, place, 1);
    for (let turn = 2; !hasAccepted(context) && whyHopeless(context) === null && !context.stop.aborted; turn += 1) {
      again = await onOrder(context, place, turn);
      if (turn >= MOST_ORDERS) break;
    }
    return [again];
  };
}

async function onOrder(context: Context, place: 'the same' | 'below', turn: number): Promise<Outcome> {
  const onNew = <T>(task: (bench: Bench) => Promise<T>): Promise<T | { readonly none: string }> =>
    withBench(
      context,
      // A service may refuse all that is sent for orders of one type.
      orderWith(PRICED_TYPES[turn % PRICED_TYPES.length] ?? 'LIMIT', SIDES[turn % SIDES.length] ?? 'BUY'),
      task,
      { fresh: true },
    );
  const open: typeof onNew = (task) => (turn < 2 ? withPlainBench(context, turn, task) : onNew(task));
  const outcome = await open(async (bench) => {
    const early = (await sendFarthestPast(bench)) ? await learnTimestampUse(bench, LOWEST) : [];
    const judgedFirst = judgeTimestampUse(early, place);
    const after = await bench.seeTaken();
    if (judgedFirst.outcome !== 'unverified') return judgedFirst;
    if (after !== null) return unverified(after);
    const judged = judgeTimestampUse(await learnTimestampUse(bench), place);
    return judged.outcome === 'unverified' ? judgeTimestampUse(await tryTimestampsSlowly(bench), place) : judged;
  });
  return 'none' in outcome ? unverified(outcome.none) : outcome;
}

/** Examinations of which timestamps a service takes inside its window, sections 5 and 8. */
export const timestampUseExaminations: Examinations = {
  'CLK-008': examineUse('the same'),
  'CLK-009': examineUse('below'),
};
