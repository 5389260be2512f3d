import { expect, test } from '@playwright/test';
import type { Outcome } from '../../../src/contract/verdict.js';
import {
  judgeEnd,
  judgeKeysAccepted,
  judgeLastPage,
  judgeProgress,
  judgeRepeats,
  repeatInPage,
} from '../../../src/oracle/walk-verdicts.js';
import { readPage, type Walk, type WalkEnd } from '../../../src/oracle/walk.js';
import { pageExchange, recorded, walked, type MadePage } from '../../support/walk-builder.js';

const FIRST: MadePage = { nextKey: 'k', codes: ['A', 'B'] };
const LAST: MadePage = { codes: ['C'] };
const BROKE_OFF: WalkEnd = { kind: 'broke off', because: 'it was cut', passing: true };
const ENDLESS: WalkEnd = { kind: 'endless', because: '40 pages came' };
const NO_KEY: WalkEnd = { kind: 'no key' };
const refused = (page: number, times: number): WalkEnd => ({ kind: 'refused', page, status: 400, times });

/** A walk whose last answer is kept, as where that ended it. */
function endedBy(last: MadePage, end: WalkEnd, ...before: readonly MadePage[]): Walk {
  const recorder = recorded([...before, last]);
  recorder.addLast(pageExchange(last, 99));
  return recorder.finish(end);
}

/** A whole walk, and what the key of its last page led to. */
function goingOn(...codes: readonly string[]): Walk {
  const recorder = recorded([FIRST, LAST]);
  const exchange = pageExchange({ codes }, 99);
  const page = readPage(exchange);
  if (typeof page === 'string') throw new Error(page);
  recorder.addAfterEnd(exchange, page);
  return recorder.finish({ kind: 'complete' });
}

const brokenBy = (cause: string, shown: number): Record<string, unknown> => ({
  outcome: 'broken',
  finding: { cause, shown: { exchange: shown } },
});
const open = (because: string): Outcome => ({ outcome: 'unverified', because });
const PASS: Outcome = { outcome: 'pass' };

test('keys are accepted where a second page came', () => {
  expect(judgeKeysAccepted(walked([FIRST, LAST]))).toMatchObject(PASS);
  expect(judgeKeysAccepted(walked([FIRST, LAST], BROKE_OFF))).toMatchObject(PASS);
});

test('a walk of one page sent no key', () => {
  expect(judgeKeysAccepted(walked([LAST]))).toEqual({
    outcome: 'inapplicable',
    because: 'every walk ended with its first page, so there was no nextKey to send',
  });
  expect(judgeKeysAccepted(walked([FIRST], BROKE_OFF))).toEqual(open('the walk of ALL broke off: it was cut'));
  expect(judgeKeysAccepted(walked([], refused(1, 5)))).toEqual(
    open('the walk of ALL broke off: page 1 was answered with status 400'),
  );
});

test('a key is refused where it was so in two walks in a row', () => {
  expect(judgeKeysAccepted(endedBy(FIRST, refused(2, 1)))).toEqual(open('page 2 was answered with status 400'));
  expect(judgeKeysAccepted(endedBy(FIRST, refused(2, 2)))).toMatchObject(
    brokenBy('a nextKey that the service gave is not answered with status 200', 99),
  );
  expect(judgeKeysAccepted(endedBy({ nextKey: 'l' }, refused(3, 2), FIRST))).toMatchObject({
    finding: { at: 'response status', expected: '200', actual: '400 for the nextKey of page 2, in 2 walks in a row' },
  });
});

test('a key leads on where another page came', () => {
  expect(judgeProgress(walked([FIRST, LAST]))).toMatchObject(PASS);
  expect(judgeProgress(walked([FIRST, LAST], BROKE_OFF))).toMatchObject(PASS);
  expect(judgeProgress(walked([LAST]))).toEqual({ outcome: 'inapplicable', because: 'no page had hasNext true' });
  expect(judgeProgress(walked([LAST], BROKE_OFF))).toEqual(open('the walk of ALL broke off: it was cut'));
  expect(judgeProgress(walked([FIRST], refused(2, 3)))).toEqual(
    open('the walk of ALL broke off: page 2 was answered with status 400'),
  );
  expect(judgeProgress(walked([], BROKE_OFF)).outcome).toBe('unverified');
});

test('hasNext true with an empty key breaks progress', () => {
  expect(judgeProgress(endedBy({ hasNext: true, nextKey: '' }, NO_KEY))).toMatchObject({
    outcome: 'broken',
    finding: {
      cause: 'hasNext is true and nextKey is empty',
      at: 'response /data/nextKey',
      expected: 'a string that is not empty',
      actual: 'the string ""',
      shown: { exchange: 99 },
    },
  });
  // What is no string is for LKP-012 to tell.
  for (const data of [
    { hasNext: true, nextKey: null },
    { hasNext: true, nextKey: undefined },
  ]) {
    expect(judgeProgress(endedBy(data, NO_KEY))).toMatchObject({ outcome: 'unverified' });
  }
  expect(judgeProgress(walked([], NO_KEY)).outcome).toBe('unverified');
});

