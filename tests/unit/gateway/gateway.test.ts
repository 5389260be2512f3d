import { Buffer } from 'node:buffer';
import type { Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { startGateway } from '../../../src/gateway/gateway.js';
import type { Passage } from '../../../src/wire/passage.js';
import { between, RawClient, startRawService, type Between } from './raw-peers.js';

const GET = 'GET /v1/a?b=%20c HTTP/1.1\r\nHost: here\r\n\r\n';
const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}';

/** Answers each request without a body, all in the same way. */
const answering =
  (answer: string) =>
  (socket: Socket, received: string): void => {
    if (received.endsWith('\r\n\r\n')) socket.write(answer, 'latin1');
  };

const text = (body: Uint8Array | null | undefined): string | null =>
  body ? Buffer.from(body).toString('latin1') : null;

const outcome = ({ response, trouble }: Passage): unknown => trouble?.kind ?? [response?.status, text(response?.body)];

const TOKEN = fc.string({ unit: fc.constantFrom(...Array.from("!#$%&'*+-.^_`|~09azAZ")), minLength: 1, maxLength: 12 });
const LATIN1 = fc.integer({ min: 0x21, max: 0xff }).filter((code) => code !== 0x7f);
const VALUE = fc.string({ unit: LATIN1.map((code) => String.fromCharCode(code)), maxLength: 20 });
const FRAMING = /^(?:host|content-length|transfer-encoding|content-encoding|connection)$/i;
const FIELDS = fc.array(
  fc.tuple(
    TOKEN.filter((name) => !FRAMING.test(name)),
    VALUE,
  ),
  { maxLength: 6 },
);
const BODY = fc.oneof(
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
  fc.constantFrom('', '\r\n\r\n', 'GET / HTTP/1.1\r\n\r\n', '0\r\n\r\n'),
);

interface Framed {
  readonly header: string;
  readonly body: string;
  readonly wire: string;
}

/** A body, whole or in chunks with extensions and a trailer. */
const FRAMED: fc.Arbitrary<Framed> = fc.oneof(
  BODY.map((body) => ({ header: `content-LENGTH:${body.length}`, body, wire: body })),
  fc
    .array(
      BODY.filter((part) => part !== ''),
      { maxLength: 4 },
    )
    .map((parts) => ({
      header: 'Transfer-encoding: \tChunked',
      body: parts.join(''),
      wire: `${parts.map((part) => `0${part.length.toString(16)};x="y"\r\n${part}\r\n`).join('')}0\r\nX-Trailer: 1\r\n\r\n`,
    })),
);

const MESSAGE = fc.record({ fields: FIELDS, framed: FRAMED, cuts: fc.array(fc.nat(), { maxLength: 5 }) });
type Message = typeof MESSAGE extends fc.Arbitrary<infer Value> ? Value : never;

function lines({ fields, framed }: Message): string {
  return `${fields.map(([name, value]) => `${name}:  ${value} \r\n`).join('')}${framed.header}\r\n\r\n${framed.wire}`;
}

/** Writes a text in pieces, one in a turn of the event loop. */
function writeInPieces(socket: Socket, whole: string, cuts: readonly number[]): void {
  const places = [...new Set(cuts.map((cut) => cut % (whole.length + 1)))].sort((a, b) => a - b);
  const next = (at: number, [place = whole.length, ...rest]: readonly number[]): void => {
    socket.write(whole.slice(at, place), 'latin1');
    if (place < whole.length) setImmediate(next, place, rest);
  };
  next(0, places);
}

