import { changing, describeChanges, keepingOthers, sameChanges, type Changes } from '../arbitraries/structures.js';
import { plainBody } from '../arbitraries/valid-body.js';
import type { Reply } from '../client/service-client.js';
import type { ModifyBody, OrderRequest } from '../contract/order.js';
import { isAccepted, isRefusal } from '../wire/envelope.js';
import { isAcceptedInTheEnd, pauseAfterModify, sending } from './busy.js';
import { bodiesOf, PLAIN_BODIES } from './conditions-bodies.js';
import type { Context } from './context.js';
import { describeAnswer } from './describe-answer.js';
import { Mutex } from './mutex.js';
import { ownValues } from './order-steps.js';
import { whyForAWhile, whyShut } from './quiet.js';
import type { Bench } from './sandwich.js';
import { unfairRefusalsOf } from './unfair-refusals.js';
import { withBench } from './with-bench.js';

/** What one structure of a valid body came to on one kind of order. */
export interface Trial {
  readonly request: OrderRequest;
  readonly changes: Changes;
  readonly state: 'accepted' | 'refused' | 'unknown';
  readonly because: string;
  readonly reply?: Reply;
  readonly sibling?: Reply;
  /** It was refused, and its like accepted with the conditions in it that it leaves out. */
  readonly isForOmission?: true;
}

/** Whether any condition is switched off, which cannot be taken back for certain. */
export const switchesOff = (changes: Changes): boolean => Object.values(changes).includes('N');

/** What a run knows of the changes that are refused. */
interface PriceSearch {
  /** One at a time: the first may tell it for all. */
  readonly turns: Mutex;
  /** Whether any change was accepted with none of the plain prices: then all others are tried each time. */
  wantsOthers: boolean;
  /** Whether any was refused for what it leaves out alone, on two orders. */
  wantsAll: boolean;
  /** What was refused whatever prices it came with, on two orders: prices are not why, then, nor are they for other changes. */
  readonly refusedTwice: Changes[];
}

/** So many bodies of a change are sent that was refused on two orders whatever prices it came with. */
const BODIES_OF_REFUSED = 2;

const searches = new WeakMap<object, PriceSearch>();

function searchOf({ client }: Context): PriceSearch {
  const search = searches.get(client) ?? {
    turns: new Mutex(),
    wantsOthers: false,
    wantsAll: false,
    refusedTwice: [],
  };
  searches.set(client, search);
  return search;
}

/** How a change is tried. */
interface Trying {
  /** What is refused is tried on another order as well. */
  readonly isToConfirm?: boolean;
  /** It is the turn of its caller to look for prices. */
  readonly isInTurn?: boolean;
}

/** Sends the change in one body after another, until one is accepted. */
export async function examineChanges(bench: Bench, changes: Changes, trying: Trying = {}): Promise<Trial> {
  const search = searchOf(bench.context);
  const bodies = bodiesOf(bench, changes);
  const isKnown = search.refusedTwice.some((one) => sameChanges(one, changes)) && isDecided(bench);
  const first = isKnown ? BODIES_OF_REFUSED : search.wantsAll ? 1 : PLAIN_BODIES;
  const tried = await tryBodies(bench, changes, bodies, (refused) => refused < first);
  if (tried.trial !== undefined) return tried.trial;
  if (isKnown) return conclude(bench, changes, tried, trying);
  // Confirmed in the same turn, so that what others try next is known to be refused.
  const inTurn = async (): Promise<Trial> =>
    conclude(bench, changes, await tryOthers(bench, changes, bodies, tried), { ...trying, isInTurn: true });
  return trying.isInTurn === true ? inTurn() : search.turns.run(inTurn);
}

async function conclude(bench: Bench, changes: Changes, tried: Tried, trying: Trying): Promise<Trial> {
  const trial = tried.trial ?? (await judge(bench, changes, tried));
  const isConfirmed = trial.isForOmission === true && searchOf(bench.context).wantsAll;
  const isToConfirm = trying.isToConfirm === true && trial.state === 'refused' && !isConfirmed;
  return isToConfirm ? confirmOnFreshOrder(bench, trial, trying) : trial;
}

/** What it comes to that no body was accepted. */
async function judge(bench: Bench, changes: Changes, { reply, skipped }: Tried): Promise<Trial> {
  const { request } = bench.held;
  if (skipped !== undefined && (reply === undefined || bench.refuses(skipped)))
    return bySkipped(bench, changes, skipped);
  if (reply === undefined) return { request, changes, state: 'unknown', because: 'no body could be made' };
  const because = describeAnswer(`a modify that ${describeChanges(changes)}`, reply.exchange);
  if (!isRefusal(reply.exchange)) return { request, changes, state: 'unknown', because };
  const control = await bench.control();
  if (control !== null) return { request, changes, state: 'unknown', because: control };
  return { request, changes, state: 'refused', because, reply, ...(bench.sibling && { sibling: bench.sibling }) };
}