test('a key that leads to the same page again breaks progress', () => {
  const outcome = judgeProgress(walked([{ nextKey: 'j', codes: ['X'] }, FIRST, FIRST, LAST]));
  expect(outcome).toMatchObject(brokenBy('the nextKey leads to the same page again', 3));
  expect(outcome).toMatchObject({
    finding: { at: 'response /data', expected: 'another page', actual: 'page 3 is page 2 again, with the nextKey "k"' },
  });
  const numbered = { nextKey: 7, codes: ['A'] };
  expect(judgeProgress(walked([numbered, numbered]))).toMatchObject({
    finding: { actual: 'page 2 is page 1 again, with the nextKey ""' },
  });
});

test('an empty page that comes again breaks nothing', () => {
  const empty = { nextKey: 'k' };
  expect(judgeProgress(walked([empty, empty, LAST]))).toMatchObject(PASS);
});

test('the same key for every page breaks nothing while the pages differ', () => {
  expect(judgeProgress(walked([FIRST, { nextKey: 'k', codes: ['C'] }, { codes: ['D'] }]))).toMatchObject(PASS);
});

test('a walk ends where its pages run out', () => {
  expect(judgeEnd(walked([FIRST, LAST]))).toMatchObject(PASS);
  expect(judgeEnd(walked([FIRST], BROKE_OFF))).toEqual(open('the walk of ALL broke off: it was cut'));
  expect(judgeEnd(endedBy(FIRST, ENDLESS, FIRST))).toMatchObject({
    outcome: 'broken',
    finding: {
      cause: 'a walk does not come to an end',
      at: 'page 2 of the walk of ALL',
      expected: 'hasNext false',
      actual: 'hasNext true: 40 pages came',
      shown: { exchange: 99 },
    },
  });
});

test('what was not kept is not shown', () => {
  const outcome = judgeEnd(walked([FIRST], ENDLESS));
  expect(outcome.outcome).toBe('broken');
  expect(outcome).not.toHaveProperty('finding.shown');
});

test('each instrument once breaks nothing', () => {
  expect(judgeRepeats(walked([FIRST, LAST]), null)).toMatchObject(PASS);
  expect(judgeRepeats(walked([FIRST, LAST], BROKE_OFF), null)).toEqual(open('the walk of ALL broke off: it was cut'));
});

test('an instrument twice on one page is broken without a second walk', () => {
  const walk = walked([FIRST, { codes: ['B', 'C', 'D', 'C'] }]);
  expect(repeatInPage(walk)).toMatchObject({ stockCd: 'C', firstPage: 2, page: 2 });
  const outcome = judgeRepeats(walk, null);
  expect(outcome).toMatchObject(brokenBy('an instrument comes twice on one page', 2));
  expect(outcome).toMatchObject({
    finding: {
      at: 'response /data/details/1/stockCd and /data/details/3/stockCd, page 2 of the walk of ALL',
      expected: 'each instrument once',
      actual: 'the string "C" twice',
    },
  });
});

test('an instrument on two pages is broken where another walk has the like', () => {
  const walk = walked([FIRST, { codes: ['C', 'B'] }]);
  expect(repeatInPage(walk)).toBeUndefined();
  expect(judgeRepeats(walk, null)).toMatchObject(PASS);
  expect(judgeRepeats(walk, walked([FIRST, LAST]))).toMatchObject(PASS);
  const outcome = judgeRepeats(walk, walked([FIRST, { codes: ['A'] }]));
  expect(outcome).toMatchObject(brokenBy('an instrument comes on two pages', 2));
  expect(outcome).toMatchObject({ finding: { actual: 'the string "B" also on page 1' } });
  expect(judgeRepeats(walked([FIRST, LAST]), walk)).toMatchObject(PASS);
});

test('pages that come round for ever are not also repeats', () => {
  const walk = walked([{ nextKey: 'k', codes: ['A', 'A'] }], ENDLESS);
  expect(judgeRepeats(walk, walk)).toEqual(open('the walk of ALL does not come to an end (PAG-004)'));
});

test('a last page without a key to more is the last one', () => {
  expect(judgeLastPage(walked([FIRST, LAST]), () => true)).toMatchObject(PASS);
  expect(judgeLastPage(goingOn('A', 'C'), () => true)).toMatchObject(PASS);
  expect(judgeLastPage(goingOn(), () => true)).toMatchObject(PASS);
});

test('instruments behind the last page are broken, unless another walk had them', () => {
  const outcome = judgeLastPage(goingOn('A', 'D', 'E'), () => true);
  expect(outcome).toMatchObject(
    brokenBy('after a page with hasNext false, its nextKey leads to further instruments', 99),
  );
  expect(outcome).toMatchObject({
    finding: {
      at: 'after page 2 of the walk of ALL',
      expected: 'no further instruments',
      actual: '2 more, such as the string "D"',
    },
  });
  expect(judgeLastPage(goingOn('D', 'E'), (stockCd) => stockCd === 'E')).toMatchObject({
    finding: { actual: '1 more, such as the string "E"' },
  });
  expect(judgeLastPage(goingOn('D', 'E'), () => false)).toMatchObject(PASS);
});

test('what is behind the last page is not known of a walk that broke off', () => {
  const walk = { ...goingOn('D'), end: BROKE_OFF };
  expect(judgeLastPage(walk, () => true)).toEqual(open('the walk of ALL broke off: it was cut'));
});
