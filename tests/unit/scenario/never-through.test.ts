import { createHmac, createSecretKey } from 'node:crypto';
import { expect } from '@playwright/test';
import { clientOf, clientSubjects } from '../../../prove/client-subjects.js';
import type { Results } from '../../../src/contract/results.js';
import { mintToken } from '../../../src/mock/token.js';
import type { Task } from '../../../src/oracle/conduct/task.js';
import { limitsOf, resultWord } from '../../../src/report/certificate/certified-scope.js';
import { renderTerminal } from '../../../src/report/render-terminal.js';
import { writeRun } from '../../../src/report/write-run.js';
import { certifyClient } from '../../../src/scenario/certify-client.js';
import type { Client } from '../../../src/scenario/run-client.js';
import { PLAIN } from '../../../src/scenario/scenarios.js';
import { test } from '../cli/temporary-folder.js';
import { forge, PARTNER, problemsOf, verified } from '../report/certificate/certified-run.js';

const TOKEN_KEY = 'the key of the tokens of this test';
const SIGNING_KEY = 'a key of this test';
const NOW_S = Math.floor(Date.now() / 1_000);
const TOKEN = mintToken(createSecretKey(Buffer.from(TOKEN_KEY)), NOW_S, NOW_S + 3_600);

function named(id: string): Client {
  const subject = clientSubjects().find((one) => one.id === id);
  if (subject === undefined) throw new Error(`There is no ${id}.`);
  return clientOf(subject);
}

