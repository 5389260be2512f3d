import type { Order } from '../contract/order.js';
import type { Settings } from '../contract/settings.js';
import { isAcceptedInTheEnd } from '../examine/busy.js';
import { describeAnswer } from '../examine/describe-answer.js';
import { priceBandOf, priceChange, stepped, stepsWithin } from '../examine/order-steps.js';
import type { Subject } from '../examine/subject.js';
import type { Exchange } from '../wire/exchange.js';

/** How far prices are moved, in steps of their last digit: which steps a service takes, the document does not say. */
const MOVES = [1, 10, 100];

/** On whose behalf a valid modify is sent, and until when. */
export interface ValidModifyOptions {
  readonly subject: Pick<Subject, 'client'>;
  readonly settings: Settings;
  readonly clause: string;
  readonly stop: AbortSignal;
}

/**
 * Why no valid modify of this order is accepted; `null` where one is. Its prices are moved within the band, and at last left as
 * they are.
 */
export async function whyNoneIsAccepted(order: Order, options: ValidModifyOptions): Promise<string | null> {
  const { subject, settings, clause, stop } = options;
  const most = stepsWithin(order, null, priceBandOf(settings));
  let because = 'the tests ended';
  for (const steps of [...MOVES.filter((move) => move <= most), 0]) {
    const send = async (): Promise<Exchange> => {
      const body = priceChange(stepped(order, null, steps));
      const { exchange } = await subject.client.modifyOrder(clause, { body });
      because = describeAnswer('a valid modify', exchange);
      return exchange;
    };
    if (await isAcceptedInTheEnd({ context: { stop } }, send)) return null;
  }
  return because;
}
