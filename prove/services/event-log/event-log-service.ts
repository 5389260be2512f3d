import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IndependentService, RunningService } from '../independent-service.js';
import { issueToken } from './bearer.js';
import { EVENT_LOG_FAULTS, partsWith } from './event-log-faults.js';
import { Outbox, type Answer } from './outbox.js';
import { Problem } from './problem.js';
import { TEMPLATE } from './seal.js';
import { DESK_PATH, PREFIX, Venue, type Arrival } from './venue.js';

const MOST_BYTES = 64 * 1024;

/** The body; `null` where it is too large, read to its end in any case. */
async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= MOST_BYTES) chunks.push(chunk);
  }
  return length <= MOST_BYTES ? Buffer.concat(chunks) : null;
}

async function arrivalOf(request: IncomingMessage): Promise<Arrival> {
  const atMs = Date.now();
  const body = await readBody(request);
  if (body === null) throw new Problem(413, 'Large body', `a body has ${MOST_BYTES} bytes at most`);
  const [path = '', ...query] = (request.url ?? '').split('?');
  return { atMs, method: request.method ?? '', path, query: query.join('?'), headers: request.headersDistinct, body };
}

function send(response: ServerResponse, { status, contentType, text }: Answer): void {
  response.writeHead(status, { 'content-type': contentType, 'cache-control': 'no-store' });
  response.end(text);
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function start(fault: string | null): Promise<RunningService> {
  const parts = partsWith(fault);
  const venue = new Venue(parts);
  const outbox = new Outbox(parts.deliver);
  const answer = async (request: IncomingMessage): Promise<Answer> => {
    try {
      return venue.answer(await arrivalOf(request));
    } catch (error) {
      return parts.problemBody(error instanceof Problem ? error : new Problem(500, 'Trouble', String(error)));
    }
  };
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    void answer(request).then((ready) => outbox.post(ready, (due) => send(response, due)));
  });
  const origin = await listen(server);
  const close = async (): Promise<void> => {
    outbox.close();
    const isClosed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await isClosed;
  };
  return {
    baseUrl: `${origin}${PREFIX}`,
    ordersUrl: `${origin}${DESK_PATH}`,
    token: issueToken(venue.issuer, Date.now()),
    signingKey: venue.signingKey.toString('base64'),
    signingKeyEncoding: 'base64',
    signatureTemplate: TEMPLATE,
    close,
  };
}

/** Keeps every order as the log of its events, and answers late. */
export const EVENT_LOG_SERVICE: IndependentService = {
  name: 'event-log',
  does: 'It keeps every order as a log of events, pages through frozen lists, and answers late and out of order.',
  faults: EVENT_LOG_FAULTS,
  start,
};