/** Whether prices are not why changes are refused of a service that takes prices by single point units, of this order and all others. */
function isDecided(bench: Bench): boolean {
  const { refusedTwice, wantsOthers } = searchOf(bench.context);
  return refusedTwice.length > 0 && !wantsOthers && bench.prices.moveFinely;
}

/** What came of the bodies so far: the last answer, the first that was not sent, and what decides already. */
interface Tried {
  readonly reply?: Reply;
  readonly skipped?: ModifyBody;
  readonly trial?: Trial;
}

/** Sends one body after another until one is accepted. */
async function tryBodies(
  bench: Bench,
  changes: Changes,
  bodies: Iterator<ModifyBody, void>,
  isToGoOn: (refused: number) => boolean,
  { reply, skipped }: Tried = {},
): Promise<Tried> {
  const { request } = bench.held;
  for (let refused = 0; isToGoOn(refused);) {
    const { value: body } = bodies.next();
    if (body === undefined) break;
    if (bench.refuses(body) || bench.refusesTogether(body)) {
      skipped ??= body;
      continue;
    }
    const shut = await whyShut(bench);
    if (shut !== null) {
      bench.isLost = true;
      return { trial: { request, changes, state: 'unknown', because: shut } };
    }
    reply = await bench.send({ body });
    if (isAccepted(reply.exchange)) {
      if (!switchesOff(changes)) bench.sibling = reply;
      return { trial: { request, changes, state: 'accepted', because: '', reply } };
    }
    refused += 1;
  }
  return { ...(reply && { reply }), ...(skipped && { skipped }) };
}

/** Of an order that was filled, or that is worn out, all the others would be refused as well. */
async function tryOthers(
  bench: Bench,
  changes: Changes,
  bodies: Iterator<ModifyBody, void>,
  plain: Tried,
): Promise<Tried> {
  const search = searchOf(bench.context);
  const forOmission = plain.reply === undefined ? null : await tryWithoutOmission(bench, changes);
  if (forOmission !== null) return { trial: forOmission };
  const switched = plain.reply !== undefined && sameChanges(changes, TRAILING) ? await trySwitchedOff(bench) : null;
  if (switched !== null) return { trial: switched };
  const tried = search.wantsAll
    ? await tryBodies(bench, changes, bodies, (refused) => refused < PLAIN_BODIES - 1, plain)
    : plain;
  if (tried.trial !== undefined) return tried;
  const isAsked = tried.reply !== undefined && (bench.hasTaken || search.refusedTwice.length > 0);
  const worn = isAsked ? await bench.control() : null;
  if (worn !== null) return { trial: { request: bench.held.request, changes, state: 'unknown', because: worn } };
  const others = await tryBodies(bench, changes, bodies, () => !isDecided(bench), tried);
  search.wantsOthers ||= others.trial?.state === 'accepted';
  return others;
}

/**
 * Whether a change that was refused is refused for what it leaves out: a body that has the conditions of the order in it as they
 * are is accepted, with these prices and with others that are refused without them just before.
 *
 * @returns `null` where it has all of them in it, or is refused with them as well
 */
async function tryWithoutOmission(bench: Bench, changes: Changes): Promise<Trial | null> {
  const { request, order } = bench.held;
  const all = keepingOthers(order, changes);
  if (all === changes) return null;
  const whole = (plain: ModifyBody): ModifyBody => ({ ...bench.bodyAtRest(all), ...plain });
  const first = await bench.send({ body: whole(plainBody(order, changes, bench.instrument)) });
  if (!isAccepted(first.exchange)) return null;
  const stuck = await switchBack(bench, changes);
  if (stuck !== null) return stuck;
  const body = plainBody(bench.prices.next(), changes, bench.prices.grid);
  const reply = await bench.send({ body });
  if (isAccepted(reply.exchange)) return { request, changes, state: 'accepted', because: '', reply };
  if (!isRefusal(reply.exchange)) return null;
  if ((await mayPass(bench)) && (await isAcceptedInTheEnd(bench, sending(bench, body))))
    return { request, changes, state: 'accepted', because: '' };
  const sibling = await bench.send({ body: whole(body) });
  if (!isAccepted(sibling.exchange)) return null;
  const because = describeAnswer(`a modify that ${describeChanges(changes)}`, reply.exchange);
  const refused = { request, changes, state: 'refused', because, reply, sibling, isForOmission: true } as const;
  return (await switchBack(bench, changes)) ?? refused;
}

