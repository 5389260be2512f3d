import type { Buffer } from 'node:buffer';
import type { KeyObject } from 'node:crypto';
import type { SentAspects } from '../contract/aspects.js';
import type { OperationId } from '../contract/clause.js';
import { SuiteError } from '../contract/suite-error.js';
import type { Exchange, Headers, WireRequest } from '../wire/exchange.js';
import { headerValue } from '../wire/headers.js';
import { parseJson } from '../wire/json.js';
import { recordExchange, type Recordable, type Recording } from '../wire/recording.js';
import type { Redactor } from '../wire/redaction.js';
import type { Template } from '../wire/signature-template.js';
import { sign } from '../wire/signing.js';
import { BLOCKED, type BlockState, type BlockJudge } from './block-watch.js';
import { ModifySigner, type SignedModify } from './modify-signer.js';
import { sleepFor, type Pace } from './pace.js';
import {
  authorizationOf,
  bytesOf,
  encodeQuery,
  PRODUCT_HEADERS,
  timestampText,
  type Intent,
  type LookupEdits,
  type ModifyRecipe,
  type RequestTools,
  type StockQuery,
} from './request-recipe.js';
import { SentSignatures } from './sent-signatures.js';
import type { ServiceClock } from './service-clock.js';
import { isOdd, isOfMinute, KEPT_BACK, nearestWanted, Timestamps, type WantedTimestamp } from './timestamps.js';
import { TokenCure, type Attempt } from './token-cure.js';
import type { TokenSource } from './token-source.js';
import type { Delivery, Transport } from './transport.js';
import { CLOCK_STEPPED } from './trouble.js';

/** What a {@link ServiceClient} works with. */
export interface ServiceClientOptions {
  /** With prefix, without a slash at the end. */
  readonly baseUrl: string;
  /** The JWT, or what gives the present one and fresh ones. */
  readonly token: string | TokenSource;
  /** Sends a plain lookup, which shows whether the present token still holds, and the time; absent: there is none. */
  readonly lookUp?: () => Promise<unknown>;
  /** `null`: nothing can be signed, so `modifyOrder` throws unless a recipe brings its own key. */
  readonly signingKey: KeyObject | null;
  readonly template: Template;
  readonly transport: Transport;
  readonly pace: Pace;
  readonly redactor: Redactor;
  readonly clock: ServiceClock;
  /** Where several clients send modifies to one service; default: those of its own. */
  readonly timestamps?: Timestamps;
  /** When one of them sent the last modify, by this machine's clock; default: one of its own. */
  readonly lastModify?: LastModify;
  /** Once aborted, nothing is waited for any more. */
  readonly stopSignal?: AbortSignal;
  /** Tells answers of a service that shuts this client out from others; absent: nothing does. */
  readonly blocks?: BlockJudge;
  /** Called once for every request that was sent, in the order of their ends; never for one that was kept back. */
  readonly recorder: (exchange: Exchange) => void;
  /** Numbers the exchanges, from 1 up, where several clients share one count; default: a count of its own. */
  readonly nextNumber?: () => number;
  /** For `{env:NAME}` in the template. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** When the last modify that was answered was sent, milliseconds since the epoch; `null`: none was. */
export interface LastModify {
  atMs: number | null;
}

/** The answer to one request. */
export interface Reply {
  readonly exchange: Exchange;
  /**
   * The body as JSON without redaction, for the flow of control, such as a paging key; `undefined` where it is none.
   * Never for reports.
   */
  raw(): unknown;
  /** Of a modify: how it was sent. */
  readonly sent: SentAspects;
}

/** Sends the document's two operations, and anything else, to the service under test; records every exchange redacted. */
export class ServiceClient {
  private readonly options: ServiceClientOptions;
  private readonly origin: string;
  private readonly prefix: string;
  private readonly signer: ModifySigner;
  private readonly nextNumber: () => number;
  private readonly sent = new SentSignatures();
  private readonly timestamps: Timestamps;
  /** `null`: there is one token for all of the run. */
  private readonly tokens: TokenSource | null;
  private readonly cure: TokenCure | null;
  private asking: Promise<unknown> | null = null;
  private readonly lastModify: LastModify;
  private isWanted: (signature: string) => boolean = () => true;
  private isTimestampWanted: WantedTimestamp = () => true;

  constructor(options: ServiceClientOptions) {
    const url = new URL(options.baseUrl);
    this.options = options;
    this.timestamps = options.timestamps ?? new Timestamps();
    this.lastModify = options.lastModify ?? { atMs: null };
    this.tokens = typeof options.token !== 'string' && options.token.isRenewable ? options.token : null;
    this.cure =
      this.tokens === null
        ? null
        : new TokenCure({ tokens: this.tokens, lookUp: options.lookUp ?? null, now: () => this.localNowMs() });
    let count = 0;
    this.nextNumber = options.nextNumber ?? ((): number => (count += 1));
    this.origin = url.origin;
    this.prefix = url.pathname.replace(/\/+$/, '');
    this.signer = new ModifySigner(options.template, url.host);
  }

