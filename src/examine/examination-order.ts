import type { Clause } from '../contract/clause.js';

/**
 * Requests that a smoke run sends for a clause, where they are many. Rough is enough: they decide what is tried first.
 * `npm run prove` measures them (`costs` in its results).
 */
const REQUESTS: Readonly<Record<string, number>> = {
  'CLK-008': 0,
  'MOD-008': 289,
  'MOD-071': 290,
  'MOD-072': 290,
  'TPS-001': 260,
  'MOD-041': 220,
  'ORD-001': 155,
  'SIG-004': 118,
  'MOD-084': 117,
  'MOD-091': 115,
  'MOD-064': 114,
  'MOD-088': 112,
  'MOD-001': 108,
  'MOD-081': 106,
  'TPS-041': 96,
  'TPS-042': 96,
  'TPS-043': 96,
  'MOD-083': 95,
  'MOD-033': 91,
  'MOD-036': 91,
  'MOD-090': 88,
  'MOD-082': 78,
  'MOD-034': 72,
  'ORD-002': 71,
  'MOD-009': 70,
  'ORD-004': 69,
  'MOD-017': 66,
  'MOD-018': 66,
  'ORD-003': 61,
  'MOD-063': 58,
  'MOD-031': 54,
  'MOD-032': 54,
  'MOD-035': 54,
  'MOD-089': 54,
  'MOD-062': 48,
  'ORD-006': 48,
  'ORD-007': 48,
  'MOD-012': 46,
  'MOD-013': 46,
  'MOD-014': 46,
  'MOD-015': 46,
  'MOD-011': 42,
  'MOD-020': 42,
  'MOD-022': 42,
  'MOD-016': 42,
  'MOD-019': 38,
  'MOD-021': 38,
  'MOD-023': 38,
  'TPS-031': 38,
  'TPS-032': 38,
  'TPS-033': 38,
  'MOD-085': 38,
  'MOD-086': 38,
  'MOD-087': 38,
};

/** What became of the modifies of all others tells these, so that they come last of what sends modifies. */
const LAST = new Set(['MOD-001', 'MOD-071', 'MOD-072']);
const LAST_PLACE = 290;

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
  const placeOf = (clause: Clause): number => (LAST.has(clause.id) ? LAST_PLACE : requestsFor(clause));
  return [...clauses].sort((a, b) => compare(placeOf(a), placeOf(b)));
}

/** Roughly how many requests are sent for a clause; none is known for those that come last anyway. */
export function requestsFor({ id, area, kind, passive }: Clause): number {
  if (kind === 'observe' || passive) return Infinity;
  return REQUESTS[id] ?? (TELLING_AREAS.has(area) ? FEW_REQUESTS : SOME_REQUESTS);
}

function compare(one: number, other: number): number {
  return one === other ? 0 : one - other;
}
