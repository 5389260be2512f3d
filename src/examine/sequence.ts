import fc from 'fast-check';
import {
  commandsFor,
  drawSequence,
  modelOf,
  type ModifiedOrder,
  type OrderModel,
  type Step,
  type Violation,
} from '../arbitraries/sequence.js';
import { kindOf, orderWith } from '../arbitraries/structures.js';
import type { Reply } from '../client/service-client.js';
import { ORDER_TYPES, SIDES, type ModifyBody, type Order, type OrderRequest } from '../contract/order.js';
import { deriveSeed } from '../contract/seed.js';
import { broken, pass, unverified, type Outcome } from '../contract/verdict.js';
import { isDeclined } from '../oracle/refusal.js';
import { showExchange } from '../oracle/show-exchange.js';
import { isAccepted, isRefusal } from '../wire/envelope.js';
import type { Exchange } from '../wire/exchange.js';
import { isAcceptedInTheEnd, isBusyAfterModify, sending } from './busy.js';
import { afterOthers, allStories, REFUSED_AFTER_OTHERS } from './conditions-stories.js';
import type { Context, Examination, Examinations } from './context.js';
import { describeAnswer } from './describe-answer.js';
import { whyForAWhile } from './quiet.js';
import type { Bench } from './sandwich.js';
import { unfairRefusalsOf } from './unfair-refusals.js';
import { withBench, withFirstOf } from './with-bench.js';

/**
 * Prices stay this close to the order's own, as a fraction, so that no price overtakes a take-profit or stop-loss that
 * an earlier modify left where it was: what a service makes of that, the document does not say.
 */
const NARROW_BAND = 0.001;
const MOST_COMMANDS = 12;
/** The same where timestamps are few. */
const FEW_COMMANDS = 6;

/** Where a sequence went wrong, and after how many modifies. */
class Departed extends Error {
  readonly violation: Violation;

  constructor(violation: Violation) {
    super('the answer was not the one to expect');
    this.violation = violation;
  }
}

/** Modifies orders several times, valid and invalid in turn, and holds every answer against a small model of the order. */
const examineSequences: Examination = async (context) => {
  const kinds = ORDER_TYPES.filter((type) => type !== 'MARKET').flatMap((type) =>
    SIDES.map((side) => orderWith(type, side, { takeProfit: true, stopLoss: true, trailing: side === 'SELL' })),
  );
  const turns = context.timestamps.areFew ? 1 : Math.max(1, Math.round(context.scale));
  const lanes = context.timestamps.some(kinds).map(async (_, at) => {
    const from = [...kinds.slice(at), ...kinds.slice(0, at)];
    const outcomes: Outcome[] = [];
    for (let turn = 0; turn < turns && !context.stop.aborted; turn += 1) {
      outcomes.push(await examineSequence(context, from, turn));
    }
    return outcomes;
  });
  const { wornOut } = await allStories(context);
  return [...(await Promise.all(lanes)).flat(), ...wornOut];
};

async function examineSequence(context: Context, from: readonly OrderRequest[], turn: number): Promise<Outcome> {
  const examine = async (bench: Bench): Promise<Outcome> => {
    // A sequence may switch conditions off, so that the order is not what it was.
    bench.held.spoil();
    const before = await bench.control();
    return before === null ? runSequence(bench, turn) : unverified(before);
  };
  // One that another clause did that to will do: nothing is held against a service unless a fresh order confirms it.
  const outcome = await withFirstOf(context, from, examine, { doubtful: true });
  return 'none' in outcome ? unverified(outcome.none) : outcome;
}

async function runSequence(bench: Bench, turn: number): Promise<Outcome> {
  const { context, held, instrument } = bench;
  const { priceBand = NARROW_BAND } = context.settings.profile.limits ?? {};
  const commands = commandsFor(held.order, instrument, {
    band: Math.min(priceBand, NARROW_BAND),
    maxCommands: context.timestamps.areFew ? FEW_COMMANDS : MOST_COMMANDS,
  });
  const seed = deriveSeed(context.seed, `${kindOf(held.request)} ${turn}`) | 0;
  const sequence = drawSequence(commands, held.order, seed);
  const real = new RecordedOrder(bench);
  try {
    await fc.asyncModelRun(() => ({ model: { ...modelOf(held.order) } satisfies OrderModel, real }), sequence);
    return real.steps.length > 0 && !real.interrupted ? pass : unverified(real.interrupted ?? 'the sequence was empty');
  } catch (error) {
    if (!(error instanceof Departed)) throw error;
    return judgeDeparture(bench, real, error.violation);
  }
}

