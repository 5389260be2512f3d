import { expect, test } from '@playwright/test';
import type { Answer } from '../../../src/contract/verdict.js';
import { joinAnswers } from '../../../src/oracle/join-answers.js';

const joins: readonly (readonly [question: string, parts: readonly Answer[], whole: Answer])[] = [
  [
    'OPN-036',
    [
      ['400', '409'],
      ['400', '40001'],
    ],
    ['400', '40001', '409'],
  ],
  ['OPN-040', [['an empty string'], ['null']], ['an empty string', 'null']],
  [
    'OPN-037',
    [{ 'SIG-001': [401] }, { 'AUT-001': [400], 'SIG-001': [1000, 401] }],
    { 'AUT-001': [400], 'SIG-001': [401, 1000] },
  ],
  [
    'OPN-022',
    [
      { modifyOrder: { status: ['ok'], code: ['0'] } },
      { listOrderableStocks: { status: ['ok'], code: ['1'] }, modifyOrder: { status: ['OK'], code: ['0'] } },
    ],
    { listOrderableStocks: { status: ['ok'], code: ['1'] }, modifyOrder: { status: ['OK', 'ok'], code: ['0'] } },
  ],
  [
    'OPN-038',
    [
      { askedToWait: false, headers: [] },
      { askedToWait: true, headers: ['x-ratelimit'] },
    ],
    { askedToWait: true, headers: ['x-ratelimit'] },
  ],
  ['OPN-035', [[{ code: 'number' }], [{ code: 'number' }, 'string']], ['string', { code: 'number' }]],
  ['OPN-039', [10, 10], 10],
  ['OPN-039', [10, 3], { largest: 10, smallest: 3 }],
  ['OPN-039', [{ largest: 10, smallest: 3 }, 'all instruments came on one page', 20], { largest: 20, smallest: 3 }],
  [
    'OPN-039',
    ['all instruments came on one page', 'all instruments came on one page'],
    'all instruments came on one page',
  ],
];

for (const [question, parts, whole] of joins) {
  test(`${question}: ${JSON.stringify(parts).slice(0, 60)} is one answer, in any order`, () => {
    // Texts are compared, since the digest of results is taken of text.
    expect(JSON.stringify(joinAnswers(question, parts))).toBe(JSON.stringify(whole));
    expect(JSON.stringify(joinAnswers(question, parts.toReversed()))).toBe(JSON.stringify(whole));
  });
}

test('members that all parts have keep their order', () => {
  expect(
    Object.keys(
      joinAnswers('OPN-018', [
        { b: ['1'], a: [] },
        { b: ['2'], a: [] },
      ]) as object,
    ),
  ).toEqual(['b', 'a']);
});

test('too many are too many, as for one observer', () => {
  const codes = (from: number): string[] => Array.from({ length: 40 }, (_, at) => String(from + at));
  expect(joinAnswers('OPN-036', [codes(100), codes(120)])).toHaveLength(60);
  expect(joinAnswers('OPN-036', [codes(100), codes(121)])).toEqual(['more than 60']);
  expect(joinAnswers('OPN-036', [['more than 60'], codes(100)])).toEqual(['more than 60']);
});

test('no answer is none', () => {
  expect(joinAnswers('OPN-036', [])).toBeUndefined();
});
