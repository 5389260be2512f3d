import { readFileSync, statSync } from 'node:fs';
import { docPage } from '../contract/doc-page.js';
import { identityOf, SHOWN_STATES, type Order, type OrderRequest, type ShownOrder } from '../contract/order.js';
import type { OrderSource } from '../contract/settings.js';
import { SuiteError } from '../contract/suite-error.js';
import { decodeUtf8, isJsonObject, parseJson } from '../wire/json.js';
import {
  CommandChannel,
  UrlChannel,
  type NoOrder,
  type OrderChannel,
  type OrderSupplyOptions,
} from './order-channels.js';
import { isSameOrder, misfit, readOrder } from './order-check.js';

/** Where orders come from: one request, one order. */
export interface OrderSupply {
  /** So many requests at a time are enough for it; left out, any number is. */
  readonly mostAtOnce?: number;
  /** The next order for this request, checked, or why there is none. Never throws. */
  fetch(request: OrderRequest): Promise<{ readonly order: Order } | NoOrder>;
  /** How an order stands now, or why that is not known. Never throws. */
  show(order: Order): Promise<ShownOrder | NoOrder>;
  close(): Promise<void>;
}

const LARGEST_FILE = 16 * 1024 * 1024;

/** Opens the user's order source. @throws SuiteError where its URL or file cannot be used */
export function openOrderSupply(source: OrderSource, options: OrderSupplyOptions = {}): OrderSupply {
  if (source.kind === 'file') return new FileSupply(loadOrders(source.path));
  const channel =
    source.kind === 'url' ? new UrlChannel(source.url, options) : new CommandChannel(source.command, options);
  return new AskedSupply(channel, source.isAskedToShow !== false);
}

/** Asks for each order, and how one stands. */
class AskedSupply implements OrderSupply {
  readonly mostAtOnce?: number;
  private readonly channel: OrderChannel;
  private readonly isAskedToShow: boolean;

  constructor(channel: OrderChannel, isAskedToShow: boolean) {
    this.channel = channel;
    this.isAskedToShow = isAskedToShow;
    if (channel.mostAtOnce !== undefined) this.mostAtOnce = channel.mostAtOnce;
  }

  fetch(request: OrderRequest): Promise<{ readonly order: Order } | NoOrder> {
    return this.ask(request, (bytes) => readAnswer(bytes, request));
  }

  show(order: Order): Promise<ShownOrder | NoOrder> {
    if (!this.isAskedToShow) return Promise.resolve({ none: 'the order source is not asked to show orders' });
    const { orderDateTime, orderNo } = order;
    return this.ask({ show: { orderDateTime, orderNo } }, (bytes) => readShown(bytes, order));
  }

  close(): Promise<void> {
    return this.channel.close();
  }

  private async ask<T extends object>(
    question: object,
    read: (bytes: Uint8Array) => T | NoOrder,
  ): Promise<T | NoOrder> {
    const answer = await this.channel.ask(question);
    if ('none' in answer) return answer;
    const { bytes, heard } = answer;
    const result = read(bytes);
    return 'none' in result && heard !== undefined ? { ...result, said: heard() } : result;
  }
}

function readAnswer(bytes: Uint8Array, request: OrderRequest): { readonly order: Order } | NoOrder {
  const json = readJson(bytes);
  if (!json.ok) return { none: `the order source gave no order: ${json.because}`, passing: true };
  const read = readOrder(json.value);
  const wrong = 'wrong' in read ? read.wrong : misfit(read.order, request);
  if (wrong !== null) return { none: `the order source gave an order that cannot be used: ${wrong}` };
  return 'order' in read ? { order: read.order } : { none: 'the order source gave no order' };
}

function readShown(bytes: Uint8Array, asked: Order): ShownOrder | NoOrder {
  const json = readJson(bytes);
  if (!json.ok) return shownWrongly(json.because);
  const read = readOrder(json.value);
  if ('wrong' in read) return shownWrongly(read.wrong);
  if (!isSameOrder(read.order, asked))
    return shownWrongly(`asked for order ${identityOf(asked)}, it showed another one`, 'another order');
  const told = isJsonObject(json.value) ? json.value['state'] : undefined;
  const state = SHOWN_STATES.find((one) => one === told);
  return state === undefined ? shownWrongly(`its "state" is none of ${SHOWN_STATES.join(', ')}`) : { ...read, state };
}

