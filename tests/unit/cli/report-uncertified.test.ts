import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { expect } from '@playwright/test';
import { runCommandLine } from '../../../src/cli/command-line.js';
import { lieOfBroken, resultsIn, test } from '../report/certificate/certified-run.js';

/** Makes the report of a run again whose certificate was taken away. */
async function reportAgain(
  dir: string,
): Promise<{ readonly status: number; readonly out: string; readonly err: string }> {
  await rm(join(dir, 'certificate.json'));
  const said = { out: '', err: '' };
  const status = await runCommandLine(['report', basename(dir)], {
    env: { NO_COLOR: '1' },
    cwd: dirname(dir),
    out: (text) => void (said.out += text),
    err: (text) => void (said.err += text),
  });
  return { status, ...said };
}

test('results that the record does not bear out have no report where there is no certificate', async ({ broken }) => {
  await lieOfBroken(broken, { verdict: 'pass', reason: 'held in 8 cases' });
  const page = await readFile(join(broken, 'index.html'), 'utf8');
  const { status, out, err } = await reportAgain(broken);
  expect({ status, out }).toEqual({ status: 2, out: '' });
  expect(err).toMatch(/^The results are not what the record bears out, and there is no certificate: .*INS-006/);
  expect(err).toContain(`  where  ${join(broken, 'results.json')}\n  do     fetch all files of the run again`);
  expect(await readFile(join(broken, 'index.html'), 'utf8')).toBe(page);
});

test('so do results that contradict themselves, also without a record', async ({ right }) => {
  const path = join(right, 'results.json');
  const text = await readFile(path, 'utf8');
  await writeFile(path, text.replace('"cases": 8', '"cases": 800').replace(/"seed": \d+/, '"seed": 7'));
  await rm(join(right, 'exchanges.jsonl'));
  const { status, err } = await reportAgain(right);
  expect(status).toBe(2);
  expect(err).toContain('The digest of the results is not that of what they say.');
});

test('results that the record bears out have a report, with a warning of what nothing tells', async ({ broken }) => {
  const { digest } = await resultsIn(broken);
  const { status, err } = await reportAgain(broken);
  expect(status).toBe(1);
  expect(err).toMatch(
    /^warning: \S+ has no certificate: nothing tells whether what its record does not show is as its run/,
  );
  expect((await resultsIn(broken)).digest).toBe(digest);
});

test('of results without a record, nothing is borne out, which the warning says', async ({ right }) => {
  await rm(join(right, 'exchanges.jsonl'));
  const { status, err } = await reportAgain(right);
  expect(status).toBe(0);
  expect(err).toMatch(/^warning: \S+ has no certificate: nothing tells whether it is as its run wrote it\n$/);
});
