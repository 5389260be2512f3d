import { loadCatalogue } from '../../../src/contract/catalogue.js';
import type { Depth } from '../../../src/contract/profile.js';
import type { Results } from '../../../src/contract/results.js';
import type { ReferenceOptions } from '../../../src/mock/reference-service.js';
import { certifyReference } from '../../support/certify-reference.js';

/** Certifies a reference service of its own in this process, by the clauses of such ids. */
export function certify(options: ReferenceOptions, depth: Depth, which = /./): Promise<Results> {
  const clauses = loadCatalogue('service').flatMap(({ id, role }) => (role !== 'client' && which.test(id) ? [id] : []));
  return certifyReference(options, { depth, seed: 42 }, clauses);
}

/** Ids of the clauses that were found broken, sorted. */
export function brokenIn({ clauses }: Results): string[] {
  return clauses
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
    .map(({ id }) => id)
    .sort();
}
