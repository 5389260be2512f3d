import { Buffer } from 'node:buffer';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { codeOf, reasonOfFailure, unreachable } from '../wire/connection-failure.js';
import type { Trouble } from '../wire/exchange.js';
import type { Conversation } from './conversation.js';
import { STOPPED } from './dialog.js';
import type { ServiceAddress } from './service-address.js';

/**
 * One connection of a client and the one to the service that it stands for. What one side does the other side sees:
 * bytes, a half that is closed, a reset; the answers 502 of a service that cannot be reached are all that is added.
 */
export class Relay {
  private readonly client: Socket;
  private readonly service: Socket;
  private readonly conversation: Conversation;
  private isConnected = false;
  private failure: Trouble | null = null;

  /** @param onClosed - called when the client's connection is over */
  constructor(client: Socket, address: ServiceAddress, conversation: Conversation, onClosed: () => void) {
    this.client = client;
    this.conversation = conversation;
    this.service = address.connect(() => (this.isConnected = true));
    this.service.on('data', (bytes) => this.fromService(bytes));
    this.service.on('end', () => this.serviceEnded());
    this.service.on('error', (error) => this.serviceFailed(error));
    client.on('data', (bytes) => this.fromClient(bytes));
    client.on('end', () => this.clientEnded());
    client.on('error', () => reset(this.service));
    client.on('close', () => {
      this.conversation.closed();
      this.service.destroy();
      onClosed();
    });
  }

  /** Closes both connections in the middle of whatever they carry. */
  close(): void {
    this.conversation.closed(STOPPED);
    this.service.destroy();
    this.client.destroy();
  }

  private fromClient(bytes: Buffer): void {
    forward(this.conversation.fromClient(bytes), this.client, this.service);
    this.refuse();
  }

  private clientEnded(): void {
    forward(this.conversation.clientEnded(), this.client, this.service);
    this.service.end();
  }

  private fromService(bytes: Buffer): void {
    forward([bytes], this.service, this.client);
    this.conversation.fromService(bytes);
  }

  private serviceEnded(): void {
    this.client.end();
    this.conversation.serviceEnded();
  }

  private serviceFailed(error: Error): void {
    if (this.isConnected) {
      this.conversation.serviceFailed();
      resetOnceWritten(this.client);
    } else {
      this.failure = unreachable(reasonOfFailure(codeOf(error)));
      this.conversation.serviceFailed(this.failure);
      this.client.resume();
      this.refuse();
    }
  }

  /** Answers for a service that cannot be reached, once a request has come. */
  private refuse(): void {
    const { firstMethod } = this.conversation;
    if (this.failure === null || firstMethod === null || !this.client.writable) return;
    this.client.end(refusal(this.failure, firstMethod));
  }
}

/** Passes bytes on, and reads no faster than they can be written. */
function forward(parts: readonly Buffer[], from: Socket, to: Socket): void {
  if (!to.writable) return;
  to.cork();
  for (const part of parts) to.write(part);
  to.uncork();
  if (!to.writableNeedDrain) return;
  from.pause();
  to.once('drain', () => from.resume());
}

function resetOnceWritten(socket: Socket): void {
  if (socket.writable) socket.write(Buffer.alloc(0), () => reset(socket));
  else socket.destroySoon();
}

function reset(socket: Socket): void {
  // a reset cannot be sent through TLS
  if (socket instanceof TLSSocket) socket.destroy();
  else socket.resetAndDestroy();
}

function refusal({ because }: Trouble, method: string): string {
  const body = `tradecert could not pass this request on: ${because}.\n`;
  const head = [
    'HTTP/1.1 502 Bad Gateway',
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${method === 'HEAD' ? '' : body}`;
}
