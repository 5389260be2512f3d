import { expect, test } from '@playwright/test';
import type { Headers } from '../../../../src/wire/exchange.js';
import { withHeader } from '../../../../src/wire/headers.js';
import type { Passage } from '../../../../src/wire/passage.js';
import {
  BEARER,
  conductOf,
  modifyPassage,
  NOW_MS,
  NOW_S,
  ORDER,
  signed,
  someFacts,
  TOKEN,
  type MadePassage,
} from '../../../support/conduct-builder.js';

function broken(values: readonly (string | number)[], clockSlackMs = 0, arrivedAtMs = NOW_MS): readonly string[] {
  const times: Headers = values.map((value) => ['X-Timestamp', String(value)]);
  const headers: Headers = [BEARER, ...times, ['Content-Type', 'application/json']];
  return conductOf([modifyPassage(ORDER, { headers, arrivedAtMs })], someFacts({ clockSlackMs })).broken;
}

test('CLK-001: a modify has X-Timestamp', () => {
  expect(broken([])).toEqual(['CLK-001']);
  expect(broken([NOW_S])).toEqual([]);
});

test('CLK-002 CLI-048: X-Timestamp is a number, whose other spellings not every service takes', () => {
  const iso = new Date(NOW_MS).toISOString();
  for (const value of ['', ' ', 'now', 'NaN', iso, `${NOW_S}s`, `t${NOW_S}`, '1_767_571_200', '0x695b7a40', '.']) {
    expect(broken([value]), value).toEqual(['CLK-002']);
  }
  for (const value of [`${NOW_S}.5`, `${NOW_S}.`, `+${NOW_S}`, `0${NOW_S}`, NOW_S.toExponential()]) {
    expect(broken([value]), value).toEqual(['CLI-048']);
  }
});

test('CLK-003: X-Timestamp is in seconds', () => {
  for (const value of [NOW_MS, NOW_MS - 5_000_000, NOW_S * 1e6, `${NOW_S}000000000`]) {
    expect(broken([value]), String(value)).toEqual(['CLK-003']);
  }
});

