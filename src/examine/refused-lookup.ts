import { broken, pass, unverified, type Outcome } from '../contract/verdict.js';
import { showExchange } from '../oracle/show-exchange.js';
import type { Exchange } from '../wire/exchange.js';
import type { Context } from './context.js';
import { describeAnswer } from './describe-answer.js';
import { isSuccess } from './lookups.js';
import { whyPassingRefusal, type SendLookup } from './quiet-lookup.js';
import { untilAnswered } from './resend.js';

/** A lookup that was not answered with a success, and ought to have been. */
export interface RefusedLookup {
  /** In plain words, such as `a lookup of CRYPTO`. */
  readonly what: string;
  readonly refused: Exchange;
  /** Asks for something else that should be accepted as well. */
  readonly askSibling: SendLookup;
  /** Asks for it once more. */
  readonly askAgain: SendLookup;
  readonly expected: string;
}

/**
 * Judges a lookup that was refused. It is held against the service only where a sibling is accepted after it, and it is
 * refused again after that, also when nothing else was sent for some seconds: otherwise the moment may be to blame, such as
 * a token that has ended, or a limit of pace.
 */
export async function judgeRefusedLookup(context: Context, lookup: RefusedLookup): Promise<Outcome> {
  const { what, refused, askSibling, askAgain, expected } = lookup;
  const inTurn = (send: SendLookup): Promise<Exchange> =>
    context.lookups.inARow((ask) => untilAnswered(context.stop, () => send(ask)));
  const because = describeAnswer(what, refused);
  if (refused.response === undefined) return unverified(because);
  const sibling = await inTurn(askSibling);
  if (!isSuccess(sibling.response?.status)) {
    return unverified(`${because}; after it, so was one that should be accepted: ${describeAnswer('it', sibling)}`);
  }
  const again = await inTurn(askAgain);
  const status = again.response?.status;
  if (isSuccess(status)) return pass;
  if (status === undefined) return unverified(describeAnswer(what, again));
  const why = await whyPassingRefusal(context, askAgain, askSibling);
  if (why !== null) return unverified(`${because}; ${why}`);
  return broken({
    cause: `${what} is not answered with status 200`,
    at: 'response status',
    expected,
    actual: String(status),
    shown: showExchange(again),
    sibling: showExchange(sibling),
  });
}
