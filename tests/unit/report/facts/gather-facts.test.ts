import { expect, test } from '@playwright/test';
import { factsOf, madePage, madeRecord, OF_CLIENT, REFUSED, START_MS } from './made-record.js';
import { HOSTILE, someClause, someExchange, someFinding } from '../some-results.js';

const refusal = { status: 400, body: REFUSED };

test('a run without exchanges has facts without any', async () => {
  expect(await factsOf([])).toMatchObject({
    exchanges: 0,
    unreadable: 0,
    window: { requests: 0, marks: [], clock: null },
    walks: { pages: 0, walks: [] },
    coverage: { placed: 0, cells: [] },
    latency: [],
    refusals: { total: 0, causes: [] },
    strip: { startMs: null, lanes: [] },
  });
});

test('modify bodies are counted by type, side and switches', async () => {
  const body = { orderTypeCd: 'LIMIT', sideCd: 'SELL', profitRealizationYn: 'Y', lossTrackingYn: 'N' };
  const { coverage } = await factsOf([
    madeRecord({ sent: body }),
    madeRecord({ sent: body, ...refusal }),
    madeRecord({ sent: body, trouble: { kind: 'timeout', because: 'late' } }),
    madeRecord({ sent: { ...body, orderTypeCd: 'MARKET' } }),
    madeRecord({ sent: { ...body, lossCutYn: 'y' }, ...refusal }),
    madeRecord({ sent: [body], ...refusal }),
    madeRecord({ ...refusal }),
  ]);
  expect(coverage.placed).toBe(4);
  expect(coverage.elsewhere).toBe(3);
  const cell = { sideCd: 'SELL', takeProfit: 'Y', stopLoss: 'absent', trailing: 'N' };
  expect(coverage.cells).toEqual([
    { ...cell, orderTypeCd: 'MARKET', accepted: 1, refused: 0, unclear: 0, wronglyAccepted: 0, wronglyRefused: 0 },
    { ...cell, orderTypeCd: 'LIMIT', accepted: 1, refused: 1, unclear: 1, wronglyAccepted: 0, wronglyRefused: 0 },
  ]);
});

test('what was answered wrongly is counted, and a refusal that had to come is not', async () => {
  const sent = { orderTypeCd: 'LIMIT', sideCd: 'SELL' };
  const finding = someFinding({ expected: 'status 200 with data.success true', shown: someExchange({ exchange: 3 }) });
  const other = someFinding({ expected: 'JSON, or no body', shown: someExchange({ exchange: 4 }) });
  const { coverage } = await factsOf(
    [
      { ...madeRecord({ number: 1, sent }), expects: 'refusal' },
      { ...madeRecord({ number: 2, sent, ...refusal }), expects: 'refusal' },
      madeRecord({ number: 3, sent, ...refusal }),
      madeRecord({ number: 4, sent, ...refusal }),
      madeRecord({ number: 5, sent }),
    ],
    {},
    [someClause('fail', { id: 'TPS-001', findings: [finding, other] })],
  );
  expect(coverage.cells).toMatchObject([{ accepted: 2, refused: 3, wronglyAccepted: 1, wronglyRefused: 1 }]);
});

test('pauses are told with their reason, in whatever order exchanges come; a slow answer is none', async () => {
  const records = [
    madeRecord({ atMs: START_MS, tookMs: 9_000 }),
    madeRecord({ atMs: START_MS + 4_000 }),
    { ...madeRecord({ atMs: START_MS + 14_000 }), waits: 1 },
    madeRecord({ atMs: START_MS + 14_900, tookMs: 100 }),
    madeRecord({ atMs: START_MS + 20_000, clause: 'set-back' }),
  ];
  for (const order of [records, [...records].reverse()]) {
    const { strip } = await factsOf(order);
    expect(strip.pauses).toEqual([
      { fromMs: START_MS + 9_000, toMs: START_MS + 14_000, why: 'asked' },
      { fromMs: START_MS + 15_000, toMs: START_MS + 20_000, why: 'end' },
    ]);
  }
  const many = Array.from({ length: 6_000 }, (_, index) => madeRecord({ atMs: START_MS + index * 900 }));
  expect((await factsOf(many)).strip.pauses).toEqual([]);
});

