import { createServer, type AddressInfo, type Server } from 'node:net';
import type { Passage } from '../wire/passage.js';
import { listenOn } from '../wire/listen-on.js';
import { portRefused } from '../wire/port-refused.js';
import { Conversation } from './conversation.js';
import type { Keeping } from './dialog.js';
import { HandOver } from './hand-over.js';
import { Relay } from './relay.js';
import { Room } from './room.js';
import { parseServiceAddress, readdress } from './service-address.js';

/** Settings of {@link startGateway}. */
export interface GatewayOptions {
  /** Base URL or origin of the service. A path in it is the client's to send: nothing is put before a target. */
  readonly target: string;
  /** Default: any that is free. */
  readonly port?: number;
  readonly host?: '127.0.0.1';
  /** Bytes of a body that are kept for judging; default 8 MiB. All of it passes. */
  readonly mostKeptBytes?: number;
  /** Connections of clients at one time; further ones are closed. Default 2000. */
  readonly mostConnections?: number;
  /** Takes each passage, in the order in which they ended. What it throws does not reach the traffic. */
  readonly onPassage: (passage: Passage) => void;
  /** Takes the first thing that `onPassage` threw, and the first time that something could not be judged. */
  readonly onTrouble?: (error: unknown) => void;
  /** Milliseconds since the epoch; even, where `clockSetByMs` tells how far the machine's clock was set. */
  readonly now?: () => number;
  /** In milliseconds, since the start; default 0. */
  readonly clockSetByMs?: () => number;
}

/** Stands between clients and a service, and hands over what passes. */
export interface Gateway {
  /** Such as `http://127.0.0.1:8080`: what clients take for the service's origin. */
  readonly origin: string;
  /** Resolves once every passage that has ended is handed over. */
  settled(): Promise<void>;
  /** Closes all connections, and resolves once all passages are handed over. */
  close(): Promise<void>;
}

/** How many bodies of the largest size are kept at one time. */
const LARGEST_BODIES = 16;
/** Far more than clients have, and far fewer than a loop would open. */
const MOST_CONNECTIONS = 2_000;

/**
 * Starts an HTTP/1 server that passes everything on to a service, byte for byte, as it comes. Only the host that
 * requests name changes. Each connection of a client stands for one connection to the service.
 *
 * @throws SuiteError where the target is no URL or the port cannot be had
 */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const { mostKeptBytes = 8 * 1024 * 1024, onTrouble = () => undefined } = options;
  const { now = Date.now, clockSetByMs = () => 0 } = options;
  const address = parseServiceAddress(options.target);
  const room = new Room(LARGEST_BODIES * mostKeptBytes);
  const keeping: Keeping = { most: mostKeptBytes, room, now, clockSetByMs };
  const handOver = new HandOver(options.onPassage, once(onTrouble));
  const unreadable = once(() => onTrouble(new Error(UNREADABLE)));
  const relays = new Set<Relay>();
  let connections = 0;
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    connections += 1;
    const conversation = new Conversation(connections, (head) => readdress(head, address), keeping, {
      over: (dialog) => handOver.add(dialog),
      unreadable,
    });
    const relay = new Relay(client, address, conversation, () => relays.delete(relay));
    relays.add(relay);
  });
  const { mostConnections = MOST_CONNECTIONS } = options;
  server.maxConnections = mostConnections;
  server.once('drop', () => once(onTrouble)(new Error(crowded(mostConnections))));
  const port = await listen(server, options.port ?? 0, options.host ?? '127.0.0.1');
  return {
    origin: `http://127.0.0.1:${port}`,
    settled: () => handOver.settled(),
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const relay of relays) relay.close();
      await closed;
      await handOver.settled();
    },
  };
}

const UNREADABLE =
  'A client sent what is no HTTP/1.1, such as TLS, which this address does not take. It was passed on, but neither it nor what followed on its connection was judged.';

function crowded(most: number): string {
  return `More than ${most} connections were open at one time, and further ones were closed. If a single request does that, the target leads back here.`;
}

/** Calls it the first time only, and lets nothing out that it throws. */
function once<Args extends unknown[]>(call: (...args: Args) => void): (...args: Args) => void {
  let isCalled = false;
  return (...args) => {
    if (isCalled) return;
    isCalled = true;
    try {
      call(...args);
    } catch {
      // there is nobody left to tell
    }
  };
}

async function listen(server: Server, port: number, host: string): Promise<number> {
  await listenOn(server, port, host).catch((error: unknown) => {
    throw portRefused(error, port, '--listen');
  });
  return (server.address() as AddressInfo).port;
}
