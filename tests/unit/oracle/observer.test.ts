import { expect, test } from '@playwright/test';
import { OBSERVED_QUESTIONS } from '../../../src/oracle/observer.js';
import { enveloped, someData, someInstrument, withRecords, type Made } from '../../support/exchange-builder.js';
import { observe, observeRun } from './observe.js';

const refusal = (clause: string, status: number, body: unknown): Made => ({ clause, expects: 'refusal', status, body });

test('nothing seen, nothing answered', () => {
  const answer = observe(
    { trouble: { kind: 'reset', because: 'closed' } },
    { operation: null, body: enveloped(someData()) },
  );
  for (const question of OBSERVED_QUESTIONS) expect(answer(question)).toBeUndefined();
});

test('trade times are told by their form', () => {
  const answer = observe({
    body: withRecords(
      { monTradeStartTime: '07:00:00' },
      { sunTradeEndTime: '', satTradeEndTime: '0700' },
      { friTradeEndTime: 'closed 1' },
    ),
  });
  expect(answer('OPN-017')).toEqual(['HH:MM', 'HH:MM:SS', 'HHMM', 'aaaaaa 9', 'empty']);
});

test('values of records are told where they are steady, and only their sign where they move', () => {
  const answer = observe({ body: withRecords({ buySpread: -1 }, { buySpread: 0.3, marginTypeCode: 'M2' }) });
  expect(answer('OPN-018')).toMatchObject({
    marginTypeCode: ['M1', 'M2'],
    marginRate: ['0.04'],
    buySpread: ['negative', 'positive'],
    closePrice: ['positive'],
  });
  const many = observe({ body: withRecords(...Array.from({ length: 99 }, (_, index) => ({ pointUnit: index }))) });
  expect(many('OPN-018')).toMatchObject({ pointUnit: ['more than 24'] });
});

test('keys and values of the price maps are told by what they are', () => {
  const sellPrices = { USDJPY: '1.5', ASK: '-0.1', b2: '' };
  const answer = observe({ body: enveloped(someData({ sellPrices, buyPrices: {} })) });
  expect(answer('OPN-019')).toEqual({
    buyPrices: ['none'],
    sellPrices: ['a stockCd of the page', 'other: AAA', 'other: a9'],
  });
  expect(answer('OPN-020')).toEqual({
    buyPrices: [],
    sellPrices: ['decimal number', 'empty', 'negative decimal number'],
  });
});

test('status and code are told by operation, codes of refusals apart', () => {
  const answer = observe(
    { body: enveloped(someData()) },
    { operation: 'modifyOrder', body: enveloped({ success: true }, { code: 0 }) },
    refusal('LKP-002', 400, { code: 40046 }),
    refusal('LKP-002', 400, { error: { code: 'GROUP' } }),
  );
  expect(answer('OPN-022')).toEqual({
    listOrderableStocks: { status: ['SUCCESS'], code: ['200'] },
    modifyOrder: { status: ['SUCCESS'], code: ['0'] },
  });
  expect(answer('OPN-036')).toEqual(['40046', 'GROUP']);
});

test('refusals are told by clause and status, and their bodies by shape, without what comes and goes', () => {
  const answer = observe(
    refusal('SIG-001', 401, {}),
    refusal('LKP-002', 400, { message: 'no', code: 1, errors: [{ field: 'a' }, { field: 'b' }] }),
    refusal('LKP-002', 404, 'gone'),
    refusal('LKP-002', 400, { message: 'other', code: 2, errors: [] }),
    refusal('LKP-002', 429, {}),
    refusal('LKP-002', 503, {}),
  );
  expect(answer('OPN-037')).toEqual({ 'LKP-002': [400, 404], 'SIG-001': [401] });
  expect(answer('OPN-035')).toEqual([
    { code: 'number', errors: [], message: 'string' },
    { code: 'number', errors: [{ field: 'string' }], message: 'string' },
  ]);
});

