import { Buffer } from 'node:buffer';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { Transport, type Delivery, type TransportOptions } from '../../../src/client/transport.js';
import { explainFailure } from '../../../src/client/trouble.js';
import type { WireRequest } from '../../../src/wire/exchange.js';
import { answer, startRawServer, type Answering } from './raw-server.js';

const CANARY = 'canary-5ecret-value';
const GET: WireRequest = {
  method: 'GET',
  target: `/v1/a?token=${CANARY}`,
  headers: [['Authorization', `Bearer ${CANARY}`]],
  body: null,
};
const POST: WireRequest = { ...GET, method: 'POST', body: Buffer.from(`{"secret":"${CANARY}"}`) };

/** Sends requests one after the other to a server that answers in its own way. */
async function exchange(
  answering: Answering,
  requests: readonly WireRequest[] = [GET],
  options: Partial<TransportOptions> = {},
): Promise<{ deliveries: Delivery[]; seen: string[]; connections: number }> {
  const server = await startRawServer(answering);
  const transport = new Transport({ origin: server.origin, timeoutMs: 5000, ...options });
  try {
    const deliveries: Delivery[] = [];
    for (const wire of requests) deliveries.push(await transport.send(() => wire));
    return { deliveries, seen: server.seen, connections: server.connections() };
  } finally {
    await transport.close();
    await server.close();
  }
}

async function troubleOf(answering: Answering, options: Partial<TransportOptions> = {}, wire = POST): Promise<unknown> {
  const { deliveries } = await exchange(answering, [wire], options);
  expect(deliveries[0]?.response).toBeUndefined();
  expect(JSON.stringify(deliveries[0]?.trouble)).not.toContain(CANARY);
  return deliveries[0]?.trouble;
}

test('requests go out byte for byte: target, header order, duplicates, body', async () => {
  const wire: WireRequest = {
    method: 'POST',
    target: '/a//b/../%7e;x?q=%20+&&z=\u00e9\'"',
    headers: [
      ['X-B', '1'],
      ['x-a', ''],
      ['X-B', '2'],
      ['Authorization', 'Bearer  a'],
      ['Authorization', 'Bearer b'],
    ],
    body: Buffer.from([0x00, 0xff, 0x0a]),
  };
  const { seen } = await exchange((socket) => socket.write(answer(200, '{}')), [wire]);
  const [head = '', body] = seen[0]?.split('\r\n\r\n') ?? [];
  const lines = head.split('\r\n');
  expect(lines[0]).toBe('POST /a//b/../%7e;x?q=%20+&&z=\u00e9\'" HTTP/1.1');
  expect(lines.filter((line) => /^(x-|auth)/i.test(line))).toEqual([
    'X-B: 1',
    'x-a: ',
    'X-B: 2',
    'Authorization: Bearer  a',
    'Authorization: Bearer b',
  ]);
  expect(body).toBe('\x00\xff\n');
});

test('a request that says so goes out in chunks, on a connection that carries nothing after it', async () => {
  const seen: { readonly headers: IncomingHttpHeaders; readonly body: string; readonly socket: object }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      seen.push({ headers: request.headers, body: Buffer.concat(chunks).toString(), socket: request.socket });
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const transport = new Transport({ origin: `http://127.0.0.1:${port}`, timeoutMs: 5000 });
  const chunked: WireRequest = { ...POST, headers: [...POST.headers, ['Transfer-Encoding', 'chunked']] };
  try {
    for (const wire of [POST, chunked, POST]) {
      const { response, request } = await transport.send(() => wire);
      expect(response?.status).toBe(200);
      expect(request).toBe(wire);
    }
  } finally {
    await transport.close();
    server.close();
  }
  expect(seen.map(({ body }) => body)).toEqual(Array(3).fill(String(POST.body)));
  expect(seen.map(({ headers }) => headers['transfer-encoding'])).toEqual([undefined, 'chunked', undefined]);
  expect(seen.map(({ headers }) => headers['content-length'] === undefined)).toEqual([false, true, false]);
  expect(seen[2]?.socket).not.toBe(seen[1]?.socket);
});

