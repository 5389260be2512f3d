// A client of the trading interface: lists the instruments that can be ordered, and modifies an order.
// Node's fetch, no dependencies. ../README.md says how to run it and what to change.

import { createHmac } from 'node:crypto';

const TIMEOUT_MS = 10_000;
const MOST_PAGES = 10_000;

interface Order {
  stockCd: string;
  orderTypeCd: 'MARKET' | 'LIMIT' | 'STOP' | 'LIMIT_STOP';
  sideCd: 'BUY' | 'SELL' | 'SELL_TO_CLOSE' | 'BUY_TO_COVER';
  orderDateTime: string;
  orderNo: string;
  orderQuantity: number;
  barrierPrice: number;
  orderPrice: number;
  profitRealizationYn?: 'Y' | 'N';
  profitRealizationBarrierPrice?: number;
  lossCutYn?: 'Y' | 'N';
  lossCutBarrierPrice?: number;
  lossTrackingYn?: 'Y' | 'N';
}

type Task =
  | { task: 'list-instruments'; stockGroupCd: string; stockCd: string }
  | { task: 'modify-order'; order: Order; change: Partial<Order> };

interface Request {
  method: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
}

interface Answer {
  status: number;
  text: string;
}

/** What was asked for could not be done; the message says why. */
class Failed extends Error {}

class Client {
  readonly #baseUrl: string;
  readonly #token: string;
  readonly #key: Buffer;

  constructor(baseUrl: string, token: string, key: Buffer) {
    this.#baseUrl = baseUrl.replace(/\/+$/, '');
    this.#token = token;
    this.#key = key;
  }

  async listInstruments(stockGroupCd: string, stockCd: string): Promise<string[]> {
    const codes: string[] = [];
    const seen = new Set<string>();
    let nextKey = '';
    for (let count = 0; count < MOST_PAGES; count += 1) {
      const page = readPage(await this.#look({ stockGroupCd, stockCd, nextKey }));
      codes.push(...page.stockCds);
      if (!page.hasNext) return codes;
      if (typeof page.nextKey !== 'string' || page.nextKey === '') {
        throw new Failed('The service says that there is a further page, and gives no nextKey to it.');
      }
      const print = JSON.stringify([page.nextKey, page.stockCds]);
      if (seen.has(print)) throw new Failed('The service gives the same page with the same nextKey again and again.');
      seen.add(print);
      nextKey = page.nextKey;
    }
    throw new Failed(`The instruments have more than ${MOST_PAGES} pages.`);
  }

  async modifyOrder(order: Order, change: Partial<Order>): Promise<boolean> {
    const url = new URL(`${this.#baseUrl}/orders/modify`);
    // Made once: what is signed and what is sent are the same text.
    const body = JSON.stringify(modifyBody(order, change));
    const timestamp = String(Math.floor(Date.now() / 1000));
    const headers = {
      'Content-Type': 'application/json',
      'X-Timestamp': timestamp,
      'X-Signature': this.#sign(timestamp, 'POST', url.pathname + url.search, body),
    };
    const answer = await this.#send(url, { method: 'POST', headers, body }).catch((error: unknown) => {
      // Not sent again: it may have been carried out, and may not have been.
      throw new Failed(`${reasonOf(error)} The outcome is not known: look the order up before anything else.`);
    });
    return readOutcome(answer);
  }

  #sign(timestamp: string, method: string, target: string, body: string): string {
    // This is the recipe {timestamp}{method}{target}{body}. Another one of your service goes here.
    const covered = timestamp + method + target + body;
    return createHmac('sha512', this.#key).update(covered).digest('hex');
  }

  /** Asks for one page. A lookup changes nothing, so where a kept connection turns out to be closed it is sent once more. */
  async #look(parameters: Record<string, string>): Promise<Answer> {
    // URLSearchParams would write a space as "+".
    const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
    const url = new URL(`${this.#baseUrl}/stocks/orders?${query.join('&')}`);
    return this.#send(url, { method: 'GET' }).catch((error: unknown) => {
      if (error instanceof Failed) throw error;
      return this.#send(url, { method: 'GET' });
    });
  }

  /** Sends a request. A redirect is an answer like any other: nothing is sent elsewhere. */
  async #send(url: URL, request: Request): Promise<Answer> {
    const response = await fetch(url, {
      ...request,
      headers: { Authorization: `Bearer ${this.#token}`, Accept: 'application/json', ...request.headers },
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return { status: response.status, text: await response.text() };
  }
}

/** Which prices an order type needs; one that is not needed is sent as 0. */
const PRICES: Record<Order['orderTypeCd'], readonly string[]> = {
  MARKET: [],
  LIMIT: ['orderPrice'],
  STOP: ['barrierPrice'],
  LIMIT_STOP: ['barrierPrice', 'orderPrice'],
};

const CONDITIONS = [
  ['profitRealizationYn', 'profitRealizationBarrierPrice'],
  ['lossCutYn', 'lossCutBarrierPrice'],
] as const;

const CHANGEABLE = new Set<string>(['barrierPrice', 'orderPrice', 'lossTrackingYn', ...CONDITIONS.flat()]);

