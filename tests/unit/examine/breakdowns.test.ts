import { expect, test } from '@playwright/test';
import { untilAnswered } from '../../../src/examine/resend.js';
import type { Exchange } from '../../../src/wire/exchange.js';
import { certifyReference, resultOf } from '../../support/certify-reference.js';
import { madeExchange } from '../../support/exchange-builder.js';

const RESET = { trouble: { kind: 'reset', because: 'the connection was closed before an answer came' } } as const;
const answered = (status: number): Exchange => madeExchange({ status });
const silent = { ...madeExchange(), response: undefined, ...RESET } as unknown as Exchange;

/** How often the request is sent where it comes to these in turn, and what counts. */
async function sent(...answers: readonly Exchange[]): Promise<{ times: number; last: unknown }> {
  let times = 0;
  const { response, trouble } = await untilAnswered(new AbortController().signal, () => {
    const answer = answers[times] ?? answered(400);
    times += 1;
    return Promise.resolve(answer);
  });
  return { times, last: response?.status ?? trouble?.kind };
}

test('a request that must be refused is sent again until it is answered, three times where the service fails each time', async () => {
  expect(await sent(answered(400))).toEqual({ times: 1, last: 400 });
  expect(await sent(answered(500), answered(200))).toEqual({ times: 2, last: 200 });
  expect(await sent(answered(500), answered(500), answered(200))).toEqual({ times: 3, last: 200 });
  expect(await sent(answered(500), answered(501), answered(500))).toEqual({ times: 3, last: 500 });
  expect(await sent(silent, answered(502), answered(504))).toEqual({ times: 3, last: 504 });
  expect(await sent(silent, answered(500), silent, answered(500), silent)).toEqual({ times: 5, last: 'reset' });
});

test('what the service fails over instead of refusing it holds, and ENV-007 warns', async () => {
  const clauses = ['MOD-008', 'MOD-009', 'MOD-011', 'SIG-002', 'ORD-002', 'TPS-011', 'AUT-002', 'LKP-002', 'ENV-007'];
  const results = await certifyReference({ faults: ['refusal-as-500'] }, { seed: 1 }, clauses);
  for (const id of clauses) expect(resultOf(results, id).verdict, id).toBe(id === 'ENV-007' ? 'warn' : 'pass');
  expect(results.notes).toEqual([]);
});

test('an operation that is only named is declined by a failure as well', async () => {
  const reference = { faults: ['refusal-as-500'], operations: true };
  const results = await certifyReference(reference, {}, ['OPS-001', 'OPS-009']);
  for (const id of ['OPS-001', 'OPS-009']) expect(resultOf(results, id).verdict, id).toBe('pass');
});

test('what is refused the first time by failing, and then done, is broken', async () => {
  const results = await certifyReference({ faults: ['crash-then-accept', 'crash-then-disclose'] }, {}, [
    'SIG-002',
    'AUT-006',
  ]);
  expect(results.clauses.filter(({ verdict }) => /fail|warn/.test(verdict)).map(({ id }) => id)).toEqual([
    'AUT-006',
    'SIG-002',
  ]);
});

test('a filled order is not set back, and no note tells of it, whatever became of its modifies', async () => {
  const results = await certifyReference({ alterations: [], faults: ['crash-on-filled-and-close'] }, {}, ['ORD-001']);
  expect(resultOf(results, 'ORD-001').verdict).toBe('pass');
  expect(results.notes).toEqual([]);
});
