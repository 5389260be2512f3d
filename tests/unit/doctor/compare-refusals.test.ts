import { expect, test } from '@playwright/test';
import { compareRefusals, type Comparison } from '../../../src/doctor/compare-refusals.js';
import type { Trouble } from '../../../src/wire/exchange.js';
import { madeExchange } from '../../support/exchange-builder.js';

type Answer = readonly [status: number, body: unknown] | Trouble;

function made(answer: Answer): ReturnType<typeof madeExchange> {
  if (!Array.isArray(answer)) return { ...madeExchange({ status: 400, body: '' }), trouble: answer as Trouble };
  const [status, body] = answer as readonly [number, unknown];
  return madeExchange({ operation: 'modifyOrder', status, body });
}

const compare = (own: Answer, first: Answer, second: Answer = first): Comparison =>
  compareRefusals(made(own), [made(first), made(second)]);

/** A refusal as many services write it, with what changes from one to the next. */
const refusal = (id: string, different: object = {}): Answer => [
  401,
  {
    code: 40101,
    message: `signature refused, trace ${id}1`,
    traceId: id,
    time: `2026-11-22T10:00:0${id.length}Z`,
    ...different,
  },
];

test('a trace id, a time and an echoed signature do not tell a wrong signature from the right one', () => {
  expect(compare(refusal('abc'), refusal('fghij'), refusal('kl'))).toBe('alike');
  expect(compare([401, 'at 10:00:01'], [401, 'at 10:00:02'])).toBe('alike');
  const echo = (signature: string): Answer => [400, { code: 400, data: { got: signature, size: 128 } }];
  expect(compare(echo('[redacted:signature]'), echo('0'.repeat(128)), echo('0123456789abcdef'.repeat(8)))).toBe(
    'alike',
  );
  expect(compare([400, '<p>bad signature ab12</p>'], [400, '<p>bad signature 0000</p>'])).toBe('alike');
  const shuffled: Answer = [401, '{"message":"no","code":1}'];
  expect(compare(shuffled, [401, '{"code":1,"message":"no"}'])).toBe('alike');
});

test('another status, code, word or member is another refusal, whatever changes beside it', () => {
  expect(compare([400, {}], [401, {}])).toBe('another');
  expect(compare(refusal('abc', { code: 40102 }), refusal('fgh'), refusal('kl'))).toBe('another');
  expect(compare(refusal('abc', { message: 'the market is closed' }), refusal('fgh'), refusal('fghij'))).toBe(
    'another',
  );
  expect(compare(refusal('abc', { field: 'orderPrice' }), refusal('fgh'), refusal('kl'))).toBe('another');
  expect(compare([400, { error: 'E401' }], [400, { error: 'E403' }])).toBe('another');
  expect(compare([400, 'the market is closed'], [400, 'the signature is wrong'])).toBe('another');
});

test('where wrong signatures get different answers, or none, nothing is told', () => {
  expect(compare([400, {}], [401, {}], [403, {}])).toBe('unclear');
  const silence = { kind: 'timeout', because: 'no answer came within 30 s' } as const;
  expect(compare([400, {}], silence, [400, {}])).toBe('unclear');
  expect(compare([400, { code: 1, node: 'alpha' }], [400, { code: 1, node: 'beta' }])).toBe('unclear');
});
