import { setTimeout as pause } from 'node:timers/promises';
import { isAccepted } from '../wire/envelope.js';
import type { ModifyRecipe } from '../client/request-recipe.js';
import type { Exchange } from '../wire/exchange.js';
import type { Context } from './context.js';
import { Mutex } from './mutex.js';
import type { Bench } from './sandwich.js';

/** Before what is sent again, in milliseconds; about a second in all, and on the way to a finding only. */
const PAUSES_MS = [0, 50, 350, 600];
/** Valid modifies in a row, none of which is refused where a service is not busy. */
const MOST_IN_A_ROW = 3;

/**
 * Whether a modify that was refused is accepted when it is sent again: for how long an order is busy with the modify
 * before, and for how long a service refuses everything after wrong signatures, the document does not say.
 *
 * @param send - sends it, made anew each time, since it may tell the time
 */
export async function isAcceptedInTheEnd(run: Stoppable, send: () => Promise<Exchange>): Promise<boolean> {
  return (await acceptedAfter(run, send)) !== null;
}

interface Stoppable {
  readonly context: Pick<Context, 'stop'>;
}

/** The pauses in all after which it was accepted, in milliseconds; `null`: it was not. */
async function acceptedAfter({ context }: Stoppable, send: () => Promise<Exchange>): Promise<number | null> {
  let pausedMs = 0;
  for (const ms of PAUSES_MS) {
    if (context.stop.aborted) return null;
    if (ms > 0) await pause(ms);
    pausedMs += ms;
    if (isAccepted(await send())) return pausedMs;
  }
  return null;
}

/** Whether the service refuses a valid modify right after one that it accepted, and takes the same one a moment later. */
export async function isBusyAfterModify(bench: Bench): Promise<boolean> {
  if ((await bench.control()) !== null) {
    bench.isLost = !(await isAcceptedInTheEnd(bench, sending(bench, bench.validBody())));
    return !bench.isLost;
  }
  for (let turn = 0; turn < MOST_IN_A_ROW; turn += 1) {
    const send = sending(bench, bench.validBody());
    if (!isAccepted(await send())) return isAcceptedInTheEnd(bench, send);
  }
  return false;
}

/** So many orders tell whether orders of the service are busy after a modify, and so many are asked at most. */
const MOST_TOLD = 3;
const MOST_ASKED = 9;
/** So often in a row an order is busy where it is no chance, also of a service that refuses one in three. */
const TIMES_BUSY = 4;

/** What a run learned of how long an order is busy after a modify that was accepted. */
interface Learned {
  /** One at a time, so that the first ones tell the others. */
  readonly turns: Mutex;
  asked: number;
  told: number;
  /** `null`: no order was busy so far. */
  pauseMs: number | null;
}

const learnedInRun = new WeakMap<object, Learned>();

/**
 * How long an order of this service refuses whatever comes right after a modify that it accepted, in milliseconds; `null`: it
 * does not. An invalid modify that is sent meanwhile is refused for that alone, and tells nothing. Learned of the first orders
 * of a run.
 */
export function pauseAfterModify(bench: Bench): Promise<number | null> {
  const { client } = bench.context;
  const learned = learnedInRun.get(client) ?? { turns: new Mutex(), asked: 0, told: 0, pauseMs: null };
  learnedInRun.set(client, learned);
  return learned.turns.run(async () => {
    const most = bench.context.timestamps.areFew ? 1 : MOST_TOLD;
    const isAsked = learned.pauseMs === null && learned.told < most && learned.asked < MOST_ASKED;
    if (!isAsked || bench.isTooOld) return learned.pauseMs;
    learned.asked += 1;
    const found = await pauseOf(bench);
    if (found !== 'not told') {
      learned.told += 1;
      learned.pauseMs = found;
    }
    return learned.pauseMs;
  });
}

/** Sends valid modifies in a row, and each that is refused once more. An order is busy after each of them, or not at all. */
async function pauseOf(bench: Bench): Promise<number | null | 'not told'> {
  if (!(await isAcceptedInTheEnd(bench, sending(bench, bench.validBody())))) return 'not told';
  let longestMs = 0;
  for (let turn = 0; turn < TIMES_BUSY; turn += 1) {
    const pauseMs = await pauseBeforeNext(bench);
    if (pauseMs === 'none' && turn === 0) return null;
    if (pauseMs === 'none' || pauseMs === null) return 'not told';
    longestMs = Math.max(longestMs, pauseMs);
  }
  return longestMs;
}

/** After what pause the next valid modify is accepted, in milliseconds; `none`: right away; `null`: it is not. */
async function pauseBeforeNext(bench: Bench): Promise<number | 'none' | null> {
  const next = sending(bench, bench.validBody());
  return isAccepted(await next()) ? 'none' : acceptedAfter(bench, next);
}

/** Sends the same body each time, with the present time if no other is given. */
export function sending(
  bench: Bench,
  body: ModifyRecipe['body'],
  timestamp?: ModifyRecipe['timestamp'],
): () => Promise<Exchange> {
  return async () => (await bench.send({ body, ...(timestamp !== undefined && { timestamp }) })).exchange;
}
