import type { Results, Shard } from '../contract/results.js';
import { withDigest } from '../contract/results-digest.js';
import type { Certification } from './certification.js';

/** The results of one part of a run, with what the other parts need of it. */
export function shardResults(results: Results, shard: Shard, certification: Pick<Certification, 'watched'>): Results {
  const { plan } = results;
  if (plan === undefined) throw new Error('A shard has a plan.');
  return withDigest({ ...results, plan: { ...plan, shard }, watched: certification.watched() });
}
