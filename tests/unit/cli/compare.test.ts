import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { runCommandLine } from '../../../src/cli/command-line.js';
import type { Results } from '../../../src/contract/results.js';
import { withDigest } from '../../../src/contract/results-digest.js';
import { someClause, someResults } from '../report/some-results.js';
import { test } from './temporary-folder.js';

interface Ended {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

function compare(cwd: string, ...args: string[]): Promise<Ended> {
  return tradecert(cwd, 'compare', ...args);
}

async function tradecert(cwd: string, ...args: string[]): Promise<Ended> {
  let [out, err] = ['', ''];
  const surroundings = { env: {}, cwd, out: (text: string) => (out += text), err: (text: string) => (err += text) };
  const status = await runCommandLine(args, surroundings);
  return { status, out, err };
}

async function keep(folder: string, name: string, results: Results): Promise<void> {
  await mkdir(join(folder, name));
  await writeFile(join(folder, name, 'results.json'), JSON.stringify(results));
}

test('compare ends with 1 where something is newly broken, and with 0 where not', async ({ folder }) => {
  await keep(folder, 'good', someResults([someClause('pass')]));
  await keep(folder, 'bad', someResults([someClause('fail')]));
  expect(await compare(folder, 'good', 'bad')).toMatchObject({ status: 1, err: '' });
  const mended = await compare(folder, 'bad', 'good');
  expect(mended.status).toBe(0);
  expect(mended.out).toContain('Nothing is newly broken, 1 clause mended.\n');
  expect((await compare(folder, 'bad', 'bad')).status).toBe(0);
});

test('compare writes what it is asked for, and prints JSON alone', async ({ folder }) => {
  await keep(folder, 'good', someResults([someClause('pass')]));
  await keep(folder, 'bad', someResults([someClause('fail')]));
  const { status, out, err } = await compare(folder, 'good', 'bad', '--json', '--html', 'c.html', '--markdown', 'c.md');
  expect(status).toBe(1);
  expect(JSON.parse(out)).toMatchObject({ schemaVersion: 1, newlyBroken: [{ id: 'INS-007' }] });
  expect(err).toContain('1 clause newly broken.\n');
  expect(err).toContain('wrote c.html\nwrote c.md\n');
  expect(await readFile(join(folder, 'c.html'), 'utf8')).toMatch(/^<!doctype html>/);
  expect(await readFile(join(folder, 'c.md'), 'utf8')).toMatch(/^# 1 clause newly broken\./);
});

test('compare refuses what it cannot compare, with status 2', async ({ folder }) => {
  await mkdir(join(folder, 'empty'));
  await keep(folder, 'service', someResults([someClause('pass')]));
  await keep(
    folder,
    'client',
    someResults([someClause('pass')], { subject: { role: 'client', baseUrl: 'http://127.0.0.1:1/v1' } }),
  );
  const refused: readonly (readonly [readonly string[], string])[] = [
    [['service', 'client'], 'The two runs cannot be compared: the first is of a service, the second of a client.'],
    [['service', 'none'], 'There is no folder '],
    [['service', '.'], ' has a run for each side of the traffic.'],
    [['service', 'empty'], ' holds no run: it has no results.json.'],
    [['service'], 'The SECOND is missing.'],
    [['service', 'service', 'service'], 'There is an argument too many.'],
    [['service', 'service', '--html', 'service/index.html'], 'is in the folder of a run.'],
    [['service', 'service', '--markdown', '.'], 'The file . cannot be written (EISDIR).'],
    [['service', 'service', '--htm', 'x'], 'The flag --htm is unknown.'],
  ];
  for (const [args, said] of refused) {
    const { status, out, err } = await compare(folder, ...args);
    expect([status, out], args.join(' ')).toEqual([2, '']);
    expect(err).toContain(said);
  }
});

test('a folder with a run for each side of the traffic is told as such by every command', async ({ folder }) => {
  for (const side of ['client', 'service']) await keep(folder, side, someResults([someClause('pass')]));
  await writeFile(join(folder, 'exchanges.jsonl'), '');
  for (const args of [
    ['compare', '.', 'service'],
    ['verify', '.'],
    ['run', '--resume', '.'],
    ['report', '.'],
  ]) {
    const { status, out, err } = await tradecert(folder, ...args);
    expect({ status, out }, args.join(' ')).toEqual({ status: 2, out: '' });
    expect(err).toBe(
      `${folder} has a run for each side of the traffic.\n  where  ${folder}\n  do     name ${folder}/client or ${folder}/service\n`,
    );
  }
});

test('compare warns of results that were altered, and of a certificate that cannot be read', async ({ folder }) => {
  const results = withDigest(someResults([someClause('pass')]));
  await keep(folder, 'good', results);
  await keep(folder, 'bad', { ...results, seed: 43 });
  await writeFile(join(folder, 'bad', 'certificate.json'), '{');
  expect((await compare(folder, 'good', 'good')).err).toBe('');
  const { status, err } = await compare(folder, 'good', 'bad');
  expect(status).toBe(0);
  expect(err).toBe(
    'warning: bad: the results are not as the run wrote them: their digest differs\n' +
      'warning: bad: certificate.json cannot be read: nothing tells whether the results are as the run wrote them\n',
  );
});
