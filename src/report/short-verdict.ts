import type { Results } from '../contract/results.js';
import { limitsOf } from './certificate/certified-scope.js';

/**
 * The verdict of a run in the fewest words, for a badge or a list: a good one that is about less than the whole interface
 * says so.
 */
export function shortVerdict(results: Results): string {
  const { verdict, basis, plan, counts } = results;
  if (verdict !== 'conformant') return verdict;
  if (plan?.shard) return `conformant in shard ${plan.shard.index}/${plan.shard.of}`;
  if (basis !== undefined) return 'conformant as far as observed';
  if (limitsOf(results).length > 0) return 'conformant in part';
  return counts.warn > 0 ? 'conformant with warnings' : 'conformant';
}