  /** `POST /orders/modify` by a recipe. @throws SuiteError where there is no key to sign with */
  modifyOrder(clause: string, recipe: ModifyRecipe): Promise<Reply> {
    const body = bytesOf(recipe.body);
    const own = { timestamp: null as number | null };
    const build = (tools: RequestTools): WireRequest => {
      const timestamp = this.ownTimestamp(tools, recipe, own.timestamp);
      return this.buildModify(tools, timestamp === undefined ? recipe : { ...recipe, timestamp }, body);
    };
    const isGiven = recipe.timestamp !== undefined || recipe.omitTimestamp === true;
    const prepare = async (): Promise<void> => {
      own.timestamp = isGiven ? null : await this.freeTimestamp(clause);
    };
    return this.send(clause, 'modifyOrder', build, recipe, prepare);
  }

  /** Where a service takes each timestamp once, one that no modify had, as soon as there is one. */
  private async freeTimestamp(clause: string): Promise<number | null> {
    const { timestamps } = this;
    const { clock, stopSignal } = this.options;
    while (timestamps.areFew && !timestamps.isSpent(clause) && stopSignal?.aborted !== true) {
      const timestamp = timestamps.take(clock.nowSeconds());
      if (timestamp !== null) return timestamp;
      await sleepFor(TIMESTAMP_WAIT_MS, stopSignal);
    }
    return null;
  }

  private ownTimestamp(tools: RequestTools, { timestamp }: ModifyRecipe, own: number | null): string | undefined {
    const text = own === null ? timestampText(timestamp, tools) : String(own);
    this.timestamps.use(Number(text ?? tools.timestamp), Number(tools.timestamp));
    return own === null ? undefined : text;
  }

  /** `GET /stocks/orders`; the query is percent-encoded once, members in the document's order. */
  listOrderableStocks(clause: string, query: StockQuery, edits: LookupEdits = {}): Promise<Reply> {
    const encoded = encodeQuery(query);
    const path = `${this.prefix}/stocks/orders`;
    const target = edits.target ?? (encoded === '' ? path : `${path}?${encoded}`);
    const body = edits.body === undefined ? null : bytesOf(edits.body);
    const build = (tools: RequestTools): WireRequest => {
      const headers: Headers = [...authorizationOf(tools, edits), ...PRODUCT_HEADERS];
      return {
        method: edits.method ?? 'GET',
        target,
        headers: edits.headers?.(headers, tools, target) ?? headers,
        body,
      };
    };
    return this.send(clause, 'listOrderableStocks', build, edits);
  }

  /**
   * Sends any request.
   *
   * @param operation - the operation it stands for, or `null`
   * @param build - called for every attempt, so that none goes out with a stale timestamp
   */
  async send(
    clause: string,
    operation: OperationId | null,
    build: Build,
    { expects, way, walk, isApart }: Intent = {},
    prepare: () => Promise<void> = () => Promise.resolve(),
  ): Promise<Reply> {
    const about = { clause, operation, expects, way, walk };
    const once = async (): Promise<Sent> => {
      await prepare();
      return this.sendPastBlocks(about, build, isApart);
    };
    const { reply } = await (this.cure === null ? once() : this.cure.send(once));
    return reply;
  }

  /** From now on the timestamp of a modify of which nothing is said is moved back by some seconds until its signature is wanted. */
  wantSignatures(isWanted: (signature: string) => boolean): void {
    this.isWanted = isWanted;
  }

  /** From now on timestamps of its own are such ones, as far as there are any near the present. */
  wantTimestamps(isWanted: WantedTimestamp): void {
    this.isTimestampWanted = isWanted;
  }

  /** See {@link Transport.keepNoConnections}; `false`: they are kept again. */
  keepNoConnections(isSo = true): void {
    this.options.transport.keepNoConnections(isSo);
  }

  /** What a service refused that had shut this client out is sent again when that is over. */
  private async sendPastBlocks(about: About, build: Build, isApart?: true): Promise<Sent> {
    let sent = await this.sendOnce(about, build, isApart);
    // that a kept connection was closed says nothing of the request
    if (sent.isStale) sent = await this.sendOnce(about, build, isApart);
    for (let tries = 1; sent.block === 'over' && tries < MOST_BLOCKS; tries += 1)
      sent = await this.sendOnce(about, build, isApart);
    return sent;
  }