/** Sends 70,000 blanks behind each body: no clause says how long one may be, and the reference service refuses it. */
const padding: Client = async (task, stop) => {
  const asked = JSON.parse(task['TRADECERT_TASK'] ?? '') as Task;
  if (asked.task === 'list-instruments') return named('client')(task, stop);
  const { stockCd, orderTypeCd, sideCd, orderDateTime, orderNo, orderQuantity, barrierPrice, orderPrice } = asked.order;
  const members = { stockCd, orderTypeCd, sideCd, orderDateTime, orderNo, orderQuantity, barrierPrice, orderPrice };
  const body = JSON.stringify({ ...members, ...asked.change }) + ' '.repeat(70_000);
  const url = new URL(`${task['TRADECERT_BASE_URL'] ?? ''}/orders/modify`);
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const signature = createHmac('sha512', SIGNING_KEY).update(`${timestamp}POST${url.pathname}${body}`).digest('hex');
  const headers = {
    ...{ Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' },
    ...{ 'X-Timestamp': timestamp, 'X-Signature': signature },
  };
  const { status } = await fetch(url, { method: 'POST', headers, body });
  return { stdout: JSON.stringify({ success: status === 200 }), stderr: '', status: 0, stopped: null };
};

interface Choice {
  readonly only?: readonly string[];
  readonly kinds?: readonly (keyof typeof PLAIN)[];
}

async function certify(
  outDir: string,
  client: Client,
  { only, kinds = ['list', 'modify'] }: Choice = {},
): Promise<Results> {
  return certifyClient({
    settings: {
      ...{
        outDir,
        seed: 1,
        depth: 'smoke',
        only: only ?? null,
        strict: false,
        profile: {},
        profileFile: null,
        env: {},
      },
      ...{ token: TOKEN, signingKey: SIGNING_KEY, signingKeyEncoding: 'utf8', signatureTemplate: 'concat' },
    },
    ...{ scenarios: kinds.map((kind) => PLAIN[kind]), client, command: 'the client', tokenKey: TOKEN_KEY },
    ...{ toolVersion: 'test', timeoutMs: 60_000, lanes: 1, pauseMs: 0 },
  });
}

const NEVER = 'No modify of the client was accepted, in 3 tasks that ask for one.';

test('a client all of whose modifies are refused is not certified, and is told what was refused', async ({
  folder,
}) => {
  const results = await certify(folder, padding);
  expect(results.verdict).toBe('incomplete');
  expect(results.counts.fail + results.counts.warn).toBe(0);
  expect(results.tasks).toEqual({
    modifies: { given: 3, done: 0 },
    walks: { given: 3, done: 3 },
    refused: ['The body is larger than 64 KiB.'],
  });
  expect(limitsOf(results)).toContain(NEVER);
  expect(resultWord(results)).toBe('FAILED');
  const terminal = renderTerminal(results, { color: false, report: 'index.html' });
  expect(terminal).toContain('Incomplete: nothing failed, yet no modify of the client was accepted');
  expect(terminal).toContain('"The body is larger than 64 KiB."');
});

test('whatever clauses were chosen', async ({ folder }) => {
  const results = await certify(folder, padding, { only: ['CLK-001'] });
  expect(results.clauses.find(({ id }) => id === 'CLK-001')?.verdict).toBe('pass');
  expect(results.verdict).toBe('incomplete');
});

test('verify finds a run that says otherwise', async ({ folder }) => {
  await writeRun(folder, await certify(folder, padding, { only: ['CLK-001'] }), { key: PARTNER.privateKey, days: 90 });
  expect(problemsOf(await verified(folder))).toBe('');
  await forge(folder, () => ({ verdict: 'conformant' }));
  expect(problemsOf(await verified(folder))).toContain(
    'The verdict is conformant, but the clauses come to incomplete.',
  );
  const done = { given: 3, done: 3 };
  await forge(folder, () => ({ verdict: 'conformant', tasks: { modifies: done, walks: done } }));
  const problems = problemsOf(await verified(folder));
  expect(problems).toContain('of modifies 3 of 3 came through, the recorded tasks have 0 of 3');
  expect(problems).toContain('the service refused requests that break no clause ("The body is larger than 64 KiB.")');
  await forge(folder, () => ({ verdict: 'conformant', tasks: {} }));
  expect(problemsOf(await verified(folder))).toContain(
    'of modifies 0 of 0 came through, the recorded tasks have 0 of 3',
  );
});

test('a client that was given no modify is held to its walks', async ({ folder }) => {
  const results = await certify(folder, padding, { only: ['CLI-021'], kinds: ['list'] });
  expect(results.tasks).toEqual({ walks: { given: 3, done: 3 } });
  expect(results.verdict).toBe('conformant');
});

for (const [id, clause] of [
  ['client/timestamp-with-decimals', 'CLI-048'],
  ['client/timestamp-with-a-zero', 'CLI-048'],
  ['client/scheme-in-small-letters', 'CLI-049'],
  ['client/signature-in-capitals', 'CLI-050'],
  ['client/signatures-in-one-line', 'CLI-053'],
  ['client/charset-of-java', 'CLI-054'],
  ['client/number-of-its-own-in-the-body', 'CLI-055'],
  ['client/named-by-number-and-time-alone', 'CLI-056'],
  ['client/group-twice', 'CLI-004'],
  ['client/price-twice', 'CLI-017'],
] as const) {
  test(`what another service may take is warned of, and goes on: ${id}`, async ({ folder }) => {
    const results = await certify(folder, named(id));
    const warned = results.clauses.filter(({ verdict }) => verdict === 'warn' || verdict === 'fail');
    expect(warned.map((one) => [one.id, one.verdict])).toEqual([[clause, 'warn']]);
    expect(results.tasks).toEqual({ modifies: { given: 3, done: 3 }, walks: { given: 3, done: 3 } });
  });
}

for (const id of ['client/token-cut', 'client/modify-by-put', 'client/signs-no-body', 'client/quantity-zero']) {
  test(`what was refused is explained by a clause that is broken: ${id}`, async ({ folder }) => {
    const results = await certify(folder, named(id));
    expect(results.tasks?.modifies).toEqual({ given: 3, done: 0 });
    expect(results.tasks?.refused).toBeUndefined();
    expect(results.verdict).not.toBe('conformant');
  });
}
