import { expect, test } from '@playwright/test';
import type { Settings } from '../../../src/contract/settings.js';
import { LEGAL_TWINS } from '../../../src/mock/legal/legal-twins.js';
import { certifyReference, resultOf } from '../../support/certify-reference.js';
import { enveloped } from '../../support/exchange-builder.js';
import { LOOKUP_TOKEN, type Answered, type LookupServiceOptions } from '../../support/lookup-service.js';
import { withLookupRun } from '../../support/lookup-run.js';

const bind = (clause: string): Partial<Settings> => ({
  profile: { operations: [{ clause, path: '/trades/history', query: { from: 'a b' } }] },
});

/** Answers the bound path, with and without the token; lookups are refused with 401, unless `lookup` says otherwise. */
function bound(withToken: Answered, without: Answered, lookup?: Answered): LookupServiceOptions {
  return {
    instead: ({ path, headers }) => {
      const isWrong = headers.authorization !== `Bearer ${LOOKUP_TOKEN}`;
      if (path !== '/public/v1/trades/history') return isWrong ? lookup : undefined;
      return isWrong ? without : withToken;
    },
  };
}

const answer = (data: unknown, different?: Readonly<Record<string, unknown>>): Answered => ({
  status: 200,
  body: enveloped(data, different),
});

const status = (code: number): Answered => ({ status: code, body: {} });
const none = answer({ trades: [] });
const some = answer({ trades: [{ tradeNo: 'T-1' }], hasNext: true });
const noLookup = answer({ hasNext: false, nextKey: '', details: [], sellPrices: {}, buyPrices: {} });
const noLookupInWords = answer(null, { status: 'FAIL', code: 40100 });

test('operations that no profile binds need not be tested', async () => {
  await withLookupRun({}, async (run) => {
    expect(await run.verdict('OPS-006')).toBe('inapplicable');
    expect(await run.reason('OPS-006')).toBe('no profile binds it to a path');
    expect(run.service.asked).toEqual([]);
  });
});

test('a bound GET is held to the envelope', async () => {
  const cases = [
    [none, 'pass'],
    [{ status: 200, body: { data: {} } }, 'broken'],
    [{ status: 200, body: [] }, 'broken'],
    [answer([]), 'broken'],
    [{ status: 202, body: enveloped({}) }, 'broken'],
    [status(400), 'unverified'],
    [status(500), 'unverified'],
  ] as const;
  for (const [withToken, verdict] of cases) {
    await withLookupRun(
      bound(withToken, status(400)),
      async (run) => expect(await run.verdict('OPS-022'), JSON.stringify(withToken)).toBe(verdict),
      bind('OPS-022'),
    );
  }
});

test('a bound GET is held to the token, however the service refuses', async () => {
  const cases: readonly (readonly [what: string, Answered, Answered, Answered | undefined, string])[] = [
    ['refused with another status than a lookup', none, status(404), undefined, 'pass'],
    ['answered', some, some, undefined, 'broken'],
    ['answered with nothing, where lookups are refused by status', none, none, undefined, 'broken'],
    ['a breakdown, each time', some, status(500), undefined, 'pass'],
    ['other words, nothing to give away', none, answer({}, { status: 'FAIL' }), undefined, 'unverified'],
    ['other words, nothing given away', some, answer({}, { status: 'FAIL' }), noLookupInWords, 'pass'],
    ['other words, and null', some, answer(null, { status: 'FAIL' }), noLookupInWords, 'pass'],
    ['other words, all given away', some, answer({ trades: ['T-1'] }, { status: 'FAIL' }), noLookup, 'unverified'],
    ['no envelope', some, { status: 200, body: [{ tradeNo: 'T-1' }] }, noLookup, 'unverified'],
    ['the same words, nothing given away', some, none, noLookup, 'pass'],
    ['the same words, nothing to give away', none, none, noLookup, 'unverified'],
    ['the same words, something given away', some, answer({ trades: [{ tradeNo: '2' }] }), noLookup, 'broken'],
  ];
  for (const [what, withToken, without, lookup, verdict] of cases) {
    await withLookupRun(
      bound(withToken, without, lookup),
      async (run) => expect(await run.verdict('OPS-022'), what).toBe(verdict),
      bind('OPS-022'),
    );
  }
});

