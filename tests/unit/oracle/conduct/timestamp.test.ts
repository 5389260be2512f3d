import { expect, test } from '@playwright/test';
import type { Headers } from '../../../../src/wire/exchange.js';
import { BEARER, conductOf, modifyPassage, NOW_MS, NOW_S, ORDER, someFacts } from '../../../support/conduct-builder.js';

function broken(values: readonly (string | number)[], clockSlackMs = 0, arrivedAtMs = NOW_MS): readonly string[] {
  const times: Headers = values.map((value) => ['X-Timestamp', String(value)]);
  const headers: Headers = [BEARER, ...times, ['Content-Type', 'application/json']];
  return conductOf([modifyPassage(ORDER, { headers, arrivedAtMs })], someFacts({ clockSlackMs })).broken;
}

test('CLK-001: a modify has X-Timestamp', () => {
  expect(broken([])).toEqual(['CLK-001']);
  expect(broken([NOW_S])).toEqual([]);
});

test('CLK-002: X-Timestamp is a number, in whatever spelling', () => {
  const iso = new Date(NOW_MS).toISOString();
  for (const value of ['', ' ', 'now', 'NaN', iso, `${NOW_S}s`, `t${NOW_S}`, '1_767_571_200', '0x695b7a40', '.']) {
    expect(broken([value]), value).toEqual(['CLK-002']);
  }
  for (const value of [`${NOW_S}.5`, `${NOW_S}.`, `+${NOW_S}`, `0${NOW_S}`, NOW_S.toExponential()]) {
    expect(broken([value]), value).toEqual([]);
  }
});

test('CLK-003: X-Timestamp is in seconds', () => {
  for (const value of [NOW_MS, NOW_MS - 5_000_000, NOW_S * 1e6, `${NOW_S}000000000`]) {
    expect(broken([value]), String(value)).toEqual(['CLK-003']);
  }
});

test('CLK-006 CLK-007: the window is 60 seconds wide to both sides, its edges included', () => {
  for (const ahead of [-60, -59, 0, 59, 60]) expect(broken([NOW_S + ahead]), String(ahead)).toEqual([]);
  for (const ahead of [-61, -3_600, -NOW_S, -2 * NOW_S]) {
    expect(broken([NOW_S + ahead]), String(ahead)).toEqual(['CLK-006']);
  }
  for (const ahead of [61, 32_400, 2 ** 32]) expect(broken([NOW_S + ahead]), String(ahead)).toEqual(['CLK-007']);
});

test('a timestamp inside the window keeps every clause, one outside only those on the other side', () => {
  const passed = (ahead: number): readonly string[] => {
    const times: Headers = [BEARER, ['X-Timestamp', String(NOW_S + ahead)], ['Content-Type', 'application/json']];
    return conductOf([modifyPassage(ORDER, { headers: times })]).passed.filter((clause) => clause.startsWith('CLK'));
  };
  expect(passed(0)).toEqual(['CLK-001', 'CLK-002', 'CLK-003', 'CLK-006', 'CLK-007']);
  expect(passed(-61)).toEqual(['CLK-001', 'CLK-002', 'CLK-003']);
  expect(passed(61)).toEqual(['CLK-001', 'CLK-002', 'CLK-003']);
});

test('the second in which a request arrives counts as a whole', () => {
  for (const within of [0, 1, 999]) {
    const arrivedAtMs = NOW_S * 1000 + within;
    expect(broken([NOW_S - 60], 0, arrivedAtMs)).toEqual([]);
    expect(broken([NOW_S - 61], 0, arrivedAtMs)).toEqual(['CLK-006']);
    expect(broken([NOW_S + 60], 0, arrivedAtMs)).toEqual([]);
    expect(broken([NOW_S + 61], 0, arrivedAtMs)).toEqual(['CLK-007']);
  }
});

test('a clock that is read with some slack widens the window', () => {
  expect(broken([NOW_S - 62], 1_500)).toEqual([]);
  expect(broken([NOW_S - 63], 1_500)).toEqual(['CLK-006']);
  expect(broken([NOW_S + 62], 1_500)).toEqual([]);
});

test('identical headers are open, different ones are each judged', () => {
  expect(broken([NOW_S, NOW_S])).toEqual([]);
  expect(broken([NOW_S, NOW_S - 100])).toEqual(['CLK-006']);
});
