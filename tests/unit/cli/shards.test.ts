import { execFile } from 'node:child_process';
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { runCommandLine } from '../../../src/cli/command-line.js';
import { readyRun } from '../../../src/cli/ready-run.js';
import { packageRoot } from '../../../src/contract/package-root.js';
import type { Results } from '../../../src/contract/results.js';
import { COMMAND, WITHOUT_LOADER } from '../../support/start-command.js';
import { test } from './temporary-folder.js';

const PLAYWRIGHT = join(packageRoot, 'node_modules/@playwright/test/cli.js');

/** Runs node in a folder of its own, with no variable of this process but the path; rejects unless it ends with 0. */
async function node(cwd: string, args: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const { PATH = '', HOME = '' } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd, env: { PATH, HOME, ...env } });
  return stdout;
}

/** Titles of the tests of blob reports, as Playwright's own merge-reports has them. */
async function mergedTitles(cwd: string, blobs: string): Promise<string[]> {
  const json = await node(cwd, [PLAYWRIGHT, 'merge-reports', '--reporter', 'json', blobs]);
  return [...json.matchAll(/"title": "([A-Z]{3}-\d{3}) /g)].map(([, id = '']) => id).sort();
}

test('shards leave what merge-reports takes, and report makes one Playwright report of it', async ({ folder }) => {
  test.slow();
  for (const shard of ['1/2', '2/2']) {
    const [index = ''] = shard.split('/');
    await node(folder, [...COMMAND, 'run', '--only', 'VER-*', '--seed', '7', '--shard', shard, '--out', index]);
  }
  const { plan } = JSON.parse(await readFile(join(folder, '1', 'results.json'), 'utf8')) as Results;
  expect(plan).toMatchObject({ clauses: ['VER-001'], shard: { index: 1, of: 2 } });
  await node(folder, [...COMMAND, 'report', '1', '2', '--out', 'whole']);
  expect(await readdir(join(folder, 'whole', 'playwright'))).toContain('index.html');

  await mkdir(join(folder, 'blobs'));
  for (const index of ['1', '2']) {
    const name = `report-${index}.zip`;
    await copyFile(join(folder, index, 'playwright-blob', name), join(folder, 'blobs', name));
  }
  expect(await mergedTitles(folder, 'blobs')).toEqual(['VER-001', 'VER-002']);
});

test("Playwright's own blob reporter works beside ours", async ({ folder }) => {
  test.slow();
  await node(folder, [PLAYWRIGHT, 'test', '-c', join(packageRoot, 'dist'), 'version', '--reporter=blob'], {
    ...WITHOUT_LOADER,
    PLAYWRIGHT_BLOB_OUTPUT_DIR: join(folder, 'blobs'),
  });
  expect(await mergedTitles(folder, 'blobs')).toEqual(['VER-001', 'VER-002']);
  const runs = (await readdir(join(folder, 'reports'))).filter((name) => name !== 'index.html');
  expect(runs).toHaveLength(1);
});

async function refused(cwd: string, ...args: string[]): Promise<string> {
  let said = '';
  const err = (text: string): void => void (said += text);
  expect(await runCommandLine(['run', ...args], { env: {}, cwd, out: () => undefined, err })).toBe(2);
  return said;
}

test('a shard without the seed of the others is refused before anything is made', async ({ folder }) => {
  expect(await refused(folder, '--shard', '1/2')).toMatch(/^A shard needs the seed of the whole run\./);
  expect(await readdir(folder)).toEqual([]);
});

test('no shard is without a clause', async ({ folder }) => {
  const only = (names: string): Promise<string> =>
    refused(folder, '--shard', '3/3', '--seed', '1', '--only', names, '--out', 'o');
  expect(await only('VER-*')).toMatch(/^The run has 2 clauses, too few for 3 shards\./);
  const single = await only('VER-001');
  expect(single).toMatch(/^The run has 1 clause, too few for 3 shards\./);
  expect(single).toMatch(/give at most 1 shard$/m);
});

test('shards that read one orders file are warned of', async ({ folder }) => {
  await writeFile(join(folder, 'orders.json'), '[]');
  const flags = { shard: '1/2', seed: '1', out: 'o', 'orders-file': 'orders.json' };
  const { part, warnings } = await readyRun({ flags, env: {}, cwd: folder, now: new Date() }, null);
  expect(part).toMatchObject({ index: 1, of: 2 });
  expect(warnings.join()).toContain('every shard reads the same orders file');
});