/** Sends what the sequence says and remembers the last answers. */
class RecordedOrder implements ModifiedOrder {
  readonly steps: Step[] = [];
  last: Reply | undefined;
  accepted: Reply | undefined;
  /** Why an answer said neither yes nor no. */
  interrupted: string | undefined;
  /** Modifies that were accepted before the last one; the first of them showed the order to be modifiable. */
  acceptedBefore = 0;
  private isLastAccepted = true;
  private readonly bench: Bench;

  constructor(bench: Bench) {
    this.bench = bench;
  }

  async modify(bytes: Uint8Array, step: Step): Promise<'accepted' | 'refused' | 'unknown'> {
    const reply = await this.bench.send({ body: bytes });
    this.steps.push(step);
    const reaction = reactionTo(reply.exchange, step);
    if (this.isLastAccepted) this.acceptedBefore += 1;
    this.isLastAccepted = reaction === 'accepted';
    if (reaction === 'accepted') this.accepted = reply;
    if (reaction === 'unknown') this.interrupted = describeAnswer('a modify of the sequence', reply.exchange);
    this.last = reply;
    return reaction;
  }

  violated(violation: Violation): void {
    throw new Departed(violation);
  }
}

/** What the service fails over twice is refused where it had to be. */
function reactionTo(exchange: Exchange, step: Step | undefined): 'accepted' | 'refused' | 'unknown' {
  if (isAccepted(exchange)) return 'accepted';
  const isValid = step === undefined || 'changes' in step;
  return (isValid ? isRefusal(exchange) : isDeclined(exchange)) ? 'refused' : 'unknown';
}

/** Gives the task an order of the kind that no one modified before, and that no one is given afterwards. */
type OnFresh = <T>(task: (fresh: Bench) => Promise<T>) => Promise<T | { readonly none: string }>;

/** What a fresh order answered; `isAlike`: to the very same body, but for the order that it names. */
interface OnFreshOrder {
  readonly isAlike: boolean;
  readonly reply: Reply;
}

/**
 * A departure counts only if it hangs on what the order went through: as the first modify of a fresh order, it must be
 * answered as expected. Otherwise it is another clause's, and told of there.
 */
async function judgeDeparture(bench: Bench, real: RecordedOrder, violation: Violation): Promise<Outcome> {
  const { context, held } = bench;
  const closed = violation.expected === 'accepted' ? await bench.whyClosed() : null;
  if (closed !== null) return unverified(closed);
  if (violation.expected === 'accepted' && (await isByChance(bench, violation))) return pass;
  const onFresh: OnFresh = (task) =>
    withBench(
      context,
      held.request,
      (fresh) => {
        fresh.held.spoil();
        return task(fresh);
      },
      { wait: false, fresh: true },
    );
  const fresh = await onFresh((other) => sendTo(other, held.order, real.steps, violation));
  if (fresh === null || 'none' in fresh)
    return unverified(
      `an answer was not the expected one, and could not be confirmed: ${fresh?.none ?? 'no body fits'}`,
    );
  if (reactionTo(fresh.reply.exchange, real.steps.at(-1)) !== violation.expected) return pass;
  if (await isExplained(bench, onFresh, real.steps, violation, fresh.isAlike)) return pass;
  const moment = violation.expected === 'accepted' ? await whyForAWhile(bench, [{ body: violation.bytes }]) : null;
  if (moment !== null) return unverified(moment);
  return departed(real, violation, fresh.reply);
}

/** Whether the service refuses modifies now and then, and accepts this one when it is sent again: MOD-072 tells of that. */
async function isByChance(bench: Bench, { bytes }: Violation): Promise<boolean> {
  const { hasUnexplainedPassing } = unfairRefusalsOf(bench.context.client);
  return hasUnexplainedPassing && isAcceptedInTheEnd(bench, sending(bench, bytes));
}

/** An invalid body is made anew: what is wrong with it may be made of the order itself. */
async function sendTo(
  other: Bench,
  order: Order,
  steps: readonly Step[],
  violation: Violation,
): Promise<OnFreshOrder | null> {
  const isAlike = isOfOneKind(order, other.held.order) && violation.clause === null;
  const body = isAlike ? identifying(violation.bytes, order, other.held.order) : bodyOfStep(other, steps);
  return body === null ? null : { isAlike, reply: await other.send({ body }) };
}

