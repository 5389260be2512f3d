import { createHash } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { makeProof } from '../../../prove/make-proof.js';
import { costsOf, type Proof } from '../../../prove/proof.js';
import { renderMatrix } from '../../../prove/render-matrix.js';
import type { Subject } from '../../../prove/subjects.js';
import { CATALOGUE, FAULTY, LEGAL, measured, NOTICED, runOf, WHOLE } from './some-proof.js';

function proofOf(...[different]: Parameters<typeof measured>): Proof {
  return makeProof(measured(different), CATALOGUE);
}

/** A part of the proof: one service at one seed. */
function partOf(subject: Subject, different: Parameters<typeof runOf>[1] = {}): Proof {
  return proofOf({ subjects: [{ subject, runs: [runOf(subject, different)] }], all: false });
}

const HOLDS = proofOf(WHOLE);
const MISSED = partOf(FAULTY, { 'BBB-001': { verdict: 'fail' } });

/** Marks in the rows of the picture, by class. */
function marksIn(page: string): string[] {
  const rows = /<svg class="rows"[\s\S]*<\/svg>/.exec(page)?.[0] ?? '';
  return [...rows.matchAll(/<path class="(\w+)"/g)].map(([, mark = '']) => mark);
}

test('the matrix marks where a fault was found, and leaves what held empty', () => {
  const page = renderMatrix(HOLDS);
  expect(page).toContain('<h1>The proof holds</h1>');
  expect(page).not.toContain('What is wrong');
  expect(marksIn(page)).toEqual(['own', 'own', 'own']);
});

test('a fault that is missed or laid on another clause is marked as such, and told', () => {
  const page = renderMatrix(MISSED);
  expect(page).toContain('<h1>This part of the proof does not hold</h1>');
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
  const page = renderMatrix(partOf(odd, NOTICED));
  expect(page).not.toMatch(/<b>|<i>/);
  expect(page).toContain('&lt;b&gt;');
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
  expect(renderMatrix(partOf(FAULTY, NOTICED))).toContain('<h1>This part of the proof holds</h1>');
});

test('an incomplete proof is marked as such in its title, with how far it came', () => {
  const incomplete = { done: 4, planned: 9, because: 'It was interrupted (SIGTERM).' };
  const page = renderMatrix(proofOf({ ...WHOLE, incomplete }));
  expect(page).toContain('<title>The proof is incomplete');
  expect(page).toContain('<h1>The proof is incomplete</h1>');
  expect(page).toContain('4 of 9 certifications came to an end. It was interrupted (SIGTERM).');
  expect(page).not.toContain('clauses with a fault that they find');
});

test('where few clauses are marked, these alone have a column, with their id over it', () => {
  const page = renderMatrix(MISSED);
  const [head = ''] = /<svg class="head"[\s\S]*?<\/svg>/.exec(page) ?? [];
  expect([...head.matchAll(/>([^<]+)<\/text>/g)].map(([, text]) => text)).toEqual(['AAA-001', 'BBB-001']);
});

test('where many clauses are marked, all have a narrow column, under the names of their areas', () => {
  const [one] = CATALOGUE;
  if (one === undefined) throw new Error('no clause');
  const many = Array.from({ length: 31 }, (_, at) => ({ ...one, id: `CCC-${100 + at}`, area: 'many-clauses' }));
  const run = runOf(LEGAL);
  const clauses = many.map(({ id }) => ({ clause: id, requests: 1, verdict: 'fail' as const }));
  const given = measured({ subjects: [{ subject: LEGAL, runs: [{ ...run, clauses }] }], all: false });
  const page = renderMatrix(makeProof(given, [...CATALOGUE, ...many]));
  const [head = ''] = /<svg class="head"[\s\S]*?<\/svg>/.exec(page) ?? [];
  expect([...head.matchAll(/>([^<]+)<\/text>/g)].map(([, text]) => text)).toEqual(['aaa', 'bbb', 'many clauses']);
});

test('where no clause is marked there is no picture', () => {
  const page = renderMatrix(partOf(LEGAL));
  expect(page).not.toContain('What each clause finds');
  expect(page).toContain('<code>twin</code>');
});

test('the table tells why a clause was left open', () => {
  const page = renderMatrix(partOf(LEGAL, { 'AAA-002': { verdict: 'unverified', reason: 'one page only' } }));
  expect(page).toContain('AAA-002 left open (one page only)');
});
