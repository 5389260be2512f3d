import { createHmac } from 'node:crypto';
import { request as open } from 'node:http';
import type { Order, OrderRequest } from '../../../src/contract/order.js';
import {
  startReferenceService,
  type ReferenceOptions,
  type ReferenceService,
} from '../../../src/mock/reference-service.js';

/** An answer as it came. */
export interface Seen {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** `undefined` where the body is no JSON. */
  readonly json: Members | undefined;
  /** `cause` of a refusal, otherwise `accepted`. */
  readonly cause: string;
}

export type Members = Readonly<Record<string, unknown>>;

/** What a request has otherwise than a right one. */
export interface Tweaks {
  readonly method?: string;
  /** Below the base URL. */
  readonly path?: string;
  /** Seconds. */
  readonly timestamp?: string;
  readonly token?: string;
  readonly key?: string;
  readonly contentType?: string;
  /** Signed in place of the body that is sent. */
  readonly signedBody?: string;
  /** Set in place of the right ones; `undefined` leaves one out, an array sends it more than once. */
  readonly headers?: Readonly<Record<string, string | string[] | undefined>>;
}

/** Runs `body` with a service of its own. */
export async function withService<T>(
  options: ReferenceOptions,
  body: (service: ReferenceService) => Promise<T>,
): Promise<T> {
  const service = await startReferenceService(options);
  try {
    return await body(service);
  } finally {
    await service.close();
  }
}

/** Sends a modify that is right but for the tweaks. The signature is made here, with no code of the project. */
export function modify(service: ReferenceService, body: object | string | Buffer, tweaks: Tweaks = {}): Promise<Seen> {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const { method = 'POST', path = '/orders/modify', token = service.token, key = service.signingKey } = tweaks;
  const target = new URL(service.baseUrl).pathname + path;
  const timestamp = tweaks.timestamp ?? String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha512', key)
    .update(timestamp + method + target)
    .update(tweaks.signedBody ?? bytes)
    .digest('hex');
  return send(service.baseUrl, method, target, bytes, {
    Authorization: `Bearer ${token}`,
    'X-Timestamp': timestamp,
    'X-Signature': signature,
    'Content-Type': tweaks.contentType ?? 'application/json',
    ...tweaks.headers,
  });
}

/** Sends a lookup; the query is sent as it is. */
export function lookup(service: ReferenceService, query: string, headers: Tweaks['headers'] = {}): Promise<Seen> {
  const target = `${new URL(service.baseUrl).pathname}/stocks/orders${query === '' ? '' : `?${query}`}`;
  return send(service.baseUrl, 'GET', target, null, { Authorization: `Bearer ${service.token}`, ...headers });
}

/** Sends bytes and reads the whole answer. */
export function send(
  url: string,
  method: string,
  target: string,
  body: Buffer | null,
  headers: NonNullable<Tweaks['headers']>,
): Promise<Seen> {
  const { hostname, port } = new URL(url);
  const given = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
  const length = body === null ? {} : { 'Content-Length': String(body.length) };
  return new Promise((resolve, reject) => {
    const outgoing = open({ hostname, port, method, path: target, headers: { ...length, ...given } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        const json = parse(text);
        const cause = typeof json?.['cause'] === 'string' ? json['cause'] : 'accepted';
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json, cause });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body ?? undefined);
  });
}

/** A new order from the order source: unfilled, LIMIT, BUY and without conditions unless asked otherwise. */
export async function newOrder(service: ReferenceService, wanted: Partial<OrderRequest> = {}): Promise<Order> {
  const seen = await askOrder(service, wanted);
  return seen.json as unknown as Order;
}

export function askOrder(service: ReferenceService, wanted: object): Promise<Seen> {
  const usual = { orderTypeCd: 'LIMIT', sideCd: 'BUY', state: 'unfilled', takeProfit: false, stopLoss: false };
  const body = Buffer.from(JSON.stringify({ ...usual, trailing: false, ...wanted }));
  return send(service.ordersUrl, 'POST', new URL(service.ordersUrl).pathname, body, {});
}

/** An order as the service has it now. */
export async function shownOrder(service: ReferenceService, { orderNo }: Order): Promise<Members> {
  const seen = await send(service.ordersUrl, 'GET', `${new URL(service.ordersUrl).pathname}/${orderNo}`, null, {});
  return seen.json ?? {};
}

/** Sends a change of one order and tells its cause. */
export async function causeOf(
  service: ReferenceService,
  order: Order,
  change: object,
  tweaks: Tweaks = {},
): Promise<string> {
  return (await modify(service, { ...order, ...change }, tweaks)).cause;
}

/** Everything that a walk over all pages returns. */
export async function walk(service: ReferenceService, query: string): Promise<Members[]> {
  const pages: Members[] = [];
  let key = '';
  do {
    const seen = await lookup(service, `${query}&nextKey=${encodeURIComponent(key)}`);
    const data = seen.json?.['data'] as Members;
    pages.push(data);
    key = data['nextKey'] as string;
  } while (key !== '' && pages.length < 100);
  return pages;
}

/** The instrument codes of pages, in order. */
export function codesOf(pages: readonly Members[]): string[] {
  return pages.flatMap(({ details }) => (details as { stockCd: string }[]).map(({ stockCd }) => stockCd));
}

function parse(text: string): Members | undefined {
  try {
    return JSON.parse(text) as Members;
  } catch {
    return undefined;
  }
}
