import type { Clause } from '../contract/clause.js';

/**
 * Requests that a smoke run sends for a clause, where they are many. Rough is enough: they decide what is tried first.
 * `npm run prove` measures them (`costs` in its results).
 */
const REQUESTS: Readonly<Record<string, number>> = {
  'MOD-008': 289,
  // Last: what became of the modifies of all others tells it.
  'MOD-071': 10_000,
  'MOD-072': 10_000,
  'TPS-001': 260,
  'MOD-041': 220,
  'ORD-001': 155,
  'MOD-064': 114,
  'MOD-001': 108,
  'SIG-004': 118,
  'TPS-041': 96,
  'TPS-042': 96,
  'TPS-043': 96,
  'MOD-033': 79,
  'MOD-017': 76,
  'MOD-018': 76,
  'MOD-034': 74,
  'ORD-002': 71,
  'MOD-009': 70,
  'MOD-036': 69,
  'ORD-003': 61,
  'MOD-019': 56,
  'MOD-021': 56,
  'MOD-031': 54,
  'MOD-032': 54,
  'MOD-011': 52,
  'MOD-012': 52,
  'MOD-013': 52,
  'MOD-014': 52,
  'MOD-015': 52,
  'MOD-020': 52,
  'MOD-022': 52,
  'MOD-023': 52,
  'MOD-062': 48,
  'ORD-004': 48,
  'MOD-035': 46,
  'TPS-031': 44,
  'TPS-032': 44,
  'TPS-033': 44,
  'MOD-016': 40,
};

/** Areas whose other clauses have most ways to be broken for each request that they take. */
const TELLING_AREAS = new Set(['version', 'token', 'signature', 'timestamp', 'operations', 'lookup', 'paging']);
const FEW_REQUESTS = 10;
/** What most of the others need. */
const SOME_REQUESTS = 20;

/**
 * The order in which clauses are put to the test, so that a fault is noticed after few requests: short ones before long
 * ones, and last those that nothing can break and those that wait for all others.
 */
export function examinationOrder(clauses: readonly Clause[]): readonly Clause[] {
  return [...clauses].sort((a, b) => compare(requestsFor(a), requestsFor(b)));
}

/** Roughly how many requests are sent for a clause; none is known for those that come last anyway. */
export function requestsFor({ id, area, kind, passive }: Clause): number {
  if (kind === 'observe' || passive) return Infinity;
  return REQUESTS[id] ?? (TELLING_AREAS.has(area) ? FEW_REQUESTS : SOME_REQUESTS);
}

function compare(one: number, other: number): number {
  return one === other ? 0 : one - other;
}
