import { Buffer } from 'node:buffer';
import { expect, test } from '@playwright/test';
import { KEY, NOW, OK, taken, TOKEN, valueOf, withClient } from './client-bench.js';
import { answer, type Answering } from './raw-server.js';

test('exchanges are recorded in order, without secrets', async () => {
  await withClient(
    (socket, index) =>
      socket.write(index === 0 ? OK : answer(400, `{"seen":"${TOKEN}"}`, { 'X-Echo': TOKEN, 'Set-Cookie': 'a=b' })),
    async ({ client, exchanges }) => {
      await client.modifyOrder('MOD-001', { body: { orderNo: KEY } });
      await client.listOrderableStocks('LST-001', { stockCd: TOKEN });
      expect(exchanges.map(({ number, clause, operation }) => [number, clause, operation])).toEqual([
        [1, 'MOD-001', 'modifyOrder'],
        [2, 'LST-001', 'listOrderableStocks'],
      ]);
      expect(JSON.stringify(exchanges)).not.toMatch(/canary|eyJ/);
      expect(exchanges[0]?.request).toMatchObject({
        method: 'POST',
        target: '/public/v1/orders/modify',
        text: '{"orderNo":"[redacted:signing-key]"}',
        size: `{"orderNo":"${KEY}"}`.length,
      });
      expect(exchanges[0]?.response).toMatchObject({
        status: 200,
        json: { ok: true, value: { data: { success: true } } },
      });
      expect(exchanges[1]?.request.target).toBe('/public/v1/stocks/orders?stockCd=[redacted:token]');
      expect(exchanges[1]?.response).toMatchObject({ status: 400, text: '{"seen":"[redacted:token]"}' });
      expect(exchanges[1]).toMatchObject({ sentAtMs: NOW, receivedAtMs: NOW, waits: 0 });
    },
  );
});

test('raw() gives what redaction hid, for the flow of control', async () => {
  await withClient(
    (socket, index) =>
      socket.write(answer(200, index === 0 ? `{"data":{"nextKey":"${TOKEN}"}}` : index === 1 ? '{"a":1}' : 'no json')),
    async ({ client }) => {
      const first = await client.listOrderableStocks('LST-001', {});
      expect(first.raw()).toEqual({ data: { nextKey: TOKEN } });
      expect(first.raw()).toBe(first.raw());
      const second = await client.listOrderableStocks('LST-001', {});
      const { json } = second.exchange.response ?? {};
      expect(json?.ok === true && second.raw() === json.value).toBe(true);
      expect((await client.listOrderableStocks('LST-001', {})).raw()).toBeUndefined();
    },
  );
});

test('a secret that JSON escapes hide is found all the same', async () => {
  const escaped = [...Buffer.from(TOKEN)].map((code) => `\\u${code.toString(16).padStart(4, '0')}`).join('');
  await withClient(
    (socket) => socket.write(answer(200, `{"echo":"${escaped}"}`)),
    async ({ client, exchanges }) => {
      const reply = await client.listOrderableStocks('LST-001', {});
      expect(exchanges[0]?.response).toMatchObject({
        text: '{"echo":"[redacted:token].[redacted:secret].[redacted:secret]"}',
        json: { value: { echo: '[redacted:token].[redacted:secret].[redacted:secret]' } },
      });
      expect(exchanges[0]?.response?.text).not.toContain(escaped);
      expect(reply.raw()).toEqual({ echo: TOKEN });
    },
  );
});

test('a signature that comes back in base64 is redacted', async () => {
  await withClient(
    (socket, _, raw) => {
      const hex = valueOf(taken(raw).headers, 'x-signature') ?? '';
      socket.write(answer(400, JSON.stringify({ hex, base64: Buffer.from(hex, 'hex').toString('base64') })));
    },
    async ({ client, exchanges }) => {
      await client.modifyOrder('MOD-001', { body: '{}' });
      expect(exchanges[0]?.response?.text).toBe('{"hex":"[redacted:signature]","base64":"[redacted:signature]=="}');
    },
  );
});

test('another token that was sent is redacted too', async () => {
  const other = `${TOKEN.slice(0, -6)}ABCDEF`;
  await withClient(
    (socket) => socket.write(answer(400, `{"token":"${other}"}`)),
    async ({ client, exchanges }) => {
      await client.listOrderableStocks('LST-001', {}, { token: other });
      expect(exchanges[0]?.response?.text).toBe('{"token":"[redacted:token]"}');
    },
  );
});

test('trouble is recorded in the place of an answer, and holds no secret', async () => {
  const failures: Answering[] = [
    (socket) => socket.resetAndDestroy(),
    (socket) => socket.end(`HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\n${TOKEN}`),
    (socket) => socket.write(`HTTP/1.1 2${TOKEN}\r\n\r\n`),
    (socket) => socket.write(answer(200, TOKEN, { 'Content-Encoding': 'gzip' })),
    (socket) => socket.write(answer(200, TOKEN.repeat(99))),
    () => undefined,
  ];
  for (const failing of failures) {
    await withClient(
      failing,
      async ({ client, exchanges }) => {
        const reply = await client.modifyOrder('MOD-001', { body: { orderNo: KEY } });
        expect(reply.exchange.response).toBeUndefined();
        expect(reply.exchange.trouble).toBeDefined();
        expect(reply.raw()).toBeUndefined();
        expect(JSON.stringify(exchanges)).not.toMatch(/canary|eyJ/);
      },
      { transport: { timeoutMs: 100, maxResponseBytes: 2000 } },
    );
  }
});

test('large bodies are kept in part, but judged whole', async () => {
  const details = Array.from({ length: 40_000 }, (_, at) => ({ stockCd: `STOCK-${at}-0123456789` }));
  await withClient(
    (socket) => socket.write(answer(200, JSON.stringify({ data: { details } }))),
    async ({ client, exchanges }) => {
      await client.listOrderableStocks('LST-001', {});
      const { response } = exchanges[0] ?? {};
      expect(response?.size).toBeGreaterThan(1024 * 1024);
      expect(response?.text?.length).toBeLessThan(70_000);
      expect(response?.text).toMatch(/ … cut: \d+ bytes$/);
      expect(response?.json).toMatchObject({ ok: true, value: { data: { details } } });
    },
  );
});

test('answers that are no UTF-8 are recorded without text', async () => {
  await withClient(
    (socket) => socket.write(answer(200, Buffer.from([0x22, 0xff, 0x22]))),
    async ({ client, exchanges }) => {
      await client.listOrderableStocks('LST-001', {});
      expect(exchanges[0]?.response).toMatchObject({
        text: null,
        size: 3,
        json: { ok: false, because: 'its bytes are no valid UTF-8' },
      });
    },
  );
});