/** Whether something else than that rules no longer hold explains an answer. */
async function isExplained(
  bench: Bench,
  onFresh: OnFresh,
  steps: readonly Step[],
  violation: Violation,
  isAlike: boolean,
): Promise<boolean> {
  const step = steps.at(-1);
  if (step !== undefined && 'changes' in step && (await bench.refusesPricesOf(violation.bytes, step.changes)))
    return true;
  // An order may also have been filled just then.
  const isToConfirm = !isAlike || violation.expected === 'accepted';
  if (isToConfirm && (await onFresh((other) => retell(other, steps))) !== violation.actual) return true;
  if (violation.expected !== 'accepted') return false;
  // What refused modifies leave behind is another clause's: without them, the same valid ones are all accepted.
  const valid = steps.filter((one) => 'changes' in one);
  const hasRefusals = valid.length < steps.length;
  if (hasRefusals && (await onFresh((other) => retell(other, valid))) === 'accepted') return true;
  return (await isWornOut(onFresh, valid.length + 1)) || isBusyAfterModify(bench);
}

function departed({ acceptedBefore, last, accepted }: RecordedOrder, violation: Violation, fresh: Reply): Outcome {
  return broken({
    cause:
      violation.expected === 'accepted'
        ? REFUSED_AFTER_OTHERS
        : 'an invalid modify is accepted after others of the same order',
    at: 'response',
    expected: `the modify is ${violation.expected}, as it is on a fresh order: ${violation.way}`,
    actual: `${last === undefined ? violation.actual : describeReaction(last.exchange)}, ${afterOthers(acceptedBefore)}`,
    ...(last === undefined ? {} : { shown: showExchange(last.exchange) }),
    sibling: showExchange((accepted ?? fresh).exchange),
  });
}

/**
 * Whether an order takes no more than a number of modifies whatever they are, so many or fewer, but more than one: how
 * often an order can be modified, the document does not say.
 */
async function isWornOut(onFresh: OnFresh, modifies: number): Promise<boolean> {
  const taken = await onFresh(async (other) => {
    let accepted = 0;
    while (accepted < modifies && isAccepted((await other.send({ body: other.validBody() })).exchange)) accepted += 1;
    return accepted;
  });
  return typeof taken === 'number' && taken > 1 && taken < modifies;
}

function describeReaction(exchange: Exchange): string {
  return isAccepted(exchange) ? 'it was accepted' : describeAnswer('it', exchange);
}

/** Whether a body made for one order would be valid for the other. */
function isOfOneKind(one: Order, other: Order): boolean {
  return one.stockCd === other.stockCd && one.orderQuantity === other.orderQuantity;
}

/** A body that does to this order what the last of the steps does; `null` where it cannot be done to it. */
function bodyOfStep(bench: Bench, steps: readonly Step[]): ModifyBody | Uint8Array | null {
  const step = steps.at(-1);
  if (step === undefined) return null;
  if ('changes' in step) return bench.validBody(step.changes);
  const made = step.breakage.make(bench.prices.toBreak(), bench.prices.grid);
  if (typeof made === 'string') return null;
  return fc.sample(made, { seed: bench.context.seed | 0, numRuns: 1 })[0]?.bytes ?? null;
}

/** Does to another order all that was done to the first, and tells how the last of it is answered. */
async function retell(bench: Bench, steps: readonly Step[]): Promise<'accepted' | 'refused' | 'unknown'> {
  if ((await bench.control()) !== null) return 'unknown';
  let last: 'accepted' | 'refused' | 'unknown' = 'unknown';
  for (let count = 1; count <= steps.length; count += 1) {
    const body = bodyOfStep(bench, steps.slice(0, count));
    last = body === null ? 'unknown' : reactionTo((await bench.send({ body })).exchange, steps[count - 1]);
  }
  return last;
}

/** The bytes with the identity of another order of the same kind. */
function identifying(bytes: Uint8Array, from: Order, to: Order): Uint8Array {
  const text = Buffer.from(bytes)
    .toString('utf8')
    .replaceAll(JSON.stringify(from.orderNo), JSON.stringify(to.orderNo))
    .replaceAll(JSON.stringify(from.orderDateTime), JSON.stringify(to.orderDateTime));
  return Buffer.from(text);
}

/** Examinations of orders that are modified several times. */
export const sequenceExaminations: Examinations = { 'MOD-008': examineSequences };
