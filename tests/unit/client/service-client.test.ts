import { createHmac } from 'node:crypto';
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { Pace } from '../../../src/client/pace.js';
import {
  encodeQuery,
  type LookupEdits,
  type ModifyRecipe,
  type StockQuery,
} from '../../../src/client/request-recipe.js';
import { type Reply } from '../../../src/client/service-client.js';
import { ServiceClock } from '../../../src/client/service-clock.js';
import { isOfMinute } from '../../../src/client/timestamps.js';
import { SuiteError } from '../../../src/contract/suite-error.js';
import { decodeKey } from '../../../src/wire/decode-key.js';
import { KEY, NOW, OK, taken, TOKEN, valueOf, withClient } from './client-bench.js';
import { answer, type Answering } from './raw-server.js';

/** What arrives of one modification. */
async function modify(
  recipe: ModifyRecipe,
  template = 'concat',
): Promise<{ line: string; headers: string[]; body: string; reply: Reply }> {
  return withClient(
    (socket) => socket.write(OK),
    async ({ client, seen }) => {
      const reply = await client.modifyOrder('MOD-001', recipe);
      return { ...taken(seen[0]), reply };
    },
    { template },
  );
}

async function lookUp(
  query: StockQuery,
  edits?: LookupEdits,
): Promise<{ line: string; headers: string[]; body: string }> {
  return withClient(
    (socket) => socket.write(OK),
    async ({ client, seen }) => {
      await client.listOrderableStocks('LST-001', query, edits);
      return taken(seen[0]);
    },
  );
}

const mac = (text: string, key = KEY): string => createHmac('sha512', key).update(text).digest('hex');

test('a modification is sent as the document says, and signed over what is sent', async () => {
  const { line, headers, body } = await modify({ body: { orderNo: 'A1', orderPrice: 1.5 } });
  expect(line).toBe('POST /public/v1/orders/modify HTTP/1.1');
  expect(body).toBe('{"orderNo":"A1","orderPrice":1.5}');
  expect(valueOf(headers, 'authorization')).toBe(`Bearer ${TOKEN}`);
  expect(valueOf(headers, 'content-type')).toBe('application/json');
  expect(valueOf(headers, 'x-timestamp')).toBe('1893456000');
  expect(valueOf(headers, 'x-signature')).toBe(mac(`1893456000POST/public/v1/orders/modify${body}`));
  expect(valueOf(headers, 'content-length')).toBe(String(body.length));
});

test('bytes and text are sent as they are', async () => {
  expect((await modify({ body: '{ "a" :1.0}' })).body).toBe('{ "a" :1.0}');
  expect((await modify({ body: new Uint8Array([0x7b, 0xff]) })).body).toBe('{\xff');
  const empty = await modify({ body: '' });
  expect([empty.body, valueOf(empty.headers, 'content-length')]).toEqual(['', '0']);
});

