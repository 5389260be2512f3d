import { execFile, execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Results } from '../../../src/contract/results.js';
import type { Alteration } from '../../../src/mock/behaviour.js';
import { startReferenceService, type ReferenceService } from '../../../src/mock/reference-service.js';
import { ordersNow, ordersOf } from '../../support/order-file.js';
import { COMMAND } from '../../support/start-command.js';
import { test } from './temporary-folder.js';

interface Ended {
  readonly status: number;
  readonly printed: string;
}

const diskIn = (folder: string): string => join(folder, 'disk');

/** Runs the command with `--out` on a disk of its own, of so many KiB; `null` where such a disk cannot be made here. */
async function runOnDisk(
  kib: number,
  args: readonly string[],
  { folder, env, look }: { folder: string; env: Readonly<Record<string, string>>; look?: (out: string) => void },
): Promise<Ended | null> {
  const disk = diskIn(folder);
  mkdirSync(disk);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kib}k`, 'tradecert', disk], { stdio: 'ignore' });
  } catch {
    return null;
  }
  try {
    const ended = await run([...args, '--out', join(disk, 'o')], folder, env);
    look?.(join(disk, 'o'));
    return ended;
  } finally {
    execFileSync('umount', ['-l', disk], { stdio: 'ignore' });
  }
}

function run(args: readonly string[], cwd: string, env: Readonly<Record<string, string>>): Promise<Ended> {
  const { PATH = '', HOME = '' } = process.env;
  return new Promise((resolve) => {
    const options = { cwd, env: { PATH, HOME, ...env }, timeout: 100_000 };
    execFile(process.execPath, [...COMMAND, ...args], options, (error, stdout, stderr) => {
      resolve({ status: error === null ? 0 : Number(error.code ?? -1), printed: stdout + stderr });
    });
  });
}

const ARGS = ['run', '--seed', '1', '--only', 'MOD-001,MOD-002,PAG-001,CLK-001'];

const envFor = ({ baseUrl, token, signingKey }: ReferenceService): Record<string, string> => ({
  ...{ TRADECERT_BASE_URL: baseUrl, TRADECERT_TOKEN: token, TRADECERT_SIGNING_KEY: signingKey },
  TRADECERT_ORDERS_FILE: 'orders.json',
});

for (const [kib, statuses] of [
  [4, [2]],
  [64, [2]],
  [1_000, [2]],
  [16_000, [0, 3]],
] as const) {
  test(`a run on a disk of ${kib} KiB ends with a plain word, and its orders are set back`, async ({ folder }) => {
    test.slow();
    const service = await startReferenceService();
    try {
      const orders = ordersOf(service);
      writeFileSync(join(folder, 'orders.json'), JSON.stringify(orders));
      const env = envFor(service);
      const ended = await runOnDisk(kib, ARGS, { folder, env });
      test.skip(ended === null, 'a disk of its own can only be made by root');
      if (ended === null) return;
      expect(statuses).toContain(ended.status);
      expect(ended.printed).not.toMatch(/^ +at |Error: |node:internal|please report/m);
      const isFull = /^There is no room for the report of a run \(ENOSPC\)\.\n {2}where .*\n {2}do /m.test(
        ended.printed,
      );
      expect(isFull).toBe(ended.status === 2);
      expect(await ordersNow(service, orders)).toEqual(orders);
    } finally {
      await service.close();
    }
  });
}

/** Takes all that is left of a disk. */
function fillUp(disk: string): void {
  try {
    for (;;) appendFileSync(join(disk, 'filler'), Buffer.alloc(16 * 1024));
  } catch {
    // It is full.
  }
}

test('a disk that fills up during a run costs its record, and not its results', async ({ folder }) => {
  test.slow();
  let seen = 0;
  const filling: Alteration = {
    name: 'filling',
    does: 'Fills up the disk of the run with its tenth request.',
    apply: (before) => ({
      route: (call) => {
        seen += 1;
        if (seen === 10) fillUp(diskIn(folder));
        return before.route(call);
      },
    }),
  };
  const service = await startReferenceService({ alterations: [filling] });
  try {
    writeFileSync(join(folder, 'orders.json'), JSON.stringify(ordersOf(service)));
    let results: Results | undefined;
    let files: string[] = [];
    const look = (out: string): void => {
      results = JSON.parse(readFileSync(join(out, 'results.json'), 'utf8')) as Results;
      files = readdirSync(out);
    };
    const ended = await runOnDisk(8_000, ARGS, { folder, env: envFor(service), look });
    test.skip(ended === null, 'a disk of its own can only be made by root');
    expect(ended?.printed).not.toMatch(/^ +at |node:internal|please report/m);
    expect(ended?.status).toBe(results?.verdict === 'conformant' ? 0 : 3);
    expect(results?.unfinished).toBe(undefined);
    expect(results?.notes.join('\n')).toMatch(
      /exchanges\.jsonl could not be written \(ENOSPC\): \d+ exchanges are not in it/,
    );
    expect(files).toEqual(expect.arrayContaining(['index.html', 'certificate.json']));
    expect(files).not.toContain('room.partial');
  } finally {
    await service.close();
  }
});
