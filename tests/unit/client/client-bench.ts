import { Pace } from '../../../src/client/pace.js';
import { ServiceClient, type ServiceClientOptions } from '../../../src/client/service-client.js';
import { ServiceClock } from '../../../src/client/service-clock.js';
import { Transport, type TransportOptions } from '../../../src/client/transport.js';
import type { Exchange } from '../../../src/wire/exchange.js';
import { Redactor } from '../../../src/wire/redaction.js';
import { decodeKey } from '../../../src/wire/decode-key.js';
import { resolveTemplate } from '../../../src/wire/signature-template.js';
import { answer, startRawServer, type Answering } from './raw-server.js';

export const TOKEN = `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJjYW5hcnkifQ.${'canaryToken'.repeat(3)}`;
export const KEY = 'canary-signing-key';
export const NOW = Date.parse('2030-01-01T00:00:00.900Z');
export const OK = answer(200, '{"status":"success","code":200,"data":{"success":true}}');

/** A client, what it recorded, and what arrived of it. */
interface Bench {
  readonly client: ServiceClient;
  readonly exchanges: Exchange[];
  readonly clock: ServiceClock;
  readonly seen: string[];
}

/** Gives the task a client of a server that answers like this. */
export async function withClient<T>(
  answering: Answering,
  run: (bench: Bench) => Promise<T>,
  {
    template = 'concat',
    transport = {},
    ...options
  }: Partial<Omit<ServiceClientOptions, 'template' | 'transport'>> & {
    template?: string;
    transport?: Partial<TransportOptions>;
  } = {},
): Promise<T> {
  const server = await startRawServer(answering);
  const now = (): number => NOW;
  const wire = new Transport({ origin: server.origin, timeoutMs: 5000, now, ...transport });
  const exchanges: Exchange[] = [];
  const clock = new ServiceClock(now);
  const client = new ServiceClient({
    baseUrl: `${server.origin}/public/v1`,
    token: TOKEN,
    signingKey: decodeKey(KEY, 'utf8'),
    template: resolveTemplate(template),
    transport: wire,
    pace: new Pace({ now, sleep: () => Promise.resolve() }),
    redactor: new Redactor([
      { name: 'token', value: TOKEN },
      { name: 'signing-key', value: KEY },
    ]),
    clock,
    recorder: (exchange) => exchanges.push(exchange),
    env: {},
    ...options,
  });
  try {
    return await run({ client, exchanges, clock, seen: server.seen });
  } finally {
    await wire.close();
    await server.close();
  }
}

/** A request that arrived, in its parts. */
export function taken(raw = ''): { line: string; headers: string[]; body: string } {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const [line = '', ...headers] = head.split('\r\n');
  return { line, headers, body: rest.join('\r\n\r\n') };
}

/** The value of the first header of this name. */
export function valueOf(headers: string[], name: string): string | undefined {
  const found = headers.find((header) => header.toLowerCase().startsWith(`${name}: `));
  return found?.slice(name.length + 2);
}