test('whatever is legal passes byte for byte in both directions, and is handed over as it was', async () => {
  const target = fc.string({ unit: LATIN1.map((code) => String.fromCharCode(code)), maxLength: 30 });
  let answer: Message | null = null;
  let awaited = '';
  const onData = (socket: Socket, received: string): void => {
    if (received.endsWith(awaited) && answer !== null) {
      writeInPieces(socket, `HTTP/1.1 299 Fine \xe9\r\n${lines(answer)}`, answer.cuts);
    }
  };
  await between(onData, async ({ client, service, gateway, passages }) => {
    const host = new URL(service.origin).host;
    const sole = client();
    let sent = '';
    let got = '';
    await fc.assert(
      fc.asyncProperty(TOKEN, target, MESSAGE, MESSAGE, async (method, path, request, reply) => {
        fc.pre(!['HEAD', 'CONNECT'].includes(method));
        const head = (name: string): string => `${method} /${path} HTTP/1.1\r\nX-Z: 1\r\nhOST: ${name}\r\n`;
        answer = reply;
        awaited = head(host) + lines(request);
        sent += awaited;
        got += `HTTP/1.1 299 Fine \xe9\r\n${lines(reply)}`;
        writeInPieces(sole.socket, head('127.0.0.1:9') + lines(request), request.cuts);
        expect(await sole.until(got)).toBe(got);
        expect(service.received).toEqual([sent]);
        await gateway.settled();
        const passage = passages.at(-1);
        expect(passage).toMatchObject({ connection: 1, isBodyCut: false });
        expect(passage?.request).toMatchObject({ method, target: `/${path}` });
        expect(passage?.request.headers.slice(0, -1)).toEqual([
          ['X-Z', '1'],
          ['hOST', '127.0.0.1:9'],
          ...request.fields,
        ]);
        expect(text(passage?.request.body)).toBe(request.framed.body || null);
        expect(passage?.response?.status).toBe(299);
        expect(passage?.response?.headers.slice(0, -1)).toEqual(reply.fields);
        expect(text(passage?.response?.body ?? Buffer.alloc(0)) ?? '').toBe(reply.framed.body);
      }),
      { numRuns: 150 },
    );
  });
});

test('only the host that a request names is changed', async () => {
  await between(answering(OK), async ({ client, service, gateway }) => {
    const host = new URL(service.origin).host;
    const sole = client();
    sole.send(
      `\r\nGET ${gateway.origin}/a?b=http://x/ HTTP/1.1\r\nX-Host: here\r\nHost:here\r\nX-A: 1\r\n host: folded\r\n\r\n`,
    );
    await sole.until(OK);
    expect(service.received).toEqual([
      `\r\nGET ${service.origin}/a?b=http://x/ HTTP/1.1\r\nX-Host: here\r\nHost:${host}\r\nX-A: 1\r\n host: folded\r\n\r\n`,
    ]);
    const bare = client();
    bare.send('GET / HTTP/1.0\r\n\r\n');
    await bare.until(OK);
    expect(service.received[1]).toBe('GET / HTTP/1.0\r\n\r\n');
  });
});

test('answers without a body end where they should, and a connection serves many requests', async () => {
  const answers: Record<string, string> = {
    HEAD: 'HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n',
    GET: 'HTTP/1.1 304 Not Modified\r\nContent-Length: 7\r\n\r\n',
    DELETE: 'HTTP/1.1 204 No Content\r\n\r\n',
    PUT: 'HTTP/1.1 302 Found\r\nLocation: https://elsewhere.example/\r\nContent-Length: 0\r\n\r\n',
  };
  const passages = await between(
    (socket, received) => {
      socket.write(answers[/(\w+) \/\S* HTTP\/1\.1\r\nHost: \S+\r\n\r\n$/.exec(received)?.[1] ?? ''] ?? '');
    },
    async ({ client, service }) => {
      const sole = client();
      let got = '';
      for (const [method, answer] of Object.entries(answers)) {
        sole.send(`${method} / HTTP/1.1\r\nHost: here\r\n\r\n`);
        expect(await sole.until((got += answer))).toBe(got);
      }
      expect(service.received).toHaveLength(1);
    },
  );
  expect(passages.map(outcome)).toEqual([200, 304, 204, 302].map((status) => [status, '']));
});

test('requests that are sent ahead get their answers in order', async () => {
  const passages = await between(
    (socket, received) => {
      if (received.split('\r\n\r\n').length === 4)
        socket.write(['a', 'b', 'c'].map((one) => OK.replace('{}', `${one}!`)).join(''));
    },
    async ({ client }) => {
      const sole = client();
      sole.send(GET + GET.replace('/v1/a', '/v1/b') + GET);
      await sole.until('c!');
    },
  );
  expect(passages.map((passage) => [passage.request.target, outcome(passage)])).toEqual([
    ['/v1/a?b=%20c', [200, 'a!']],
    ['/v1/b?b=%20c', [200, 'b!']],
    ['/v1/a?b=%20c', [200, 'c!']],
  ]);
});

