import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { generateCertificateKey } from '../../../src/report/certificate/certificate-key.js';
import { readEverything } from '../../support/read-everything.js';
import { startCommand } from '../../support/start-command.js';

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const TOKEN = `${part({ alg: 'HS256', canary: 'HEADERCANARY' })}.${part({ sub: 'CLAIMCANARY-4711' })}.U0lHTkFUVVJFQ0FOQVJZLTA4MTU`;
const KEY = 'KEYCANARY-7f3c9a1e5b';
const CERTIFICATE_KEY = generateCertificateKey().privateKey;
/** Its one line of base64. */
const CERTIFICATE_CANARY = CERTIFICATE_KEY.split('\n')[1] ?? '';

/** What must not be anywhere: the token, each part of it, the keys; plain and in the encodings that a service may send back. */
const CANARIES = [...TOKEN.split('.'), KEY, CERTIFICATE_CANARY].flatMap((secret) => [
  secret,
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  Buffer.from(secret).toString('hex'),
]);

/** 128 hexadecimal digits, among them a letter: the suite itself sends 128 zeros in place of a signature. */
const SIGNATURE = /(?<![0-9a-f])(?=[0-9]*[a-f])[0-9a-f]{128}(?![0-9a-f])/i;

type Misbehave = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** Everything that a request carried, in every place where an answer can have it. */
function echo(request: IncomingMessage, body: string): Record<string, unknown> {
  const authorization = request.headers.authorization ?? '';
  return {
    authorization,
    signature: request.headers['x-signature'] ?? '',
    body,
    bare: authorization.replace('Bearer ', ''),
    encoded: encodeURIComponent(authorization),
    base64: Buffer.from(authorization.replace('Bearer ', '')).toString('base64'),
    key: KEY,
    certificate: CERTIFICATE_CANARY,
    [authorization || 'none']: 'as a name',
  };
}

function answer(response: ServerResponse, status: number, value: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(value));
}

const MODES: Readonly<Record<string, Misbehave>> = {
  'refuses everything and echoes it': (request, response, body) => {
    const said = request.headers.authorization ?? 'none';
    answer(
      response,
      400,
      { status: 'ERROR', code: 400, data: echo(request, body) },
      { 'X-Echo': said, 'Set-Cookie': `t=${said}` },
    );
  },
  'accepts everything and echoes it where data belongs': (request, response, body) => {
    const said = request.headers.authorization ?? 'none';
    const details = [{ stockCd: said, stockGroupCd: said, ...echo(request, body) }];
    const page = {
      hasNext: true,
      nextKey: said,
      details,
      sellPrices: { [said]: said },
      buyPrices: echo(request, body),
    };
    answer(response, 200, { status: said, code: said, data: { success: true, ...page } });
  },
  'breaks down with the request in plain text': (request, response, body) => {
    response.writeHead(500, { 'Content-Type': 'text/html' }).end(`<h1>${JSON.stringify(echo(request, body))}</h1>`);
  },
  'redirects with the token in the address': (request, response) => {
    const token = encodeURIComponent(request.headers.authorization ?? '');
    response.writeHead(307, { Location: `http://127.0.0.1:9/?token=${token}` }).end();
  },
  'cuts its answer short': (request, response, body) => {
    const text = JSON.stringify(echo(request, body));
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': String(text.length + 100) });
    response.write(text, () => response.destroy());
  },
  'closes without an answer': (request) => {
    request.socket.destroy();
  },
};

