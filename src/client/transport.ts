import { Buffer } from 'node:buffer';
import { Readable } from 'node:stream';
import { buildConnector, Client } from 'undici';
import { decompress } from '../wire/decompress.js';
import type { Headers, Trouble, WireRequest } from '../wire/exchange.js';
import { GatheredBytes } from '../wire/gathered-bytes.js';
import { headerValue, headerValues } from '../wire/headers.js';
import type { WireResponse } from '../wire/recording.js';
import { AnswerInlet } from './answer-inlet.js';
import {
  afterOthers,
  explainFailure,
  explainTimeout,
  isUnsendable,
  MOST_HEADER_BYTES,
  STOPPED,
  type Phase,
} from './trouble.js';

/** Settings of a {@link Transport}. */
export interface TransportOptions {
  /** Such as `https://api.example`. */
  readonly origin: string;
  /** Most connections at once; default 16. */
  readonly connections?: number;
  /** Longest time from sending to the last byte of the answer; default 30000. */
  readonly timeoutMs?: number;
  /** Longest time for a connection to come about; default 10000, at most `timeoutMs`. */
  readonly connectTimeoutMs?: number;
  /** Largest answer, on the wire and decompressed; default 16 MiB. */
  readonly maxResponseBytes?: number;
  /** What an answer may take on the wire beside its body, such as heads and the framing of chunks; default 16 MiB. */
  readonly maxFramingBytes?: number;
  /** Largest sum of header names and values of an answer; default 64 KiB. */
  readonly maxHeaderBytes?: number;
  /** Local wall clock, milliseconds since the epoch. */
  readonly now?: () => number;
  /** Gives up everything under way once aborted. */
  readonly stopSignal?: AbortSignal;
}

/** What came of one request. Exactly one of `response` and `trouble` is set. */
export interface Delivery {
  /** As it went out. */
  readonly request: WireRequest;
  readonly response?: WireResponse;
  readonly trouble?: Trouble;
  /** Local wall clock when the request was handed to a connection. */
  readonly sentAtMs: number;
  /** When the answer's headers had come, which is nearest to its `Date`. */
  readonly headersAtMs: number;
  readonly receivedAtMs: number;
  /** The connection had carried an answer before. */
  readonly wasKept?: true;
  /** To a plain modify. */
  readonly wasModifiedOn?: true;
}

interface Limits {
  readonly timeoutMs: number;
  readonly maxResponseBytes: number;
  readonly maxFramingBytes: number;
  readonly now: () => number;
}

/** How one request is sent, beside what it says. */
interface Sending {
  /** Over a connection that carried nothing before; default: no. */
  readonly isApart?: boolean | undefined;
  /** Whether it is a modify of which no refusal is expected; default: no. */
  readonly isPlainModify?: boolean;
}

/** One connection, kept alive between requests. */
interface Lane {
  client: Client;
  /** Answers that came over the present connection; a reset after the first is nothing unusual. */
  answers: number;
  /** Those of them that were to a plain modify. */
  modifies: number;
  /** What is read from the present connection; null before the first. */
  inlet: AnswerInlet | null;
  /** Of the last answer over the present connection. */
  lastStatus: number;
  /** How many kept connections had broken when the present one was made. */
  breaksBefore: number;
}

/** So many kept connections have to be closed in place of an answer, and more than one in so many requests on them, before none is kept. */
const CLOSED_KEPT = { least: 2, oneIn: 100 };

/**
 * Sends requests to one origin byte for byte, and in chunks where a request has the header Transfer-Encoding: no redirects,
 * no proxies, no retries, with the one exception of a GET on a kept connection that the other side had meanwhile closed.
 * Where that comes again and again, no connection is kept. One that carried a 5xx, or was there when a kept one broke, carries
 * nothing more: what comes of a request must not hang on what came before it. Never throws for what a service does.
 */
