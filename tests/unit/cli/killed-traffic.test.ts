import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { runCommandLine } from '../../../src/cli/command-line.js';
import { packageRoot } from '../../../src/contract/package-root.js';
import type { Results } from '../../../src/contract/results.js';
import { startReferenceService } from '../../../src/mock/reference-service.js';
import { COMMAND } from '../../support/start-command.js';
import { test } from './temporary-folder.js';

const CLIENT = `node ${join(packageRoot, 'examples', 'clients', 'faulty', 'client.mjs')}`;

/** Starts a command, and kills it once it has said something. */
async function killed(cwd: string, args: readonly string[], once: (said: string) => Promise<boolean>): Promise<void> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [...COMMAND, ...args], { cwd, env: { PATH, HOME } });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  child.stdout.resume();
  const ended = new Promise((resolve) => child.once('close', resolve));
  await expect.poll(() => once(said), { timeout: 60_000 }).toBe(true);
  child.kill('SIGKILL');
  await ended;
}

/** What only serves a run as long as it goes on. */
async function partialIn(dir: string): Promise<string[]> {
  return (await readdir(dir)).filter((name) => OF_GOING_RUN.includes(name)).sort();
}

const OF_GOING_RUN = ['room.partial', 'running-1.partial'];

async function reported(cwd: string, dir: string): Promise<{ status: number; results: Results }> {
  let out = '';
  const surroundings = { env: {}, cwd, out: (text: string) => void (out += text), err: () => undefined };
  const status = await runCommandLine(['report', dir, '--json'], surroundings);
  return { status, results: JSON.parse(out) as Results };
}

test('of a client whose certification is killed, the report tells what was seen', async ({ folder }) => {
  test.slow();
  const path = join(folder, 'o', 'results.json');
  const args = ['client', '--exec', CLIENT, '--seed', '1', '--scenario', 'walk-*,modify-*', '--out', 'o'];
  await killed(folder, args, () => Promise.resolve(existsSync(path)));
  expect(await partialIn(join(folder, 'o'))).toEqual(OF_GOING_RUN);
  const { status, results } = await reported(folder, 'o');
  expect(await partialIn(join(folder, 'o'))).toEqual([]);
  expect([status, results.verdict, results.unfinished]).toEqual([3, 'incomplete', true]);
  expect(results.notes.join('\n')).toMatch(
    /The run was killed: \d+ of \d+ clauses had come to a verdict after \d+ requests?/,
  );
  expect(results.clauses.filter(({ reason }) => reason.startsWith('the run was killed before')).length).toBeGreaterThan(
    0,
  );
});

test('of traffic whose proxy is killed, the reports tell what passed', async ({ folder }) => {
  test.slow();
  const service = await startReferenceService({});
  const args = ['proxy', '--target', service.baseUrl, '--listen', '0', '--out', 'o'];
  let isSent = false;
  await killed(folder, args, async (said) => {
    const [, url] = /comes to (\S+) goes to/.exec(said) ?? [];
    if (url === undefined) return false;
    if (!isSent) {
      isSent = true;
      await (await fetch(`${url}/stocks/orders?stockGroupCd=ALL&stockCd=&nextKey=`)).text();
    }
    return ['client', 'service'].every((role) => existsSync(join(folder, 'o', role, 'results.json')));
  });
  await service.close();
  expect(await partialIn(join(folder, 'o'))).toEqual(OF_GOING_RUN);
  for (const role of ['client', 'service']) {
    const { results } = await reported(folder, join('o', role));
    expect([results.unfinished, results.requests]).toEqual([true, 1]);
    expect(results.verdict).not.toBe('conformant');
    expect(results.notes.join('\n')).toContain('exchanges.jsonl has 1 exchange, the last of ');
    expect(await partialIn(join(folder, 'o'))).toEqual([]);
  }
});
