import type { Order } from '../contract/order.js';
import { loadCatalogue } from '../contract/catalogue.js';
import type { Clause, OperationId } from '../contract/clause.js';
import type { ClauseResult, Results } from '../contract/results.js';
import type { Deeds } from '../contract/service-tasks.js';
import type { Answer } from '../contract/verdict.js';
import { OBSERVED_QUESTIONS } from '../oracle/observer.js';
import type { ChangedOrders } from '../wire/changed-orders.js';

/** What exchanges.jsonl of a stopped run has. */
export interface RecordSummary {
  readonly exchanges: number;
  readonly highestNumber: number;
  /** By the clause on whose behalf they were sent. */
  readonly byClause: ReadonlyMap<string, number>;
  /** Orders that its modifies changed, or may have. */
  readonly changed: ChangedOrders;
  /** Operations that the service did what was asked by. */
  readonly accepted: ReadonlySet<OperationId>;
  /** When the last modify was sent, milliseconds since the epoch; 0: none was. */
  readonly lastModifyAtMs: number;
}

/** What the earlier part of a run came to that goes on: what was judged is not put to the test again. */
export interface EarlierPart {
  readonly startedAtMs: number;
  /** Also the highest number that one of its exchanges has. */
  readonly requests: number;
  readonly unrecorded: number;
  /** How many of its requests are in the record, by the clause on whose behalf they were sent. */
  readonly sent: ReadonlyMap<string, number>;
  /** What it said of itself that is so of the whole run. */
  readonly notes: readonly string[];
  /** Clauses that were put to the test wholly. */
  readonly judged: ReadonlyMap<string, ClauseResult>;
  /** Clauses that were broken before they were put to the test wholly. */
  readonly broken: ReadonlyMap<string, ClauseResult>;
  /** What its answers say of clauses about every answer. */
  readonly watched: ReadonlyMap<string, ClauseResult>;
  /** To open questions, by id. */
  readonly answers: Readonly<Record<string, Answer>>;
  /** First values of the orders that may not be set back. */
  readonly orders: readonly Order[];
  /** Orders that it changed, or may have. */
  readonly changed: ChangedOrders;
  /** Operations that the service did what was asked by. */
  readonly accepted: ReadonlySet<OperationId>;
  readonly lastModifyAtMs: number;
  /** What the service did, as far as its results count that. */
  readonly deeds: Deeds;
}

/**
 * Reads what a stopped run came to. A clause counts as judged where the record has as many of its exchanges as it had sent.
 *
 * @param results - with `stopped`
 */
export function earlierPart(
  results: Results,
  record: RecordSummary,
  { notes, orders }: Pick<EarlierPart, 'notes' | 'orders'>,
): EarlierPart {
  const { stopped = NOTHING } = results;
  const requests = Math.max(results.requests, record.highestNumber);
  const asked = new Set(loadCatalogue().flatMap((clause) => (comesLast(clause) ? [] : [clause.id])));
  const said = new Set(stopped.judged);
  const isJudged = ({ id, requests: sent }: ClauseResult): boolean =>
    asked.has(id) && said.has(id) && (record.byClause.get(id) ?? 0) >= sent;
  const judged = byId(results.clauses.filter(isJudged));
  const broken = results.clauses.filter(
    ({ id, brokenCases }) => asked.has(id) && brokenCases !== undefined && !judged.has(id),
  );
  const answers = results.questions.filter(({ id, observed }) => judged.has(id) && observed !== null);
  return {
    startedAtMs: Date.parse(results.startedAt),
    requests,
    unrecorded: requests - record.exchanges,
    sent: record.byClause,
    notes,
    judged,
    broken: byId(broken),
    watched: byId(stopped.watched.clauses),
    answers: { ...stopped.watched.answers, ...Object.fromEntries(answers.map(({ id, observed }) => [id, observed])) },
    orders,
    changed: record.changed,
    accepted: record.accepted,
    lastModifyAtMs: record.lastModifyAtMs,
    deeds: { modifies: results.tasks?.modifies?.done ?? 0, walks: results.tasks?.walks?.done ?? 0 },
  };
}

/** Whether a clause is judged by what the run shows as a whole, and so after all others. */
export function comesLast({ id, passive }: Pick<Clause, 'id' | 'passive'>): boolean {
  return passive || OBSERVED_QUESTIONS.includes(id);
}

const NOTHING: NonNullable<Results['stopped']> = { because: '', judged: [], watched: { clauses: [], answers: {} } };

function byId(clauses: readonly ClauseResult[]): ReadonlyMap<string, ClauseResult> {
  return new Map(clauses.map((clause) => [clause.id, clause]));
}
