import type { OperationId } from '../../contract/clause.js';
import type { Check } from '../behaviour.js';
import type { NamedOperation } from '../named-operations.js';
import { refuse } from '../refusal.js';

/** The prefix that the base URL ends with, unless another one is asked for. */
export const PREFIX = '/public/v1';

/** What a path leads to. */
export interface Route {
  /** A HEAD is no GET, since the document does not name it. */
  readonly method: string;
  /** `null` for an operation that the document only names. */
  readonly operation: OperationId | null;
  /** Clause id of an operation that the document only names. */
  readonly named: string | null;
}

/** Paths are compared as sent: no other case, no trailing slash, no escapes. */
export function makeRoutes(prefix: string, named: readonly NamedOperation[]): ReadonlyMap<string, Route> {
  return new Map<string, Route>([
    [`${prefix}/orders/modify`, { method: 'POST', operation: 'modifyOrder', named: null }],
    [`${prefix}/stocks/orders`, { method: 'GET', operation: 'listOrderableStocks', named: null }],
    ...named.map(
      ({ clause, path, method }) => [`${prefix}${path}`, { method, operation: null, named: clause }] as const,
    ),
  ]);
}

export const route: Check = (call) => {
  const found = call.service.routes.get(call.incoming.path);
  if (found === undefined) return refuse('unknown-path');
  if (call.incoming.method !== found.method) return refuse('wrong-method');
  call.operation = found.operation;
  call.named = found.named;
  return null;
};
