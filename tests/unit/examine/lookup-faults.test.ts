import { expect, test } from '@playwright/test';
import { enveloped, someInstrument } from '../../support/exchange-builder.js';
import {
  LOOKUP_TOKEN,
  ofGroup,
  SOME_INSTRUMENTS,
  type Answered,
  type LookupServiceOptions,
} from '../../support/lookup-service.js';
import { withLookupRun } from '../../support/lookup-run.js';

type Instead = NonNullable<LookupServiceOptions['instead']>;

const refused: Answered = { status: 400, body: { status: 'ERROR', code: 1 } };

/** Changes `data` of every success. */
function withData(change: (data: Record<string, unknown>) => void): Instead {
  return (_, plain) => {
    const answer = plain();
    const { data } = answer.body as { data?: Record<string, unknown> };
    if (data !== undefined) change(data);
    return answer;
  };
}

/** Takes any Authorization header for which `takes` holds. */
function takingTokens(takes: (authorization: string | undefined) => boolean): Instead {
  return ({ headers }, plain) => {
    if (takes(headers.authorization)) headers.authorization = `Bearer ${LOOKUP_TOKEN}`;
    return plain();
  };
}

/** Services that break the clauses named, and no others of those on lookups. */
const FAULTS: readonly (readonly [name: string, clauses: readonly string[], options: LookupServiceOptions])[] = [
  [
    'refuses one group',
    ['LKP-001'],
    { instead: ({ query }) => (query.get('stockGroupCd') === 'CRYPTO' ? refused : undefined) },
  ],
  ['refuses ALL', ['LKP-001'], { instead: ({ query }) => (query.get('stockGroupCd') === 'ALL' ? refused : undefined) }],
  [
    'takes any unknown group for ALL',
    ['LKP-002', 'LKP-003'],
    {
      instead: ({ query }, plain) => {
        if (plain().status === 400 && (query.get('nextKey') ?? '') === '') query.set('stockGroupCd', 'ALL');
        return plain();
      },
    },
  ],
  [
    'takes groups in lower case',
    ['LKP-003'],
    {
      instead: ({ query }, plain) => {
        const group = query.get('stockGroupCd');
        if (group !== null && group === group.toLowerCase() && /[a-z]/.test(group)) {
          query.set('stockGroupCd', group.toUpperCase());
        }
        return plain();
      },
    },
  ],
  [
    'does not filter by group',
    ['LKP-004'],
    { select: (_, stockCd, all) => all.filter((one) => stockCd === '' || one.stockCd === stockCd) },
  ],
  [
    'lets one foreign instrument into a group',
    ['LKP-004'],
    {
      select: (group, stockCd, all) => {
        const own = ofGroup(group, all).filter((one) => stockCd === '' || one.stockCd === stockCd);
        const gold = all.filter((one) => one.stockCd === 'GOLD');
        return group === 'INDEX' && stockCd === '' ? [...own, ...gold] : own;
      },
    },
  ],
  ['does not filter by stockCd', ['LKP-005'], { select: (group, _, all) => ofGroup(group, all) }],
  [
    'searches by prefix',
    ['LKP-005'],
    { select: (group, stockCd, all) => ofGroup(group, all).filter((one) => one.stockCd.startsWith(stockCd)) },
  ],
  [
    'searches by prefix, where no code begins another one',
    ['LKP-008'],
    {
      instruments: SOME_INSTRUMENTS.filter(({ stockCd }) => stockCd !== 'EURUSD2'),
      select: (group, stockCd, all) => ofGroup(group, all).filter((one) => one.stockCd.startsWith(stockCd)),
    },
  ],
  ['knows no stockCd', ['LKP-005'], { select: (group, stockCd, all) => (stockCd === '' ? ofGroup(group, all) : []) }],
  [
    'forgets the group where a stockCd is given',
    ['LKP-006'],
    {
      select: (group, stockCd, all) =>
        stockCd === '' ? ofGroup(group, all) : all.filter((one) => one.stockCd === stockCd),
    },
  ],
  [
    'leaves an instrument out of ALL',
    ['LKP-007'],
    {
      select: (group, stockCd, all) =>
        ofGroup(group, all).filter((one) =>
          stockCd === '' ? group !== 'ALL' || one.stockCd !== 'GOLD' : one.stockCd === stockCd,
        ),
    },
  ],
  [
    'returns everything for an unknown stockCd',
    ['LKP-008'],
    {
      select: (group, stockCd, all) => {
        const own = ofGroup(group, all);
        const found = own.filter((one) => one.stockCd === stockCd);
        return stockCd === '' || !all.some((one) => one.stockCd === stockCd) ? own : found;
      },
    },
  ],
  [
    'refuses an empty stockCd',
    ['LKP-009'],
    { instead: ({ query }) => (query.get('stockCd') === '' ? refused : undefined) },
  ],
  [
    'refuses an empty nextKey',
    ['PAG-001'],
    { instead: ({ query }) => (query.get('nextKey') === '' ? refused : undefined) },
  ],
  [
    'refuses its own keys',
    ['PAG-002'],
    { instead: ({ query }) => ((query.get('nextKey') ?? '') === '' ? undefined : refused) },
  ],
  ['gives an empty key in the middle', ['PAG-003'], { keyFor: () => '' }],
  ['gives no key in the middle', ['LKP-012'], { keyFor: () => undefined }],
  ['gives a number for a key', ['LKP-012'], { keyFor: (position, group) => position * 10 + group.length }],
  [
    'gives the same page for ever',
    ['PAG-003', 'PAG-004'],
    {
      keyFor: () => 'K',
      instead: ({ query }, plain) => {
        query.set('nextKey', '');
        return plain();
      },
      instruments: SOME_INSTRUMENTS.flatMap((one) => [
        one,
        { ...one, stockCd: `${one.stockCd}X` },
        { ...one, stockCd: `${one.stockCd}Y` },
      ]),
      pageSize: 2,
    },
  ],
  [
    'begins again after the last page',
    ['PAG-004'],
    {
      instead: ({ query }, plain) => {
        if (query.get('nextKey') === 'AGAIN') query.set('nextKey', '');
        const answer = plain();
        const { data } = answer.body as { data?: Record<string, unknown> };
        if (data?.['hasNext'] === false && (query.get('stockCd') ?? '') === '') {
          Object.assign(data, { hasNext: true, nextKey: 'AGAIN' });
        }
        return answer;
      },
    },
  ],
  [
    'gives empty pages for ever',
    ['PAG-004'],
    {
      instead: ({ query }, plain) => {
        const key = query.get('nextKey') ?? '';
        const answer = plain();
        if (!key.startsWith('void')) {
          const { data } = answer.body as { data?: Record<string, unknown> };
          if (data?.['hasNext'] === false) Object.assign(data, { hasNext: true, nextKey: 'void1' });
          return answer;
        }
        const nextKey = `void${Number(key.slice(4)) + 1}`;
        return { status: 200, body: enveloped({ hasNext: true, nextKey, details: [], sellPrices: {}, buyPrices: {} }) };
      },
    },
  ],
  [
    'begins each page with the last instrument of the one before',
    ['PAG-005'],
    {
      instruments: SOME_INSTRUMENTS.flatMap((one) => [one, { ...one, stockCd: `${one.stockCd}-A` }]),
      pageSize: 3,
      select: (group, stockCd, all) => {
        const own = ofGroup(group, all).filter((one) => stockCd === '' || one.stockCd === stockCd);
        return own.flatMap((one, index) => (index % 3 === 2 && stockCd === '' ? [one, one] : [one]));
      },
    },
  ],
  [
    'gives an instrument twice on one page',
    ['PAG-005'],
    { instead: withData((data) => (data['details'] = (data['details'] as unknown[]).flatMap((one) => [one, one]))) },
  ],
  [
    'says hasNext false one page too early, with a key',
    ['PAG-006'],
    {
      pageSize: 1,
      instead: withData((data) => {
        const codes = (data['details'] as { stockCd: string }[]).map(({ stockCd }) => stockCd);
        if (codes.includes('ETH') || codes.includes('BTC/USD')) data['hasNext'] = false;
      }),
    },
  ],
  [
    'puts null among its records',
    ['LKP-014'],
    { instead: withData((data) => (data['details'] = [...(data['details'] as unknown[]), null])) },
  ],
  [
    'answers successes with 201',
    ['ENV-001'],
    {
      instead: (_, plain) => {
        const answer = plain();
        return answer.status === 200 ? { ...answer, status: 201 } : answer;
      },
    },
  ],
  ['answers without Authorization', ['AUT-002'], { instead: takingTokens((value) => value === undefined) }],
  [
    'takes any Authorization of a wrong form',
    ['AUT-004'],
    { instead: takingTokens((value) => value !== undefined && !/^Bearer [^.]+\.[^.]+\.[^.]*$/.test(value)) },
  ],
  ['takes an empty Authorization', ['AUT-004'], { instead: takingTokens((value) => value === '') }],
  [
    'does not verify the signature of a token',
    ['AUT-006'],
    { instead: takingTokens((value) => /^Bearer eyJ[^.]+\.eyJ[^.]+\.[^.]+$/.test(value ?? '')) },
  ],
  [
    'takes an unsigned token',
    ['AUT-006'],
    { instead: takingTokens((value) => /^Bearer eyJ[^.]+\.eyJ[^.]+\.$/.test(value ?? '')) },
  ],
  [
    'wants a signature on the lookup',
    ['AUT-007'],
    { instead: ({ headers }) => (headers['x-signature'] === undefined ? refused : undefined) },
  ],
];

