import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { clearUnused } from '../../../src/cli/unused-run.js';
import { test } from './temporary-folder.js';

async function leave(folder: string, operation: string, ...others: string[]): Promise<void> {
  await mkdir(join(folder, 'playwright'));
  await writeFile(join(folder, 'playwright', 'index.html'), '');
  await writeFile(join(folder, 'exchanges.jsonl'), `${JSON.stringify({ operation, request: {} })}\n`);
  for (const name of ['orders.jsonl', 'room.partial', 'running-1.partial', ...others])
    await writeFile(join(folder, name), '');
}

test('of a run that was stopped before it modified anything, nothing is left', async ({ folder }) => {
  await leave(folder, 'listOrderableStocks');
  expect(await clearUnused(folder)).toEqual([]);
  expect(await readdir(folder)).toEqual([]);
});

test('what is of somebody else stays', async ({ folder }) => {
  await leave(folder, 'listOrderableStocks', 'mine.txt');
  expect(await clearUnused(folder)).toEqual(['mine.txt']);
  expect(await readdir(folder)).toEqual(['mine.txt']);
});

for (const [operation, others] of [
  ['modifyOrder', []],
  ['listOrderableStocks', ['results.json']],
] as const) {
  test(`a run stays as it is that has ${others[0] ?? 'modified'}`, async ({ folder }) => {
    await leave(folder, operation, ...others);
    const left = await clearUnused(folder);
    expect(left).toContain('orders.jsonl');
    expect(await readdir(folder)).toEqual([...left]);
  });
}
