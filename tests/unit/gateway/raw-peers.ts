import { Buffer } from 'node:buffer';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { startGateway, type Gateway, type GatewayOptions } from '../../../src/gateway/gateway.js';
import type { Passage } from '../../../src/wire/passage.js';

/** A service that sees and sends bytes. All text is Latin-1. */
export interface RawService {
  readonly origin: string;
  /** What came over each connection. */
  readonly received: string[];
  close(): Promise<void>;
}

/** Starts a service that is told of all that one connection has received whenever there is more of it. */
export async function startRawService(onData: (socket: Socket, received: string) => void): Promise<RawService> {
  const received: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    let index = -1;
    socket.on('data', (bytes) => {
      if (index < 0) index = received.push('') - 1;
      const all = (received[index] ?? '') + bytes.toString('latin1');
      received[index] = all;
      onData(socket, all);
    });
    socket.on('end', () => socket.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: originOf(server.address() as AddressInfo),
    received,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}

function originOf({ port }: AddressInfo): string {
  return `http://127.0.0.1:${port}`;
}

/** One connection of a client that sees and sends bytes. */
export class RawClient {
  readonly socket: Socket;
  received = '';
  /** How the other side closed: both ways are told apart by what a client would see. */
  readonly ended: Promise<'end' | 'reset'>;
  private onMore: () => void = () => undefined;

  constructor(origin: string) {
    this.socket = connect({ port: Number(new URL(origin).port), host: '127.0.0.1', noDelay: true });
    this.ended = new Promise((resolve) => {
      this.socket.on('end', () => resolve('end')).on('error', () => resolve('reset'));
    });
    this.socket.on('data', (bytes) => {
      this.received += bytes.toString('latin1');
      this.onMore();
    });
  }

  send(text: string | Buffer): void {
    this.socket.write(typeof text === 'string' ? Buffer.from(text, 'latin1') : text);
  }

  /** Waits until what was received ends in this way. */
  until(tail: string): Promise<string> {
    return new Promise((resolve) => {
      this.onMore = () => {
        if (this.received.endsWith(tail)) resolve(this.received);
      };
      this.onMore();
    });
  }
}

/** A gateway before a raw service. */
export interface Between {
  readonly service: RawService;
  readonly gateway: Gateway;
  /** What was handed over so far. */
  readonly passages: readonly Passage[];
  readonly client: () => RawClient;
}

/**
 * Puts a gateway before a raw service while `use` runs.
 *
 * @returns all that was handed over
 */
export async function between(
  onData: (socket: Socket, received: string) => void,
  use: (between: Between) => Promise<void>,
  options: Partial<GatewayOptions> = {},
): Promise<Passage[]> {
  const service = await startRawService(onData);
  const passages: Passage[] = [];
  const onPassage = (passage: Passage): number => passages.push(passage);
  const gateway = await startGateway({ target: service.origin, onPassage, ...options });
  const clients: RawClient[] = [];
  const client = (): RawClient => {
    const made = new RawClient(gateway.origin);
    clients.push(made);
    return made;
  };
  try {
    await use({ service, gateway, passages, client });
  } finally {
    for (const { socket } of clients) socket.destroy();
    await gateway.close();
    await service.close();
  }
  return passages;
}
