import type { Reply } from '../client/service-client.js';
import { BREAKDOWNS_THAT_REFUSE } from '../oracle/refusal.js';
import { isBreakdown, isOfGateway } from '../wire/envelope.js';
import type { Exchange } from '../wire/exchange.js';

/** How often a request is sent at most for the transport to bring an answer. */
const TRIES = 3;

/**
 * Sends a request that must be refused, again after trouble of the transport and where the service fails over it, until there
 * is another answer or it has been tried often enough. What is answered 5xx each time was not done; once, it may be by chance.
 */
export async function untilAnswered(stop: AbortSignal, send: () => Promise<Exchange>): Promise<Exchange> {
  let silent = 0;
  let brokenDown = 0;
  for (;;) {
    const exchange = await send();
    if (isBreakdown(exchange)) {
      brokenDown += 1;
      if (brokenDown === BREAKDOWNS_THAT_REFUSE) return exchange;
    } else if (exchange.trouble !== undefined || isOfGateway(exchange)) {
      silent += 1;
      if (silent === TRIES || stop.aborted) return exchange;
    } else return exchange;
  }
}

/** Sends once more after a 5xx: a service that breaks down at times does not leave a clause open. */
export async function pastBreakdown(send: () => Promise<Reply>): Promise<Reply> {
  const reply = await send();
  return isBreakdown(reply.exchange) || isOfGateway(reply.exchange) ? send() : reply;
}
