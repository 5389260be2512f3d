import { expect, test } from '@playwright/test';
import type { OperationId } from '../../../src/contract/clause.js';
import { envelopeOf, hasDisclosed, isAccepted, isRefusal } from '../../../src/wire/envelope.js';
import type { Exchange, Trouble } from '../../../src/wire/exchange.js';
import { parseJson } from '../../../src/wire/json.js';

function exchange(operation: OperationId | null, answer: { status: number; body: string } | Trouble): Exchange {
  const rest =
    'kind' in answer
      ? { trouble: answer }
      : {
          response: {
            status: answer.status,
            headers: [],
            text: answer.body,
            size: answer.body.length,
            json: parseJson(answer.body),
          },
        };
  return {
    number: 1,
    clause: 'AAA-001',
    operation,
    request: { method: 'GET', target: '/', headers: [], text: null, size: 0 },
    ...rest,
    sentAtMs: 0,
    receivedAtMs: 0,
    waits: 0,
  };
}

const modified = (success: string): string => `{"status":"success","code":200,"data":{"success":${success}}}`;
const listed = (details: string): string => `{"status":"success","code":200,"data":{"details":${details}}}`;

test('a modification is accepted with status 200 and data.success true only', () => {
  expect(isAccepted(exchange('modifyOrder', { status: 200, body: modified('true') }))).toBe(true);
  for (const success of ['false', '"true"', '1', 'null', '[true]']) {
    expect(isAccepted(exchange('modifyOrder', { status: 200, body: modified(success) }))).toBe(false);
  }
  for (const status of [201, 202, 204, 302, 400]) {
    expect(isAccepted(exchange('modifyOrder', { status, body: modified('true') }))).toBe(false);
  }
  for (const body of ['', 'true', '[]', '{"data":[true]}', '{"success":true}']) {
    expect(isAccepted(exchange('modifyOrder', { status: 200, body }))).toBe(false);
  }
});

test('a lookup is accepted where it gives an instrument away', () => {
  expect(isAccepted(exchange('listOrderableStocks', { status: 200, body: listed('[{}]') }))).toBe(true);
  for (const details of ['[]', '{}', 'null', '"x"']) {
    const lookup = exchange('listOrderableStocks', { status: 200, body: listed(details) });
    expect(hasDisclosed(lookup)).toBe(false);
    expect(isRefusal(lookup)).toBe(true);
  }
  expect(hasDisclosed(exchange('listOrderableStocks', { status: 400, body: listed('[{}]') }))).toBe(false);
});

test('another operation is accepted with any status of 200 to 299', () => {
  expect([199, 200, 299, 300].map((status) => isAccepted(exchange(null, { status, body: '' })))).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

test('a refusal is an answer that is neither acceptance, breakdown nor a request to wait', () => {
  const refused = (status: number, body = ''): boolean => isRefusal(exchange('modifyOrder', { status, body }));
  expect([200, 302, 400, 401, 403, 404, 409].every((status) => refused(status))).toBe(true);
  expect([429, 500, 502, 503].some((status) => refused(status))).toBe(false);
  expect(refused(200, modified('true'))).toBe(false);
  expect(refused(200, modified('false'))).toBe(true);
  expect(isRefusal(exchange('modifyOrder', { kind: 'timeout', because: 'no answer came' }))).toBe(false);
});

test('an envelope is any JSON object, with whatever members it has', () => {
  expect(envelopeOf(exchange(null, { status: 400, body: '{"code":"x","more":1}' }))).toEqual({
    status: undefined,
    code: 'x',
    data: undefined,
  });
  for (const body of ['[]', 'null', '"x"', '']) expect(envelopeOf(exchange(null, { status: 200, body }))).toBeNull();
});

test('what is neither acceptance nor a plain no is no refusal', () => {
  const refused = (status: number, success: string, operation: OperationId | null = 'modifyOrder'): boolean =>
    isRefusal(exchange(operation, { status, body: modified(success) }));
  for (const status of [201, 204, 299]) {
    expect(refused(status, 'true'), String(status)).toBe(false);
    expect(refused(status, 'true', 'listOrderableStocks'), String(status)).toBe(false);
    for (const success of ['false', 'null', '"true"', '1']) expect(refused(status, success), success).toBe(true);
  }
  for (const status of [199, 300, 400]) expect(refused(status, 'true'), String(status)).toBe(true);
  for (const success of ['"true"', '1', '[]']) expect(refused(200, success), success).toBe(false);
  for (const success of ['"true"', 'true']) expect(refused(200, success, 'listOrderableStocks'), success).toBe(true);
  for (const success of ['false', 'null']) expect(refused(200, success), success).toBe(true);
  expect(isRefusal(exchange('modifyOrder', { status: 201, body: '' }))).toBe(true);
});

test('no answer is neither accepted, nor refused, nor does it disclose anything', () => {
  for (const operation of ['modifyOrder', 'listOrderableStocks', null] as const) {
    const unanswered = exchange(operation, { kind: 'reset', because: 'cut' });
    expect([isAccepted(unanswered), isRefusal(unanswered), hasDisclosed(unanswered)]).toEqual([false, false, false]);
    expect(envelopeOf(unanswered)).toBeNull();
  }
});
