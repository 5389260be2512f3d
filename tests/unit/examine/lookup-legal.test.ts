import { expect, test } from '@playwright/test';
import { STOCK_GROUPS } from '../../../src/contract/order.js';
import type { LookupServiceOptions } from '../../support/lookup-service.js';
import { LOOKUP_CLAUSES, withLookupRun } from '../../support/lookup-run.js';
import { ofGroup, SOME_INSTRUMENTS } from '../../support/lookup-service.js';
import { someInstrument } from '../../support/exchange-builder.js';

const ODD_KEYS = ['+', '/', '=', '&', '%', '%2B', '?', '#', ' ', 'a b+c', 'é', '鍵', '"', '\\', 'k=1&stockGroupCd=ALL'];

const ODD_CODES = ['유로/달러 100%+α', 'A B', "O'X", 'a&b=c', '%', '50%', 'EUR%2FUSD', '_', '\u{1F511}?#'];

/** Services that keep to the document, each in its own way. */
const LEGAL: Readonly<Record<string, LookupServiceOptions>> = {
  'pages of one': { pageSize: 1 },
  'pages of two': { pageSize: 2 },
  'all on one page': { pageSize: 100 },
  'odd keys': { keyFor: (position, group) => `${ODD_KEYS[position % ODD_KEYS.length] ?? ''}${group}${position}` },
  'keys of 2 kB': { keyFor: (position, group) => `${group}${position}`.padEnd(2048, '=/+&') },
  'keys that look like numbers': { keyFor: (position, group) => `0${position}00${group.length}` },
  'keys good for one use': { singleUse: true, keyFor: (position, group) => `${group}${position}${Math.random()}` },
  'one place per token, and the same key for ever': { cursor: true, keyFor: () => 'NEXT' },
  'an empty page first and in the middle': { emptyAt: new Set([0, 2, 4]) },
  'a last page with a key that leads to the beginning': {
    lastKey: () => 'again',
    instead: ({ query }, plain) => {
      if (query.get('nextKey') === 'again') query.set('nextKey', '');
      return plain();
    },
  },
  'a last page with a key that is refused': { lastKey: () => 'over' },
  'no instruments at all': { instruments: [] },
  'no instruments of some groups': { instruments: SOME_INSTRUMENTS.slice(0, 4) },
  'unknown groups answered with an empty page': {
    instead: ({ query }, plain) => {
      const answer = plain();
      const group = query.get('stockGroupCd') ?? 'ALL';
      if (answer.status !== 400 || (STOCK_GROUPS as readonly string[]).includes(group)) return answer;
      const data = { hasNext: false, nextKey: '', details: [], sellPrices: {}, buyPrices: {} };
      return { status: 200, body: { status: 'SUCCESS', code: 200, data } };
    },
  },
  'an empty stockCd that matches nothing': {
    instead: ({ query }, plain) => {
      if (query.get('stockCd') === '') query.set('stockCd', 'none');
      return plain();
    },
  },
  'a stockGroupCd that is mandatory': {
    instead: ({ query }) => (query.has('stockGroupCd') ? undefined : { status: 400, body: {} }),
  },
  'all parameters mandatory': {
    instead: ({ query }) =>
      ['stockGroupCd', 'stockCd', 'nextKey'].every((name) => query.has(name)) ? undefined : { status: 400, body: {} },
  },
  'refusals without a body': {
    instead: (_, plain) => {
      const answer = plain();
      return answer.status === 200 ? answer : { status: answer.status, body: undefined };
    },
  },
  'refusals with status 200 and no instrument': {
    instead: (_, plain) => {
      const answer = plain();
      if (answer.status === 200) return answer;
      const data = { hasNext: false, nextKey: '', details: [], sellPrices: {}, buyPrices: {} };
      return { status: 200, body: { status: 'ERROR', code: 1, data } };
    },
  },
  'codes that need encoding': {
    instruments: ODD_CODES.map((stockCd, index) =>
      someInstrument({ stockCd, stockGroupCd: STOCK_GROUPS[1 + (index % 4)] ?? '' }),
    ),
  },
  'an instrument that says ALL of itself': {
    instruments: [...SOME_INSTRUMENTS, someInstrument({ stockCd: 'BASKET', stockGroupCd: 'ALL' })],
  },
};

for (const [name, options] of Object.entries(LEGAL)) {
  test(`nothing is wrong with ${name}`, async () => {
    await withLookupRun(options, async (run) => expect(await run.broken()).toEqual([]));
  });
}

test('a plain service passes every clause on lookups', async () => {
  await withLookupRun({}, async (run) => {
    for (const id of LOOKUP_CLAUSES) expect(await run.verdict(id), `${id}: ${await run.reason(id)}`).toBe('pass');
  });
});

test('instruments that come and go between walks are no break', async () => {
  let walks = 0;
  await withLookupRun(
    {
      pageSize: 3,
      select: (group, stockCd, all, { query }) => {
        if (group === 'ALL' && stockCd === '' && (query.get('nextKey') ?? '') === '') walks += 1;
        const present = walks > 2 ? all.slice(1) : all;
        return ofGroup(group, present).filter((one) => stockCd === '' || one.stockCd === stockCd);
      },
    },
    async (run) => expect(await run.broken(['PAG-007', 'LKP-007', 'PAG-005', 'PAG-006'])).toEqual([]),
  );
});

test('three walks of a group are made for all clauses, and no key is sent twice in one', async () => {
  await withLookupRun({ pageSize: 1 }, async (run) => {
    await Promise.all(['PAG-002', 'PAG-003', 'PAG-004', 'PAG-005', 'PAG-006'].map((id) => run.verdict(id)));
    const keys = run.service.asked.map(({ query }) => query.get('nextKey') ?? '').filter((key) => key !== '');
    expect(keys).toHaveLength(3 * new Set(keys).size);
  });
});

test('a walk of ten thousand instruments keeps to its limit of pages', async () => {
  const instruments = Array.from({ length: 10_000 }, (_, index) => someInstrument({ stockCd: `S${index}` }));
  await withLookupRun({ instruments, pageSize: 100 }, async (run) => {
    expect((await run.lookups.instruments()).length).toBe(10_000);
    expect(await run.verdict('PAG-004')).toBe('pass');
  });
  await withLookupRun({ instruments: instruments.slice(0, 1200), pageSize: 1 }, async (run) => {
    expect(await run.verdict('PAG-004')).toBe('unverified');
    expect(await run.reason('PAG-004')).toContain('raise limits.maxPages');
  });
});
