import { expect, test } from '@playwright/test';
import { compareTimestamps, isTimestamp } from '../../../src/oracle/timestamp-text.js';

/** Compares both ways round: the order must not matter. */
function compare(one: string, other: string): string {
  const there = compareTimestamps(one, other);
  expect(compareTimestamps(other, one), `${other} with ${one}`).toBe(there);
  return there;
}

test('a timestamp is a date with a time', () => {
  expect(isTimestamp('2026-01-05T09:00:00Z')).toBe(true);
  for (const text of ['2026-01-05', '2026-01-05 09:00:00', '09:00', '']) expect(isTimestamp(text), text).toBe(false);
});

for (const [one, other] of [
  ['2026-01-05T09:00:00Z', '2026-01-05T09:00:00+00:00'],
  ['2026-01-05T09:00:00Z', '2026-01-05T09:00:00-00'],
  ['2026-01-05T09:00:00Z', '2026-01-05T04:00:00-05:00'],
  ['2026-01-05T09:00:00Z', '2026-01-05T14:30:00+05:30'],
  ['2026-01-05T09:00:00Z', '2026-01-05T05:30:00-0330'],
  ['2026-01-05T09:00:00Z', '20260105T180000+09'],
  ['2026-01-05T09:00:00Z', '2026-01-05t09:00:00z'],
  ['2026-01-05T09:00:00Z', '2026-01-05 09:00:00Z'],
  ['2026-01-05T09:00:00Z', '2026-01-05T09:00Z'],
  ['2026-01-05T09:00:00Z', '20260105T0900Z'],
  ['2026-01-05T09:00:00.5Z', '2026-01-05T09:00:00,500Z'],
  ['2026-01-05T09:00:00.5Z', '2026-01-05T09:00:00Z'],
  ['2026-01-05T09:00:00.12Z', '2026-01-05T09:00:00.123Z'],
  ['2026-01-31T23:30:00-01:00', '2026-02-01T00:30:00Z'],
  ['2025-12-31T23:00:00-01:00', '2026-01-01T00:00:00Z'],
  ['2024-02-29T23:00:00-01:00', '2024-03-01T00:00:00Z'],
  ['2026-01-05T09:00:07', '2026-01-05 09:00:07'],
] as const) {
  test(`${one} and ${other} are the same moment`, () => {
    expect(compare(one, other)).toBe('same');
  });
}

for (const [one, other] of [
  ['2026-01-05T09:00:00Z', '2026-01-05T09:00:01Z'],
  ['2026-01-05T09:00:00Z', '2026-01-05T09:01:00Z'],
  ['2026-01-05T09:00:00Z', '2026-01-05T10:00:00Z'],
  ['2026-01-05T09:00:00Z', '2026-01-06T09:00:00Z'],
  ['2026-01-05T09:00:00Z', '2026-02-05T09:00:00Z'],
  ['2026-01-05T09:00:00Z', '2027-01-05T09:00:00Z'],
  ['2026-01-05T09:00:00Z', '2026-01-05T09:00:00+00:01'],
  ['2026-01-05T14:30:00-05:30', '2026-01-05T14:30:00+05:30'],
  ['2026-01-05T09:00:00.12Z', '2026-01-05T09:00:00.13Z'],
  ['2026-01-05T09:00:00.12Z', '2026-01-05T09:00:00.1300Z'],
  ['2026-01-05T09:00:00', '2026-01-05T10:00:00'],
  ['2026-01-05T09:00:00', '2026-01-05T09:20:00Z'],
  ['2026-01-05T09:00:00', '2026-01-06T11:15:00Z'],
] as const) {
  test(`${one} and ${other} are different moments`, () => {
    expect(compare(one, other)).toBe('different');
  });
}

test('without an offset on one side, it is open as far as offsets reach: 26 hours, in quarters of an hour', () => {
  for (const other of ['09:00:00Z', '09:15:00Z', '00:00:00+14:00', '09:00:00-12']) {
    expect(compare('2026-01-05T09:00:00', `2026-01-05T${other}`), other).toBe('open');
  }
  expect(compare('2026-01-05T09:00:00', '2026-01-06T11:00:00Z')).toBe('open');
  expect(compare('2026-01-05T09:00:00', '2026-01-04T07:00:00Z')).toBe('open');
});

test('what is no timestamp cannot be compared, not even with itself', () => {
  for (const text of [
    '',
    'now',
    '2026-01-05',
    '2026-13-05T09:00:00Z',
    '2026-01-05T25:00:00Z',
    '2026-01-05T09:00:00 ',
  ]) {
    expect(compare(text, '2026-01-05T09:00:00Z'), text).toBe('unreadable');
    expect(compare(text, text), text).toBe('unreadable');
  }
});
