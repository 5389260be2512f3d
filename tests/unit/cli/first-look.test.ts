import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Results } from '../../../src/contract/results.js';
import { startReferenceService, type ReferenceService } from '../../../src/mock/reference-service.js';
import { foreignDate } from '../../support/foreign-date.js';
import { COMMAND } from '../../support/start-command.js';
import { test } from './temporary-folder.js';

interface Ended {
  readonly status: number | string | null | undefined;
  readonly err: string;
  readonly results: Results;
}

/** `tradecert run` in a process of its own. */
async function run(folder: string, only: string, env: Record<string, string>): Promise<Ended> {
  const { PATH = '', HOME = '' } = process.env;
  const args = [...COMMAND, 'run', '--only', only, '--seed', '7', '--out', 'o'];
  const ended = await new Promise<Pick<Ended, 'status' | 'err'>>((resolve) => {
    execFile(process.execPath, args, { cwd: folder, env: { PATH, HOME, ...env } }, (error, _, err) =>
      resolve({ status: error === null ? 0 : error.code, err }),
    );
  });
  const results = JSON.parse(await readFile(join(folder, 'o', 'results.json'), 'utf8')) as Results;
  return { ...ended, results };
}

test('a run whose service is not there ends at once, incomplete, with the reason in its report', async ({ folder }) => {
  const { status, err, results } = await run(folder, 'LKP-*,SIG-*', {
    TRADECERT_BASE_URL: 'http://127.0.0.1:1/public/v1',
    TRADECERT_TOKEN: 'a.token.of-nothing',
    TRADECERT_SIGNING_KEY: 'a-key-for-nothing',
    TRADECERT_ORDERS_COMMAND: 'exit 1',
  });
  expect(err).toMatch(/^failed +connection +127\.0\.0\.1, port 1: the connection was refused$/m);
  expect(err.match(/the connection was refused/g)).toHaveLength(1);
  expect(err).toContain('More is told by: npx tradecert doctor\n');
  expect(err).toMatch(/^To mend first: connection: .+$/m);
  // What would have been sent is not told of.
  expect(err).not.toMatch(/About .* requests/);
  expect({ status, verdict: results.verdict, requests: results.requests }).toEqual({
    status: 3,
    verdict: 'incomplete',
    requests: 0,
  });
  const reason = 'the service is not reached: 127.0.0.1, port 1: the connection was refused';
  expect(results.clauses.find(({ id }) => id === 'SIG-001')).toMatchObject({ verdict: 'unverified', reason });
});

test('the first look is in no result, and a run gets fresh tokens while it goes on', async ({ folder }) => {
  const service = await startReferenceService({ tokenLifetimeS: -1 });
  const good = await startReferenceService({ tokenKey: 'one-key', signingKey: service.signingKey });
  await service.close();
  const tokens = `test -e ran && echo ${good.token} || { touch ran; echo hello >&2; echo ${service.token}; }`;
  const { status, err, results } = await run(folder, 'VER-*,LKP-001', {
    TRADECERT_BASE_URL: good.baseUrl,
    TRADECERT_TOKEN_COMMAND: tokens,
    TRADECERT_SIGNING_KEY: good.signingKey,
    TRADECERT_SIGNATURE_TEMPLATE: good.signatureTemplate,
    TRADECERT_ORDERS_URL: good.ordersUrl,
  });
  await good.close();
  expect({ status, verdict: results.verdict }).toEqual({ status: 0, verdict: 'conformant' });
  expect(err).toContain('token command: hello\n');
  expect(err).toMatch(/^failed +token +it ended \d+ s ago$/m);
  expect(results.notes.join()).not.toContain('token');
  // It was mended meanwhile.
  expect(err).not.toContain('To mend first');
});

function accessTo(service: ReferenceService): Record<string, string> {
  return {
    TRADECERT_BASE_URL: service.baseUrl,
    TRADECERT_TOKEN: service.token,
    TRADECERT_SIGNING_KEY: service.signingKey,
    TRADECERT_SIGNATURE_TEMPLATE: service.signatureTemplate,
    TRADECERT_ORDERS_URL: service.ordersUrl,
  };
}

test('a run leaves Date out of account where it is not that of the service, and says so', async ({ folder }) => {
  const service = await startReferenceService({ alterations: [foreignDate(3_600_000)] });
  const clauses = ['MOD-041', 'CLK-004', 'CLK-005', 'CLK-006', 'CLK-007', 'ORD-001'];
  const { status, err, results } = await run(folder, clauses.join(), accessTo(service));
  await service.close();
  expect({ status, verdict: results.verdict }).toEqual({ status: 0, verdict: 'conformant' });
  expect(err).toMatch(/^warning +signed modify +.+ was refused with status 400/m);
  expect(results.notes.join()).toContain('The Date of the answers is not that of the service');
  expect(await readFile(join(folder, 'o', 'index.html'), 'utf8')).toContain('distances are from our clock');
});

test('a run at which the Dates of the answers contradict each other says so, and goes by the clock of this machine', async ({
  folder,
}) => {
  const service = await startReferenceService({ alterations: [foreignDate(0, -300_000)] });
  const { status, err, results } = await run(folder, 'MOD-041,ORD-001', accessTo(service));
  await service.close();
  expect({ status, verdict: results.verdict }).toEqual({ status: 0, verdict: 'conformant' });
  expect(err).toContain('the Dates of the answers contradict each other');
  expect(results.notes.join()).toContain('The Dates of the answers contradict each other');
});
