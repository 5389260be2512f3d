import { loadCatalogue } from '../contract/catalogue.js';
import type { Results, Shard } from '../contract/results.js';
import { openCertification, type CertificationOptions } from './certification.js';
import { divideClauses } from './divide-clauses.js';
import { shardResults } from './shard-results.js';

/** What {@link certifyService} may be told beside the settings. */
export interface CertifyServiceOptions extends CertificationOptions {
  /** Clause ids to examine; default: all that can be. */
  readonly clauses?: readonly string[];
  /** Examines this part of them only. */
  readonly shard?: Shard;
}

/**
 * Certifies a service without Playwright, writing exchanges.jsonl into `settings.outDir` and nothing else.
 *
 * @returns the results, with every clause of the catalogue
 */
export async function certifyService(options: CertifyServiceOptions): Promise<Results> {
  const certification = await openCertification(options);
  const { shard } = options;
  const asked = options.clauses ?? certification.examinable.map(({ id }) => id);
  const clauses = shard === undefined ? asked : partOf(asked, shard);
  await certification.takeUp();
  certification.plan(clauses);
  await Promise.all(clauses.map((id) => certification.examine(id)));
  await certification.close();
  const results = certification.results('the run ended before it was examined');
  return shard === undefined ? results : shardResults(results, shard, certification);
}

function partOf(asked: readonly string[], { index, of }: Shard): readonly string[] {
  const clauses = loadCatalogue().filter(({ id }) => asked.includes(id));
  return (divideClauses(clauses, of)[index - 1] ?? []).map(({ id }) => id);
}
