import { expect, test } from '@playwright/test';
import { judgeAgain } from '../../../../src/oracle/declared/judge-again.js';
import type { Exchange } from '../../../../src/wire/exchange.js';
import { enveloped, madeExchange } from '../../../support/exchange-builder.js';

const modify = (change: Parameters<typeof madeExchange>[0], text = '{"orderPrice":1.5}'): Exchange => {
  const made = madeExchange({ operation: 'modifyOrder', ...change });
  return { ...made, request: { ...made.request, text } };
};
const answered = (status: number, text?: string): Exchange => modify({ status, body: '' }, text);
const accepted = (text?: string): Exchange => modify({ body: enveloped({ success: true }) }, text);
const LOST = modify({ trouble: { kind: 'reset', because: 'the connection was reset' } });

const said = (...modifies: Exchange[]): Record<string, string> =>
  Object.fromEntries(judgeAgain(modifies).map(({ clause, outcome }) => [clause, outcome.outcome]));

test('a modify of which it is not known what came of it does not come again', () => {
  for (const unknown of [LOST, answered(502), answered(504)]) {
    expect(said(unknown)).toEqual({ 'CLI-044': 'pass' });
    expect(said(unknown, unknown)).toEqual({ 'CLI-044': 'broken' });
    expect(said(unknown, answered(400))).toEqual({ 'CLI-044': 'broken' });
    expect(said(unknown, accepted())).toEqual({ 'CLI-044': 'broken', 'CLI-047': 'pass' });
    expect(said(accepted(), unknown)).toEqual({ 'CLI-044': 'pass', 'CLI-047': 'broken' });
  }
});

test('a modify that succeeded does not come again, however it is spelled', () => {
  expect(said(accepted())).toEqual({ 'CLI-047': 'pass' });
  expect(said(accepted(), accepted())).toEqual({ 'CLI-047': 'broken' });
  expect(said(accepted('{"a":1,"b":2}'), accepted('{ "b": 2.0, "a": 1 }'))).toEqual({ 'CLI-047': 'broken' });
  expect(said(answered(503), accepted(), answered(400))).toEqual({ 'CLI-047': 'broken' });
});

test('another change may follow one that succeeded', () => {
  expect(said(accepted('{"orderPrice":1}'), accepted('{"orderPrice":2}'))).toEqual({ 'CLI-047': 'pass' });
});

test('a modify that was refused, or found the service busy, may come again', () => {
  const noSuccess = modify({ body: enveloped({ success: false }) });
  for (const refused of [answered(400), answered(401), answered(429), answered(500), answered(503), noSuccess]) {
    expect(said(refused, refused)).toEqual({});
    expect(said(refused, accepted())).toEqual({ 'CLI-047': 'pass' });
  }
});

test('a modify whose answer with status 200 says neither yes nor no does not come again', () => {
  const html = modify({ body: '<html>' });
  const unreadable = (...modifies: Exchange[]) =>
    Object.fromEntries(judgeAgain(modifies, true).map(({ clause, outcome }) => [clause, outcome.outcome]));
  expect(unreadable(html)).toEqual({ 'CLI-044': 'pass' });
  expect(unreadable(html, html)).toEqual({ 'CLI-044': 'broken' });
  expect(unreadable(answered(503), html)).toEqual({ 'CLI-044': 'pass' });
  expect(unreadable(answered(400), answered(400))).toEqual({});
  expect(said(html, html)).toEqual({});
});
