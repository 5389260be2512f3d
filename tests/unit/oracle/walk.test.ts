import { expect, test } from '@playwright/test';
import { isComplete, readPage, WalkRecorder, whyIncomplete } from '../../../src/oracle/walk.js';
import { enveloped, madeExchange, someData, someInstrument } from '../../support/exchange-builder.js';
import { pageExchange, recorded, walked, type MadePage } from '../../support/walk-builder.js';

const times = (count: number, page: (at: number) => MadePage): MadePage[] =>
  Array.from({ length: count }, (_, at) => page(at));

test('an answer is read as a page with what it gives', () => {
  const records = [someInstrument({ stockCd: 'A' }), someInstrument({ stockCd: 'B' })];
  expect(readPage(pageExchange({ nextKey: 'k', details: records }))).toEqual({
    hasNext: true,
    key: 'text',
    records,
    stockCds: ['A', 'B'],
  });
  expect(readPage(pageExchange({ details: [] }))).toEqual({ hasNext: false, key: 'empty', records: [], stockCds: [] });
});

test('keys are told apart by what can be done with them', () => {
  const kindOf = (nextKey: unknown): unknown => {
    const page = readPage(madeExchange({ body: enveloped(someData({ nextKey })) }));
    return typeof page === 'string' ? page : page.key;
  };
  expect([undefined, '', ' ', 17, null, true, {}, ['k']].map(kindOf)).toEqual([
    'missing',
    'empty',
    'text',
    'number',
    'other',
    'other',
    'other',
    'other',
  ]);
});

test('what has no stockCd that is a string is no instrument of a page', () => {
  const page = readPage(
    pageExchange({ details: [null, 'A', { stockCd: 1 }, {}, { stockCd: 'B' }, ['C'], { stockCd: '' }] }),
  );
  expect(page).toMatchObject({ stockCds: ['B', ''], records: [{ stockCd: 'B' }, { stockCd: '' }] });
});

test('any answer with a status from 200 to 299 may be a page', () => {
  const read = (status: number): unknown => readPage(madeExchange({ status, body: enveloped(someData()) }));
  for (const status of [200, 201, 299]) expect(read(status), String(status)).toMatchObject({ hasNext: false });
  for (const status of [199, 300, 400, 500]) expect(read(status)).toBe(`it was answered with status ${status}`);
});

test('what is no page is told in words', () => {
  const read = (data: unknown): unknown => readPage(madeExchange({ body: enveloped(data) }));
  expect(read(null)).toBe('its answer has no data');
  expect(read(someData({ details: undefined, hasNext: 1 }))).toBe('its answer has no details');
  expect(read(someData({ details: {} }))).toBe('its answer has no details');
  expect(read(someData({ hasNext: 'true' }))).toBe('its answer has no hasNext that is a boolean');
  expect(readPage(madeExchange({ trouble: { kind: 'reset', because: 'it was cut' } }))).toBe('it was cut');
});

test('a walk keeps of a page its number, key and codes', () => {
  const { pages, group, end } = walked(
    [{ nextKey: 'k', codes: ['A', 'B'] }, { codes: ['C'] }],
    { kind: 'complete' },
    'INDEX',
  );
  expect({ group, end }).toEqual({ group: 'INDEX', end: { kind: 'complete' } });
  expect(pages).toEqual([
    { exchange: 1, hasNext: true, key: 'text', nextKey: 'k', stockCds: ['A', 'B'], repeatsLast: false },
    { exchange: 2, hasNext: false, key: 'empty', nextKey: '', stockCds: ['C'], repeatsLast: false },
  ]);
});

test('a key is kept as text only, cut at 80 characters', () => {
  const { pages } = walked([{ nextKey: 'x'.repeat(81) }, { nextKey: 17 }]);
  expect(pages.map(({ nextKey }) => nextKey)).toEqual(['x'.repeat(80), null]);
});

test('a page repeats the one before where key and instruments are the same', () => {
  const repeats = (first: MadePage, second: MadePage): boolean | undefined =>
    walked([first, second]).pages[1]?.repeatsLast;
  const first = { nextKey: 'k', codes: ['A', 'B'] };
  expect(repeats(first, first)).toBe(true);
  expect(repeats({ nextKey: 'k' }, { nextKey: 'k' })).toBe(true);
  expect(repeats(first, { ...first, nextKey: 'l' })).toBe(false);
  for (const codes of [['B', 'A'], ['A'], ['A', 'B', 'C'], ['A', 'C'], []])
    expect(repeats(first, { ...first, codes })).toBe(false);
  expect(walked([{ hasNext: true, nextKey: undefined }]).pages[0]?.repeatsLast).toBe(false);
});

