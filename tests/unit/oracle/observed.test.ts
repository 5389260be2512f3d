import { expect, test } from '@playwright/test';
import type { Answer } from '../../../src/contract/verdict.js';
import { Observer, OBSERVED_QUESTIONS } from '../../../src/oracle/observer.js';
import {
  enveloped,
  madeExchange,
  someData,
  someInstrument,
  withRecords,
  type Made,
} from '../../support/exchange-builder.js';
import { observe } from './observe.js';

/** What is answered to a question after these exchanges. */
function answerTo(question: string, ...all: readonly Made[]): Answer | undefined {
  return observe(...all)(question);
}

const lookup = (different: Readonly<Record<string, unknown>>): Made => ({ body: enveloped(someData(different)) });
const refusal = (body: unknown, status = 400, clause = 'A-1'): Made => ({ clause, status, body });
const many = <T>(count: number, of: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => of(at));

test('status and code are told as text, where they have the type of the envelope', () => {
  const told = (envelope: Readonly<Record<string, unknown>>): unknown =>
    answerTo('OPN-022', { operation: 'modifyOrder', body: enveloped({}, envelope) });
  expect(told({ status: 'OK', code: 1.5 })).toEqual({ modifyOrder: { status: ['OK'], code: ['1.5'] } });
  expect(told({ status: 1, code: '1' })).toEqual({ modifyOrder: { status: [], code: [] } });
  expect(told({ status: 's'.repeat(61) })).toMatchObject({ modifyOrder: { status: ['s'.repeat(60)] } });
});

test('more than twelve values of status or code are not told one by one', () => {
  const all = many(13, (at) => ({ body: enveloped({}, { status: `S${at}`, code: at }) }));
  expect(answerTo('OPN-022', ...all.slice(1))).toMatchObject({ listOrderableStocks: { status: { length: 12 } } });
  expect(answerTo('OPN-022', ...all)).toEqual({
    listOrderableStocks: { status: ['more than 12'], code: ['more than 12'] },
  });
});

test('operations are told in the order of their names', () => {
  const modify: Made = { operation: 'modifyOrder', body: enveloped({}) };
  for (const all of [
    [modify, lookup({})],
    [lookup({}), modify],
  ]) {
    expect(Object.keys(answerTo('OPN-022', ...all) as object)).toEqual(['listOrderableStocks', 'modifyOrder']);
  }
});

test('only answers with status 200 and an envelope are successes', () => {
  for (const made of [{ status: 201, body: enveloped({}) }, { body: '' }, { body: [1] }, refusal(enveloped({}))]) {
    expect(answerTo('OPN-022', made), JSON.stringify(made)).toBeUndefined();
    expect(answerTo('OPN-045', made), JSON.stringify(made)).toBeUndefined();
  }
});

test('members of the document are not told among those beyond it', () => {
  expect(answerTo('OPN-045', lookup({}))).toEqual({ listOrderableStocks: [] });
  expect(answerTo('OPN-045', { operation: 'modifyOrder', body: enveloped({ success: true, hasNext: 1 }) })).toEqual({
    modifyOrder: ['/data/hasNext'],
  });
  expect(answerTo('OPN-045', lookup({ success: true, ['x'.repeat(61)]: 1 }))).toEqual({
    listOrderableStocks: ['/data/success', `/data/${'x'.repeat(60)}`],
  });
  expect(answerTo('OPN-045', { operation: 'modifyOrder', body: enveloped({ details: [{ x: 1 }] }) })).toEqual({
    modifyOrder: ['/data/details'],
  });
  expect(answerTo('OPN-045', lookup({ details: [null, ['x'], { x: 1 }] }))).toEqual({
    listOrderableStocks: ['/data/details/*/x'],
  });
  expect(answerTo('OPN-045', { body: enveloped([1]) })).toEqual({ listOrderableStocks: [] });
});

test('a refusal tells its code, wherever it is usual to put one', () => {
  const codes = (...bodies: readonly unknown[]): unknown => answerTo('OPN-036', ...bodies.map((body) => refusal(body)));
  expect(codes({ code: 1 }, { errorCode: 'E2' }, { error: { code: 'E3', errorCode: 4 } })).toEqual([
    '1',
    '4',
    'E2',
    'E3',
  ]);
  expect(codes({ code: true, errorCode: null, error: 'E', message: 'M' }, ['x'], 'x', 'null')).toEqual([]);
  expect(codes({ code: 'c'.repeat(61) })).toEqual(['c'.repeat(60)]);
  expect(answerTo('OPN-036', lookup({}))).toBeUndefined();
});

test('the code of an answer with status 200 is no error code, whatever was asked for', () => {
  const emptyPage = lookup({ details: [] });
  const unmodified: Made = { operation: 'modifyOrder', body: enveloped({ success: false }, { code: 7 }) };
  expect(answerTo('OPN-036', emptyPage, unmodified)).toBeUndefined();
  expect(answerTo('OPN-036', emptyPage, refusal({ code: 8 }), refusal({ code: 9 }, 500))).toEqual(['8', '9']);
  expect(answerTo('OPN-036', refusal({ code: 200 }))).toEqual(['200']);
});

