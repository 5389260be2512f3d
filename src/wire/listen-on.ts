import { setTimeout as wait } from 'node:timers/promises';
import { codeOf } from './connection-failure.js';

/** What listens, such as a server of `node:http` or `node:net`. */
interface Listener {
  once(event: 'error', failed: (error: Error) => void): unknown;
  listen(port: number, host: string, listening: () => void): unknown;
  off(event: 'listening', listening: () => void): unknown;
}

/** How long a free port is waited for, where any will do: a connection that was closed holds its own for a minute. */
const PATIENCE_MS = 300_000;
const AGAIN_MS = 200;

/**
 * Listens on a port.
 *
 * @param port - 0: any that is free; where none is for the moment, the next one that gets free
 * @throws Error of the system, such as EADDRINUSE
 */
export async function listenOn(server: Listener, port: number, host: string, patienceMs = PATIENCE_MS): Promise<void> {
  for (let left = patienceMs; ; left -= AGAIN_MS) {
    try {
      await listenOnce(server, port, host);
      return;
    } catch (error) {
      if (port !== 0 || codeOf(error) !== 'EADDRINUSE' || left <= 0) throw error;
    }
    await wait(AGAIN_MS);
  }
}

function listenOnce(server: Listener, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const listening = (): void => resolve();
    server.once('error', (error) => {
      server.off('listening', listening);
      reject(error);
    });
    server.listen(port, host, listening);
  });
}