test('CLK-006 CLK-007: the window is 60 seconds wide to both sides, its edges included', () => {
  for (const ahead of [-60, -59, 0, 59, 60]) expect(broken([NOW_S + ahead]), String(ahead)).toEqual([]);
  for (const ahead of [-61, -3_600, -NOW_S]) {
    expect(broken([NOW_S + ahead]), String(ahead)).toEqual(['CLK-006']);
  }
  expect(broken([-NOW_S])).toEqual(['CLI-048', 'CLK-006']);
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

/** What the two sides of the window come to for a timestamp, where the clock of the arrival may be off by this much. */
function sides(ahead: number, clockSlackMs: number): readonly (string | undefined)[] {
  const headers: Headers = [BEARER, ['X-Timestamp', String(NOW_S + ahead)], ['Content-Type', 'application/json']];
  const { outcomes } = conductOf([modifyPassage(ORDER, { headers })], someFacts({ clockSlackMs }));
  return ['CLK-006', 'CLK-007'].map((clause) => outcomes.get(clause)?.[0]?.outcome);
}

test('CLK-006 CLK-007: with a clock that may be off, only what holds or breaks however far it is off is said', () => {
  for (const [ahead, ...expected] of [
    [0, 'pass', 'pass'],
    [-58, 'pass', 'pass'],
    [-59, 'unverified', 'pass'],
    [-62, 'unverified', 'pass'],
    [-63, 'broken', undefined],
    [58, 'pass', 'pass'],
    [59, 'pass', 'unverified'],
    [62, 'pass', 'unverified'],
    [63, undefined, 'broken'],
  ] as const) {
    expect(sides(ahead, 1_500), String(ahead)).toEqual(expected);
  }
  for (const [ahead, ...expected] of [
    [0, 'unverified', 'unverified'],
    [-80, 'unverified', 'unverified'],
    [-300, 'unverified', 'pass'],
    [-361, 'broken', undefined],
    [300, 'pass', 'unverified'],
    [361, undefined, 'broken'],
  ] as const) {
    expect(sides(ahead, 300_000), String(ahead)).toEqual(expected);
  }
});

test('CLK-003 CLK-006 CLK-007: by a clock that was never set nothing is said of the time', () => {
  const headers: Headers = [BEARER, ['X-Timestamp', String(NOW_S)], ['Content-Type', 'application/json']];
  for (const arrivedAtMs of [0, 86_400_000, Date.UTC(1999, 11, 31)]) {
    const { outcomes, broken: found } = conductOf([modifyPassage(ORDER, { headers, arrivedAtMs })]);
    expect(found, String(arrivedAtMs)).toEqual([]);
    for (const clause of ['CLK-003', 'CLK-006', 'CLK-007']) {
      expect(outcomes.get(clause), clause).toEqual([
        { outcome: 'unverified', because: 'the clock of the machine that recorded it was not set' },
      ]);
    }
  }
  expect(broken([], 0, 0)).toEqual(['CLK-001']);
  expect(broken(['now'], 0, 0)).toEqual(['CLK-002']);
});

test('CLI-041 CLI-045: what passes between two modifies needs no clock', () => {
  const slack = someFacts({ clockSlackMs: 26 * 3_600_000 });
  expect(conductOf(modifies([-80, 0], [-80, 8]), slack).broken).toEqual(['CLI-045']);
  const [first, second] = modifies([0, 0], [0, 8]);
  const again = first && second && signed({ ...first, arrivedAtMs: second.arrivedAtMs });
  expect(first && again && conductOf([first, again], slack).broken).toEqual(['CLI-041']);
});

test('CLI-053: X-Timestamp is sent once; different ones are each judged', () => {
  expect(broken([NOW_S, NOW_S])).toEqual(['CLI-053']);
  expect(broken([NOW_S, NOW_S - 100])).toEqual(['CLI-053', 'CLK-006']);
});

/** Modifies of different prices, each made at one second and arriving at another. */
const modifies = (
  ...sent: readonly (readonly [madeAtS: number, arrivesAtS: number, made?: MadePassage])[]
): Passage[] =>
  sent.map(([madeAtS, arrivesAtS, made], index) => {
    const headers = [BEARER, ['X-Timestamp', String(NOW_S + madeAtS)], ['Content-Type', 'application/json']] as const;
    const order = { ...ORDER, orderPrice: 1.1 + index / 100 };
    return modifyPassage(order, { headers, arrivedAtMs: NOW_MS + arrivesAtS * 1_000, ...made });
  });
const found = (...passages: readonly Passage[]): readonly string[] => conductOf(passages).broken;

test('CLI-045: a timestamp that was computed once and is used for other modifies is told', () => {
  expect(found(...modifies([0, 0], [0, 8]))).toEqual(['CLI-045']);
  expect(found(...modifies([0, 0], [0, 20], [0, 50]))).toEqual(['CLI-045', 'CLI-045']);
  expect(found(...modifies([0, 0], [0, 3], [0, 6], [0, 9]))).toEqual(['CLI-045']);
  const [first, ...apart] = modifies([0, 0], [0, 8, { connection: 2 }], [0, 12, { connection: 3 }]);
  expect(first && found(first, ...apart)).toEqual(['CLI-045']);
});

test('CLI-045: timestamps of their moment are let pass', () => {
  const conduct = conductOf(modifies([0, 0], [8, 8], [8, 8.5], [20, 20]));
  expect(conduct.broken).toEqual([]);
  expect(conduct.passed).toContain('CLI-045');
  // Within a second, or signed in it and sent a little later.
  expect(found(...modifies([0, 0], [0, 0.5], [0, 0.9]))).toEqual([]);
  expect(found(...modifies([0, 0], [0, 2], [0, 5]))).toEqual([]);
  // A clock that is behind, as far as the document allows it.
  expect(found(...modifies([-50, 0], [-49, 1], [-42, 8]))).toEqual([]);
});

test('CLI-045: modifies that queue behind one that takes long have the time at which they were signed', () => {
  const slow = (atS: number): Passage[] =>
    modifies([0, atS]).map((passage) => ({ ...passage, answeredAtMs: passage.arrivedAtMs + 9_000 }));
  const [second] = modifies([0, 0], [0, 9.1]).slice(1);
  expect(second && found(...slow(0), second)).toEqual([]);
});

test('CLI-045: modifies that are tasks of their own do not queue', () => {
  const facts = someFacts({ task: { task: 'modify-order', order: ORDER, change: { orderPrice: 1.1 } } });
  const slow = modifies([0, 0], [0, 9.1]).map((passage) => ({ ...passage, answeredAtMs: NOW_MS + 9_000 }));
  expect(conductOf(slow, facts).broken.filter((clause) => clause === 'CLI-045')).toEqual(['CLI-045']);
  expect(conductOf(modifies([0, 0], [0, 5]), facts).broken).not.toContain('CLI-045');
});

test('CLI-045: two clients whose clocks differ may come to the same second', () => {
  const other = { connection: 2 };
  expect(found(...modifies([0, 0], [0, 10, other]))).toEqual([]);
  expect(found(...modifies([0, 0], [-10, 0.5, other], [8, 8], [0, 10, other], [10, 10], [8, 18, other]))).toEqual([]);
});

test('CLI-045: what is wrong with a timestamp otherwise, and a modify that comes again, are told once', () => {
  expect(found(...modifies([-70, 0], [-70, 9]))).toEqual(['CLK-006', 'CLK-006']);
  const [first, second] = modifies([0, 0], [0, 8]);
  const again = first && second && signed({ ...first, arrivedAtMs: second.arrivedAtMs });
  expect(first && again && found(first, again)).toEqual(['CLI-041']);
});

test('CLI-045: any number of clients is watched', () => {
  const client = (name: string, [passage]: readonly Passage[]): Passage[] =>
    passage === undefined
      ? []
      : [
          {
            ...passage,
            request: { ...passage.request, headers: withHeader(passage.request.headers, 'Authorization', name) },
          },
        ];
  const many = Array.from({ length: 1_500 }, (_, index) => client(`Bearer ${TOKEN}${index}`, modifies([0, 0])));
  expect(found(...many.flat()).filter((clause) => clause === 'CLI-045')).toEqual([]);
});
