import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from '@playwright/test';
import { packageRoot } from '../../../src/contract/package-root.js';
import { ORDER_TYPES, SIDES, type Order } from '../../../src/contract/order.js';
import { startReferenceService, type ReferenceService } from '../../../src/mock/reference-service.js';
import { test } from './temporary-folder.js';

const TSX = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
const COMMAND = ['--import', TSX, join(packageRoot, 'src/cli/main.ts')];

interface Ended {
  readonly status: number;
  readonly printed: string;
}

/** Runs the command with `--out` on a disk of its own, of so many KiB; `null` where such a disk cannot be made here. */
async function runOnDisk(
  kib: number,
  args: readonly string[],
  { folder, env }: { folder: string; env: Readonly<Record<string, string>> },
): Promise<Ended | null> {
  const disk = join(folder, 'disk');
  mkdirSync(disk);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kib}k`, 'tradecert', disk], { stdio: 'ignore' });
  } catch {
    return null;
  }
  try {
    return await run([...args, '--out', join(disk, 'o')], folder, env);
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

/** One order of each type and side, as the file of an order source has it. */
function ordersOf(service: ReferenceService): readonly Order[] {
  const none = { state: 'unfilled', takeProfit: false, stopLoss: false, trailing: false } as const;
  const made = ORDER_TYPES.flatMap((orderTypeCd) =>
    SIDES.map((sideCd) => service.makeOrder({ orderTypeCd, sideCd, ...none })),
  );
  return made.filter((order) => order !== null).map((order) => ({ ...order, state: 'unfilled' }));
}

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
      const env = {
        ...{ TRADECERT_BASE_URL: service.baseUrl, TRADECERT_TOKEN: service.token },
        ...{ TRADECERT_SIGNING_KEY: service.signingKey, TRADECERT_ORDERS_FILE: 'orders.json' },
      };
      const args = ['run', '--seed', '1', '--only', 'MOD-001,MOD-002,PAG-001,CLK-001'];
      const ended = await runOnDisk(kib, args, { folder, env });
      test.skip(ended === null, 'a disk of its own can only be made by root');
      if (ended === null) return;
      expect(statuses).toContain(ended.status);
      expect(ended.printed).not.toMatch(/^ +at |Error: |node:internal|please report/m);
      const isFull = /^The file \S+ cannot be written \(ENOSPC\)\.\n {2}where .*\n {2}do /m.test(ended.printed);
      expect(isFull).toBe(ended.status === 2);
      const now = await Promise.all(
        orders.map(async ({ orderNo }) => (await fetch(`${service.ordersUrl}/${orderNo}`)).json() as Promise<unknown>),
      );
      expect(now).toEqual(orders);
    } finally {
      await service.close();
    }
  });
}
