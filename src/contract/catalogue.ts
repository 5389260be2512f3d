import type { ContractDigest } from './catalogue-source.js';
import type { Clause, Side } from './clause.js';
import { CATALOGUE, CONTRACT } from './generated/catalogue.js';
import { SuiteError } from './suite-error.js';

const FOR_CLIENT: readonly Clause[] = CATALOGUE.map((clause) => ({ ...clause, ...clause.client }));

/**
 * All clauses, area by area, in the order in which a reader meets them in the document.
 *
 * @param side - whose conduct is judged: clauses of both roles have the sentence, kind and basis of that side
 */
export function loadCatalogue(side: Side = 'service'): readonly Clause[] {
  return side === 'client' ? FOR_CLIENT : CATALOGUE;
}

/** Which contract this version certifies against. */
export function contractDigest(): ContractDigest {
  return CONTRACT;
}

let byId: ReadonlyMap<string, Clause> | undefined;

/** The clause with this id, if there is one, as it binds a service. */
export function findClause(id: string): Clause | undefined {
  byId ??= new Map(CATALOGUE.map((clause) => [clause.id, clause]));
  return byId.get(id);
}

/** The clause with this id. Throws if there is none: ids are checked where they come from a user. */
export function clauseById(id: string): Clause {
  const clause = findClause(id);
  if (clause === undefined) {
    throw new SuiteError(`No clause has the id ${id}.`, 'the clause catalogue', 'look at specs/clauses');
  }
  return clause;
}
