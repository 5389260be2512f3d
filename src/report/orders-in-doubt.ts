import { amount } from '../contract/amount.js';
import { PRICES_OF, type Order } from '../contract/order.js';
import { firstValues, ORDERS_FILE } from '../contract/order-record.js';
import { ChangedOrders } from '../wire/changed-orders.js';
import { isAccepted } from '../wire/envelope.js';
import type { Exchange } from '../wire/exchange.js';
import { isJsonObject, parseJson } from '../wire/json.js';
import { rereadExchange } from './certificate/verify/recorded-exchange.js';
import { readExchanges, readOrders } from './recorded-run.js';

/** What a modify gives an order, each condition as one: `N`, or its price. */
type Values = ReadonlyMap<string, unknown>;

interface Followed {
  readonly order: Order;
  readonly first: Values;
  /** By the answers so far. */
  readonly now: Map<string, unknown>;
}

/** Stands for a value that no answer tells. */
const UNCLEAR = Symbol('unclear');

/** Orders that are named; of all, the file tells. */
const MOST_ORDERS = 3;

/** Tells in one sentence of the orders of a killed run that may have other values than at first; nothing without orders. */
export async function ordersInDoubt(dir: string): Promise<string[]> {
  const orders = await followedOrders(dir);
  if (orders.length === 0) return [];
  const all = amount(orders.length, 'order');
  const doubtful = orders.filter(({ first, now }) => [...first].some(([name, value]) => now.get(name) !== value));
  if (doubtful.length === 0) {
    return [
      `As far as it is recorded, no order is left with other values than its first ones (${all} in ${ORDERS_FILE}).`,
    ];
  }
  const named = doubtful.slice(0, MOST_ORDERS).map(({ order }) => firstValues(order));
  const more = doubtful.length > MOST_ORDERS ? ` and ${doubtful.length - MOST_ORDERS} more` : '';
  return [
    `By what is recorded, ${doubtful.length} of ${all} may not be set back; first values are in ${ORDERS_FILE}: ${named.join('; ')}${more}.`,
  ];
}

async function followedOrders(dir: string): Promise<readonly Followed[]> {
  const byNumber = new Map<string, Followed[]>();
  for await (const order of readOrders(dir)) {
    const same = byNumber.get(order.orderNo) ?? [];
    if (same.some((known) => known.order.orderDateTime === order.orderDateTime)) continue;
    const first = firstOf(order);
    byNumber.set(order.orderNo, [...same, { order, first, now: new Map(first) }]);
  }
  if (byNumber.size === 0) return [];
  for await (const recorded of readExchanges(dir)) {
    const reread = recorded.operation === 'modifyOrder' ? rereadExchange(JSON.stringify(recorded)) : '';
    if (typeof reread === 'string') continue;
    const changed = new ChangedOrders();
    changed.add(reread.exchange);
    for (const orderNo of changed.numbers) {
      const same = byNumber.get(orderNo) ?? [];
      const meant = new Set(changed.in(same.map(({ order }) => order)));
      follow(
        same.filter(({ order }) => meant.has(order)),
        reread.exchange,
      );
    }
  }
  return [...byNumber.values()].flat();
}

/** An order without conditions has each of them off. */
function firstOf(order: Order): Values {
  const needs = PRICES_OF[order.orderTypeCd] as (typeof PRICES_OF)[Order['orderTypeCd']] | undefined;
  const given = [...givenBy(order)].filter(([name]) => needs?.[name as keyof typeof needs] !== false);
  return new Map([...CONDITIONS.map(([flag]) => [flag, 'N'] as const), ...given]);
}

/** A body that cannot be read may have changed anything. */
function follow(orders: readonly Followed[], exchange: Exchange): void {
  const json = parseJson(exchange.request.text ?? '');
  const body = json.ok && isJsonObject(json.value) ? json.value : null;
  const isClear = isAccepted(exchange) && json.ok && json.duplicateMembers.length === 0;
  for (const { now, first } of orders) {
    for (const [name, value] of body === null ? first : givenBy(body)) {
      const isSame = body !== null && (isClear || now.get(name) === value);
      now.set(name, isSame ? value : UNCLEAR);
    }
  }
}

const PRICES = ['barrierPrice', 'orderPrice'];
const CONDITIONS = [
  ['profitRealizationYn', 'profitRealizationBarrierPrice'],
  ['lossCutYn', 'lossCutBarrierPrice'],
  ['lossTrackingYn', null],
] as const;

function givenBy(body: object): Values {
  const member = (name: string): unknown => (body as Readonly<Record<string, unknown>>)[name];
  return new Map(
    [
      ...PRICES.map((name) => [name, member(name)] as const),
      ...CONDITIONS.map(([flag, price]) => {
        const isOn = member(flag) === 'Y' && price !== null;
        return [flag, isOn ? member(price) : member(flag)] as const;
      }),
    ].filter(([, value]) => value !== undefined),
  );
}