/** All that identifies the order, its prices, and of the conditions only what is to be changed. */
function modifyBody(order: Order, change: Partial<Order>): Order {
  const unknown = Object.keys(change).filter((name) => !CHANGEABLE.has(name));
  if (unknown.length > 0) throw new Failed(`A modification cannot change ${unknown.join(', ')}.`);
  const priceOf = (name: 'barrierPrice' | 'orderPrice'): number =>
    PRICES[order.orderTypeCd].includes(name) ? (change[name] ?? order[name]) : 0;
  const { stockCd, orderTypeCd, sideCd, orderDateTime, orderNo, orderQuantity } = order;
  const body: Order = {
    ...{ stockCd, orderTypeCd, sideCd, orderDateTime, orderNo, orderQuantity },
    barrierPrice: priceOf('barrierPrice'),
    orderPrice: priceOf('orderPrice'),
  };
  for (const [yn, price] of CONDITIONS) {
    if (change[yn] === undefined && change[price] === undefined) continue;
    if (change[yn] === 'N') {
      Object.assign(body, { [yn]: 'N', [price]: 0 });
      continue;
    }
    if (order[yn] === undefined) throw new Failed(`The order has no ${yn}, and none can be added to it.`);
    const value = change[price] ?? order[price] ?? 0;
    if (value === 0) throw new Failed(`${yn} Y needs ${price}.`);
    Object.assign(body, { [yn]: 'Y', [price]: value });
  }
  if (change.lossTrackingYn !== undefined) body.lossTrackingYn = change.lossTrackingYn;
  return body;
}

/** Whether the order was modified. Only an envelope can say so; the body of a refusal is not looked at. */
function readOutcome(answer: Answer): boolean {
  if (answer.status >= 400 && answer.status <= 499) return false;
  const success = answer.status === 200 ? readData(answer)['success'] : undefined;
  if (typeof success === 'boolean') return success;
  throw new Failed(`The answer, with status ${answer.status}, says neither yes nor no: the outcome is not known.`);
}

function readPage(answer: Answer): { hasNext: boolean; nextKey: unknown; stockCds: string[] } {
  if (answer.status !== 200) throw new Failed(`The service refused the lookup with status ${answer.status}.`);
  const { hasNext, nextKey, details } = readData(answer);
  if (typeof hasNext !== 'boolean' || !Array.isArray(details)) throw new Failed('The answer has no page in it.');
  const stockCds = details.map((record: unknown) => {
    const stockCd = isObject(record) ? record['stockCd'] : undefined;
    if (typeof stockCd !== 'string') throw new Failed('The page has an instrument without a stockCd.');
    return stockCd;
  });
  return { hasNext, nextKey, stockCds };
}

/** `data` of an envelope; empty where the answer is none. */
function readData({ text }: Answer): Record<string, unknown> {
  let envelope: unknown;
  try {
    envelope = JSON.parse(text);
  } catch {
    return {};
  }
  if (!isObject(envelope)) return {};
  const { status, code, data } = envelope;
  return typeof status === 'string' && Number.isInteger(code) && isObject(data) ? data : {};
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readKey(text: string, encoding: string): Buffer {
  const forms: Record<string, RegExp> = {
    utf8: /^/,
    hex: /^(?:[0-9a-f]{2})+$/i,
    base64: /^[\w+/-]+=*$/,
    base64url: /^[\w+/-]+=*$/,
  };
  if (forms[encoding]?.test(text) !== true) throw new Failed(`The signing key cannot be read as ${encoding}.`);
  return Buffer.from(text, encoding as BufferEncoding);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'No answer came.';
  // What fetch throws says "fetch failed", and why in its cause.
  const { message } = error.cause instanceof Error ? error.cause : error;
  return error instanceof Failed ? message : `No answer came: ${message}.`;
}

function setting(name: string, otherwise?: string): string {
  const value = process.env[name] === '' ? otherwise : (process.env[name] ?? otherwise);
  if (value === undefined) throw new Failed(`${name} is not set.`);
  return value;
}

async function perform(): Promise<unknown> {
  const template = setting('TRADECERT_SIGNATURE_TEMPLATE', 'concat');
  if (!['concat', '{timestamp}{method}{target}{body}'].includes(template)) {
    throw new Failed(`This client does not sign by ${template}: see #sign.`);
  }
  const key = readKey(setting('TRADECERT_SIGNING_KEY'), setting('TRADECERT_SIGNING_KEY_ENCODING', 'utf8'));
  const client = new Client(setting('TRADECERT_BASE_URL'), setting('TRADECERT_TOKEN'), key);
  const task = JSON.parse(setting('TRADECERT_TASK')) as Task;
  return task.task === 'list-instruments'
    ? client.listInstruments(task.stockGroupCd, task.stockCd)
    : { success: await client.modifyOrder(task.order, task.change) };
}

perform().then(
  (told) => console.log(JSON.stringify(told)),
  (error: unknown) => {
    console.log(JSON.stringify({ error: reasonOf(error) }));
    process.exitCode = 1;
  },
);