test('quantiles of answers are within 1 %, by operation', async () => {
  const modifies = Array.from({ length: 1_000 }, (_, index) => madeRecord({ tookMs: index + 1 }));
  const trouble = { kind: 'reset', because: 'reset' } as const;
  const { latency } = await factsOf([...modifies, madeRecord({ trouble }), madePage('', ['A'], null, { tookMs: 7 })]);
  expect(latency.map(({ operation, answered, unanswered }) => [operation, answered, unanswered])).toEqual([
    ['modifyOrder', 1_000, 1],
    ['listOrderableStocks', 1, 0],
  ]);
  const [modify, lookup] = latency;
  const near = (actual: number | undefined, wanted: number): void =>
    expect(Math.abs((actual ?? 0) - wanted)).toBeLessThanOrEqual(wanted / 100);
  near(modify?.quantiles?.medianMs, 500);
  near(modify?.quantiles?.p95Ms, 950);
  near(modify?.quantiles?.p99Ms, 990);
  expect(modify?.quantiles?.maxMs).toBe(1_000);
  expect(modify?.bins.reduce((sum, { count }) => sum + count, 0)).toBe(1_000);
  expect(lookup?.quantiles).toEqual({ medianMs: 7, p95Ms: 7, p99Ms: 7, maxMs: 7 });
  expect(lookup?.bins).toEqual([{ fromMs: 7, toMs: 10, count: 1 }]);
});

test('an answer that came before it was asked for has no time', async () => {
  const { latency } = await factsOf([madeRecord({ tookMs: -5 })]);
  expect(latency).toMatchObject([{ answered: 1, quantiles: null, bins: [] }]);
});

test('refusals are told apart by what their body says', async () => {
  const said = (body: unknown, different = {}): unknown => madeRecord({ status: 400, body, ...different });
  const { refusals } = await factsOf([
    ...[said(REFUSED, { number: 3 }), said(REFUSED, { clause: 'MOD-002' }), said(REFUSED, { status: 401 })],
    said({ code: 40001 }),
    said({ error: { code: 'E-7', type: 'bad' } }),
    said({ message: 'order 17 is 5 days old' }),
    said({ message: 'order 99 is 3 days old' }),
    ...[
      said(''),
      said('<html>'),
      said('[]'),
      said({ code: 400 }),
      said({ status: 'ERROR', code: 200, data: { success: false } }, { status: 200 }),
    ],
    said('', { status: 503 }),
    madeRecord({ trouble: { kind: 'timeout', because: 'late' } }),
  ]);
  expect(refusals.total).toBe(14);
  expect(refusals.others).toBe(0);
  expect(refusals.causes.find(({ exchange }) => exchange === 3)).toEqual({
    ...{ status: 400, cause: 'timestamp-window (40010)', operation: 'modifyOrder', reply: 'refused', count: 2 },
    ...{ clauses: ['MOD-001', 'MOD-002'], moreClauses: 0, exchange: 3 },
  });
  expect(refusals.causes.map(({ status, cause, count }) => [status, cause, count])).toEqual(
    expect.arrayContaining([
      [401, 'timestamp-window (40010)', 1],
      [400, 'code 40001', 1],
      [400, 'bad (E-7)', 1],
      [400, 'order # is # days old', 2],
      [400, 'no body', 1],
      [400, 'a body that is no JSON', 1],
      [400, 'no cause in its body', 2],
      [200, 'no cause in its body', 1],
      [503, 'no body', 1],
      [null, 'no answer: timeout', 1],
    ]),
  );
  expect(refusals.causes.filter(({ reply }) => reply === 'unclear').map(({ status }) => status)).toEqual([503, null]);
});

test('causes are bounded, and those beyond are counted', async () => {
  const word = (index: number): string => `cause-${String.fromCharCode(97 + (index % 26))}${index}`;
  const records = Array.from({ length: 3_000 }, (_, index) =>
    madeRecord({ status: 400, body: { cause: word(index) } }),
  );
  const { refusals } = await factsOf(records);
  expect(refusals.causes).toHaveLength(60);
  expect(refusals.others).toBe(2_940);
});

test('the strip has a lane for each area, and findings at the request that shows them', async () => {
  const clause = (id: string, exchange: number, verdict: 'fail' | 'warn'): ReturnType<typeof someClause> =>
    someClause(verdict, { id, findings: [someFinding({ cause: HOSTILE, shown: someExchange({ exchange }) })] });
  const { strip } = await factsOf(
    [
      madeRecord({ number: 1, clause: 'MOD-001', tookMs: 4 }),
      madePage('', ['A'], null, { number: 2, atMs: START_MS + 900, clause: 'LKP-001' }),
      madeRecord({ number: 3, clause: 'set-back', atMs: START_MS + 1_000, tookMs: 24 }),
    ],
    {},
    [clause('LKP-002', 2, 'fail'), clause('ENV-001', 2, 'warn'), clause('ENV-002', 99, 'warn'), someClause('fail')],
  );
  expect(strip.laneKind).toBe('area');
  expect(strip.lanes.map(({ name, requests }) => [name, requests])).toEqual([
    ['modify', 1],
    ['lookup', 1],
    ['set-back', 1],
  ]);
  expect(strip.lanes[1]?.findings.map((finding) => [finding.clause, finding.verdict, finding.atMs])).toEqual([
    ['LKP-002', 'fail', START_MS + 900],
    ['ENV-001', 'warn', START_MS + 900],
  ]);
  // One is shown by an exchange that was not recorded, one by none.
  expect(strip.unplaced).toBe(2);
  expect(strip.endMs).toBe(START_MS + 1_024);
});

