import { malformedAuthorizations } from '../arbitraries/token.js';
import { broken, pass, unverified, type Outcome } from '../contract/verdict.js';
import { showExchange } from '../oracle/show-exchange.js';
import { dataOf, envelopeOf, type Envelope } from '../wire/envelope.js';
import type { Exchange } from '../wire/exchange.js';
import { onBehalfOf, type Context } from './context.js';
import { describeAnswer } from './describe-answer.js';
import { isSuccess } from './lookups.js';

/** An Authorization that no operation may be answered with; `null` for none at all. */
export interface WrongAuthorization {
  /** Completes "…, although …". */
  readonly way: string;
  readonly authorization: string | null;
}

type Marker = Pick<Envelope, 'status' | 'code'>;

/** How this service accepts and refuses: by its plain lookups, since of the other operations nothing is shown. */
export interface Habits {
  /** Of the envelope of a lookup that was accepted. */
  readonly success: Marker | null;
  /** By way: the status with which a lookup is refused, where that is none of a success. */
  readonly refusedWith: ReadonlyMap<string, number>;
}

/** None at all, and those that are not of the form "Bearer <JWT>". */
export function wrongAuthorizations({ settings }: Context): readonly WrongAuthorization[] {
  const malformed = malformedAuthorizations(settings.token);
  return [
    { way: 'it has no Authorization header', authorization: null },
    ...malformed.map(({ way, value }) => ({ way, authorization: value })),
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
  const refusedWith = new Map<string, number>();
  if (!isSuccess(accepted.response?.status)) return { success: null, refusedWith };
  for (const { way, authorization } of wrongAuthorizations(context)) {
    const { response } = (await lookups.ask(clause.id, {}, { authorization })).exchange;
    if (response !== undefined && !isSuccess(response.status) && response.status < 500) {
      refusedWith.set(way, response.status);
    }
  }
  const { status, code } = envelopeOf(accepted) ?? {};
  return { success: { status, code }, refusedWith };
}

/**
 * Judges a GET with a wrong Authorization, held against the same with the token. A service that refuses with a status
 * of a success may do so in any words: there, an answer that says something else and gives nothing away is a refusal.
 */
export function judgeWrongGet(
  exchange: Exchange,
  accepted: Exchange,
  wrong: WrongAuthorization,
  { refusedWith }: Habits,
): Outcome {
  if (isUndecided(exchange)) return neitherNor(exchange, wrong);
  if (!isSuccess(exchange.response?.status)) return pass;
  const gives = givesAway(exchange, accepted);
  const isAnswer = isAlike(exchange, envelopeOf(accepted)) && (gives || refusedWith.has(wrong.way));
  if (isAnswer) return answered(exchange, wrong, accepted);
  if (typeof envelopeOf(exchange)?.status === 'string' && !gives && givesAway(accepted, accepted)) return pass;
  return cannotTell(exchange, wrong);
}

/**
 * Judges a POST with a wrong Authorization. There is none with the token to hold it against; but where lookups are
 * refused by status, this one is too, or it was accepted. A refusal by another status may be for its body `{}`.
 */
export function judgeWrongPost(
  exchange: Exchange,
  wrong: WrongAuthorization,
  { success, refusedWith }: Habits,
): Outcome {
  if (isUndecided(exchange)) return neitherNor(exchange, wrong);
  const status = exchange.response?.status;
  const usual = refusedWith.get(wrong.way);
  if (isSuccess(status)) {
    const isAnswer = usual !== undefined && isAlike(exchange, success) && dataOf(exchange)?.['success'] !== false;
    return isAnswer ? answered(exchange, wrong, null) : cannotTell(exchange, wrong);
  }
  if (status === 401 || status === 403 || status === usual) return pass;
  const lookup = usual === undefined ? 'is not refused by status' : `is refused with ${usual}`;
  return unverified(
    `the operation was refused with status ${status}, while a lookup ${lookup}, where ${wrong.way}: ` +
      'whether that is for its Authorization cannot be told',
  );
}

function isUndecided({ response, trouble }: Exchange): boolean {
  return trouble !== undefined || response === undefined || response.status >= 500;
}

function neitherNor(exchange: Exchange, { way }: WrongAuthorization): Outcome {
  return unverified(
    `${describeAnswer('the operation', exchange)}, where ${way}: neither accepted nor properly refused`,
  );
}

function cannotTell({ response }: Exchange, { way }: WrongAuthorization): Outcome {
  return unverified(
    `the operation was answered with status ${response?.status}, where ${way}: whether that is a refusal cannot be told`,
  );
}

/** @param accepted - the same with the token, where there is one */
function answered(exchange: Exchange, wrong: WrongAuthorization, accepted: Exchange | null): Outcome {
  const without = wrong.authorization === null ? 'without Authorization' : 'with a malformed Authorization';
  const like = accepted === null ? 'as a lookup with the token' : 'as with the token';
  return broken({
    cause: `the operation is answered ${without}`,
    at: 'response status',
    expected: 'a refusal',
    actual: `${exchange.response?.status}, ${like}, although ${wrong.way}`,
    shown: showExchange(exchange),
    ...(accepted === null ? {} : { sibling: showExchange(accepted) }),
  });
}

/** Whether an answer has the success marker and the status code of one that was accepted. */
function isAlike(exchange: Exchange, success: Marker | null): boolean {
  if (success === null || typeof success.status !== 'string') return false;
  const own = envelopeOf(exchange);
  return own?.status === success.status && own.code === success.code;
}

/** Whether an answer has something in a member of `data` that the accepted one has, too. */
function givesAway(exchange: Exchange, accepted: Exchange): boolean {
  const names = Object.keys(dataOf(accepted) ?? {});
  return Object.entries(dataOf(exchange) ?? {}).some(([name, value]) => names.includes(name) && holdsAnything(value));
}

/** Not null, false, 0, an empty text, or made of nothing else. */
function holdsAnything(value: unknown): boolean {
  return typeof value === 'object' && value !== null ? Object.values(value).some(holdsAnything) : Boolean(value);
}
