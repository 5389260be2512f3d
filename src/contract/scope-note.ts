import { loadCatalogue } from './catalogue.js';
import type { Shard } from './results.js';

/**
 * A sentence for a verdict that is about some clauses only; `null` where it is about all that bind a service.
 *
 * @param selected - number of clauses
 */
export function scopeNote(selected: number, shard?: Shard): string | null {
  const all = loadCatalogue().filter(({ role }) => role !== 'client').length;
  if (shard !== undefined) {
    return `This is shard ${shard.index} of ${shard.of}, with ${selected} of ${all} clauses: tradecert report puts the shards together.`;
  }
  return selected >= all ? null : `Only ${selected} of ${all} clauses were selected: the verdict is about these alone.`;
}
