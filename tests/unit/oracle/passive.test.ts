import { expect, test } from '@playwright/test';
import { loadCatalogue } from '../../../src/contract/catalogue.js';
import { outcomeUnseen, PASSIVE_CLAUSES } from '../../../src/oracle/passive.js';
import type { Headers } from '../../../src/wire/exchange.js';
import {
  enveloped,
  madeExchange,
  passiveBreaks,
  passiveOutcomes,
  someData,
  someInstrument,
  withRecords,
  type Made,
} from '../../support/exchange-builder.js';

const type = (value: string): Headers => [['content-type', value]];
const modify = (data: unknown): Made => ({ operation: 'modifyOrder', body: enveloped(data) });

test('the passive clauses are those that the catalogue calls so', () => {
  const passive = loadCatalogue().filter((clause) => clause.passive);
  expect([...PASSIVE_CLAUSES].sort()).toEqual(passive.map(({ id }) => id).sort());
});

test('an answer without fault passes every clause that applies to it, once each', () => {
  const outcomes = passiveOutcomes(madeExchange({ body: withRecords({}, { stockCd: 'EURUSD' }) }));
  const expected = PASSIVE_CLAUSES.filter((id) => !['ENV-008', 'LKP-012', 'MOD-007'].includes(id));
  expect([...outcomes.keys()].sort()).toEqual([...expected].sort());
  expect([...outcomes.values()].every((list) => list.length === 1 && list[0]?.outcome === 'pass')).toBe(true);
  expect(passiveOutcomes(madeExchange(modify({ success: false }))).get('MOD-007')).toEqual([{ outcome: 'pass' }]);
});

test('no clause that was not seen in a run passes', () => {
  for (const id of PASSIVE_CLAUSES) expect(['unverified', 'inapplicable']).toContain(outcomeUnseen(id).outcome);
});

test('trouble is no verdict', () => {
  const trouble = { kind: 'truncated', because: 'the connection was closed' } as const;
  expect([...passiveOutcomes(madeExchange({ trouble })).keys()]).toEqual([]);
});

