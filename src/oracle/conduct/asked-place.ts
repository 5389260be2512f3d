import { operationAt, originForm } from '../../wire/operation-of.js';
import { splitTarget } from '../../wire/target.js';
import { quoteShort } from '../describe-value.js';
import { rule, type Sight } from './sight.js';

/** What asks whether something is there, and for nothing. */
const HARMLESS = ['OPTIONS', 'HEAD'];
const PLACES = { 'modify-order': 'POST /orders/modify', 'list-instruments': 'GET /stocks/orders' } as const;

/**
 * Judges whether a request that is for neither operation is meant for one: by another method, or at a path that differs
 * from it in its beginning, in case or in slashes. Other paths are a client's own affair.
 *
 * @clause CLI-051
 */
export function judgePlace(sight: Sight): void {
  const { passage, exchange, facts } = sight;
  const { method, target } = passage.request;
  if (exchange.operation !== null) rule(sight, 'CLI-051', null);
  if (exchange.operation !== null || HARMLESS.includes(method)) return;
  const at = operationAt(target, facts.prefix);
  const isNear = /\/orders\/modify$|\/stocks\/orders$/.test(plainPath(target));
  if (at === null && (facts.task === null || !isNear)) return;
  const shown = `${exchange.request.method} ${splitTarget(originForm(exchange.request.target)).path}`;
  rule(sight, 'CLI-051', {
    cause: at === null ? 'an operation is asked for at another path' : 'an operation is asked for by another method',
    at: at === null ? 'request target' : 'request method',
    expected: facts.task === null ? 'that of the document' : `${PLACES[facts.task.task]}, below ${facts.prefix}`,
    actual: quoteShort(shown),
  });
}

/** Without what is often got wrong. */
function plainPath(target: string): string {
  const { path } = splitTarget(originForm(target));
  return path.toLowerCase().replace(/\/+/g, '/').replace(/\/$/, '');
}
