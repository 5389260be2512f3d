import { expect, test } from '@playwright/test';
import { isWorthResuming } from '../../../src/cli/stopped-run.js';
import type { Results } from '../../../src/contract/results.js';
import { someClause, someResults } from '../report/some-results.js';

const NOTHING = { because: 'the service is not reached', judged: [], watched: { clauses: [], answers: {} } };

/** A run that was stopped, with these clauses and notes. */
function stopped(clauses: Results['clauses'], notes: readonly string[] = []): Results {
  return someResults(clauses, { stopped: NOTHING, notes });
}

test('a stopped run is offered to go on where it judged something, or left an order changed', () => {
  const nothing = [someClause('unverified'), someClause('inapplicable')];
  expect(isWorthResuming(stopped(nothing))).toBe(false);
  for (const verdict of ['pass', 'fail', 'warn', 'observed'] as const)
    expect(isWorthResuming(stopped([...nothing, someClause(verdict)])), verdict).toBe(true);
  const note = 'Not set back to their first values, because the service was busy: orders 1.';
  expect(isWorthResuming(stopped(nothing, [note]))).toBe(true);
});

test('a run that came to its end is not offered to go on', () => {
  expect(isWorthResuming(someResults([someClause('pass')]))).toBe(false);
});
