import type { Results } from '../contract/results.js';
import { renderAnnotations } from '../report/machine/render-annotations.js';

/**
 * What the runner of GitHub Actions is told of a run, to be printed on standard error; nothing anywhere else. A shard tells
 * nothing: the report of all shards does.
 */
export function annotationsFor(results: Results, env: Readonly<Record<string, string | undefined>>): string {
  const isTold = env['GITHUB_ACTIONS'] === 'true' && results.plan?.shard === undefined;
  return isTold ? renderAnnotations(results) : '';
}
