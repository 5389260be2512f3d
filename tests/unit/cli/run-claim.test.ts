import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readdir, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { claimRun } from '../../../src/cli/run-claim.js';
import { test } from './temporary-folder.js';

/** No system gives numbers of processes beyond 2^22. */
const NOBODY = 2 ** 30;

test('a folder has one run at a time, and is free when that is over', async ({ folder }) => {
  const claim = claimRun(folder);
  expect(() => claimRun(folder)).toThrow('A run goes on in this folder.');
  claim.release();
  claim.release();
  expect(await readdir(folder)).toEqual([]);
  claimRun(folder).release();
});

test('what a run that was killed left is taken over once', async ({ folder }) => {
  await writeFile(join(folder, 'running-7.partial'), JSON.stringify({ pid: NOBODY, host: hostname(), began: null }));
  const claim = claimRun(folder);
  expect(await readdir(folder)).toEqual(['running-7.partial', 'running-8.partial']);
  expect(() => claimRun(folder)).toThrow('A run goes on in this folder.');
  claim.release();
  expect(await readdir(folder)).toEqual([]);
});

test('a number of a process that was given again is nobody’s', async ({ folder }) => {
  test.skip(process.platform !== 'linux', 'only there the system tells when a process began');
  await writeFile(
    join(folder, 'running-1.partial'),
    JSON.stringify({ pid: process.ppid, host: hostname(), began: '1' }),
  );
  claimRun(folder).release();
});

test('a process that has ended, and whose parent has not asked how, holds nothing', async ({ folder }) => {
  test.skip(process.platform !== 'linux', 'only there the system tells the state of a process');
  // The shell becomes a program that asks for no child, and then its child ends.
  const parent = spawn('sh', ['-c', 'exec 3<&0; cat <&3 & echo $!; exec sleep 60']);
  try {
    const [line] = (await once(parent.stdout.setEncoding('utf8'), 'data')) as [string];
    const pid = Number(line);
    const fields = (): readonly string[] => readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ');
    await expect.poll(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8')).toBe('sleep\n');
    parent.stdin.end();
    await expect.poll(() => fields()[2]).toBe('Z');
    await writeFile(
      join(folder, 'running-1.partial'),
      JSON.stringify({ pid, host: hostname(), began: fields()[21] ?? null }),
    );
    claimRun(folder).release();
  } finally {
    parent.kill();
  }
});

for (const text of [JSON.stringify({ pid: 1, host: 'elsewhere.example', began: null }), '', '{"pid":-1}', 'null']) {
  test(`a run elsewhere goes on as long as it writes: ${text || 'nothing'}`, async ({ folder }) => {
    const [path, results] = [join(folder, 'running-1.partial'), join(folder, 'results.json')];
    const long = new Date(Date.now() - 60_000);
    await writeFile(path, text);
    await writeFile(results, '{}');
    await utimes(path, long, long);
    expect(() => claimRun(folder)).toThrow('A run goes on in this folder.');
    await utimes(results, long, long);
    claimRun(folder).release();
    expect(await readdir(folder)).toEqual(['results.json']);
  });
}
