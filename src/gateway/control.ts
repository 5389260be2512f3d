import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SuiteError } from '../contract/suite-error.js';
import { codeOf } from '../wire/connection-failure.js';

/** Where a running gateway can be asked. It has a port of its own, so that no target of a client is taken from it. */
export interface Control {
  readonly resultsUrl: string;
  close(): Promise<void>;
}

const RESULTS = '/__tradecert/results';

/**
 * Serves what has been found so far, on loopback.
 *
 * @param results - called for each request; sent as JSON
 * @param port - 0 is any that is free
 * @throws SuiteError where the port cannot be had
 */
export async function startControl(results: () => unknown, port = 0): Promise<Control> {
  const server = createServer((request, response) => serve(results, request, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => {
      const what = `Port ${port} cannot be listened on (${codeOf(error)}).`;
      reject(new SuiteError(what, '--control', 'give another port, or leave it out'));
    });
    server.listen(port, '127.0.0.1', resolve);
  });
  const own = (server.address() as AddressInfo).port;
  return {
    resultsUrl: `http://127.0.0.1:${own}${RESULTS}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function serve(results: () => unknown, request: IncomingMessage, response: ServerResponse): void {
  const answer = (status: number, body: unknown): void => {
    response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
    response.end(`${JSON.stringify(body, null, 2)}\n`);
  };
  request.resume();
  if (request.method !== 'GET' || request.url !== RESULTS) {
    answer(404, { error: `There is only GET ${RESULTS}.` });
    return;
  }
  try {
    answer(200, results());
  } catch {
    answer(500, { error: 'The results cannot be told at this moment.' });
  }
}