test('instruments are kept in their order, with the group of their first record', () => {
  const details = [{ stockCd: 'B', stockGroupCd: 'INDEX' }, { stockCd: 'A' }, { stockCd: 'B', stockGroupCd: 'CRYPTO' }];
  expect([...walked([{ details }]).instruments]).toEqual([
    ['B', 'INDEX'],
    ['A', ''],
  ]);
});

test('a repeated instrument is told with the pages on which it came', () => {
  const { repeats } = walked([
    { nextKey: 'k', codes: ['A', 'B', 'A'] },
    { nextKey: 'l', codes: ['C', 'B'] },
    { codes: ['A'] },
  ]);
  expect(repeats.map(({ stockCd, firstPage, page }) => [stockCd, firstPage, page])).toEqual([
    ['A', 1, 1],
    ['B', 1, 2],
    ['A', 1, 3],
  ]);
  expect(repeats.map(({ shown }) => shown.exchange)).toEqual([1, 2, 3]);
});

test('a page that comes again repeats no instruments', () => {
  const page = { nextKey: 'k', codes: ['A', 'B'] };
  expect(walked([page, page, { codes: ['C'] }]).repeats).toEqual([]);
});

test('twenty repeats are kept and no more', () => {
  expect(walked([{ codes: Array.from({ length: 20 }, () => 'A') }]).repeats).toHaveLength(19);
  expect(walked([{ codes: Array.from({ length: 30 }, () => 'A') }]).repeats).toHaveLength(20);
});

test('the first page is shown, and the first that comes again', () => {
  const page = { nextKey: 'k', codes: ['A'] };
  const { shown } = walked([page, page, page, { nextKey: 'l', codes: ['B'] }, { codes: ['C'] }]);
  expect([...shown].map(([at, { exchange }]) => [at, exchange])).toEqual([
    [0, 1],
    [1, 2],
  ]);
});

test('the last answer is shown where it ended the walk', () => {
  const recorder = recorded([{ nextKey: 'k', codes: ['A'] }]);
  recorder.addLast(madeExchange({ number: 7, status: 500 }));
  expect(recorder.finish({ kind: 'no key' }).shown.get(-1)).toMatchObject({ exchange: 7, status: 500 });
});

test('a record of another group is told where it stands, and how many there are', () => {
  const of = (stockGroupCd: unknown, stockCd = 'A'): unknown => ({ stockCd, stockGroupCd });
  const { foreign } = walked(
    [
      { nextKey: 'k', details: [null, of('INDEX', 'X'), of('FOREIGN', 'A'), of('CRYPTO', 'B')] },
      { details: [of('COMMODITY', 'C')] },
    ],
    { kind: 'complete' },
    'INDEX',
  );
  expect(foreign).toMatchObject({
    stockCd: 'A',
    stockGroupCd: 'FOREIGN',
    count: 3,
    pointer: '/data/details/2/stockGroupCd',
    shown: { exchange: 1 },
  });
});

test('only the codes of the four real groups make a record foreign', () => {
  const isForeign = (asked: string, stockGroupCd: unknown): boolean =>
    walked([{ details: [{ stockCd: 'A', stockGroupCd }] }], { kind: 'complete' }, asked).foreign !== null;
  const groups = ['FOREIGN', 'INDEX', 'COMMODITY', 'CRYPTO'];
  for (const asked of groups) {
    for (const given of groups) expect(isForeign(asked, given), `${asked} ${given}`).toBe(asked !== given);
    for (const given of ['ALL', 'index', '', 1, undefined]) expect(isForeign(asked, given)).toBe(false);
    expect(isForeign('ALL', asked)).toBe(false);
    expect(isForeign('', asked)).toBe(false);
  }
});

test('the key of a last page may lead to instruments that the walk did not have', () => {
  const recorder = recorded([{ codes: ['A', 'B'] }]);
  expect(recorder.finish({ kind: 'complete' }).afterEnd).toBeNull();
  const exchange = pageExchange({ codes: ['C', 'A', 'D', 'C'] }, 9);
  const page = readPage(exchange);
  if (typeof page === 'string') throw new Error(page);
  recorder.addAfterEnd(exchange, page);
  expect(recorder.finish({ kind: 'complete' }).afterEnd).toMatchObject({ hidden: ['C', 'D'], shown: { exchange: 9 } });
});

test('the same page is a loop when it came four times in a row', () => {
  const page = { nextKey: 'k', codes: ['A'] };
  expect(new WalkRecorder('ALL').loop()).toBeNull();
  expect(recorded(times(3, () => page)).loop()).toBeNull();
  expect(recorded(times(4, () => page)).loop()).toBe('the same page with the same nextKey came 4 times in a row');
  expect(recorded([...times(3, () => page), { nextKey: 'l', codes: ['B'] }, page]).loop()).toBeNull();
});

