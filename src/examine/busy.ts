import { setTimeout as pause } from 'node:timers/promises';
import { isAccepted } from '../wire/envelope.js';
import type { ModifyRecipe } from '../client/request-recipe.js';
import type { Exchange } from '../wire/exchange.js';
import type { Context } from './context.js';
import type { Bench } from './sandwich.js';

/** Before what is sent again, in milliseconds; less than half a second in all, and on the way to a finding only. */
const PAUSES_MS = [0, 50, 350];
/** Valid modifies in a row, none of which is refused where a service is not busy. */
const MOST_IN_A_ROW = 3;

/**
 * Whether a modify that was refused is accepted when it is sent again: for how long an order is busy with the modify
 * before, and for how long a service refuses everything after wrong signatures, the document does not say.
 *
 * @param send - sends it, made anew each time, since it may tell the time
 */
export async function isAcceptedInTheEnd(
  { context }: { context: Pick<Context, 'stop'> },
  send: () => Promise<Exchange>,
): Promise<boolean> {
  for (const ms of PAUSES_MS) {
    if (context.stop.aborted) return false;
    if (ms > 0) await pause(ms);
    if (isAccepted(await send())) return true;
  }
  return false;
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

/** Sends the same body each time. */
export function sending(bench: Bench, body: ModifyRecipe['body']): () => Promise<Exchange> {
  return async () => (await bench.send({ body })).exchange;
}
