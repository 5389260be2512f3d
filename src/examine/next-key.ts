import type { Reply } from '../client/service-client.js';
import { readPage } from '../oracle/walk.js';
import { dataOf } from '../wire/envelope.js';

/** The nextKey as it came, byte for byte; never for reports. */
export function rawKeyOf(reply: Reply): unknown {
  const raw = reply.raw() as { data?: { nextKey?: unknown } } | undefined;
  return raw?.data?.nextKey ?? dataOf(reply.exchange)?.['nextKey'];
}

/** The key that leads on from a page, as it came; `null` where none does. */
export function keyOfNextPage(reply: Reply): string | null {
  const page = readPage(reply.exchange);
  const key = rawKeyOf(reply);
  return typeof page !== 'string' && page.hasNext && typeof key === 'string' && key !== '' ? key : null;
}
