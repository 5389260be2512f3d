import { NO_CHANGES } from '../arbitraries/structures.js';
import type { ModifyRecipe } from '../client/request-recipe.js';
import type { ServiceClient } from '../client/service-client.js';
import type { Context } from './context.js';
import { kindsAccepted, type Accepted } from './experience.js';
import { Mutex } from './mutex.js';
import { withBench, type Bench } from './sandwich.js';

/** After so many refusals of a clause, or of a run, that told of their moment only, its others are taken to be like them. */
const MOST_OF_A_CLAUSE = 3;
const MOST_OF_A_RUN = 12;

/** What a run learned of refusals of valid modifies. */
interface Learned {
  /** One at a time, so that the first tells the others. */
  readonly turns: Mutex;
  /** Refusals that told of their moment only. */
  readonly passing: { readonly clause: string; readonly why: string }[];
  /** Clauses for which a refusal did not pass with time. */
  readonly standing: Set<string>;
}

const learnedInRun = new WeakMap<object, Learned>();

/** What a modify that was refused came to when it was sent again. */
type Found = 'accepted' | 'standing' | 'none is taken' | 'not answered';

/** Said of a modify that tells nothing, since the service may have refused it for its moment. */
const REFUSED_FOR_A_WHILE =
  'valid modifies were refused, and accepted once nothing else had been sent for some seconds: the service seems to take only so many at a time, and does not say so with status 429 (a lower `--rate` may help)';

/** Said of a modify that is refused while others are, too. */
const NONE_IS_TAKEN =
  'a valid modify was refused, and right after it another one as well, of a kind that was accepted before: the service seems to take no more modifies, or none for the moment (a market that is closed, a quota that is used up)';

/**
 * Whether the refusal of a valid modify may be about its moment alone: how many modifies a service takes, in a second or a
 * day, of one order or of all, and when, the document does not say. Nothing else is sent for some seconds, then the modify
 * again, and where it is refused, another one like one that was accepted before; of each clause only until one is refused
 * all the same, while others are accepted.
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
    const { clause, quietly } = bench.context;
    if (learned.standing.has(clause.id)) return null;
    const known = whyUntried(learned, clause.id);
    if (known !== undefined) return known;
    const found = await withControl(bench, async (control) => {
      if (before.length > 0) {
        await quietly(async (client) => {
          await bench.isTaken(before, client);
        });
      }
      return tryInQuiet(bench, { recipes, isFollowing: before.length > 0 }, control);
    });
    if (found === 'not answered') return 'a valid modify was refused, and not answered when it was sent again';
    if (found === 'standing') {
      learned.standing.add(clause.id);
      return null;
    }
    const why = found === 'accepted' ? REFUSED_FOR_A_WHILE : NONE_IS_TAKEN;
    learned.passing.push({ clause: clause.id, why });
    return why;
  });
}

function whyUntried({ passing }: Learned, clause: string): string | undefined {
  const own = passing.filter((refusal) => refusal.clause === clause);
  if (own.length < MOST_OF_A_CLAUSE && passing.length < MOST_OF_A_RUN) return undefined;
  return (own.at(-1) ?? passing.at(-1))?.why;
}

/** Valid modifies of an order, one of which the service accepts if it accepts any. */
interface Control {
  readonly bench: Bench;
  readonly recipes: readonly ModifyRecipe[];
}

/**
 * Gives the task a control of another order, of the same instrument if there is one: what the order went through may be
 * why it is refused. `null` where no valid modify was ever accepted.
 */
async function withControl(bench: Bench, task: (control: Control | null) => Promise<Found>): Promise<Found> {
  const { context, held } = bench;
  const kinds = kindsAccepted(context);
  const isAtHand = ({ stockCd }: Accepted): boolean => stockCd === held.order.stockCd;
  for (const { request, changes } of [...kinds.filter(isAtHand), ...kinds.filter((kind) => !isAtHand(kind))]) {
    const withIt = (other: Bench): Promise<Found> => task({ bench: other, recipes: other.inEachStride(changes) });
    const found = await withBench(context, request, withIt, { wait: false });
    if (typeof found === 'string') return found;
  }
  return task(kinds.length === 0 ? null : { bench, recipes: bench.inEachStride(NO_CHANGES) });
}

/** A modify that was refused; `isFollowing`: right after others that had to be refused. */
interface Refused {
  readonly recipes: readonly ModifyRecipe[];
  readonly isFollowing: boolean;
}

async function tryInQuiet(bench: Bench, refused: Refused, control: Control | null): Promise<Found> {
  let found: Found = 'not answered';
  await bench.context.quietly(async (client) => {
    found = await tryAgain(bench, refused, control, client);
  });
  return found;
}

async function tryAgain(
  bench: Bench,
  { recipes, isFollowing }: Refused,
  control: Control | null,
  client: ServiceClient,
): Promise<Found> {
  const isTaken = await bench.isTaken(recipes, client);
  if (isTaken !== false) return isTaken ? 'accepted' : 'not answered';
  if (control === null) return 'standing';
  const isOtherTaken = await control.bench.isTaken(control.recipes, client);
  if (isOtherTaken !== true) return isOtherTaken === false ? 'none is taken' : 'not answered';
  // After others that had to be refused, it may be refused once only.
  if (isFollowing) return 'standing';
  // Modifies may have been taken again from the moment between the two.
  const isTakenNow = await bench.isTaken(recipes, client);
  return isTakenNow === false ? 'standing' : isTakenNow ? 'accepted' : 'not answered';
}

function learnedBy({ client }: Context): Learned {
  let learned = learnedInRun.get(client);
  if (learned === undefined)
    learnedInRun.set(client, (learned = { turns: new Mutex(), passing: [], standing: new Set() }));
  return learned;
}