test('a valid request that is refused says nothing of what its clause is about', () => {
  const refused = (clause: string, different: Made = {}): Made => ({ clause, status: 400, ...different });
  const modify: Made = { operation: 'modifyOrder' };
  const valid = [
    refused('ENV-001', modify),
    refused('MOD-001', modify),
    refused('SIG-001', { ...modify, status: 500 }),
    refused('LKP-001'),
    refused('PAG-007'),
  ];
  const answer = observe(...valid);
  expect(answer('OPN-037')).toBeUndefined();
  expect(answer('OPN-036')).toEqual([]);
  const all = observe(
    ...valid,
    refused('SIG-001', { ...modify, expects: 'refusal', status: 401 }),
    refused('PAG-007', { way: 'a group that there is not' }),
    // Which of these are refused, the document does not say.
    refused('OPN-001', modify),
    refused('MOD-008', modify),
    refused('MOD-009', modify),
  );
  expect(all('OPN-037')).toEqual({
    'MOD-008': [400],
    'MOD-009': [400],
    'OPN-001': [400],
    'PAG-007': [400],
    'SIG-001': [401],
  });
});

test('of a run, refusals of an operation that accepts nothing settle nothing', () => {
  const refused = (different: Made): Made => ({ expects: 'refusal', status: 400, ...different });
  const modify: Made = { operation: 'modifyOrder', clause: 'SIG-001', body: { code: 1 } };
  const lookup: Made = { clause: 'LKP-002', body: { error: { code: 2 } } };
  const accepted = { body: enveloped(someData()) };
  const run = observeRun(refused(modify), refused(lookup), accepted);
  expect(run('OPN-035')).toEqual([{ error: { code: 'number' } }]);
  expect(run('OPN-036')).toEqual(['2']);
  expect(run('OPN-037')).toEqual({ 'LKP-002': [400] });
  expect(observeRun(refused(modify), refused(lookup))('OPN-037')).toBeUndefined();
  const both = observeRun(refused(modify), refused(lookup), accepted, {
    ...modify,
    body: enveloped({ success: true }),
  });
  expect(both('OPN-035')).toEqual([{ code: 'number' }, { error: { code: 'number' } }]);
  expect(both('OPN-036')).toEqual(['1', '2']);
  expect(both('OPN-037')).toEqual({ 'LKP-002': [400], 'SIG-001': [400] });
});

test('rate limits are told by what answers say of them', () => {
  expect(observe({ body: enveloped(someData()) })('OPN-038')).toEqual({
    askedToWait: false,
    headers: [],
  });
  const headers = [
    ['x-ratelimit-limit', '5'],
    ['retry-after', '1'],
  ] as const;
  expect(observe({ status: 429, headers })('OPN-038')).toEqual({
    askedToWait: true,
    headers: ['x-ratelimit-limit'],
  });
});

test('the page size is that of pages with another one after them', () => {
  const page = (count: number, hasNext: boolean, nextKey: unknown = 'k'): Made => ({
    body: enveloped(someData({ hasNext, nextKey, details: Array.from({ length: count }, () => someInstrument()) })),
  });
  expect(observe(page(3, false, ''))('OPN-039')).toBe('all instruments came on one page');
  expect(observe(page(50, true), page(50, true), page(3, false))('OPN-039')).toBe(50);
  expect(observe(page(50, true), page(0, true), page(20, true))('OPN-039')).toEqual({ largest: 50, smallest: 20 });
  expect(observe(page(1, false, null), page(1, false, ''), page(1, false))('OPN-040')).toEqual([
    'a string that is not empty',
    'an empty string',
    'null',
  ]);
});

test('members beyond those of the document are told by where they stand', () => {
  const details = [someInstrument(), { ...someInstrument(), swap: 1 }];
  const answer = observe(
    { body: enveloped(someData({ details, total: 2 }), { message: '' }) },
    { operation: 'modifyOrder', body: enveloped({ success: true, orderNo: '1' }) },
  );
  expect(answer('OPN-045')).toEqual({
    listOrderableStocks: ['/data/details/*/swap', '/data/total', '/message'],
    modifyOrder: ['/data/orderNo'],
  });
});

test('answers do not depend on the order of the exchanges', () => {
  const all = [
    { body: withRecords({ monTradeStartTime: '' }) },
    refusal('B-1', 400, { code: 2 }),
    refusal('A-1', 400, { code: 1, x: [] }),
    { body: enveloped(someData({ hasNext: true, nextKey: 'k' }), { status: 'OK' }) },
  ];
  const [one, other] = [observe(...all), observe(...[...all].reverse())];
  for (const question of OBSERVED_QUESTIONS)
    expect(JSON.stringify(one(question))).toBe(JSON.stringify(other(question)));
});
