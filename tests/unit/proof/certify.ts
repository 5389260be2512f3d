import type { Depth } from '../../../src/contract/profile.js';
import type { Results } from '../../../src/contract/results.js';
import type { ReferenceOptions } from '../../../src/mock/reference-service.js';
import { certifyReference } from '../../support/certify-reference.js';

/** Certifies a reference service of its own, every clause, in this process. */
export function certify(options: ReferenceOptions, depth: Depth, seed = 42): Promise<Results> {
  return certifyReference(options, { depth, seed });
}

/** Ids of the clauses that were found broken, sorted. */
export function brokenIn({ clauses }: Results): string[] {
  return clauses
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
    .map(({ id }) => id)
    .sort();
}
