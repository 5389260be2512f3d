import { expect, test } from '@playwright/test';
import { makeProof } from '../../../prove/make-proof.js';
import { CATALOGUE, FAULTY, LEGAL, measured, NOTICED, runOf, WHOLE } from './some-proof.js';

const INCOMPLETE = { done: 1, planned: 9, because: 'It was interrupted (SIGINT).' };
const kindsOf = (...given: Parameters<typeof measured>): string[] =>
  makeProof(measured(...given), CATALOGUE).problems.map(({ kind }) => kind);

test('a proof holds where every fault was found, and every clause has one', () => {
  expect(makeProof(measured(WHOLE), CATALOGUE)).toMatchObject({
    ...{ holds: true, whole: true, incomplete: null, problems: [] },
    figures: { faults: 3, faultsNoticed: 3, legalServices: 1, clausesProven: 3 },
  });
});

test('a clause without a fault is a problem of the whole proof only', () => {
  const subjects = [{ subject: FAULTY, runs: [runOf(FAULTY, NOTICED)] }];
  expect(kindsOf({ subjects })).toEqual(['clause without a fault', 'clause without a fault']);
  expect(makeProof(measured({ subjects, all: false }), CATALOGUE)).toMatchObject({ holds: true, whole: false });
});

test('an incomplete proof does not hold, is not whole, and says nothing of all faults together', () => {
  const subjects = [{ subject: FAULTY, runs: [runOf(FAULTY, NOTICED)] }];
  expect(makeProof(measured({ subjects, incomplete: INCOMPLETE }), CATALOGUE)).toMatchObject({
    ...{ holds: false, whole: false, incomplete: INCOMPLETE, problems: [] },
    figures: { faults: 1, faultsNoticed: 1 },
  });
});

test('what was measured before the end is judged, what was not is left out', () => {
  const subjects = [
    { subject: FAULTY, runs: [runOf(FAULTY)] },
    { subject: LEGAL, runs: [] },
  ];
  const proof = makeProof(measured({ subjects, incomplete: INCOMPLETE }), CATALOGUE);
  expect(proof.problems.map(({ kind, about }) => [kind, about])).toEqual([['unnoticed', 'fault']]);
  expect(proof.subjects.map(({ id }) => id)).toEqual(['fault']);
});

test('a run of the whole command that says something else is a problem', () => {
  const differs = {
    kind: 'the two ways disagree',
    about: 'fault',
    seeds: [1],
    what: 'AAA-001 is fail and pass',
  } as const;
  const compared = [
    { subject: 'twin', problems: [] },
    { subject: 'fault', problems: [differs] },
  ];
  const proof = makeProof(measured({ ...WHOLE, compared }), CATALOGUE);
  expect(proof.problems).toEqual([differs]);
  expect(proof.byCommand).toEqual([
    { subject: 'twin', agrees: true },
    { subject: 'fault', agrees: false },
  ]);
});

test('a clause that was left open has its reason beside it', () => {
  const runs = [
    runOf(LEGAL),
    runOf(LEGAL, { 'AAA-002': { verdict: 'unverified', reason: 'one page only' } }, { seed: 2 }),
  ];
  const subjects = [{ subject: { ...LEGAL, leaves: ['AAA-002'] }, runs }];
  expect(makeProof(measured({ subjects, all: false }), CATALOGUE).subjects[0]?.clauses).toEqual([
    { clause: 'AAA-002', verdict: 'unverified', reason: 'one page only' },
  ]);
});
