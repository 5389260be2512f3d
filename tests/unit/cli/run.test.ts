import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { packageRoot } from '../../../src/contract/package-root.js';
import type { Results } from '../../../src/contract/results.js';
import { validatorFor } from '../../../src/contract/schemas.js';
import { startReferenceService } from '../../../src/mock/reference-service.js';
import { isThere } from '../../support/is-there.js';
import { COMMAND, WITHOUT_LOADER } from '../../support/start-command.js';
import { test } from './temporary-folder.js';

interface Ended {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

const PLAYWRIGHT = [join(packageRoot, 'node_modules/@playwright/test/cli.js'), 'test', '-c'];
/** Playwright on its own, on the source. */
const ON_SOURCE = [...PLAYWRIGHT, packageRoot];
/** The same on what is built, which goes without Playwright's loader: less than half of what the source costs. */
const ON_BUILT = [...PLAYWRIGHT, join(packageRoot, 'dist')];

/** Runs node in a folder of its own, with no variable of this process but the path. */
function runNode(...started: Parameters<typeof startNode>): Promise<Ended> {
  return startNode(...started).ended;
}

function startNode(
  args: readonly string[],
  cwd: string,
  env: Record<string, string> = {},
  onErr?: (err: string, stop: (signal?: 'SIGINT' | 'SIGTERM') => void) => void,
): { child: ChildProcess; ended: Promise<Ended> } {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, args, { cwd, env: { PATH, HOME, ...env } });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (out += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    err += chunk;
    onErr?.(err, (signal = 'SIGINT') => child.kill(signal));
  });
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject).once('close', (status) => resolve({ status, out, err }));
  });
  return { child, ended };
}

