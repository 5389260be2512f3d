import { broken, pass, type Outcome } from '../contract/verdict.js';
import type { Exchange } from '../wire/exchange.js';
import { isAccepted, isRefusal } from '../wire/envelope.js';
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

/** Whether more of the refused ones were accepted right after than a limit in time leaves. */
export function doMostPass(repeated: readonly Repeated[]): boolean {
  return repeated.filter(({ isAcceptedAgain }) => isAcceptedAgain).length > repeated.length * LEAST_AGAIN;
}

/**
 * Judges whether refusals come and go with nothing that decides: few are refused, and most of these are accepted right after.
 *
 * @clause MOD-072
 */
export function judgeFickleRefusals({ sent, repeated }: Series): Outcome {
  const passing = repeated.filter(({ isAcceptedAgain }) => isAcceptedAgain);
  const [first] = passing;
  const isFickle = repeated.length <= sent * MOST_OF_ALL && doMostPass(repeated);
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

/** A valid modify that was sent over one of several connections. */
export interface Round {
  readonly connection: number;
  /** Names its order. */
  readonly order: string;
  readonly exchange: Exchange;
}

/** So many connections accept all, and each was tried so often. */
const [LEAST_ACCEPTING, LEAST_TIMES] = [2, 2];

/**
 * Judges whether it hangs on the connection alone, such as on the instance that it leads to, whether a valid modify is refused.
 *
 * @returns `null` where it does not, as far as was seen
 * @clause MOD-072
 */
export function judgeConnections(rounds: readonly Round[]): Outcome | null {
  const connections = [...new Set(rounds.map(({ connection }) => connection))].map((one) =>
    rounds.filter(({ connection }) => connection === one).map(({ exchange }) => exchange),
  );
  const refusing = connections.filter((own) => own.every(isRefusal));
  const accepting = connections.filter((own) => own.every(isAccepted));
  const [refused, accepted] = [refusing[0]?.[0], accepting[0]?.[0]];
  const isEach = refusing.length + accepting.length === connections.length;
  const isOften = connections.every(({ length }) => length >= LEAST_TIMES);
  if (refused === undefined || accepted === undefined || !isEach || !isOften) return null;
  const ordersOf = (is: typeof isRefusal): string[] =>
    rounds.filter(({ exchange }) => is(exchange)).map(({ order }) => order);
  const taken = ordersOf(isAccepted);
  if (accepting.length < LEAST_ACCEPTING || !ordersOf(isRefusal).every((order) => taken.includes(order))) return null;
  return broken({
    cause: 'valid modifies are refused on some connections, and accepted on others',
    at: 'response',
    expected: 'acceptance over any connection: a request has no meaning of its connection',
    actual: `${refusing.length} of ${connections.length} connections refused every valid modify, of orders that took others over the other connections: they may lead to another instance`,
    shown: showExchange(refused),
    sibling: showExchange(accepted),
  });
}
