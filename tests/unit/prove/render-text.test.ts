import { expect, test } from '@playwright/test';
import { makeProof } from '../../../prove/make-proof.js';
import { figuresLine, renderProblems, renderSummary } from '../../../prove/render-text.js';
import { CATALOGUE, FAULTY, LEGAL, measured, NOTICED, runOf, WHOLE } from './some-proof.js';

const FIGURES = {
  ...{ faults: 5, faultsNoticed: 4, legalServices: 3, falseAlarms: 2 },
  ...{ clauses: 7, clausesProven: 6 },
};
const FOUND = { subjects: [{ subject: FAULTY, runs: [runOf(FAULTY, NOTICED)] }], all: false };
const summaryOf = (...given: Parameters<typeof measured>): string =>
  renderSummary(makeProof(measured(...given), CATALOGUE), '/out');

test('the figures are one line, with one and many told apart', () => {
  expect(figuresLine(FIGURES, { side: 'service', whole: true })).toBe(
    '4 of 5 faults noticed, each on its own clause; 2 false alarms on 3 legal services; 6 of 7 clauses proven by a fault',
  );
  const one = { faults: 1, faultsNoticed: 1, legalServices: 1, falseAlarms: 1, clauses: 1, clausesProven: 1 };
  expect(figuresLine(one, { side: 'service', whole: true })).toBe(
    '1 of 1 fault noticed, on its own clause; 1 false alarm on 1 legal service; 1 of 1 clause proven by a fault',
  );
});

test('of a part of the proof, the figures are those of what was part of it', () => {
  expect(figuresLine({ ...FIGURES, legalServices: 0, falseAlarms: 0 }, { side: 'service', whole: false })).toBe(
    '4 of 5 faults noticed, each on its own clause',
  );
  expect(figuresLine({ ...FIGURES, faults: 0 }, { side: 'service', whole: false })).toBe(
    '2 false alarms on 3 legal services',
  );
});

test('the summary says whether the proof holds', () => {
  expect(summaryOf({ ...WHOLE, compared: [{ subject: 'twin', problems: [] }] })).toBe(
    `3 of 3 faults noticed, each on its own clause; 0 false alarms on 1 legal service; 3 of 3 clauses proven by a fault
requests until a fault is noticed: 21 over all faults, median 7, worst 7, of 100 in a run
4 runs at seed 1, 1 s of processor time each, 9 s in all; 1 of 1 run of the whole command agrees
matrix: /out/index.html
the proof holds
`,
  );
  expect(summaryOf({ ...FOUND, all: true })).toMatch(/\nthe proof does not hold\n$/);
});

test('a part of the proof is not called the proof', () => {
  expect(summaryOf(FOUND)).toMatch(/^1 of 1 fault noticed, on its own clause\n/);
  expect(summaryOf(FOUND)).toMatch(/\n1 run at seed 1, 1 s of processor time each, 9 s in all\n/);
  expect(summaryOf(FOUND)).toMatch(/\nthis part of the proof holds\n$/);
});

test('of a proof in which some faults were certified by few clauses, the figures are those of the other runs', () => {
  const { subjects } = WHOLE;
  const narrow = { ...runOf(FAULTY, NOTICED, { requests: 8, cpuMs: 10 }), isInFull: false };
  const summary = summaryOf({ subjects: [...subjects, { subject: FAULTY, runs: [narrow] }] });
  expect(summary).toContain('4 of 4 faults noticed');
  expect(summary).toContain('21 over all faults, median 7, worst 7, of 100 in a run');
  expect(summary).toContain('5 runs at seed 1, 1 s of processor time each of 4 by every clause, 9 s in all');
});

test('an incomplete proof says how far it came, and why no further', () => {
  const incomplete = { done: 1, planned: 9, because: 'It was interrupted (SIGINT).' };
  expect(summaryOf({ ...FOUND, incomplete })).toMatch(
    /\nthe proof is incomplete\n1 of 9 certifications came to an end\. It was interrupted \(SIGINT\)\.\n$/,
  );
});

test('where no fault was certified, nothing is said of how soon it was noticed', () => {
  const subjects = [{ subject: LEGAL, runs: [runOf(LEGAL)] }];
  expect(summaryOf({ subjects, all: false })).not.toContain('until');
});

test('each problem is a line, and at most sixty are', () => {
  const subjects = [{ subject: FAULTY, runs: [runOf(FAULTY, { 'BBB-001': { verdict: 'fail' } })] }];
  const { problems } = makeProof(measured({ subjects, all: false }), CATALOGUE);
  expect(renderProblems(problems)).toBe(
    'unnoticed: fault at seed 1: AAA-001 held\nwrong clause: fault at seed 1: BBB-001 was found broken and is not\n',
  );
  expect(renderProblems([])).toBe('');
  expect(renderProblems(Array.from({ length: 31 }, () => problems).flat())).toMatch(/ is not\nand 2 more\n$/);
});
