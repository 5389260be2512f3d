import { malformedAuthorizations } from '../arbitraries/token.js';
import { unverified, type Outcome } from '../contract/verdict.js';
import { habitsFrom, type Habits, type WrongWay } from '../oracle/operation-token.js';
import type { Exchange } from '../wire/exchange.js';
import { onBehalfOf, type Context } from './context.js';
import { describeAnswer } from './describe-answer.js';
import { isSuccess } from './lookups.js';

/** An Authorization that no operation may be answered with; `null` for none at all. */
export interface WrongAuthorization extends WrongWay {
  readonly authorization: string | null;
}

/** None at all, and those that are not of the form "Bearer <JWT>". */
export function wrongAuthorizations({ settings }: Context): readonly WrongAuthorization[] {
  const malformed = malformedAuthorizations(settings.token);
  return [
    { way: 'it has no Authorization header', isAbsent: true, authorization: null },
    ...malformed.map(({ way, value }) => ({ way, isAbsent: false, authorization: value })),
  ];
}

const habitsOfRun = new WeakMap<object, Promise<Habits>>();

/** Found out once per run, by plain lookups. */
export function habitsOf(context: Context): Promise<Habits> {
  let habits = habitsOfRun.get(context.client);
  if (habits === undefined) habitsOfRun.set(context.client, (habits = findHabits(onBehalfOf('OPS-001', context))));
  return habits;
}

async function findHabits(context: Context): Promise<Habits> {
  const { lookups, clause } = context;
  const accepted = (await lookups.ask(clause.id)).exchange;
  if (!isSuccess(accepted.response?.status)) return { success: null, refusedWith: new Map() };
  const refused = new Map<string, Exchange>();
  for (const { way, authorization } of wrongAuthorizations(context)) {
    refused.set(way, (await lookups.ask(clause.id, {}, { authorization, way })).exchange);
  }
  return habitsFrom(accepted, refused);
}

/** An answer of which nothing can be said. */
export function neitherNor(exchange: Exchange, { way }: WrongAuthorization): Outcome {
  return unverified(
    `${describeAnswer('the operation', exchange)}, where ${way}: neither accepted nor properly refused`,
  );
}