export class Transport {
  readonly origin: string;
  private readonly limits: Limits;
  private readonly makeClient: (lane: Omit<Lane, 'client'>) => Client;
  private readonly free: Lane[] = [];
  private readonly lanes = new Set<Lane>();
  private readonly waiting: ((lane: Lane | null) => void)[] = [];
  private readonly active = new Set<Attempt>();
  private readonly connections: number;
  /** Requests on connections that had already carried an answer, and those of them that were reset. */
  private readonly kept = { requests: 0, closed: 0 };
  private stopped = false;
  private keepsNone = false;
  /** Kept connections that broke. */
  private breaks = 0;

  constructor(options: TransportOptions) {
    const { timeoutMs = 30_000, maxResponseBytes = 16 * 1024 * 1024, now = Date.now } = options;
    const { maxFramingBytes = 16 * 1024 * 1024 } = options;
    this.origin = options.origin;
    this.connections = options.connections ?? 16;
    this.limits = { timeoutMs, maxResponseBytes, maxFramingBytes, now };
    const connect = buildConnector({ timeout: Math.min(options.connectTimeoutMs ?? 10_000, timeoutMs) });
    this.makeClient = (lane) =>
      new Client(options.origin, {
        pipelining: 1,
        connect: (address, callback) =>
          connect(address, (...connected) => {
            if (connected[0] === null) lane.inlet = AnswerInlet.on(connected[1]);
            callback(...connected);
          }),
        // the whole exchange has one limit of its own
        headersTimeout: 0,
        bodyTimeout: 0,
        // shorter than what services usually allow: a request must not meet a connection that is just being closed
        keepAliveTimeout: 2_000,
        keepAliveMaxTimeout: 30_000,
        maxHeaderSize: options.maxHeaderBytes ?? MOST_HEADER_BYTES,
      });
    if (options.stopSignal?.aborted === true) this.stopped = true;
    options.stopSignal?.addEventListener('abort', () => this.stop(), { once: true });
  }

  /**
   * Sends one request and waits for the whole answer.
   *
   * @param make - called when a connection is free, so that its timestamp is not stale by the time it is sent
   * @throws TypeError where the request holds what HTTP cannot carry
   */
  async send(make: () => WireRequest, { isApart = false, isPlainModify = false }: Sending = {}): Promise<Delivery> {
    const lane = await this.acquire();
    if (lane === null) return this.unsent(make());
    if (isApart || lane.breaksBefore < this.breaks) this.replaceClient(lane);
    let attempt: Attempt;
    try {
      attempt = await this.exchangeOn(lane, make());
      if (isPlainModify && attempt.trouble === null) lane.modifies += 1;
    } finally {
      this.release(lane);
    }
    return this.unfold(attempt);
  }

  /** Gives each request a connection of its own from now on: behind a balancer, it may reach another instance; `false`: no longer. */
  keepNoConnections(isSo = true): void {
    this.keepsNone = isSo;
    for (const lane of this.free) this.replaceClient(lane);
  }

  /** Closes all connections; what is under way ends as `stopped`. */
  async close(): Promise<void> {
    this.stop();
    await Promise.all([...this.lanes].map((lane) => lane.client.destroy()));
  }

  private async exchangeOn(lane: Lane, wire: WireRequest): Promise<Attempt> {
    const attempt = await this.attempt(lane, wire);
    const wasStale = attempt.trouble?.kind === 'reset' && attempt.reused;
    if (attempt.reused) this.kept.requests += 1;
    if (wasStale) this.kept.closed += 1;
    if (attempt.reused && (wasStale || attempt.trouble?.kind === 'truncated')) this.breaks += 1;
    // a modification must not be sent twice blindly, so only reading is tried again
    return wasStale && wire.method === 'GET' && !this.stopped ? this.attempt(lane, wire) : attempt;
  }

  private async attempt(lane: Lane, wire: WireRequest): Promise<Attempt> {
    const attempt = new Attempt(lane, wire, this.limits, this.areKept());
    this.active.add(attempt);
    try {
      await attempt.run();
    } finally {
      this.active.delete(attempt);
    }
    if (attempt.trouble?.kind === 'unreachable' || attempt.status >= 500) this.replaceClient(lane);
    return attempt;
  }

  /** Whether connections are kept: a service may close them right after its answers, and the next request then meets no one. */
  private areKept(): boolean {
    const { requests, closed } = this.kept;
    if (this.keepsNone) return false;
    return closed < CLOSED_KEPT.least || closed * CLOSED_KEPT.oneIn <= requests;
  }

