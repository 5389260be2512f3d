import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { loadCatalogue } from '../../../../src/contract/catalogue.js';
import type { ProposedSentence } from '../../../../src/contract/clause.js';
import type { Answer } from '../../../../src/contract/verdict.js';
import { proposeSentences } from '../../../../src/report/questions/propose-sentences.js';
import { certifyReference } from '../../../support/certify-reference.js';

const questions = loadCatalogue().filter(({ kind }) => kind === 'observe');
const says = (text: string, answer: Answer): string[] => proposeSentences([{ says: text }], answer);

/** What no request can show: whoever runs the service has to tell. */
const UNSEEN = ['OPN-034', 'OPN-042'];

test('every question that can be answered proposes a sentence for the document, and no other clause does', () => {
  const without = questions.filter(({ proposal = [] }) => proposal.length === 0).map(({ id }) => id);
  expect(without).toEqual(UNSEEN);
  for (const { id, kind, proposal } of loadCatalogue()) {
    if (kind !== 'observe') expect(proposal, id).toBeUndefined();
  }
});

test('every place of a sentence is one that can be filled', () => {
  const known = /^(?:number|answer(?:\/.+)?|list answer|(?:each|any|where|the|nor) .+)$/;
  for (const { id, proposal = [] } of questions) {
    for (const sentence of proposal) {
      const places = [...sentence.says.matchAll(/\{([^{}]*)\}/g)].map(([, place = '']) => place);
      expect(
        places.filter((place) => !known.test(place)),
        id,
      ).toEqual([]);
      expect(sentence.says.replaceAll(/\{[^{}]*\}/g, ''), id).not.toMatch(/[{}]/);
    }
  }
});

test('the answers of the reference service make a sentence each', async () => {
  const results = await certifyReference({}, { depth: 'smoke', seed: 42 });
  const answered = results.questions.filter(({ observed }) => observed !== null);
  expect(answered.length).toBeGreaterThan(40);
  const without: string[] = [];
  for (const { id, observed } of answered) {
    const sentences = proposeSentences(questions.find((clause) => clause.id === id)?.proposal ?? [], observed);
    if (sentences.length === 0) without.push(id);
    for (const sentence of sentences) expect(sentence, id).toMatch(/^\S.*\S\.$/);
  }
  // What is told clause by clause is too long for a sentence, and a service that asks nobody to wait says nothing of its limits.
  expect(without).toEqual(['OPN-018', 'OPN-037', 'OPN-038']);
});

test('names are listed by their value, and what goes on behind a value is that value', () => {
  const answer = { a: 'accepted', b: 'refused', c: 'refused with 400', d: 'neither', e: 'refusedly' };
  expect(says('Refused: {each refused}.', answer)).toEqual(['Refused: b and c.']);
  expect(says('Refused {where refused}.', answer)).toEqual(['Refused where b or where c.']);
  expect(says('With {any refused}.', { ...answer, f: 'refused' })).toEqual(['With b, c or f.']);
  expect(says('Never {any covered}.', answer)).toEqual([]);
});

test('what a signature covers, and error codes, read as an author would write them', () => {
  const covered = {
    body: 'covered',
    method: 'covered',
    token: 'not covered by the declared template',
    path: 'not covered',
  };
  const proposalOf = (id: string): readonly ProposedSentence[] =>
    questions.find((one) => one.id === id)?.proposal ?? [];
  expect(proposeSentences(proposalOf('OPN-026'), covered)).toEqual([
    'The signature covers the body and the method.',
    'The signature does not cover the token or the path.',
  ]);
  const codes = ['40003', '200', '40001', '40002', '40007', '40008'];
  expect(proposeSentences(proposalOf('OPN-036'), codes)).toEqual([
    'Error codes of refusals: 200, 40001 to 40003, 40007 and 40008.',
  ]);
  expect(proposeSentences(proposalOf('OPN-036'), ['E-1'])).toEqual(['Error codes of refusals: E-1.']);
  expect(says('{list answer}.', ['099', '100', '101', '1e2'])).toEqual(['099, 100, 101 and 1e2.']);
});

test('a place that finds nothing leaves its sentence out', () => {
  expect(says('{answer} at all.', null)).toEqual([]);
  expect(says('{answer}.', [])).toEqual([]);
  expect(says('{number}.', 'ten')).toEqual([]);
  expect(says('{number} of {answer/largest}.', 10)).toEqual([]);
  expect(says('{answer/constructor}.', {})).toEqual([]);
  expect(says('{answer/a/b}.', { a: { b: null } })).toEqual([]);
});

test('a shape is told in words', () => {
  const shapes = [{ code: 'number', message: 'string' }, { message: 'string' }];
  expect(says('Shape: {answer}.', shapes)).toEqual(['Shape: code (number) and message (string) or message (string).']);
});

test('a list that no author would put into a document is no sentence', () => {
  const ids = (count: number): string[] => Array.from({ length: count }, (_, index) => `MOD-${100 + index}`);
  expect(says('Refused: {answer}.', ids(5))).toHaveLength(1);
  expect(says('Refused: {answer}.', ids(98))).toEqual([]);
});

test('answers are put into words', () => {
  expect(says('{number}.', 10)).toEqual(['10.']);
  expect(says('{answer}.', ['x', 'y', 'z'])).toEqual(['x, y or z.']);
  expect(says('{answer/~1a~1b}.', { '/a/b': { GET: 405, HEAD: 405, OPTIONS: [200, 204] } })).toEqual([
    '405 for GET and HEAD; 200 or 204 for OPTIONS.',
  ]);
  expect(says('{any 1}.', { 'a, b': 1, c: 1 })).toEqual([]);
  expect(says('{any x}.', { 'a, b': 'x', c: 'x' })).toEqual(['a, b; or c.']);
  expect(says('{answer}.', [{ code: 'number' }])).toEqual(['code (number).']);
});

test('what a service says is no pattern and no place', () => {
  expect(says('Says {answer}.', "$& {answer} $' $1")).toEqual(["Says $& {answer} $' $1."]);
});

test('a sentence is for the answer it names, or for members', () => {
  const only = (when: Answer, answer: Answer): number => proposeSentences([{ when, says: 'Yes.' }], answer).length;
  expect([only(true, true), only(true, false), only(true, 'true')]).toEqual([1, 0, 0]);
  expect([only([], []), only([], ['a']), only([], {})]).toEqual([1, 0, 0]);
  expect([
    only({ jwt: true }, { jwt: true, alg: 'x' }),
    only({ jwt: true }, { alg: 'x' }),
    only({ a: 1 }, null),
  ]).toEqual([1, 0, 0]);
  expect([only('refused', 'refused with 400'), only('refused', 'accepted')]).toEqual([1, 0]);
});

test('no answer whatsoever breaks a proposal', () => {
  const sentences = questions.flatMap(({ proposal = [] }) => proposal);
  const answers = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Answer>;
  fc.assert(
    fc.property(answers, (answer) => {
      for (const sentence of proposeSentences(sentences, answer)) expect(typeof sentence).toBe('string');
    }),
    { numRuns: 200 },
  );
});