test('the signature that a service may expect is never recorded, also where another was sent, or none', async () => {
  const timestamp = '1700000000';
  const right = mac('1700000000POST/public/v1/orders/modify{}');
  const spelled = [right, right.replace(/.{8}/g, '$& '), right.replace(/../g, '$&:')];
  spelled.push(Buffer.from(right, 'hex').toString('base64'), JSON.stringify([...Buffer.from(right, 'hex')]));
  const recipes: readonly Omit<ModifyRecipe, 'body'>[] = [
    { signature: () => null },
    { signature: () => '0'.repeat(128) },
    { signedOver: { path: '/x' } },
    { key: decodeKey('other', 'utf8') },
    { hash: 'sha256' },
  ];
  for (const recipe of recipes) {
    const text = await withClient(
      (socket) => socket.write(answer(400, JSON.stringify({ expected: spelled }))),
      async ({ client }) =>
        (await client.modifyOrder('SIG-001', { body: '{}', timestamp, ...recipe })).exchange.response?.text,
    );
    expect(text).toMatch(/^\{"expected":\["[^"]*\[redacted/);
    expect(text?.replace(/\[redacted:\w+\]/g, '')).not.toMatch(/[0-9a-f]{8}|:[0-9a-f]{2}:|\d,\d/);
  }
});

test('every edit of a recipe changes its part alone', async () => {
  const body = '{}';
  const signature = async (recipe: Omit<ModifyRecipe, 'body'>): Promise<string | undefined> =>
    valueOf((await modify({ body, ...recipe })).headers, 'x-signature');
  const timestamp = '1700000000';
  expect(await signature({ timestamp })).toBe(mac('1700000000POST/public/v1/orders/modify{}'));
  expect(await signature({ timestamp, signedOver: { timestamp: '5', method: 'PUT', path: '/x', body: 'b' } })).toBe(
    mac('5PUT/xb'),
  );
  expect(await signature({ timestamp, signedOver: { query: 'a=1' } })).toBe(
    mac('1700000000POST/public/v1/orders/modify?a=1{}'),
  );
  expect(await signature({ timestamp, key: decodeKey('other', 'utf8') })).toBe(
    mac('1700000000POST/public/v1/orders/modify{}', 'other'),
  );
  expect(await signature({ signature: (computed) => computed.toUpperCase().slice(0, 9) })).toMatch(/^[0-9A-F]{9}$/);
  expect(await signature({ signature: () => null })).toBeUndefined();
  expect(await signature({ signature: () => '' })).toBe('');
  expect(await signature({ timestamp, target: '/public/v1/orders/modify?x=%20', method: 'PATCH' })).toBe(
    mac('1700000000PATCH/public/v1/orders/modify?x=%20{}'),
  );
});

test('headers are left out, replaced and added to', async () => {
  const sent = async (recipe: Omit<ModifyRecipe, 'body'>): Promise<string[]> =>
    (await modify({ body: '{}', ...recipe })).headers;
  expect(valueOf(await sent({ token: null }), 'authorization')).toBeUndefined();
  expect(valueOf(await sent({ token: 'a.b.c' }), 'authorization')).toBe('Bearer a.b.c');
  expect(valueOf(await sent({ authorization: 'bearer  x' }), 'authorization')).toBe('bearer  x');
  expect(valueOf(await sent({ authorization: null }), 'authorization')).toBeUndefined();
  expect(valueOf(await sent({ omitTimestamp: true }), 'x-timestamp')).toBeUndefined();
  expect(valueOf(await sent({ timestamp: ' +17.5 ' }), 'x-timestamp')).toBe(' +17.5 ');
  expect(valueOf(await sent({ contentType: null }), 'content-type')).toBeUndefined();
  expect(valueOf(await sent({ contentType: 'text/plain' }), 'content-type')).toBe('text/plain');
  const twice = await sent({ headers: (headers) => [['X-Signature', 'wrong'], ...headers, ['X-Timestamp', '2']] });
  expect(twice.filter((header) => header.startsWith('X-Signature'))).toHaveLength(2);
  expect(twice.filter((header) => header.startsWith('X-Timestamp'))).toHaveLength(2);
});

test('a template with the token signs the token that is sent, unless told otherwise', async () => {
  const template = '{token}';
  const signature = async (recipe: Omit<ModifyRecipe, 'body'>): Promise<string | undefined> =>
    valueOf((await modify({ body: '{}', ...recipe }, template)).headers, 'x-signature');
  expect(await signature({})).toBe(mac(TOKEN));
  expect(await signature({ token: 'other' })).toBe(mac('other'));
  expect(await signature({ token: null })).toBe(mac(TOKEN));
  expect(await signature({ signedOver: { token: 'signed' } })).toBe(mac('signed'));
});

test('a template with a nonce or a header covers what is sent', async () => {
  const { headers } = await modify({ body: '{}' }, '{nonce} {header:content-type}');
  const nonce = valueOf(headers, 'x-nonce') ?? '';
  expect(nonce).toMatch(/^[0-9a-f-]{36}$/);
  expect(valueOf(headers, 'x-signature')).toBe(mac(`${nonce} application/json`));
  expect(valueOf((await modify({ body: '{}' })).headers, 'x-nonce')).toBeUndefined();
});

test('a lookup sends its query in the order of the document, encoded once, and no signature', async () => {
  const { line, headers, body } = await lookUp({ nextKey: 'a/b c+&=%é', stockGroupCd: 'ALL', stockCd: '' });
  expect(line).toBe(
    'GET /public/v1/stocks/orders?stockGroupCd=ALL&stockCd=&nextKey=a%2Fb%20c%2B%26%3D%25%C3%A9 HTTP/1.1',
  );
  expect(valueOf(headers, 'authorization')).toBe(`Bearer ${TOKEN}`);
  expect(valueOf(headers, 'x-signature')).toBeUndefined();
  expect(valueOf(headers, 'content-type')).toBeUndefined();
  expect(body).toBe('');
  expect((await lookUp({})).line).toBe('GET /public/v1/stocks/orders HTTP/1.1');
  const edited = await lookUp(
    {},
    { target: '/x?nextKey=&nextKey=', method: 'POST', body: 'b', authorization: 'Basic x' },
  );
  expect([edited.line, edited.body]).toEqual(['POST /x?nextKey=&nextKey= HTTP/1.1', 'b']);
});

test('a query survives decoding, whatever it holds', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.option(fc.string(), { nil: undefined }), (stockCd, nextKey) => {
      const decoded = new URLSearchParams(encodeQuery({ stockCd, nextKey }).replaceAll('+', '%2B'));
      expect(decoded.get('stockCd')).toBe(stockCd);
      expect(decoded.get('nextKey')).toBe(nextKey ?? null);
      expect(encodeQuery({ stockCd, nextKey })).toMatch(/^[!-~]*$/);
    }),
  );
  expect(encodeQuery({ stockCd: '\ud800' })).toBe('stockCd=%EF%BF%BD');
});

