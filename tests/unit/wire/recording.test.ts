import { Buffer } from 'node:buffer';
import { expect, test } from '@playwright/test';
import { MAX_KEPT_BYTES, recordExchange, type Recordable } from '../../../src/wire/recording.js';
import { Redactor } from '../../../src/wire/redaction.js';

const SECRET = 'hush-hush';
let redactor: Redactor;

test.beforeEach(() => {
  redactor = new Redactor([{ name: 'token', value: SECRET }]);
});

const RECORDABLE: Recordable = {
  number: 3,
  clause: 'AAA-001',
  operation: 'modifyOrder',
  request: { method: 'POST', target: '/v1/orders/modify', headers: [], body: null },
  sentAtMs: 10,
  receivedAtMs: 25,
  waits: 2,
};

const requested = (request: Partial<Recordable['request']>): unknown =>
  recordExchange(redactor, { ...RECORDABLE, request: { ...RECORDABLE.request, ...request } }).exchange.request;

function answered(
  body: string | Uint8Array,
  headers: readonly (readonly [string, string])[] = [],
): ReturnType<typeof recordExchange> {
  return recordExchange(redactor, { ...RECORDABLE, response: { status: 400, headers, body: Buffer.from(body) } });
}

test('a method with a secret in it is recorded without', () => {
  expect(requested({ method: `G${SECRET}` })).toMatchObject({ method: 'G[redacted:token]' });
});

test('a request without an answer is recorded with its trouble', () => {
  const trouble = { kind: 'timeout', because: 'no answer came' } as const;
  expect(recordExchange(redactor, { ...RECORDABLE, trouble })).toEqual({
    exchange: {
      number: 3,
      clause: 'AAA-001',
      operation: 'modifyOrder',
      request: { method: 'POST', target: '/v1/orders/modify', headers: [], text: null, size: 0 },
      trouble,
      sentAtMs: 10,
      receivedAtMs: 25,
      waits: 2,
    },
    unredacted: null,
  });
});

test('a request is redacted in target, headers and body, and keeps its size', () => {
  expect(
    requested({ target: `/a?t=${SECRET}`, headers: [['X-Debug', SECRET]], body: Buffer.from(`{"t":"${SECRET}"}`) }),
  ).toEqual({
    method: 'POST',
    target: '/a?t=[redacted:token]',
    headers: [['X-Debug', '[redacted:token]']],
    text: '{"t":"[redacted:token]"}',
    size: 17,
  });
});

test('a request whose body is no text is recorded with its bytes', () => {
  expect(requested({ body: Uint8Array.of(0xff, 0xfe) })).toMatchObject({ text: null, base64: '//4=', size: 2 });
  expect(requested({ body: new Uint8Array() })).toMatchObject({ text: '', size: 0 });
});

test('an answer is recorded as it came, names of headers in lower case', () => {
  const recording = answered('{"a": 1}', [['Content-Type', 'application/json']]);
  expect(recording.exchange.response).toEqual({
    status: 400,
    headers: [['content-type', 'application/json']],
    text: '{"a": 1}',
    size: 8,
    json: { ok: true, value: { a: 1 }, duplicateMembers: [] },
  });
  expect(recording.exchange).not.toHaveProperty('trouble');
  expect(recording.unredacted).toBeNull();
});

test('an answer with a secret is redacted, and its text before that given back apart', () => {
  const { exchange, unredacted } = answered(`{"t":"${SECRET}"}`, [['X-T', SECRET]]);
  expect(exchange.response).toMatchObject({
    headers: [['x-t', '[redacted:token]']],
    text: '{"t":"[redacted:token]"}',
    size: 17,
    json: { value: { t: '[redacted:token]' } },
  });
  expect(unredacted).toBe(`{"t":"${SECRET}"}`);
});

test('an answer whose bytes are no text has neither text nor JSON', () => {
  const { exchange, unredacted } = answered(Uint8Array.of(0x22, 0xff, 0x22));
  expect(exchange.response).toMatchObject({
    text: null,
    size: 3,
    json: { ok: false, because: 'its bytes are no valid UTF-8' },
  });
  expect(unredacted).toBeNull();
});

test('a secret that escapes hide is found', () => {
  const { exchange, unredacted } = answered('{ "t" : "h\\u0075sh-hush" }');
  expect(exchange.response).toMatchObject({
    text: '{"t":"[redacted:token]"}',
    json: { ok: true, value: { t: '[redacted:token]' } },
  });
  expect(unredacted).toBe('{ "t" : "h\\u0075sh-hush" }');
});

test('escapes that hide nothing stay as they were', () => {
  const { exchange, unredacted } = answered('{ "t" : "\\u0041" }');
  expect(exchange.response).toMatchObject({ text: '{ "t" : "\\u0041" }', json: { value: { t: 'A' } } });
  expect(unredacted).toBeNull();
  expect(answered('no \\ JSON').exchange.response).toMatchObject({ text: 'no \\ JSON', json: { ok: false } });
});

test('of more than 1 MiB the beginning is kept, and all of its JSON', () => {
  const whole = JSON.stringify('x'.repeat(MAX_KEPT_BYTES - 2));
  expect(answered(whole).exchange.response?.text).toBe(whole);
  const over = JSON.stringify('x'.repeat(MAX_KEPT_BYTES - 1));
  const { response } = answered(over).exchange;
  expect(response?.text).toBe(`"${'x'.repeat(65_535)} … cut: 1048577 bytes`);
  expect(response?.json).toMatchObject({ ok: true, value: 'x'.repeat(MAX_KEPT_BYTES - 1) });
  expect(requested({ body: Buffer.from(over) })).toMatchObject({
    text: `"${'x'.repeat(65_535)} … cut: 1048577 bytes`,
    size: 1_048_577,
  });
});

test('of more than 1 MiB that is no text nothing is kept', () => {
  const { response } = answered(Buffer.alloc(MAX_KEPT_BYTES + 1, 0xff)).exchange;
  expect(response).toMatchObject({ text: null, size: 1_048_577, json: { ok: false } });
});