async function start(misbehave: Misbehave): Promise<Server> {
  let orders = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      if (request.url !== '/orders') {
        misbehave(request, response, body);
        return;
      }
      const { orderTypeCd, sideCd } = JSON.parse(body) as Record<string, string>;
      const barrierPrice = orderTypeCd?.includes('STOP') === true ? 100 : 0;
      const orderPrice = orderTypeCd?.includes('LIMIT') === true ? 100 : 0;
      const order = {
        stockCd: 'X',
        orderTypeCd,
        sideCd,
        orderDateTime: '2026-01-01T00:00:00Z',
        orderNo: `N${(orders += 1)}`,
      };
      answer(response, 200, { ...order, orderQuantity: 1, barrierPrice, orderPrice });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

for (const [mode, misbehave] of Object.entries(MODES)) {
  test(`no secret is in any output of a run against a service that ${mode}`, async () => {
    const server = await start(misbehave);
    const folder = await mkdtemp(join(tmpdir(), 'tradecert-canary-'));
    try {
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const { status, output } = await startCommand(
        [
          'run',
          '--seed',
          '7',
          '--depth',
          'smoke',
          '--out',
          join(folder, 'out'),
          '--only',
          'ENV-*,LKP-00*,PAG-00*,AUT-*,SIG-00*,MOD-00*,MOD-018,OPN-03*',
        ],
        {
          TRADECERT_BASE_URL: `${origin}/public/v1`,
          TRADECERT_TOKEN: TOKEN,
          TRADECERT_SIGNING_KEY: KEY,
          TRADECERT_CERTIFICATE_KEY: CERTIFICATE_KEY,
          TRADECERT_ORDERS_URL: `${origin}/orders`,
        },
        folder,
      ).ended;
      expect([1, 3], output).toContain(status);
      const texts = readEverything(join(folder, 'out')).set('terminal', output);
      expect([...texts.keys()]).toEqual(
        expect.arrayContaining(['results.json', 'exchanges.jsonl', 'index.html', 'terminal']),
      );
      const leaks = [...texts].flatMap(([name, text]) => [
        ...CANARIES.filter((canary) => text.includes(canary)).map((canary) => `${name}: ${canary}`),
        ...(SIGNATURE.test(text) ? [`${name}: a signature`] : []),
      ]);
      expect(leaks).toEqual([]);
    } finally {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
}

test('a key that is given in base64 is not in any output in its own bytes either', async () => {
  const raw = 'RAWKEYCANARY-abcdef-0123456789';
  const server = await start((_, response) => answer(response, 400, { raw, hex: Buffer.from(raw).toString('hex') }));
  const folder = await mkdtemp(join(tmpdir(), 'tradecert-canary-'));
  try {
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { output } = await startCommand(
      ['run', '--seed', '7', '--out', join(folder, 'out'), '--only', 'PAG-001,MOD-001'],
      {
        TRADECERT_BASE_URL: `${origin}/public/v1`,
        TRADECERT_TOKEN: TOKEN,
        TRADECERT_SIGNING_KEY: Buffer.from(raw).toString('base64'),
        TRADECERT_SIGNING_KEY_ENCODING: 'base64',
        TRADECERT_ORDERS_URL: `${origin}/orders`,
      },
      folder,
    ).ended;
    const texts = [...readEverything(join(folder, 'out')).values(), output];
    expect(texts.some((text) => text.includes('[redacted:'))).toBe(true);
    for (const form of [raw, Buffer.from(raw).toString('hex')])
      expect(texts.filter((text) => text.includes(form))).toEqual([]);
  } finally {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true, force: true });
  }
});

test('the search for canaries finds them where they are', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tradecert-canary-'));
  try {
    const { writeFileSync } = await import('node:fs');
    const { deflateRawSync } = await import('node:zlib');
    const packed = deflateRawSync(Buffer.from(`here is ${KEY}`));
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(8, 10);
    central.writeUInt32LE(packed.length, 20);
    const end = Buffer.alloc(22);
    end.writeUInt32LE(0x06054b50, 0);
    end.writeUInt16LE(1, 10);
    end.writeUInt32LE(local.length + packed.length, 16);
    const zip = Buffer.concat([local, packed, central, end]);
    writeFileSync(
      join(folder, 'report.html'),
      `<script>"data:application/zip;base64,${zip.toString('base64')}"</script>`,
    );
    const texts = [...readEverything(folder).values()];
    expect(texts.some((text) => text.includes(KEY))).toBe(true);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
