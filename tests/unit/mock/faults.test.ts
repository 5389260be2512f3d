import { expect, test } from '@playwright/test';
import { loadCatalogue } from '../../../src/contract/catalogue.js';
import type { OrderRequest } from '../../../src/contract/order.js';
import { SuiteError } from '../../../src/contract/suite-error.js';
import { FAULTS, findFault } from '../../../src/mock/faults.js';
import { startReferenceService, type ReferenceService } from '../../../src/mock/reference-service.js';
import { modify, newOrder, withService } from './client.js';
import { NOW_S, PROBES, type Probe } from './probes.js';

const FIXED = { signingKey: 'key', tokenKey: 'key', clock: () => NOW_S * 1000 };

/** What a probe sees, or that it got no whole answer. */
async function outcome(probe: Probe, service: ReferenceService): Promise<string> {
  const seen = await probe(service).catch((error: unknown) => `no answer: ${(error as Error).message}`);
  return JSON.stringify(seen);
}

let plain: string[];

test.beforeAll(async () => {
  plain = [];
  await withService(FIXED, async (service) => {
    for (const probe of PROBES) plain.push(await outcome(probe, service));
  });
});

test('two plain services answer all probes alike, and never with a 5xx', async () => {
  await withService(FIXED, async (service) => {
    const again: string[] = [];
    for (const probe of PROBES) again.push(await outcome(probe, service));
    expect(again).toEqual(plain);
  });
  expect(plain.filter((seen) => seen.includes('no answer') || seen.includes('service-broken'))).toEqual([]);
});

test('every clause that a service can break has a fault', () => {
  const clauses = loadCatalogue().filter(({ kind, role }) => kind !== 'observe' && role !== 'client');
  const without = clauses.filter(({ id }) => !FAULTS.some(({ clause }) => clause === id));
  expect(without.map(({ id }) => id)).toEqual([]);
});

test('every fault has a name of its own, a clause and a sentence', () => {
  expect(new Set(FAULTS.map(({ name }) => name)).size).toBe(FAULTS.length);
  const ids = loadCatalogue().map(({ id }) => id);
  for (const { name, clause, also = [], atTimes = [], does } of FAULTS) {
    expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(ids).toEqual(expect.arrayContaining([clause, ...also, ...atTimes]));
    expect([...also, ...atTimes]).not.toContain(clause);
    expect(does).toMatch(/^[A-Z].*\.$/);
  }
});

test('a fault in comparing times names ORD-002 exactly where it takes the number of another order beside this one’s time', async () => {
  const wanted: Partial<OrderRequest> = { orderTypeCd: 'STOP', sideCd: 'BUY_TO_COVER', stopLoss: true, trailing: true };
  const takes = (faults: readonly string[]): Promise<boolean> =>
    withService({ ...FIXED, faults }, async (service) => {
      const [one, other] = [await newOrder(service, wanted), await newOrder(service, wanted)];
      const body = { ...other, orderDateTime: one.orderDateTime };
      const { status } = await modify(service, body, { timestamp: String(NOW_S) });
      return status === 200;
    });
  expect(await takes([])).toBe(false);
  const [taken, named]: [string[], string[]] = [[], []];
  for (const { name, atTimes = [] } of FAULTS.filter(({ clause }) => clause === 'ORD-003')) {
    if (await takes([name])) taken.push(name);
    if (atTimes.includes('ORD-002')) named.push(name);
  }
  expect(taken).toEqual(named);
  expect(taken).toContain('seconds-ignored');
  expect(taken).not.toContain('milliseconds-ignored');
});

test('faults add up, the last one outermost', async () => {
  await withService({ faults: ['no-signature-check', 'no-window', 'success-with-201'] }, async (service) => {
    const order = await newOrder(service);
    const seen = await modify(service, order, { key: 'another key', timestamp: '1' });
    expect(seen.status).toBe(201);
  });
});

test('a misspelt fault names those it may have meant', async () => {
  const error: unknown = await startReferenceService({ faults: ['no-windw'] }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(SuiteError);
  expect((error as SuiteError).explain()).toContain('no-window');
  expect(findFault('no-window').clause).toBe('CLK-006');
});
