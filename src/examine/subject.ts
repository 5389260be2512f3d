import { OrderDesk } from '../client/order-desk.js';
import { openOrderSupply, type OrderSupply } from '../client/order-supply.js';
import type { BlockJudge } from '../client/block-watch.js';
import { Pace, sleepFor, type Sleep } from '../client/pace.js';
import { ServiceClient, type LastModify } from '../client/service-client.js';
import { ServiceClock } from '../client/service-clock.js';
import { steadyClock } from '../client/steady-clock.js';
import { Timestamps } from '../client/timestamps.js';
import { TokenSource, type FetchToken } from '../client/token-source.js';
import { Transport, type TransportOptions } from '../client/transport.js';
import type { Order } from '../contract/order.js';
import type { Settings } from '../contract/settings.js';
import type { Exchange } from '../wire/exchange.js';
import { Redactor } from '../wire/redaction.js';
import { resolveTemplate } from '../wire/signature-template.js';
import { withheldVariables } from '../wire/withheld-variables.js';
import { Lookups } from './lookups.js';
import { adaptTo } from './manner.js';
import { QUIET_MS } from './one-by-one.js';
import { secretsOf, tokenSecrets } from './secrets.js';
import { signingKeyOf } from './signing-key.js';
import { unfairRefusalsOf } from './unfair-refusals.js';

/** The service under test, with everything that a run shares for talking to it. */
export interface Subject {
  readonly client: ServiceClient;
  readonly clock: ServiceClock;
  /** Those of all modifies of the run. */
  readonly timestamps: Timestamps;
  readonly pace: Pace;
  /** `null` where no order source was named. */
  readonly orders: OrderDesk | null;
  readonly lookups: Lookups;
  readonly tokens: TokenSource;
  /** Whether this run may send modifications at all. */
  readonly mayModify: boolean;
  /** A client of its own for what must be sent even after the run was stopped, until the limit is aborted. */
  readonly afterwards: (
    task: (client: ServiceClient) => Promise<void>,
    limit: AbortSignal,
    limits?: AfterwardsLimits,
  ) => Promise<void>;
  readonly quietly: Quietly;
  readonly onConnections: OnConnections;
  close(): Promise<void>;
}

/**
 * Gives the task so many clients. All that one of them sends goes over one connection, one after another, and nothing else
 * does; where the service closes it, over the next.
 *
 * @param isQuiet - they send within {@link Quietly}, while all else waits
 */
export type OnConnections = <T>(
  count: number,
  task: (clients: readonly ServiceClient[]) => Promise<T>,
  isQuiet?: boolean,
) => Promise<T>;

/**
 * Runs the task once nothing was under way for some seconds, while all else waits. It sends by the client that it is given;
 * not run where the run is stopped.
 */
export type Quietly = (task: (client: ServiceClient) => Promise<void>, restMs?: number) => Promise<void>;

/** What holds for the client of {@link Subject.afterwards} alone. */
export interface AfterwardsLimits {
  /** It is a part of the run, and keeps to the run's bound on requests. */
  readonly isPart?: true;
  readonly blocks?: BlockJudge;
  /** Longest wait for an answer, in milliseconds, where that of the settings is not shorter. */
  readonly mostMs?: number;
}

interface Surroundings {
  /** Local time, milliseconds since the epoch; even, by default. */
  readonly now?: (() => number) | undefined;
  /** The machine's clock, which is watched for steps; default, where there is no other `now`: its own. */
  readonly wall?: (() => number) | undefined;
  readonly stop: AbortSignal;
  /** Waits; default by the machine's clock. */
  readonly sleep?: Sleep | undefined;
  /** What the numbers of exchanges are above; default 0. */
  readonly numberedBefore?: number | undefined;
  readonly record: (exchange: Exchange) => void;
  readonly blocks?: BlockJudge;
  /** Told of each order of the source before anything is done with it. */
  readonly onOrder?: (order: Order) => void;
  /** What stands between the order source and those who ask it; absent: nothing does. */
  readonly throughWhich?: ((source: OrderSupply) => OrderSupply) | undefined;
  /** Called once, where all requests were sent that the run may send, and another one wants to begin. */
  readonly onSpent?: () => void;
  /** Told where the service asks for a pause that is not waited out, in milliseconds. */
  readonly onLongPause?: (pauseMs: number) => void;
  /** That of the order source's command, so that what it says can be shown without secrets; absent: it is not. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Absent: there is no other token than that of the settings. */
  readonly fetchToken?: FetchToken | undefined;
  /** Told why there is no fresh token. */
  readonly onTokenTrouble?: (because: string) => void;
}

/** On whose behalf the token is tried: that of no clause. */
const TOKEN_MARK = 'token';

