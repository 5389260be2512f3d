import { createSecretKey } from 'node:crypto';
import { expect } from '@playwright/test';
import { clientOf, clientSubjects, CORRECT_CLIENT } from '../../../prove/client-subjects.js';
import type { ClauseResult, Results } from '../../../src/contract/results.js';
import { mintToken } from '../../../src/mock/token.js';
import { certifyClient } from '../../../src/scenario/certify-client.js';
import type { Client } from '../../../src/scenario/run-client.js';
import { SCENARIOS } from '../../../src/scenario/scenarios.js';
import { resultOf } from '../../support/certify-reference.js';
import { test } from '../cli/temporary-folder.js';

const TOKEN_KEY = 'the key of the tokens of this test';
const NOW_S = Math.floor(Date.now() / 1_000);
const TOKEN = mintToken(createSecretKey(Buffer.from(TOKEN_KEY)), NOW_S, NOW_S + 3_600);

const correct = clientOf(clientSubjects().find(({ id }) => id === CORRECT_CLIENT) ?? never());

function never(): never {
  throw new Error('There is no correct client.');
}

interface Page {
  readonly data: { readonly hasNext: boolean; readonly nextKey?: unknown; readonly details: { stockCd: string }[] };
}

/** Walks, and tells an error as soon as a page is not as it wants it. */
const wanting =
  (isRight: (page: Page['data']) => boolean): Client =>
  async (task, stop) => {
    const asked = JSON.parse(task['TRADECERT_TASK'] ?? '') as { task: string; stockGroupCd: string; stockCd: string };
    if (asked.task !== 'list-instruments') return correct(task, stop);
    const stockCds: string[] = [];
    for (let nextKey = ''; ;) {
      const query = new URLSearchParams({ stockGroupCd: asked.stockGroupCd, stockCd: asked.stockCd, nextKey });
      const answer = await fetch(`${task['TRADECERT_BASE_URL'] ?? ''}/stocks/orders?${query}`, {
        headers: { Authorization: `Bearer ${TOKEN}` },
      });
      const { data } = (await answer.json()) as Page;
      if (!isRight(data)) return { stdout: '{"error":"a page is not right"}', stderr: '', status: 1, stopped: null };
      stockCds.push(...data.details.map(({ stockCd }) => stockCd));
      if (!data.hasNext) return { stdout: JSON.stringify(stockCds), stderr: '', status: 0, stopped: null };
      nextKey = String(data.nextKey);
    }
  };

/** A page without a text for nextKey is an error to it. */
const careful = wanting(({ nextKey }) => typeof nextKey === 'string');
/** So is a last page without instruments, which the document permits. */
const tooCareful = wanting(({ nextKey, details }) => typeof nextKey === 'string' && details.length > 0);

async function certified(outDir: string, client: Client, name: string): Promise<ClauseResult> {
  const results: Results = await certifyClient({
    settings: {
      ...{ outDir, seed: 1, depth: 'smoke', only: null, strict: false, profile: {}, profileFile: null, env: {} },
      ...{ token: TOKEN, signingKey: 'a key', signingKeyEncoding: 'utf8', signatureTemplate: 'concat' },
    },
    scenarios: SCENARIOS.filter((scenario) => scenario.name === name),
    ...{ client, command: 'the client', tokenKey: TOKEN_KEY, toolVersion: 'test', timeoutMs: 60_000, lanes: 1 },
  });
  return resultOf(results, 'CLI-035');
}

for (const name of ['last-page-without-key', 'last-page-with-null']) {
  test(`CLI-035: a client that tells it as an error is not to blame: ${name}`, async ({ folder }) => {
    expect(await certified(folder, careful, name)).toMatchObject({ verdict: 'pass', findings: [] });
  });
}

test('CLI-035: a client that tells a last page as an error which is right is to blame', async ({ folder }) => {
  const { verdict, findings } = await certified(folder, tooCareful, 'empty-last-page');
  expect(verdict).toBe('warn');
  expect(findings).toEqual([expect.objectContaining({ cause: 'a walk that could be completed is told as a failure' })]);
});
