import { readdirSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { CertificationRun } from '../../../src/cli/certification-run.js';
import type { ShardClauses } from '../../../src/cli/run-environment.js';
import type { Results } from '../../../src/contract/results.js';
import { digestOf } from '../../../src/contract/results-digest.js';
import { validatorFor } from '../../../src/contract/schemas.js';
import { FakeCertification } from './fake-certification.js';
import { someSettings } from '../../support/some-settings.js';
import { test } from './temporary-folder.js';

function makeRun(
  outDir: string,
  part?: ShardClauses,
): {
  run: CertificationRun;
  certification: FakeCertification;
} {
  const certification = new FakeCertification();
  const release = (): Promise<void> => Promise.resolve(void certification.calls.push('release'));
  const run = new CertificationRun({
    certification,
    settings: someSettings({ outDir }),
    release,
    ...(part && { part }),
  });
  return { run, certification };
}

async function read(outDir: string): Promise<Results> {
  return JSON.parse(await readFile(join(outDir, 'results.json'), 'utf8')) as Results;
}

test('only clauses that can be examined are planned', ({ folder }) => {
  const { run, certification } = makeRun(folder);
  run.select(['SIG-001', 'OPS-001']);
  expect(certification.calls).toEqual(['plan SIG-001']);
});

test('a clause that cannot be examined is answered with why', async ({ folder }) => {
  const { run, certification } = makeRun(folder);
  expect(await run.examine('OPS-001')).toMatchObject({ id: 'OPS-001', verdict: 'inapplicable' });
  expect(certification.done.size).toBe(0);
  await expect(run.examine('NOT-001')).rejects.toThrow('No clause has the id NOT-001.');
});

test('a run ends in order: stopped, closed, released, written', async ({ folder }) => {
  const { run, certification } = makeRun(folder);
  run.select(['SIG-001', 'SIG-002']);
  await run.examine('SIG-001');
  const results = await run.finish({ interrupted: true });
  expect(certification.calls).toEqual(['plan SIG-001 SIG-002', 'stop: the run was interrupted', 'close', 'release']);
  expect(results.clauses.find(({ id }) => id === 'SIG-002')).toMatchObject({
    verdict: 'unverified',
    reason: 'the run was interrupted',
  });
  expect((await readdir(folder)).sort()).toEqual([
    'badge.svg',
    'certificate.json',
    'ctrf.json',
    'index.html',
    'junit.xml',
    'results.json',
    'results.sarif',
    'summary.md',
  ]);
  expect(await read(folder)).toEqual(results);
  expect(validatorFor('results')(results)).toEqual([]);
});

test('what is known is there before anything can be sent', async ({ folder }) => {
  const { run } = makeRun(folder);
  run.select(['SIG-001']);
  run.snapshotAtOnce();
  expect(readdirSync(folder)).toEqual(['results.json']);
  expect(await read(folder)).toMatchObject({ unfinished: true, verdict: 'incomplete' });
});

test('a run that is done is not stopped, and ends once', async ({ folder }) => {
  const { run, certification } = makeRun(folder);
  run.select(['SIG-001']);
  await run.examine('SIG-001');
  const [first, second] = await Promise.all([run.finish({ interrupted: false }), run.finish({ interrupted: false })]);
  expect(second).toBe(first);
  expect(certification.calls).toEqual(['plan SIG-001', 'close', 'release']);
});

test('a verdict about some clauses says so', async ({ folder }) => {
  const { run } = makeRun(folder);
  run.select(['SIG-001']);
  await run.examine('SIG-001');
  const { verdict, notes } = await run.finish({ interrupted: false });
  expect(verdict).toBe('conformant');
  expect(notes).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^Only 1 of \d+ clauses were selected: the verdict is about these alone\.$/),
    ]),
  );
});

test('a run of no clause certifies nothing', async ({ folder }) => {
  const { run } = makeRun(folder);
  expect((await run.finish({ interrupted: false })).verdict).toBe('incomplete');
});

for (const asked of ['by the signal alone', 'by the one who ends it'] as const) {
  test(`a run that is stopped before it is told its clauses leaves all of them open, ${asked}`, async ({ folder }) => {
    const { run, certification } = makeRun(folder);
    if (asked === 'by the signal alone') run.interrupt();
    const { verdict, clauses, plan } = await run.finish({ interrupted: asked !== 'by the signal alone' });
    expect(verdict).toBe('incomplete');
    expect(plan?.clauses).toEqual(certification.examinable.map(({ id }) => id));
    expect(clauses.find(({ id }) => id === 'SIG-001')).toMatchObject({
      verdict: 'unverified',
      reason: 'the run was interrupted',
    });
  });
}

test('a part of a run that is stopped before it is told its clauses has those of its part', async ({ folder }) => {
  const { run } = makeRun(folder, { index: 2, of: 3, clauses: ['SIG-001'] });
  run.interrupt();
  expect((await run.finish({ interrupted: true })).plan).toMatchObject({
    clauses: ['SIG-001'],
    shard: { index: 2, of: 3 },
  });
});

test('a run that is stopped while it takes its earlier part up ends after that', async ({ folder }) => {
  const { run, certification } = makeRun(folder);
  let takeUp = (): void => undefined;
  const prepared = run.prepare(async () => {
    await new Promise<void>((resolve) => (takeUp = resolve));
    certification.calls.push('taken up');
  });
  run.interrupt();
  const ended = run.finish({ interrupted: true });
  await new Promise((resolve) => setImmediate(resolve));
  takeUp();
  await Promise.all([prepared, ended]);
  const [stop, ...next] = certification.calls.filter((call, at, all) => all.indexOf(call) === at);
  expect(stop).toBe('stop: the run was interrupted');
  expect(next.slice(0, 1)).toEqual(['taken up']);
  expect(next[1]).toMatch(/^plan /);
});

test('what is known is written whole while the run goes on', async ({ folder }) => {
  const { run } = makeRun(folder);
  run.select(['SIG-001']);
  run.snapshot();
  await expect.poll(() => readdir(folder)).toEqual(['results.json']);
  expect((await read(folder)).clauses.find(({ id }) => id === 'SIG-001')).toMatchObject({ reason: 'not run yet' });
  expect((await read(folder)).notes.join()).not.toContain('Stopped early');

  await run.examine('SIG-001');
  const passed = async (): Promise<number> => {
    run.snapshot();
    return (await read(folder)).counts.pass;
  };
  await expect.poll(passed).toBe(1);
  expect((await read(folder)).unfinished).toBe(true);
  await run.finish({ interrupted: false });
  expect(await read(folder)).not.toHaveProperty('unfinished');
});

test('a shard says which it is, and what its answers say of the clauses of others', async ({ folder }) => {
  const { run } = makeRun(folder);
  run.select(['SIG-001'], { index: 2, of: 3 });
  await run.examine('SIG-001');
  const results = await run.finish({ interrupted: false });
  expect(results.plan).toMatchObject({ clauses: ['SIG-001'], shard: { index: 2, of: 3 } });
  expect(results.watched).toEqual({ clauses: [], answers: { 'OPN-036': ['400'] } });
  expect(results.digest).toBe(digestOf(results));
  expect(results.notes).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^Part 2 of 3 of a run, with 1 of \d+ clauses: not a verdict on the whole\.$/),
    ]),
  );
  expect(validatorFor('results')(results)).toEqual([]);
});