for (const [name, clauses, options] of FAULTS) {
  test(`${clauses.join(', ')}: a service that ${name}`, async () => {
    await withLookupRun(options, async (run) => expect(await run.broken()).toEqual(clauses));
  });
}

test('LKP-007 is told by a difference that stays, and by nothing where pages are hidden', async () => {
  const leavesOutOnce = (): LookupServiceOptions => {
    let first = true;
    return {
      pageSize: 100,
      select: (group, stockCd, all) => {
        const left = first && group === 'ALL' && stockCd === '';
        if (left) first = false;
        return ofGroup(group, all).filter(
          (one) => (stockCd === '' || one.stockCd === stockCd) && !(left && one.stockCd === 'ETH'),
        );
      },
    };
  };
  await withLookupRun(leavesOutOnce(), async (run) => expect(await run.verdict('LKP-007')).toBe('pass'));
});

test('PAG-007: a service that drops another instrument in every walk', async () => {
  let walks = 0;
  const instruments = SOME_INSTRUMENTS;
  await withLookupRun(
    {
      pageSize: 100,
      select: (group, stockCd, all) => {
        const own = ofGroup(group, all).filter((one) => stockCd === '' || one.stockCd === stockCd);
        if (stockCd !== '' || group !== 'ALL') return own;
        walks += 1;
        return own.filter((_, index) => index !== walks % instruments.length);
      },
    },
    async (run) => expect(await run.verdict('PAG-007')).toBe('broken'),
  );
});

