import { createSecretKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { clientOf, clientSubjects } from '../../../prove/client-subjects.js';
import type { Results } from '../../../src/contract/results.js';
import { mintToken } from '../../../src/mock/token.js';
import { startReferenceService } from '../../../src/mock/reference-service.js';
import { startProxy } from '../../../src/proxy/run-proxy.js';
import { verifyBundle } from '../../../src/report/certificate/verify/verify-bundle.js';
import { writeRun } from '../../../src/report/write-run.js';
import { certifyClient } from '../../../src/scenario/certify-client.js';
import { SCENARIOS } from '../../../src/scenario/scenarios.js';
import type { TrafficSettings } from '../../../src/traffic/traffic-settings.js';
import { resolveTemplate } from '../../../src/wire/signature-template.js';
import { test } from '../cli/temporary-folder.js';

const HOUR_MS = 3_600_000;
const KEY = 'the key of tokens and signatures of this test';
const NOW_S = Math.floor(Date.now() / 1_000);
const TOKEN = mintToken(createSecretKey(Buffer.from(KEY)), NOW_S, NOW_S + 3_600);
const REASON = /^(?:\d+ of \d+ cases: )?the clock of the machine that recorded it was set meanwhile$/;

function settingsIn(outDir: string): TrafficSettings {
  return {
    ...{ outDir, seed: 1, depth: 'smoke', only: null, strict: false, profile: {}, profileFile: null, env: {} },
    ...{ token: TOKEN, signingKey: KEY, signingKeyEncoding: 'utf8', signatureTemplate: 'concat' },
  };
}

const alarms = ({ clauses }: Results): string[] =>
  clauses.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn').map(({ id }) => id);
const reasonOf = ({ clauses }: Results, clause: string): string =>
  clauses.find(({ id }) => id === clause)?.reason ?? '';

/** What a proxy says of a client by modifies of it, each with how far both clocks are ahead of the true time. */
async function proxied(
  folder: string,
  modifies: readonly { readonly wallAheadMs: number; readonly clientAheadMs: number }[],
): Promise<Results> {
  let aheadMs = 0;
  const service = await startReferenceService();
  const proxy = await startProxy({
    ...{ settings: settingsIn(folder), template: resolveTemplate('concat'), key: null, baseUrl: service.baseUrl },
    ...{ port: 0, clockSlackMs: 0, toolVersion: 'test', wall: () => Date.now() + aheadMs },
    write: () => Promise.resolve(),
  });
  for (const { wallAheadMs, clientAheadMs } of modifies) {
    aheadMs = wallAheadMs;
    await fetch(`${proxy.baseUrl}/orders/modify`, {
      method: 'POST',
      headers: {
        ...{ 'Content-Type': 'application/json', 'X-Signature': '0'.repeat(128), Authorization: `Bearer ${TOKEN}` },
        'X-Timestamp': String(Math.floor((Date.now() + clientAheadMs) / 1_000)),
      },
      body: '{}',
    });
  }
  const { client } = await proxy.end();
  await service.close();
  return client;
}

const clocks = ({ clauses }: Results): string[] =>
  clauses.filter(({ id, verdict }) => id.startsWith('CLK') && verdict === 'fail').map(({ id }) => id);

for (const byMs of [HOUR_MS, -HOUR_MS]) {
  const before = { wallAheadMs: 0, clientAheadMs: 0 };
  const here = { wallAheadMs: byMs, clientAheadMs: byMs };
  const elsewhere = { wallAheadMs: byMs, clientAheadMs: 0 };
  for (const [place, then] of Object.entries({ here, elsewhere })) {
    test(`a proxy whose clock is set by ${byMs} ms blames no client ${place}`, async ({ folder }) => {
      const results = await proxied(folder, [before, then, then, before, elsewhere]);
      expect(clocks(results)).toEqual([]);
      for (const clause of ['CLK-006', 'CLK-007']) expect(reasonOf(results, clause)).toMatch(REASON);
    });
  }

  test(`a client that is off by ${byMs} ms is found where no clock was set, and before one was`, async ({ folder }) => {
    const off = { wallAheadMs: 0, clientAheadMs: byMs };
    expect(clocks(await proxied(folder, [before, off, here]))).toEqual([byMs < 0 ? 'CLK-006' : 'CLK-007']);
  });

  test(`so is one that is off by twice as much after a clock was set by ${byMs} ms`, async ({ folder }) => {
    const off = { wallAheadMs: byMs, clientAheadMs: 2 * byMs + Math.sign(byMs) * 70_000 };
    expect(clocks(await proxied(folder, [before, off]))).toEqual([byMs < 0 ? 'CLK-006' : 'CLK-007']);
  });
}

test('a clock that is set by a few seconds leaves all to be judged', async ({ folder }) => {
  const results = await proxied(folder, [
    { wallAheadMs: 0, clientAheadMs: 0 },
    { wallAheadMs: 3_000, clientAheadMs: 0 },
    { wallAheadMs: 3_000, clientAheadMs: 3_000 },
  ]);
  expect(clocks(results)).toEqual([]);
  expect(results.clauses.find(({ id }) => id === 'CLK-006')?.verdict).toBe('pass');
});

test('a clock that is set while a client is certified blames no client, and its record says so', async ({ folder }) => {
  let asked = 0;
  const scenarios = SCENARIOS.filter(({ name }) => ['walk-foreign-2', 'change-both-and-prices'].includes(name));
  const [correct] = clientSubjects();
  if (correct === undefined) throw new Error('There is no client.');
  const settings = settingsIn(folder);
  const results = await certifyClient({
    ...{ settings, scenarios, client: clientOf(correct), command: 'the client', tokenKey: KEY, toolVersion: '0.1.0' },
    ...{ timeoutMs: 60_000, lanes: 1, wall: () => Date.now() + ((asked += 1) > 15 ? HOUR_MS : 0) },
  });
  expect(alarms(results)).toEqual([]);
  expect(reasonOf(results, 'CLK-006')).toMatch(REASON);
  await writeRun(folder, results, { key: null, days: 90 });
  expect(await readFile(join(folder, 'exchanges.jsonl'), 'utf8')).toMatch(/"clockSetByMs":36000?\d\d/);
  const { problems } = await verifyBundle(folder, { keys: [], allowUnsigned: true, now: Date.now() });
  expect(problems).toEqual([]);
});