test('the bins of the strip widen with the run, in whatever order its exchanges come', async () => {
  const times = Array.from({ length: 5_000 }, (_, index) => START_MS + ((index * 7_919) % 5_000) * 1_000);
  const { strip } = await factsOf(times.map((atMs) => madeRecord({ atMs })));
  const [lane] = strip.lanes;
  expect(lane?.bins.length).toBeLessThanOrEqual(240);
  expect(lane?.bins.reduce((sum, { count }) => sum + count, 0)).toBe(5_000);
  expect(Math.max(...(lane?.bins ?? []).map(({ bin }) => bin))).toBeLessThan(240);
  expect(Math.min(...(lane?.bins ?? []).map(({ bin }) => bin))).toBe(0);
  expect(strip.startMs).toBeLessThanOrEqual(START_MS);
});

test('a client has a lane for each scenario, observed traffic one for each operation', async () => {
  const records = Array.from({ length: 400 }, (_, index) => madeRecord({ clause: `scenario-${index}` }));
  const { strip } = await factsOf(records, OF_CLIENT);
  expect(strip.laneKind).toBe('scenario');
  expect(strip.lanes).toHaveLength(151);
  expect(strip.lanes.reduce((sum, { requests }) => sum + requests, 0)).toBe(400);
  const observed = await factsOf([...records, madeRecord({ operation: null })], { basis: 'observed traffic' });
  expect(observed.strip.lanes.map(({ name }) => name)).toEqual(['modifyOrder', 'others']);
});

test('records of any shape are left out or read as far as they go', async () => {
  const deep = '['.repeat(60_000);
  const record = madeRecord({ clause: HOSTILE.repeat(100), target: `/x?nextKey=${'k'.repeat(100_000)}` });
  const odd: readonly unknown[] = [
    ...[null, 5, 'text', [], {}, { request: {} }, { number: 1, clause: 'A', request: null }],
    ...[
      { ...record, number: '1' },
      { ...record, number: 1.5 },
      { ...record, clause: 7 },
    ],
  ];
  const readable: readonly unknown[] = [
    record,
    { number: 1, clause: 'A', request: {} },
    { ...record, operation: '__proto__', sentAtMs: Number.NaN, receivedAtMs: 1e300 },
    { ...record, sentAtMs: -1, response: { status: 'x', headers: 5, text: {} } },
    {
      ...record,
      response: { status: 200, headers: [5, ['a'], [1, 2], ['date', 'x'.repeat(1e5)]], text: deep, size: -1 },
    },
    { ...record, operation: 'modifyOrder', request: { headers: [['X-Timestamp', {}]], text: deep } },
    { ...record, trouble: { kind: HOSTILE }, response: undefined },
  ];
  const facts = await factsOf([...odd, ...readable], OF_CLIENT);
  expect(facts).toMatchObject({ exchanges: readable.length, unreadable: odd.length });
  expect(JSON.stringify(facts).length).toBeLessThan(10_000);
  expect(JSON.stringify(facts)).not.toContain('null,null');
});

test('facts do not grow with the number of exchanges', async () => {
  const records = Array.from({ length: 1_000 }, (_, index) =>
    madeRecord({ clause: `MOD-${index}`, atMs: START_MS + index, status: 400, body: { cause: `c${index}` } }),
  );
  const some = await factsOf(records);
  const many = await factsOf(Array.from({ length: 20 }, () => records).flat());
  expect(JSON.stringify(many).length).toBeLessThan(JSON.stringify(some).length * 1.2);
});

test('a pause between the shards of a merged run is told as such', async () => {
  const at = (ms: number): string => new Date(START_MS + ms).toISOString();
  const merged = [
    { startedAt: at(0), finishedAt: at(2_000) },
    { startedAt: at(6_000), finishedAt: at(8_000) },
  ];
  const records = [0, 2_000, 6_000, 8_000].map((ms, index) => madeRecord({ number: index + 1, atMs: START_MS + ms }));
  const { strip } = await factsOf(records, { merged });
  expect(strip.pauses.map(({ why }) => why)).toEqual(['unknown', 'shards', 'unknown']);
  expect((await factsOf(records)).strip.pauses.map(({ why }) => why)).toEqual(['unknown', 'unknown', 'unknown']);
});
