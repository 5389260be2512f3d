import { NO_CHANGES } from '../arbitraries/structures.js';
import type { CheckOut } from '../client/order-desk.js';
import type { ModifyRecipe } from '../client/request-recipe.js';
import { areManyRefused, kindsAccepted, noteShut, shutBecause, type Accepted } from './experience.js';
import { lessonsByRun, sendAgain, type Reasons, type Retried, type Try } from './refusal-lessons.js';
import type { Bench } from './sandwich.js';
import { withBench } from './with-bench.js';

/** Of valid modifies. */
const lessonsOf = lessonsByRun();

/** Said of a modify that tells nothing, since the service may have refused it for its moment. */
const REASONS: Reasons = {
  taken:
    'valid modifies were refused, and accepted once nothing else had been sent for some seconds: the service may take only so many at a time, and not say so with status 429 (then a lower `--rate` helps), or none for some seconds after a refusal, or while trading is halted',
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
async function withControl<T extends object>(
  bench: Bench,
  task: (control: Control | null) => Promise<T>,
  options?: CheckOut,
): Promise<T> {
  const { context, held } = bench;
  const kinds = kindsAccepted(context);
  const isAtHand = ({ stockCd }: Accepted): boolean => stockCd === held.order.stockCd;
  for (const { request, changes } of [...kinds.filter(isAtHand), ...kinds.filter((kind) => !isAtHand(kind))]) {
    const withIt = (other: Bench): Promise<T> => task({ bench: other, recipes: other.inEachStride(changes) });
    const found = await withBench(context, request, withIt, { wait: false, ...options });
    if (!('none' in found)) return found;
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

const SHUT =
  'valid modifies of many orders were refused, one after another, and also others of a kind that was accepted before, after some seconds in which nothing else was sent: the service seems to take no more modifies, or none for the moment (a market that is closed, a quota that is used up)';

/** One question at a time for each run. */
const questions = new WeakMap<object, Promise<string | null>>();

/**
 * Whether the service takes no modifies at all any more, asked after many valid ones in a row were refused, so that not all
 * that a run would try is sent in vain. Once that is known, one more of the order at hand tells whether it still holds.
 *
 * @returns why it takes none; `null`: it takes some, or too few were refused to ask
 */
export async function whyShut(bench: Bench): Promise<string | null> {
  const { context } = bench;
  if (!areManyRefused(context)) return null;
  const known = shutBecause(context);
  if (known !== null) return (await bench.control()) === null ? null : known;
  let question = questions.get(context.client);
  if (question === undefined) {
    question = ask(bench).finally(() => questions.delete(context.client));
    questions.set(context.client, question);
  }
  return question;
}

async function ask(bench: Bench): Promise<string | null> {
  const { context } = bench;
  const { isShut } = await withControl(
    bench,
    async (control) => ({ isShut: await isRefusedTwice(bench, control) }),
    // One that was modified before may be worn out.
    { fresh: true },
  );
  noteShut(context, isShut ? SHUT : null);
  return shutBecause(context);
}

async function isRefusedTwice({ context }: Bench, control: Control | null): Promise<boolean> {
  if (control === null) return false;
  const { bench, recipes } = control;
  let isTaken = await bench.isTaken(recipes, context.client);
  if (isTaken === false) {
    await context.quietly(async (client) => {
      isTaken = await bench.isTaken(recipes, client);
    });
  }
  return isTaken === false;
}