async function resultsIn(folder: string): Promise<Results> {
  return JSON.parse(await readFile(join(folder, 'results.json'), 'utf8')) as Results;
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

test('a conformant run ends with 0, a report, and results that keep to their schema', async ({ folder }) => {
  const { status, out, err } = await runNode(
    [...COMMAND, 'run', '--only', 'VER-*', '--seed', '7', '--out', 'o'],
    folder,
  );
  expect({ status, err }).toEqual({
    status: 0,
    err: 'Certifying the reference service: 2 clauses, standard depth, seed 7\nAbout 4 requests; nothing is modified.\n',
  });
  expect(out).toMatch(
    /\nConformant as far as chosen: 2 of \d+ clauses; everything required that applies was verified and holds\.\n/,
  );
  const results = await resultsIn(join(folder, 'o'));
  const [, others = '', unchosen = ''] =
    /\n {2}inapplicable: (\d+) for clients only, (\d+) not chosen\n/.exec(out) ?? [];
  expect(2 + Number(others) + Number(unchosen)).toBe(results.clauses.length);
  expect(validatorFor('results')(results)).toEqual([]);
  expect(results).toMatchObject({ seed: 7, verdict: 'conformant', counts: { fail: 0 } });
  for (const name of ['index.html', 'junit.xml', 'summary.md', 'certificate.json', 'exchanges.jsonl', 'playwright']) {
    expect(await readdir(join(folder, 'o'))).toContain(name);
  }
});

test('a broken clause ends with 1, and no secret is in anything that is written', async ({ folder }) => {
  const service = await startReferenceService({ faults: ['lookup-without-token'], signingKey: 'CANARY-signing-key' });
  const env = {
    TRADECERT_BASE_URL: service.baseUrl,
    TRADECERT_TOKEN: service.token,
    TRADECERT_SIGNING_KEY: service.signingKey,
    TRADECERT_ORDERS_URL: service.ordersUrl,
  };
  const { status, out, err } = await runNode(
    [...COMMAND, 'run', '--only', 'AUT-002,SIG-001', '--rate', '4000', '--signature-template', 'concat', '--out', 'o'],
    folder,
    env,
  );
  await service.close();
  expect(status).toBe(1);
  expect(out).toMatch(
    /^AUT-002 required: .+\n {2}A lookup without .+\n {2}at {8}.+\n {2}expected {2}.+\n {2}actual {4}.+\n {2}replay {4}npx --no -- tradecert run --base-url \S+ --signature-template concat --rate 4000 --only AUT-002/m,
  );
  const written = await Promise.all((await filesBelow(folder)).map((file) => readFile(file, 'latin1')));
  for (const text of [out, err, ...written]) {
    expect(text).not.toContain(service.token);
    expect(text).not.toContain('CANARY');
  }
});

test('wrong settings end with 2 before anything is started', async ({ folder }) => {
  const { status, out, err } = await runNode([...COMMAND, 'run', '--base-url', 'ftp://x'], folder);
  expect({ status, out }).toEqual({ status: 2, out: '' });
  expect(err).toMatch(/^The base URL begins with neither http:\/\/ nor https:\/\/\.\n {2}where {2}--base-url\n {2}do /);
  expect(await readdir(folder)).toEqual([]);
});

test('a run that could not verify something required ends with 3; under --json, results.json is all that is on standard output', async ({
  folder,
}) => {
  const args = ['run', '--only', 'VER-001,SIG-001', '--read-only', '--json', '--out', 'o'];
  const { status, out, err } = await runNode([...COMMAND, ...args], folder);
  expect(status).toBe(3);
  expect(JSON.parse(out)).toEqual(await resultsIn(join(folder, 'o')));
  expect(err).toMatch(/^Incomplete: nothing failed, yet 1 required clause could not be verified\.$/m);
});

test('an interrupted run sets back, writes its report, and is incomplete', async ({ folder }) => {
  const service = await startReferenceService({ latencyMs: 50 });
  const env = {
    TRADECERT_BASE_URL: service.baseUrl,
    TRADECERT_TOKEN: service.token,
    TRADECERT_SIGNING_KEY: service.signingKey,
    TRADECERT_ORDERS_URL: service.ordersUrl,
    TRADECERT_RATE: '20',
  };
  let isSent = false;
  const { status } = await runNode([...COMMAND, 'run', '--out', 'o'], folder, env, (err, interrupt) => {
    if (isSent || !err.includes('Certifying')) return;
    isSent = true;
    interrupt();
  });
  await service.close();
  expect(status).toBe(3);
  expect(await resultsIn(join(folder, 'o'))).toMatchObject({ verdict: 'incomplete' });
  expect(await readdir(join(folder, 'o'))).toContain('index.html');
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  test(`a run that is stopped by ${signal} before it has begun says so, and is incomplete`, async ({ folder }) => {
    // Playwright waits before it loads anything, as on a slow machine.
    const waiting = `if (process.argv[1]?.endsWith('cli.js')) {
      process.stderr.write('waiting');
      await new Promise(() => setInterval(() => undefined, 1000));
    }`;
    const env = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(waiting)}` };
    let isSent = false;
    const { status, err } = await runNode([...COMMAND, 'run', '--out', 'o'], folder, env, (said, stop) => {
      if (isSent || !said.includes('waiting')) return;
      isSent = true;
      stop(signal);
    });
    const stopping = 'Stopping: orders are set back, and the report is written. Once more ends it at once.';
    expect(err).toBe(`waiting\n${stopping}\nThe run was stopped (${signal}) before anything was judged.\n`);
    expect(status).toBe(3);
  });
}

test('a run that is stopped while its token command runs ends it, says so, and leaves nothing', async ({ folder }) => {
  const env = {
    TRADECERT_BASE_URL: 'http://127.0.0.1:9/v1',
    TRADECERT_TOKEN_COMMAND: 'echo $$ > pid; exec sleep 600',
  };
  const pidOf = async (): Promise<number> => Number(await readFile(join(folder, 'pid'), 'utf8').catch(() => ''));
  const { child, ended } = startNode([...COMMAND, 'run', '--read-only', '--out', 'o'], folder, env);
  await expect.poll(pidOf, { timeout: 60_000 }).toBeGreaterThan(0);
  child.kill('SIGINT');
  expect(await ended).toEqual({ status: 3, out: '', err: 'The run was stopped before anything was sent.\n' });
  const pid = await pidOf();
  await expect.poll(() => isThere(pid), { timeout: 30_000 }).toBe(false);
  expect(await readdir(folder)).toEqual(['pid']);
});

test('a run that is stopped before its first clause leaves all of them open, and goes on', async ({ folder }) => {
  let first: () => void = () => undefined;
  const service = await startReferenceService({
    alterations: [
      {
        name: 'watched',
        does: 'Tells of the first request.',
        apply: (before) => ({
          route: (call) => {
            first();
            return before.route(call);
          },
        }),
      },
    ],
  });
  const env = {
    ...{ TRADECERT_BASE_URL: service.baseUrl, TRADECERT_TOKEN: service.token },
    ...{ TRADECERT_SIGNING_KEY: service.signingKey, TRADECERT_ORDERS_URL: service.ordersUrl },
  };
  try {
    const choice = ['--only', 'LKP-00*', '--seed', '3'];
    const run = startNode([...COMMAND, 'run', ...choice, '--out', 'o'], folder, env);
    // That of the look which every run takes first.
    first = () => void run.child.kill('SIGINT');
    const { status, out, err } = await run.ended;
    expect(status, err).toBe(3);
    expect(out + err).not.toContain(' 0 clauses');
    const { counts, clauses, plan } = await resultsIn(join(folder, 'o'));
    expect([counts.unverified, counts.pass]).toEqual([plan?.clauses.length, 0]);
    expect(clauses.find(({ id }) => id === 'LKP-001')?.reason).toBe('the run was interrupted');

    const resumed = await runNode([...COMMAND, 'run', '--resume', 'o'], folder, env, (said, stop) => {
      if (said.includes('Going on: ')) stop();
    });
    expect(resumed.status, resumed.err).toBe(3);
    expect((await runNode([...COMMAND, 'run', '--resume', 'o'], folder, env)).status).toBe(0);
    expect(await resultsIn(join(folder, 'o'))).toMatchObject({ plan: { clauses: plan?.clauses } });
  } finally {
    await service.close();
  }
});

test('Playwright on its own certifies too, and --reporter does not lose the results', async ({ folder }) => {
  const { status, out } = await runNode([...ON_SOURCE, '--grep', 'VER-001', '--reporter=json'], folder);
  expect(status).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ stats: { expected: 1 } });
  const [name = ''] = await readdir(join(folder, 'reports'));
  expect(await resultsIn(join(folder, 'reports', name))).toMatchObject({ verdict: 'conformant' });
});

for (const [what, grep, expected] of [
  ['to which none of the chosen clauses fell, ends well', 'VER-001', { status: 0, says: 'fell to shard 2 of 2' }],
  ['of a choice of nothing is wrong usage', 'NONE-001', { status: 2, says: 'No tests found' }],
] as const) {
  test(`a shard of Playwright's own ${what}`, async ({ folder }) => {
    const { status, err } = await runNode([...ON_BUILT, '--grep', grep, '--shard', '2/2'], folder, WITHOUT_LOADER);
    expect(status).toBe(expected.status);
    expect(err).toContain(expected.says);
    const [name = ''] = await readdir(join(folder, 'reports'));
    // It is no certificate of anything, and says so.
    expect(await resultsIn(join(folder, 'reports', name))).toMatchObject({ verdict: 'incomplete', requests: 0 });
  });
}

for (const [what, service, limit, expected] of [
  [
    'a required clause failed is non-conformant',
    { faults: ['lookup-without-token'] },
    ['--max-failures=1', 'Testing stopped early after 1 maximum allowed failures.'],
    { status: 1, verdict: 'non-conformant' },
  ],
  [
    'nothing failed is incomplete',
    { latencyMs: 60_000 },
    ['--global-timeout=15000', 'Timed out waiting 15s for the test suite to run'],
    { status: 3, verdict: 'incomplete' },
  ],
] as const) {
  test(`a run that Playwright stops early after ${what}`, async ({ folder }) => {
    const running = await startReferenceService(service);
    const { baseUrl, token, signingKey } = running;
    const own = { TRADECERT_BASE_URL: baseUrl, TRADECERT_TOKEN: token, TRADECERT_SIGNING_KEY: signingKey };
    const env = { ...WITHOUT_LOADER, ...own };
    const [flag, said] = limit;
    const { status, err } = await runNode([...ON_BUILT, '--grep', 'AUT-002', flag], folder, env);
    await running.close();
    expect(err.split('\n')).toContain(said);
    expect(err).not.toContain('u001b');
    const [name = ''] = (await readdir(join(folder, 'reports'))).filter((entry) => entry !== 'index.html');
    const { verdict } = await resultsIn(join(folder, 'reports', name));
    expect({ status, verdict }).toEqual(expected);
  });
}

test('Playwright on its own names what modifies nothing there, and that does so', async ({ folder }) => {
  const service = await startReferenceService();
  const own = { TRADECERT_BASE_URL: service.baseUrl, TRADECERT_TOKEN: service.token };
  const env = { ...WITHOUT_LOADER, ...own };
  const lookups = [...ON_BUILT, '--grep', 'LKP-001'];
  const refused = await runNode(lookups, folder, env);
  const way = / {2}do {5}set TRADECERT_SIGNING_KEY, or (TRADECERT_ENVIRONMENT)=(production) to modify nothing\n/;
  const [, name = '', value = ''] = way.exec(refused.out + refused.err) ?? [];
  expect([refused.status, name]).toEqual([2, 'TRADECERT_ENVIRONMENT']);
  const { status, err } = await runNode(lookups, folder, { ...env, [name]: value });
  await service.close();
  expect(err).toContain('; nothing is modified.\n');
  expect(status).toBe(0);
});

test('Playwright lists the tests without any settings', async ({ folder }) => {
  const { status, out } = await runNode([...ON_SOURCE, '--list'], folder, { TRADECERT_BASE_URL: 'none' });
  expect(status).toBe(0);
  expect(out).toMatch(/Total: \d+ tests in \d+ files/);
  expect(await readdir(folder)).toEqual([]);
});

for (const [what, args] of [
  ['has more shards than clauses', ['run', '--shard', '300/300', '--seed', '1']],
  ['has no recording', ['audit', 'none.har']],
  ['has no recording for a folder of folders', ['audit', 'none.har', '--out', 'a/b/c']],
] as const) {
  test(`a command that ${what} leaves no folder behind`, async ({ folder }) => {
    const { status, err } = await runNode([...COMMAND, ...args], folder);
    expect(status).toBe(2);
    expect(err).toMatch(/^.+\.\n {2}where {2}.+\n {2}do {5}.+\n$/);
    expect(await readdir(folder)).toEqual([]);
  });
}

test('a folder that was there before stays, empty as it was', async ({ folder }) => {
  await mkdir(join(folder, 'o'));
  const { status } = await runNode([...COMMAND, 'run', '--shard', '300/300', '--seed', '1', '--out', 'o'], folder);
  expect(status).toBe(2);
  expect(await readdir(folder)).toEqual(['o']);
});
