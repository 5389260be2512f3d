import type { Instrument } from '../../../src/contract/order.js';
import { codesOf, lookup, walk, withService, type Members } from './client.js';
import { expect, test } from './fixture.js';

const COUNTS = { ALL: 37, FOREIGN: 14, INDEX: 9, COMMODITY: 7, CRYPTO: 7 };

test('a walk returns every instrument of a group once and ends with an empty key', async ({ service }) => {
  for (const [group, count] of Object.entries(COUNTS)) {
    const pages = await walk(service, `stockGroupCd=${group}&stockCd=`);
    const codes = codesOf(pages);
    expect(new Set(codes).size).toBe(count);
    expect(codes).toHaveLength(count);
    expect(pages.map(({ hasNext }) => hasNext)).toEqual(pages.map((_, index) => index < pages.length - 1));
    expect(pages.at(-1)?.['nextKey']).toBe('');
    expect(pages).toHaveLength(Math.ceil(count / 10));
    if (group === 'ALL') continue;
    const groups = pages.flatMap(({ details }) => details as Instrument[]).map(({ stockGroupCd }) => stockGroupCd);
    expect(new Set(groups)).toEqual(new Set([group]));
  }
});

test('no parameter at all means all groups, all instruments, first page', async ({ service }) => {
  const bare = await lookup(service, '');
  expect(bare.text).toBe((await lookup(service, 'stockGroupCd=ALL&stockCd=&nextKey=')).text);
  expect(bare.status).toBe(200);
});

test('prices are decimal strings by instrument, and one buys dearer than one sells', async ({ service }) => {
  for (const page of await walk(service, 'stockGroupCd=ALL')) {
    const [sell, buy] = [page['sellPrices'] as Record<string, string>, page['buyPrices'] as Record<string, string>];
    const codes = codesOf([page]);
    expect(Object.keys(sell)).toEqual(codes);
    expect(Object.keys(buy)).toEqual(codes);
    for (const code of codes) {
      expect(sell[code]).toMatch(/^\d+(\.\d+)?$/);
      expect(Number(buy[code])).toBeGreaterThanOrEqual(Number(sell[code]));
    }
  }
});

test('a stockCd filters exactly, and a code that is unknown or of another group finds nothing', async ({ service }) => {
  const found = async (query: string): Promise<string[]> => codesOf([await dataOf(query)]);
  const dataOf = async (query: string): Promise<Members> => (await lookup(service, query)).json?.['data'] as Members;
  expect(await found('stockGroupCd=ALL&stockCd=GOLD')).toEqual(['GOLD']);
  expect(await found('stockCd=USD%2FJPY')).toEqual(['USD/JPY']);
  expect(await found('stockGroupCd=COMMODITY&stockCd=GOLD')).toEqual(['GOLD']);
  expect(await found('stockGroupCd=INDEX&stockCd=GOLD')).toEqual([]);
  expect(await found('stockCd=gold')).toEqual([]);
  expect(await dataOf('stockCd=NONE')).toEqual({
    hasNext: false,
    nextKey: '',
    details: [],
    sellPrices: {},
    buyPrices: {},
  });
});

test('a query that the operation does not know is refused', async ({ service }) => {
  const cases: [string, string][] = [
    ['stockGroupCd=forex', 'group-unknown'],
    ['stockGroupCd=index', 'group-unknown'],
    ['stockGroupCd=', 'group-unknown'],
    ['stockGroupCd=01', 'group-unknown'],
    ['stockCd=A&stockCd=A', 'parameter-duplicate'],
    ['page=2', 'parameter-unknown'],
    ['stockCd=%zz', 'query-form'],
    ['stockCd=%ff', 'query-form'],
    ['nextKey=2', 'key-unknown'],
  ];
  for (const [query, cause] of cases) expect([query, (await lookup(service, query)).cause]).toEqual([query, cause]);
});

test('a key is opaque, needs encoding and holds for its filter alone', async ({ service }) => {
  const [first, second] = await walk(service, 'stockGroupCd=ALL&stockCd=');
  const key = first?.['nextKey'] as string;
  for (const char of '+/=&') expect(key).toContain(char);
  const encoded = encodeURIComponent(key);
  const again = await lookup(service, `nextKey=${encoded}&stockGroupCd=ALL`);
  expect(again.json?.['data']).toEqual(second);
  const plus = key.replaceAll('&', '%26').replaceAll('=', '%3D');
  for (const query of [
    `stockGroupCd=FOREIGN&nextKey=${encoded}`,
    `stockGroupCd=ALL&stockCd=GOLD&nextKey=${encoded}`,
    `nextKey=${encoded}x`,
    `nextKey=x${encoded}`,
    `nextKey=${plus}`,
  ]) {
    expect([query, (await lookup(service, query)).cause]).toEqual([query, 'key-unknown']);
  }
  expect((await lookup(service, `nextKey=${key}`)).status).toBe(400);
});

test('a lookup looks at neither signature nor timestamp', async ({ service }) => {
  const seen = await lookup(service, '', { 'X-Signature': 'no', 'X-Timestamp': 'never' });
  expect(seen.status).toBe(200);
});

test('page size, number of instruments and seed are options', async () => {
  await withService({ pageSize: 3, instruments: 80, seed: 9 }, async (service) => {
    const pages = await walk(service, 'stockGroupCd=ALL');
    expect(pages).toHaveLength(27);
    expect(new Set(codesOf(pages)).size).toBe(80);
    expect((await lookup(service, 'stockCd=EUR%2FUSD.0002')).text).toContain('EUR/USD.0002');
    await withService({ pageSize: 3, instruments: 80, seed: 9 }, async (twin) => {
      expect(await walk(twin, 'stockGroupCd=ALL')).toEqual(pages);
    });
    await withService({ pageSize: 3, instruments: 80, seed: 8 }, async (other) => {
      expect(await walk(other, 'stockGroupCd=ALL')).not.toEqual(pages);
    });
  });
});

test('every record has its bounds, steps and trade times in order', async ({ service }) => {
  const pages = await walk(service, 'stockGroupCd=ALL');
  for (const record of pages.flatMap(({ details }) => details as Instrument[])) {
    expect(Object.keys(record)).toHaveLength(33);
    expect(record.minOrderQuantity).toBeLessThan(record.maxOrderQuantity);
    const onStep = record.closePrice / record.pointUnit;
    expect(Math.abs(onStep - Math.round(onStep))).toBeLessThan(1e-6);
    expect(`${record.monTradeStartTime} ${record.sunTradeEndTime}`).toMatch(/^\d\d:\d\d \d\d:\d\d$/);
  }
});
