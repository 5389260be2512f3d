import { expect, test } from '@playwright/test';
import { outcomeUnseen } from '../../../src/oracle/passive.js';
import { successDataOf } from '../../../src/oracle/envelope.js';
import type { Headers } from '../../../src/wire/exchange.js';
import {
  enveloped,
  madeExchange,
  passiveBreaks,
  passiveOutcomes,
  someData,
  withRecords,
  type Made,
} from '../../support/exchange-builder.js';

const type = (...values: readonly string[]): Headers => values.map((value) => ['content-type', value]);
const lookup = (different: Readonly<Record<string, unknown>>): Made => ({ body: enveloped(someData(different)) });
const refusal = (body: unknown, headers = type('application/json')): Made => ({ status: 400, body, headers });

/** Clause, place, what was expected, what was there. */
const FINDINGS: readonly (readonly [Made, clause: string, at: string, expected: string, actual: string])[] = [
  [{ status: 201 }, 'ENV-001', 'response status', '200, or a refusal', '201'],
  [{ body: '' }, 'ENV-002', 'response body', 'a JSON object', 'no body'],
  [{ body: 'OK' }, 'ENV-002', 'response body', 'a JSON object', 'it is no valid JSON'],
  [
    { body: enveloped(someData()), headers: [] },
    'ENV-003',
    'response header content-type',
    'application/json',
    'missing',
  ],
  [
    { body: enveloped(someData()), headers: type('application/json', 'text/plain') },
    'ENV-003',
    'response header content-type',
    'application/json',
    '"application/json, text/plain"',
  ],
  [{ body: enveloped(someData(), { status: 200 }) }, 'ENV-004', 'response /status', 'a string', 'the number 200'],
  [{ body: enveloped(someData(), { code: 1.5 }) }, 'ENV-005', 'response /code', 'an integer', 'the number 1.5'],
  [{ body: enveloped(null) }, 'ENV-006', 'response /data', 'an object', 'null'],
  [{ body: [1] }, 'ENV-006', 'response body', 'an object with status, code and data', 'an array of 1 element'],
  [{ status: 500 }, 'ENV-007', 'response status', 'any status that is no server error', '500'],
  [refusal('no'), 'ENV-008', 'response body', 'JSON, or no body', 'it is no valid JSON'],
  [
    refusal({}, type('application/json', 'text/html')),
    'ENV-008',
    'response header content-type',
    'application/json',
    '"application/json, text/html"',
  ],
  [refusal('{"code":1,"code":1}'), 'ENV-009', 'response /code', 'each member once', 'twice'],
  [refusal('{"a":1,"a":1,"b":2,"b":2}'), 'ENV-009', 'response /a', 'each member once', 'twice; so with 2 members'],
  [
    { operation: 'modifyOrder', body: enveloped({ success: 1 }) },
    'MOD-007',
    'response /data/success',
    'a boolean',
    'the number 1',
  ],
  [lookup({ hasNext: null }), 'LKP-011', 'response /data/hasNext', 'a boolean', 'null'],
  [lookup({ hasNext: true, nextKey: 1 }), 'LKP-012', 'response /data/nextKey', 'a string', 'the number 1'],
  [lookup({ nextKey: undefined }), 'LKP-013', 'response /data/nextKey', 'a string', 'missing'],
  [lookup({ details: {} }), 'LKP-014', 'response /data/details', 'an array of objects', 'an object of 0 members'],
  [
    lookup({ details: [null, 1, null] }),
    'LKP-014',
    'response /data/details/0',
    'an object',
    'null; so in 2 of 3 records',
  ],
  [lookup({ sellPrices: [] }), 'LKP-015', 'response /data/sellPrices', 'an object', 'an array of 0 elements'],
  [lookup({ sellPrices: { A: '1', 'a/b': null } }), 'LKP-015', 'response /data/sellPrices/a~1b', 'a string', 'null'],
  [
    lookup({ buyPrices: { A: 1.5, B: 2, C: '1' } }),
    'LKP-016',
    'response /data/buyPrices/A',
    'a string',
    'the number 1.5; so in 2 of 3 values',
  ],
  [
    { body: withRecords({}, { lotMultiple: true }) },
    'INS-004',
    'response /data/details/1/lotMultiple',
    'a number',
    'the boolean true',
  ],
  [
    { body: withRecords({}, { stockGroupCd: 'foreign' }) },
    'INS-027',
    'response /data/details/1/stockGroupCd',
    'one of ALL, FOREIGN, INDEX, COMMODITY, CRYPTO',
    'the string "foreign"',
  ],
  [
    { body: withRecords({}, { minOrderQuantity: 101 }) },
    'INS-028',
    'response /data/details/1/minOrderQuantity',
    'a number that is not over maxOrderQuantity, which is 100',
    'the number 101',
  ],
];

