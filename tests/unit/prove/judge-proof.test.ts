import { expect, test } from '@playwright/test';
import { clausesWithoutFault, differences, judgeProof, judgeReference } from '../../../prove/judge-proof.js';
import type { ProofRun } from '../../../prove/proof-run.js';
import type { Subject } from '../../../prove/subjects.js';
import { CATALOGUE, FAULTY, LEGAL, NOTICED, runOf } from './some-proof.js';

function judged(subject: Subject, ...runs: readonly ProofRun[]): string[] {
  return judgeProof([{ subject, runs }], CATALOGUE).map(({ kind, what }) => `${kind}: ${what}`);
}

test('a fault found on its clause and a legal service left alone are no problem', () => {
  expect(judged(FAULTY, runOf(FAULTY, NOTICED))).toEqual([]);
  expect(judged(LEGAL, runOf(LEGAL))).toEqual([]);
});

test('a fault whose clause held went unnoticed', () => {
  expect(judged(FAULTY, runOf(FAULTY))).toEqual(['unnoticed: AAA-001 held']);
});

test('a fault whose clause could not be put to the test went unnoticed for the reason that the clause gives', () => {
  const run = runOf(FAULTY, { 'AAA-001': { verdict: 'unverified', reason: 'no order of that kind' } });
  expect(judged(FAULTY, run)).toEqual(['unnoticed: AAA-001 could not be tested: no order of that kind']);
});

test('a fault that is laid on another clause is no detection', () => {
  const elsewhere = runOf(FAULTY, { 'BBB-001': { verdict: 'fail' } });
  expect(judged(FAULTY, elsewhere)).toEqual([
    'unnoticed: AAA-001 held',
    'wrong clause: BBB-001 was found broken and is not',
  ]);
  expect(judged({ ...FAULTY, also: ['BBB-001'] }, elsewhere)).toEqual(['unnoticed: AAA-001 held']);
  expect(judged({ ...FAULTY, atTimes: ['BBB-001'] }, elsewhere)).toEqual(['unnoticed: AAA-001 held']);
});

test('what shows in a further clause by its nature may be laid on both', () => {
  const both = runOf(FAULTY, { ...NOTICED, 'BBB-001': { verdict: 'fail' } });
  expect(judged({ ...FAULTY, also: ['BBB-001'] }, both)).toEqual([]);
  expect(judged(FAULTY, both)).toHaveLength(1);
});

test('a service whose own code fails is a problem, though its fault is found', () => {
  expect(judged(FAULTY, runOf(FAULTY, NOTICED, { crashes: 2 }))).toEqual([
    'breaks its service: the code of the service failed in 2 requests',
  ]);
  expect(judged(LEGAL, runOf(LEGAL, {}, { crashes: 1 }))).toEqual([
    'breaks its service: the code of the service failed in 1 request',
  ]);
});

test('a failure and a warning against a legal service are false alarms', () => {
  for (const verdict of ['fail', 'warn'] as const) {
    expect(judged(LEGAL, runOf(LEGAL, { 'AAA-002': { verdict } }))).toEqual([
      'false alarm: AAA-002 was found broken and is not',
    ]);
  }
});

test('a clause that a legal service leaves open must be named with the twin', () => {
  const open = runOf(LEGAL, { 'AAA-002': { verdict: 'unverified', reason: 'one page only' } });
  expect(judged(LEGAL, open)).toEqual(['left open: AAA-002 could not be tested: one page only']);
  expect(judged({ ...LEGAL, leaves: ['AAA-002'] }, open)).toEqual([]);
});

test('a clause that is inapplicable though everything is bound was left open', () => {
  const run = runOf(LEGAL, { 'AAA-002': { verdict: 'inapplicable', reason: 'it is not bound' } });
  expect(judged({ ...LEGAL, needs: { operations: true } }, run)).toEqual([
    'left open: AAA-002 could not be tested: it is not bound',
  ]);
  expect(judged(LEGAL, run)).toEqual([]);
});

test('an open question that is not answered is no problem', () => {
  expect(judged(LEGAL, runOf(LEGAL, { 'QQQ-001': { verdict: 'unverified' } }))).toEqual([]);
});

test('a verdict that depends on the seed is a problem, whatever the clause', () => {
  const other = runOf(LEGAL, { 'QQQ-001': { verdict: 'unverified', reason: 'a try broke off' } }, { seed: 2 });
  expect(judged(LEGAL, runOf(LEGAL), other)).toEqual([
    'differs by seed: QQQ-001 is observed and unverified (a try broke off)',
  ]);
  expect(judged(LEGAL, runOf(LEGAL), runOf(LEGAL, {}, { seed: 2 }))).toEqual([]);
});

