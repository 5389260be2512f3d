import type { Order, OrderRequest } from '../contract/order.js';
import type { Answer, Incoming, Service } from './call.js';
import { onGrid } from './grid.js';
import { hashOf } from './hash.js';
import { showOrder, type OrderName, type OrderValues, type StoredOrder } from './order-book.js';
import { bodyOf, refuse, statusOf, type Refusal } from './refusal.js';
import { readJson } from './steps/strict-json.js';
import { jsonAnswer } from './transmit.js';

/** Where orders are made and shown: no part of the interface, so it lies outside the base URL's prefix. */
export const ORDERS_PATH = '/__tradecert/orders';

/** Answers the order source: POST makes an order, or shows the one that is named; GET with an order number shows one as well. */
export function answerOrderSource(service: Service, incoming: Incoming): Answer {
  const result = incoming.path === ORDERS_PATH ? makeOrShow(service, incoming) : showByPath(service, incoming);
  const [status, body] = 'cause' in result ? [statusOf(result), bodyOf(result)] : [200, result];
  return jsonAnswer(status, JSON.stringify(body), incoming.arrivedAtMs);
}

function makeOrShow(service: Service, incoming: Incoming): Order | Refusal {
  const { method, body } = incoming;
  if (method !== 'POST') return refuse('wrong-method');
  const read = readJson(body);
  if ('cause' in read) return refuse('order-request-form');
  const named = parseNamed(read.value);
  if (named !== null) return show(service, incoming, named);
  const wanted = parseRequest(read.value);
  if (wanted === null) return refuse('order-request-form');
  return offerOrder(service, wanted) ?? refuse('unknown-order');
}

/** Makes an order and shows it; `null` where there is none of the kind. */
export function offerOrder(service: Service, wanted: OrderRequest): Order | null {
  const order = service.behaviour.offers(wanted) ? makeOrder(service, wanted) : null;
  return order === null ? null : showOrder(order);
}

/** An order with its state. */
type OrderWithState = Order & { readonly state: 'unfilled' | 'filled' };

function showByPath(service: Service, incoming: Incoming): OrderWithState | Refusal {
  if (incoming.method !== 'GET') return refuse('wrong-method');
  return show(service, incoming, { orderNo: incoming.path.slice(ORDERS_PATH.length + 1) });
}

function show(
  { orders, behaviour }: Service,
  { arrivedAtMs }: Incoming,
  named: Partial<OrderName>,
): OrderWithState | Refusal {
  const order = orders.get(named.orderNo ?? '');
  const isMeant = named.orderDateTime === undefined || order?.orderDateTime === named.orderDateTime;
  if (order === null || !isMeant) return refuse('unknown-order');
  return { ...showOrder(order), state: behaviour.stateOf(order, arrivedAtMs) };
}

/** Makes an order. The same request has the same instrument, prices and quantity each time, in any sequence. */
function makeOrder({ catalogue, orders, seed, clock }: Service, wanted: OrderRequest): StoredOrder | null {
  const { orderTypeCd, sideCd, state, takeProfit, stopLoss, trailing } = wanted;
  const hash = hashOf([seed, orderTypeCd, sideCd, state, takeProfit, stopLoss, trailing].join(' '));
  const instrument = catalogue.instruments[hash % Math.max(1, catalogue.instruments.length)];
  if (instrument === undefined || (trailing && !stopLoss)) return null;
  const { closePrice, pointUnit, minOrderQuantity, orderUnit } = instrument;
  const away = (fraction: number): number => onGrid(closePrice * (1 + fraction), pointUnit);
  const values: OrderValues = {
    quantity: onGrid(minOrderQuantity + orderUnit * (3 + (hash % 40)), orderUnit),
    barrierPrice: orderTypeCd === 'STOP' || orderTypeCd === 'LIMIT_STOP' ? away(0.01) : 0,
    orderPrice: orderTypeCd === 'LIMIT' || orderTypeCd === 'LIMIT_STOP' ? away(0.012) : 0,
    takeProfit: { on: takeProfit, price: takeProfit ? away(isLong(wanted) ? 0.08 : -0.08) : 0 },
    stopLoss: { on: stopLoss, price: stopLoss ? away(isLong(wanted) ? -0.06 : 0.06) : 0 },
    trailing,
  };
  const order = { stockCd: instrument.stockCd, orderTypeCd, sideCd, state, had: { takeProfit, stopLoss } };
  return orders.add(order, values, clock());
}

const isLong = ({ sideCd }: OrderRequest): boolean => sideCd === 'BUY' || sideCd === 'BUY_TO_COVER';

function parseNamed(value: unknown): OrderName | null {
  const { show: named } = (value ?? {}) as { readonly show?: unknown };
  const { orderDateTime, orderNo } = (named ?? {}) as Record<string, unknown>;
  return typeof orderDateTime === 'string' && typeof orderNo === 'string' ? { orderDateTime, orderNo } : null;
}

function parseRequest(value: unknown): OrderRequest | null {
  if (typeof value !== 'object' || value === null) return null;
  const { orderTypeCd, sideCd, state, takeProfit, stopLoss, trailing } = value as Record<string, unknown>;
  const known =
    ['MARKET', 'LIMIT', 'STOP', 'LIMIT_STOP'].includes(orderTypeCd as string) &&
    ['BUY', 'SELL', 'SELL_TO_CLOSE', 'BUY_TO_COVER'].includes(sideCd as string) &&
    ['unfilled', 'filled'].includes(state as string) &&
    [takeProfit, stopLoss, trailing].every((flag) => typeof flag === 'boolean');
  return known ? (value as OrderRequest) : null;
}
