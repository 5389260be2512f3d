import type { OrderSource } from '../contract/settings.js';
import { isClosedParameter } from '../wire/closed-names.js';
import { isOfDocument, isWeakSecret } from './weak-secret.js';

/** Numbers of accounts and codes of instruments are shorter. */
const SHORTEST_UNNAMED = 16;

/**
 * Values of the order source's query that are taken for credentials: of a parameter that is named like a secret, or long,
 * with letters and digits. Others, such as those of `account=1`, `type=LIMIT` or `stockCd=…`, may stand in any answer.
 */
export function orderCredentials(orders: OrderSource | null): string[] {
  if (orders?.kind !== 'url') return [];
  const query = new URL(orders.url).search.slice(1);
  // some services end a parameter at a semicolon
  const parts = [...query.split('&'), ...(query.includes(';') ? query.split(/[&;]/) : [])];
  // a plus sign is a space to some, and itself to others
  const read = parts.flatMap((part) => [part, part.replaceAll('+', '%2B')]);
  const pairs = read.flatMap((part) => [...new URLSearchParams(part)]);
  // a query may be a credential alone, without a name
  const credentials = pairs
    .map(([name, value]) => (value === '' ? (['', name] as const) : ([name, value] as const)))
    .filter(([name, value]) => !isWeakSecret(value) && (isClosedParameter(name) || isMixed(name, value)))
    .map(([, value]) => value);
  return [...new Set(credentials)];
}

function isMixed(name: string, value: string): boolean {
  return (
    value.length >= SHORTEST_UNNAMED && /[a-z]/i.test(value) && /\d/.test(value) && (name === '' || !isOfDocument(name))
  );
}
