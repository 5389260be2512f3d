import type { ServiceClient } from '../client/service-client.js';
import type { Order } from '../contract/order.js';
import { firstValues, ORDERS_FILE } from '../contract/order-record.js';
import { dataOf, isAccepted, isRefusal } from '../wire/envelope.js';
import type { Exchange } from '../wire/exchange.js';
import { ownValues } from './order-steps.js';
import type { Subject } from './subject.js';

/** On whose behalf orders are set back: that of no clause. */
export const SET_BACK = 'set-back';

/** How long setting orders back may take in all; a service that is gone must not keep the run from ending. */
const LONGEST_MS = 60_000;

/** How each of the sentences begins. */
export const NOT_SET_BACK = 'Not set back to their first values';

/** Orders that could not be set back, and plain sentences about them. */
export interface NotSetBack {
  readonly refused: readonly Order[];
  readonly unanswered: readonly Order[];
  readonly notes: readonly string[];
}

/** Sets orders back to their first values, also after the run was stopped. */
export async function setBack(
  { afterwards }: Pick<Subject, 'afterwards'>,
  orders: readonly Order[],
): Promise<NotSetBack> {
  if (orders.length === 0) return { refused: [], unanswered: [], notes: [] };
  const refused: Order[] = [];
  const unanswered: Order[] = [];
  const putOff: Order[] = [];
  await afterwards(async (client) => {
    await Promise.all(
      orders.map(async (order) => {
        const exchange = await setBackOne(client, order);
        if (exchange.trouble !== undefined) (exchange.trouble.kind === 'busy' ? putOff : unanswered).push(order);
        else if (!isAccepted(exchange)) refused.push(order);
      }),
    );
  }, AbortSignal.timeout(LONGEST_MS));
  return {
    refused,
    unanswered: [...unanswered, ...putOff],
    notes: [
      ...sentence('the service refused it', refused),
      ...sentence('no answer came', unanswered),
      ...sentence('the service was busy', putOff),
    ],
  };
}

/** Numbers of the orders that are not what they were by this exchange, or may not be. */
export function changedBy(exchange: Exchange): readonly string[] {
  const { operation, request, trouble } = exchange;
  if (operation !== 'modifyOrder' || trouble?.kind === 'unreachable') return [];
  if (isRefusal(exchange) && dataOf(exchange)?.['success'] !== true) return [];
  const text = request.text ?? '';
  const named =
    text.indexOf('"orderNo"') === text.lastIndexOf('"orderNo"') ? [ORDER_NO.exec(text)] : text.matchAll(EACH_ORDER_NO);
  return [...named].flatMap((match) => match?.[1] ?? []);
}

const ORDER_NO = /"orderNo"\s*:\s*"([^"]*)"/;
const EACH_ORDER_NO = new RegExp(ORDER_NO, 'g');

/**
 * Every order that may differ from how it was handed out.
 *
 * @param changed - numbers of the orders of which a modification was accepted, or got no whole answer
 */
export function doubtfulOrders({ orders }: Pick<Subject, 'orders'>, changed: ReadonlySet<string>): readonly Order[] {
  return (orders?.inDoubt() ?? []).filter(({ orderNo }) => changed.has(orderNo));
}

/**
 * A trailing stop that was off is switched off by name first. For an order that never had one the document does not say
 * whether N is taken, so that a refusal of this is followed by the order's own values alone.
 */
async function setBackOne(client: ServiceClient, order: Order): Promise<Exchange> {
  if (order.lossTrackingYn === 'N') {
    const { exchange } = await client.modifyOrder(SET_BACK, { body: { ...ownValues(order), lossTrackingYn: 'N' } });
    if (isAccepted(exchange)) return exchange;
  }
  return (await client.modifyOrder(SET_BACK, { body: ownValues(order) })).exchange;
}

function sentence(because: string, orders: readonly Order[]): string[] {
  if (orders.length === 0) return [];
  const named = orders.map(firstValues).sort().slice(0, 10).join('; ');
  const more = orders.length > 10 ? `; and ${orders.length - 10} more, in ${ORDERS_FILE}` : '';
  return [`${NOT_SET_BACK}, because ${because}: orders ${named}${more}.`];
}