  /** A connection attempt that was given up may still be under way: it must not serve the next request. */
  private replaceClient(lane: Lane): void {
    void lane.client.destroy().catch(() => undefined);
    lane.client = this.connected(lane);
  }

  private connected(lane: Omit<Lane, 'client'>): Client {
    const client = this.makeClient(lane);
    client.on('connect', () => {
      lane.answers = 0;
      lane.modifies = 0;
      lane.breaksBefore = this.breaks;
    });
    return client;
  }

  private async unfold(attempt: Attempt): Promise<Delivery> {
    const { sentAtMs, headersAtMs, receivedAtMs } = attempt;
    const times = {
      ...{ request: attempt.wire, sentAtMs, headersAtMs, receivedAtMs },
      ...(attempt.reused && ({ wasKept: true } as const)),
      ...(attempt.isModifiedOn && ({ wasModifiedOn: true } as const)),
    };
    if (attempt.trouble !== null) return { ...times, trouble: attempt.trouble };
    const { status, headers, body } = attempt.answer();
    const codings = headerValues(headers, 'content-encoding');
    if (codings.length === 0) return { ...times, response: { status, headers, body } };
    const unfolded = await decompress(body, codings.join(','), this.limits.maxResponseBytes);
    if ('trouble' in unfolded) return { ...times, trouble: unfolded.trouble };
    return { ...times, response: { status, headers, body: unfolded.body } };
  }

  private unsent(wire: WireRequest): Delivery {
    const now = this.limits.now();
    return { request: wire, trouble: STOPPED, sentAtMs: now, headersAtMs: now, receivedAtMs: now };
  }

  /** A free connection, a new one, or one's turn for the next that gets free; `null` once stopped. */
  private acquire(): Promise<Lane | null> | Lane | null {
    if (this.stopped) return null;
    const free = this.free.pop();
    if (free !== undefined) return free;
    if (this.lanes.size >= this.connections) return new Promise((resolve) => this.waiting.push(resolve));
    const bare = { answers: 0, modifies: 0, inlet: null, lastStatus: 0, breaksBefore: this.breaks };
    const lane: Lane = Object.assign(bare, { client: this.connected(bare) });
    this.lanes.add(lane);
    return lane;
  }

  private release(lane: Lane): void {
    const next = this.waiting.shift();
    if (next === undefined) this.free.push(lane);
    else next(lane);
  }

  private stop(): void {
    this.stopped = true;
    for (const give of this.waiting.splice(0)) give(null);
    for (const attempt of this.active) attempt.giveUp(STOPPED);
  }
}

/** Whether the body is to go out in chunks, without its length: then the request has the header that says so. */
function isInChunks({ headers, body }: WireRequest): boolean {
  return body !== null && headerValue(headers, FRAMING)?.toLowerCase() === 'chunked';
}

const FRAMING = 'transfer-encoding';
const isNotFraming = ([name]: readonly [name: string, value: string]): boolean => name.toLowerCase() !== FRAMING;

/** The body in two pieces. */
function inChunks(body: Uint8Array | null): Uint8Array[] {
  const bytes = body ?? new Uint8Array();
  const half = Math.ceil(bytes.length / 2);
  return [bytes.subarray(0, half), bytes.subarray(half)].filter(({ length }) => length > 0);
}

const GIVEN_UP = new Error('given up');

/** One request on one connection, as undici's handler of it. */
class Attempt {
  trouble: Trouble | null = null;
  sentAtMs: number;
  headersAtMs: number;
  receivedAtMs: number;
  /** The connection had already carried an answer. */
  reused = false;
  /** It had carried an answer to a plain modify. */
  isModifiedOn = false;

  readonly wire: WireRequest;
  private readonly lane: Lane;
  private readonly limits: Limits;
  private readonly isKept: boolean;
  private phase: Phase = 'connecting';
  private abort: ((error?: Error) => void) | null = null;
  status = 0;
  private rawHeaders: readonly Buffer[] = [];
  private readonly body = new GatheredBytes();
  private settle: ((error?: Error) => void) | null = null;
  private timer: NodeJS.Timeout | undefined;

