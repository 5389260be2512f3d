import { setTimeout as pause } from 'node:timers/promises';
import type { Order } from '../contract/order.js';
import { Turns } from '../client/turns.js';
import type { Context } from './context.js';
import { Mutex } from './mutex.js';

/** What a run in which timestamps are few knows of the valid modifies that it has sent. */
interface Known {
  /** Numbers of orders that took one. */
  readonly proven: Set<string>;
  readonly turns: Map<string, Mutex>;
  readonly benches: Turns;
  /** Of those that want to see a modify accepted. */
  readonly asking: Mutex;
  /** Of those that send one. */
  readonly sending: Mutex;
  lastAcceptedMs: number;
}

const known = new WeakMap<object, Known>();

function knownOf({ client }: Context): Known {
  const found = known.get(client) ?? {
    proven: new Set(),
    turns: new Map(),
    benches: new Turns(MOST_BENCHES),
    asking: new Mutex(),
    sending: new Mutex(),
    lastAcceptedMs: -Infinity,
  };
  known.set(client, found);
  return found;
}

/** Notes that an order took a modify that was sent then. */
export function noteProven(context: Context, { orderNo }: Order, sentAtMs: number): void {
  const found = knownOf(context);
  found.proven.add(orderNo);
  found.lastAcceptedMs = Math.max(found.lastAcceptedMs, sentAtMs);
}

/** Whether an order took a modify before. */
export function isProven(context: Context, { orderNo }: Order): boolean {
  return knownOf(context).proven.has(orderNo);
}

/** Meanwhile others come to want the same, so that one modify serves them all, in milliseconds. */
const GATHERING_MS = 200;

/**
 * Sees to it that a modify which is sent after this moment is accepted: one of another clause, or else this one.
 *
 * @param send - sends a valid modify
 * @returns why none was; `null`: one was
 */
export async function seeAccepted(
  context: Context,
  momentMs: number,
  send: () => Promise<string | null>,
): Promise<string | null> {
  const found = knownOf(context);
  const isSeen = (): boolean => found.lastAcceptedMs > momentMs;
  await pause(GATHERING_MS);
  return isSeen() ? null : found.asking.run(() => (isSeen() ? Promise.resolve(null) : send()));
}

/** Where timestamps have to rise, one modify after another: those that are under way together may arrive the other way round. */
export function inOrder<T>(context: Context, send: () => Promise<T>): Promise<T> {
  return context.timestamps.manner === 'rising' ? knownOf(context).sending.run(send) : send();
}

/** For so long others are waited for, and in such steps, in milliseconds. */
const LONGEST_WAIT_MS = 30_000;
const STEP_MS = 200;

/** Waits until a timestamp far ahead of the present takes none from other modifies. */
export async function untilAhead({ timestamps, clock, stop }: Context): Promise<void> {
  for (let waitedMs = 0; waitedMs < LONGEST_WAIT_MS && !stop.aborted; waitedMs += STEP_MS) {
    if (timestamps.isAhead(clock.nowSeconds())) return;
    await pause(STEP_MS);
  }
}

/** Few at a time, so that they share orders that are known to take modifies. */
const MOST_BENCHES = 8;

/** One bench of a clause at a time, so that the first decides whether another one is needed. */
export function inTurnOfClause<T>(context: Context, task: () => Promise<T>): Promise<T> {
  const { turns, benches } = knownOf(context);
  const { id } = context.clause;
  const turn = turns.get(id) ?? new Mutex();
  turns.set(id, turn);
  return turn.run(() => benches.run(task));
}