  private async sendOnce(about: About, build: Build, isApart?: true): Promise<Sent> {
    const { transport, pace, clock } = this.options;
    const made = { token: '', timestamp: '', hasTime: true, steps: 0, atMs: 0, restMs: null as number | null };
    if (about.operation === 'modifyOrder') await this.askTime();
    const make = (): WireRequest => {
      const tools = this.tools();
      made.token = tools.token;
      made.timestamp = tools.timestamp;
      made.hasTime = !clock.isLost;
      made.steps = clock.steps.count;
      made.atMs = this.localNowMs();
      made.restMs = this.lastModify.atMs === null ? null : made.atMs - this.lastModify.atMs;
      return build(tools);
    };
    const isPlainModify = about.operation === 'modifyOrder' && about.expects === undefined;
    const isKeptBack = about.operation === 'modifyOrder' && this.timestamps.keepsBack(about.clause);
    const { delivery, waits, trouble } = isKeptBack
      ? { delivery: null, waits: 0, trouble: KEPT_BACK }
      : await pace.run(async () => {
          await this.tokens?.prepare();
          return transport.send(make, { isApart, isPlainModify });
        });
    const { sentAtMs, receivedAtMs, ...sent } = delivery ?? this.unsent(make());
    if (delivery?.response !== undefined) observe(clock, delivery);
    if (delivery?.response !== undefined && about.operation === 'modifyOrder') this.lastModify.atMs = made.atMs;
    const block = (await this.options.blocks?.judge(sent.response?.status, about.expects)) ?? 'refused';
    const isStepped = !made.hasTime || clock.steps.count !== made.steps;
    const hasTimestamp = headerValue(sent.request.headers, 'x-timestamp') !== undefined;
    const unsaid = block === 'refused' ? undefined : BLOCKED;
    const answer = trouble ?? sent.trouble ?? unsaid ?? (isStepped && hasTimestamp ? CLOCK_STEPPED : undefined);
    const isUnsent = delivery === null;
    this.learn(sent.request);
    const recording = recordExchange(this.options.redactor, {
      ...about,
      number: isUnsent ? 0 : this.nextNumber(),
      request: sent.request,
      ...(answer === undefined && sent.response !== undefined ? { response: sent.response } : {}),
      ...(answer === undefined ? {} : { trouble: answer }),
      sentAtMs,
      receivedAtMs,
      waits,
    });
    if (!isUnsent) this.options.recorder(recording.exchange);
    const { method, target } = sent.request;
    const isPlain = about.expects === undefined && carries(sent.request, made.token);
    const status = sent.response?.status;
    return {
      method,
      target,
      token: isPlain ? made.token : null,
      status,
      sentAtMs,
      block,
      isStale: delivery?.wasKept === true && delivery.trouble?.kind === 'reset',
      reply: new RecordedReply(recording, sentAspects(sent.request, delivery, made)),
    };
  }

  /** After this machine's clock was stepped, the service's time is not known until an answer tells it. */
  private async askTime(): Promise<void> {
    const { clock, lookUp } = this.options;
    if (!clock.isLost || lookUp === undefined) return;
    this.asking ??= lookUp()
      .catch(() => undefined)
      .finally(() => (this.asking = null));
    await this.asking;
  }

  /** Where nothing is said of the timestamp, it is a wanted one, moved back by a second or more until the signature is new, and wanted. */
  private buildModify(tools: RequestTools, recipe: ModifyRecipe, body: Buffer): WireRequest {
    const isGiven = recipe.timestamp !== undefined || recipe.signedOver?.timestamp !== undefined;
    const first = this.signed(tools, isGiven ? recipe : { ...recipe, timestamp: this.moved(0) }, body);
    const uses = this.sent.use(first.computed);
    if (isGiven || (uses === 0 && this.isWanted(first.computed)) || uses > MOST_SECONDS_BACK) return first.request;
    for (let seconds = Math.max(1, uses); seconds <= MOST_SECONDS_BACK; seconds += 1) {
      const { request, computed } = this.signed(tools, { ...recipe, timestamp: this.moved(seconds) }, body);
      if (this.isWanted(computed) && this.sent.use(computed) === 0) return request;
    }
    return first.request;
  }

  /** So many seconds before the present, or so many ahead or a little farther off where that one is not wanted. */
  private moved(seconds: number): (now: number) => string {
    return (now) => String(nearestWanted(now, this.isTimestampWanted, seconds) ?? now - seconds);
  }

  private signed(tools: RequestTools, recipe: ModifyRecipe, body: Buffer): SignedModify {
    const made = this.signer.make(tools, recipe, body);
    // a service may say which one it had expected
    if (made.right !== null) this.options.redactor.learn('signature', made.right);
    return made;
  }