test('an answer comes back with its headers in order and its bytes', async () => {
  const { deliveries } = await exchange((socket) =>
    socket.write(
      'HTTP/1.1 201 Made\r\nX-A: 1\r\nset-cookie: a\r\nSet-Cookie: b\r\nContent-Length: 2\r\n\r\n\xff{',
      'latin1',
    ),
  );
  expect(deliveries[0]?.response).toEqual({
    status: 201,
    headers: [
      ['x-a', '1'],
      ['set-cookie', 'a'],
      ['set-cookie', 'b'],
      ['content-length', '2'],
    ],
    body: Buffer.from([0xff, 0x7b]),
  });
});

test('redirects are answers', async () => {
  const { deliveries, seen } = await exchange((socket) => socket.write(answer(302, '', { Location: '/elsewhere' })));
  expect([deliveries[0]?.response?.status, seen.length]).toEqual([302, 1]);
});

test('informational answers are passed over, an answer up to the end of the connection is whole', async () => {
  const { deliveries } = await exchange((socket) => {
    socket.write('HTTP/1.1 103 Early\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\n\r\nwhole');
    socket.end();
  });
  expect(deliveries[0]?.response?.body.toString()).toBe('whole');
});

test('connections are kept, and never more than allowed', async () => {
  const server = await startRawServer((socket) => socket.write(answer(200, '{}')));
  const transport = new Transport({ origin: server.origin, connections: 3 });
  const all = await Promise.all(Array.from({ length: 40 }, () => transport.send(() => POST)));
  expect(all.every(({ response }) => response?.status === 200)).toBe(true);
  expect(server.connections()).toBe(3);
  await transport.close();
  await server.close();
});

test('once none is to be kept, each request has a connection of its own, and so has the next one', async () => {
  const server = await startRawServer((socket) => socket.write(answer(200, '{}')));
  const transport = new Transport({ origin: server.origin, connections: 3 });
  const sendTwice = async (): Promise<void> => {
    for (let count = 0; count < 2; count += 1) expect((await transport.send(() => POST)).response?.status).toBe(200);
  };
  await sendTwice();
  expect(server.connections()).toBe(1);
  transport.keepNoConnections();
  await sendTwice();
  expect(server.connections()).toBe(3);
  transport.keepNoConnections(false);
  await sendTwice();
  expect(server.connections()).toBe(4);
  await transport.close();
  await server.close();
});

test('a request is built when a connection is free, not before', async () => {
  let releaseFirst: () => void = () => undefined;
  const server = await startRawServer((socket, index) => {
    if (index === 0) releaseFirst = () => socket.write(answer(200, '{}'));
    else socket.write(answer(200, '{}'));
  });
  const transport = new Transport({ origin: server.origin, connections: 1 });
  let built = 0;
  const make = (): WireRequest => {
    built += 1;
    return GET;
  };
  const first = transport.send(make);
  const second = transport.send(make);
  await expect.poll(() => server.seen.length).toBe(1);
  expect(built).toBe(1);
  releaseFirst();
  await Promise.all([first, second]);
  expect(built).toBe(2);
  await transport.close();
  await server.close();
});

test('a request that cannot be built gives its connection back', async () => {
  const server = await startRawServer((socket) => socket.write(answer(200, '{}')));
  const transport = new Transport({ origin: server.origin, connections: 1 });
  const failing = transport.send(() => {
    throw new Error('no key');
  });
  await expect(failing).rejects.toThrow('no key');
  const unsendable = transport.send(() => ({ ...GET, headers: [['X-A', `${CANARY}\n`]] }));
  await expect(unsendable).rejects.toThrow('HTTP cannot carry its method, target or headers');
  expect((await transport.send(() => GET)).response?.status).toBe(200);
  await transport.close();
  await server.close();
});

test('a port without a service is unreachable', async () => {
  const server = await startRawServer(() => undefined);
  await server.close();
  const transport = new Transport({ origin: server.origin });
  const { trouble } = await transport.send(() => POST);
  expect(trouble).toEqual({
    kind: 'unreachable',
    because: 'the service cannot be reached: the connection was refused',
  });
  await transport.close();
});

test('https on a plain port is unreachable', async () => {
  const server = await startRawServer(() => undefined);
  const transport = new Transport({ origin: server.origin.replace('http:', 'https:'), timeoutMs: 2000 });
  const garbled = transport.send(() => POST);
  await expect.poll(() => server.connections()).toBe(1);
  await server.close();
  expect((await garbled).trouble?.kind).toBe('unreachable');
  await transport.close();
});

