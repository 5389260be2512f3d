import { createSecretKey } from 'node:crypto';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { clientOf, clientSubjects } from '../../../prove/client-subjects.js';
import type { Results } from '../../../src/contract/results.js';
import { mintToken } from '../../../src/mock/token.js';
import { startReferenceService } from '../../../src/mock/reference-service.js';
import type { Task } from '../../../src/oracle/conduct/task.js';
import { startProxy } from '../../../src/proxy/run-proxy.js';
import { certifyClient } from '../../../src/scenario/certify-client.js';
import { listenForClient } from '../../../src/scenario/listen-for-client.js';
import type { Client } from '../../../src/scenario/run-client.js';
import { PLAIN, SCENARIOS } from '../../../src/scenario/scenarios.js';
import type { TrafficSettings } from '../../../src/traffic/traffic-settings.js';
import type { Passage } from '../../../src/wire/passage.js';
import { resolveTemplate } from '../../../src/wire/signature-template.js';
import { auditHar } from '../../../src/audit/audit-har.js';
import { entryOf, writeHar } from '../../support/har-builder.js';
import { ORIGIN } from '../../support/conduct-builder.js';
import { test } from '../cli/temporary-folder.js';

const TOKEN_KEY = 'the key of the tokens of this test';
const SIGNING_KEY = 'the key of the signatures of this test';
const NOW_S = Math.floor(Date.now() / 1_000);
const TOKEN = mintToken(createSecretKey(Buffer.from(TOKEN_KEY)), NOW_S, NOW_S + 3_600);
const TEMPLATE = 'concat';

function settingsIn(folder: string): TrafficSettings {
  return {
    ...{ outDir: folder, seed: 1, depth: 'smoke', only: null, strict: false, profile: {}, profileFile: null, env: {} },
    ...{ token: TOKEN, signingKey: SIGNING_KEY, signingKeyEncoding: 'utf8', signatureTemplate: TEMPLATE },
  };
}

const variablesFor = (baseUrl: string, task: unknown): Record<string, string> => ({
  TRADECERT_BASE_URL: baseUrl,
  TRADECERT_TOKEN: TOKEN,
  TRADECERT_SIGNING_KEY: SIGNING_KEY,
  TRADECERT_SIGNING_KEY_ENCODING: 'utf8',
  TRADECERT_SIGNATURE_TEMPLATE: TEMPLATE,
  TRADECERT_TASK: JSON.stringify(task),
});

/** A few pages, and a modify of an order with conditions: enough for each mistake below to show. */
const FEW = SCENARIOS.filter(({ name }) => ['walk-foreign-2', 'change-both-and-prices'].includes(name));
const COMMON = { scenarios: FEW, tokenKey: TOKEN_KEY, toolVersion: 'test' };

function byExec(client: Client, folder: string): Promise<Results> {
  return certifyClient({
    ...{ ...COMMON, client, command: 'the client', settings: settingsIn(folder), timeoutMs: 60_000, lanes: 1 },
  });
}

async function byListen(client: Client, folder: string): Promise<Results> {
  const listening = await listenForClient({ ...COMMON, settings: settingsIn(folder) });
  const tasks = (await (await fetch(listening.tasksUrl)).json()) as { scenario: string; baseUrl: string }[];
  for (const { scenario, baseUrl, ...task } of tasks) {
    const { stdout, status } = await client(variablesFor(baseUrl, task), new AbortController().signal);
    const outcomes = listening.tasksUrl.replace(/tasks$/, `outcomes/${scenario}?status=${status ?? ''}`);
    expect((await fetch(outcomes, { method: 'POST', body: stdout })).status).toBe(204);
  }
  await listening.done;
  return listening.end();
}

/** The same tasks through a proxy before the reference service; what passed is recorded, and audited afterwards. */
async function byProxyAndAudit(client: Client, folder: string): Promise<{ proxy: Results; audit: Results }> {
  const service = await startReferenceService({ tokenKey: TOKEN_KEY, signingKey: SIGNING_KEY, pageSize: 2 });
  const passages: Passage[] = [];
  const key = createSecretKey(Buffer.from(SIGNING_KEY));
  const template = resolveTemplate(TEMPLATE);
  const proxy = await startProxy({
    ...{ settings: settingsIn(join(folder, 'proxy')), template, key, baseUrl: service.baseUrl, port: 0 },
    ...{ clockSlackMs: 0, toolVersion: 'test' },
    onPassage: (passage) => passages.push(passage),
    write: () => Promise.resolve(),
  });
  for (const task of await tasksOf(service.ordersUrl)) {
    await client(variablesFor(proxy.baseUrl, task), new AbortController().signal);
  }
  const live = await proxy.end();
  await service.close();
  const recorded = await auditHar({
    path: await writeHar(folder, passages.map(entryOf)),
    baseUrl: `${ORIGIN}/public/v1`,
    ...{ settings: settingsIn(join(folder, 'audit')), template, key, toolVersion: 'test', now: Date.now },
  });
  return { proxy: live.client, audit: recorded.client };
}

async function tasksOf(ordersUrl: string): Promise<Task[]> {
  const tasks: Task[] = [];
  for (const { errand } of [PLAIN.list, ...FEW, PLAIN.modify]) {
    if (errand.kind === 'list') {
      tasks.push({ task: 'list-instruments', stockGroupCd: errand.stockGroupCd, stockCd: '' });
      continue;
    }
    const order = (await (
      await fetch(ordersUrl, { method: 'POST', body: JSON.stringify(errand.order) })
    ).json()) as never;
    tasks.push({ task: 'modify-order', order, change: errand.change(order, null) });
  }
  return tasks;
}

const JUDGED = ['pass', 'warn', 'fail'];

/** Clauses on which two ways say something, and not the same. */
function disagreements(one: Results, other: Results): string[] {
  const verdicts = new Map(other.clauses.map(({ id, verdict }) => [id, verdict]));
  return one.clauses
    .filter(({ id, verdict }) => JUDGED.includes(verdict) && JUDGED.includes(verdicts.get(id) ?? ''))
    .filter(({ id, verdict }) => verdicts.get(id) !== verdict)
    .map(({ id, verdict }) => `${id}: ${verdict} and ${verdicts.get(id) ?? ''}`);
}

const brokenIn = ({ clauses }: Results): string[] =>
  clauses.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn').map(({ id }) => id);

const MISTAKES = [null, 'SIG-006', 'CLK-003', 'AUT-003', 'CLI-023', 'CLI-008'];

for (const clause of MISTAKES) {
  test(`started, listened to, proxied and recorded, a client is judged alike: ${clause ?? 'no mistake'}`, async ({
    folder,
  }) => {
    const subject = clientSubjects().find((one) => one.clause === clause && one.needs.signatureTemplate === undefined);
    if (subject === undefined) throw new Error(`There is no mistake on ${clause ?? 'nothing'}.`);
    const client = clientOf(subject);
    const exec = await byExec(client, join(folder, 'exec'));
    const listen = await byListen(client, join(folder, 'listen'));
    const { proxy, audit } = await byProxyAndAudit(client, folder);
    expect(disagreements(exec, listen)).toEqual([]);
    expect(disagreements(exec, proxy)).toEqual([]);
    expect(disagreements(proxy, audit)).toEqual([]);
    for (const way of [exec, listen, proxy, audit])
      expect(brokenIn(way)).toEqual(clause === null ? [] : expect.arrayContaining([clause]));
  });
}
