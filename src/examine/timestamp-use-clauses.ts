import { unverified, type Outcome } from '../contract/verdict.js';
import { judgeTimestampUse } from '../oracle/timestamp-use.js';
import type { Context, Examination, Examinations } from './context.js';
import { withPlainBench } from './negatives.js';
import { learnTimestampUse, tryTimestampsSlowly } from './timestamp-use.js';

function examineUse(place: 'the same' | 'below'): Examination {
  return async (context) => {
    const first = await onOrder(context, place, 0);
    // The order may have been filled meanwhile.
    return [first.outcome === 'unverified' ? await onOrder(context, place, 1) : first];
  };
}

async function onOrder(context: Context, place: 'the same' | 'below', turn: number): Promise<Outcome> {
  const outcome = await withPlainBench(context, turn, async (bench) => {
    const before = await bench.control();
    if (before !== null) return unverified(before);
    const judged = judgeTimestampUse(await learnTimestampUse(bench), place);
    if (judged.outcome !== 'unverified') return judged;
    return judgeTimestampUse(await tryTimestampsSlowly(bench), place);
  });
  return 'none' in outcome ? unverified(outcome.none) : outcome;
}

/** Examinations of which timestamps a service takes inside its window, sections 5 and 8. */
export const timestampUseExaminations: Examinations = {
  'CLK-008': examineUse('the same'),
  'CLK-009': examineUse('below'),
};
