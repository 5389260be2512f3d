import { createSecretKey, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Order, OrderRequest } from '../contract/order.js';
import type { BoundOperation, KeyEncoding } from '../contract/profile.js';
import { decodeKey } from '../wire/decode-key.js';
import { DEFAULT_TEMPLATE, resolveTemplate } from '../wire/signature-template.js';
import { answerCall, startCall } from './answer-call.js';
import { alter, type Alteration, type Setup } from './behaviour.js';
import type { Incoming, Service } from './call.js';
import { makeCatalogue, USUAL_SEED, type Catalogue } from './catalogue.js';
import { DEFAULT_BEHAVIOUR } from './default-behaviour.js';
import { findFault } from './faults.js';
import { close, listen, refuseGarbage } from './http-server.js';
import { BOUND_OPERATIONS, NAMED_OPERATIONS } from './named-operations.js';
import { OrderBook, type OrderName } from './order-book.js';
import { answerOrderSource, offerOrder, ORDERS_PATH } from './order-source.js';
import { readIncoming } from './read-incoming.js';
import { bodyOf, refuse } from './refusal.js';
import { makeRoutes, PREFIX } from './steps/route.js';
import { mintToken } from './token.js';
import { jsonAnswer, transmit } from './transmit.js';

/** Options of {@link startReferenceService}; each may be left out. */
export interface ReferenceOptions extends Setup {
  /** Default 0: a free one. */
  readonly port?: number;
  readonly host?: '127.0.0.1';
  /** Names of faults, the last one outermost; what they need is set up, unless it is given here. */
  readonly faults?: readonly string[];
  /** Further changes of behaviour, on top of the faults. */
  readonly alterations?: readonly Alteration[];
  /** Decides prices, paging keys and orders; default 1. */
  readonly seed?: number;
  /** Milliseconds since the epoch; default the system's. */
  readonly clock?: () => number;
  /** Values of `{env:NAME}` in the template. */
  readonly signatureEnv?: Readonly<Record<string, string | undefined>>;
  /** Default random. */
  readonly signingKey?: string;
  /** How it is written; default utf8. */
  readonly signingKeyEncoding?: KeyEncoding;
  /** Signs the token; default random. */
  readonly tokenKey?: string;
  /** How long the token is valid; default 7 days. */
  readonly tokenLifetimeS?: number;
  /** Instruments on a page; default 10. */
  readonly pageSize?: number;
  /** How many there are; default the 37 with real names. */
  readonly instruments?: number;
  /** What there is in place of those. */
  readonly catalogue?: Catalogue;
  /** What the order with this index is called; default a number that counts up, and a moment of its own. */
  readonly nameOrder?: (index: number) => OrderName;
  /** How long each answer is held back, in milliseconds; default 0. */
  readonly latencyMs?: number;
}

/** A running reference service with all that is needed to be its client. */
export interface ReferenceService {
  readonly baseUrl: string;
  /** The order source. */
  readonly ordersUrl: string;
  /** Answers a GET with a fresh token and nothing else. */
  readonly tokenUrl: string;
  readonly token: string;
  readonly signingKey: string;
  readonly signingKeyEncoding: KeyEncoding;
  readonly signatureTemplate: string;
  /** Where it has the operations that the document only names; empty unless it was started with them. */
  readonly operations: readonly BoundOperation[];
  /** Requests so far, those to the order source aside. */
  readonly requests: number;
  /** How often it failed in its own code, as a fault that is wrongly written makes it. */
  readonly crashes: number;
  /** What the order source gives, without a request; `null` where there is no order of the kind. */
  makeOrder(wanted: OrderRequest): Order | null;
  close(): Promise<void>;
}

/** Like the order source, no part of the interface. */
const TOKEN_PATH = '/__tradecert/token';
const DEFAULT_LIFETIME_S = 7 * 24 * 3600;

/**
 * Starts the reference service: strict, deterministic, in memory.
 *
 * @throws SuiteError where a fault or the template is not known
 */
