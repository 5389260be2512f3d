import { expect, test } from '@playwright/test';
import { byReason } from '../../../src/report/by-reason.js';
import { renderHtml } from '../../../src/report/html/render-html.js';
import { renderSummary } from '../../../src/report/machine/render-summary.js';
import { renderTerminal } from '../../../src/report/render-terminal.js';
import { someClause, someResults } from './some-results.js';

const UNREACHABLE = 'no request was answered: the service cannot be reached: the connection was refused';
const clause = (
  id: string,
  reason: string,
  kind: 'required' | 'expected' = 'required',
): ReturnType<typeof someClause> => someClause('unverified', { id, reason, kind });

test('where nothing answers, that is told first, however many clauses lack something else', () => {
  const clauses = [clause('A-1', 'no orders'), clause('A-2', 'no orders'), clause('A-3', UNREACHABLE, 'expected')];
  expect(byReason(clauses).map(({ reason }) => reason)).toEqual([UNREACHABLE, 'no orders']);
  const results = someResults([...clauses, clause('A-4', UNREACHABLE)]);
  const terminal = renderTerminal(results, { color: false, report: 'x' });
  for (const text of [terminal, renderSummary(results), renderHtml({ results, facts: null })])
    expect(text.indexOf('cannot be reached')).toBeLessThan(text.indexOf('no orders'));
});

test('that a run was stopped before an answer came is not told first: nothing is said of the service by it', () => {
  const stopped = 'no request was answered: the run was stopped before an answer came';
  const clauses = [clause('A-1', 'interrupted'), clause('A-2', 'interrupted'), clause('A-3', stopped)];
  expect(byReason(clauses).map(({ reason }) => reason)).toEqual(['interrupted', stopped]);
});

test('otherwise the reason with most required clauses comes first, then the one with most', () => {
  const clauses = [
    ...[clause('A-1', 'few'), clause('A-2', 'some', 'expected'), clause('A-3', 'some', 'expected')],
    ...[clause('A-4', 'most'), clause('A-5', 'most'), clause('A-6', 'none', 'expected')],
  ];
  expect(byReason(clauses).map(({ reason }) => reason)).toEqual(['most', 'few', 'some', 'none']);
});

test('clauses that one reason kept from a part of their cases stand together, whatever the part', () => {
  const because = 'the client did not come to it';
  const clauses = [
    someClause('unverified', { id: 'A-1', reason: because }),
    someClause('unverified', { id: 'A-2', reason: `14 of 34 cases: ${because}` }),
    someClause('unverified', { id: 'A-3', reason: `1 of 6 cases: ${because}` }),
    someClause('unverified', { id: 'A-4', reason: '2 of 3 cases: another' }),
  ];
  expect(byReason(clauses).map(({ reason, clauses: own }) => [reason, own.length])).toEqual([
    [because, 3],
    ['2 of 3 cases: another', 1],
  ]);
});

test('answers that differ in an id or a time alone are one reason, those that differ in a code are not', () => {
  const refused = (trace: string, code = 40003): string =>
    `a valid modify was refused with status 400: {"code":${code},"trace":"${trace}"}`;
  const clauses = [
    clause('A-1', refused('0.3481926673')),
    clause('A-2', refused('2026-11-25T20:00:00Z')),
    clause('E-1', `3 of 4 cases: ${refused('7d0e-11aa-93b2-4c')}`, 'expected'),
    clause('B-1', refused('0.3481926673', 40004)),
    clause('B-2', refused('0.3481926673').replace('400', '409')),
  ];
  const groups = byReason(clauses).map(({ clauses: own }) => own.map(({ id }) => id));
  expect(groups).toEqual([['A-1', 'A-2', 'E-1'], ['B-1'], ['B-2']]);
  const text = renderTerminal(someResults(clauses), { color: false, report: 'index.html' });
  expect(text).toContain(`  ${refused('0.3481926673')}: A-1, A-2; expected: E-1\n`);
});

test('in the terminal, required and expected clauses of one reason stand together, and a long answer is shown once', () => {
  const answer = '{"status":"ERROR","code":40003,"message":"The bearer token is no JWT.","cause":"token-form"}';
  const refused = `a valid modify was refused with status 400: ${answer}`;
  const clauses = [
    clause('A-1', refused),
    clause('A-2', refused),
    clause('E-1', refused, 'expected'),
    clause(
      'B-1',
      `a lookup was refused with status 400: ${answer}; after it, so was another, with status 400: ${answer}`,
    ),
    clause('E-2', `a plain lookup was refused with status 400: ${answer}`, 'expected'),
    clause('E-3', 'no page', 'expected'),
  ];
  const text = renderTerminal(someResults(clauses), { color: false, report: 'index.html' });
  expect(text).toContain(
    'Not verified:\n' +
      `  ${refused}: A-1, A-2; expected: E-1\n` +
      '  a lookup was refused with status 400 (as above); after it, so was another, with status 400 (as above): B-1\n\n' +
      'Expected, not verified:\n' +
      '  a plain lookup was refused with status 400 (as above): E-2\n' +
      '  no page: E-3\n\n',
  );
});

test('in the terminal, all kinds of orders that a file lacks are one reason, but one or two are told as they are', () => {
  const lacks = (kind: string): string => `the order file has no unfilled ${kind} order`;
  const clauses = [
    clause('A-1', `${lacks('STOP BUY')}; ${lacks('STOP SELL')}`),
    clause('A-2', lacks('MARKET BUY')),
    clause('A-3', `${lacks('LIMIT_STOP BUY')}; no page`),
    clause('E-1', lacks('LIMIT_STOP BUY'), 'expected'),
  ];
  const shown = (some: readonly ReturnType<typeof clause>[]): string =>
    renderTerminal(someResults(some), { color: false, report: 'index.html' });
  expect(shown(clauses)).toContain(
    'Not verified:\n' +
      '  the order file has not all kinds of orders that these need, and the report says which: A-1, A-2; expected: E-1\n' +
      `  ${lacks('LIMIT_STOP BUY')}; no page: A-3\n\n`,
  );
  expect(shown(clauses.slice(0, 2))).toContain(`  ${lacks('MARKET BUY')}: A-2\n`);
});