test('after 429 the request is built anew, and the waits are counted', async () => {
  let clockMs = NOW;
  await withClient(
    (socket, index) => socket.write(index === 0 ? answer(429, '{}', { 'Retry-After': '5' }) : OK),
    async ({ client, exchanges, seen }) => {
      await client.modifyOrder('MOD-001', { body: '{}' });
      expect(exchanges).toHaveLength(1);
      expect(exchanges[0]).toMatchObject({ waits: 1, response: { status: 200 } });
      const timestamps = seen.map((raw) => Number(valueOf(taken(raw).headers, 'x-timestamp')));
      expect(timestamps[1]).toBe((timestamps[0] ?? 0) + 5);
    },
    {
      clock: new ServiceClock(() => clockMs),
      pace: new Pace({ now: () => clockMs, sleep: (ms) => Promise.resolve(void (clockMs += ms)) }),
    },
  );
});

test('a service that stays busy is trouble, and what it keeps from being sent is no exchange', async () => {
  await withClient(
    (socket) => socket.write(answer(429, '{}', { 'Retry-After': '600' })),
    async ({ client, exchanges, seen }) => {
      await client.listOrderableStocks('LST-001', {});
      await client.listOrderableStocks('LST-001', {});
      expect(exchanges.map(({ trouble }) => trouble?.kind)).toEqual(['busy']);
      expect(seen).toHaveLength(1);
    },
  );
});

test('the service’s Date sets the clock that timestamps come from', async () => {
  const date = new Date(NOW + 40_000).toUTCString();
  await withClient(
    (socket) => socket.write(answer(200, '{}', { Date: date })),
    async ({ client, clock, seen }) => {
      await client.listOrderableStocks('LST-001', {});
      expect(Math.abs(clock.offsetMs - 40_000)).toBeLessThan(1300);
      await client.modifyOrder('MOD-001', { body: '{}' });
      const timestamp = Number(valueOf(taken(seen[1]).headers, 'x-timestamp'));
      expect(Math.abs(timestamp - (NOW + 40_000) / 1000)).toBeLessThanOrEqual(2);
    },
  );
});

test('without a key, modifying is a mistake of the settings', async () => {
  await withClient(
    (socket) => socket.write(OK),
    async ({ client, exchanges, seen }) => {
      await expect(client.modifyOrder('MOD-001', { body: '{}' })).rejects.toThrow(SuiteError);
      expect([exchanges.length, seen.length]).toEqual([0, 0]);
      await client.modifyOrder('MOD-001', { body: '{}', key: decodeKey('own', 'utf8') });
      expect(exchanges).toHaveLength(1);
    },
    { signingKey: null, transport: { connections: 1 } },
  );
});

test('any other request can be sent with the same tools', async () => {
  await withClient(
    (socket) => socket.write(OK),
    async ({ client, exchanges, seen }) => {
      const reply = await client.send('OPS-001', null, ({ prefix, token, timestamp, sign }) => ({
        method: 'GET',
        target: `${prefix}/trades?a=1`,
        headers: [
          ['Authorization', `Bearer ${token}`],
          ['X-Signature', sign({ method: 'GET', target: `${prefix}/trades?a=1`, timestamp })],
        ],
        body: null,
      }));
      expect(reply.exchange).toMatchObject({ clause: 'OPS-001', operation: null });
      expect(valueOf(taken(seen[0]).headers, 'x-signature')).toBe(mac('1893456000GET/public/v1/trades?a=1'));
      expect(exchanges).toEqual([reply.exchange]);
    },
    { token: TOKEN },
  );
});

