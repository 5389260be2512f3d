import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { doubtAbout } from '../../../src/api/doubt.js';
import { Session } from '../../../src/api/session.js';
import { packageRoot } from '../../../src/contract/package-root.js';
import type { Order } from '../../../src/contract/order.js';
import { LEGAL_TWINS } from '../../../src/mock/legal/legal-twins.js';
import { startReferenceService, type ReferenceOptions } from '../../../src/mock/reference-service.js';
import { WITHOUT_LOADER } from '../../support/start-command.js';

const PLAYWRIGHT = createRequire(import.meta.url).resolve('@playwright/test/cli');
const OWN_TESTS = join(packageRoot, 'examples/own-tests');

/** A service and the variables that point tests at it. */
async function withService<T>(
  options: ReferenceOptions,
  task: (env: Record<string, string>) => Promise<T>,
): Promise<T> {
  const service = await startReferenceService(options);
  try {
    return await task({
      TRADECERT_BASE_URL: service.baseUrl,
      TRADECERT_TOKEN: service.token,
      TRADECERT_SIGNING_KEY: service.signingKey,
      TRADECERT_SIGNATURE_TEMPLATE: service.signatureTemplate,
      TRADECERT_ORDERS_URL: service.ordersUrl,
    });
  } finally {
    await service.close();
  }
}

async function withSession<T>(env: Record<string, string>, task: (session: Session) => Promise<T>): Promise<T> {
  const session = await Session.open(env, packageRoot, 1);
  session.beginTest(test.info().outputPath('orders'));
  try {
    return await task(session);
  } finally {
    await session.endTest();
    await session.close();
  }
}

/** Takes an order, sets a price below zero, and says why the refusal shows nothing, if so. */
async function doubtOfNegativePrice(session: Session): Promise<string | undefined> {
  const order = (await session.takeOrder()) as Order;
  const { exchange } = await session.service.modifyOrder({ body: { ...order, orderPrice: -1 } });
  return doubtAbout(exchange);
}

/** Runs the example, or other tests, as a partner would; with Playwright's loader as well do `tests/unit/examples/own-tests.test.ts`. */
function runExample(
  env: Record<string, string>,
  tests = OWN_TESTS,
  flags: readonly string[] = ['--output', test.info().outputPath('own')],
): Promise<{ readonly status: number; readonly said: string }> {
  const { PATH = '' } = process.env;
  return new Promise((resolve) => {
    const args = [PLAYWRIGHT, 'test', '-c', tests, ...flags];
    const child = execFile(
      process.execPath,
      args,
      { cwd: packageRoot, env: { PATH, ...WITHOUT_LOADER, ...env } },
      (_, out, err) => resolve({ status: child.exitCode ?? -1, said: out + err }),
    );
  });
}

test('a refusal counts where a valid modify is accepted, on the same order if need be, which is set back', async () => {
  await withService({}, (env) =>
    withSession(env, async (session) => {
      expect(await doubtOfNegativePrice(session)).toBeUndefined();
      const sent = session.exchanges.length;
      expect(await session.endTest()).toEqual([]);
      session.beginTest(test.info().outputPath('more orders'));
      expect(await doubtOfNegativePrice(session)).toBeUndefined();
      // Once is enough.
      expect([sent, session.exchanges.length]).toEqual([2, 1]);
    }),
  );
});

test('a service that takes no step but a large one, or is busy at times, is believed', async () => {
  for (const legal of [
    'price-grid',
    'coarse-price-grid',
    'no-change-refused',
    'busy-at-times',
    'busy-after-a-modify',
  ]) {
    const alterations = LEGAL_TWINS.filter(({ name }) => name === legal);
    expect(alterations).toHaveLength(1);
    await withService({ alterations }, (env) =>
      withSession(env, async (session) => {
        expect(await doubtOfNegativePrice(session), legal).toBeUndefined();
      }),
    );
  }
});

test('with a wrong key a refusal is unverified, and says why', async () => {
  await withService({}, (env) =>
    withSession({ ...env, TRADECERT_SIGNING_KEY: 'zzzzzzzzzzz' }, async (session) => {
      expect(await doubtOfNegativePrice(session)).toMatch(/^a valid modify was refused with status 400/);
    }),
  );
});

test('the example fails with a wrong key in all that modifies, and says that it is unverified', async () => {
  const { status, said } = await withService({}, (env) => runExample({ ...env, TRADECERT_SIGNING_KEY: 'zzzzzzzzzzz' }));
  expect(said).toMatch(/3 failed/);
  expect(said).toMatch(/1 passed/);
  expect(said).toContain('unverified: a valid modify was refused with status 400');
  expect(said).not.toContain('zzzzzzzzzzz');
  expect(status).toBe(1);
  const folder = test.info().outputPath('own');
  const kept = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.jsonl'));
  expect(kept.map((path) => basename(path))).toEqual(Array(3).fill('exchanges.jsonl'));
  for (const path of kept) {
    expect(said).toContain(path);
    const file = join(folder, path);
    expect(statSync(file).mode & 0o077).toBe(0);
    for (const line of readFileSync(file, 'utf8').trimEnd().split('\n'))
      expect(JSON.parse(line)).toHaveProperty('requestHeaders');
  }
});

test('without a key what modifies is skipped, and the rest runs', async () => {
  const { status, said } = await withService({}, (env) => runExample({ ...env, TRADECERT_SIGNING_KEY: '' }));
  expect(said).toMatch(/3 skipped/);
  expect(said).toMatch(/1 passed/);
  expect(status).toBe(0);
});

