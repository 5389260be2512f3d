import type { Order } from '../contract/order.js';
import { dataOf, envelopeOf, isAccepted, isRefusal } from './envelope.js';
import type { Exchange } from './exchange.js';
import { parseJson } from './json.js';

/** What switches a take-profit and a stop-loss on or off. */
export type Flag = 'profitRealizationYn' | 'lossCutYn';
const FLAGS: readonly Flag[] = ['profitRealizationYn', 'lossCutYn'];
const ON = { profitRealizationYn: /"profitRealizationYn"\s*:\s*"Y"/, lossCutYn: /"lossCutYn"\s*:\s*"Y"/ };

/**
 * Orders that are not what they were by an exchange, or may not be. Two orders may have one number and differ in their time
 * (section 2.3): a body that names the time of one of them leaves the others as they are.
 */
export class ChangedOrders {
  /** By number, the times that bodies named beside it; `null` stands for one that none can be read of. */
  private readonly timesByNumber: Map<string, Set<string | null>>;
  /** By number, what accepted bodies switched on. */
  private readonly switchedOn: Map<string, Set<Flag>>;

  constructor(earlier?: ChangedOrders) {
    this.timesByNumber = new Map(
      [...(earlier?.timesByNumber ?? [])].map(([orderNo, times]) => [orderNo, new Set(times)]),
    );
    this.switchedOn = new Map([...(earlier?.switchedOn ?? [])].map(([orderNo, flags]) => [orderNo, new Set(flags)]));
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
    const on = isAccepted(exchange) ? FLAGS.filter((flag) => ON[flag].test(text)) : [];
    let isNew = false;
    for (const orderNo of valuesOf('orderNo', text)) {
      if (on.length > 0) this.switchedOn.set(orderNo, new Set([...(this.switchedOn.get(orderNo) ?? []), ...on]));
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

  /** What an accepted body switched on that the order, as it was handed out, does not have on. */
  addedTo(order: Order): readonly Flag[] {
    return [...(this.switchedOn.get(order.orderNo) ?? [])].filter((flag) => order[flag] !== 'Y');
  }

  clear(): void {
    this.switchedOn.clear();
    this.timesByNumber.clear();
  }
}

function leavesAsItWas(exchange: Exchange): boolean {
  const { operation, trouble } = exchange;
  if (operation !== 'modifyOrder' || trouble?.kind === 'unreachable') return true;
  return isRefusal(exchange) && dataOf(exchange)?.['success'] !== true && saysSo(exchange);
}

/** With a status of success, a refusal is what the envelope tells: an answer that cannot be read may follow a change. */
function saysSo(exchange: Exchange): boolean {
  const status = exchange.response?.status ?? 0;
  if (status < 200 || status > 299) return true;
  const envelope = envelopeOf(exchange);
  if (envelope === null || Array.isArray(envelope.data)) return false;
  return (
    dataOf(exchange)?.['success'] === false || (typeof envelope.status === 'string' && envelope.status !== 'SUCCESS')
  );
}

/**
 * Each value that the text, which may be no JSON, gives that member, as it is written and as it is read; of one that is given
 * twice, both.
 */
function valuesOf(member: 'orderNo' | 'orderDateTime', text: string): readonly string[] {
  const written = [...text.matchAll(MEMBERS[member])].map(([, value = '']) => value);
  return [...new Set(written.flatMap((value) => [value, asRead(value)]))];
}

const MEMBERS = {
  orderNo: /"orderNo"\s*:\s*"((?:[^"\\]|\\.)*)"/g,
  orderDateTime: /"orderDateTime"\s*:\s*"((?:[^"\\]|\\.)*)"/g,
};

function asRead(written: string): string {
  const json = parseJson(`"${written}"`);
  return json.ok && typeof json.value === 'string' ? json.value : written;
}
