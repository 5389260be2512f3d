import type { OperationId } from '../../contract/clause.js';
import { splitTarget } from '../../wire/signing.js';

/**
 * The operation that a request is for, by its method and its exact path; `null` for any other request.
 *
 * @param prefix - path of the base URL, such as `/public/v1`
 */
export function operationOf(method: string, target: string, prefix: string): OperationId | null {
  const { path } = splitTarget(target);
  const base = prefix.replace(/\/$/, '');
  if (method === 'POST' && path === `${base}/orders/modify`) return 'modifyOrder';
  if (method === 'GET' && path === `${base}/stocks/orders`) return 'listOrderableStocks';
  return null;
}
