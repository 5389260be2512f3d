import { expect, test } from '@playwright/test';
import { DATES_LEFT_OUT } from '../../../../src/contract/verdict-reasons.js';
import { factsOf, madeProbe, madeRecord, OF_CLIENT, REFUSED, START_MS } from './made-record.js';

const refusal = { status: 400, body: REFUSED };

test('requests are placed by how far their timestamp is from the time of the service', async () => {
  const { window } = await factsOf([
    madeProbe(-59, { number: 1 }),
    madeProbe(-61, { number: 2, ...refusal }),
    madeProbe(58, { number: 3, clause: 'CLK-005' }),
    madeProbe(62, { number: 4, clause: 'CLK-007', ...refusal }),
    madeProbe(62, { number: 5, clause: 'OPN-047', ...refusal }),
    madeProbe(90, { number: 6, clause: 'CLK-007', status: 503, body: '' }),
  ]);
  expect(window).toMatchObject({ basis: 'probes', requests: 6, withoutTime: 0, limitSeconds: 60 });
  // The Date header is that of the whole second: the service's clock is half a second ahead of ours, give or take.
  expect(window.marks.map(({ reply, count, exchange }) => [reply, count, exchange])).toEqual([
    ['refused', 1, 2],
    ['accepted', 1, 1],
    ['accepted', 1, 3],
    ['refused', 2, 4],
    ['unclear', 1, 6],
  ]);
  expect(window.past).toEqual({ farthestAccepted: 59.5, nearestRefused: 61.5 });
  expect(window.future).toEqual({ farthestAccepted: 57.5, nearestRefused: 61.5 });
  expect(window.clock).toEqual({ offsetMs: 500, uncertaintyMs: 700 });
});

test('a clock that is ahead is taken into account, also for requests before it was known', async () => {
  const ahead = (number: number, sinceMs: number): unknown => {
    const atMs = START_MS + sinceMs;
    const headers = [['date', new Date(atMs + 30_000).toUTCString()]] as const;
    return madeProbe(30, { number, atMs, headers });
  };
  const { window } = await factsOf([madeProbe(30, { headers: [] }), ahead(2, 900), ahead(3, 1_050)]);
  expect(window.clock?.offsetMs).toBeGreaterThan(29_500);
  expect(window.clock?.offsetMs).toBeLessThan(30_500);
  expect(Math.max(...window.marks.map(({ seconds }) => Math.abs(seconds)))).toBeLessThanOrEqual(1);
});

test('where a run left Date out of account, distances are from our clock', async () => {
  const headers = [['date', new Date(START_MS + 3_600_000).toUTCString()]] as const;
  const probes = [madeProbe(-59, { headers }), madeProbe(62, { headers, ...refusal })];
  const { window } = await factsOf(probes, { notes: ['Smoke depth.', DATES_LEFT_OUT] });
  expect(window.clock).toBeNull();
  expect(window.marks.map(({ seconds }) => seconds)).toEqual([-59, 62]);
});

for (const byMs of [3_600_000, -3_600_000]) {
  test(`a clock that is set by ${byMs} ms leaves the picture as it was`, async () => {
    const across = [0, 1, 2, 3].flatMap((index) => {
      const atMs = START_MS + index * 2_000;
      const aheadMs = index < 2 ? 0 : byMs;
      const headers = [['date', new Date(atMs + aheadMs).toUTCString()] as const];
      const probe = (seconds: number, made: object): unknown =>
        madeProbe(seconds + aheadMs / 1_000, { atMs, tookMs: 20, headers, number: 2 * index + 1, ...made });
      return [probe(-59, {}), probe(62, { number: 2 * index + 2, atMs: atMs + 500, ...refusal })];
    });
    const { window } = await factsOf(across);
    expect(window).toMatchObject({ requests: 8, withoutTime: 1 });
    expect(window.marks.map(({ seconds }) => Math.abs(seconds) > 50 && Math.abs(seconds) < 65)).not.toContain(false);
    expect(window.clock?.uncertaintyMs).toBeLessThan(1_000);
  });
}

test('only requests whose sole flaw can be their timestamp are taken of our own', async () => {
  const stamped = madeProbe(-300, { clause: 'SIG-003', ...refusal });
  expect((await factsOf([stamped])).window.requests).toBe(0);
  const { window } = await factsOf([stamped], OF_CLIENT);
  expect(window).toMatchObject({ basis: 'traffic', requests: 1 });
});

test('timestamps that are no whole number are counted apart', async () => {
  const odd = (...values: readonly string[]): unknown =>
    madeRecord({ clause: 'CLK-006', requestHeaders: values.map((value) => ['x-timestamp', value] as const) });
  const { window } = await factsOf([odd(), odd('-5'), odd('1e9'), odd('1', '2'), odd('9'.repeat(30))]);
  expect(window).toMatchObject({ requests: 5, withoutTime: 5, marks: [] });
});

test('marks are bounded, and those beyond are counted', async () => {
  const probes = Array.from({ length: 1_000 }, (_, index) => madeProbe(index * 7, { number: index }));
  const { window } = await factsOf(probes);
  expect(window.marks).toHaveLength(400);
  expect(window.dropped).toBe(600);
});
