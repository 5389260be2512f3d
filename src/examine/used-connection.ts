import { broken, ON_USED_ALONE, type Outcome } from '../contract/verdict.js';
import { isDeclined, isDoneAllTheSame } from '../oracle/refusal.js';
import type { Exchange } from '../wire/exchange.js';
import type { Context } from './context.js';

/** How the request of a breach is sent again, with nothing else between its parts. */
export interface SentAgain {
  /** Over a connection that carried nothing before. */
  readonly apart: () => Promise<Exchange>;
  /** Right after a valid request, which leaves its connection to it. */
  readonly afterValid: () => Promise<Exchange>;
}

/** How often it is sent after a valid request: another one may get the connection first. */
const MOST_AFTER_VALID = 3;

/** By client, then by clause and cause: whether breaches were seen on a new connection, too. */
const known = new WeakMap<object, Map<string, 'on both' | 'on used ones'>>();

/**
 * Tries a breach on a connection that carried nothing before, until one of its cause shows there as well. Where it shows
 * only after a valid request on the same connection, such as with a token that is remembered of it, the finding says so.
 */
export async function triedApart(
  { client, clause, stop }: Context,
  outcome: Outcome,
  again: SentAgain,
): Promise<Outcome> {
  if (outcome.outcome !== 'broken') return outcome;
  const { finding } = outcome;
  const seen = known.get(client) ?? new Map<string, 'on both' | 'on used ones'>();
  known.set(client, seen);
  const key = `${clause.id} ${finding.cause}`;
  if (seen.get(key) === 'on both' || stop.aborted) return outcome;
  const isDeclinedApart = isDeclined(await again.apart());
  const isOnUsed = isDeclinedApart && (seen.has(key) || (await isDoneAfterValid(again)));
  seen.set(key, isOnUsed ? 'on used ones' : 'on both');
  if (!isOnUsed) return outcome;
  return broken({
    ...finding,
    cause: `${finding.cause}${ON_USED_ALONE}`,
    actual: `${finding.actual}; on a new connection, it is refused`,
  });
}

async function isDoneAfterValid({ afterValid }: SentAgain): Promise<boolean> {
  for (let tries = 0; tries < MOST_AFTER_VALID; tries += 1) if (isDoneAllTheSame(await afterValid())) return true;
  return false;
}
