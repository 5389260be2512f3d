import { expect, test } from '@playwright/test';
import { validate } from 'ctrf';
import { renderCtrf } from '../../../../src/report/machine/render-ctrf.js';
import { someClause, someResults } from '../some-results.js';
import { HOSTILE_TEXTS, resultsWith, ruledResults, textsIn, UNSEEN } from './many-results.js';

interface Report {
  readonly reportId: string;
  readonly results: {
    readonly summary: Readonly<Record<string, number>>;
    readonly tests: readonly { readonly testId: string; readonly status: string; readonly [member: string]: unknown }[];
    readonly extra: unknown;
  };
}

const report = (text: string): Report => JSON.parse(text) as Report;

for (const [name, text] of Object.entries(HOSTILE_TEXTS)) {
  test(`is valid with ${name} in every place`, () => {
    const json = renderCtrf(resultsWith(text));
    expect(validate(JSON.parse(json))).toMatchObject({ valid: true });
    expect(textsIn(JSON.parse(json))).not.toMatch(UNSEEN);
    expect(json.length).toBeLessThan(100_000);
  });
}

test('a run without clauses is valid as well', () => {
  expect(validate(JSON.parse(renderCtrf(someResults([]))))).toMatchObject({ valid: true });
});

test('each clause says what the policy says of it, and what it says itself', () => {
  const { tests, summary } = report(renderCtrf(resultsWith('x'))).results;
  expect(tests.map(({ testId, status, rawStatus }) => [testId, status, rawStatus])).toEqual([
    ['verdict', 'failed', 'non-conformant'],
    ['INS-001', 'failed', 'fail'],
    ['INS-002', 'other', 'fail'],
    ['INS-003', 'passed', 'warn'],
    ['INS-004', 'other', 'warn'],
    ['SIG-001', 'other', 'unverified'],
    ['SIG-002', 'other', 'unverified'],
    ['SIG-003', 'other', 'unverified'],
    ['OPN-001', 'passed', 'observed'],
    ['OPN-002', 'passed', 'observed'],
    ['LKP-001', 'passed', 'pass'],
    ['LKP-002', 'skipped', 'inapplicable'],
  ]);
  expect(summary).toMatchObject({ tests: 12, passed: 4, failed: 2, skipped: 1, pending: 0, other: 5, duration: 5000 });
  expect(tests[1]).toMatchObject({
    tags: ['required', 'failed'],
    labels: { standing: 'failed', cases: 3 },
    message: 'X; x: expected x, actual x (3 times)',
    filePath: 'specs/clauses/instrument.yaml',
  });
  expect(tests[2]).toMatchObject({ extra: { tradecert: { waiver: { reason: 'x', expires: '2027-01-01' } } } });
});

test('an incomplete run is red as a whole', () => {
  const { tests } = report(renderCtrf(ruledResults([someClause('unverified')]))).results;
  expect(tests.map(({ status }) => status)).toEqual(['failed', 'other']);
});

test('the same results have the same id, others have another', () => {
  const idOf = (verdict: 'pass' | 'fail'): string => report(renderCtrf(someResults([someClause(verdict)]))).reportId;
  expect(idOf('pass')).toBe(idOf('pass'));
  expect(idOf('pass')).not.toBe(idOf('fail'));
});