test('no modification repeats another byte for byte, unless it is asked to', async () => {
  const timestampsOf = (recipes: readonly ModifyRecipe[]): Promise<number[]> =>
    withClient(
      (socket) => socket.write(OK),
      async ({ client, seen }) => {
        for (const recipe of recipes) await client.modifyOrder('MOD-001', recipe);
        return seen.map((raw) => Number(valueOf(taken(raw).headers, 'x-timestamp')) - Math.floor(NOW / 1000));
      },
    );
  const [one, other] = [{ body: { orderNo: 'A1' } }, { body: { orderNo: 'A2' } }];
  expect(await timestampsOf([one, other, one, one])).toEqual([0, 0, -1, -2]);
  const fixed = { ...one, timestamp: (now: number) => String(now) };
  expect(await timestampsOf([fixed, fixed, one])).toEqual([0, 0, -2]);
  expect(Math.min(...(await timestampsOf(Array.from({ length: 14 }, () => one))))).toBe(-10);
});

test('a modify that met a closed connection is sent anew on another one, and both are recorded', async () => {
  const closing: Answering = (socket, index) => {
    if (index === 1) socket.destroy();
    else socket.write(OK);
  };
  await withClient(closing, async ({ client, exchanges, seen }) => {
    await client.modifyOrder('AAA-001', { body: {} });
    const { exchange } = await client.modifyOrder('AAA-001', { body: {} });
    expect(exchange.response?.status).toBe(200);
    expect(exchanges.map(({ number, trouble }) => [number, trouble?.kind])).toEqual([
      [1, undefined],
      [2, 'reset'],
      [3, undefined],
    ]);
    const signatures = seen.map((raw) => valueOf(taken(raw).headers, 'x-signature'));
    expect(new Set(signatures).size).toBe(3);
  });
});

test('of a modify it is known how it was sent', async () => {
  let atMs = NOW;
  await withClient(
    (socket) => socket.write(OK),
    async ({ client }) => {
      const sent = [];
      sent.push((await client.modifyOrder('MOD-001', { body: '{}' })).sent);
      atMs += 1_200;
      sent.push((await client.modifyOrder('MOD-001', { body: '{"a":1}' })).sent);
      await client.listOrderableStocks('LST-001', {});
      sent.push((await client.modifyOrder('MOD-001', { body: '{"a":2}', isApart: true })).sent);
      await client.listOrderableStocks('LST-001', {});
      expect(sent).toMatchObject([
        { connection: 'no', modifiedOn: 'no' },
        { connection: 'yes', modifiedOn: 'yes', restMs: 1_200 },
        { connection: 'no', modifiedOn: 'no', restMs: 0 },
      ]);
      expect(sent[0]).not.toHaveProperty('restMs');
      for (const { signatureStart } of sent) expect(signatureStart).toMatch(/^[0-9a-f]$/);
    },
    { clock: new ServiceClock(() => atMs) },
  );
});

test('a connection that carried lookups and refused requests only carried no valid modify', async () => {
  await withClient(
    (socket) => socket.write(OK),
    async ({ client }) => {
      await client.listOrderableStocks('LST-001', {});
      await client.modifyOrder('AUT-001', { body: '{}', expects: 'refusal' });
      const { sent } = await client.modifyOrder('MOD-001', { body: '{}' });
      expect(sent).toMatchObject({ connection: 'yes', modifiedOn: 'no' });
    },
  );
});

test('timestamps are moved back until the signature is one that is wanted', async () => {
  await withClient(
    (socket) => socket.write(OK),
    async ({ client }) => {
      client.wantSignatures((signature) => !/^[0-7]/.test(signature));
      for (let turn = 0; turn < 20; turn += 1) {
        const { sent } = await client.modifyOrder('MOD-001', { body: `{"a":${turn}}` });
        expect(sent.signatureStart).toMatch(/^[89a-f]$/);
      }
    },
  );
});

test('a timestamp that would be of another minute is moved ahead where such ones are not wanted', async () => {
  // The third second of a minute.
  let atMs = Math.ceil(NOW / 60_000) * 60_000 + 2_000;
  await withClient(
    (socket) => socket.write(OK),
    async ({ client }) => {
      const minutesOf = async (times: number): Promise<readonly unknown[]> => {
        const sent = [];
        for (let turn = 0; turn < times; turn += 1)
          sent.push((await client.modifyOrder('MOD-001', { body: '{}' })).sent.timestampMinute);
        return sent;
      };
      expect(await minutesOf(4)).toEqual(['no', 'no', 'no', 'yes']);
      client.wantTimestamps(isOfMinute);
      atMs += 60_000;
      expect(await minutesOf(6)).toEqual(Array(6).fill('no'));
      client.wantTimestamps(() => true);
      atMs += 60_000;
      expect(await minutesOf(4)).toContain('yes');
    },
    { clock: new ServiceClock(() => atMs) },
  );
});
