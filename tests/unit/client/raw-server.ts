import { createServer, type AddressInfo, type Socket } from 'node:net';
import { Buffer } from 'node:buffer';

/** A server on loopback that answers with whatever bytes a test wants, and remembers what it was sent. */
export interface RawServer {
  readonly origin: string;
  /** Whole requests, head and body, as Latin-1, in the order of their arrival. */
  readonly seen: string[];
  /** How many connections were made. */
  connections(): number;
  close(): Promise<void>;
}

/** Answers one request: writes to the socket, ends it, resets it, or does nothing at all. */
export type Answering = (socket: Socket, index: number, request: string) => void;

/** Starts a server that calls `answering` for each whole request. */
export async function startRawServer(answering: Answering): Promise<RawServer> {
  const seen: string[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer({ noDelay: true }, (socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    let pending = '';
    socket.on('data', (chunk) => {
      pending += chunk.toString('latin1');
      for (let length = wholeRequest(pending); length > 0; length = wholeRequest(pending)) {
        const whole = pending.slice(0, length);
        pending = pending.slice(length);
        seen.push(whole);
        answering(socket, seen.length - 1, whole);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    seen,
    connections: () => connections,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}

function wholeRequest(text: string): number {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return 0;
  const length = end + 4 + Number(/^content-length: *(\d+)/im.exec(text.slice(0, end))?.[1] ?? 0);
  return text.length >= length ? length : 0;
}

/** A whole answer with a Content-Length. */
export function answer(status: number, body: string | Buffer, headers: Readonly<Record<string, string>> = {}): Buffer {
  const bytes = Buffer.from(body);
  const lines = Object.entries({
    'Content-Type': 'application/json',
    ...headers,
    'Content-Length': String(bytes.length),
  });
  const head = `HTTP/1.1 ${status} X\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), bytes]);
}
