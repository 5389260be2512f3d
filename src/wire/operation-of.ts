import type { OperationId } from '../contract/clause.js';

const UNRESERVED = /[\w.~-]/;

/**
 * The operation that a request is for, by its method and its path; `null` for any other request.
 *
 * @param target - as sent: in origin-form or absolute-form, percent-encoded or not (RFC 9112 section 3.2, RFC 3986
 *   section 6.2.2). What is not the same by these, such as another case or a slash at the end, is another resource.
 * @param prefix - path of the base URL, such as `/public/v1`
 */
export function operationOf(method: string, target: string, prefix: string): OperationId | null {
  const operation = operationAt(target, prefix);
  if (operation === 'modifyOrder') return method === 'POST' ? operation : null;
  return method === 'GET' ? operation : null;
}

/** The same by the path alone, whatever the method. */
export function operationAt(target: string, prefix: string): OperationId | null {
  const path = normalPath(pathOf(target));
  const base = normalPath(prefix).replace(/\/$/, '');
  if (path === `${base}/orders/modify`) return 'modifyOrder';
  return path === `${base}/stocks/orders` ? 'listOrderableStocks' : null;
}

/** A target without scheme and host: path, and `?query` where there is one, as sent. */
export function originForm(target: string): string {
  const [, rest] = /^https?:\/\/[^/?#]*(.*)$/is.exec(target) ?? [];
  if (rest === undefined) return target;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** The path in the one spelling that all equivalent ones have: RFC 3986 section 6.2.2, but for the case of letters. */
export function normalPath(path: string): string {
  if (!/%|\/\./.test(path)) return path;
  const decoded = path.replace(/%[0-9a-f]{2}/gi, (code) => {
    const char = String.fromCharCode(parseInt(code.slice(1), 16));
    return UNRESERVED.test(char) ? char : code.toUpperCase();
  });
  return decoded.includes('/.') ? withoutDots(decoded) : decoded;
}

function pathOf(target: string): string {
  return originForm(target).replace(/\?.*$/s, '');
}

/** RFC 3986 section 5.2.4. */
function withoutDots(path: string): string {
  const kept: string[] = [];
  const segments = path.split('/');
  for (const segment of segments) {
    if (segment === '..' && kept.length > 1) kept.pop();
    else if (segment !== '.' && segment !== '..') kept.push(segment);
  }
  if (/^\.{1,2}$/.test(segments.at(-1) ?? '')) kept.push('');
  return kept.join('/');
}
