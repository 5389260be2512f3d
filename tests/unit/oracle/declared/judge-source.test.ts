import { expect, test } from '@playwright/test';
import type { Declared } from '../../../../src/oracle/conduct/task.js';
import { judgeSource } from '../../../../src/oracle/declared/judge-source.js';
import type { Exchange } from '../../../../src/wire/exchange.js';
import { enveloped, madeExchange } from '../../../support/exchange-builder.js';

const SUCCESS: Declared = { kind: 'success' };
const list = (...stockCds: string[]): Declared => ({ kind: 'instruments', stockCds });
const page = (...codes: string[]): Exchange =>
  madeExchange({ body: enveloped({ details: codes.map((stockCd) => ({ stockCd })) }) });
const MODIFY = madeExchange({ operation: 'modifyOrder', status: 400, body: '' });
const ALL = ['A', 'B', 'C'];

const said = (declared: Declared, ...exchanges: Exchange[]): string => {
  const [judged] = judgeSource(declared, exchanges, ALL);
  if (judged === undefined) return 'nothing';
  return judged.outcome.outcome === 'broken' ? judged.outcome.finding.cause : judged.outcome.outcome;
};

test('a success is told of a modify that was sent', () => {
  expect(said(SUCCESS)).toBe('a success is told without a modify');
  expect(said(SUCCESS, page('A'))).toBe('a success is told without a modify');
  expect(said(SUCCESS, MODIFY)).toBe('pass');
});

test('a list is told of lookups that were sent', () => {
  expect(said(list('A'))).toBe('a list of instruments is told without a lookup');
  expect(said(list())).toBe('a list of instruments is told without a lookup');
  expect(said(list('A'), MODIFY)).toBe('a list of instruments is told without a lookup');
  expect(said(list('A', 'B'), page('A'), page('B'))).toBe('pass');
  expect(said(list(), page())).toBe('pass');
});

test('instruments are told that came', () => {
  const refused = madeExchange({ status: 400, body: '' });
  const lost = madeExchange({ trouble: { kind: 'reset', because: 'the connection was reset' } });
  expect(said(list('A', 'B', 'C'), page('A'), page('B'))).toBe('instruments are told that came in no answer');
  expect(said(list('A'), refused)).toBe('instruments are told that came in no answer');
  expect(said(list('A'), lost)).toBe('instruments are told that came in no answer');
});

test('one that there is not is told wrongly, and came from nowhere', () => {
  expect(said(list('A', 'misread'), page('A'))).toBe('pass');
});

test('of an answer that cannot be read here, it is not known what came', () => {
  const large = madeExchange({ trouble: { kind: 'oversize', because: 'the answer is larger than what is kept' } });
  const cut = madeExchange({ body: '{"data":{"details":[{"stockCd":"A"' });
  const without = madeExchange({ body: enveloped({ hasNext: false }) });
  for (const unread of [large, cut, without]) expect(said(list('A'), page('B'), unread)).toBe('nothing');
});

test('a failure needs no request', () => {
  for (const kind of ['error', 'no success'] as const) expect(said({ kind })).toBe('nothing');
  expect(said({ kind: 'nothing', because: 'it printed nothing' })).toBe('nothing');
});