  private tools(): RequestTools {
    const { clock, signingKey, template, env } = this.options;
    const token = typeof this.options.token === 'string' ? this.options.token : this.options.token.present;
    const timestamp = String(clock.nowSeconds());
    const defaults = { timestamp, method: 'POST', target: '', origin: this.origin, body: NO_BYTES, token, env };
    return {
      prefix: this.prefix,
      token,
      timestamp,
      hasKey: signingKey !== null,
      sign: (input, key = signingKey ?? undefined, hash) => {
        if (key === undefined) throw noKey();
        return sign(template, key, { ...defaults, ...input }, hash);
      },
    };
  }

  /** Credentials of this one request, so that no answer can bring them back unredacted. */
  private learn(sent: WireRequest): void {
    const { redactor } = this.options;
    for (const [name, value] of sent.headers) {
      const lower = name.toLowerCase();
      if (lower !== 'x-signature' && lower !== 'authorization') continue;
      const credential = lower === 'authorization' ? value.replace(/^[a-z]+[ \t]+/i, '') : value;
      if (credential.length < SHORTEST_CREDENTIAL) continue;
      redactor.learn(lower === 'authorization' ? 'token' : 'signature', credential);
    }
  }

  private unsent(wire: WireRequest): Delivery {
    const now = this.localNowMs();
    return { request: wire, sentAtMs: now, headersAtMs: now, receivedAtMs: now };
  }

  private localNowMs(): number {
    const { clock } = this.options;
    return clock.nowMs() - clock.offsetMs;
  }
}

/** Before a timestamp is looked for again, where all that can be had are used, in milliseconds. */
const TIMESTAMP_WAIT_MS = 200;

/** How far the timestamp is moved back at most; well inside the window of 60 s. */
const MOST_SECONDS_BACK = 10;

/** How often a request is sent at most that a block comes upon. */
const MOST_BLOCKS = 3;

const NO_BYTES = new Uint8Array();

/** What is shorter is no credential, but something that a test put in its place. */
const SHORTEST_CREDENTIAL = 12;

/** @param made - the present second of the service when it was made, and how long no modify was sent before it */
function sentAspects(
  { headers }: WireRequest,
  delivery: Delivery | null,
  made: { readonly timestamp: string; readonly restMs: number | null },
): SentAspects {
  const signature = headerValue(headers, 'x-signature');
  const timestamp = headerValue(headers, 'x-timestamp');
  const { restMs } = made;
  return {
    connection: delivery?.wasKept === true ? 'yes' : 'no',
    modifiedOn: delivery?.wasModifiedOn === true ? 'yes' : 'no',
    ...(restMs !== null && { restMs }),
    ...(timestamp !== undefined && {
      timestampMinute: isOfMinute(Number(timestamp), Number(made.timestamp)) ? 'no' : 'yes',
      timestampOdd: isOdd(Number(timestamp)) ? 'yes' : 'no',
    }),
    ...(signature !== undefined && { signatureStart: signature.slice(0, 1) }),
  };
}

class RecordedReply implements Reply {
  readonly exchange: Exchange;
  readonly sent: SentAspects;
  private readonly unredacted: string | null;
  private parsed: { readonly value: unknown } | null = null;

  constructor({ exchange, unredacted }: Recording, sent: SentAspects) {
    this.exchange = exchange;
    this.sent = sent;
    this.unredacted = unredacted;
  }

  raw(): unknown {
    if (this.unredacted === null) {
      const json = this.exchange.response?.json;
      return json?.ok === true ? json.value : undefined;
    }
    if (this.parsed === null) {
      const json = parseJson(this.unredacted);
      this.parsed = { value: json.ok ? json.value : undefined };
    }
    return this.parsed.value;
  }
}

type Build = (tools: RequestTools) => WireRequest;
type About = Pick<Recordable, 'clause' | 'operation' | 'expects' | 'way' | 'walk'>;

interface Sent extends Attempt {
  readonly block: BlockState;
  /** A kept connection was closed in place of an answer. */
  readonly isStale: boolean;
  readonly reply: Reply;
}

/** Whether a request has this token in its one Authorization header, as the document says. */
function carries({ headers }: WireRequest, token: string): boolean {
  const values = headers.filter(([name]) => name.toLowerCase() === 'authorization').map(([, value]) => value);
  return values.length === 1 && values[0] === `Bearer ${token}`;
}

function observe(clock: ServiceClock, { response, sentAtMs, headersAtMs }: Delivery): void {
  if (response === undefined) return;
  const age = headerValue(response.headers, 'age');
  const cached = age !== undefined && age.trim() !== '0';
  clock.observe({ date: headerValue(response.headers, 'date'), sentAtMs, receivedAtMs: headersAtMs, cached });
}

function noKey(): SuiteError {
  return new SuiteError(
    'Modifications cannot be signed: there is no signing key.',
    'TRADECERT_SIGNING_KEY',
    'set TRADECERT_SIGNING_KEY',
  );
}