/** Answers that break exactly what they are said to. */
const FAULTS: readonly (readonly [Made, ...string[]])[] = [
  [{ status: 201, body: enveloped(someData()) }, 'ENV-001: answered with status 201'],
  [{ status: 204 }, 'ENV-001: answered with status 204'],
  [{ body: '<html>' }, 'ENV-002: the body is no JSON'],
  [{ body: '<html>', headers: type('text/html') }, 'ENV-002: the body is no JSON'],
  [{ body: '' }, 'ENV-002: the body is empty'],
  [{ body: enveloped(someData()), headers: [] }, 'ENV-003: Content-Type is missing'],
  [{ body: enveloped(someData()), headers: type('json') }, 'ENV-003: Content-Type is not application/json'],
  [{ body: enveloped(someData()), headers: type('text/plain') }, 'ENV-003: Content-Type is not application/json'],
  [
    { body: enveloped(someData()), headers: type('application/problem+json') },
    'ENV-003: Content-Type is not application/json',
  ],
  [{ body: enveloped(someData(), { status: 200 }) }, 'ENV-004: status is a number'],
  [{ body: enveloped(someData(), { status: undefined }) }, 'ENV-004: status is missing'],
  [{ body: enveloped(someData(), { code: '200' }) }, 'ENV-005: code is a string'],
  [{ body: enveloped(someData(), { code: 200.5 }) }, 'ENV-005: code is a number with decimals'],
  [{ body: enveloped(someData(), { code: null }) }, 'ENV-005: code is null'],
  [{ body: enveloped([someData()]) }, 'ENV-006: data is an array'],
  [{ body: enveloped(null) }, 'ENV-006: data is null'],
  [{ body: [someData()] }, 'ENV-006: the body is an array'],
  [{ status: 500, body: { code: 1 } }, 'ENV-007: answered with status 500'],
  [{ operation: null, status: 502 }, 'ENV-007: answered with status 502'],
  [{ status: 503, body: '<html>', headers: type('text/html') }, 'ENV-007: answered with status 503'],
  [{ status: 400, body: 'Bad Request', headers: type('text/plain') }, 'ENV-008: the body of a refusal is no JSON'],
  [
    { status: 400, body: { code: 1 }, headers: type('text/html') },
    'ENV-008: the Content-Type of a refusal is not JSON',
  ],
  [{ status: 400, body: '{"code":1,"code":1}' }, 'ENV-009: an object names a member twice'],
  [{ operation: null, body: '{"a":1,"a":2}' }, 'ENV-009: an object names a member twice'],
  [modify({}), 'MOD-007: data.success is missing'],
  [modify({ success: 'true' }), 'MOD-007: data.success is a string'],
  [{ body: enveloped(someData({ hasNext: 'false', nextKey: 1 })) }, 'LKP-011: hasNext is a string'],
  [{ body: enveloped(someData({ hasNext: undefined })) }, 'LKP-011: hasNext is missing'],
  [{ body: enveloped(someData({ hasNext: true, nextKey: null })) }, 'LKP-012: nextKey is null'],
  [{ body: enveloped(someData({ hasNext: true, nextKey: 17 })) }, 'LKP-012: nextKey is a number'],
  [{ body: enveloped(someData({ nextKey: undefined })) }, 'LKP-013: nextKey is missing'],
  [{ body: enveloped(someData({ details: {} })) }, 'LKP-014: details is an object'],
  [
    { body: enveloped(someData({ details: [null, 'a', null] })) },
    'LKP-014: a record is a string',
    'LKP-014: a record is null',
  ],
  [{ body: enveloped(someData({ details: [someInstrument(), null] })) }, 'LKP-014: a record is null'],
  [{ body: enveloped(someData({ sellPrices: undefined })) }, 'LKP-015: sellPrices is missing'],
  [{ body: enveloped(someData({ sellPrices: { A: '1', B: null } })) }, 'LKP-015: a value of sellPrices is null'],
  [{ body: enveloped(someData({ buyPrices: { A: 1.5, B: 2 } })) }, 'LKP-016: a value of buyPrices is a number'],
  [{ body: enveloped(someData({ buyPrices: [] })) }, 'LKP-016: buyPrices is an array'],
  [{ body: withRecords({ stockGroupCd: 'foreign' }) }, 'INS-027: stockGroupCd is none of the five codes'],
  [{ body: withRecords({ stockGroupCd: null }) }, 'INS-008: stockGroupCd is null'],
  [{ body: withRecords({ minOrderQuantity: 101 }) }, 'INS-028: minOrderQuantity is over maxOrderQuantity'],
  [{ body: withRecords({ minOrderQuantity: '101' }) }, 'INS-024: minOrderQuantity is a string'],
  [
    { body: withRecords({ sunTradeStartTime: undefined, sunTradeEndTime: 2400 }) },
    'INS-022: sunTradeEndTime is a number',
    'INS-022: sunTradeStartTime is missing',
  ],
];

for (const [index, [made, ...causes]] of FAULTS.entries()) {
  test(`broken (${index + 1}): ${causes.join(', ')}`, () => {
    expect(passiveBreaks(madeExchange(made))).toEqual(causes);
  });
}