test('an empty page is a loop when it came more than a hundred times in a row', () => {
  expect(recorded(times(100, () => ({ nextKey: 'k' }))).loop()).toBeNull();
  expect(recorded(times(101, () => ({ nextKey: 'k' }))).loop()).toBe(
    'the same page with the same nextKey came 101 times in a row',
  );
});

test('how long the same page is waited for depends on whether it is empty', () => {
  const full = [
    { nextKey: 'a', codes: ['A'] },
    { nextKey: 'b', codes: ['B'] },
  ];
  expect(recorded([...full, ...times(100, () => ({ nextKey: 'k' }))]).loop()).toBeNull();
});

test('of a long page, the place that matters is shown', () => {
  const pad = 'x'.repeat(5000);
  const record = JSON.stringify(someInstrument({ stockCd: 'HERE' }));
  const exchange = madeExchange({
    body: `{"data":{"hasNext":true,"pad":"${pad}","details":[${record},${record}],"more":"${pad}","nextKey":"k1"}}`,
  });
  const page = readPage(exchange);
  if (typeof page === 'string') throw new Error(page);
  const recorder = new WalkRecorder('ALL');
  recorder.add(exchange, page, 'k1');
  recorder.addLast(exchange);
  const { shown, repeats } = recorder.finish({ kind: 'no key' });
  expect(shown.get(0)?.responseBody).toContain('"nextKey":"k1"');
  expect(repeats[0]?.shown.responseBody).toContain('"details":[{');
  expect(shown.get(-1)?.responseBody).toMatch(/^\{"data":/);
});

test('empty pages with keys of their own are no loop', () => {
  expect(recorded([{ nextKey: 'k', codes: ['A'] }, ...times(40, (at) => ({ nextKey: `k${at}` }))]).loop()).toBeNull();
});

test('more than ten pages without anything new are a loop', () => {
  const stale = (count: number): MadePage[] => times(count, (at) => ({ nextKey: `k${at}`, codes: ['A'] }));
  expect(recorded(stale(1 + 10)).loop()).toBeNull();
  expect(recorded(stale(1 + 11)).loop()).toBe('11 pages in a row held nothing but instruments that had come before');
  expect(recorded([...stale(1 + 11), { nextKey: 'z', codes: ['B'] }]).loop()).toBeNull();
});

test('after many pages with something new, as many without are waited for', () => {
  const fresh = times(12, (at) => ({ nextKey: `f${at}`, codes: [`S${at}`] }));
  const again = (count: number): MadePage[] => times(count, (at) => ({ nextKey: `g${at}`, codes: [`S${at % 12}`] }));
  expect(recorded([...fresh, ...again(12)]).loop()).toBeNull();
  expect(recorded([...fresh, ...again(13)]).loop()).toMatch(/^13 pages in a row/);
});

test('a walk is barren when its last half brought nothing new', () => {
  const fresh = (count: number): MadePage[] => times(count, (at) => ({ nextKey: `f${at}`, codes: [`S${at}`] }));
  const stale = (count: number): MadePage[] => times(count, (at) => ({ nextKey: `g${at}`, codes: ['S0'] }));
  expect(recorded(fresh(3)).isBarren).toBe(false);
  expect(recorded([...fresh(3), ...stale(2)]).isBarren).toBe(false);
  expect(recorded([...fresh(3), ...stale(3)]).isBarren).toBe(true);
  expect(recorded([...fresh(2), ...stale(2), { nextKey: 'z', codes: ['Z'] }]).isBarren).toBe(false);
  expect(recorded([...fresh(1), { nextKey: 'e' }]).isBarren).toBe(true);
});

test('why a walk is not complete is told in words', () => {
  const pages = [{ nextKey: 'k', codes: ['A'] }, { codes: ['B'] }];
  expect(isComplete(walked(pages))).toBe(true);
  expect(isComplete(walked(pages, { kind: 'no key' }))).toBe(false);
  const why = (end: Parameters<typeof walked>[1]): string => whyIncomplete(walked(pages, end, 'INDEX'));
  expect(why({ kind: 'complete' })).toBe('the walk of INDEX is complete');
  expect(why({ kind: 'endless', because: '' })).toBe('the walk of INDEX does not come to an end (PAG-004)');
  expect(why({ kind: 'refused', page: 3, status: 400, times: 1 })).toBe(
    'the walk of INDEX broke off: page 3 was answered with status 400',
  );
  expect(why({ kind: 'no key' })).toBe(
    'the walk of INDEX broke off: page 2 has hasNext true and no nextKey to go on with (LKP-012, PAG-003)',
  );
  expect(why({ kind: 'broke off', because: 'the run ended', passing: true })).toBe(
    'the walk of INDEX broke off: the run ended',
  );
});