const TRAILING = changing({ trailing: 'Y' });

/**
 * Sets the trailing stop by itself where it was switched off just before. An order that has it is changed by what is beside it
 * alone, and without that by nothing: a service that takes no condition beside other prices, whichever it is, refuses both.
 *
 * @returns `null` where it takes another one, where setting it is refused, too, or where it cannot be switched off
 */
async function trySwitchedOff(bench: Bench): Promise<Trial | null> {
  const off = changing({ trailing: 'N' });
  if (!(await refusesStopLossAsItIs(bench))) return null;
  if (!isAccepted((await bench.send({ body: bench.bodyAtRest(off) })).exchange)) return null;
  const reply = await bench.send({ body: bench.bodyAtRest(TRAILING) });
  const { request } = bench.held;
  if (isAccepted(reply.exchange)) return { request, changes: TRAILING, state: 'accepted', because: '', reply };
  return switchBack(bench, off);
}

async function refusesStopLossAsItIs(bench: Bench): Promise<boolean> {
  const { barrierPrice, orderPrice } = bench.validBody();
  const body = { ...bench.bodyAtRest(changing({ stopLoss: 'Y' })), barrierPrice, orderPrice };
  return isRefusal((await bench.send({ body })).exchange);
}

/** That something can be switched off twice is not said: what came of switching it on again, unless it was accepted. */
async function switchBack(bench: Bench, changes: Changes): Promise<Trial | null> {
  if (!switchesOff(changes)) return null;
  const { request, order } = bench.held;
  const { exchange } = await bench.send({ body: ownValues(order) });
  bench.isLost = !isAccepted(exchange);
  const because = describeAnswer('switching it on again', exchange);
  return bench.isLost ? { request, changes, state: 'unknown', because } : null;
}

/** Whether a modify may be refused for its moment: orders are busy after a modify, or refusals come and go. */
async function mayPass(bench: Bench): Promise<boolean> {
  if ((await pauseAfterModify(bench)) !== null) return true;
  return unfairRefusalsOf(bench.context.client).hasUnexplainedPassing;
}

/** Some that could be sent, or all, are known to be refused for another reason than their changes, which other clauses tell. */
async function bySkipped(bench: Bench, changes: Changes, body: ModifyBody): Promise<Trial> {
  const { request } = bench.held;
  const reply = await bench.send({ body });
  if (isAccepted(reply.exchange)) return { request, changes, state: 'accepted', because: '', reply };
  return {
    request,
    changes,
    state: 'unknown',
    because: (await bench.control()) ?? describeAnswer('it', reply.exchange),
  };
}

/** What is refused so many times more, where refusals come and go, is not refused by chance. */
const TIMES_BY_CHANCE = 3;

/** Somebody else may have modified the only order that there is: no answer shows that. */
const ALONE = 'where no second order was had to confirm it';

/** A refusal counts only if it does not hang on what the order went through before. */
export async function confirmOnFreshOrder(
  bench: Bench,
  refused: Trial,
  { isInTurn = false }: Pick<Trying, 'isInTurn'> = {},
): Promise<Trial> {
  const { context } = bench;
  const again = await withBench(
    context,
    refused.request,
    async (fresh) => {
      fresh.held.spoil();
      const trial = await examineChanges(fresh, refused.changes, { isInTurn });
      if (trial.state !== 'refused') return trial;
      const moment = await whyForAWhile(fresh, fresh.stillAndMoved(refused.changes));
      if (moment === null) return trial;
      // Where refusals come and go, several may have done so one after another: MOD-072 tells of that.
      const { hasUnexplainedPassing } = unfairRefusalsOf(context.client);
      let last = trial;
      for (let turn = 0; turn < TIMES_BY_CHANCE && hasUnexplainedPassing && last.state === 'refused'; turn += 1)
        last = await examineChanges(fresh, refused.changes, { isInTurn });
      return last.state === 'refused' ? { ...last, state: 'unknown' as const, because: moment } : last;
    },
    { wait: false, fresh: true },
  );
  if ('none' in again) return { ...refused, because: `${refused.because}, ${ALONE}` };
  if (again.state === 'refused' && !again.isForOmission) searchOf(context).refusedTwice.push(again.changes);
  if (again.isForOmission && refused.isForOmission) searchOf(context).wantsAll = true;
  return again;
}
