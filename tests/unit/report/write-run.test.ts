import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { SuiteError } from '../../../src/contract/suite-error.js';
import { writeRun } from '../../../src/report/write-run.js';
import { test } from '../cli/temporary-folder.js';
import { someResults } from './some-results.js';

for (const name of ['results.json', 'index.html', 'certificate.json']) {
  test(`where ${name} cannot be written, a sentence says so, and no part of it is left`, async ({ folder }) => {
    await mkdir(join(folder, name, 'x'), { recursive: true });
    const error = await writeRun(folder, someResults([])).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(SuiteError);
    expect((error as SuiteError).explain()).toMatch(
      new RegExp(`^The file ${name} cannot be written \\(E[A-Z]+\\)\\.\\n  where  ${folder}/${name}\\n  do     `),
    );
    const left = await readdir(folder);
    expect(left.filter((entry) => entry.endsWith('.partial'))).toEqual([]);
    if (name !== 'certificate.json') expect(left).not.toContain('certificate.json');
  });
}

test('where the folder of a run cannot be made, a sentence says so', async ({ folder }) => {
  await writeFile(join(folder, 'taken'), '');
  const error = await writeRun(join(folder, 'taken'), someResults([])).catch((thrown: unknown) => thrown);
  expect((error as SuiteError).explain()).toContain('The file taken cannot be written (EEXIST).');
});

test('nothing is written through a link that lies where a file is prepared', async ({ folder }) => {
  await writeFile(join(folder, 'other'), 'as it was');
  for (const name of ['index.html', 'junit.xml', 'certificate.json']) {
    await symlink('other', join(folder, `${name}.partial`));
  }
  await writeRun(folder, someResults([]));
  expect(await readFile(join(folder, 'other'), 'utf8')).toBe('as it was');
  expect(await readFile(join(folder, 'junit.xml'), 'utf8')).toMatch(/^<\?xml/);
});