const BOTH = { ...NOTICED, 'BBB-001': { verdict: 'fail' } } as const;

test('a clause that a fault also shows in must show it in every run', () => {
  const subject = { ...FAULTY, also: ['BBB-001'] };
  const [both, one] = [runOf(subject, BOTH), runOf(subject, NOTICED, { seed: 2 })];
  expect(judged(subject, both)).toEqual([]);
  expect(judgeProof([{ subject, runs: [both, one] }], CATALOGUE)).toEqual([
    { kind: 'named needlessly', about: 'fault', seeds: [2], what: 'BBB-001 is said to be broken, too, and held' },
  ]);
});

test('a clause that a fault shows in at times may show it in some runs, or in none', () => {
  const subject = { ...FAULTY, atTimes: ['BBB-001'] };
  expect(judged(subject, runOf(subject, BOTH), runOf(subject, NOTICED, { seed: 2 }))).toEqual([]);
  expect(judged(subject, runOf(subject, NOTICED))).toEqual([]);
});

test('a clause that a legal service leaves open must be open in every run', () => {
  const subject = { ...LEGAL, leaves: ['AAA-002'] };
  const open = runOf(subject, { 'AAA-002': { verdict: 'unverified' } });
  expect(judged(subject, open)).toEqual([]);
  expect(judged(subject, open, runOf(subject, {}, { depth: 'standard' }))).toEqual([
    'named needlessly: AAA-002 is said to be left open, and was tested',
  ]);
});

test('a clause that a legal service is said to leave open counts as open where it does not apply', () => {
  const subject = { ...LEGAL, leaves: ['AAA-002'] };
  expect(judged(subject, runOf(subject, { 'AAA-002': { verdict: 'inapplicable' } }))).toEqual([]);
});

test('the same problem at several seeds is told once', () => {
  const runs = [1, 2, 3].map((seed) => runOf(FAULTY, {}, { seed }));
  expect(judgeProof([{ subject: FAULTY, runs }], CATALOGUE)).toEqual([
    { kind: 'unnoticed', about: 'fault', seeds: [1, 2, 3], what: 'AAA-001 held' },
  ]);
});

test('a note of an error of ours is a problem with any service', () => {
  const notes = ['The examination of AAA-001 broke down, which is an error of tradecert: TypeError.'];
  expect(judged(FAULTY, runOf(FAULTY, NOTICED, { notes }))).toHaveLength(1);
  expect(judged(LEGAL, runOf(LEGAL, {}, { notes: ['3 answers were waited for.'] }))).toEqual([]);
});

test('every clause that a service can break needs a fault that is caught at every seed', () => {
  const about = (...runs: readonly ProofRun[]): string[] =>
    clausesWithoutFault([{ subject: FAULTY, runs }], CATALOGUE).map((one) => one.about);
  expect(about(runOf(FAULTY, NOTICED))).toEqual(['AAA-002', 'BBB-001']);
  expect(about(runOf(FAULTY, NOTICED), runOf(FAULTY))).toEqual(['AAA-001', 'AAA-002', 'BBB-001']);
});

test('a clause only a client can break needs no fault of a service', () => {
  const catalogue = CATALOGUE.map((clause) => ({ ...clause, role: 'client' as const }));
  expect(clausesWithoutFault([], catalogue)).toEqual([]);
});

test('the reference service must pass what applies to it, and everything when everything is bound', () => {
  const plain = { ...LEGAL, id: 'reference' };
  const whole = { ...LEGAL, id: 'reference-with-everything' };
  const about = (subject: Subject, verdict: 'inapplicable' | 'unverified' | 'pass'): string[] =>
    judgeReference([{ subject, runs: [runOf(subject, { 'AAA-001': { verdict } })] }], CATALOGUE).map(
      ({ what }) => what,
    );
  expect(about(plain, 'inapplicable')).toEqual([]);
  expect(about(plain, 'unverified')).toEqual(['AAA-001 is unverified']);
  expect(about(whole, 'inapplicable')).toEqual(['AAA-001 is inapplicable']);
  expect(about(whole, 'pass')).toEqual([]);
});

test('two ways of running disagree where one clause has another verdict, or is missing', () => {
  const one = runOf(FAULTY, NOTICED);
  expect(differences(one, runOf(FAULTY, NOTICED, { requests: 5 }))).toEqual([]);
  expect(differences(one, runOf(FAULTY))).toEqual(['AAA-001 is fail and pass']);
  expect(differences(one, runOf(FAULTY), ['AAA-001'])).toEqual([]);
  expect(differences(one, { clauses: one.clauses.slice(1) })).toEqual(['AAA-001 is fail and missing']);
});