for (const [index, [made, clause, at, expected, actual]] of FINDINGS.entries()) {
  test(`a finding of ${clause} says where, what for, and what was there (${index + 1})`, () => {
    const [outcome] = passiveOutcomes(madeExchange({ ...made, number: 7 })).get(clause) ?? [];
    expect(outcome).toMatchObject({ outcome: 'broken', finding: { at, expected, actual, shown: { exchange: 7 } } });
  });
}

test('a refusal of a lookup that was sent with status 200 is called one by each clause that it breaks', () => {
  for (const data of [{}, { success: false }]) {
    const outcomes = passiveOutcomes(madeExchange({ body: enveloped(data, { status: 'FAIL', code: 4001 }) }));
    for (const clause of ['LKP-011', 'LKP-014', 'LKP-015', 'LKP-016']) {
      const actual = 'missing; data has nothing of a page: this is a refusal sent with status 200';
      expect(outcomes.get(clause), clause).toMatchObject([{ outcome: 'broken', finding: { actual } }]);
    }
  }
});

test('one cause at many places of an answer is one finding, two causes are two', () => {
  const outcomes = passiveOutcomes(
    madeExchange({ body: withRecords({ pipUnit: '1' }, { pipUnit: '2' }, { pipUnit: null }, { pipUnit: '3' }) }),
  );
  expect(outcomes.get('INS-007')?.map((one) => (one.outcome === 'broken' ? one.finding.actual : one.outcome))).toEqual([
    'the string "1"; so in 3 of 4 records',
    'null',
  ]);
  expect(outcomes.get('INS-006')).toEqual([{ outcome: 'pass' }]);
});

test('records that are no objects are not counted among the records', () => {
  const details = [null, { pipUnit: '1' }, { pipUnit: '1' }];
  const [first] = passiveOutcomes(madeExchange(lookup({ details }))).get('INS-007') ?? [];
  expect(first).toMatchObject({
    finding: { at: 'response /data/details/1/pipUnit', actual: 'the string "1"; so in 2 of 2 records' },
  });
});

test('a page without a record says nothing of records', () => {
  for (const details of [[], [null, [1], 'x']]) {
    const clauses = [...passiveOutcomes(madeExchange(lookup({ details }))).keys()];
    expect(clauses.filter((id) => id.startsWith('INS-'))).toEqual([]);
  }
});

test('group and bounds are judged only where there are values to judge', () => {
  const judged = (record: Readonly<Record<string, unknown>>): readonly unknown[] => {
    const outcomes = passiveOutcomes(madeExchange({ body: withRecords(record) }));
    return ['INS-027', 'INS-028'].map((id) => outcomes.get(id)?.[0]?.outcome);
  };
  expect(judged({})).toEqual(['pass', 'pass']);
  expect(judged({ stockGroupCd: 1 })).toEqual([undefined, 'pass']);
  expect(judged({ minOrderQuantity: '1' })).toEqual(['pass', undefined]);
  expect(judged({ maxOrderQuantity: null })).toEqual(['pass', undefined]);
  expect(judged({ minOrderQuantity: 100 })).toEqual(['pass', 'pass']);
});

test('each clause passes once for a page with some records right and some wrong', () => {
  const outcomes = passiveOutcomes(
    madeExchange({ body: withRecords({ stockGroupCd: 'X', minOrderQuantity: 101 }, {}) }),
  );
  expect(outcomes.get('INS-027')?.map(({ outcome }) => outcome)).toEqual(['broken']);
  expect(outcomes.get('INS-028')?.map(({ outcome }) => outcome)).toEqual(['broken']);
  expect(outcomes.get('INS-026')).toEqual([{ outcome: 'pass' }]);
});

