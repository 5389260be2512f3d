import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { packageRoot } from '../../../src/contract/package-root.js';
import { readRun } from '../../../src/report/recorded-run.js';

const SAMPLES = join(packageRoot, 'docs', 'samples');

/** Sample and verdict, as the list of samples has them. */
const listed = [
  ...readFileSync(join(SAMPLES, 'README.md'), 'utf8').matchAll(/^\| \[([a-z-]+)\].* \| ([a-z-]+) \|$/gm),
].map(([, name = '', verdict = '']) => ({ name, verdict }));

const filesOf = (name: string): string[] => readdirSync(join(SAMPLES, name)).sort();

test('every sample is listed, and the other way round', () => {
  const present = readdirSync(SAMPLES, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(listed.map(({ name }) => name).sort()).toEqual(present.map(({ name }) => name).sort());
});

for (const { name, verdict } of listed) {
  test(`the sample ${name} is what it is said to be`, async () => {
    expect(filesOf(name)).toEqual(['index.html', 'results.json', 'summary.md']);
    const { results, resultsText } = await readRun(join(SAMPLES, name));
    expect(results.verdict).toBe(verdict);
    expect(resultsText).not.toMatch(/\/(?:tmp|home|root|work)\//);
  });
}

test('the large sample is large, and all of them are small to keep', async () => {
  expect((await readRun(join(SAMPLES, 'large'))).results.requests).toBeGreaterThan(100_000);
  const bytes = listed.flatMap(({ name }) => filesOf(name).map((file) => statSync(join(SAMPLES, name, file)).size));
  expect(bytes.reduce((all, one) => all + one, 0)).toBeLessThan(5_000_000);
});