test('a bound GET that is no longer answered at the end says nothing of the token', async () => {
  let asked = 0;
  const instead: LookupServiceOptions['instead'] = ({ path, headers }) => {
    if (path !== '/public/v1/trades/history') return undefined;
    return headers.authorization === `Bearer ${LOOKUP_TOKEN}` && (asked += 1) === 1 ? some : status(400);
  };
  await withLookupRun({ instead }, async (run) => expect(await run.verdict('OPS-006')).toBe('unverified'), {
    ...bind('OPS-006'),
  });
});

test('OPN-025: what a bound GET is sent, and what its answer looks like', async () => {
  await withLookupRun(
    bound(none, status(400)),
    async (run) => {
      expect(await run.answer('OPN-025')).toEqual({ 'OPS-006': { data: { trades: [] }, path: '/trades/history' } });
      expect(run.service.asked[0]?.query.get('from')).toBe('a b');
    },
    bind('OPS-006'),
  );
});

test('a bound POST is judged by how the service answers lookups', async () => {
  const cases: readonly (readonly [what: string, Answered, Answered | undefined, string])[] = [
    ['refused as a lookup is', status(400), status(400), 'pass'],
    ['refused for the Authorization', status(403), undefined, 'pass'],
    ['refused in another way than a lookup', status(400), undefined, 'unverified'],
    ['not there', status(404), undefined, 'unverified'],
    ['a breakdown', status(500), undefined, 'unverified'],
    ['answered like a lookup with the token', answer({ orderNo: '1' }), undefined, 'broken'],
    ['answered, and not done', answer({ success: false }), undefined, 'unverified'],
    ['answered in other words', answer({}, { status: 'FAIL' }), undefined, 'unverified'],
    ['answered, where lookups are refused with 200', answer({}), noLookup, 'unverified'],
    ['refused, where lookups are refused with 200', status(401), noLookup, 'pass'],
  ];
  for (const [what, without, lookup, verdict] of cases) {
    await withLookupRun(
      bound(some, without, lookup),
      async (run) => expect(await run.verdict('OPS-004'), what).toBe(verdict),
      bind('OPS-004'),
    );
  }
});

test('a bound POST is never sent with the token, not again once it was accepted, and in a read-only run not at all', async () => {
  const isPost = ({ method }: { readonly method: string }): boolean => method === 'POST';
  await withLookupRun(
    bound(some, status(401)),
    async (run) => {
      expect(await run.reason('OPS-004')).toContain('could place or cancel an order');
      expect(await run.verdict('OPN-025')).toBe('unverified');
      const posts = run.service.asked.filter(isPost);
      expect(posts.length).toBeGreaterThan(1);
      expect(posts.filter(({ headers }) => headers.authorization === `Bearer ${LOOKUP_TOKEN}`)).toEqual([]);
    },
    bind('OPS-004'),
  );
  await withLookupRun(
    bound(some, some),
    async (run) => {
      expect(await run.verdict('OPS-004')).toBe('broken');
      expect(run.service.asked.filter(isPost)).toHaveLength(1);
    },
    bind('OPS-004'),
  );
  await withLookupRun(
    bound(some, some),
    async (run) => {
      expect(await run.verdict('OPS-004')).toBe('unverified');
      expect(run.service.asked).toEqual([]);
    },
    { ...bind('OPS-004'), readOnly: true },
  );
});

const OPERATIONS = Array.from({ length: 23 }, (_, index) => `OPS-${String(index + 1).padStart(3, '0')}`);

test('a reference service with all 23 operations passes them all', async () => {
  const results = await certifyReference({ operations: true }, {}, OPERATIONS);
  expect(OPERATIONS.map((id) => [id, resultOf(results, id).verdict])).toEqual(OPERATIONS.map((id) => [id, 'pass']));
});

/** A POST is never sent with the token: refused with 200, or in another way each time, it cannot be told from others. */
const OPEN_POSTS = /^refused-(?:with-200|in-turns|as-nothing-found)$/;

for (const twin of LEGAL_TWINS.filter(({ name }) => name.startsWith('refused-'))) {
  test(`no operation is held against the service that is ${twin.name}`, async () => {
    const results = await certifyReference({ operations: true, alterations: [twin] }, {}, OPERATIONS);
    const isOpen = (id: string): boolean => OPEN_POSTS.test(twin.name) && id <= 'OPS-004';
    expect(OPERATIONS.map((id) => [id, resultOf(results, id).verdict])).toEqual(
      OPERATIONS.map((id) => [id, isOpen(id) ? 'unverified' : 'pass']),
    );
  });
}
