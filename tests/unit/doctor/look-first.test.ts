import { expect, test } from '@playwright/test';
import { OrderDesk } from '../../../src/client/order-desk.js';
import { openOrderSupply } from '../../../src/client/order-supply.js';
import type { Settings } from '../../../src/contract/settings.js';
import { lookFirst, type FirstLook } from '../../../src/doctor/look-first.js';
import type { Alteration } from '../../../src/mock/behaviour.js';
import {
  startReferenceService,
  type ReferenceOptions,
  type ReferenceService,
} from '../../../src/mock/reference-service.js';
import { settingsFor } from '../../support/certify-reference.js';
import { foreignDate } from '../../support/foreign-date.js';

interface Look extends FirstLook {
  readonly requests: number;
  /** Those that failed or warn: `token warning`. */
  readonly told: readonly string[];
}

/** The first look at a reference service with these settings in place of its own. */
async function look(
  options: ReferenceOptions,
  others: (service: ReferenceService) => Partial<Settings> = () => ({}),
  {
    modifies = true,
    hasFreshTokens = false,
    briefMs,
  }: { modifies?: boolean; hasFreshTokens?: boolean; briefMs?: number } = {},
): Promise<Look> {
  const service = await startReferenceService(options);
  const settings = settingsFor(service, '/out', others(service));
  const stop = new AbortController();
  const supply = settings.orders && openOrderSupply(settings.orders, { stopSignal: stop.signal });
  const orders = modifies && supply !== null ? new OrderDesk(supply) : null;
  try {
    const first = await lookFirst(settings, {
      ...{ orders, hasFreshTokens, now: Date.now, stopSignal: new AbortController().signal },
      sleep: () => Promise.resolve(),
      ...(briefMs !== undefined && { briefMs }),
    });
    expect(orders?.inDoubt() ?? []).toEqual([]);
    return { ...first, requests: service.requests, told: first.checks.map(({ id, status }) => `${id} ${status}`) };
  } finally {
    // A command that is still under way would stay with the tests after this one.
    stop.abort();
    await orders?.close();
    await service.close();
  }
}

const says = (name: string, respond: () => { status: number; headers: []; body: string }): Alteration => ({
  ...{ name, does: '' },
  apply: () => ({ respond }),
});

test('a service that is set up well costs two requests, and nothing is said', async () => {
  expect(await look({})).toEqual({ checks: [], hopeless: null, requests: 2, told: [] });
  expect(await look({}, undefined, { modifies: false })).toMatchObject({ requests: 1, told: [] });
});

test('a legal service that wants fewer parameters is not complained about', async () => {
  const fussy: Alteration = {
    ...{ name: 'fussy', does: '' },
    apply: (before) => ({
      respond: (call, answer) =>
        call.incoming.target.includes('stockCd=&')
          ? { status: 400, headers: [], body: '{"code":400}' }
          : before.respond(call, answer),
    }),
  };
  expect((await look({ alterations: [fussy] })).told).toEqual([]);
});

test('a wrong signature, token, path and order source are told, and do not make the run pointless', async () => {
  const wrongKey = await look({}, () => ({ signingKey: 'another' }));
  expect(wrongKey).toMatchObject({ told: ['modify failed'], hopeless: null, requests: 3 });
  expect(wrongKey.checks[0]?.remedy).toContain('npx tradecert doctor');
  const expired = await look({ tokenLifetimeS: -60 });
  expect(expired).toMatchObject({ told: ['token failed', 'lookup failed'], hopeless: null, requests: 4 });
  const wrongPath = await look({}, ({ baseUrl }) => ({ baseUrl: `${new URL(baseUrl).origin}/api/v2` }));
  expect(wrongPath).toMatchObject({ told: ['base-url warning', 'lookup failed'], hopeless: null });
  const noOrders = await look({}, () => ({ orders: { kind: 'command', command: 'exit 3' } }));
  expect(noOrders).toMatchObject({ told: ['orders failed'], hopeless: null, requests: 1 });
});

test('a Date that is not of the service itself is told by modifies more, and the run can do without', async () => {
  const first = await look({ alterations: [foreignDate(-300_000)] });
  expect(first).toMatchObject({ told: ['modify warning'], hopeless: null, requests: 5 });
  expect(first.leavesDatesOut).toBe(true);
  expect(first.checks[0]?.means).toContain('with the time of this machine it is accepted');
});