/** Makes the transport, the client and the order desk from the settings. Sends nothing. */
export function openSubject(settings: Settings, surroundings: Surroundings): Subject {
  const { stop, record, throughWhich = (source: OrderSupply): OrderSupply => source } = surroundings;
  const { sleep = sleepFor } = surroundings;
  const now = surroundings.now ?? steadyClock();
  const wall = surroundings.wall ?? (surroundings.now === undefined ? Date.now : now);
  const key = signingKeyOf(settings);
  const clock = new ServiceClock(now, wall);
  const timestamps = new Timestamps();
  const lastModify: LastModify = { atMs: null };
  const redactor = new Redactor(secretsOf(settings));
  const tokens = new TokenSource({
    token: settings.token,
    fetch: surroundings.fetchToken ?? null,
    serviceNow: () => clock.nowMs(),
    now,
    stopSignal: stop,
    onFresh: (token) => redactor.keep(tokenSecrets(token)),
    onTrouble: surroundings.onTokenTrouble ?? (() => undefined),
  });
  const hasLookup = settings.profile.claims?.includes('listOrderableStocks') ?? true;
  let count = surroundings.numberedBefore ?? 0;
  const limits = transportLimits(settings);
  const pace = new Pace({
    now,
    stopSignal: stop,
    ratePerSecond: settings.rate ?? undefined,
    mostAtOnce: limits.connections,
    mostRequests: settings.maxRequests,
    onSpent: surroundings.onSpent,
    onLongPause: surroundings.onLongPause,
  });
  const connect = (
    stopSignal: AbortSignal,
    paced: Pace,
    { blocks, mostMs = Infinity }: AfterwardsLimits = {},
    connections = limits.connections,
  ): { client: ServiceClient; transport: Transport } => {
    const timeoutMs = Math.min(timeoutMsOf(settings), mostMs);
    const transport = new Transport({ ...limits, ...(connections && { connections }), now, stopSignal, timeoutMs });
    // The client of the run keeps to the order of all lookups; another one sends while that one is kept waiting.
    const lookUp = (): Promise<unknown> =>
      paced === pace ? lookups.ask(TOKEN_MARK) : lookups.askApart(TOKEN_MARK, client);
    const client: ServiceClient = new ServiceClient({
      baseUrl: settings.baseUrl,
      token: tokens,
      ...(hasLookup && { lookUp }),
      ...(blocks && { blocks }),
      signingKey: key,
      template: resolveTemplate(settings.signatureTemplate),
      transport,
      pace: paced,
      redactor,
      clock,
      timestamps,
      lastModify,
      stopSignal,
      recorder: record,
      nextNumber: () => (count += 1),
      env: settings.env,
    });
    return { client, transport };
  };
  const watched = { ...(surroundings.blocks && { blocks: surroundings.blocks }) };
  const { client, transport } = connect(stop, pace, watched);
  const afterwards: Subject['afterwards'] = async (task, limit, within) => {
    await tokens.settle();
    const after = connect(limit, within?.isPart ? pace.partner(limit) : pace.successor(limit), within);
    // What is part of the run chooses itself how it sends.
    if (!within?.isPart) adaptTo(unfairRefusalsOf(client).rule, after.client);
    await task(after.client);
    await after.transport.close();
  };
  const quietly: Quietly = (task, restMs = QUIET_MS) =>
    pace.hold(async () => {
      await pace.idle();
      await sleep(restMs, stop);
      if (!stop.aborted) await afterwards(task, stop, { isPart: true });
    });
  const onConnections: OnConnections = async (count, task, isQuiet = false) => {
    const paced = isQuiet ? pace.partner(stop) : pace;
    const own = Array.from({ length: count }, () => connect(stop, paced, isQuiet ? {} : watched, 1));
    try {
      return await task(own.map((one) => one.client));
    } finally {
      await Promise.all(own.map((one) => one.transport.close()));
    }
  };
  const lookups = new Lookups({ client, settings, quietly, sleep: (ms) => sleep(ms, stop) });
  const claimed = settings.profile.claims?.includes('modifyOrder') ?? true;
  const mayModify = claimed && !settings.readOnly && key !== null && settings.orders !== null;
  const orders =
    settings.orders === null || !mayModify
      ? null
      : new OrderDesk(
          throughWhich(
            openOrderSupply(settings.orders, {
              stopSignal: stop,
              withheld: withheldVariables(settings.env),
              hearing: surroundings.env && { env: surroundings.env, redact: (text) => redactor.text(text) },
            }),
          ),
          {
            ...{ stopSignal: stop, now },
            ...(surroundings.onOrder && { onNew: surroundings.onOrder }),
          },
        );
  return {
    client,
    clock,
    timestamps,
    pace,
    orders,
    lookups,
    tokens,
    mayModify,
    afterwards,
    quietly,
    onConnections,
    close: async () => {
      tokens.close();
      await orders?.close();
      await transport.close();
    },
  };
}

const DEFAULT_TIMEOUT_MS = 30_000;

/** How long a request waits for its answer. */
export function timeoutMsOf({ profile }: Pick<Settings, 'profile'>): number {
  return profile.limits?.timeoutMs ?? DEFAULT_TIMEOUT_MS;
}

function transportLimits({ baseUrl, profile }: Settings): TransportOptions {
  const { connections, maxResponseBytes } = profile.limits ?? {};
  return {
    origin: new URL(baseUrl).origin,
    ...(connections === undefined ? {} : { connections }),
    ...(maxResponseBytes === undefined ? {} : { maxResponseBytes }),
  };
}
