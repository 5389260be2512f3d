import { broken, pass, type Outcome } from '../contract/verdict.js';
import type { Exchange } from '../wire/exchange.js';
import { showExchange } from './show-exchange.js';

/** A valid modify that was refused, and what became of the same one right after it. */
export interface Repeated {
  readonly refused: Exchange;
  readonly again: Exchange;
  readonly isAcceptedAgain: boolean;
}

/** Valid modifies of orders in turn, each sent once, and once more at once where it was refused. */
export interface Series {
  readonly sent: number;
  readonly repeated: readonly Repeated[];
}

/** Where more are refused, that is no exception. */
const MOST_OF_ALL = 1 / 2;
/** A limit on how many are taken in a time lets none pass right after a refusal, or one now and then. */
const LEAST_AGAIN = 1 / 2;

/**
 * Judges whether refusals come and go with nothing that decides: few are refused, and most of these are accepted right after.
 *
 * @clause MOD-072
 */
export function judgeFickleRefusals({ sent, repeated }: Series): Outcome {
  const passing = repeated.filter(({ isAcceptedAgain }) => isAcceptedAgain);
  const [first] = passing;
  const isFickle = repeated.length <= sent * MOST_OF_ALL && passing.length > repeated.length * LEAST_AGAIN;
  if (first === undefined || !isFickle) return pass;
  return broken({
    cause: 'valid modifies are refused now and then, and accepted when they are sent again at once',
    at: 'response',
    expected: 'acceptance of each, as of the same modify right after it',
    actual: `${repeated.length} of ${sent} valid modifies of orders that took others before and after were refused with status ${first.refused.response?.status ?? 0}; of these, ${passing.length} were accepted when they were sent again at once`,
    shown: showExchange(first.refused),
    sibling: showExchange(first.again),
  });
}
