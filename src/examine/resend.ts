import type { Reply } from '../client/service-client.js';
import type { Exchange } from '../wire/exchange.js';

/** How often a request is sent at most for the transport to bring an answer. */
const TRIES = 3;

/**
 * Sends again after trouble of the transport, until there is an answer or it has been tried often enough; after a 5xx,
 * once more.
 */
export async function untilAnswered(stop: AbortSignal, send: () => Promise<Exchange>): Promise<Exchange> {
  let exchange = await send();
  for (let tries = 1; exchange.trouble !== undefined && tries < TRIES && !stop.aborted; tries += 1) {
    exchange = await send();
  }
  return isBreakdown(exchange) && !stop.aborted ? send() : exchange;
}

/** Sends once more after a 5xx: a service that breaks down at times does not leave a clause open. */
export async function pastBreakdown(send: () => Promise<Reply>): Promise<Reply> {
  const reply = await send();
  return isBreakdown(reply.exchange) ? send() : reply;
}

function isBreakdown({ response }: Exchange): boolean {
  return response !== undefined && response.status >= 500;
}