test('a breakdown counts as a refusal of its clause, a wait does not', () => {
  expect(answerTo('OPN-037', refusal({}, 500, 'B-1'), refusal({}, 1000, 'A-1'), refusal({}, 404, 'A-1'))).toEqual({
    'A-1': [404, 1000],
    'B-1': [500],
  });
  expect(JSON.stringify(answerTo('OPN-037', refusal({}, 500, 'B-1'), refusal({}, 404, 'A-1')))).toBe(
    '{"A-1":[404],"B-1":[500]}',
  );
  for (const status of [429, 503]) expect(answerTo('OPN-037', refusal({}, status))).toBeUndefined();
});

test('shapes are told of refusals with status 400 only, twelve at most', () => {
  expect(answerTo('OPN-035', refusal({ a: 1 }, 404))).toBeUndefined();
  expect(answerTo('OPN-035', refusal('no JSON'))).toBeUndefined();
  expect(answerTo('OPN-035', refusal({ b: 1 }), refusal({ a: 1 }), refusal({ b: 2 }))).toEqual([
    { a: 'number' },
    { b: 'number' },
  ]);
  const all = many(13, (at) => refusal({ [`m${at}`]: 1 }));
  expect(answerTo('OPN-035', ...all)).toHaveLength(12);
});

test('what speaks of a rate limit is a header that begins so', () => {
  const headers = (...names: readonly string[]): Made => ({ headers: names.map((name) => [name, '1'] as const) });
  expect(
    answerTo(
      'OPN-038',
      headers(
        'x-ratelimit-limit',
        'ratelimit-reset',
        'x-rate-limit-a',
        'rate-limit',
        'x-my-ratelimit',
        'xx-rate-limit',
      ),
    ),
  ).toEqual({ askedToWait: false, headers: ['rate-limit', 'ratelimit-reset', 'x-rate-limit-a', 'x-ratelimit-limit'] });
});

test('a service asked to wait where it answered 429, or had to be waited for', () => {
  expect(answerTo('OPN-038', { waits: 1 })).toMatchObject({ askedToWait: true });
  expect(answerTo('OPN-038', { status: 429 })).toMatchObject({ askedToWait: true });
  expect(answerTo('OPN-038', { status: 428 })).toMatchObject({ askedToWait: false });
});

test('nothing is known of pages where no lookup told', () => {
  for (const data of [
    { hasNext: 'true', nextKey: 'k' },
    { hasNext: true, nextKey: 'k', details: {} },
  ]) {
    expect(answerTo('OPN-039', lookup(data))).toBeUndefined();
    expect(answerTo('OPN-040', lookup(data))).toBeUndefined();
  }
});

test('a page size is known from one full page', () => {
  const page = (size: number, hasNext: unknown): Made =>
    lookup({ hasNext, nextKey: 'k', details: many(size, () => someInstrument()) });
  expect(answerTo('OPN-039', page(1, true))).toBe(1);
  expect(answerTo('OPN-039', page(3, true), page(2, true), page(4, true), page(9, false))).toEqual({
    largest: 4,
    smallest: 2,
  });
  expect(answerTo('OPN-039', page(9, 'yes'))).toBeUndefined();
  expect(answerTo('OPN-039', page(0, true), page(2, false))).toBe('all instruments came on one page');
});

test('one page tells of the page size only where it has more instruments than the pinned one', () => {
  const told = (pinned: Answer, ...sizes: readonly number[]): Answer | undefined => {
    const observer = new Observer({}, { 'OPN-039': pinned });
    for (const size of sizes)
      observer.see(madeExchange(lookup({ hasNext: false, details: many(size, () => someInstrument()) })));
    return observer.answer('OPN-039');
  };
  const onOnePage = 'all instruments came on one page';
  for (const pinned of [10, { largest: 10, smallest: 3 }]) {
    expect(told(pinned, 9, 10)).toBeUndefined();
    expect(told(pinned, 11, 9)).toBe(onOnePage);
  }
  for (const pinned of [onOnePage, null, ['x'], { largest: 'x' }]) expect(told(pinned, 2)).toBe(onOnePage);
});

test('the key of a last page is told by its kind', () => {
  const last = (nextKey: unknown): Made => lookup({ hasNext: false, nextKey });
  expect(answerTo('OPN-040', ...[undefined, null, 1, '', 'k', {}, [], true].map(last))).toEqual([
    'a boolean',
    'a number',
    'a string that is not empty',
    'an array',
    'an empty string',
    'an object',
    'missing',
    'null',
  ]);
  expect(answerTo('OPN-040', lookup({ hasNext: true, nextKey: 'k' }))).toBeUndefined();
});

