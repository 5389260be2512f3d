import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { writeRun } from '../../../../src/report/write-run.js';
import { withFolder } from '../../../support/certify-reference.js';
import { madePage, madeProbe } from '../facts/made-record.js';
import { someClause, someResults } from '../some-results.js';

const results = someResults([someClause('pass')]);

async function pageIn(folder: string): Promise<string> {
  await writeRun(folder, results);
  return readFile(join(folder, 'index.html'), 'utf8');
}

test('the page of a run shows what lies in its folder, half a last line aside', async () => {
  await withFolder(async (folder) => {
    const records = [madeProbe(-59), madePage('', ['A'], 'k'), madePage('k', ['B'], null)];
    const lines = records.map((record) => JSON.stringify(record)).join('\n');
    await writeFile(join(folder, 'exchanges.jsonl'), `${lines}\n{"number":4,"clause":"MOD`);
    const page = await pageIn(folder);
    expect(page).toContain('1 modify request that differs from');
    expect(page).toContain('2 pages, 2 instruments');
    expect(page).toContain('POST /orders/modify');
  });
});

test('without a record the pictures say that nothing was sent', async () => {
  await withFolder(async (folder) => {
    expect(await pageIn(folder)).toContain('No lookup was answered with a page.');
  });
});

test('a record that cannot be read costs the pictures, and not the page', async () => {
  await withFolder(async (folder) => {
    await mkdir(join(folder, 'exchanges.jsonl'));
    await writeRun(folder, results).catch(() => undefined);
    const page = await readFile(join(folder, 'index.html'), 'utf8');
    expect(page).toContain('INS-007');
    expect(page).not.toContain('<figure');
  });
});
