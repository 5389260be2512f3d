import { broken, pass, unverified, type Outcome } from '../contract/verdict.js';
import { dataOf, envelopeOf, isOfGateway, type Envelope } from '../wire/envelope.js';
import type { Exchange } from '../wire/exchange.js';
import type { Report } from './breaks.js';
import { judgeSuccess } from './envelope.js';
import { showExchange } from './show-exchange.js';

/** A wrong Authorization, which no operation may be answered with. */
export interface WrongWay {
  /** Completes "…, although …". */
  readonly way: string;
  /** There is none at all. */
  readonly isAbsent: boolean;
}

type Marker = Pick<Envelope, 'status' | 'code'>;

/** How this service accepts and refuses: by its plain lookups, since of the other operations nothing is shown. */
export interface Habits {
  /** Of the envelope of a lookup that was accepted. */
  readonly success: Marker | null;
  /** By way: the status with which a lookup is refused, where that is none of a success. */
  readonly refusedWith: ReadonlyMap<string, number>;
}

/** What is learned of lookups with the token, and with each wrong Authorization. @param refused - by way */
export function habitsFrom(accepted: Exchange, refused: ReadonlyMap<string, Exchange>): Habits {
  const refusedWith = new Map<string, number>();
  for (const [way, exchange] of refused) {
    const { response } = exchange;
    if (response !== undefined && !isSuccess(response.status) && !isOfGateway(exchange)) {
      refusedWith.set(way, response.status);
    }
  }
  const { status, code } = envelopeOf(accepted) ?? {};
  return { success: { status, code }, refusedWith };
}

/** Judges the envelope of an operation that was answered as it should be: a pass, or each break. */
export function judgeEnvelopeOf(exchange: Exchange): Outcome[] {
  const breaks: Outcome[] = [];
  if (exchange.response === undefined) return [];
  const report: Report = (_, outcome) => {
    if (outcome.outcome === 'broken') breaks.push(outcome);
  };
  judgeSuccess(exchange, exchange.response, report);
  return breaks.length === 0 ? [pass] : breaks;
}

/**
 * Judges a GET with a wrong Authorization, held against the same with the token. A service that refuses with a status
 * of a success may do so in any words: there, an answer that says something else and gives nothing away is a refusal.
 */
export function judgeWrongGet(
  exchange: Exchange,
  accepted: Exchange,
  wrong: WrongWay,
  { refusedWith }: Habits,
): Outcome {
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
export function judgeWrongPost(exchange: Exchange, wrong: WrongWay, { success, refusedWith }: Habits): Outcome {
  const status = exchange.response?.status;
  const usual = refusedWith.get(wrong.way);
  if (isSuccess(status)) {
    const isAnswer = usual !== undefined && isAlike(exchange, success) && dataOf(exchange)?.['success'] !== false;
    return isAnswer ? answered(exchange, wrong, null) : cannotTell(exchange, wrong);
  }
  if (status === 401 || status === 403 || status === usual) return pass;
  const lookup = usual === undefined ? 'is not refused by status' : `is refused with ${usual}`;
  return unverified(
    `whether the operation is refused for its Authorization or its body cannot be told: ${status} where ${wrong.way}, and a lookup ${lookup}`,
  );
}

/** Whether nothing can be said of an answer to a wrong Authorization: there is none, or a gateway gave it. */
export function isUndecided(exchange: Exchange): boolean {
  return exchange.trouble !== undefined || exchange.response === undefined || isOfGateway(exchange);
}

function cannotTell({ response }: Exchange, { way }: WrongWay): Outcome {
  return unverified(
    `the operation was answered with status ${response?.status}, where ${way}: whether that is a refusal cannot be told`,
  );
}

/** @param accepted - the same with the token, where there is one */
function answered(exchange: Exchange, wrong: WrongWay, accepted: Exchange | null): Outcome {
  const without = wrong.isAbsent ? 'without Authorization' : 'with a malformed Authorization';
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

function isSuccess(status: number | undefined): boolean {
  return status !== undefined && status >= 200 && status <= 299;
}
