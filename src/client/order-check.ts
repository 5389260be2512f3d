import { ORDER_TYPES, PRICES_OF, SIDES, type Order, type OrderRequest } from '../contract/order.js';
import { isJsonObject, jsonTypeOf, type JsonType } from '../wire/json.js';

/** Longest text that is taken from an order source. */
const LONGEST_TEXT = 1000;

const NEEDED: Readonly<Record<string, JsonType>> = {
  stockCd: 'string',
  orderTypeCd: 'string',
  sideCd: 'string',
  orderDateTime: 'string',
  orderNo: 'string',
  orderQuantity: 'number',
  barrierPrice: 'number',
  orderPrice: 'number',
};

const OPTIONAL: Readonly<Record<string, JsonType>> = {
  profitRealizationYn: 'string',
  profitRealizationBarrierPrice: 'number',
  lossCutYn: 'string',
  lossCutBarrierPrice: 'number',
  lossTrackingYn: 'string',
};

/**
 * Reads an order in the field names of the modify body. Members that the document does not name are left out.
 *
 * @returns what is wrong with it, as the end of a sentence, where it is none
 */
export function readOrder(value: unknown): { readonly order: Order } | { readonly wrong: string } {
  if (!isJsonObject(value)) return { wrong: `it is ${article(jsonTypeOf(value))}, not an object` };
  const members: Record<string, unknown> = {};
  for (const [name, type] of [...Object.entries(NEEDED), ...Object.entries(OPTIONAL)]) {
    const member = Object.hasOwn(value, name) ? value[name] : undefined;
    if (member === undefined && !Object.hasOwn(NEEDED, name)) continue;
    const wrong = wrongMember(name, member, type);
    if (wrong !== null) return { wrong };
    members[name] = member;
  }
  if (!(ORDER_TYPES as readonly unknown[]).includes(members['orderTypeCd'])) {
    return { wrong: `its orderTypeCd is none of ${ORDER_TYPES.join(', ')}` };
  }
  if (!(SIDES as readonly unknown[]).includes(members['sideCd'])) {
    return { wrong: `its sideCd is none of ${SIDES.join(', ')}` };
  }
  const order = members as unknown as Order;
  const wrong = contradiction(order);
  return wrong === null ? { order } : { wrong };
}

/** What an order has by itself that no order can have: a modify in its own values would break 2.1 or 2.4. */
function contradiction(order: Order): string | null {
  for (const price of ['barrierPrice', 'orderPrice'] as const) {
    if (order[price] === 0 && PRICES_OF[order.orderTypeCd][price]) {
      return `its ${price} is 0, although a ${order.orderTypeCd} order has one`;
    }
  }
  for (const [name, price] of [
    ['profitRealizationYn', 'profitRealizationBarrierPrice'],
    ['lossCutYn', 'lossCutBarrierPrice'],
  ] as const) {
    if (order[name] === 'Y' && (order[price] ?? 0) === 0) {
      return `its ${price} is ${order[price] === 0 ? '0' : 'missing'}, although its ${name} is "Y"`;
    }
  }
  return null;
}

function wrongMember(name: string, member: unknown, type: JsonType): string | null {
  const actual = jsonTypeOf(member);
  if (actual === 'absent') return `it has no ${name}`;
  if (actual !== type) return `its ${name} is ${article(actual)}, not ${article(type)}`;
  if (typeof member === 'number') return Number.isFinite(member) ? null : `its ${name} is no finite number`;
  if (typeof member !== 'string') return null;
  if (name.endsWith('Yn')) return member === 'Y' || member === 'N' ? null : `its ${name} is neither "Y" nor "N"`;
  if (member === '') return `its ${name} is empty`;
  return member.length > LONGEST_TEXT ? `its ${name} is longer than ${LONGEST_TEXT} characters` : null;
}

/** Whether both are named the same: the same number, and the same moment, however it is written (4.2). */
export function isSameOrder(one: Order, other: Order): boolean {
  const [first, second] = [Date.parse(one.orderDateTime), Date.parse(other.orderDateTime)];
  return one.orderNo === other.orderNo && (one.orderDateTime === other.orderDateTime || first === second);
}

/** What an order has that was not asked for, or lacks that was; `null` where it fits. */
export function misfit(order: Order, wanted: OrderRequest): string | null {
  for (const name of ['orderTypeCd', 'sideCd'] as const) {
    if (order[name] !== wanted[name]) return `its ${name} is ${order[name]}, although ${wanted[name]} was asked for`;
  }
  for (const [name, isWanted, condition] of [
    ['profitRealizationYn', wanted.takeProfit, 'take-profit condition'],
    ['lossCutYn', wanted.stopLoss, 'stop-loss condition'],
    ['lossTrackingYn', wanted.trailing, 'trailing stop'],
  ] as const) {
    const has = order[name] === 'Y';
    if (has !== isWanted)
      return `it has ${has ? 'a' : 'no'} ${condition}, although one ${isWanted ? 'was' : 'was not'} asked for`;
  }
  return null;
}

function article(type: JsonType): string {
  if (type === 'null' || type === 'absent') return type === 'null' ? 'null' : 'nothing';
  return type === 'array' || type === 'object' ? `an ${type}` : `a ${type}`;
}
