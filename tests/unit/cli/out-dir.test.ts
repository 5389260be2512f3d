import { mkdir, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { chooseOutDir, makeOutDir } from '../../../src/cli/out-dir.js';
import { test } from './temporary-folder.js';

const TAKEN = 'is not empty';

for (const [what, before] of [
  ['was not there', null],
  ['was there, and empty', 'o'],
] as const) {
  test(`of several runs that are started at one time, one has a folder that ${what}`, async ({ folder }) => {
    if (before !== null) await mkdir(join(folder, before));
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => makeOutDir('o', folder, '--out')));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of tries) if (one.status === 'rejected') expect(String(one.reason)).toContain(TAKEN);
    expect((await stat(join(folder, 'o', 'exchanges.jsonl'))).mode & 0o777).toBe(0o600);
  });
}

test('runs that are started at one time without --out each have a folder', async ({ folder }) => {
  const choice = { cwd: folder, now: new Date(0), subject: 'x' };
  const dirs = await Promise.all(Array.from({ length: 5 }, () => chooseOutDir(undefined, choice)));
  expect(new Set(dirs).size).toBe(5);
  expect(await readdir(join(folder, 'reports'))).toHaveLength(5);
});

test('a folder below others that are missing is made with them', async ({ folder }) => {
  expect(await makeOutDir('a/b/c', folder, '--out')).toBe(join(folder, 'a', 'b', 'c'));
});

for (const out of ['link', 'link/below']) {
  test(`--out ${out}, by a link to nothing, is no folder`, async ({ folder }) => {
    await symlink(join(folder, 'nothing'), join(folder, 'link'));
    await expect(makeOutDir(out, folder, '--out')).rejects.toThrow(`The folder ${out} is not a folder.`);
    expect(await readdir(folder)).toEqual(['link']);
  });
}

for (const [out, says] of [
  ['-', '- stands for standard output'],
  ['x\uFFFD', 'is no valid UTF-8'],
  ['\uFFFD/below', 'is no valid UTF-8'],
] as const) {
  test(`--out ${JSON.stringify(out)} is refused, and nothing is made`, async ({ folder }) => {
    await expect(makeOutDir(out, folder, '--out')).rejects.toThrow(says);
    expect(await readdir(folder)).toEqual([]);
  });
}

test('a file on the way to the folder is named', async ({ folder }) => {
  await writeFile(join(folder, 'afile'), '');
  for (const out of ['afile', 'afile/x', 'afile/x/y'])
    await expect(makeOutDir(out, folder, '--out')).rejects.toThrow(
      `The folder ${out} cannot be made: afile is a file.`,
    );
});

test('a folder whose name only begins with a dash, or is not ASCII, is one', async ({ folder }) => {
  for (const out of ['-o', './-', '보고서']) expect(await makeOutDir(out, folder, '--out')).toBe(join(folder, out));
});
