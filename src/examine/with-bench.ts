import { kindOf } from '../arbitraries/structures.js';
import type { CheckOut, HeldOrder } from '../client/order-desk.js';
import { KEPT_BACK } from '../client/timestamps.js';
import { SIDES, type OrderRequest } from '../contract/order.js';
import { isAccepted } from '../wire/envelope.js';
import type { Context } from './context.js';
import { describeAnswer } from './describe-answer.js';
import { hasAccepted, shutBecause, whyHopeless } from './experience.js';
import { inTurnOfClause } from './few-timestamps.js';
import { Mutex } from './mutex.js';
import { whyPutAside } from './instrument-takings.js';
import { ownValues } from './order-steps.js';
import { Bench } from './sandwich.js';
import { SET_BACK } from './set-back.js';
import { settle } from './settling.js';
import { unfairRefusalsOf } from './unfair-refusals.js';

/**
 * Gives the task a bench on an order of this kind, and hands the order back afterwards as it was.
 *
 * @param options - `wait: false` inside another bench: who holds an order must not wait for one; `fresh: true` for an
 *   order that no one modified before, if there is one
 */
export async function withBench<T>(
  context: Context,
  request: OrderRequest,
  task: (bench: Bench) => Promise<T>,
  options: BenchOptions = {},
): Promise<T | { readonly none: string }> {
  const make = (): Promise<T | { readonly none: string }> => onBench(context, request, task, options);
  // One inside another has its turn.
  if (options.wait === false) return make();
  if (context.timestamps.isOneEnough(context.clause.id)) return inTurnOfClause(context, make);
  if (!unfairRefusalsOf(context.client).isByAge) return make();
  return alone(context, () => onBench(context, request, task, { ...options, isAlone: true }));
}

const alonesOf = new WeakMap<object, Mutex>();

/** Runs it while no other one runs so: for as long, the source is asked for few orders. */
function alone<T>({ client }: Context, task: () => Promise<T>): Promise<T> {
  const mutex = alonesOf.get(client) ?? new Mutex();
  alonesOf.set(client, mutex);
  return mutex.run(task);
}

/** So many orders that were filled or closed while they were used have another one take their place, also where it was the last. */
const MOST_CLOSED = 3;

/** Which of the orders that take one another's place this is. */
interface Turn {
  /** No other one takes its place, unless it was closed. */
  readonly isLast: boolean;
  /** So many before it were closed. */
  readonly closed: number;
}

async function onBench<T>(
  context: Context,
  request: OrderRequest,
  task: (bench: Bench) => Promise<T>,
  options: BenchOptions,
  turn: Turn = { isLast: false, closed: 0 },
): Promise<T | { readonly none: string }> {
  const bench = await openBench(context, request, options);
  if ('none' in bench) return bench;
  const { held, standing } = bench;
  const isNoneOfItsOwn = (): boolean => (held.isUsed ? !bench.isProven : !bench.hasTaken);
  const isSpent = (): boolean =>
    options.isLast !== true && bench.isLost && (isNoneOfItsOwn() || bench.isOutlived) && hasAccepted(context);
  let result: T;
  let takesNone: string | null = null;
  let isToGoOn: boolean;
  try {
    result = await task(bench);
    if (options.wait !== false) await bench.lookAfter(result);
    isToGoOn = isSpent() && (!turn.isLast || (standing.isClosed && turn.closed < MOST_CLOSED));
    if (isToGoOn) held.spoil();
    if (isSpent() && isNoneOfItsOwn() && isPassedBy(options)) takesNone = await bench.whyNone();
  } finally {
    await returnOrder(context, held, bench);
  }
  if (isToGoOn) {
    const another = await onAnother(bench, request, task, options, turn);
    if (!isNone(another)) return another;
  }
  return takesNone === null ? result : { none: takesNone };
}

/**
 * An order that was used before may be filled by now, or may have been modified as often as its service allows; a new one may
 * be refused for what it is, and then a third one takes its place. For what is observed two will do.
 */
async function onAnother<T>(
  { context, held, standing, isOutlived }: Bench,
  request: OrderRequest,
  task: (bench: Bench) => Promise<T>,
  options: BenchOptions,
  turn: Turn,
): Promise<T | { readonly none: string }> {
  const { isClosed } = standing;
  const next: Turn = {
    isLast: turn.isLast || !held.isUsed || context.clause.kind === 'observe',
    closed: turn.closed + (isClosed ? 1 : 0),
  };
  const fresh: BenchOptions = { ...options, fresh: true, doubtful: false };
  const isToGoAlone = isOutlived && !isClosed && options.wait !== false && options.isAlone !== true;
  if (!isToGoAlone) return onBench(context, request, task, fresh, next);
  return alone(context, () => onBench(context, request, task, { ...fresh, isAlone: true }, next));
}

export const isNone = (result: unknown): result is { readonly none: string } =>
  typeof result === 'object' && result !== null && 'none' in result;

/** Whether an order that takes no modify is as good as none: not inside another bench, where one is to confirm the other. */
const isPassedBy = ({ asItComes, isWantedRefused, wait }: BenchOptions): boolean =>
  asItComes !== true && isWantedRefused !== true && wait !== false;

