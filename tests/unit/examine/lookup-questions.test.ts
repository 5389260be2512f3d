import { expect, test } from '@playwright/test';
import { loadCatalogue } from '../../../src/contract/catalogue.js';
import { judgePrefix, judgeVersion } from '../../../src/oracle/base-url.js';
import { LOOKUP_TOKEN, type Answered, type LookupServiceOptions } from '../../support/lookup-service.js';
import { LOOKUP_EXAMINATIONS, withLookupRun } from '../../support/lookup-run.js';

const refused: Answered = { status: 400, body: { code: 1 } };

test('every question that lookups can be asked for is examined', async () => {
  const modifies = new Set(
    loadCatalogue()
      .filter(({ modifies: does }) => does)
      .map(({ id }) => id),
  );
  const ids = Object.keys(LOOKUP_EXAMINATIONS).filter((id) => id.startsWith('OPN-'));
  expect(ids.filter((id) => modifies.has(id))).toEqual([]);
  await withLookupRun({}, async (run) => {
    for (const id of ids) {
      const expected = ['OPN-025', 'OPN-034', 'OPN-042'].includes(id) ? 'unverified' : 'observed';
      expect(await run.verdict(id), id).toBe(expected);
    }
  });
});

test('OPN-023: parameters that may be left out', async () => {
  await withLookupRun({ instead: ({ query }) => (query.has('stockGroupCd') ? undefined : refused) }, async (run) =>
    expect(await run.answer('OPN-023')).toEqual({
      'without all of them': 'refused with 400',
      'without nextKey': 'accepted',
      'without stockCd': 'accepted',
      'without stockGroupCd': 'refused with 400',
    }),
  );
});

test('OPN-024: the effect of an empty stockCd', async () => {
  await withLookupRun({}, async (run) => expect(await run.answer('OPN-024')).toBe('the same as without stockCd'));
  await withLookupRun(
    { select: (_, stockCd, all, { query }) => (query.has('stockCd') && stockCd === '' ? [] : all) },
    async (run) => expect(await run.answer('OPN-024')).toBe('no instrument'),
  );
  await withLookupRun({ instead: ({ query }) => (query.get('stockCd') === '' ? refused : undefined) }, async (run) =>
    expect(await run.answer('OPN-024')).toBe('refused with 400'),
  );
});

test('OPN-028: the token says what it is, and none of its claims is told', async () => {
  await withLookupRun({}, async (run) => {
    const answer = { alg: 'HS256', expires: true, jwt: true, lifetimeS: 3600, typ: 'JWT' };
    expect(await run.answer('OPN-028')).toEqual(answer);
  });
  const takesOpaque: LookupServiceOptions = {
    instead: ({ headers }, plain) => {
      if (headers.authorization === 'Bearer opaque-token') headers.authorization = `Bearer ${LOOKUP_TOKEN}`;
      return plain();
    },
  };
  await withLookupRun(takesOpaque, async (run) => expect(await run.answer('OPN-028')).toEqual({ jwt: false }), {
    token: 'opaque-token',
  });
});

test('where the token is refused, no question is answered but that of limits', async () => {
  await withLookupRun(
    {},
    async (run) => {
      const ids = Object.keys(LOOKUP_EXAMINATIONS).filter((id) => id.startsWith('OPN-') && id !== 'OPN-038');
      for (const id of ids) expect(await run.verdict(id), id).toBe('unverified');
      expect(await run.reason('OPN-028')).toBe('no plain lookup was accepted: it was answered with status 401');
      expect(await run.reason('OPN-036')).toBe('nothing was accepted: refusals may all have one reason');
      expect(await run.reason('OPN-024')).toBe('a lookup without stockCd is refused with 401, too');
    },
    { token: 'opaque-token' },
  );
});

test('OPN-032: spellings of the Bearer scheme', async () => {
  await withLookupRun(
    {
      instead: ({ headers }, plain) => {
        const token = /^bearer +(.*)$/i.exec(headers.authorization ?? '')?.[1];
        if (token === LOOKUP_TOKEN) headers.authorization = `Bearer ${LOOKUP_TOKEN}`;
        return plain();
      },
    },
    async (run) =>
      expect(await run.answer('OPN-032')).toEqual({
        'BEARER in upper case': 'accepted',
        'a tab for the space': 'refused with 401',
        'bearer in lower case': 'accepted',
        'two spaces': 'accepted',
      }),
  );
});

test('OPN-041: what becomes of a nextKey otherwise used', async () => {
  await withLookupRun({}, async (run) =>
    expect(await run.answer('OPN-041')).toEqual({
      altered: 'refused with 400',
      'never given': 'refused with 400',
      'of another filter': 'refused with 400',
      'used again': 'the page that the key led to',
    }),
  );
  await withLookupRun({ singleUse: true }, async (run) =>
    expect(await run.answer('OPN-041')).toMatchObject({ 'used again': 'refused with 400' }),
  );
  await withLookupRun({ pageSize: 100 }, async (run) => expect(await run.verdict('OPN-041')).toBe('unverified'));
});

test('OPN-044: other methods, of which only those are sent that change nothing', async () => {
  await withLookupRun({}, async (run) => {
    expect(await run.answer('OPN-044')).toEqual({
      '/orders/modify': { GET: 404, HEAD: 404, OPTIONS: 404 },
      '/stocks/orders': { HEAD: 405, OPTIONS: 405 },
    });
    expect(run.passiveBreaks).toEqual(new Set());
  });
});

test('OPN-046: the order of two walks', async () => {
  await withLookupRun({}, async (run) => expect(await run.answer('OPN-046')).toBe(true));
  let walks = 0;
  await withLookupRun(
    {
      pageSize: 100,
      select: (_, stockCd, all) => {
        if (stockCd === '') walks += 1;
        return walks % 2 === 0 ? all : [...all].reverse();
      },
    },
    async (run) => expect(await run.answer('OPN-046')).toBe(false),
  );
});

test('VER: the base URL has the segment v1, behind a public-interface segment', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['https://h/public/v1', 'pass', 'pass'],
    ['https://h/a/b/openapi/v1', 'pass', 'pass'],
    ['https://h/public/v1/x', 'pass', 'broken'],
    ['https://h/v1', 'pass', 'broken'],
    ['https://h/v1/public', 'pass', 'broken'],
    ['https://h/public/v2', 'broken', 'pass'],
    ['https://h/public/v1.2', 'broken', 'pass'],
    ['https://h/public/v11', 'broken', 'pass'],
    ['https://h', 'broken', 'broken'],
  ];
  for (const [url, version, prefix] of cases) {
    expect([judgeVersion(url).outcome, judgePrefix(url).outcome], url).toEqual([version, prefix]);
  }
});
