import type { KeyObject } from 'node:crypto';
import type { OperationId } from '../contract/clause.js';
import type { Instrument } from '../contract/order.js';
import type { Headers } from '../wire/exchange.js';
import type { Template } from '../wire/signature-template.js';
import type { Behaviour } from './behaviour.js';
import type { Catalogue } from './catalogue.js';
import type { OrderBook, StoredOrder } from './order-book.js';
import type { Route } from './steps/route.js';
import type { TokenParts } from './token.js';

/** What lasts as long as one running service. */
export interface Service {
  readonly behaviour: Behaviour;
  /** By path, with prefix. */
  readonly routes: ReadonlyMap<string, Route>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly tokenKey: KeyObject;
  readonly signingKey: KeyObject;
  readonly template: Template;
  /** Values of `{env:NAME}` in the template. */
  readonly signatureEnv: Readonly<Record<string, string | undefined>>;
  readonly catalogue: Catalogue;
  readonly orders: OrderBook;
  readonly pageSize: number;
  readonly seed: number;
  /** Bodies of pages already made; `null` where a page may differ from one request to the next. */
  readonly pages: Map<string, string> | null;
}

/** A request as it arrived. */
export interface Incoming {
  readonly method: string;
  /** Path with `?query` where there is one, as sent. */
  readonly target: string;
  readonly path: string;
  /** As sent, without `?`. */
  readonly query: string;
  /** Names and values in turn, as on the wire. */
  readonly rawHeaders: readonly string[];
  /** The exact bytes; empty where `oversize`. */
  readonly body: Buffer;
  /** The body was larger than the service reads. */
  readonly oversize: boolean;
  readonly arrivedAtMs: number;
  /** The same for all requests of one connection, and nothing else. */
  readonly connection: object;
}

/** One request on its way through the steps, each of which may fill in what it found. */
export interface Call {
  readonly service: Service;
  readonly incoming: Incoming;
  operation: OperationId | null;
  /** Clause id of an operation that the document only names, such as `OPS-003`. */
  named: string | null;
  /** The JWT, without `Bearer `. */
  token: string;
  /** `null` until read, and where a fault lets a token pass that is none. */
  tokenParts: TokenParts | null;
  /** X-Timestamp as sent. */
  timestamp: string;
  /** Members of the request body. */
  body: Readonly<Record<string, unknown>>;
  /** `null` until found, and where a fault lets an unknown order pass. */
  order: StoredOrder | null;
  /** Query parameters, decoded. */
  readonly parameters: Map<string, string>;
  /** How many instruments of the filter earlier pages held. */
  position: number;
}

/** One page of instruments. */
export interface Page {
  readonly instruments: readonly Instrument[];
  /** Position after its last instrument. */
  readonly end: number;
  readonly hasNext: boolean;
}

/** An answer, byte for byte, before it goes out. */
export interface Answer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | Buffer;
}

/** All values of a header, whose name is given in lower case. */
export function headerValuesOf({ rawHeaders }: Incoming, name: string): string[] {
  const values: string[] = [];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const key = rawHeaders[i] ?? '';
    if (key.length === name.length && key.toLowerCase() === name) values.push(rawHeaders[i + 1] ?? '');
  }
  return values;
}

/** The value of a header that is given exactly once, otherwise `null`. */
export function soleHeader(incoming: Incoming, name: string): string | null {
  const [value, ...more] = headerValuesOf(incoming, name);
  return value === undefined || more.length > 0 ? null : value;
}

/** All headers, name and value together. */
export function headerPairs({ rawHeaders }: Incoming): Headers {
  const pairs: (readonly [string, string])[] = [];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) pairs.push([rawHeaders[i] ?? '', rawHeaders[i + 1] ?? '']);
  return pairs;
}