test('a status tells what an answer is judged by', () => {
  const judged = (status: number, different: Made = {}): readonly string[] =>
    [...passiveOutcomes(madeExchange({ status, body: {}, ...different }))].flatMap(([id, outcomes]) =>
      outcomes.map(({ outcome }) => `${id} ${outcome}`),
    );
  const passed = (...ids: readonly string[]): readonly string[] => ids.map((id) => `${id} pass`);
  for (const status of [300, 302, 400, 499]) expect(judged(status)).toEqual(passed('ENV-007', 'ENV-009', 'ENV-008'));
  for (const status of [201, 299]) expect(judged(status)).toEqual([...passed('ENV-007', 'ENV-009'), 'ENV-001 broken']);
  for (const status of [500, 599]) expect(judged(status)).toEqual(['ENV-007 broken', ...passed('ENV-009')]);
  for (const status of [199, 600]) expect(judged(status)).toEqual(passed('ENV-007', 'ENV-009'));
  expect(judged(501)).toEqual(['ENV-007 broken', 'ENV-009 pass']);
  expect(judged(501, { operation: null })).toEqual(passed('ENV-007', 'ENV-009'));
  const chunked = { headers: [['Transfer-Encoding', 'chunked']] as const };
  const plain = madeExchange({ status: 501, body: {} });
  const outcomes = passiveOutcomes({ ...plain, request: { ...plain.request, ...chunked } });
  expect(outcomes.get('ENV-007')).toEqual([{ outcome: 'pass' }]);
  expect(judged(500, { operation: null })).toEqual(['ENV-007 broken', 'ENV-009 pass']);
  expect(judged(200, { operation: null })).toEqual(passed('ENV-007', 'ENV-009'));
  expect(judged(400, { body: ' \n' })).toEqual(passed('ENV-007', 'ENV-008'));
  expect(judged(400, { body: '' })).toEqual(passed('ENV-007', 'ENV-008'));
  expect(judged(200, { body: 'x' })).toEqual([...passed('ENV-007', 'ENV-001'), 'ENV-002 broken']);
});

test('a refusal may have any type that is JSON, on every line of its Content-Type', () => {
  const breaks = (...types: readonly string[]): readonly string[] =>
    passiveBreaks(madeExchange(refusal({}, type(...types))));
  for (const one of ['application/json', 'text/json', 'application/problem+json', 'a/b+json;c=d']) {
    expect(breaks(one), one).toEqual([]);
  }
  for (const one of ['text/html', 'application/jsonp', 'a/xjson', 'a/b+jsonx', 'json', 'a/json/b']) {
    expect(breaks(one), one).toEqual(['ENV-008: the Content-Type of a refusal is not JSON']);
  }
  expect(breaks('application/json', 'text/html')).toHaveLength(1);
});

test('a refusal whose bytes are no text is no JSON', () => {
  const exchange = madeExchange({ status: 400 });
  const json = { ok: false, because: 'its bytes are no valid UTF-8' } as const;
  const response = { status: 400, headers: [], text: null, size: 1, json };
  expect(passiveBreaks({ ...exchange, response })).toEqual(['ENV-008: the body of a refusal is no JSON']);
});

test('a code too large for a double is an integer for all that can be told', () => {
  const text = JSON.stringify(enveloped(someData())).replace('"code":200', '"code":1e999');
  expect(passiveBreaks(madeExchange({ body: text }))).toEqual([]);
});

test('only the data of status 200 is judged', () => {
  const data = someData({ hasNext: 'no' });
  expect(successDataOf(madeExchange({ body: enveloped(data) }))).toEqual(data);
  expect(successDataOf(madeExchange({ status: 201, body: enveloped(data) }))).toBeNull();
  expect(successDataOf(madeExchange({ trouble: { kind: 'reset', because: 'cut' } }))).toBeNull();
  expect(passiveBreaks(madeExchange({ status: 400, body: enveloped(data) }))).toEqual([]);
  expect(passiveBreaks(madeExchange({ operation: 'modifyOrder', body: enveloped(null) }))).toEqual([
    'ENV-006: data is null',
  ]);
});

test('why a clause was not seen fits the clause', () => {
  const unseen = (id: string): string => {
    const { outcome, ...rest } = outcomeUnseen(id);
    return `${outcome}: ${'because' in rest ? rest.because : ''}`;
  };
  expect(unseen('ENV-001')).toBe('unverified: no request was answered with status 200');
  expect(unseen('ENV-007')).toBe('unverified: no request was answered');
  expect(unseen('ENV-002')).toBe('unverified: no request was answered with status 200 and JSON');
  expect(unseen('ENV-008')).toBe('inapplicable: no request was refused');
  expect(unseen('LKP-011')).toBe('unverified: no lookup was answered with status 200 and data');
  expect(unseen('LKP-012')).toBe('inapplicable: no lookup had a further page');
  expect(unseen('LKP-013')).toBe('unverified: no lookup came to its last page');
  expect(unseen('INS-001')).toBe('unverified: no lookup returned an instrument');
  expect(unseen('MOD-007')).toBe('unverified: no modify was answered with status 200');
});