test('PAG-007: an instrument that later walks leave out, and that can still be asked for', async () => {
  let walks = 0;
  await withLookupRun(
    {
      pageSize: 100,
      select: (group, stockCd, all) => {
        if (stockCd === '' && group === 'ALL') walks += 1;
        const own = ofGroup(group, all).filter((one) => stockCd === '' || one.stockCd === stockCd);
        return stockCd === '' && walks > 2 ? own.filter((one) => one.stockCd !== 'GOLD') : own;
      },
    },
    async (run) => expect(await run.verdict('PAG-007')).toBe('broken'),
  );
});

test('a service that breaks down, or is not there, is not judged', async () => {
  const ids = ['LKP-002', 'LKP-003', 'AUT-002', 'AUT-004', 'AUT-006', 'AUT-007', 'PAG-001', 'PAG-007', 'LKP-007'];
  await withLookupRun({ instead: () => ({ status: 503, body: {} }) }, async (run) => {
    for (const id of ids) expect(await run.verdict(id), id).toBe('unverified');
  });
  await withLookupRun({}, async (run) => {
    await run.service.close();
    for (const id of [...ids, 'LKP-001', 'LKP-009', 'PAG-002']) expect(await run.verdict(id), id).toBe('unverified');
  });
});

test('a lookup that the service fails over each time is declined; what a gateway answers tells nothing', async () => {
  const refusingBy =
    (status: number): Instead =>
    (_, plain) => {
      const answer = plain();
      return answer.status >= 400 ? { status, body: {} } : answer;
    };
  await withLookupRun({ instead: refusingBy(500) }, async (run) => {
    expect(await run.verdict('AUT-002')).toBe('pass');
    expect(await run.broken()).toEqual(['ENV-007']);
  });
  await withLookupRun({ instead: refusingBy(502) }, async (run) => {
    expect(await run.verdict('AUT-002')).toBe('unverified');
    expect(await run.reason('AUT-002')).toContain('answered 502: neither accepted nor properly refused');
  });
});

test('a token that no lookup is accepted with is nobody’s fault', async () => {
  await withLookupRun({}, async (run) => expect(await run.broken()).toEqual([]), { token: 'expired' });
  await withLookupRun(
    {},
    async (run) => {
      expect(await run.verdict('LKP-001')).toBe('unverified');
      expect(await run.verdict('AUT-006')).toBe('unverified');
    },
    { token: 'expired' },
  );
});

test('a limit of pages that the user set is meant', async () => {
  const instruments = Array.from({ length: 30 }, (_, index) => someInstrument({ stockCd: `S${index}` }));
  await withLookupRun(
    { instruments, pageSize: 1 },
    async (run) => {
      expect(await run.verdict('PAG-004')).toBe('broken');
      expect(await run.verdict('PAG-005')).toBe('unverified');
    },
    { profile: { limits: { maxPages: 20 } } },
  );
});

/** Refuses all lookups from one on, up to another. */
function refusingFrom(first: number, count: number, status: number): Instead {
  return ({ number }) => (number >= first && number < first + count ? { ...refused, status } : undefined);
}

for (const [name, count, status] of [
  ['whose token ends during the run', Infinity, 401],
  ['that refuses everything for a while', 60, 400],
] as const) {
  test(`nothing is held against a service ${name}`, async () => {
    for (let first = 2; first < 300; first += 7) {
      const instead = refusingFrom(first, count, status);
      await withLookupRun({ instead }, async (run) =>
        expect(await run.broken(), `from lookup ${first} on`).toEqual([]),
      );
    }
  });
}
