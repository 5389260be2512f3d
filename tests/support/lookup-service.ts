import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { STOCK_GROUPS, type Instrument } from '../../src/contract/order.js';
import { enveloped, someInstrument } from './exchange-builder.js';

/** The token that {@link startLookupService} takes: a JWT by its form. */
export const LOOKUP_TOKEN = [
  Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url'),
  Buffer.from('{"sub":"a","iat":1000,"exp":4600}').toString('base64url'),
  'c2lnbmF0dXJlLW9mLXRoZS10b2tlbg',
].join('.');

/** A lookup as the service reads it. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  /** Counts up from 1. */
  readonly number: number;
}

/** What is answered; the body is sent as JSON. */
export interface Answered {
  readonly status: number;
  readonly body: unknown;
}

/** How a lookup service differs from a plain one. */
export interface LookupServiceOptions {
  readonly instruments?: readonly Instrument[];
  /** Most instruments of a page; default 2. */
  readonly pageSize?: number;
  /** The key for a position; keys need not tell it. */
  readonly keyFor?: (position: number, group: string) => unknown;
  /** The key of a last page; default an empty string, `undefined` leaves it out. */
  readonly lastKey?: (position: number, group: string) => unknown;
  /** Positions after which an empty page comes. */
  readonly emptyAt?: ReadonlySet<number>;
  /** One place per service, which only a key of its own moves on; keys are all the same. */
  readonly cursor?: boolean;
  readonly singleUse?: boolean;
  /** The instruments of a filter, instead of those that belong to it. */
  readonly select?: (group: string, stockCd: string, all: readonly Instrument[], asked: Asked) => readonly Instrument[];
  /** Answers itself, or leaves it to the service. */
  readonly instead?: (asked: Asked, plain: () => Answered) => Answered | undefined;
}

/** A service that only knows the instrument lookup. */
export interface LookupService {
  readonly baseUrl: string;
  readonly asked: readonly Asked[];
  close(): Promise<void>;
}

/** Seven instruments of all four groups, one of whose codes begins another one's. */
export const SOME_INSTRUMENTS: readonly Instrument[] = [
  ['USDJPY', 'FOREIGN'],
  ['EURUSD', 'FOREIGN'],
  ['EURUSD2', 'FOREIGN'],
  ['US500', 'INDEX'],
  ['GOLD', 'COMMODITY'],
  ['BTC/USD', 'CRYPTO'],
  ['ETH', 'CRYPTO'],
].map(([stockCd = '', stockGroupCd = '']) => someInstrument({ stockCd, stockGroupCd }));

/** Starts a lookup service on loopback, strict where the document is silent. */
export async function startLookupService(options: LookupServiceOptions = {}): Promise<LookupService> {
  const asked: Asked[] = [];
  const brain = new Brain(options);
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://service');
    const one: Asked = {
      method: request.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      number: asked.length + 1,
    };
    asked.push(one);
    request.resume();
    const plain = (): Answered => brain.answer(one);
    const { status, body } = options.instead?.(one, plain) ?? plain();
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(request.method === 'HEAD' ? undefined : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/public/v1`,
    asked,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** A place in a filter; `afterEmpty`: the empty page that stands there was given already. */
interface Place {
  readonly position: number;
  readonly group: string;
  readonly afterEmpty: boolean;
}

class Brain {
  private readonly options: LookupServiceOptions;
  private readonly places = new Map<unknown, Place>();
  private cursor: Place = { position: 0, group: '', afterEmpty: false };

  constructor(options: LookupServiceOptions) {
    this.options = options;
  }

  answer(asked: Asked): Answered {
    if (asked.path !== '/public/v1/stocks/orders') return refused(404, 40400);
    if (asked.method !== 'GET') return refused(405, 40500);
    if (asked.headers.authorization !== `Bearer ${LOOKUP_TOKEN}`) return refused(401, 40100);
    const group = asked.query.get('stockGroupCd') ?? 'ALL';
    if (!(STOCK_GROUPS as readonly string[]).includes(group)) return refused(400, 40001);
    const place = this.placeOf(asked.query.get('nextKey') ?? '', group);
    return place === null ? refused(400, 40002) : { status: 200, body: enveloped(this.page(asked, place)) };
  }

  private placeOf(key: string, group: string): Place | null {
    if (key === '') return { position: 0, group, afterEmpty: false };
    if (this.options.cursor === true) return this.cursor.group === group ? this.cursor : null;
    const place = this.places.get(key);
    if (place?.group !== group) return null;
    if (this.options.singleUse === true) this.places.delete(key);
    return place;
  }

  private page(asked: Asked, { position, group, afterEmpty }: Place): unknown {
    const { pageSize = 2, emptyAt, lastKey = () => '' } = this.options;
    const selected = this.select(asked, group);
    const isEmpty = !afterEmpty && emptyAt?.has(position) === true;
    const end = isEmpty ? position : Math.min(selected.length, position + pageSize);
    const records = selected.slice(position, end);
    const hasNext = isEmpty || end < selected.length;
    const next = { position: end, group, afterEmpty: isEmpty };
    if (hasNext) this.cursor = next;
    return {
      hasNext,
      nextKey: hasNext ? this.keyTo(next) : lastKey(end, group),
      details: records,
      sellPrices: Object.fromEntries(records.map(({ stockCd }) => [stockCd, '1.10'])),
      buyPrices: Object.fromEntries(records.map(({ stockCd }) => [stockCd, '1.11'])),
    };
  }

  private keyTo(place: Place): unknown {
    const { keyFor = (position, group) => `${group}:${position}${place.afterEmpty ? '+' : ''}` } = this.options;
    const key = keyFor(place.position, place.group);
    this.places.set(String(key), place);
    return key;
  }

  private select(asked: Asked, group: string): readonly Instrument[] {
    const all = this.options.instruments ?? SOME_INSTRUMENTS;
    const stockCd = asked.query.get('stockCd') ?? '';
    if (this.options.select !== undefined) return this.options.select(group, stockCd, all, asked);
    return ofGroup(group, all).filter((one) => stockCd === '' || one.stockCd === stockCd);
  }
}

/** The instruments of a group. */
export function ofGroup(group: string, all: readonly Instrument[]): readonly Instrument[] {
  return all.filter(({ stockGroupCd }) => group === 'ALL' || stockGroupCd === group);
}

function refused(status: number, code: number): Answered {
  return { status, body: { status: 'ERROR', code } };
}
