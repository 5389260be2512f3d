import { loadCatalogue } from './catalogue.js';
import type { GivenTasks } from './given-tasks.js';
import type { Results } from './results.js';

/** Areas of whose clauses each is put to the test by walks, or by what walks show. */
const WALK_AREAS: readonly string[] = ['lookup', 'paging', 'instrument'];
/** Modifies nothing of its own: what the modifies of other clauses show answers it. */
const BY_OTHERS = 'OPN-050';

/** How often a service was seen to do what all else rests on: accept a modify, end a walk. */
export interface Deeds {
  readonly modifies: number;
  readonly walks: number;
}

/**
 * What a service was asked by the clauses that were chosen and apply, waived or not, and how often it was seen to do it;
 * nothing of modifies where none may be sent.
 */
export function serviceTasks(
  { clauses, readOnly = false }: { readonly clauses: Results['clauses']; readonly readOnly?: boolean | undefined },
  seen: Deeds,
): GivenTasks {
  const applying = new Set(clauses.flatMap(({ id, verdict }) => (verdict === 'inapplicable' ? [] : [id])));
  const chosen = loadCatalogue().filter(({ id }) => applying.has(id));
  const modifies = readOnly ? 0 : chosen.filter((clause) => clause.modifies && clause.id !== BY_OTHERS).length;
  const walks = chosen.filter(({ area }) => WALK_AREAS.includes(area)).length;
  return {
    ...(modifies > 0 && { modifies: { given: modifies, done: seen.modifies } }),
    ...(walks > 0 && { walks: { given: walks, done: seen.walks } }),
  };
}
