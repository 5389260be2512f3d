import { expect, test } from '@playwright/test';
import { figuresOf, meanUntilNoticed } from '../../../prove/figures.js';
import { judgeProof } from '../../../prove/judge-proof.js';
import { CATALOGUE, FAULTY, LEGAL, NOTICED, runOf } from './some-proof.js';

const SECOND = runOf(FAULTY, { 'AAA-001': { verdict: 'fail', firstBrokenAt: 9 } }, { seed: 2 });

test('requests until noticed are the mean of the seeds, and the first of the clauses that show it', () => {
  expect(meanUntilNoticed({ subject: FAULTY, runs: [runOf(FAULTY, NOTICED), SECOND] })).toBe(8);
  const also = runOf(FAULTY, { ...NOTICED, 'BBB-001': { verdict: 'fail', firstBrokenAt: 3 } });
  expect(meanUntilNoticed({ subject: { ...FAULTY, also: ['BBB-001'] }, runs: [also] })).toBe(3);
  expect(meanUntilNoticed({ subject: FAULTY, runs: [also] })).toBe(7);
});

test('what was not noticed cost all requests of the run, and where nothing is wrong there is no such number', () => {
  expect(meanUntilNoticed({ subject: FAULTY, runs: [runOf(FAULTY)] })).toBe(100);
  expect(meanUntilNoticed({ subject: LEGAL, runs: [runOf(LEGAL)] })).toBeNull();
});

test('a fault counts as noticed where it was found at every seed', () => {
  const faulty = { subject: FAULTY, runs: [runOf(FAULTY, NOTICED), SECOND] };
  const missed = { subject: { ...FAULTY, id: 'other', clause: 'BBB-001' }, runs: [runOf(FAULTY)] };
  const legal = { subject: LEGAL, runs: [runOf(LEGAL, { 'AAA-002': { verdict: 'warn' } })] };
  const all = [legal, faulty, missed];
  expect(figuresOf(all, CATALOGUE, judgeProof(all, CATALOGUE), 12.4)).toEqual({
    faults: 2,
    faultsNoticed: 1,
    legalServices: 1,
    falseAlarms: 1,
    clauses: 3,
    clausesProven: 1,
    seeds: [1, 2],
    runs: 4,
    runsInFull: 4,
    requestsPerRun: 100,
    untilNoticed: { sum: 108, median: 100, worst: 100 },
    secondsPerRun: 1,
    wholeSeconds: 12,
  });
});
