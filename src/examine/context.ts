import { clauseById } from '../contract/catalogue.js';
import type { Clause } from '../contract/clause.js';
import { deriveSeed } from '../contract/seed.js';
import type { Settings } from '../contract/settings.js';
import type { Outcome } from '../contract/verdict.js';
import type { ServiceClient } from '../client/service-client.js';
import type { ServiceClock } from '../client/service-clock.js';
import type { Timestamps } from '../client/timestamps.js';
import type { OrderDesk } from '../client/order-desk.js';
import type { Observer } from '../oracle/observer.js';
import type { Lookups } from './lookups.js';
import type { OnConnections, Quietly } from './subject.js';

/** What one clause's examination works with. All of it is shared by the run except `clause` and `seed`. */
export interface Context {
  readonly settings: Settings;
  readonly clause: Clause;
  /** Unsigned 32 bits, derived from the run's seed and the clause id: the same cases on any machine or shard. */
  readonly seed: number;
  readonly client: ServiceClient;
  readonly clock: ServiceClock;
  readonly timestamps: Timestamps;
  /** `null` where no order source was named. */
  readonly orders: OrderDesk | null;
  /** Walks and records that several clauses look at; each is made once. */
  readonly lookups: Lookups;
  /** Multiplies the number of generated cases; 1 at standard depth. */
  readonly scale: number;
  readonly quietly: Quietly;
  readonly onConnections: OnConnections;
  /** Has seen every exchange of the run so far. */
  readonly observer: Observer;
  /** Aborted when the run is stopped. */
  readonly stop: AbortSignal;
}

/**
 * The context for work that several clauses share and that is done once: always on behalf of the same clause, whichever
 * of them comes first, so that a part of a run sends and records what the whole run does.
 */
export function onBehalfOf(id: string, context: Context): Context {
  return { ...context, clause: clauseById(id), seed: deriveSeed(context.settings.seed, id) };
}

/**
 * Puts one clause to the test: a plain function that sends requests and returns an outcome per case.
 * It never throws for what a service does.
 */
export type Examination = (context: Context) => Promise<readonly Outcome[]>;

/** Examinations by clause id. */
export type Examinations = Readonly<Record<string, Examination>>;