test('a connection that is reset before an answer is a reset', async () => {
  expect(await troubleOf((socket) => socket.resetAndDestroy())).toEqual({
    kind: 'reset',
    because: 'the connection was closed before an answer came',
  });
  expect(await troubleOf((socket) => socket.end())).toMatchObject({ kind: 'reset' });
});

test('a GET on a kept connection that was closed is sent once more, a POST is not', async () => {
  const closing: Answering = (socket, index) => {
    if (index === 1) socket.resetAndDestroy();
    else socket.write(answer(200, '{}'));
  };
  const reading = await exchange(closing, [GET, GET]);
  expect(reading.deliveries.map(({ response }) => response?.status)).toEqual([200, 200]);
  expect(reading.seen).toHaveLength(3);
  const writing = await exchange(closing, [POST, POST]);
  expect(writing.deliveries.map(({ trouble }) => trouble?.kind)).toEqual([undefined, 'reset']);
  expect(writing.seen).toHaveLength(2);
});

test('a GET on a new connection, or one reset twice, is not sent again', async () => {
  const always = await exchange((socket) => socket.resetAndDestroy());
  expect([always.deliveries[0]?.trouble?.kind, always.seen.length]).toEqual(['reset', 1]);
  const twice = await exchange(
    (socket, index) => (index === 0 ? socket.write(answer(200, '{}')) : socket.resetAndDestroy()),
    [GET, GET],
  );
  expect([twice.deliveries[1]?.trouble?.kind, twice.seen.length]).toEqual(['reset', 3]);
});

/** A service that closes a connection where some request other than its first comes: of these the `every`th. */
function closingAt(every: number): Answering {
  const seen = new WeakSet<object>();
  let count = 0;
  return (socket) => {
    if (seen.has(socket) && (count += 1) % every === 0) socket.destroy();
    else socket.write(answer(200, '{}'));
    seen.add(socket);
  };
}

test('where kept connections are closed again and again, none is kept any more', async () => {
  const { deliveries, seen, connections } = await exchange(
    closingAt(1),
    Array.from({ length: 9 }, () => POST),
  );
  const troubled = deliveries.flatMap(({ trouble }, index) =>
    trouble === undefined ? [] : [`${index} ${trouble.kind}`],
  );
  expect(troubled).toEqual(['1 reset', '3 reset']);
  expect(connections).toBe(7);
  expect(seen.map((text) => /^connection: close$/im.test(text))).toEqual([
    ...Array<boolean>(4).fill(false),
    ...Array<boolean>(5).fill(true),
  ]);
});

test('where one in hundreds of kept connections is closed, they are kept', async () => {
  const { deliveries, connections } = await exchange(
    closingAt(200),
    Array.from({ length: 601 }, () => POST),
  );
  expect(deliveries.filter(({ trouble }) => trouble !== undefined)).toHaveLength(2);
  expect(connections).toBe(3);
});

test('after a 5xx a connection carries nothing more, nor do those that were there when a kept one broke', async () => {
  const failing = await exchange(
    (socket, index) => socket.write(answer(index === 1 ? 500 : 200, '{}')),
    [GET, POST, POST, POST],
  );
  expect(failing.deliveries.map(({ wasKept = false }) => wasKept)).toEqual([false, true, false, true]);
  expect(failing.connections).toBe(2);

  const waiting: Socket[] = [];
  const server = await startRawServer((socket, index) => {
    if (index === 2) socket.destroy();
    else if (index > 2) socket.write(answer(200, '{}'));
    else waiting.push(socket);
    if (waiting.length === 2) for (const one of waiting.splice(0)) one.write(answer(409, '{}'));
  });
  const transport = new Transport({ origin: server.origin, connections: 2 });
  await Promise.all([transport.send(() => POST), transport.send(() => POST)]);
  const broken = await transport.send(() => POST);
  expect(broken.trouble).toEqual({
    kind: 'reset',
    because:
      'the connection was closed before an answer came; it had carried others, the last answered with status 409',
  });
  const after = await Promise.all([transport.send(() => POST), transport.send(() => POST)]);
  expect(after.map(({ wasKept }) => wasKept)).toEqual([undefined, undefined]);
  expect(server.connections()).toBe(4);
  const apart = await transport.send(() => POST, { isApart: true });
  expect([apart.wasKept, server.connections()]).toEqual([undefined, 5]);
  await transport.close();
  await server.close();
});