function shownWrongly(wrong: string, as: NoOrder['shownWrongly'] = 'unreadable'): NoOrder {
  return { none: `the order source does not show orders as it should: ${wrong}`, shownWrongly: as };
}

function readJson(bytes: Uint8Array): ReturnType<typeof parseJson> {
  const text = decodeUtf8(bytes);
  return text === null ? { ok: false, because: 'its bytes are no valid UTF-8' } : parseJson(text.trim());
}

interface FiledOrder {
  readonly order: Order;
  readonly state: OrderRequest['state'];
}

/** Gives each order of a file once. */
class FileSupply implements OrderSupply {
  private readonly left: FiledOrder[];
  private readonly isEmpty: boolean;

  constructor(orders: readonly FiledOrder[]) {
    this.isEmpty = orders.length === 0;
    this.left = [...orders];
  }

  fetch(request: OrderRequest): Promise<{ readonly order: Order } | NoOrder> {
    const at = this.left.findIndex(({ order, state }) => state === request.state && misfit(order, request) === null);
    const [found] = at < 0 ? [] : this.left.splice(at, 1);
    if (found !== undefined) return Promise.resolve({ order: found.order });
    return Promise.resolve({ none: `the order file has no ${this.isEmpty ? 'order at all' : describe(request)}` });
  }

  show(): Promise<NoOrder> {
    return Promise.resolve({ none: 'an order file shows no orders' });
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

const MEND_JSON = 'mend its JSON: names and texts in double quotes, no comma behind the last, no comments';
const GIVE_MEMBERS = 'give it the members of a modify body, with their current values, and "state"';
const GIVE_STATE = 'give it "state": "unfilled", or "filled" where a modify of it has to be refused';

function loadOrders(path: string): FiledOrder[] {
  const wrong = (what: string, remedy: string, where = path): SuiteError =>
    new SuiteError(`The order file ${what}.`, where, remedy);
  const example = `${docPage('settings.md')} has an example`;
  let bytes: Buffer;
  try {
    if (statSync(path).size > LARGEST_FILE) throw wrong(`is larger than ${LARGEST_FILE} bytes`, 'leave out orders');
    bytes = readFileSync(path);
  } catch (error) {
    throw error instanceof SuiteError ? error : wrong('cannot be read', 'name a file that can be read');
  }
  // A byte order mark may be ignored (RFC 8259, 8.1); editors of Windows write it.
  const text = decodeUtf8(bytes)?.replace(/^\uFEFF/, '');
  if (text === undefined) throw wrong('is no valid UTF-8', 'write it in UTF-8');
  const json = parseJson(text);
  if (!json.ok) throw wrong(`cannot be read: ${json.because}`, `${MEND_JSON}; ${example}`);
  if (!Array.isArray(json.value))
    throw wrong('holds no array', `put its orders between [ and ], a single one as well; ${example}`);
  return (json.value as unknown[]).map((entry, index) => {
    const where = `${path}, order ${index + 1}`;
    const read = readOrder(entry);
    if ('wrong' in read)
      throw wrong(`holds an order that cannot be used: ${read.wrong}`, `${GIVE_MEMBERS}; ${example}`, where);
    const state = isJsonObject(entry) ? entry['state'] : undefined;
    if (state !== 'unfilled' && state !== 'filled') {
      throw wrong('holds an order whose state is neither "unfilled" nor "filled"', GIVE_STATE, where);
    }
    return { order: read.order, state };
  });
}

function describe({ state, orderTypeCd, sideCd, takeProfit, stopLoss, trailing }: OrderRequest): string {
  const conditions = [
    ...(takeProfit ? ['take-profit'] : []),
    ...(stopLoss ? ['stop-loss'] : []),
    ...(trailing ? ['trailing stop'] : []),
  ];
  const suffix = conditions.length === 0 ? '' : ` with ${conditions.join(' and ')}`;
  return `${state} ${orderTypeCd} ${sideCd} order${suffix}`;
}
