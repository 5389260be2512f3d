import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { contractDigest } from '../../../src/contract/catalogue.js';
import { packageRoot } from '../../../src/contract/package-root.js';
import { digestOf } from '../../../src/contract/results-digest.js';
import { renderSummary } from '../../../src/report/machine/render-summary.js';
import { readRun, type RecordedRun } from '../../../src/report/recorded-run.js';
import { withFolder } from '../../support/certify-reference.js';

const SAMPLES = join(packageRoot, 'docs', 'samples');

/** Sample and verdict, as the list of samples has them. */
const listed = [
  ...readFileSync(join(SAMPLES, 'README.md'), 'utf8').matchAll(/^\| \[([a-z-]+)\].* \| ([a-z-]+) \|$/gm),
].map(([, name = '', verdict = '']) => ({ name, verdict }));

/** The results of a sample, which are kept packed. */
const runOf = (name: string): Promise<RecordedRun> =>
  withFolder((folder) => {
    writeFileSync(join(folder, 'results.json'), gunzipSync(readFileSync(join(SAMPLES, name, 'results.json.gz'))));
    return readRun(folder);
  });

const filesOf = (name: string): string[] => readdirSync(join(SAMPLES, name)).sort();

test('every sample is listed, and the other way round', () => {
  const present = readdirSync(SAMPLES, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(listed.map(({ name }) => name).sort()).toEqual(present.map(({ name }) => name).sort());
});

for (const { name, verdict } of listed) {
  test(`the sample ${name} is what it is said to be`, async () => {
    expect(filesOf(name)).toEqual(['index.html', 'results.json.gz', 'summary.md']);
    const { results, resultsText } = await runOf(name);
    expect(results.verdict).toBe(verdict);
    expect(resultsText).not.toMatch(/\/(?:tmp|home|root|work)\//);
  });

  test(`the sample ${name} is of the contract as it is, and its page and summary are of its results`, async () => {
    const { results } = await runOf(name);
    expect(results.contract, 'npm run samples makes them again').toEqual(contractDigest());
    expect(results.digest).toBe(digestOf(results));
    const page = readFileSync(join(SAMPLES, name, 'index.html'), 'utf8');
    expect(page).toContain(results.digest);
    expect(page).toContain(results.startedAt);
    expect(readFileSync(join(SAMPLES, name, 'summary.md'), 'utf8')).toBe(renderSummary(results));
  });
}

test('the large sample is large, and all of them are small to keep', async () => {
  expect((await runOf('large')).results.requests).toBeGreaterThan(100_000);
  const bytes = listed.flatMap(({ name }) => filesOf(name).map((file) => statSync(join(SAMPLES, name, file)).size));
  expect(bytes.reduce((all, one) => all + one, 0)).toBeLessThan(5_500_000);
});