  /** @param isKept - whether the connection may carry other requests afterwards */
  constructor(lane: Lane, wire: WireRequest, limits: Limits, isKept: boolean) {
    this.lane = lane;
    this.wire = wire;
    this.limits = limits;
    this.isKept = isKept;
    this.sentAtMs = limits.now();
    this.headersAtMs = this.sentAtMs;
    this.receivedAtMs = this.sentAtMs;
  }

  run(): Promise<void> {
    const { method, target, headers, body } = this.wire;
    const { timeoutMs } = this.limits;
    return new Promise((resolve, reject) => {
      this.settle = (error) => (error === undefined ? resolve() : reject(error));
      this.timer = setTimeout(() => this.giveUp(explainTimeout(this.phase, timeoutMs)), timeoutMs);
      const request = isInChunks(this.wire)
        ? // what a service does with chunks must not spoil what comes after them
          { headers: headers.filter(isNotFraming).flat(), body: Readable.from(inChunks(body)), reset: true }
        : { headers: headers.flat(), body, reset: !this.isKept };
      this.lane.client.dispatch({ method, path: target, ...request }, this);
    });
  }

  /** The answer, once {@link run} has ended without trouble. */
  answer(): { status: number; headers: Headers; body: Buffer } {
    const headers: [string, string][] = [];
    for (let at = 0; at + 1 < this.rawHeaders.length; at += 2) {
      const [name, value] = [this.rawHeaders[at], this.rawHeaders[at + 1]];
      headers.push([(name?.toString('latin1') ?? '').toLowerCase(), value?.toString('latin1') ?? '']);
    }
    return { status: this.status, headers, body: this.body.whole() };
  }

  giveUp(trouble: Trouble): void {
    if (!this.finish(trouble)) return;
    this.abort?.(GIVEN_UP);
  }

  onConnect(abort: (error?: Error) => void): void {
    this.abort = abort;
    if (this.settle === null) {
      abort(GIVEN_UP);
      return;
    }
    this.phase = 'waiting';
    this.reused = this.lane.answers > 0;
    this.isModifiedOn = this.lane.modifies > 0;
    this.sentAtMs = this.limits.now();
    this.lane.inlet?.begin((bytes) => this.boundFraming(bytes));
  }

  onResponseStarted(): void {
    this.phase = 'reading';
  }

  onHeaders(status: number, rawHeaders: Buffer[]): boolean {
    if (status < 200) return true;
    this.status = status;
    this.rawHeaders = rawHeaders;
    this.headersAtMs = this.limits.now();
    return true;
  }

  onData(chunk: Buffer): boolean {
    if (this.settle === null) return true;
    this.body.add(chunk);
    const { maxResponseBytes } = this.limits;
    if (this.body.size > maxResponseBytes) {
      this.giveUp({ kind: 'oversize', because: `the answer is larger than ${maxResponseBytes} bytes` });
    }
    return true;
  }

  onComplete(): void {
    this.lane.answers += 1;
    this.lane.lastStatus = this.status;
    this.finish(null);
  }

  onError(error: Error): void {
    if (isUnsendable(error)) {
      this.finish(null, new TypeError('A request cannot be sent: HTTP cannot carry its method, target or headers.'));
    } else {
      this.finish(afterOthers(explainFailure(error, this.phase), this.reused ? this.lane.lastStatus : null));
    }
  }

  private boundFraming(bytes: number): void {
    const { maxFramingBytes } = this.limits;
    if (bytes - this.body.size <= maxFramingBytes) return;
    this.giveUp({
      kind: 'oversize',
      because: `the answer takes more than ${maxFramingBytes} bytes beside those of its body`,
    });
  }

  private finish(trouble: Trouble | null, error?: Error): boolean {
    const settle = this.settle;
    if (settle === null) return false;
    this.settle = null;
    clearTimeout(this.timer);
    this.trouble = trouble;
    if (trouble !== null) this.body.clear();
    this.receivedAtMs = this.limits.now();
    settle(error);
    return true;
  }
}
