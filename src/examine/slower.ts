import type { ModifyRecipe } from '../client/request-recipe.js';
import type { Context } from './context.js';
import { Mutex } from './mutex.js';
import type { Bench } from './sandwich.js';

/** Bounds, in requests a second, below which sending does not get slower: then it is as fast again as it was. */
const SLOWEST_PER_SECOND = 10;
/** So many valid modifies that are refused in quiet, too, and a run looks at no further one. */
const MOST_STANDING = 3;

/** What a run learned of how fast a service takes modifies that does not say so with status 429. */
interface Tempo {
  /** One at a time, so that the first tells the others. */
  readonly turns: Mutex;
  slowed: number;
  standing: number;
  isInVain: boolean;
}

const tempos = new WeakMap<object, Tempo>();

/** How often sending got slower so far. What was refused before is to be tried anew. */
export function timesSlowed(context: Pick<Context, 'client'>): number {
  return tempoOf(context).slowed;
}

/**
 * Whether a valid modify that was refused, of a service that accepted others like it, is to be sent again since sending is
 * slower now than it was: where nothing else is sent for some seconds, the service takes it.
 *
 * @param since - {@link timesSlowed} as it was sent
 */
export function isWorthAnotherTry(bench: Bench, recipe: ModifyRecipe, since: number): Promise<boolean> {
  const { context } = bench;
  const tempo = tempoOf(context);
  return tempo.turns.run(async () => {
    if (tempo.slowed > since) return true;
    if (tempo.isInVain || tempo.standing >= MOST_STANDING || context.stop.aborted) return false;
    const isTaken = await isTakenInQuiet(bench, recipe);
    if (isTaken === false) tempo.standing += 1;
    return isTaken === true && slowDown(context);
  });
}

/** `null`: it was not answered. */
async function isTakenInQuiet(bench: Bench, recipe: ModifyRecipe): Promise<boolean | null> {
  let isTaken: boolean | null = null;
  await bench.context.quietly(async (client) => {
    isTaken = await bench.isTaken([recipe], client);
  });
  return isTaken;
}

/**
 * Makes sending slower, where a valid modify was refused and then accepted in quiet: one request at a time first, then each
 * time a quarter as many in a second.
 *
 * @returns whether it got slower
 */
export function slowDown(context: Pick<Context, 'client' | 'pace'>): boolean {
  const tempo = tempoOf(context);
  if (tempo.isInVain) return false;
  if (context.pace.highestPerSecond < SLOWEST_PER_SECOND) {
    tempo.isInVain = true;
    context.pace.asFastAsBefore();
    return false;
  }
  if (tempo.slowed === 0) context.pace.oneAtATime();
  else context.pace.quarter();
  tempo.slowed += 1;
  return true;
}

/** What they say of a run that got slower; nothing where that did not help. */
export function slowerNote(context: Pick<Context, 'client' | 'pace'>): string[] {
  const { slowed, isInVain } = tempoOf(context);
  if (slowed === 0 || isInVain) return [];
  const { highestPerSecond } = context.pace;
  const rate = slowed === 1 ? '' : `, at most ${Number(highestPerSecond.toPrecision(2))} in a second`;
  return [
    `The service refused valid modifies that it took at a slower pace, and did not say so with status 429: requests were sent one at a time${rate}.`,
  ];
}

function tempoOf({ client }: Pick<Context, 'client'>): Tempo {
  let tempo = tempos.get(client);
  if (tempo === undefined)
    tempos.set(client, (tempo = { turns: new Mutex(), slowed: 0, standing: 0, isInVain: false }));
  return tempo;
}
