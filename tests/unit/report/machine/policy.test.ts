import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import type { ClauseResult, QuestionResult } from '../../../../src/contract/results.js';
import { packageRoot } from '../../../../src/contract/package-root.js';
import type { RunVerdict } from '../../../../src/contract/verdict.js';
import { POLICY, ruleClauses, RUN_POLICY, type Standing } from '../../../../src/report/machine/policy.js';
import { someClause } from '../some-results.js';
import { resultsWith, ruledResults, STANDINGS } from './many-results.js';

const waiver = { reason: 'known', expires: '2027-01-01' };

function standingOf(clause: ClauseResult, different: { strict?: true; drift?: boolean } = {}): Standing | undefined {
  const { strict, drift = false } = different;
  const questions: QuestionResult[] = [
    { id: clause.id, section: '7', question: 'Which?', observed: 1, pinned: 2, drift },
  ];
  return ruleClauses(ruledResults([clause], questions, strict ? { strict } : {}))[0]?.standing;
}

test('a verdict comes to what the table says of it', () => {
  expect(standingOf(someClause('fail'))).toBe('failed');
  expect(standingOf(someClause('warn'))).toBe('warned');
  expect(standingOf(someClause('unverified'))).toBe('open');
  expect(standingOf(someClause('unverified', { kind: 'expected' }))).toBe('untested');
  expect(standingOf(someClause('unverified', { kind: 'observe' }))).toBe('untested');
  expect(standingOf(someClause('observed'))).toBe('observed');
  expect(standingOf(someClause('pass'))).toBe('passed');
  expect(standingOf(someClause('inapplicable'))).toBe('inapplicable');
});

test('a waiver makes what is broken waived, and what is open untested; it changes nothing else', () => {
  expect(standingOf(someClause('fail', { waiver }))).toBe('waived');
  expect(standingOf(someClause('warn', { waiver }))).toBe('waived');
  expect(standingOf(someClause('unverified', { waiver }))).toBe('untested');
  expect(standingOf(someClause('pass', { waiver }))).toBe('passed');
});

test('under --strict, warnings and changed answers have failed; a waiver still holds', () => {
  expect(standingOf(someClause('warn'), { strict: true })).toBe('failed');
  expect(standingOf(someClause('warn', { waiver }), { strict: true })).toBe('waived');
  expect(standingOf(someClause('observed'), { drift: true })).toBe('changed');
  expect(standingOf(someClause('observed'), { drift: true, strict: true })).toBe('failed');
  expect(standingOf(someClause('unverified', { kind: 'expected' }), { strict: true })).toBe('untested');
});

test('the verdict of a run follows from what its clauses come to', () => {
  const verdicts = ['pass', 'fail', 'warn', 'observed', 'unverified', 'inapplicable'] as const;
  const clause = fc
    .record({
      verdict: fc.constantFrom(...verdicts),
      kind: fc.constantFrom('required', 'expected'),
      waived: fc.boolean(),
    })
    .map(({ verdict, kind, waived }) => someClause(verdict, { kind, ...(waived && { waiver }) }));
  const clauses = fc.array(clause, { maxLength: 6 });
  fc.assert(
    fc.property(clauses, fc.boolean(), fc.boolean(), (some, strict, drift) => {
      const asked = someClause('observed', { id: 'OPN-001' });
      const questions = [{ id: 'OPN-001', section: '7', question: 'Which?', observed: 1, pinned: 2, drift }];
      const results = ruledResults([...some, asked], questions, strict ? { strict: true } : {});
      const standings = ruleClauses(results).map(({ standing }) => standing);
      const verdict: RunVerdict = standings.includes('failed')
        ? 'non-conformant'
        : standings.includes('open')
          ? 'incomplete'
          : 'conformant';
      expect(verdict).toBe(results.verdict);
    }),
  );
});

test('every standing can come up', () => {
  const standings = ruleClauses(resultsWith('x')).map(({ standing }) => standing);
  expect([...new Set(standings)].sort()).toEqual([...STANDINGS].sort());
});

test('the documentation has the same table', () => {
  const text = readFileSync(join(packageRoot, 'docs', 'formats.md'), 'utf8');
  const cells = (first: string): string[] | undefined =>
    text
      .split('\n')
      .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')))
      .find(([, name]) => name === first)
      ?.slice(3, -1);
  for (const standing of STANDINGS) {
    const { junit, ctrf, sarif } = POLICY[standing];
    expect(cells(standing), standing).toEqual([junit, ctrf, sarif ?? '–']);
  }
  for (const [verdict, { junit, ctrf }] of Object.entries(RUN_POLICY)) {
    expect(cells(verdict), verdict).toEqual([junit, ctrf]);
  }
});
