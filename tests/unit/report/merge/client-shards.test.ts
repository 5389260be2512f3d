import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { certifyClient } from '../../../../src/api/certify-client.js';
import { runCommandLine } from '../../../../src/cli/command-line.js';
import { openIn, openReason } from '../../../../src/contract/verdict-reasons.js';
import { joinTold } from '../../../../src/contract/merge-clauses.js';
import { canonicalResults } from '../../../../src/contract/results-digest.js';
import type { ClauseResult, Results } from '../../../../src/contract/results.js';
import { mergePrinted } from '../../../../src/report/merge/merge-tasks.js';
import type { RecordedShard } from '../../../../src/report/merge/check-shards.js';
import { certifyClientShards, clientNamed } from '../../../support/shard-client.js';
import { test } from '../../cli/temporary-folder.js';
import { someClause } from '../some-results.js';

/** Three blocks: eleven walks, and some modifies. */
const SCENARIOS = ['keys-*', 'plain-walk', 'last-page-*', 'modify-limit-*', 'success-*', 'busy-at-first'];
const COMMON = { scenarios: SCENARIOS, seed: 5 } as const;

interface Said {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

async function command(cwd: string, ...args: string[]): Promise<Said> {
  let [out, err] = ['', ''];
  const write = { out: (text: string) => void (out += text), err: (text: string) => void (err += text) };
  return { status: await runCommandLine(args, { env: {}, cwd, ...write }), out, err };
}

async function linesIn(path: string): Promise<Record<string, unknown>[]> {
  const lines = (await readFile(path, 'utf8')).trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

for (const id of ['client', 'client/plus-not-encoded', 'client/truth-of-texts', 'client/sends-again-as-it-was']) {
  test(`the shards of ${id} come to what one run of it does`, async ({ folder }) => {
    test.slow();
    const client = clientNamed(id);
    const whole = await certifyClient({ ...COMMON, client, cwd: folder });
    const shards = await certifyClientShards(folder, 3, { ...COMMON, client });
    const { status } = await command(folder, 'report', '3', '1', '2', '--out', 'whole');
    const merged = JSON.parse(await readFile(join(folder, 'whole/results.json'), 'utf8')) as Results;
    expect(JSON.parse(canonicalResults(merged))).toEqual(JSON.parse(canonicalResults(whole)));
    expect(merged.digest).toBe(whole.digest);
    expect(status).toBe({ conformant: 0, 'non-conformant': 1, incomplete: 3 }[whole.verdict]);
    expect(merged.requests).toBe(whole.requests);
    expect(merged.scenarios).toEqual(whole.scenarios);
    expect(shards.map(({ plan }) => plan?.shard?.index)).toEqual([1, 2, 3]);
    expect((await command(folder, 'verify', 'whole', '--allow-unsigned')).status).toBe(0);
    const tasks = (await linesIn(join(folder, 'whole/tasks.jsonl'))).map(({ number }) => number);
    expect(tasks).toEqual(tasks.map((_, at) => at + 1));
  });
}

test('shards that are missing, doubled or of another run are errors, and nothing is written', async ({ folder }) => {
  const client = clientNamed('client');
  const some = { client, scenarios: ['plain-*'], seed: 1, name: 'One' } as const;
  await certifyClientShards(folder, 2, some);
  const others = {
    seed: { ...some, seed: 2 },
    scenarios: { ...some, scenarios: ['plain-*', 'keys-with-plus'] },
    name: { ...some, name: 'Two' },
  };
  for (const [name, options] of Object.entries(others)) {
    await certifyClient({ ...options, cwd: folder, shard: '2/2', out: `${name}-2` });
  }
  const refused = async (...dirs: string[]): Promise<string> => {
    const { status, err } = await command(folder, 'report', ...dirs, '--out', 'none');
    expect(status).toBe(2);
    return err;
  };
  const before = await readdir(folder);
  expect(await refused('1')).toContain('Shard 2 of 2 is missing.');
  expect(await refused('1', '2', '2')).toContain('Shard 2 of 2 is named twice.');
  expect(await refused('1', 'seed-2')).toContain('the seed is 2, and that of shard 1 is 1');
  expect(await refused('1', 'scenarios-2')).toContain('the choice of scenarios is ["plain-walk","plain-modify","keys');
  expect(await refused('1', 'name-2')).toContain('the subject is Two: ');
  expect(await readdir(folder)).toEqual(before);
  await writeFile(join(folder, '2/tasks.jsonl'), '');
  expect(await refused('1', '2')).toContain('tasks.jsonl has 0 bytes');
});

test('a shard needs the seed of the others, and a scenario', async ({ folder }) => {
  const refused = async (...args: string[]): Promise<string> => {
    const { status, err } = await command(folder, 'client', '--exec', 'false', ...args);
    expect(status).toBe(2);
    return err;
  };
  expect(await refused('--shard', '1/2')).toContain('A shard needs the seed of the whole run.');
  const few = await refused('--shard', '1/3', '--seed', '1', '--scenario', 'plain-*');
  expect(few).toMatch(/^The run has 2 scenarios, too few for 3 shards\.\n.*--shard\n.*give at most 2 shards$/m);
});

test('what a client printed is there from all shards, that of plain tasks numbered through', async ({ folder }) => {
  const texts = { a: ['plain-walk.txt', 'plain-walk-2.txt', 'walk-all-2.txt'], b: ['plain-walk.txt', 'odd-keys.txt'] };
  for (const [name, files] of Object.entries(texts)) {
    await mkdir(join(folder, name, 'stderr'), { recursive: true });
    for (const file of files) await writeFile(join(folder, name, 'stderr', file), `${name} ${file}`);
  }
  const shards = Object.keys(texts).map((name) => ({ dir: join(folder, name) }) as RecordedShard);
  await mergePrinted(shards, join(folder, 'whole'));
  const printed = (await readdir(join(folder, 'whole/stderr'))).sort();
  expect(printed).toEqual(['odd-keys.txt', 'plain-walk-2.txt', 'plain-walk-3.txt', 'plain-walk.txt', 'walk-all-2.txt']);
  expect(await readFile(join(folder, 'whole/stderr/plain-walk-3.txt'), 'utf8')).toBe('b plain-walk.txt');
});

const held = (cases: number): ClauseResult => ({ ...someClause('pass'), cases, requests: cases });
const open = (cases: number, reason: string): ClauseResult => ({
  ...someClause('unverified'),
  ...{ cases, reason, findings: [] },
});

test('a clause that holds in one shard and is open in another is open in as many cases', () => {
  const joined = joinTold([held(10), open(5, '2 of 5 cases: late; lost'), open(1, 'lost')]);
  expect(joined).toMatchObject({ verdict: 'unverified', cases: 16, reason: '3 of 16 cases: late; lost' });
  expect(joinTold([open(2, 'late'), open(1, 'late')])).toMatchObject({ cases: 3, reason: 'late' });
  expect(joinTold([held(2), held(3)])).toMatchObject({ verdict: 'pass', cases: 5, reason: 'held in 5 cases' });
  expect(joinTold([])).toBeUndefined();
});

test('a clause that is broken in one shard is broken in the whole, whatever is open in another', () => {
  const broken = { ...someClause('fail'), cases: 4, brokenCases: 1 };
  const joined = joinTold([open(2, 'late'), held(3), broken]);
  expect(joined).toMatchObject({ verdict: 'fail', cases: 9, brokenCases: 1 });
  expect(joined?.reason).toMatch(/^broken in 1 of 9 cases/);
});

test('why a clause is open is read as it was written', () => {
  expect(openIn(openReason(2, 5, 'late: 3 of 4; lost'), 5)).toEqual({ open: 2, because: 'late: 3 of 4; lost' });
  expect(openIn(openReason(5, 5, 'late'), 5)).toEqual({ open: 5, because: 'late' });
});