test('every steady and every moving field of a record is told', () => {
  expect(answerTo('OPN-018', lookup({}))).toEqual({
    isMarginUsage: ['true'],
    isSpreadUsage: ['false'],
    lotMultiple: ['1000'],
    marginRate: ['0.04'],
    marginTypeCode: ['M1'],
    maxOrderQuantity: ['100'],
    minOrderQuantity: ['0.1'],
    orderUnit: ['0.1'],
    pipUnit: ['0.01'],
    pointUnit: ['0.001'],
    priceMultiplier: ['1'],
    standardCurrencyCd: ['USD'],
    stockGroupCd: ['FOREIGN'],
    symbolGroupCd: ['FX'],
    tradeCurrencyCd: ['JPY'],
    buySpread: ['zero'],
    sellSpread: ['zero'],
    closePrice: ['positive'],
  });
});

test('values of other types are left out, long ones cut', () => {
  const told = answerTo('OPN-018', {
    body: withRecords({ marginTypeCode: null, symbolGroupCd: 'x'.repeat(41), closePrice: '1', orderUnit: [1] }),
  });
  expect(told).toMatchObject({ marginTypeCode: [], symbolGroupCd: ['x'.repeat(40)], closePrice: [], orderUnit: [] });
});

test('a value that comes back after another one is told once', () => {
  const told = answerTo('OPN-018', { body: withRecords({ pipUnit: 1 }, { pipUnit: 2 }, { pipUnit: 1 }) });
  expect(told).toMatchObject({ pipUnit: ['1', '2'] });
});

test('up to 24 values of a field are told', () => {
  const units = (count: number): Answer | undefined =>
    answerTo('OPN-018', { body: withRecords(...many(count, (at) => ({ pointUnit: at }))) });
  expect(units(24)).toMatchObject({ pointUnit: { length: 24 } });
  expect(units(25)).toMatchObject({ pointUnit: ['more than 24'] });
});

test('every time of trade is told', () => {
  for (const day of ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']) {
    for (const name of [`${day}TradeStartTime`, `${day}TradeEndTime`]) {
      expect(answerTo('OPN-017', { body: withRecords({ [name]: '070000' }) }), name).toEqual(['HH:MM', 'HHMMSS']);
      expect(answerTo('OPN-017', { body: withRecords({ [name]: 70000 }) }), name).toEqual(['HH:MM']);
    }
  }
});

test('keys of the price maps are told apart from codes of the page', () => {
  const keys = (sellPrices: unknown, details: unknown = [someInstrument({ stockCd: 'A' })]): unknown =>
    (answerTo('OPN-019', lookup({ sellPrices, details })) as Record<string, unknown> | undefined)?.['sellPrices'];
  expect(keys({ A: '1', b1: '2' })).toEqual(['a stockCd of the page', 'other: a9']);
  expect(keys({})).toEqual(['none']);
  expect(keys(['A'])).toEqual([]);
  expect(keys({ A: '1' }, [{ stockCd: 'B' }])).toEqual(['other: A']);
  expect(keys({}, [])).toBeUndefined();
  expect(keys({ A: '1' }, {})).toBeUndefined();
  expect(keys(Object.fromEntries(many(13, (at) => ['-'.repeat(at + 1), ''])))).toEqual(['more than 12']);
});

test('an empty page says nothing of the keys of its price maps', () => {
  const told = answerTo('OPN-019', lookup({}), lookup({ details: [], sellPrices: {}, buyPrices: {} }));
  expect(told).toEqual({ buyPrices: ['a stockCd of the page'], sellPrices: ['a stockCd of the page'] });
});

test('values of the price maps are told by form, or by type', () => {
  expect(answerTo('OPN-020', lookup({ buyPrices: { a: 1, b: null, c: '1.5', d: 'x', e: [] } }))).toEqual({
    buyPrices: ['a', 'array', 'decimal number', 'null', 'number'],
    sellPrices: ['decimal number'],
  });
});

test('records without a single object tell nothing', () => {
  for (const question of ['OPN-017', 'OPN-018', 'OPN-019', 'OPN-020']) {
    expect(answerTo(question, lookup({ details: [null, 'x'] })), question).toBeUndefined();
    expect(answerTo(question, lookup({ details: [null, {}] })), question).toBeDefined();
  }
});

test('data of a modify are no page', () => {
  const modify: Made = { operation: 'modifyOrder', body: enveloped(someData()) };
  for (const question of ['OPN-017', 'OPN-018', 'OPN-019', 'OPN-020', 'OPN-039', 'OPN-040']) {
    expect(answerTo(question, modify), question).toBeUndefined();
  }
});

test('twelve questions are answered by what is seen', () => {
  expect(OBSERVED_QUESTIONS).toEqual(
    [17, 18, 19, 20, 22, 35, 36, 37, 38, 39, 40, 45].map((number) => `OPN-0${number}`),
  );
});

test('a question that is not about answers has none', () => {
  expect(answerTo('OPN-001', lookup({}), refusal({ code: 1 }))).toBeUndefined();
});
