import type { Exchange } from '../wire/exchange.js';

/** How often a request is sent at most for the transport to bring an answer. */
const TRIES = 3;

/** Sends again after trouble of the transport, until there is an answer or it has been tried often enough. */
export async function untilAnswered(stop: AbortSignal, send: () => Promise<Exchange>): Promise<Exchange> {
  let exchange = await send();
  for (let tries = 1; exchange.trouble !== undefined && tries < TRIES && !stop.aborted; tries += 1) {
    exchange = await send();
  }
  return exchange;
}