test('an answer that is cut off is truncated', async () => {
  const cuts = [
    'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{"a"',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nabcde',
    'HTTP/1.1 200 OK\r\nConte',
  ];
  for (const cut of cuts) {
    expect(await troubleOf((socket) => socket.end(cut))).toEqual({
      kind: 'truncated',
      because: 'the connection was closed in the middle of the answer',
    });
    const reset = await troubleOf((socket) => socket.write(cut, () => setImmediate(() => socket.resetAndDestroy())));
    expect(reset).toMatchObject({ kind: expect.stringMatching(/^(truncated|reset)$/) });
  }
});

test('an answer with two lengths is not taken for whole', async () => {
  const twoLengths = 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab';
  expect(await troubleOf((socket) => socket.write(twoLengths))).toEqual({
    kind: 'truncated',
    because: 'the answer is not as long as its Content-Length says',
  });
});

test('an answer that is no HTTP is malformed', async () => {
  for (const bytes of [
    'SSH-2.0-OpenSSH\r\n',
    `HTTP/1.1 2x0 ${CANARY}\r\n\r\n`,
    `HTTP/1.1 200 OK\r\nbad header ${CANARY}\r\n\r\n`,
    'HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\nab',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
  ]) {
    expect(await troubleOf((socket) => socket.write(bytes)), bytes).toMatchObject({ kind: 'malformed' });
  }
});