/** How an order is asked for to put modifies to. */
export interface BenchOptions extends CheckOut {
  /** Also one that the service is known to refuse against the document. */
  readonly asItComes?: boolean;
  /** Also one that takes no modify, though the document has it take some. */
  readonly isWantedRefused?: boolean;
  /** No other one has its turn meanwhile. */
  readonly isAlone?: true;
  /** No other one is taken in its place. */
  readonly isLast?: boolean;
}

const TOO_OLD = 'the service refuses it for its age';
const SHUNNED = 'the service refuses whatever is sent for it, by a rule that the document does not have';

async function openBench(
  context: Context,
  request: OrderRequest,
  options: BenchOptions,
): Promise<Bench | { readonly none: string }> {
  const { orders, clause, lookups } = context;
  if (orders === null) return { none: 'no order source was named' };
  const hopeless = whyHopeless(context);
  if (hopeless !== null) return { none: hopeless };
  const { timestamps } = context;
  const isLeftOut = timestamps.areFew && (clause.kind === 'observe' || timestamps.decided.has(clause.id));
  if (isLeftOut || timestamps.isSpent(clause.id)) return { none: KEPT_BACK.because };
  const unfair = unfairRefusalsOf(context.client);
  const isPassed = isPassedBy(options) && request.state === 'unfilled';
  if (isPassed && unfair.putsAside(request)) return { none: whyPutAside(request) };
  const asked = { doubtful: clause.kind === 'observe', ...options, ...(unfair.isByAge && { fresh: true }) };
  // One that could not be set back, for the case that there is no other.
  let spare: Bench | null = null;
  for (let looked = 0; ; looked += 1) {
    const wait = spare === null ? {} : { wait: false };
    const held = await orders.checkOut(request, looked === 0 ? asked : { ...asked, ...wait, fresh: true });
    if ('none' in held) return spare ?? held;
    if (request.state === 'unfilled') await settle(context, held);
    const bench = new Bench(context, held, await lookups.instrument(held.order.stockCd));
    bench.heedsSettledOnly = options.isWantedRefused === true || options.asItComes === true;
    if (options.asItComes === true) return bench;
    if (bench.isShunned) {
      held.spoil(SHUNNED);
      held.release();
      if (unfair.mayShunMore(kindOf(request))) continue;
      return spare ?? { none: SHUNNED };
    }
    if (bench.staysChanged) {
      spare?.held.release({ isLast: true });
      spare = bench;
      if (unfair.mayLookFurther(`${kindOf(request)}, to be set back`)) continue;
      return spare;
    }
    const isTried = isPassedBy(options) && hasAccepted(context) && unfair.instruments.areRefused(held.order.stockCd);
    const none = isTried ? await bench.whyNone() : null;
    if (none === null) {
      spare?.held.release({ isLast: true });
      unfair.noteFair(kindOf(request));
      return bench;
    }
    held.release();
    if (!unfair.mayLookFurther(kindOf(request))) return spare ?? { none };
  }
}

/** Gives the task a bench on an order of the first of these kinds that has one. */
export async function withFirstOf<T>(
  context: Context,
  [request, ...others]: readonly OrderRequest[],
  task: (bench: Bench) => Promise<T>,
  options?: BenchOptions,
): Promise<T | { readonly none: string }> {
  if (request === undefined) return { none: 'the order source has no unfilled order' };
  const result = await withBench(context, request, task, options);
  const isToGoOn = isNone(result) && others.length > 0 && shutBecause(context) === null;
  return isToGoOn ? withFirstOf(context, others, task, options) : result;
}

/** The same kind of order, and those of the other sides. */
export function onAnySide(request: OrderRequest): readonly OrderRequest[] {
  const at = SIDES.indexOf(request.sideCd);
  return SIDES.map((_, turn) => ({ ...request, sideCd: SIDES[(at + turn) % SIDES.length] ?? request.sideCd }));
}

/**
 * Sets the order back to its first prices and gives it up. One that cannot be set back is not used again, unless it is known to be
 * refused by a rule against the document: what the order takes is known, then.
 */
async function returnOrder(context: Context, held: HeldOrder, bench: Bench): Promise<void> {
  if (bench.isUntouched && !held.isNamed) {
    held.release();
    return;
  }
  const isUnfilled = held.request.state === 'unfilled';
  if (isUnfilled && bench.staysChanged && !bench.isTooOld) {
    held.release({ isSetBack: false, isChanged: true });
    return;
  }
  const { areFew } = context.timestamps;
  const clause = areFew ? SET_BACK : context.clause.id;
  let isSetBack = areFew && !bench.isMoved;
  // One in doubt is set back in the end anyway.
  if (bench.isTooOld) held.spoil(TOO_OLD);
  else if (isUnfilled && !isSetBack && !(areFew && held.isSpoiled)) {
    const body = ownValues(held.order);
    const reply = context.stop.aborted ? undefined : await context.client.modifyOrder(clause, { body });
    isSetBack = reply !== undefined && isAccepted(reply.exchange);
    if (isSetBack) bench.noteTaken(body);
    else held.spoil(reply && describeAnswer('setting the last one back to its first values', reply.exchange));
  }
  held.release({
    isSetBack,
    ...(isSetBack && { isChanged: false }),
    isLeft: isUnfilled && !isSetBack && context.stop.aborted,
  });
}