test('an answer is decoded for its judge, and passes as it is', async () => {
  for (const [coding, encode] of Object.entries({ gzip: gzipSync, deflate: deflateSync, BR: brotliCompressSync })) {
    const bytes = encode('{"a":1}').toString('latin1');
    const answer = `HTTP/1.1 200 OK\r\nContent-Encoding: ${coding}\r\nContent-Length: ${bytes.length}\r\n\r\n${bytes}`;
    const passages = await between(answering(answer), async ({ client }) => {
      const sole = client();
      sole.send(GET);
      expect(await sole.until(bytes)).toBe(answer);
    });
    expect(passages.map(outcome)).toEqual([[200, '{"a":1}']]);
  }
});

test('an answer whose coding is broken, or unfolds without bounds, is trouble for the judge alone', async () => {
  const bomb = gzipSync(Buffer.alloc(100_000)).toString('latin1');
  for (const [bytes, kind] of [
    ['no gzip', 'malformed'],
    [bomb, 'oversize'],
    [gzipSync('{"a":1}').toString('latin1').slice(0, -9), 'truncated'],
  ] as const) {
    const answer = `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${bytes.length}\r\n\r\n${bytes}`;
    const use = async ({ client }: Pick<Between, 'client'>): Promise<void> => {
      const sole = client();
      sole.send(GET);
      expect(await sole.until(bytes)).toBe(answer);
    };
    const passages = await between(answering(answer), use, { mostKeptBytes: 10_000 });
    expect(passages.map(outcome)).toEqual([kind]);
  }
});

test('a client is asked to go on before it sends a body, by the service and not by the gateway', async () => {
  const head = 'POST / HTTP/1.1\r\nHost: here\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n';
  const hints = 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n';
  const onData = (socket: Socket, received: string): void => {
    if (received.endsWith('\r\n\r\n')) socket.write(`HTTP/1.1 100 Continue\r\n\r\n${hints}`);
    if (received.endsWith('body')) socket.write(OK);
  };
  const passages = await between(onData, async ({ client }) => {
    const sole = client();
    sole.send(head);
    await sole.until(hints);
    sole.send('body');
    expect(await sole.until(OK)).toBe(`HTTP/1.1 100 Continue\r\n\r\n${hints}${OK}`);
  });
  expect(passages.map(({ request }) => text(request.body))).toEqual(['body']);
  expect(passages.map(outcome)).toEqual([[200, '{}']]);
});

test('an answer that comes before the request is over passes at once, and both are handed over together', async () => {
  const onData = (socket: Socket, received: string): void => {
    if (received.endsWith('begin')) socket.write(OK);
    if (received.endsWith('end')) socket.write('HTTP/1.1 100 Continue\r\n\r\n');
  };
  await between(onData, async ({ client, gateway, passages }) => {
    const sole = client();
    sole.send('POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 8\r\n\r\nbegin');
    await sole.until(OK);
    await gateway.settled();
    expect(passages).toEqual([]);
    sole.send('end');
    await sole.until('Continue\r\n\r\n');
    await gateway.settled();
    expect(passages.map(({ request }) => text(request.body))).toEqual(['beginend']);
    expect(passages.map(outcome)).toEqual([[200, '{}']]);
  });
});

test('an answer that ends with its connection is whole, and one that should be longer is not', async () => {
  const ends = (answer: string) => (socket: Socket) => void socket.end(answer);
  for (const [answer, seen] of [
    ['HTTP/1.1 200 OK\r\n\r\nall of it', [200, 'all of it']],
    ['HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf', 'truncated'],
    ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n', 'truncated'],
    ['HTTP/1.1 200 OK\r\nContent-Le', 'malformed'],
    ['', 'reset'],
  ] as const) {
    const passages = await between(ends(answer), async ({ client }) => {
      const sole = client();
      sole.send(GET);
      expect(await sole.ended).toBe('end');
      expect(sole.received).toBe(answer);
    });
    expect(passages.map(outcome)).toEqual([seen]);
  }
});

