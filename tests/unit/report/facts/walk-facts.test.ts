import { expect, test } from '@playwright/test';
import { factsOf, madePage, madeRecord, OF_CLIENT, REFUSED } from './made-record.js';

test('pages of a walk are linked by their keys, also between those of other walks', async () => {
  const { walks } = await factsOf([
    madePage('', ['A', 'B'], 'k/1=', { number: 1 }),
    madePage('', ['A', 'B'], 'k/1=', { number: 2, clause: 'PAG-002' }),
    madePage('k/1=', ['C'], 'k2', { number: 3 }),
    madePage('k2', ['D'], null, { number: 4 }),
    madePage('k/1=', ['C', 'D'], null, { number: 5, clause: 'PAG-002' }),
  ]);
  expect(walks).toMatchObject({ pages: 5, single: 0, dropped: 0 });
  expect(walks.walks.map(({ pages }) => pages.map(({ exchange }) => exchange))).toEqual([
    [1, 3, 4],
    [2, 5],
  ]);
  expect(walks.walks[0]).toMatchObject({
    filter: 'ALL',
    clause: 'PAG-001',
    pageCount: 3,
    instruments: 4,
    end: 'complete',
  });
});

test('walks that are alike are one, and first pages that nothing followed are counted only', async () => {
  const walk = [madePage('', ['A'], 'k'), madePage('k', ['B'], null)];
  const { walks } = await factsOf([...walk, ...walk, madePage('', ['A'], null), madePage('', ['A'], 'k')]);
  expect(walks.single).toBe(2);
  expect(walks.walks.map(({ times, pageCount }) => [times, pageCount])).toEqual([[2, 2]]);
});

test('repeats, circles and missing instruments are told', async () => {
  const { walks } = await factsOf([
    ...[madePage('', ['A', 'B'], 'k'), madePage('k', ['B', 'C'], 'k'), madePage('k', ['D'], null)],
    ...[madePage('', ['A', 'B'], 'k'), madePage('k', ['C'], null)],
  ]);
  expect(walks.walks).toHaveLength(2);
  expect(walks.walks[0]).toMatchObject({ repeated: 1, missing: 0, instruments: 4, end: 'complete' });
  expect(walks.walks[0]?.pages[1]).toMatchObject({ size: 2, repeats: 1, repeatsKey: true });
  expect(walks.walks[1]).toMatchObject({ repeated: 0, missing: 1, instruments: 3 });
});

test('a walk ends where it is refused, breaks, has no key, or is left', async () => {
  const refusal = { status: 400, body: REFUSED };
  const trouble = { kind: 'reset', because: 'the connection was reset' } as const;
  const start = (clause: string): unknown => madePage('', ['A'], 'k', { clause });
  const { walks } = await factsOf(
    [
      ...[start('refused'), madePage('k', [], null, { clause: 'refused', ...refusal })],
      ...[start('broken'), madePage('k', [], null, { clause: 'broken', trouble })],
      ...[start('no key'), madePage('k', ['B'], '', { clause: 'no key' })],
      ...[start('left'), madePage('k', ['B'], 'l', { clause: 'left' })],
    ],
    OF_CLIENT,
  );
  expect(walks.walks.map(({ clause, end }) => [clause, end])).toEqual(
    expect.arrayContaining(['refused', 'broken', 'no key', 'left'].map((end) => [end, end])),
  );
  expect(walks.walks.find(({ end }) => end === 'refused')?.endStatus).toBe(400);
});

test('a page that is asked for again after a refusal goes on with the walk', async () => {
  const { walks } = await factsOf([
    madePage('', ['A'], 'k'),
    madePage('k', [], null, { status: 429, body: '' }),
    madePage('k', ['B'], null),
  ]);
  expect(walks.walks).toMatchObject([{ pageCount: 2, end: 'complete', endStatus: null }]);
});

test('a refusal that our own credential asked for ends no walk', async () => {
  const clause = 'AUT-006';
  const records = [
    madePage('', ['A'], 'k', { clause }),
    madePage('k', [], null, { clause, status: 400, body: REFUSED }),
  ];
  expect((await factsOf(records)).walks).toMatchObject({ single: 1, walks: [] });
  expect((await factsOf(records, OF_CLIENT)).walks.walks).toMatchObject([{ end: 'refused' }]);
});

test('a page that was recorded in part is told by its beginning', async () => {
  const whole = JSON.stringify({
    data: { hasNext: true, nextKey: 'k"2', details: [{ stockCd: 'A' }, { stockCd: 'B' }] },
  });
  const body = `${whole.slice(0, -4)}… [cut]`;
  const { walks } = await factsOf([
    madePage('', [], null, { body }),
    madePage('k"2', [], null, { body: '{"data":{"details":[{"stockCd":"A"… [cut]' }),
    madePage('any key', ['C'], null),
  ]);
  expect(walks.walks).toMatchObject([{ pageCount: 3, instruments: 3, repeated: 1, end: 'complete' }]);
  expect(walks.walks[0]?.pages.map(({ size, isCut }) => [size, isCut])).toEqual([
    [2, true],
    [1, true],
    [1, false],
  ]);
});

test('an endless walk keeps its first pages, odd ones and its last one', async () => {
  const pages = Array.from({ length: 5_000 }, (_, index) =>
    madePage(index === 0 ? '' : `k${index}`, index === 4_000 ? ['S1'] : [`S${index}`], `k${index + 1}`, {
      number: index + 1,
    }),
  );
  const { walks } = await factsOf(pages);
  expect(walks.walks).toHaveLength(1);
  expect(walks.walks[0]).toMatchObject({ pageCount: 5_000, instruments: 4_999, repeated: 1, end: 'left' });
  expect(walks.walks[0]?.pages.map(({ index }) => index).slice(39)).toEqual([40, 4_001, 5_000]);
});

test('walks and kinds of walks are bounded', async () => {
  const pages = Array.from({ length: 2_000 }, (_, index) => {
    const clause = `scenario-${index}`;
    const codes = Array.from({ length: index % 500 }, (__, at) => `S${at}`);
    return [madePage('', ['A'], 'k', { clause }), madePage('k', codes, null, { clause })];
  });
  const { walks } = await factsOf([...pages.map(([first]) => first), ...pages.map(([, second]) => second)], OF_CLIENT);
  expect(walks.walks.length).toBeLessThanOrEqual(12);
  // Those that waited longest made room.
  expect(walks.single).toBe(2_000 - 64);
});

test('an answer without instruments is no page, whatever it says', async () => {
  const records = [
    '[]',
    'null',
    '{"data":null}',
    '{"data":{"details":{}}}',
    '{"data":{"__proto__":{"details":[]}}}',
    '<html>',
  ];
  const { walks } = await factsOf(records.map((body) => madePage('', [], null, { body })));
  expect(walks).toEqual({ pages: 0, single: 0, walks: [], dropped: 0 });
});

test('records without a code are counted as part of their page', async () => {
  const odd = {
    data: { hasNext: false, nextKey: 5, details: [null, 1, { stockCd: 7 }, { stockCd: 'x'.repeat(9_000) }] },
  };
  const { walks } = await factsOf([madePage('', ['A'], '5'), madeRecord({ ...lookup('5'), body: odd })]);
  expect(walks.walks[0]).toMatchObject({ instruments: 2, pages: [{ size: 1 }, { size: 4 }] });
});

function lookup(key: string): { operation: 'listOrderableStocks'; clause: string; target: string } {
  return { operation: 'listOrderableStocks', clause: 'PAG-001', target: `/x?stockGroupCd=ALL&nextKey=${key}` };
}
