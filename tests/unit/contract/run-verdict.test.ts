import { expect, test } from '@playwright/test';
import { runVerdict } from '../../../src/contract/run-verdict.js';
import { someClause } from '../report/some-results.js';

const question = someClause('unverified', { id: 'OPN-025', kind: 'observe' });
const expected = someClause('unverified', { id: 'INS-009', kind: 'expected' });
const left = someClause('inapplicable', { id: 'INS-008' });
const waiver = { reason: 'known', expires: '2999-01-01' };

test('a run in which nothing was decided certifies nothing', () => {
  expect(runVerdict([question], [], false)).toBe('incomplete');
  expect(runVerdict([question, expected, left], [], false)).toBe('incomplete');
  expect(runVerdict([left], [], false)).toBe('incomplete');
  expect(runVerdict([left, { ...expected, waiver }], [], false)).toBe('incomplete');
});

test('one clause that was decided makes the others that are not required no matter', () => {
  for (const verdict of ['pass', 'warn', 'observed'] as const) {
    expect(runVerdict([question, expected, someClause(verdict)], [], false), verdict).toBe('conformant');
  }
  const known = someClause('fail', { waiver });
  expect(runVerdict([question, known], [], false)).toBe('conformant');
});

test('what need not be tested, or is waived, is not open', () => {
  const open = someClause('unverified', { waiver });
  expect(runVerdict([someClause('pass'), left, open], [], false)).toBe('conformant');
});

test('a required clause that is open makes the run incomplete, whatever holds', () => {
  expect(runVerdict([someClause('pass'), someClause('unverified')], [], false)).toBe('incomplete');
});
