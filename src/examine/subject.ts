import { OrderDesk } from '../client/order-desk.js';
import { openOrderSupply } from '../client/order-supply.js';
import { Pace } from '../client/pace.js';
import { ServiceClient } from '../client/service-client.js';
import { ServiceClock } from '../client/service-clock.js';
import { Transport } from '../client/transport.js';
import type { Settings } from '../contract/settings.js';
import type { Exchange } from '../wire/exchange.js';
import { Redactor, type Secret } from '../wire/redaction.js';
import { decodeKey, resolveTemplate } from '../wire/signing.js';
import { Lookups } from './lookups.js';

/** The service under test, with everything that a run shares for talking to it. */
export interface Subject {
  readonly client: ServiceClient;
  readonly clock: ServiceClock;
  /** `null` where no order source was named. */
  readonly orders: OrderDesk | null;
  readonly lookups: Lookups;
  /** Whether this run may send modifications at all. */
  readonly mayModify: boolean;
  close(): Promise<void>;
}

interface Surroundings {
  readonly now: () => number;
  readonly stop: AbortSignal;
  readonly record: (exchange: Exchange) => void;
}

/** Makes the transport, the client and the order desk from the settings. Sends nothing. */
export function openSubject(settings: Settings, { now, stop, record }: Surroundings): Subject {
  const { baseUrl, profile, signingKey } = settings;
  const limits = profile.limits ?? {};
  const transport = new Transport({
    origin: new URL(baseUrl).origin,
    now,
    stopSignal: stop,
    ...(limits.connections === undefined ? {} : { connections: limits.connections }),
    ...(limits.timeoutMs === undefined ? {} : { timeoutMs: limits.timeoutMs }),
    ...(limits.maxResponseBytes === undefined ? {} : { maxResponseBytes: limits.maxResponseBytes }),
  });
  const clock = new ServiceClock(now);
  const key = signingKey === null ? null : decodeKey(signingKey, settings.signingKeyEncoding);
  const client = new ServiceClient({
    baseUrl,
    token: settings.token,
    signingKey: key,
    template: resolveTemplate(settings.signatureTemplate),
    transport,
    pace: new Pace({ now, stopSignal: stop, ...(settings.rate === null ? {} : { ratePerSecond: settings.rate }) }),
    redactor: new Redactor(secretsOf(settings)),
    clock,
    recorder: record,
    env: settings.env,
  });
  const mayModify = !settings.readOnly && key !== null && settings.orders !== null;
  const stopSignal = stop;
  const orders =
    settings.orders === null || !mayModify
      ? null
      : new OrderDesk(openOrderSupply(settings.orders, { stopSignal }), { stopSignal });
  return {
    client,
    clock,
    orders,
    lookups: new Lookups({ client, settings }),
    mayModify,
    close: async () => {
      await orders?.close();
      await transport.close();
    },
  };
}

function secretsOf({ token, signingKey }: Settings): Secret[] {
  return [
    { name: 'token', value: token },
    ...(signingKey === null ? [] : [{ name: 'signing key', value: signingKey }]),
  ];
}
