import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GatheredBytes } from '../wire/gathered-bytes.js';
import { listenOn } from '../wire/listen-on.js';
import { portRefused } from '../wire/port-refused.js';

/** A small HTTP server of our own, for this machine only. */
export interface LoopbackServer {
  readonly origin: string;
  /** Stops at once, with the connections that are open. */
  close(): Promise<void>;
}

/** Answers a request that was read whole; `body` is text, `undefined` none. */
export type Answering = (request: {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}) => Promise<{ readonly status: number; readonly json?: unknown }>;

/** Bytes of a request that are read; the rest is thrown away. */
const MOST_BYTES = 8 * 1024 * 1024;

/**
 * Starts a server on 127.0.0.1 that answers with JSON.
 *
 * @param port - 0: any that is free
 * @throws SuiteError where the port cannot be had
 */
export async function startLoopbackServer(answering: Answering, port = 0, flag = '--listen'): Promise<LoopbackServer> {
  const server = createServer((request, response) => void answer(answering, request, response));
  await listenOn(server, port, '127.0.0.1').catch((error: unknown) => {
    throw portRefused(error, port, flag);
  });
  const { port: own } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${own}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(answering: Answering, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const { method = '', url = '', headers } = request;
    const { status, json } = await answering({ method, url, headers, body: await textOf(request) });
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(json === undefined ? '' : JSON.stringify(json));
  } catch {
    // The client went away, or sent what cannot be read.
    response.destroy();
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const text = new GatheredBytes();
  for await (const chunk of request as AsyncIterable<Buffer>) {
    if (text.size < MOST_BYTES) text.add(chunk);
  }
  return text.whole().toString('utf8');
}
