import { broken, pass, unverified, type Outcome } from '../contract/verdict.js';
import { isAccepted, isRefusal } from '../wire/envelope.js';
import type { Exchange } from '../wire/exchange.js';
import { showExchange } from './show-exchange.js';

/** How the timestamp of a valid modify stands to those of the ones before; all are inside the window. */
export type TimestampPlace = 'above' | 'the same' | 'below';

/** Valid modifies with one timestamp, in other bodies, of which one is accepted if it can be. */
export interface TimestampCase {
  readonly place: TimestampPlace;
  readonly timestamp: number;
  /** The last of them. */
  readonly exchange: Exchange;
}

/** So often in turns a timestamp above is accepted, and one that stands otherwise is refused. */
export const TELLING_ROUNDS = 3;

const CAUSES = {
  'the same': 'a valid modify is refused for an X-Timestamp that another one had',
  below: 'a valid modify is refused for an X-Timestamp below that of the one before',
} as const;

/**
 * Judges valid modifies in the order in which they were sent: whether their timestamp alone is what they are refused for. It is
 * where those in one place are refused each time, and those above, right before and after each, accepted.
 *
 * @clause CLK-008 CLK-009
 */
export function judgeTimestampUse(cases: readonly TimestampCase[], place: keyof typeof CAUSES): Outcome {
  const own = cases.filter((one) => one.place === place);
  if (own.some(({ exchange }) => isAccepted(exchange))) return pass;
  const telling = cases.filter((one, at) => {
    const before = cases.slice(0, at).findLast((other) => other.place === 'above');
    const after = cases.slice(at).find((other) => other.place === 'above');
    const isBetween = [before, after].every((other) => other !== undefined && isAccepted(other.exchange));
    return one.place === place && isRefusal(one.exchange) && isBetween;
  });
  const last = telling.at(-1);
  if (last === undefined || telling.length < TELLING_ROUNDS || telling.length < own.length)
    return unverified('valid modifies with timestamps of their own were refused as well, or not answered');
  const accepted = cases.slice(0, cases.indexOf(last)).findLast((other) => isAccepted(other.exchange));
  return broken({
    cause: CAUSES[place],
    at: 'request header X-Timestamp',
    expected: 'acceptance: it is inside the window, and nothing else is said of it',
    actual: `refused ${telling.length} of ${own.length} times, and ones with a later timestamp were accepted right before and after each: ${toldOf(last, accepted)}`,
    shown: showExchange(last.exchange),
    ...(accepted && { sibling: showExchange(accepted.exchange) }),
  });
}

function toldOf({ place, timestamp }: TimestampCase, accepted: TimestampCase | undefined): string {
  return place === 'the same'
    ? `${timestamp}, which one that was accepted had as well`
    : `${timestamp}, after one with ${accepted?.timestamp ?? 'a later one'}`;
}
