import { OrderDesk } from '../client/order-desk.js';
import { openOrderSupply } from '../client/order-supply.js';
import { Pace } from '../client/pace.js';
import { ServiceClient } from '../client/service-client.js';
import { ServiceClock } from '../client/service-clock.js';
import { Transport, type TransportOptions } from '../client/transport.js';
import type { Settings } from '../contract/settings.js';
import type { Exchange } from '../wire/exchange.js';
import { Redactor, type Secret } from '../wire/redaction.js';
import { decodeKey, resolveTemplate } from '../wire/signing.js';
import { Lookups } from './lookups.js';
import { signingKeyOf } from './signing-key.js';

/** The service under test, with everything that a run shares for talking to it. */
export interface Subject {
  readonly client: ServiceClient;
  readonly clock: ServiceClock;
  /** `null` where no order source was named. */
  readonly orders: OrderDesk | null;
  readonly lookups: Lookups;
  /** Whether this run may send modifications at all. */
  readonly mayModify: boolean;
  /** A client of its own for what must be sent even after the run was stopped, until the limit is aborted. */
  readonly afterwards: (task: (client: ServiceClient) => Promise<void>, limit: AbortSignal) => Promise<void>;
  close(): Promise<void>;
}

interface Surroundings {
  readonly now: () => number;
  readonly stop: AbortSignal;
  readonly record: (exchange: Exchange) => void;
}

/** Makes the transport, the client and the order desk from the settings. Sends nothing. */
export function openSubject(settings: Settings, { now, stop, record }: Surroundings): Subject {
  const key = signingKeyOf(settings);
  const clock = new ServiceClock(now);
  const redactor = new Redactor(secretsOf(settings));
  let count = 0;
  const connect = (stopSignal: AbortSignal): { client: ServiceClient; transport: Transport } => {
    const transport = new Transport({ ...transportLimits(settings), now, stopSignal });
    const client = new ServiceClient({
      baseUrl: settings.baseUrl,
      token: settings.token,
      signingKey: key,
      template: resolveTemplate(settings.signatureTemplate),
      transport,
      pace: new Pace({ now, stopSignal, ...(settings.rate === null ? {} : { ratePerSecond: settings.rate }) }),
      redactor,
      clock,
      recorder: record,
      nextNumber: () => (count += 1),
      env: settings.env,
    });
    return { client, transport };
  };
  const { client, transport } = connect(stop);
  const claimed = settings.profile.claims?.includes('modifyOrder') ?? true;
  const mayModify = claimed && !settings.readOnly && key !== null && settings.orders !== null;
  const orders =
    settings.orders === null || !mayModify
      ? null
      : new OrderDesk(openOrderSupply(settings.orders, { stopSignal: stop }), { stopSignal: stop });
  return {
    client,
    clock,
    orders,
    lookups: new Lookups({ client, settings }),
    mayModify,
    afterwards: async (task, limit) => {
      const after = connect(limit);
      await task(after.client);
      await after.transport.close();
    },
    close: async () => {
      await orders?.close();
      await transport.close();
    },
  };
}

function transportLimits({ baseUrl, profile }: Settings): TransportOptions {
  const { connections, timeoutMs, maxResponseBytes } = profile.limits ?? {};
  return {
    origin: new URL(baseUrl).origin,
    ...(connections === undefined ? {} : { connections }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(maxResponseBytes === undefined ? {} : { maxResponseBytes }),
  };
}

/** The token, the key, and what the signature template takes from the environment, such as an application's key. */
function secretsOf({ token, signingKey, signingKeyEncoding, signatureTemplate, env }: Settings): Secret[] {
  const named = [...signatureTemplate.matchAll(/\{env:([^|}]+)/g)].map(([, name = '']) => name);
  return [
    { name: 'token', value: token },
    ...decodedParts(token),
    ...(signingKey === null
      ? []
      : [
          { name: 'signing key', value: signingKey },
          { name: 'signing key', value: decodeKey(signingKey, signingKeyEncoding).export() },
        ]),
    ...named.flatMap((name) => (env[name] === undefined ? [] : [{ name: `env ${name}`, value: env[name] }])),
  ];
}

/** The JSON inside a JWT: a service may say it back as it read it. */
function decodedParts(token: string): Secret[] {
  return token
    .split('.')
    .slice(0, 2)
    .map((part) => Buffer.from(part, 'base64url').toString('utf8'))
    .filter((text) => text.startsWith('{') && text.endsWith('}'))
    .map((text) => ({ name: 'token', value: text }));
}