test('a run goes by Date where the service might be right about both times, or takes this one at the edge only', async () => {
  const near = await look({ alterations: [foreignDate(100_000)] });
  expect(near).toMatchObject({ told: ['clock warning', 'modify failed'], requests: 4 });
  const edge = await look({ alterations: [foreignDate(300_000)], clock: () => Date.now() + 35_000 });
  expect(edge).toMatchObject({ told: ['clock warning', 'modify failed'], requests: 5 });
  expect([near, edge].map(({ leavesDatesOut }) => leavesDatesOut)).toEqual([undefined, undefined]);
  const wrongKey = await look({ alterations: [foreignDate(300_000)] }, () => ({ signingKey: 'another' }));
  expect(wrongKey).toMatchObject({ told: ['clock warning', 'modify failed'], requests: 9 });
  expect(wrongKey.leavesDatesOut).toBeUndefined();
});

test('a modify that is refused for its timestamp of 15 s ago alone is no failure', async () => {
  const first = await look({ alterations: [foreignDate(-50_000)] });
  expect(first).toMatchObject({ told: ['clock warning'], requests: 3 });
});

test('Dates that contradict each other are told, and the run goes by the time of this machine where that is accepted', async () => {
  const rightFirst = await look({ alterations: [foreignDate(0, -300_000)] });
  const wrongFirst = await look({ alterations: [foreignDate(-300_000, 0)] });
  for (const { told, checks, leavesDatesOut, datesContradict } of [rightFirst, wrongFirst]) {
    expect({ told, leavesDatesOut, datesContradict }).toEqual({
      ...{ told: ['modify warning'], leavesDatesOut: true, datesContradict: true },
    });
    expect(checks[0]?.means).toContain('the Dates of the answers contradict each other');
  }
  const wrongKey = await look({ alterations: [foreignDate(0, -300_000)] }, () => ({ signingKey: 'another' }));
  expect(wrongKey.told).toEqual(['clock warning', 'modify failed']);
  expect(wrongKey.checks[0]?.found).toMatch(/contradict each other, by up to 29\d\.\d s/);
});

test('a token that ends soon is told, unless a command gives fresh ones', async () => {
  expect((await look({ tokenLifetimeS: 120 })).told).toEqual(['token warning']);
  expect((await look({ tokenLifetimeS: 120 }, undefined, { hasFreshTokens: true })).told).toEqual([]);
});

test('a run is pointless only where nothing can be reached, twice', async () => {
  const gone = await look({}, () => ({ baseUrl: 'http://127.0.0.1:1/public/v1' }));
  expect(gone.hopeless).toBe('the service is not reached: 127.0.0.1, port 1: the connection was refused');
  const unknown = await look({}, () => ({ baseUrl: 'http://no-such-host.invalid/public/v1' }));
  expect(unknown.hopeless).toContain('no-such-host.invalid');
  const plain = await look({}, ({ baseUrl }) => ({ baseUrl: baseUrl.replace('http:', 'https:') }));
  expect(plain.hopeless).toContain('TLS');
  const broken = await look({ alterations: [says('broken', () => ({ status: 500, headers: [], body: '' }))] });
  expect(broken).toMatchObject({ told: ['clock warning', 'lookup failed'], hopeless: null });
});

test('a service that does not answer, and an order source that does not, are left after a while', async () => {
  const slow = await look({ latencyMs: 60_000 }, undefined, { briefMs: 1_000 });
  expect(slow).toMatchObject({ told: ['speed warning'], hopeless: null, requests: 1 });
  expect(slow.checks[0]?.means).toContain('it ends within about 2 min');
  const noOrders = await look({}, () => ({ orders: { kind: 'command', command: 'sleep 600' } }), { briefMs: 2_000 });
  expect(noOrders).toMatchObject({ told: ['orders failed'], hopeless: null, requests: 1 });
});

test('a read-only run looks at nothing but a lookup', async () => {
  expect(await look({}, () => ({ readOnly: true }), { modifies: false })).toMatchObject({ requests: 1, told: [] });
});
