import type { Order } from '../contract/order.js';
import { dataOf, isRefusal } from './envelope.js';
import type { Exchange } from './exchange.js';

/**
 * Orders that are not what they were by an exchange, or may not be. Two orders may have one number and differ in their time
 * (section 2.3): a body that names the time of one of them leaves the others as they are.
 */
export class ChangedOrders {
  /** By number, the times that bodies named beside it; `null` stands for one that none can be read of. */
  private readonly timesByNumber: Map<string, Set<string | null>>;

  constructor(earlier?: ChangedOrders) {
    this.timesByNumber = new Map(
      [...(earlier?.timesByNumber ?? [])].map(([orderNo, times]) => [orderNo, new Set(times)]),
    );
  }

  get numbers(): readonly string[] {
    return [...this.timesByNumber.keys()];
  }

  /** @returns whether it changed an order that was not known to be changed, or may have */
  add(exchange: Exchange): boolean {
    if (leavesAsItWas(exchange)) return false;
    const text = exchange.request.text ?? '';
    const named = valuesOf('orderDateTime', text);
    const times = named.length === 0 ? [null] : named;
    let isNew = false;
    for (const orderNo of valuesOf('orderNo', text)) {
      const known = this.timesByNumber.get(orderNo) ?? new Set();
      this.timesByNumber.set(orderNo, known);
      for (const time of times) {
        isNew ||= !known.has(time);
        known.add(time);
      }
    }
    return isNew;
  }

  /** @param orders - all that share a number: a time that is none of theirs leaves open which of them was meant */
  in(orders: readonly Order[]): readonly Order[] {
    const identities = new Set(orders.map(({ orderNo, orderDateTime }) => `${orderNo} ${orderDateTime}`));
    return orders.filter(({ orderNo, orderDateTime }) => {
      const times = [...(this.timesByNumber.get(orderNo) ?? [])];
      return times.some((time) => time === orderDateTime || !identities.has(`${orderNo} ${time}`));
    });
  }

  clear(): void {
    this.timesByNumber.clear();
  }
}

function leavesAsItWas(exchange: Exchange): boolean {
  const { operation, trouble } = exchange;
  if (operation !== 'modifyOrder' || trouble?.kind === 'unreachable') return true;
  return isRefusal(exchange) && dataOf(exchange)?.['success'] !== true;
}

/** Each value that the text, which may be no JSON, gives that member; of one that is given twice, both. */
function valuesOf(member: 'orderNo' | 'orderDateTime', text: string): readonly string[] {
  return [...text.matchAll(MEMBERS[member])].map(([, value = '']) => value);
}

const MEMBERS = { orderNo: /"orderNo"\s*:\s*"([^"]*)"/g, orderDateTime: /"orderDateTime"\s*:\s*"([^"]*)"/g };
