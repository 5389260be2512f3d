import { connect } from 'node:net';
import { SuiteError } from '../../../src/contract/suite-error.js';
import { startReferenceService } from '../../../src/mock/reference-service.js';
import { lookup, modify, newOrder, send, withService } from './client.js';
import { expect, test } from './fixture.js';

test('keys and tokens are new at each start unless they are given', async () => {
  await withService({}, (one) =>
    withService({}, async (two) => {
      expect(one.signingKey).not.toBe(two.signingKey);
      expect(one.token).not.toBe(two.token);
      expect((await lookup(two, '', { Authorization: `Bearer ${one.token}` })).cause).toBe('token-signature');
    }),
  );
  await withService({ signingKey: 'given', tokenKey: 'given', clock: () => 0 }, (one) =>
    withService({ signingKey: 'given', tokenKey: 'given', clock: () => 0 }, (two) => {
      expect(one.signingKey).toBe('given');
      expect(one.token).toBe(two.token);
      return Promise.resolve();
    }),
  );
});

test('the base URL ends with a public segment and v1', async ({ service }) => {
  expect(service.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/public\/v1$/);
  expect(service.signingKeyEncoding).toBe('utf8');
  expect(service.signatureTemplate).toBe('concat');
  const before = service.requests;
  await lookup(service, '');
  expect(service.requests).toBe(before + 1);
});

test('Date follows the clock of the service', async () => {
  await withService({ clock: () => Date.UTC(2030, 0, 1) }, async (service) => {
    expect((await lookup(service, '')).headers['date']).toBe('Tue, 01 Jan 2030 00:00:00 GMT');
  });
});

test('latency holds each answer back', async () => {
  await withService({ latencyMs: 80 }, async (service) => {
    const start = performance.now();
    await lookup(service, '');
    expect(performance.now() - start).toBeGreaterThan(70);
  });
});

test('many connections at once are answered each with its own order', async ({ service }) => {
  const orders = await Promise.all(Array.from({ length: 50 }, () => newOrder(service)));
  expect(new Set(orders.map(({ orderNo }) => orderNo)).size).toBe(50);
  const answers = await Promise.all(orders.map((order) => modify(service, order)));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
});

test('what is no HTTP is answered with 400 in JSON', async ({ service }) => {
  const text = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(new URL(service.baseUrl).port), '127.0.0.1');
    let seen = '';
    socket.on('data', (chunk) => (seen += chunk.toString()));
    socket.on('close', () => resolve(seen));
    socket.on('error', reject);
    socket.write('NONSENSE\r\n\r\n');
  });
  expect(text).toContain('HTTP/1.1 400 Bad Request');
  expect(text).toContain('"cause":"request-form"');
});

test('an unknown fault, template or a port in use is our error, not a crash', async ({ service }) => {
  const wrong = [
    { faults: ['forged-tokens'] },
    { signatureTemplate: '{nothing}' },
    { port: Number(new URL(service.baseUrl).port) },
  ];
  for (const options of wrong) {
    const error: unknown = await startReferenceService(options).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(SuiteError);
  }
  const error: unknown = await startReferenceService({ faults: ['forged-tokens'] }).catch((reason: unknown) => reason);
  expect((error as SuiteError).explain()).toContain('forged-token');
});

test('a fault that breaks in its own code is answered with 500, and counted', async () => {
  const broken = {
    name: 'broken',
    does: 'Throws.',
    apply: () => ({
      envelope: () => {
        throw new Error('no');
      },
    }),
  };
  await withService({ alterations: [broken] }, async (service) => {
    const seen = await lookup(service, '');
    expect([seen.status, seen.cause, service.crashes]).toEqual([500, 'service-broken', 1]);
  });
});

test('the operations that the document only names are there where they are asked for', async ({ service }) => {
  expect(service.operations).toEqual([]);
  await withService({ operations: true }, async ({ baseUrl, token, operations }) => {
    expect(operations).toHaveLength(23);
    const authorization = { Authorization: `Bearer ${token}` };
    const ask = (method: string, path: string, headers: Readonly<Record<string, string>>): ReturnType<typeof send> =>
      send(baseUrl, method, new URL(baseUrl).pathname + path, null, headers);
    const history = '/operations/trade/closed-trade-history';
    expect((await ask('GET', history, authorization)).json).toMatchObject({ status: 'SUCCESS', code: 200 });
    expect((await ask('GET', history, {})).cause).toBe('token-missing');
    expect((await ask('POST', history, authorization)).headers['allow']).toBe('GET');
    expect((await ask('POST', '/operations/order/tp-sl-order', authorization)).status).toBe(200);
    expect((await ask('GET', '/operations/account/deposit-withdrawable-amount', authorization)).status).toBe(200);
  });
});

test('the prefix of the base URL can be another one', async () => {
  await withService({ prefix: '/v2' }, async (service) => {
    expect(service.baseUrl).toMatch(/\/v2$/);
    expect((await lookup(service, '')).status).toBe(200);
    expect((await modify(service, await newOrder(service))).status).toBe(200);
  });
});

test('what a fault needs is set up, unless something else is asked for', async () => {
  await withService({ faults: ['base-url-without-interface', 'token-not-bound'] }, (service) => {
    expect(service.baseUrl).toMatch(/:\d+\/v1$/);
    expect(service.signatureTemplate).toBe('snap');
    return Promise.resolve();
  });
  await withService({ faults: ['base-url-without-interface'], prefix: '/public/v1' }, (service) => {
    expect(service.baseUrl).toMatch(/\/public\/v1$/);
    return Promise.resolve();
  });
});
