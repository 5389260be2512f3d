import { NO_CHANGES } from '../arbitraries/structures.js';
import type { ModifyRecipe } from '../client/request-recipe.js';
import { kindsAccepted, type Accepted } from './experience.js';
import { lessonsByRun, sendAgain, type Reasons, type Retried, type Try } from './refusal-lessons.js';
import { withBench, type Bench } from './sandwich.js';

/** Of valid modifies. */
const lessonsOf = lessonsByRun();

/** Said of a modify that tells nothing, since the service may have refused it for its moment. */
const REASONS: Reasons = {
  taken:
    'valid modifies were refused, and accepted once nothing else had been sent for some seconds: the service seems to take only so many at a time, and does not say so with status 429 (a lower `--rate` may help)',
  noneIsTaken:
    'a valid modify was refused, and right after it another one as well, of a kind that was accepted before: the service seems to take no more modifies, or none for the moment (a market that is closed, a quota that is used up)',
  unanswered: 'a valid modify was refused, and not answered when it was sent again',
};

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
  const { client, clause, quietly } = bench.context;
  return lessonsOf(client).whyPassing(clause.id, () =>
    withControl(bench, async (control) => {
      if (before.length > 0) {
        await quietly(async (other) => {
          await bench.isTaken(before, other);
        });
      }
      return tryInQuiet(bench, { recipes, isFollowing: before.length > 0 }, control);
    }),
  );
}

/** Whether a run saw valid modifies refused that were accepted after some seconds of quiet. */
export function areModifiesRefusedAtTimes(client: object): boolean {
  return lessonsOf(client).hasPassing(REASONS.taken);
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
async function withControl(bench: Bench, task: (control: Control | null) => Promise<Retried>): Promise<Retried> {
  const { context, held } = bench;
  const kinds = kindsAccepted(context);
  const isAtHand = ({ stockCd }: Accepted): boolean => stockCd === held.order.stockCd;
  for (const { request, changes } of [...kinds.filter(isAtHand), ...kinds.filter((kind) => !isAtHand(kind))]) {
    const withIt = (other: Bench): Promise<Retried> => task({ bench: other, recipes: other.inEachStride(changes) });
    const found = await withBench(context, request, withIt, { wait: false });
    if ('found' in found) return found;
  }
  return task(kinds.length === 0 ? null : { bench, recipes: bench.inEachStride(NO_CHANGES) });
}

/** A modify that was refused; `isFollowing`: right after others that had to be refused. */
interface Refused {
  readonly recipes: readonly ModifyRecipe[];
  readonly isFollowing: boolean;
}

async function tryInQuiet(bench: Bench, { recipes, isFollowing }: Refused, control: Control | null): Promise<Retried> {
  let retried: Retried = { found: 'nothing', why: REASONS.unanswered };
  await bench.context.quietly(async (client) => {
    const refused: Try = () => bench.isTaken(recipes, client);
    const sibling: Try | null = control && (() => control.bench.isTaken(control.recipes, client));
    // After others that had to be refused, it may be refused once only.
    retried = await sendAgain(refused, sibling, REASONS, isFollowing);
  });
  return retried;
}