test('an answer that does not come in time is a timeout, and says how far it came', async () => {
  expect(await troubleOf(() => undefined, { timeoutMs: 60 })).toEqual({
    kind: 'timeout',
    because: 'no answer came within 0.06 s',
  });
  const half: Answering = (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{');
  const because = 'no whole answer came within 1.5 s';
  expect(await troubleOf(half, { timeoutMs: 1_500 })).toEqual({ kind: 'timeout', because });
});

test('the connection of a request that timed out is not used again', async () => {
  const late: Answering = (socket, index) => {
    if (index > 0) socket.write(answer(200, '{"number":2}'));
  };
  const { deliveries, connections } = await exchange(late, [POST, POST], { timeoutMs: 1_500, connections: 1 });
  expect(deliveries.map(({ trouble, response }) => trouble?.kind ?? response?.body.toString())).toEqual([
    'timeout',
    '{"number":2}',
  ]);
  expect(connections).toBe(2);
});

test('an answer that is too large is given up', async () => {
  const large = Buffer.alloc(5000, 'x');
  const expected = { kind: 'oversize', because: 'the answer is larger than 1000 bytes' };
  expect(await troubleOf((socket) => socket.write(answer(200, large)), { maxResponseBytes: 1000 })).toEqual(expected);
  const endless: Answering = (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
    const more = (): void => {
      if (!socket.destroyed) socket.write(`ff\r\n${'y'.repeat(255)}\r\n`, () => setImmediate(more));
    };
    more();
  };
  expect(await troubleOf(endless, { maxResponseBytes: 1000 })).toEqual(expected);
  const exact = await exchange((socket) => socket.write(answer(200, large)), [GET], { maxResponseBytes: 5000 });
  expect(exact.deliveries[0]?.response?.body).toHaveLength(5000);
});

test('unless it is said otherwise, an answer of more than 16 MiB is too large', async () => {
  const most = 16 * 1024 * 1024;
  const sent = (bytes: number): Answering => {
    const head = `HTTP/1.1 200 OK\r\nContent-Length: ${bytes}\r\n\r\n`;
    return (socket) => {
      socket.on('error', () => undefined);
      socket.write(head);
      socket.write(Buffer.alloc(bytes, 'x'));
    };
  };
  expect(await troubleOf(sent(most + 1), {})).toEqual({
    kind: 'oversize',
    because: `the answer is larger than ${most} bytes`,
  });
  const { deliveries } = await exchange(sent(most), [GET], {});
  expect(deliveries[0]?.response?.body).toHaveLength(most);
});

test('headers that are too large are given up', async () => {
  const many = 'X-Filler: 0123456789\r\n'.repeat(200);
  const sent: Answering = (socket) => socket.write(`HTTP/1.1 200 OK\r\n${many}\r\n`);
  expect(await troubleOf(sent, { maxHeaderBytes: 1000 })).toEqual({
    kind: 'oversize',
    because: 'the headers of the answer take more than 65536 bytes',
  });
});

test('compressed answers are unfolded', async () => {
  const body = JSON.stringify({ data: 'x'.repeat(3000) });
  for (const [coding, bytes] of [
    ['gzip', gzipSync(body)],
    ['X-GZIP', gzipSync(body)],
    ['deflate', deflateSync(body)],
    ['deflate', deflateRawSync(body)],
    ['br', brotliCompressSync(body)],
    ['gzip, br', brotliCompressSync(gzipSync(body))],
    ['identity', Buffer.from(body)],
    ['gzip', Buffer.alloc(0)],
  ] as const) {
    const { deliveries } = await exchange((socket) => socket.write(answer(200, bytes, { 'Content-Encoding': coding })));
    expect(deliveries[0]?.response?.body.toString(), coding).toBe(bytes.length === 0 ? '' : body);
  }
});

test('compressed answers that are bombs, cut off, broken or of an unknown coding are trouble', async () => {
  const options = { maxResponseBytes: 100_000 };
  const bomb = Buffer.alloc(50_000_000);
  const trouble = (coding: string, bytes: Buffer): Promise<unknown> =>
    troubleOf((socket) => socket.write(answer(200, bytes, { 'Content-Encoding': coding })), options);
  for (const [coding, bytes] of [
    ['gzip', gzipSync(bomb)],
    ['deflate', deflateSync(bomb)],
    ['br', brotliCompressSync(bomb)],
    ['gzip, gzip', gzipSync(gzipSync(bomb))],
  ] as const) {
    expect(await trouble(coding, bytes)).toEqual({
      kind: 'oversize',
      because: 'the answer unfolds to more than 100000 bytes',
    });
  }
  expect(await trouble('gzip', gzipSync('{"a":1}').subarray(0, 15))).toMatchObject({ kind: 'truncated' });
  expect(await trouble('gzip', Buffer.from(CANARY))).toEqual({
    kind: 'malformed',
    because: 'the body of the answer is no valid gzip',
  });
  expect(await trouble('gzip, gzip, gzip, gzip', gzipSync('x'))).toMatchObject({ kind: 'oversize' });
  for (const coding of ['zstd', CANARY, '__proto__']) {
    expect(await trouble(coding, gzipSync('x'))).toEqual({
      kind: 'malformed',
      because: 'the Content-Encoding of the answer is none of gzip, deflate and br',
    });
  }
});

test('a stop ends what is under way, what waits, and what comes after', async () => {
  const stop = new AbortController();
  const server = await startRawServer(() => undefined);
  const transport = new Transport({ origin: server.origin, connections: 1, stopSignal: stop.signal });
  const [underWay, waiting] = [transport.send(() => POST), transport.send(() => POST)];
  await expect.poll(() => server.seen.length).toBe(1);
  stop.abort();
  const after = await transport.send(() => POST);
  for (const { trouble } of [await underWay, await waiting, after]) expect(trouble?.kind).toBe('stopped');
  expect(server.seen).toHaveLength(1);
  await transport.close();
  await server.close();
});

test('proxies of the environment are not used', async () => {
  const names = ['http_proxy', 'HTTP_PROXY', 'ALL_PROXY', 'NODE_USE_ENV_PROXY'];
  const before = names.map((name) => process.env[name]);
  for (const name of names) process.env[name] = 'http://127.0.0.1:9';
  try {
    const { deliveries } = await exchange((socket) => socket.write(answer(200, '{}')));
    expect(deliveries[0]?.response?.status).toBe(200);
  } finally {
    for (const [index, name] of names.entries()) {
      const value = before[index];
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
    }
  }
});

test('failures are explained by their code alone', () => {
  const failure = (code: string): Error => Object.assign(new Error(`message with ${CANARY}`), { code });
  for (const code of [
    'ENOTFOUND',
    'CERT_HAS_EXPIRED',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'EPROTO',
    'ERR_SSL_WRONG_VERSION_NUMBER',
    'ECONNRESET',
    'SOMETHING_NEW',
    '',
  ]) {
    const trouble = explainFailure(failure(code), 'connecting');
    expect(trouble.kind, code).toBe('unreachable');
    expect(trouble.because).not.toContain(CANARY);
  }
  expect(explainFailure(failure('DEPTH_ZERO_SELF_SIGNED_CERT'), 'connecting').because).toContain('self-signed');
  const unparsed = Object.assign(new Error(CANARY), { name: 'HTTPParserError' });
  expect(explainFailure(unparsed, 'waiting')).toEqual({ kind: 'malformed', because: 'the answer is no valid HTTP' });
  expect(explainFailure(failure('EPIPE'), 'waiting')).toMatchObject({ kind: 'reset' });
  expect(explainFailure('no error', 'reading')).toMatchObject({ kind: 'truncated' });
});

const CHUNKED = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';

test('an answer in chunks of one byte is read, however it is spread over packets', async () => {
  const chunks = '1\r\nx\r\n'.repeat(20_000);
  const { deliveries } = await exchange((socket) => socket.write(`${CHUNKED}${chunks}0\r\n\r\n`), [GET]);
  expect(deliveries[0]?.response?.body.toString()).toBe('x'.repeat(20_000));
});

const PADDED: readonly [string, string, string][] = [
  ['chunks of one byte', CHUNKED, '1\r\nx\r\n'],
  ['an endless extension of a chunk', `${CHUNKED}1;a=`, 'xxxxxxxx'],
  ['endless interim answers', '', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'],
];
for (const [name, head, piece] of PADDED) {
  test(`an answer that is many times its body ends as oversize: ${name}`, async () => {
    const flood: Answering = (socket) => {
      const pieces = Buffer.from(piece.repeat(2_000));
      const pour = (): void => {
        while (!socket.destroyed && socket.write(pieces));
        if (!socket.destroyed) socket.once('drain', pour);
      };
      socket.write(head);
      pour();
    };
    expect(await troubleOf(flood, { maxFramingBytes: 200_000 })).toEqual({
      kind: 'oversize',
      because: 'the answer takes more than 200000 bytes beside those of its body',
    });
  });
}

test('interim answers that nobody asked for are passed over, 100 as well, wherever they are cut', async () => {
  const [hundred, hints] = [
    'HTTP/1.1 100 Continue\r\n\r\n',
    'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\nX: 100\r\n\r\n',
  ];
  const body = 'HTTP/1.1 100 Continue\r\n\r\n0123456789100';
  const whole = answer(200, body).toString('latin1');
  for (const before of [hundred, `${hundred}${hundred}`, `${hints}${hundred}`, `${hundred}${hints}`, '']) {
    const bytes = `${before}${whole}`;
    const inPieces: Answering = (socket) => {
      let at = 0;
      const next = (): void => {
        socket.write(bytes.slice(at, (at += 7)), () => {
          if (at < bytes.length) setImmediate(next);
        });
      };
      next();
    };
    const atOnce: Answering = (socket) => void socket.write(bytes);
    for (const answering of [inPieces, atOnce]) {
      const { deliveries, connections } = await exchange(answering, [POST, GET, POST]);
      const read = deliveries.map(({ response }) => [response?.status, String(response?.body)]);
      expect(read).toEqual([200, 200, 200].map((status) => [status, body]));
      expect(connections).toBe(1);
    }
  }
});

test('interim answers alone are no answer: it is waited for as long as for any', async () => {
  for (const lone of [
    'HTTP/1.1 100 Continue\r\n\r\n',
    'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n',
  ]) {
    expect(await troubleOf((socket) => socket.write(lone), { timeoutMs: 300 })).toMatchObject({ kind: 'timeout' });
  }
});

test('what only looks like an interim answer is left as it is', async () => {
  const bodies = ['\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n', 'HTTP/1.1 100', '123456789100'];
  for (const body of bodies) {
    const { deliveries } = await exchange((socket) => socket.write(answer(200, body)), [GET, GET]);
    for (const { response } of deliveries) expect(response?.body.toString()).toBe(body);
    const odd = Buffer.concat([Buffer.from('\r\n'), answer(200, body)]);
    const [delivery] = (await exchange((socket) => socket.write(odd))).deliveries;
    if (delivery?.response) expect(delivery.response.body.toString()).toBe(body);
  }
  const malformed = 'HTTP/1.1 100 Continue\r\nX Y\r\n\r\n';
  expect(await troubleOf((socket) => socket.write(malformed))).toMatchObject({ kind: 'malformed' });
});
