import type { Sleep } from '../client/pace.js';

/** So long nothing is sent before a modify that may have been refused for its moment is sent again, in milliseconds. */
export const QUIET_MS = 3_000;

/** How far apart they are sent at first: slower than most limits, and some hundreds within a minute. */
const FIRST_SPACING_MS = 100;

/** After so many that were not taken in a row, nothing is sent for some seconds; where they were the first, no more at all. */
const MOST_IN_A_ROW = 5;

/** So many rounds in a row may be in vain where an earlier one helped: the last few may have met the wrong instance. */
const MOST_IN_VAIN = 2;

/** What came of one: what was refused or put off is sent again, what is neither of these nor taken is not. */
export type Taken = 'taken' | 'refused' | 'put off' | 'other';

/**
 * Sends one after another, slowly, what was refused or put off when all was sent at once: each round after a quiet of some seconds, as
 * long as that helps, and where it did once, for some rounds more.
 *
 * @param limit - once aborted, nothing more is sent
 * @returns those that are refused or put off all the same, or were not sent any more
 */
export async function oneByOne<T>(
  items: readonly T[],
  send: (item: T) => Promise<Taken>,
  { sleep, limit }: { readonly sleep: Sleep; readonly limit: AbortSignal },
): Promise<readonly T[]> {
  let left = spread(items);
  let spacingMs = FIRST_SPACING_MS;
  let [hasHelped, inVain] = [false, 0];
  while (left.length > 0 && !limit.aborted) {
    await sleep(QUIET_MS, limit);
    const round = await sendRound(left, send, { pause: () => sleep(spacingMs, limit), limit });
    left = round.left;
    inVain = round.hasHelped ? 0 : inVain + 1;
    hasHelped ||= round.hasHelped;
    if (inVain > (hasHelped ? MOST_IN_VAIN : 0)) break;
    if (round.isBrokenOff) spacingMs *= 2;
  }
  return left;
}

interface Round<T> {
  readonly left: readonly T[];
  /** One at least was taken. */
  readonly hasHelped: boolean;
  readonly isBrokenOff: boolean;
}

async function sendRound<T>(
  items: readonly T[],
  send: (item: T) => Promise<Taken>,
  { pause, limit }: { readonly pause: () => Promise<void>; readonly limit: AbortSignal },
): Promise<Round<T>> {
  const left: T[] = [];
  let hasHelped = false;
  let inARow = 0;
  for (const [at, item] of items.entries()) {
    if (at > 0) await pause();
    if (limit.aborted) return { left: [...items.slice(at), ...left], hasHelped: false, isBrokenOff: true };
    const taken = await send(item);
    if (taken === 'refused' || taken === 'put off') left.push(item);
    if (taken === 'taken') [hasHelped, inARow] = [true, 0];
    else inARow += 1;
    if (inARow === MOST_IN_A_ROW) return { left: [...items.slice(at + 1), ...left], hasHelped, isBrokenOff: true };
  }
  return { left, hasHelped, isBrokenOff: false };
}

/** Neighbours, which are often of a kind and then refused for the same reason, far from each other. */
function spread<T>(items: readonly T[]): readonly T[] {
  const placed = items.map((item, at) => ({ item, place: (at * GOLDEN) % 1 }));
  return placed.sort((one, other) => one.place - other.place).map(({ item }) => item);
}

const GOLDEN = (Math.sqrt(5) - 1) / 2;