test('a reset by the service is a reset for the client', async () => {
  const passages = await between(
    (socket) => socket.resetAndDestroy(),
    async ({ client }) => {
      const sole = client();
      sole.send(GET);
      expect(await sole.ended).toBe('reset');
    },
  );
  expect(passages.map(outcome)).toEqual(['reset']);
});

test('an answer that is no HTTP passes as it is, and is trouble', async () => {
  for (const answer of [
    'SMTP ready\r\n\r\n',
    'HTTP/1.1 OK\r\n\r\n',
    'HTTP/1.1 200 OK\r\nno colon\r\n\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`,
  ]) {
    const passages = await between(answering(answer), async ({ client }) => {
      const sole = client();
      sole.send(GET);
      expect(await sole.until(answer)).toBe(answer);
    });
    expect(passages.map(outcome)).toEqual(['malformed']);
  }
});

test('a service that cannot be reached is an answer 502 in plain words', async () => {
  const gone = await startRawService(() => undefined);
  await gone.close();
  const use = async ({ client }: Pick<Between, 'client'>): Promise<void> => {
    for (const method of ['POST', 'HEAD']) {
      const sole = client();
      sole.send(`${method} /x HTTP/1.1\r\nHost: here\r\nContent-Length: 4\r\n\r\nbody`);
      expect(await sole.ended).toBe('end');
      expect(sole.received).toMatch(/^HTTP\/1\.1 502 Bad Gateway\r\nContent-Type: text\/plain; charset=utf-8\r\n/);
      const body =
        'tradecert could not pass this request on: the service cannot be reached: the connection was refused.\n';
      expect(sole.received.split('\r\n\r\n')[1]).toBe(method === 'HEAD' ? '' : body);
    }
  };
  const passages = await between(() => undefined, use, { target: gone.origin });
  expect(passages.map(outcome)).toEqual(['unreachable', 'unreachable']);
  expect(passages.map(({ request }) => text(request.body))).toEqual(['body', 'body']);
  expect(passages.map(({ connection }) => connection)).toEqual([1, 2]);
});

test('a client that leaves is left by the gateway, too', async () => {
  let seen: (how: string) => void = () => undefined;
  const left = new Promise<string>((resolve) => (seen = resolve));
  const onData = (socket: Socket): void => {
    socket.on('error', () => seen('reset')).on('end', () => seen('end'));
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf');
  };
  const passages = await between(onData, async ({ client }) => {
    const sole = client();
    sole.send('POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 10\r\n\r\nhalf');
    await sole.until('half');
    sole.socket.resetAndDestroy();
    expect(await left).toBe('reset');
  });
  expect(passages.map(outcome)).toEqual(['truncated']);
  expect(passages.map(({ request, isBodyCut }) => [text(request.body), isBodyCut])).toEqual([['half', true]]);
});

test('a client that closes its half still gets its answer', async () => {
  const onData = (socket: Socket): void => {
    socket.prependOnceListener('end', () => socket.end(OK));
  };
  const passages = await between(onData, async ({ client }) => {
    const sole = client();
    sole.socket.end(GET);
    expect(await sole.ended).toBe('end');
    expect(sole.received).toBe(OK);
  });
  expect(passages.map(outcome)).toEqual([[200, '{}']]);
});

test('what is no HTTP/1.1 reaches the service, and is told once', async () => {
  const told: unknown[] = [];
  const onData = (socket: Socket): void => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
  const use = async ({ client, service }: Between): Promise<void> => {
    for (const garbage of [
      '\x16\x03\x01\x00\n\n',
      '\x16\x03\x01\x02\x00\x01',
      'GET /\r\n\r\n',
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    ]) {
      const sole = client();
      sole.send(garbage);
      await sole.ended;
      expect(service.received.at(-1)).toBe(garbage);
      expect(sole.received).toBe('HTTP/1.1 400 Bad Request\r\n\r\n');
    }
  };
  const passages = await between(onData, use, { onTrouble: (error) => told.push(String(error)) });
  expect(passages).toEqual([]);
  expect(told).toEqual([expect.stringContaining('no HTTP/1.1')]);
});

