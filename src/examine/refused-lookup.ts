import { broken, pass, unverified, type Outcome } from '../contract/verdict.js';
import { showExchange } from '../oracle/show-exchange.js';
import type { Exchange } from '../wire/exchange.js';
import { describeAnswer } from './describe-answer.js';
import { isSuccess } from './lookups.js';

/** A lookup that was not answered with a success, and ought to have been. */
export interface RefusedLookup {
  /** In plain words, such as `a lookup of CRYPTO`. */
  readonly what: string;
  readonly refused: Exchange;
  /** Asks for something else that should be accepted as well. */
  readonly askSibling: () => Promise<Exchange>;
  /** Asks for it once more. */
  readonly askAgain: () => Promise<Exchange>;
  readonly expected: string;
}

/**
 * Judges a lookup that was refused. It is held against the service only where a sibling is accepted after it, and it is
 * refused again after that: otherwise the moment may be to blame, such as a token that has ended.
 */
export async function judgeRefusedLookup(lookup: RefusedLookup): Promise<Outcome> {
  const { what, refused, askSibling, askAgain, expected } = lookup;
  const because = describeAnswer(what, refused);
  if (refused.response === undefined) return unverified(because);
  const sibling = await askSibling();
  if (!isSuccess(sibling.response?.status)) {
    return unverified(`${because}; after it, so was one that should be accepted: ${describeAnswer('it', sibling)}`);
  }
  const again = await askAgain();
  const status = again.response?.status;
  if (isSuccess(status)) return pass;
  if (status === undefined) return unverified(describeAnswer(what, again));
  return broken({
    cause: `${what} is not answered with status 200`,
    at: 'response status',
    expected,
    actual: String(status),
    shown: showExchange(again),
    sibling: showExchange(sibling),
  });
}
