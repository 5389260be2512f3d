import type { Buffer } from 'node:buffer';
import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:tls';
import { expect, test } from '@playwright/test';
import { startGateway } from '../../../src/gateway/gateway.js';
import type { Passage } from '../../../src/wire/passage.js';
import { OWN_CERTIFICATE } from './own-certificate.js';
import { RawClient, startRawService } from './raw-peers.js';

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}';

/** What a client gets through a gateway to a target, until its connection ends. */
async function ask(target: string): Promise<{ received: string; ended: string; passages: Passage[] }> {
  const passages: Passage[] = [];
  const gateway = await startGateway({ target, onPassage: (passage) => void passages.push(passage) });
  const client = new RawClient(gateway.origin);
  client.send('GET / HTTP/1.1\r\nHost: here\r\n\r\n');
  const ended = await client.ended;
  await gateway.close();
  return { received: client.received, ended, passages };
}

/** Starts a service behind TLS that answers once and then ends the connection. */
async function startSecureService(seen: string[]): Promise<{ origin: string; server: Server }> {
  const server = createServer(OWN_CERTIFICATE, (socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (bytes: Buffer) => {
      seen.push(`${socket.servername || ''} ${socket.alpnProtocol || ''} ${bytes.toString('latin1')}`);
      socket.end(OK);
    });
  });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { origin: `https://localhost:${(server.address() as AddressInfo).port}`, server };
}

test('a service behind TLS is reached, and its certificate has to be right', async () => {
  const seen: string[] = [];
  const { origin, server } = await startSecureService(seen);
  const before = process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
  const distrusted = await ask(origin);
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
  const trusted = await ask(origin);
  if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
  else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before;
  server.close();
  expect(distrusted.received).toContain('502 Bad Gateway');
  expect(distrusted.passages[0]?.trouble?.because).toContain('its certificate is self-signed');
  expect(trusted).toMatchObject({ received: OK, ended: 'end' });
  expect(trusted.passages).toMatchObject([{ response: { status: 200 } }]);
  expect(seen).toEqual([`localhost  GET / HTTP/1.1\r\nHost: ${origin.slice('https://'.length)}\r\n\r\n`]);
});

test('a service that does not speak TLS is one that cannot be reached', async () => {
  const plain = await startRawService((socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  const { received, passages } = await ask(plain.origin.replace('http:', 'https:'));
  await plain.close();
  expect(received).toContain('502 Bad Gateway');
  expect(passages[0]?.trouble).toEqual({
    kind: 'unreachable',
    because: 'the service cannot be reached: TLS was not agreed on: perhaps there is no https on this port',
  });
});
