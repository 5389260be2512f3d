import type { Check } from '../behaviour.js';
import { refuse } from '../refusal.js';

/** The prefix that the base URL ends with. */
export const PREFIX = '/public/v1';

/** The method of each path; a HEAD is no GET, since the document does not name it. */
export const METHODS = new Map([
  [`${PREFIX}/orders/modify`, 'POST'],
  [`${PREFIX}/stocks/orders`, 'GET'],
]);

/** Paths are compared as sent: no other case, no trailing slash, no escapes. */
export const route: Check = (call) => {
  const method = METHODS.get(call.incoming.path);
  if (method === undefined) return refuse('unknown-path');
  if (call.incoming.method !== method) return refuse('wrong-method');
  call.operation = method === 'POST' ? 'modifyOrder' : 'listOrderableStocks';
  return null;
};
