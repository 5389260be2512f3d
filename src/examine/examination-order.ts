import type { Clause } from '../contract/clause.js';

/**
 * Requests that a smoke run sends for a clause, where they are many. Rough is enough: they decide what is tried first.
 * `npm run prove` measures them (`costs` in its results).
 */
const REQUESTS: Readonly<Record<string, number>> = {
  'MOD-008': 287,
  'TPS-001': 260,
  'MOD-041': 220,
  'MOD-001': 108,
  'SIG-004': 98,
  'TPS-041': 96,
  'TPS-042': 96,
  'TPS-043': 96,
  'ORD-001': 96,
  'MOD-064': 78,
  'MOD-034': 58,
  'MOD-019': 56,
  'MOD-021': 56,
  'MOD-009': 52,
  'MOD-033': 50,
  'MOD-035': 49,
  'MOD-036': 46,
  'TPS-031': 40,
  'TPS-032': 40,
  'MOD-011': 40,
  'MOD-012': 40,
  'MOD-013': 40,
  'MOD-014': 40,
  'MOD-015': 40,
  'MOD-017': 40,
  'MOD-018': 40,
  'MOD-020': 40,
  'MOD-022': 40,
  'MOD-023': 40,
};

/** What most of the others need. */
const FEW_REQUESTS = 20;

/**
 * The order in which clauses are put to the test, so that a fault is noticed after few requests: short ones before long
 * ones, and those that nothing can break last.
 */
export function examinationOrder(clauses: readonly Clause[]): readonly Clause[] {
  const rank = ({ id, kind }: Clause): number => (kind === 'observe' ? Infinity : (REQUESTS[id] ?? FEW_REQUESTS));
  return [...clauses].sort((a, b) => compare(rank(a), rank(b)));
}

function compare(one: number, other: number): number {
  return one === other ? 0 : one - other;
}
