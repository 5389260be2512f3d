import type { Results } from '../contract/results.js';
import { limitsOf } from './certificate/certified-scope.js';
import { verdictSentence } from './verdict-words.js';

/** A good verdict that is about less than the whole interface; the notes say in what. */
const WITH_LIMITS = 'conformant with limits';

/**
 * The verdict of a run in the fewest words, for a badge or a list: a good one that is about less than the whole interface
 * says so.
 */
export function shortVerdict(results: Results): string {
  const { verdict, basis, plan, counts } = results;
  if (verdict !== 'conformant') return verdict;
  if (plan?.shard) return `conformant in shard ${plan.shard.index}/${plan.shard.of}`;
  if (basis !== undefined) return 'conformant as far as observed';
  if (limitsOf(results).length > 0) return WITH_LIMITS;
  return counts.warn > 0 ? 'conformant with warnings' : 'conformant';
}

/** The verdict as one sentence, {@link verdictSentence}, that begins with the same words as the shortest form where it has limits. */
export function headline(results: Results): string {
  const sentence = verdictSentence(results);
  return shortVerdict(results) === WITH_LIMITS
    ? sentence.replace(/^Conformant(?=[:,])/, 'Conformant with limits')
    : sentence;
}