export async function startReferenceService(given: ReferenceOptions = {}): Promise<ReferenceService> {
  const options = withNeeds(given);
  const { prefix = PREFIX, operations = false } = options;
  const { host = '127.0.0.1', clock = Date.now, latencyMs = 0, signatureTemplate = DEFAULT_TEMPLATE } = options;
  const signingKey = options.signingKey ?? randomBytes(32).toString('hex');
  const service = makeService(options, clock, signingKey, signatureTemplate);
  const freshToken = (): string => {
    const nowS = Math.floor(clock() / 1000);
    return mintToken(service.tokenKey, nowS, nowS + (options.tokenLifetimeS ?? DEFAULT_LIFETIME_S));
  };
  const token = freshToken();

  let requests = 0;
  let crashes = 0;
  const server = createServer({ keepAliveTimeout: 65_000 }, (message, response) => {
    if (message.url === TOKEN_PATH) {
      response.end(freshToken());
      return;
    }
    if (message.url?.startsWith(ORDERS_PATH) !== true) requests += 1;
    void serve(service, latencyMs, message, response).then((isWhole) => {
      crashes += isWhole ? 0 : 1;
    });
  });
  server.on('clientError', (_, socket) => refuseGarbage(socket));
  await listen(server, options.port ?? 0, host);
  const origin = `http://${host}:${(server.address() as AddressInfo).port}`;
  return {
    baseUrl: origin + prefix,
    ordersUrl: origin + ORDERS_PATH,
    tokenUrl: origin + TOKEN_PATH,
    token,
    signingKey,
    signingKeyEncoding: options.signingKeyEncoding ?? 'utf8',
    signatureTemplate,
    operations: operations ? BOUND_OPERATIONS : [],
    get requests() {
      return requests;
    },
    get crashes() {
      return crashes;
    },
    makeOrder: (wanted) => offerOrder(service, wanted),
    close: () => close(server),
  };
}

/** The options, with what the faults need where that is left open; the last fault wins. */
function withNeeds(options: ReferenceOptions): ReferenceOptions {
  const needs = (options.faults ?? []).map((name) => findFault(name).needs);
  return { ...needs.reduce<Setup>((all, one) => ({ ...all, ...one }), {}), ...options };
}

function makeService(options: ReferenceOptions, clock: () => number, signingKey: string, template: string): Service {
  const { faults = [], alterations = [], seed = USUAL_SEED, pageSize = 10, prefix = PREFIX } = options;
  const changes = [...faults.map(findFault), ...alterations];
  const behaviour = alter(DEFAULT_BEHAVIOUR, changes);
  return {
    behaviour,
    routes: makeRoutes(prefix, options.operations === true ? NAMED_OPERATIONS : []),
    clock,
    tokenKey: createSecretKey(Buffer.from(options.tokenKey ?? randomBytes(32).toString('hex'))),
    signingKey: decodeKey(signingKey, options.signingKeyEncoding ?? 'utf8'),
    template: resolveTemplate(template),
    signatureEnv: options.signatureEnv ?? {},
    catalogue: options.catalogue ?? makeCatalogue(seed, options.instruments),
    orders: new OrderBook(options.nameOrder ?? behaviour.nameOrder),
    pageSize,
    seed,
    pages: changes.length === 0 ? new Map() : null,
  };
}

/** Answers a request. @returns whether the service's own code came to its end */
async function serve(
  service: Service,
  latencyMs: number,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const incoming = await readIncoming(message, service.clock).catch(() => null);
  // The client went away before its request was whole.
  if (incoming === null) return true;
  if (latencyMs > 0) await wait(latencyMs);
  try {
    answer(service, incoming, response);
    return true;
  } catch {
    const text = JSON.stringify(bodyOf(refuse('service-broken')));
    if (!response.headersSent) transmit(null, jsonAnswer(500, text, incoming.arrivedAtMs), response);
    return false;
  }
}

function answer(service: Service, incoming: Incoming, response: ServerResponse): void {
  const isOrderSource = incoming.path === ORDERS_PATH || incoming.path.startsWith(`${ORDERS_PATH}/`);
  if (isOrderSource) {
    transmit(null, answerOrderSource(service, incoming), response);
    return;
  }
  const call = startCall(service, incoming);
  service.behaviour.transmit(call, answerCall(call), response);
}
