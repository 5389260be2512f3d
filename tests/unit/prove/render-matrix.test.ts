import { createHash } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { figuresOf } from '../../../prove/figures.js';
import { judgeProof, type SubjectRuns } from '../../../prove/judge-proof.js';
import { costsOf, provenSubject, type Proof } from '../../../prove/proof.js';
import { renderMatrix } from '../../../prove/render-matrix.js';
import { renderProblems, renderSummary } from '../../../prove/render-text.js';
import { CATALOGUE, FAULTY, LEGAL, NOTICED, runOf } from './some-proof.js';

function proofOf(...all: readonly SubjectRuns[]): Proof {
  const problems = judgeProof(all, CATALOGUE);
  const clauses = CATALOGUE.filter(({ kind }) => kind !== 'observe');
  return {
    ...{ schemaVersion: 1, tool: { name: 'tradecert', version: '1' }, startedAt: '2026-01-01T00:00:00.000Z' },
    ...{
      holds: problems.length === 0,
      whole: true,
      figures: figuresOf(all, CATALOGUE, problems, 9),
      problems,
      clauses,
    },
    subjects: all.map((one) => provenSubject(one, new Set(clauses.map(({ id }) => id)))),
    costs: costsOf(all, CATALOGUE),
    byCommand: [{ subject: 'fault', agrees: true }],
  };
}

const HOLDS = proofOf({ subject: LEGAL, runs: [runOf(LEGAL)] }, { subject: FAULTY, runs: [runOf(FAULTY, NOTICED)] });
const MISSED = proofOf({ subject: FAULTY, runs: [runOf(FAULTY, { 'BBB-001': { verdict: 'fail' } })] });

/** Marks in the rows of the picture, by class. */
function marksIn(page: string): string[] {
  const rows = /<svg class="rows"[\s\S]*<\/svg>/.exec(page)?.[0] ?? '';
  return [...rows.matchAll(/<path class="(\w+)"/g)].map(([, mark = '']) => mark);
}

test('the matrix marks where a fault was found, and leaves what held empty', () => {
  const page = renderMatrix(HOLDS);
  expect(page).toContain('<h1>The proof holds</h1>');
  expect(page).not.toContain('What is wrong');
  expect(marksIn(page)).toEqual(['own']);
});

test('a fault that is missed or laid on another clause is marked as such, and told', () => {
  const page = renderMatrix(MISSED);
  expect(page).toContain('<h1>The proof does not hold</h1>');
  expect(marksIn(page)).toEqual(['wrong', 'missed']);
  expect(page).toContain('AAA-001 held');
});

test('the page runs its own script and nothing else, and asks no other host', () => {
  const page = renderMatrix(HOLDS);
  const script = /<script>([\s\S]*?)<\/script>/.exec(page)?.[1] ?? '';
  expect(page).toContain(`sha256-${createHash('sha256').update(script).digest('base64')}`);
  expect(page).toContain('default-src &#39;none&#39;');
  expect(page.match(/https?:/g)).toBeNull();
});

test('text is never markup', () => {
  const odd = { ...FAULTY, id: '<b>', does: '</script><i>' };
  const page = renderMatrix(proofOf({ subject: odd, runs: [runOf(odd, NOTICED)] }));
  expect(page).not.toMatch(/<b>|<i>/);
  expect(page).toContain('&lt;b&gt;');
});

test('the summary says whether the proof holds, and each problem is a line', () => {
  expect(renderSummary(HOLDS, '/out')).toContain(
    '1 of 1 faults noticed, each on its own clause; 0 false alarms on 1 legal',
  );
  expect(renderSummary(HOLDS, '/out')).toContain('the proof holds\n');
  expect(renderSummary(MISSED, '/out')).toContain('the proof does not hold\n');
  expect(renderProblems(MISSED.problems)).toBe(
    'unnoticed: fault at seed 1: AAA-001 held\nwrong clause: fault at seed 1: BBB-001 was found broken and is not\n',
  );
  expect(renderProblems([])).toBe('');
});

test('costs are those of the service that every clause applies to, the dearest first', () => {
  const whole = { ...LEGAL, id: 'reference-with-everything' };
  const run = runOf(whole, { 'BBB-001': { requests: 30 }, 'AAA-002': { requests: 0 } });
  expect(costsOf([{ subject: whole, runs: [run] }], CATALOGUE)).toEqual([
    { clause: 'BBB-001', requests: 30 },
    { clause: 'AAA-001', requests: 10 },
    { clause: 'QQQ-001', requests: 10 },
  ]);
  expect(HOLDS.costs).toEqual([]);
});

test('a part of the proof is not called the proof', () => {
  expect(renderSummary({ ...HOLDS, whole: false }, '/out')).toContain('this part of the proof holds\n');
  expect(renderMatrix({ ...HOLDS, whole: false })).toContain('<h1>This part of the proof holds</h1>');
});
