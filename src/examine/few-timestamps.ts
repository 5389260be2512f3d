import { setTimeout as pause } from 'node:timers/promises';
import type { Order } from '../contract/order.js';
import type { Context } from './context.js';
import { Mutex } from './mutex.js';

/** What a run in which timestamps are few knows of the valid modifies that it has sent. */
interface Known {
  /** Numbers of orders that took one. */
  readonly proven: Set<string>;
  readonly turns: Map<string, Mutex>;
  lastAcceptedMs: number;
}

const known = new WeakMap<object, Known>();

function knownOf({ client }: Context): Known {
  const found = known.get(client) ?? { proven: new Set(), turns: new Map(), lastAcceptedMs: -Infinity };
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

/** So long a modify of another clause is waited for, and in such steps, in milliseconds. */
const WAIT_MS = 3_000;
const STEP_MS = 100;

/** Whether a modify that is sent after this moment is accepted soon, whatever it is sent for. */
export async function isAcceptedSince(context: Context, momentMs: number): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < WAIT_MS && !context.stop.aborted; waitedMs += STEP_MS) {
    if (knownOf(context).lastAcceptedMs > momentMs) return true;
    await pause(STEP_MS);
  }
  return false;
}

/** One bench of a clause at a time, so that the first decides whether another one is needed. */
export function inTurnOfClause<T>(context: Context, task: () => Promise<T>): Promise<T> {
  const { turns } = knownOf(context);
  const { id } = context.clause;
  const turn = turns.get(id) ?? new Mutex();
  turns.set(id, turn);
  return turn.run(task);
}
