import { createServer } from 'node:net';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import type { Results } from '../../../src/contract/results.js';
import type { Settings } from '../../../src/contract/settings.js';
import type { CertificationOptions } from '../../../src/examine/certification.js';
import { certifyService } from '../../../src/examine/certify-service.js';
import { limitsOf } from '../../../src/report/certificate/certified-scope.js';
import { checkVerdict } from '../../../src/report/certificate/verify/check-verdict.js';
import { Problems } from '../../../src/report/certificate/verify/problems.js';
import { startReferenceService } from '../../../src/mock/reference-service.js';
import type { ServiceClient } from '../../../src/client/service-client.js';
import { openSubject } from '../../../src/examine/subject.js';
import { resultOf, settingsFor, withFolder } from '../../support/certify-reference.js';
import { someSettings } from '../../support/some-settings.js';

interface Bounded {
  readonly results: Results;
  /** Of each exchange, on whose behalf it was sent. */
  readonly recorded: readonly string[];
  /** Orders that differ from what the source gave first. */
  readonly changed: readonly string[];
}

/** Certifies a reference service within bounds. */
async function certifyWithin(
  changes: Partial<Settings>,
  time: Pick<CertificationOptions, 'now' | 'sleep'> = {},
): Promise<Bounded> {
  const service = await startReferenceService({});
  try {
    return await withFolder(async (folder) => {
      const settings = settingsFor(service, folder, changes);
      const results = await certifyService({ settings, toolVersion: 'test', ...time });
      const lines = readFileSync(join(folder, 'exchanges.jsonl'), 'utf8').trim().split('\n');
      const recorded = lines.map((line) => (JSON.parse(line) as { clause: string }).clause);
      const changed = results.notes.filter((note) => note.startsWith('Not set back'));
      return { results, recorded, changed };
    });
  } finally {
    await service.close();
  }
}

test('no more requests are sent than the run may send; the rest is unverified, and the verdict incomplete', async () => {
  const { results, recorded, changed } = await certifyWithin({ maxRequests: 300 });
  const reason = 'all requests that the run may send were sent (--max-requests 300)';
  expect(recorded.filter((clause) => clause !== 'set-back')).toHaveLength(300);
  expect(results.requests).toBe(recorded.length);
  expect(changed).toEqual([]);
  expect(results.verdict).toBe('incomplete');
  expect(limitsOf(results)).toContain(`Stopped early: ${reason}.`);
  expect(resultOf(results, 'MOD-008')).toMatchObject({ verdict: 'unverified', reason });
  expect(results.stopped?.judged.length).toBeGreaterThan(0);
  for (const id of results.stopped?.judged ?? []) expect(resultOf(results, id).reason).not.toBe(reason);
  const problems = new Problems();
  checkVerdict(results, problems);
  expect(problems.list).toEqual([]);
});

test('a run that needs no more than it may send is not stopped', async () => {
  const { results } = await certifyWithin({ maxRequests: 100_000, only: ['LKP-001', 'AUT-001'] });
  expect([results.stopped, results.verdict]).toEqual([undefined, 'conformant']);
});

test('when the time of the run is up nothing new is begun, and what is judged stays so', async () => {
  let ring = (): void => undefined;
  const slept: number[] = [];
  const sleep = (ms: number): Promise<void> => {
    slept.push(ms);
    // the first is that of the run, which ends while it is about its first clauses
    return new Promise((resolve) => {
      if (slept.length === 1) ring = resolve;
    });
  };
  let looks = 0;
  const now = (): number => {
    looks += 1;
    if (looks === 500) ring();
    return Date.now();
  };
  const { results, changed } = await certifyWithin({ maxTimeMs: 1_800_000 }, { now, sleep });
  expect(slept[0]).toBe(1_800_000);
  expect(results.verdict).toBe('incomplete');
  expect(results.notes).toContain('The time of the run was up (--max-time 30m).');
  expect(limitsOf(results)).toContain('Stopped early: the time of the run was up (--max-time 30m).');
  expect(changed).toEqual([]);
});

test('a service that is gone ends the run after few requests, and each clause says so', async () => {
  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  await withFolder(async (folder) => {
    const settings = someSettings({ baseUrl: `http://127.0.0.1:${port}/public/v1`, outDir: folder });
    const results = await certifyService({ settings, toolVersion: 'test', sleep: () => Promise.resolve() });
    expect(results.verdict).toBe('incomplete');
    expect(results.requests).toBeLessThan(60);
    expect(results.stopped?.because).toMatch(/^the service stopped answering: \d+ requests in a row/);
    expect(results.counts.unverified).toBeGreaterThan(200);
    expect(results.counts.fail).toBe(0);
  });
});

test('a lookup that asks whether the service is there waits no longer than it may', async () => {
  const mute = createServer((socket) => socket.on('error', () => undefined));
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
  const { port } = mute.address() as AddressInfo;
  const seen: (string | undefined)[] = [];
  const subject = openSubject(someSettings({ baseUrl: `http://127.0.0.1:${port}/public/v1` }), {
    stop: new AbortController().signal,
    record: ({ trouble }) => seen.push(trouble?.because),
  });
  const query = { stockGroupCd: 'ALL', stockCd: '', nextKey: '' };
  const ask = async (client: ServiceClient): Promise<void> => {
    await client.listOrderableStocks('x', query);
  };
  await subject.afterwards(ask, new AbortController().signal, { mostMs: 50 });
  await subject.close();
  mute.close();
  expect(seen).toEqual(['no answer came within 0.05 s']);
});
