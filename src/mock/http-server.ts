import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { listenOn } from '../wire/listen-on.js';
import { portRefused } from '../wire/port-refused.js';
import { bodyOf, refuse } from './refusal.js';
import { jsonAnswer } from './transmit.js';

/** Answers what is no HTTP, where the connection still stands. */
export function refuseGarbage(socket: Duplex): void {
  if (!socket.writable) return;
  const { headers, body } = jsonAnswer(400, JSON.stringify(bodyOf(refuse('request-form'))), Date.now());
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.end(`HTTP/1.1 400 Bad Request\r\n${lines}Connection: close\r\n\r\n${body.toString()}`);
}

/** @throws SuiteError where the port cannot be had */
export async function listen(server: Server, port: number, host: string): Promise<void> {
  await listenOn(server, port, host).catch((error: unknown) => {
    throw portRefused(error, port, '--port');
  });
}

/** Stops at once, with the connections that are open. */
export function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