/** Odd answers that break nothing. */
const LEGAL: readonly (readonly [string, Made])[] = [
  [
    'a content type with parameters, in any case',
    { body: enveloped(someData()), headers: type('Application/JSON; Charset="utf-8"') },
  ],
  ['a content type that ends with a semicolon', { body: enveloped(someData()), headers: type('application/json;') }],
  ['an integer spelled 200.0', { body: JSON.stringify(enveloped(someData())).replace('"code":200', '"code":200.0') }],
  ['an integer spelled 2e2', { body: JSON.stringify(enveloped(someData())).replace('"code":200', '"code":2e2') }],
  ['a code that is negative, or zero, or large', { body: enveloped(someData(), { code: -9007199254740992 }) }],
  ['an empty status', { body: enveloped(someData(), { status: '' }) }],
  [
    'unknown members everywhere',
    { body: enveloped({ ...someData({ details: [{ ...someInstrument(), x: 1 }] }), y: 2 }, { z: 3 }) },
  ],
  ['a refusal without a body', { status: 400, headers: [] }],
  ['a refusal with a blank body', { status: 404, body: '\r\n', headers: type('text/plain') }],
  ['a refusal with a body of any JSON', { status: 400, body: '"no"' }],
  ['a refusal with problem+json', { status: 401, body: {}, headers: type('application/problem+json') }],
  ['a refusal with JSON and no content type', { status: 403, body: {}, headers: [] }],
  ['a redirect without a body', { status: 302, headers: [['location', '/login']] }],
  ['an empty page with a further one', { body: enveloped(someData({ hasNext: true, nextKey: 'k', details: [] })) }],
  ['empty price maps', { body: enveloped(someData({ sellPrices: {}, buyPrices: {} })) }],
  ['prices that are no numbers', { body: enveloped(someData({ sellPrices: { x: '' } })) }],
  ['a record of the group ALL', { body: withRecords({ stockGroupCd: 'ALL' }) }],
  ['equal bounds, and negative ones', { body: withRecords({ minOrderQuantity: -1, maxOrderQuantity: -1 }) }],
  ['empty strings and huge numbers', { body: withRecords({ stockCd: '', monTradeStartTime: '', closePrice: 1e300 }) }],
  ['an answer of another operation', { operation: null, body: 'OK', headers: type('text/plain') }],
  ['an answer of another operation with data of its own', { operation: null, body: enveloped({ a: 1 }) }],
  ['an unknown method that is not implemented', { operation: null, status: 501 }],
  ['a modification that came to nothing', modify({ success: false, reason: 'late' })],
];

for (const [title, made] of LEGAL) {
  test(`legal: ${title}`, () => {
    expect(passiveBreaks(madeExchange(made))).toEqual([]);
  });
}

test('every field of a record is told when it is missing, null, or of another type', () => {
  const clauses = new Set<string>();
  for (const [name, value] of Object.entries(someInstrument())) {
    for (const [wrong, kind] of [
      [undefined, 'missing'],
      [null, 'null'],
      [[value], 'an array'],
      [typeof value === 'string' ? 1 : String(value), typeof value === 'string' ? 'a number' : 'a string'],
    ]) {
      const breaks = passiveBreaks(madeExchange({ body: withRecords({}, { [name]: wrong }) }));
      expect(breaks, `${name} ${String(kind)}`).toHaveLength(1);
      expect(breaks[0]).toMatch(new RegExp(`^INS-0\\d\\d: ${name} is ${String(kind)}$`));
      clauses.add(breaks[0]?.slice(0, 7) ?? '');
    }
  }
  expect(clauses.size).toBe(26);
});

test('a finding says where, what was expected, what was there, and how often', () => {
  const records = [{}, { pointUnit: '0.01\u0000' }, { pointUnit: '0.5' }];
  const [outcome] = passiveOutcomes(madeExchange({ body: withRecords(...records) })).get('INS-006') ?? [];
  expect(outcome).toMatchObject({
    outcome: 'broken',
    finding: {
      cause: 'pointUnit is a string',
      at: 'response /data/details/1/pointUnit',
      expected: 'a number',
      actual: 'the string "0.01\\u0000"; so in 2 of 3 records',
      shown: { status: 200, durationMs: 25, exchange: 1 },
    },
  });
});

test('a long value is cut, and a large answer is shown around the place that matters', () => {
  const records = Array.from({ length: 100 }, (_, index) => ({ stockCd: `S${index}` }));
  records[97] = { stockCd: 'HERE', closePrice: 'x'.repeat(5000) } as never;
  const [outcome] = passiveOutcomes(madeExchange({ body: withRecords(...records) })).get('INS-015') ?? [];
  if (outcome?.outcome !== 'broken') throw new Error('nothing was broken');
  expect(outcome.finding.actual.length).toBeLessThan(140);
  expect(outcome.finding.shown?.responseBody).toContain('"HERE"');
  expect(outcome.finding.shown?.responseBody?.length).toBeLessThan(4200);
});
