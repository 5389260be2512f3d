import { Buffer } from 'node:buffer';
import { expect, test } from '@playwright/test';
import { judgeEnvelope } from '../../../src/oracle/envelope.js';
import type { Exchange } from '../../../src/wire/exchange.js';
import { recordExchange } from '../../../src/wire/recording.js';
import { Redactor } from '../../../src/wire/redaction.js';

/** What is recorded of an answer, and what is said of it. */
function recorded(status: number, body: string): { exchange: Exchange; said: unknown[] } {
  const request = { method: 'GET', target: '/v1/stocks/orders', headers: [], body: null };
  const response = { status, headers: [['content-type', 'application/json']], body: Buffer.from(body) } as const;
  const about = { number: 1, clause: 'AAA-001', operation: 'listOrderableStocks', waits: 0 } as const;
  const { exchange } = recordExchange(new Redactor([]), { ...about, request, response, sentAtMs: 0, receivedAtMs: 1 });
  const said: unknown[] = [];
  judgeEnvelope(exchange, (clause, outcome) => {
    if (outcome.outcome !== 'pass') said.push([clause, outcome.outcome]);
  });
  return { exchange, said };
}

const nested = (levels: number): string => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;

test('an answer that is deeper than is read says nothing where it is a success, and is a refusal where it is none', () => {
  const deep = recorded(200, nested(201));
  expect(deep.exchange.response).toBeUndefined();
  expect(deep.exchange.trouble).toEqual({
    kind: 'oversize',
    because: 'the answer is nested more than 200 levels deep, which is as deep as is read',
  });
  expect(deep.said).toEqual([]);
  const refusal = recorded(400, nested(201));
  expect(refusal.exchange.response?.status).toBe(400);
  expect(refusal.said).toEqual([['ENV-008', 'unverified']]);
  expect(recorded(400, nested(200)).said).toEqual([]);
  expect(recorded(400, '{"a":').said).toEqual([['ENV-008', 'broken']]);
});

test('a number of 400 digits is one', () => {
  const { said } = recorded(200, `{"status":"SUCCESS","code":${'2'.repeat(400)},"data":{},"of":-1e-999}`);
  expect(said).toEqual([]);
});
