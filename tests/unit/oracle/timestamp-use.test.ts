import { expect, test } from '@playwright/test';
import { judgeTimestampUse, type TimestampCase, type TimestampPlace } from '../../../src/oracle/timestamp-use.js';
import { madeExchange } from '../../support/exchange-builder.js';

const PLACES: Readonly<Record<string, TimestampPlace>> = { a: 'above', s: 'the same', b: 'below' };

/** A letter for each modify: above, the same, below; in capitals it is accepted. */
function casesOf(letters: string): TimestampCase[] {
  return letters.split(/(?=.)/).map((letter, at) => {
    const isTaken = letter !== letter.toLowerCase();
    const body = isTaken ? { status: 'SUCCESS', code: 200, data: { success: true } } : { status: 'FAIL', code: 400 };
    const exchange = madeExchange({ number: at, operation: 'modifyOrder', status: isTaken ? 200 : 400, body });
    return { place: PLACES[letter.toLowerCase()] ?? 'above', timestamp: 100 + at, exchange };
  });
}

test('a timestamp that is refused each time between others that are accepted is told, with a pair', () => {
  const outcome = judgeTimestampUse(casesOf('AsAsAsA'), 'the same');
  expect(outcome).toMatchObject({
    outcome: 'broken',
    finding: {
      actual: expect.stringContaining('refused 3 of 3 times'),
      shown: { exchange: 5 },
      sibling: { exchange: 4 },
    },
  });
  expect(judgeTimestampUse(casesOf('AbAbAbA'), 'below').outcome).toBe('broken');
});

test('one that is accepted once is no matter of its place', () => {
  expect(judgeTimestampUse(casesOf('AsAsAS'), 'the same')).toEqual({ outcome: 'pass' });
  expect(judgeTimestampUse(casesOf('AbAsAB'), 'below')).toEqual({ outcome: 'pass' });
});

test('too few refusals, and those that are not between accepted ones, leave it open', () => {
  for (const letters of ['', 'a', 'A', 'AsAsA', 'AsasAsA', 'AsAsAs', 'sAsAsA', 'AbAbAbA'])
    expect(judgeTimestampUse(casesOf(letters), 'the same').outcome, letters).toBe('unverified');
});
