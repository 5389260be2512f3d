import type { ModifyRecipe } from '../client/request-recipe.js';
import type { Context } from './context.js';
import { Mutex } from './mutex.js';
import type { Bench } from './sandwich.js';

/** After so many refusals that passed with time, the others of a run are taken to be like them. */
const MOST_PASSED = 3;

/** What a run learned of refusals of valid modifies. */
interface Learned {
  /** One at a time, so that the first tells the others. */
  readonly turns: Mutex;
  passed: number;
  /** Clauses for which a refusal did not pass with time. */
  readonly standing: Set<string>;
}

const learnedInRun = new WeakMap<object, Learned>();

/** Said of a modify that tells nothing, since the service may have refused it for its moment. */
const REFUSED_FOR_A_WHILE =
  'valid modifies were refused, and accepted once nothing else had been sent for some seconds: the service seems to take only so many at a time, and does not say so with status 429 (a lower `--rate` may help)';

/**
 * Whether the refusal of a valid modify may be about its moment alone: how many modifies a service takes in a second, of one
 * order or of all, the document does not say. Nothing else is sent for some seconds, then the modify again; of each clause
 * only until one is refused all the same.
 *
 * @param recipes - the modify, and others like it: one that is accepted is enough
 * @param before - refused ones that are sent again before it, in a quiet of their own, where it was refused after them
 * @returns why the refusal tells nothing; `null`: it stands
 */
export function whyForAWhile(
  bench: Bench,
  recipes: readonly ModifyRecipe[],
  before: readonly ModifyRecipe[] = [],
): Promise<string | null> {
  const learned = learnedBy(bench.context);
  return learned.turns.run(async () => {
    const { clause } = bench.context;
    if (learned.standing.has(clause.id)) return null;
    if (learned.passed >= MOST_PASSED) return REFUSED_FOR_A_WHILE;
    if (before.length > 0) await bench.isTakenInQuiet(before);
    const isTaken = await bench.isTakenInQuiet(recipes);
    if (isTaken === null) return 'a valid modify was refused, and not answered when it was sent again';
    if (isTaken) {
      learned.passed += 1;
      return REFUSED_FOR_A_WHILE;
    }
    learned.standing.add(clause.id);
    return null;
  });
}

function learnedBy({ client }: Context): Learned {
  let learned = learnedInRun.get(client);
  if (learned === undefined)
    learnedInRun.set(client, (learned = { turns: new Mutex(), passed: 0, standing: new Set() }));
  return learned;
}
