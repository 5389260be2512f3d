import type { Results } from '../contract/results.js';
import { openCertification, type CertificationOptions } from './certification.js';

/** What {@link certifyService} may be told beside the settings. */
export interface CertifyServiceOptions extends CertificationOptions {
  /** Clause ids to examine; default: all that can be. */
  readonly clauses?: readonly string[];
}

/**
 * Certifies a service without Playwright, writing exchanges.jsonl into `settings.outDir` and nothing else.
 *
 * @returns the results, with every clause of the catalogue
 */
export async function certifyService(options: CertifyServiceOptions): Promise<Results> {
  const certification = await openCertification(options);
  const clauses = options.clauses ?? certification.examinable.map(({ id }) => id);
  certification.plan(clauses);
  await Promise.all(clauses.map((id) => certification.examine(id)));
  await certification.close();
  return certification.results('the run ended before it was examined');
}
