import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { runCommandLine } from '../../../src/cli/command-line.js';
import type { Order } from '../../../src/contract/order.js';
import { packageRoot } from '../../../src/contract/package-root.js';
import type { Results } from '../../../src/contract/results.js';
import { deriveSeed } from '../../../src/contract/seed.js';
import { startReferenceService, type ReferenceService } from '../../../src/mock/reference-service.js';
import { ordersNow, ordersOf } from '../../support/order-file.js';
import { readEverything } from '../../support/read-everything.js';
import { isThere } from '../../support/is-there.js';
import { recordedIn } from '../../support/stop-and-resume.js';
import { test } from './temporary-folder.js';

/** The built command: what reads TypeScript at hand has helpers in the group, which a signal ends. */
const COMMAND = [join(packageRoot, 'bin', 'tradecert.js')];
const CHOICE = ['--seed', '3', '--depth', 'smoke', '--only', 'LKP-00*,MOD-00*,MOD-01*,OPN-02*'];
/** About so many requests has the whole run. */
const REQUESTS = 250;

/** By Ctrl-C the whole group has the signal, by `kill` the command alone. */
const MOMENTS = [
  { signal: 'SIGINT', isForAll: true },
  { signal: 'SIGINT', isForAll: false },
  { signal: 'SIGTERM', isForAll: true },
  { signal: 'SIGTERM', isForAll: false },
  { signal: 'SIGKILL', isForAll: true },
].map((moment, index) => ({ ...moment, at: 1 + (deriveSeed(7, `moment ${index}`) % REQUESTS) }) as const);

/** A way to the service that counts what comes, and can be made to swallow it. */
interface Way {
  readonly baseUrl: string;
  onRequest: (count: number) => void;
  isBlocked: boolean;
  close(): Promise<void>;
}