/** A folder with one file of tests, and with the configuration of the example unless another is given. */
function folderWith(text: string, config = readFileSync(join(OWN_TESTS, 'playwright.config.mjs'), 'utf8')): string {
  const tests = test.info().outputPath('tests');
  mkdirSync(tests);
  writeFileSync(join(tests, 'playwright.config.mjs'), config);
  writeFileSync(join(tests, 'own.test.mjs'), text);
  return tests;
}

/** Runs one file of tests against a service of its own, whose order source they find in `ORDERS`. */
async function runTests(text: string): Promise<{ readonly status: number; readonly said: string }> {
  const tests = folderWith(text);
  return withService({}, (env) => runExample({ ...env, ORDERS: env['TRADECERT_ORDERS_URL'] ?? '' }, tests));
}

test('a hook can take orders, and what a test changes of them is set back', async () => {
  const { status, said } = await runTests(WITH_HOOK);
  expect(said).toMatch(/2 passed/);
  expect(status).toBe(0);
});

const WITH_HOOK = `
import { expect, test } from 'tradecert/test';
let kept;
test.beforeAll(async ({ order }) => {
  kept = order;
});
test('changes it', async ({ service }) => {
  expect(await service.modifyOrder({ body: { ...kept, orderPrice: kept.orderPrice * 1.001 } })).toBeAccepted();
});
test('has it as it was', async ({}) => {
  const now = await (await fetch(process.env.ORDERS + '/' + kept.orderNo)).json();
  expect(now.orderPrice).toBe(kept.orderPrice);
});
`;

test('where the process of a test ends, it is said where the first values of its orders are', async () => {
  const { status, said } = await runTests(`
import { test } from 'tradecert/test';
test('ends it', async ({ order }) => process.exit(3));
`);
  expect(status).toBe(1);
  const [, path = ''] = /may not be set back; their first values are in (.*orders\.jsonl)\.$/m.exec(said) ?? [];
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ orderTypeCd: 'LIMIT' });
});

/** One test, in two projects with a worker and an output of its own each: b takes its order once a has changed one. */
const IN_TWO_WORKERS = `
import { existsSync, writeFileSync } from 'node:fs';
import { expect, test } from 'tradecert/test';
const pathOf = (step) => process.env.MEETING + '.' + step;
const reached = (step) => expect.poll(() => existsSync(pathOf(step)), { timeout: 20_000 }).toBe(true);
test('changes an order', async ({ service, takeOrder }, { project: { name } }) => {
  if (name === 'b') await reached('changed by a');
  const order = await takeOrder();
  expect(await service.modifyOrder({ body: { ...order, orderPrice: order.orderPrice * 1.001 } })).toBeAccepted();
  writeFileSync(pathOf('changed by ' + name), '');
  if (name === 'a') await reached('end of b');
});
test.afterEach(({}, { project: { name } }) => writeFileSync(pathOf('end of ' + name), ''));
`;

const TWO_PROJECTS = `
const project = (name) => ({ name, outputDir: process.env.MEETING + '-' + name });
export default { testDir: '.', workers: 2, reporter: 'list', projects: [project('a'), project('b')] };
`;

test('an order that a source gives again is for one worker alone: a test of another one fails', async () => {
  const tests = folderWith(IN_TWO_WORKERS, TWO_PROJECTS);
  await withService({}, async ({ TRADECERT_ORDERS_URL: url = '', ...env }) => {
    const wanted = { orderTypeCd: 'LIMIT', sideCd: 'BUY', state: 'unfilled' };
    const body = JSON.stringify({ ...wanted, takeProfit: false, stopLoss: false, trailing: false });
    const given = (await (await fetch(url, { method: 'POST', body })).json()) as Order;
    const now = async (): Promise<unknown> => (await fetch(`${url}/${given.orderNo}`)).json();
    const before = await now();
    // As it is at present: what another worker changed would pass for its first values.
    const print = `fetch('${url}/${given.orderNo}').then(async (got) => console.log(await got.text()))`;
    const source = `'${process.execPath}' -e "${print}"`;
    const { status, said } = await runExample(
      {
        ...{ ...env, TRADECERT_ORDERS_COMMAND: source },
        MEETING: test.info().outputPath('meeting'),
      },
      tests,
      [],
    );
    expect(said).toMatch(/1 failed/);
    expect(said).toMatch(/1 passed/);
    expect(said).toContain('The order source gave an order that another worker has: set workers to 1');
    expect(status).toBe(1);
    expect(await now()).toEqual(before);
  });
});

test('several workers have orders of a source that gives each of them once', async () => {
  const tests = folderWith(IN_TWO_WORKERS, TWO_PROJECTS);
  const { status, said } = await withService({}, (env) =>
    runExample({ ...env, MEETING: test.info().outputPath('meeting') }, tests, []),
  );
  expect(said).toMatch(/2 passed/);
  expect(status).toBe(0);
});

test('whom the tests speak to is said', async () => {
  const embedded = await runExample({});
  expect(embedded.said).toContain('against the embedded reference service: no base URL is set (TRADECERT_BASE_URL).');
  expect(embedded.said).toMatch(/4 passed/);
  const [named, url] = await withService({}, async (env) => [await runExample(env), env['TRADECERT_BASE_URL'] ?? '']);
  expect(named.said).toContain(`Tests of your own run against ${url}.`);
});