test('what follows a change of protocol passes unread', async () => {
  const onData = (socket: Socket, received: string): void => {
    if (received.endsWith('\r\n\r\n')) socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\nhello');
    if (received.endsWith('\x00\x01')) socket.write('\xff\xfe', 'latin1');
  };
  const passages = await between(onData, async ({ client }) => {
    const sole = client();
    sole.send(GET);
    await sole.until('hello');
    sole.send('\x00\x01');
    await sole.until('\xff\xfe');
  });
  expect(passages.map(outcome)).toEqual([[101, '']]);
});

test('a judge that throws is told of once, and the traffic goes on', async () => {
  const told: unknown[] = [];
  const onPassage = (): void => {
    throw new Error('the judge is ill');
  };
  const use = async ({ client }: Pick<Between, 'client'>): Promise<void> => {
    const sole = client();
    for (const turn of [1, 2, 3]) {
      sole.send(GET);
      await sole.until(OK.repeat(turn));
    }
  };
  await between(answering(OK), use, { onPassage, onTrouble: (error) => told.push(error) });
  expect(told).toEqual([new Error('the judge is ill')]);
});

test('many clients at once each get their own answers', async () => {
  const onData = (socket: Socket, received: string): void => {
    const target = /GET \/(\d+) [^]*\r\n\r\n$/.exec(received.slice(received.lastIndexOf('GET')))?.[1];
    if (target !== undefined) socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${target.length}\r\n\r\n${target}`);
  };
  const passages = await between(onData, async ({ client }) => {
    const walk = async (index: number): Promise<void> => {
      const sole = client();
      for (let turn = 0; turn < 5; turn += 1) {
        const target = String(1000 + index * 10 + turn);
        sole.send(`GET /${target} HTTP/1.1\r\nHost: here\r\n\r\n`);
        await sole.until(`\r\n\r\n${target}`);
      }
    };
    await Promise.all(Array.from({ length: 60 }, (_, index) => walk(index)));
  });
  expect(passages).toHaveLength(300);
  for (const { request, response } of passages) expect(`/${text(response?.body)}`).toBe(request.target);
  const clientsOf = new Map<number, Set<string>>();
  for (const { connection, request } of passages) {
    clientsOf.set(connection, (clientsOf.get(connection) ?? new Set()).add(request.target.slice(0, 4)));
  }
  expect([...clientsOf.values()].map(({ size }) => size)).toEqual(Array.from({ length: 60 }, () => 1));
});

test('closing ends what is under way, and hands it over', async () => {
  const service = await startRawService(() => undefined);
  const passages: Passage[] = [];
  let arrived: () => void = () => undefined;
  const gateway = await startGateway({
    target: service.origin,
    onPassage: (passage) => void passages.push(passage),
    now: () => (arrived(), 7),
  });
  const whole = new Promise<void>((resolve) => (arrived = resolve));
  const client = new RawClient(gateway.origin);
  client.send(GET);
  await whole;
  await gateway.close();
  await client.ended;
  await service.close();
  expect(passages.map(outcome)).toEqual(['stopped']);
  expect(passages[0]).toMatchObject({ arrivedAtMs: 7, answeredAtMs: 7 });
});

test('a target that is no http URL, and a port that is taken, are told in plain words', async () => {
  const onPassage = (): void => undefined;
  await expect(startGateway({ target: 'ftp://a/', onPassage })).rejects.toThrow('The target is no http or https URL.');
  await expect(startGateway({ target: 'a', onPassage })).rejects.toThrow('The target is no http or https URL.');
  const first = await startGateway({ target: 'http://127.0.0.1:9', onPassage });
  const port = Number(new URL(first.origin).port);
  await expect(startGateway({ target: 'http://127.0.0.1:9', port, onPassage })).rejects.toThrow(/^Port \d+ is taken/);
  await first.close();
});
