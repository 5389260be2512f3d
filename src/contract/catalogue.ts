import type { ContractDigest } from './catalogue-source.js';
import type { Clause } from './clause.js';
import { CATALOGUE, CONTRACT } from './generated/catalogue.js';
import { SuiteError } from './suite-error.js';

/** All clauses, area by area, in the order in which a reader meets them in the document. */
export function loadCatalogue(): readonly Clause[] {
  return CATALOGUE;
}

/** Which contract this version certifies against. */
export function contractDigest(): ContractDigest {
  return CONTRACT;
}

/** The clause with this id. Throws if there is none: ids are checked where they come from a user. */
export function clauseById(id: string): Clause {
  const clause = CATALOGUE.find((candidate) => candidate.id === id);
  if (clause === undefined) {
    throw new SuiteError(`No clause has the id ${id}.`, 'the clause catalogue', 'look at specs/clauses');
  }
  return clause;
}