async function wayTo(service: ReferenceService): Promise<Way> {
  const { port, pathname } = new URL(service.baseUrl);
  const sockets = new Set<Socket>();
  let count = 0;
  const server = createServer((client) => {
    const to = connect(Number(port), '127.0.0.1');
    for (const socket of [client, to]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => [client, to].forEach((one) => one.destroy()));
    }
    client.on('data', (bytes) => {
      const begun = bytes.toString('latin1').match(/^(?:GET|POST|HEAD|PUT|PATCH|DELETE|OPTIONS) \//gm) ?? [];
      begun.forEach(() => way.onRequest((count += 1)));
      if (!way.isBlocked) to.write(bytes);
    });
    to.on('data', (bytes) => client.write(bytes));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const way: Way = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`,
    onRequest: () => undefined,
    isBlocked: false,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return way;
}

interface Ended {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly printed: string;
}

/** A command in a process group of its own. */
function start(
  cwd: string,
  env: Record<string, string>,
  args: readonly string[],
): { pid: number; ended: Promise<Ended> } {
  const child = spawn(process.execPath, [...COMMAND, ...args], { cwd, env, detached: true });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => (printed += chunk));
  }
  const ended = new Promise<Ended>((resolve) =>
    child.once('close', (status, signal) => resolve({ status, signal, printed })),
  );
  return { pid: child.pid ?? 0, ended };
}

async function command(cwd: string, args: readonly string[]): Promise<{ status: number; out: string }> {
  let out = '';
  const surroundings = { env: {}, cwd, out: (text: string) => void (out += text), err: () => undefined };
  return { status: await runCommandLine([...args], surroundings), out };
}

const resultsIn = (dir: string): Results => JSON.parse(readFileSync(join(dir, 'results.json'), 'utf8')) as Results;

/** A run's folders and what it is started with; HOME has to stay empty. */
async function setUp(folder: string, baseUrl: string, service: ReferenceService): Promise<Record<string, string>> {
  const [home, cwd] = [join(folder, 'home'), join(folder, 'cwd')];
  await mkdir(home);
  await mkdir(cwd);
  const { PATH = '' } = process.env;
  return {
    ...{ PATH, HOME: home, TRADECERT_BASE_URL: baseUrl, TRADECERT_TOKEN: service.token },
    ...{ TRADECERT_SIGNING_KEY: service.signingKey, TRADECERT_ORDERS_FILE: 'orders.json' },
  };
}

/** Each order is as it was, or the folder of the run has its first values, and the notes name the file. @returns how many differ */
async function expectOrdersKnown(
  service: ReferenceService,
  orders: readonly Order[],
  dir: string,
  told: string,
): Promise<number> {
  const now = await ordersNow(service, orders);
  const changed = orders.filter((order, index) => JSON.stringify(now[index]) !== JSON.stringify(order));
  if (changed.length === 0) return 0;
  expect(told).toContain('orders.jsonl');
  const kept = readFileSync(join(dir, 'orders.jsonl'), 'utf8').split('\n');
  for (const { orderNo, orderPrice, barrierPrice } of changed) {
    const line = kept.find((one) => one.includes(`"orderNo":"${orderNo}"`));
    expect(line, orderNo).toContain(String(orderPrice || barrierPrice));
  }
  return changed.length;
}

function expectNoSecret(dir: string, printed: string, { token, signingKey }: ReferenceService): void {
  const [, claims = '', signature = ''] = token.split('.');
  for (const [name, text] of readEverything(dir).set('terminal', printed)) {
    for (const secret of [claims, signature, signingKey]) expect(text.includes(secret), name).toBe(false);
  }
}

test('a run that has a signal at any moment leaves what it measured, and goes on from there', async ({ folder }) => {
  test.slow();
  const service = await startReferenceService({ latencyMs: 3 });
  const way = await wayTo(service);
  const env = await setUp(folder, way.baseUrl, service);
  const cwd = join(folder, 'cwd');
  try {
    const orders = ordersOf(service);
    await writeFile(join(cwd, 'orders.json'), JSON.stringify(orders));
    await start(cwd, env, ['run', ...CHOICE, '--out', 'whole']).ended;
    const { digest } = resultsIn(join(cwd, 'whole'));

    for (const [index, { signal, isForAll, at }] of MOMENTS.entries()) {
      const [name, what] = [`o${index}`, `${signal} ${isForAll ? 'of all' : 'alone'} at request ${at}`];
      const dir = join(cwd, name);
      const run = start(cwd, env, ['run', ...CHOICE, '--out', name]);
      let count = 0;
      way.onRequest = () => {
        if ((count += 1) === at) process.kill(isForAll ? -run.pid : run.pid, signal);
      };
      const ended = await run.ended;
      await expect.poll(() => isThere(-run.pid)).toBe(false);
      expect(count, what).toBeGreaterThanOrEqual(at);
      expect([ended.status, ended.signal], `${what}\n${ended.printed}`).toEqual(
        signal === 'SIGKILL' ? [null, 'SIGKILL'] : [3, null],
      );
      expect(ended.printed).not.toMatch(/^ +at |node:internal|please report/m);

      const report = await command(cwd, ['report', name, '--json']);
      expect(report.status, what).toBe(3);
      const results = JSON.parse(report.out) as Results;
      expect(results.verdict, what).toBe('incomplete');
      expect(results.clauses.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
      await expectOrdersKnown(service, orders, dir, results.notes.join('\n'));
      expectNoSecret(dir, ended.printed + report.out, service);

      // Each waits until no timestamp can come twice.
      if (index % 2 === 1) continue;
      const resumed = await start(cwd, env, ['run', '--resume', name]).ended;
      expect(resumed.status, `${what}, resumed\n${resumed.printed}`).not.toBe(2);
      expect(resultsIn(dir).digest, `${what}, resumed\n${resumed.printed}`).toBe(digest);
      expect(resultsIn(dir).requests, what).toBe(recordedIn(dir).length);
      expect(await ordersNow(service, orders), what).toEqual(orders);
      expectNoSecret(dir, resumed.printed, service);
    }
    expect(readdirSync(join(folder, 'home'))).toEqual([]);
    const folders = MOMENTS.map((_, index) => `o${index}`);
    expect(readdirSync(cwd).sort()).toEqual([...folders, 'orders.json', 'whole']);
  } finally {
    await way.close();
    await service.close();
  }
});

/** Resolves once a file has not grown for a while: longer than what makes two signals one, and all that came is recorded. */
async function restOf(path: string): Promise<void> {
  let [size, sinceMs] = [-1, performance.now()];
  while (performance.now() - sinceMs < 1_500) {
    const now = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    if (now !== size) [size, sinceMs] = [now, performance.now()];
    await pause(50);
  }
}

test('Ctrl-C twice ends a run at once whose service answers nothing, and its orders are told of', async ({
  folder,
}) => {
  const service = await startReferenceService({ latencyMs: 3 });
  const way = await wayTo(service);
  const env = await setUp(folder, way.baseUrl, service);
  const cwd = join(folder, 'cwd');
  try {
    const orders = ordersOf(service);
    await writeFile(join(cwd, 'orders.json'), JSON.stringify(orders));
    const run = start(cwd, env, ['run', ...CHOICE, '--only', 'MOD-0*', '--out', 'o']);
    let endedAtMs = Infinity;
    way.onRequest = (count) => {
      if (count !== 120) return;
      way.isBlocked = true;
      process.kill(-run.pid, 'SIGINT');
      void restOf(join(cwd, 'o', 'exchanges.jsonl')).then(() => {
        endedAtMs = performance.now();
        process.kill(-run.pid, 'SIGINT');
      });
    };
    const { status, printed } = await run.ended;
    await expect.poll(() => isThere(-run.pid)).toBe(false);
    expect(performance.now() - endedAtMs).toBeLessThan(20_000);
    expect(status, printed).toBe(3);
    const report = await command(cwd, ['report', 'o', '--json']);
    expect(report.status).toBe(3);
    const told = (JSON.parse(report.out) as Results).notes.join('\n');
    const changed = await expectOrdersKnown(service, orders, join(cwd, 'o'), told);
    expect(Number(/(\d+) of \d+ orders? may not be set back/.exec(told)?.[1] ?? 0)).toBeGreaterThanOrEqual(changed);
    expectNoSecret(join(cwd, 'o'), printed + report.out, service);
  } finally {
    await way.close();
    await service.close();
  }
});
