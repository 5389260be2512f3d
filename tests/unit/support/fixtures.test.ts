import { expect, test, type TestInfo } from '@playwright/test';
import type { ClauseResult } from '../../../src/contract/results.js';
import { judgeResult } from '../../support/fixtures.js';
import { HOSTILE, someClause, someFinding } from '../report/some-results.js';

interface Judged {
  readonly error: Error | null;
  readonly skipped: string | null;
  readonly annotations: readonly (readonly [type: string, description: string | undefined])[];
}

/** What Playwright would learn of a clause's verdict. */
function judged(result: ClauseResult, strict = false): Judged {
  const annotations: TestInfo['annotations'] = [];
  let skipped: string | null = null;
  let error: Error | null = null;
  const skip = (_condition: unknown, description?: unknown): void => {
    skipped = String(description);
  };
  try {
    judgeResult(result, strict, { annotations, skip: skip as TestInfo['skip'] });
  } catch (thrown) {
    error = thrown as Error;
  }
  return { error, skipped, annotations: annotations.map(({ type, description }) => [type, description]) };
}

test('a clause that holds passes', () => {
  expect(judged(someClause('pass'))).toEqual({ error: null, skipped: null, annotations: [['verdict', 'pass']] });
});

test('a broken clause fails with its findings, without a stack and without control characters', () => {
  const { error, annotations } = judged(someClause('fail', { findings: [someFinding({ actual: HOSTILE })] }));
  expect(error?.message).toContain(
    'INS-007 required: pointUnit is a number.\n  A member has another type\n  at        response /data/details/3/pointUnit\n',
  );
  expect(error?.message).toContain('\\u001b[31mred\\u202e');
  expect(error?.stack).toBe(error?.message);
  expect(annotations).toEqual([['verdict', 'fail']]);
});

test('a waived failure passes, and says until when', () => {
  const { error, annotations } = judged(someClause('fail', { waiver: { reason: 'known', expires: '2027-01-01' } }));
  expect(error).toBeNull();
  expect(annotations).toContainEqual(['waived', 'until 2027-01-01: known']);
});

test('a warning passes with its findings, and fails under --strict', () => {
  const lenient = judged(someClause('warn'));
  expect(lenient.error).toBeNull();
  expect(lenient.annotations[1]?.[1]).toContain('INS-007 expected: pointUnit is a number.');
  expect(judged(someClause('warn'), true).error).not.toBeNull();
});

test('an observation passes with what was seen', () => {
  expect(judged(someClause('observed', { reason: '"refused"' })).annotations).toContainEqual(['observed', '"refused"']);
});

for (const verdict of ['unverified', 'inapplicable'] as const) {
  test(`an ${verdict} clause is skipped, and the reason begins with that`, () => {
    expect(judged(someClause(verdict, { reason: 'no orders' })).skipped).toBe(`${verdict}: no orders`);
  });
}
