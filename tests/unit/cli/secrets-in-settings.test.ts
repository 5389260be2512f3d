import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { access, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { runCommandLine } from '../../../src/cli/command-line.js';
import { packageRoot } from '../../../src/contract/package-root.js';
import { startReferenceService } from '../../../src/mock/reference-service.js';
import { verifyBundle } from '../../../src/report/certificate/verify/verify-bundle.js';
import { readRun } from '../../../src/report/recorded-run.js';
import { readEverything } from '../../support/read-everything.js';
import { startCommand } from '../../support/start-command.js';
import { explain, LOOPBACK } from './resolve-in.js';
import { test } from './temporary-folder.js';

const KEY = 'pasted-key-very-secret-0123456789abcdef';
const CLIENT = `node ${join(packageRoot, 'examples', 'clients', 'faulty', 'client.mjs')}`;

interface Ended {
  readonly status: number;
  readonly printed: string;
}

async function command(cwd: string, args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  let printed = '';
  const take = (text: string): void => void (printed += text);
  const surroundings = { env: { PATH: process.env['PATH'], TRADECERT_SIGNING_KEY: KEY, ...env }, cwd };
  return { status: await runCommandLine(args, { ...surroundings, out: take, err: take }), printed };
}

/** Names of the files that hold the key. */
function leaksIn(dir: string, printed: string): string[] {
  return [...readEverything(dir).set('terminal', printed)].flatMap(([name, text]) =>
    text.includes(KEY) ? [name] : [],
  );
}

test('a signing key in the command and the name of a client is in no output', async ({ folder }) => {
  const choice = ['--scenario', 'refused-with-nothing', '--seed', '7', '--out', 'o', '--name', `app ${KEY}`];
  const { printed } = await command(folder, ['client', '--exec', `${CLIENT} --key=${KEY}`, ...choice]);
  expect(leaksIn(join(folder, 'o'), printed)).toEqual([]);
  const { results } = await readRun(join(folder, 'o'));
  expect(results.subject).toMatchObject({
    name: 'app [redacted:signing-key]',
    command: `${CLIENT} --key=[redacted:signing-key]`,
  });
  expect(await verifyBundle(join(folder, 'o'), { keys: [], allowUnsigned: true, now: Date.now() })).toMatchObject({
    problems: [],
  });
});

/** A service whose addresses begin with a path of their own. */
async function behindPath(path: string, target: string) {
  const server = createServer((incoming, response) => {
    const { method, headers, url = '' } = incoming;
    const outgoing = send(new URL(target).origin + url.replace(path, ''), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { baseUrl: `http://127.0.0.1:${port}${path}${new URL(target).pathname}`, close };
}

test('a signing key in a base URL and the texts of a profile is in no output, and the run can be resumed and verified', async ({
  folder,
}) => {
  test.slow();
  const service = await startReferenceService({});
  const { baseUrl, close } = await behindPath(`/${KEY}`, service.baseUrl);
  try {
    const profile = `name: ${KEY}\nwaivers:\n  - {clause: LKP-001, reason: "as ${KEY} says", expires: 2999-01-01}\npins: {OPN-001: ${KEY}}\n`;
    await writeFile(join(folder, 'p.yaml'), profile);
    const env = {
      ...{ TRADECERT_TOKEN: service.token, TRADECERT_SIGNING_KEY: KEY, TRADECERT_BASE_URL: baseUrl },
      TRADECERT_PROFILE: 'p.yaml',
    };
    const choice = ['--read-only', '--seed', '3', '--depth', 'smoke', '--only', 'LKP-001,LKP-006,OPN-001'];
    const first = await startCommand(['run', ...choice, '--max-requests', '4', '--out', 'o'], env, folder).ended;
    expect((await readRun(join(folder, 'o'))).results.stopped).toBeDefined();
    const verified = await verifyBundle(join(folder, 'o'), { keys: [], allowUnsigned: true, now: Date.now() });
    expect(verified).toMatchObject({ problems: [] });
    const { TRADECERT_BASE_URL, ...nowhere } = env;
    expect(TRADECERT_BASE_URL).toContain(KEY);
    const lost = await startCommand(['run', '--resume', 'o'], nowhere, folder).ended;
    expect([lost.status, lost.output]).toEqual([2, expect.stringContaining('The base URL of the run holds a secret')]);
    const rest = await startCommand(['run', '--resume', 'o'], env, folder).ended;
    expect(rest.output).toContain('Going on: ');
    expect(leaksIn(join(folder, 'o'), first.output + lost.output + rest.output)).toEqual([]);
    const { results } = await readRun(join(folder, 'o'));
    expect(results.stopped).toBeUndefined();
    expect(results.subject.baseUrl).toBe(baseUrl.replace(KEY, '[redacted:signing-key]'));
    expect(results.profile).toMatchObject({ name: '[redacted:signing-key]' });
    expect(results.clauses.find(({ id }) => id === 'LKP-006')?.verdict).toBe('pass');
  } finally {
    close();
    await service.close();
  }
});

test('doctor and signature explain do not show a key that stands in a template', async ({ folder }) => {
  const service = await startReferenceService({ signingKey: KEY });
  try {
    const { status, printed } = await command(folder, ['doctor'], {
      ...{ TRADECERT_BASE_URL: service.baseUrl, TRADECERT_TOKEN: service.token },
      TRADECERT_ORDERS_URL: service.ordersUrl,
      TRADECERT_SIGNATURE_TEMPLATE: `{timestamp}{body}${KEY}`,
    });
    expect([status, printed]).toEqual([1, expect.stringContaining('][[redacted:signing-key]]')]);
    expect(printed).not.toContain(KEY);
  } finally {
    await service.close();
  }
  await writeFile(join(folder, 'headers'), 'X-TimeStamp: 1\nX-Signature: 00\n');
  const explained = await command(
    folder,
    [...['signature', 'explain', '--url', 'http://127.0.0.1/a', '--headers', 'headers']],
    { TRADECERT_SIGNATURE_TEMPLATE: `{method}${KEY}` },
  );
  expect(explained.printed).toContain('[POST][[redacted:signing-key]]');
  expect(explained.printed).not.toContain(KEY);
});

test('a folder that is named like the key is refused before it is made', async ({ folder }) => {
  const env = { ...LOOPBACK, TRADECERT_SIGNING_KEY: `CANARY-${KEY}` };
  expect(await explain(folder, { env, flags: { out: `reports/CANARY-${KEY}` } })).toContain(
    'The name of the folder holds a secret of the run.',
  );
  for (const args of [
    ['client', '--exec', CLIENT],
    ['audit', 'a.har'],
  ]) {
    const { status, printed } = await command(folder, [...args, '--out', `o-${KEY}`]);
    expect([status, printed]).toEqual([
      2,
      expect.stringContaining('The name of the folder holds a secret of the run.'),
    ]);
  }
  await expect(access(join(folder, `o-${KEY}`))).rejects.toThrow('ENOENT');
  await expect(readFile(join(folder, 'reports'))).rejects.toThrow('ENOENT');
});

test('a short key is no reason to change what a user wrote', async ({ folder }) => {
  const choice = ['--scenario', 'refused-with-nothing', '--seed', '7', '--out', 'node'];
  await command(folder, ['client', '--exec', CLIENT, ...choice], { TRADECERT_SIGNING_KEY: 'node' });
  const { results } = await readRun(join(folder, 'node'));
  expect(results.subject.command).toBe(CLIENT);
});
