import { appendFile, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { runCommandLine } from '../../../src/cli/command-line.js';
import { claimRun } from '../../../src/cli/run-claim.js';
import type { Results } from '../../../src/contract/results.js';
import { generateCertificateKey } from '../../../src/report/certificate/certificate-key.js';
import { writeRun } from '../../../src/report/write-run.js';
import { certifyShards } from '../../support/certify-shards.js';
import { someClause, someResults } from '../report/some-results.js';
import { test } from './temporary-folder.js';

interface Said {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

async function report(cwd: string, ...args: string[]): Promise<Said> {
  const said = { out: '', err: '' };
  const status = await runCommandLine(['report', ...args], {
    env: { NO_COLOR: '1' },
    cwd,
    out: (text) => void (said.out += text),
    err: (text) => void (said.err += text),
  });
  return { status, ...said };
}

async function resultsIn(dir: string): Promise<Results> {
  return JSON.parse(await readFile(join(dir, 'results.json'), 'utf8')) as Results;
}

const ONLY = { only: ['VER-001', 'LKP-001', 'ENV-005', 'PAG-001'] };

test('shards become one run, with all its files and the status of its verdict', async ({ folder }) => {
  const shards = await certifyShards(folder, 2, { faults: ['code-as-string'] }, ONLY);
  const [whole] = await certifyShards(folder, 1, { faults: ['code-as-string'] }, ONLY);
  const names = shards.map(({ dir }) => dir).reverse();
  const { status, out, err } = await report(folder, ...names, '--out', 'merged');
  expect({ status, err }).toEqual({ status: 1, err: '' });
  expect(out).toContain('\nNon-conformant: 1 required clause does not hold.\n');
  expect(out).toContain('report: merged/index.html\n');
  expect(out).toContain('certificate: not signed; the shards are as certified, not signed\n');
  const merged = join(folder, 'merged');
  const files = await readdir(merged);
  for (const name of ['index.html', 'junit.xml', 'summary.md', 'certificate.json', 'exchanges.jsonl']) {
    expect(files).toContain(name);
  }
  expect((await resultsIn(merged)).digest).toBe(whole?.results.digest);
});

test('shards that were signed become a signed run, and an altered one is refused before anything is written', async ({
  folder,
}) => {
  const { privateKey, publicKey } = generateCertificateKey();
  await writeFile(join(folder, 'key.pem'), privateKey, { mode: 0o600 });
  await writeFile(join(folder, 'key.pub'), publicKey);
  const shards = await certifyShards(folder, 2, {}, { ...ONLY, certificate: { key: privateKey, days: 90 } });
  const args = [...shards.map(({ dir }) => dir), '--key', 'key.pub', '--certificate-key-file', 'key.pem', '--out'];
  const { status, out, err } = await report(folder, ...args, 'merged');
  expect({ status, err }).toEqual({ status: 0, err: '' });
  expect(out).toMatch(
    /certificate: signed with the key [0-9a-f]{64}; the shards are as certified, signed with the key [0-9a-f]{64}\n/,
  );
  await appendFile(join(shards[1]?.dir ?? '', 'exchanges.jsonl'), '\n');
  const refused = await report(folder, ...args, 'again');
  expect({ status: refused.status, out: refused.out }).toEqual({ status: 2, out: '' });
  expect(refused.err).toMatch(/^Shard 2 of 2 is not as its certificate has it: exchanges\.jsonl has \d+ bytes/);
  expect(await readdir(folder)).not.toContain('again');
});

test('under --json the results are on standard output alone', async ({ folder }) => {
  const shards = await certifyShards(folder, 2, {}, ONLY);
  const { status, out, err } = await report(folder, ...shards.map(({ dir }) => dir), '--json');
  expect(status).toBe(0);
  const [made = ''] = await readdir(join(folder, 'reports'));
  expect(made).toMatch(/-reference-service$/);
  expect(JSON.parse(out)).toEqual(await resultsIn(join(folder, 'reports', made)));
  expect(err).toContain('\nConformant as far as chosen: ');
});

test('one run is made again in its folder, or in another one', async ({ folder }) => {
  const dir = join(folder, 'run');
  await writeRun(dir, someResults([someClause('unverified')]));
  await writeFile(join(dir, 'index.html'), '');
  const { status, out } = await report(folder, 'run');
  expect(status).toBe(3);
  expect(out).toContain('report: run/index.html\n');
  expect(await readFile(join(dir, 'index.html'), 'utf8')).toContain('<!doctype html>');
  expect((await report(folder, 'run', '--out', 'again')).status).toBe(3);
  expect((await readdir(join(folder, 'again'))).sort()).toEqual((await readdir(dir)).sort());
});

test('a report is not made in the folder of its run, whose certificate does not name it', async ({ folder }) => {
  const dir = join(folder, 'run');
  await writeRun(dir, someResults([someClause('unverified')]));
  const before = await readdir(dir);
  const { status, err } = await report(folder, 'run', '--out', 'run/again');
  expect(status).toBe(2);
  expect(err).toMatch(/^The folder run\/again is in the folder of a run\.\n {2}where {2}--out\n/);
  expect(await readdir(dir)).toEqual(before);
  expect((await report(folder, 'run', '--out', 'run-again')).status).toBe(3);
});

test('a shard alone is no run, and nothing is written', async ({ folder }) => {
  const [first] = await certifyShards(folder, 2, {}, { only: ['VER-001', 'VER-002'] });
  const { status, out, err } = await report(folder, first?.dir ?? '', '--out', 'merged');
  expect({ status, out }).toEqual({ status: 2, out: '' });
  expect(err).toMatch(/^Shard 2 of 2 is missing\./);
  expect(await readdir(folder)).not.toContain('merged');
});

test('what is no run is told where it stands', async ({ folder }) => {
  await writeRun(join(folder, 'both', 'client'), someResults([someClause('pass')]));
  await writeRun(join(folder, 'both', 'service'), someResults([someClause('pass')]));
  const both = await report(folder, 'both');
  expect(both.err).toMatch(/both has a run for each side of the traffic\.\n/);
  expect((await report(folder, 'nothing')).err).toBe(
    `There is no folder ${join(folder, 'nothing')}.\n  where  ${join(folder, 'nothing')}\n  do     name the folder that a run was written to (--out)\n`,
  );
  await mkdir(join(folder, 'empty'));
  expect((await report(folder, 'empty')).err).toMatch(
    /^The folder \S+\/empty holds no run: it has no results\.json\.\n/,
  );
  await writeFile(join(folder, 'file'), '');
  expect((await report(folder, 'file')).err).toMatch(/^\S+\/file is no folder\.\n/);
  expect((await report(folder)).err).toMatch(/^The DIR is missing\./);
  expect((await report(folder, 'both/client', 'both/service')).err).toMatch(/client is no shard of a run\./);
});

test('a record that was cut off bears no results out where there is no certificate', async ({ folder }) => {
  await writeRun(join(folder, 'run'), someResults([someClause('pass')]));
  await rm(join(folder, 'run', 'certificate.json'));
  await writeFile(join(folder, 'run', 'exchanges.jsonl'), '{"number":1,"request":{}}\n{"num');
  const { status, out, err } = await report(folder, 'run');
  expect({ status, out }).toEqual({ status: 2, out: '' });
  expect(err).toMatch(/^The record does not bear the results out: it has 1 of 130 exchanges, and there is no cert/);
  expect(await readdir(join(folder, 'run'))).not.toContain('certificate.json');
});

test('what a link leads to does not go along into another folder', async ({ folder }) => {
  await writeFile(join(folder, 'secret'), 'of nobody else');
  await writeRun(join(folder, 'run'), someResults([someClause('pass')]));
  await rm(join(folder, 'run', 'certificate.json'));
  await symlink('../secret', join(folder, 'run', 'tasks.jsonl'));
  const { status, err } = await report(folder, 'run', '--out', 'again');
  expect(status).toBe(2);
  expect(err).toContain('tasks.jsonl is a link or no regular file.');
});

test('the report of a run of a service that can be gone on with names how', async ({ folder }) => {
  const keep = (name: string, verdict: 'pass' | 'unverified', different: Partial<Results>): Promise<unknown> =>
    writeRun(join(folder, name), { ...someResults([someClause(verdict)]), verdict: 'incomplete', ...different });
  const planned = { plan: { clauses: ['INS-007'], orders: 'none' }, unfinished: true } as const;
  await keep('a run', 'pass', planned);
  await keep('nothing', 'unverified', planned);
  await keep('client', 'pass', { unfinished: true, subject: { role: 'client', baseUrl: 'http://127.0.0.1:1/v1' } });
  await keep('watched', 'pass', { unfinished: true, basis: 'observed traffic' });
  await keep('ended', 'pass', { verdict: 'conformant' });
  const named = "To go on with it: npx tradecert run --resume 'a run'\n";
  expect((await report(folder, 'a run')).err).toBe(named);
  expect((await report(folder, 'a run', '--out', 'again')).err).toBe(named);
  for (const name of ['nothing', 'client', 'watched', 'ended'])
    expect((await report(folder, name)).err, name).not.toContain('To go on with it');
  const claim = claimRun(join(folder, 'a run'));
  expect((await report(folder, 'a run')).err).toBe(
    `The run goes on in process ${process.pid}, also where the command that started it was killed: at its end it writes its report and certificate. Wait for that, or end that process.\n`,
  );
  claim.release();
});

test('of a run that has come to its end and is still writing, nothing is made', async ({ folder }) => {
  await writeRun(join(folder, 'run'), { ...someResults([someClause('pass')]), requests: 0 });
  await rm(join(folder, 'run', 'certificate.json'));
  const claim = claimRun(join(folder, 'run'));
  const files = await readdir(join(folder, 'run'));
  const { status, out, err } = await report(folder, 'run');
  expect({ status, out }).toEqual({ status: 2, out: '' });
  expect(err).toContain('A run goes on in this folder.');
  expect(err).toContain(`wait for its end, or end process ${process.pid}; if there is none, remove running-1.partial`);
  expect(await readdir(join(folder, 'run'))).toEqual(files);
  claim.release();
  expect((await report(folder, 'run')).status).toBe(0);
});

test('of a run that goes on and has no results yet, that is said', async ({ folder }) => {
  await writeFile(join(folder, 'exchanges.jsonl'), '');
  const claim = claimRun(folder);
  for (const command of [
    ['report', '.'],
    ['run', '--resume', '.'],
  ]) {
    let err = '';
    const surroundings = { env: {}, cwd: folder, out: () => undefined, err: (text: string) => void (err += text) };
    expect(await runCommandLine(command, surroundings)).toBe(2);
    expect(err, command[0]).toContain('A run goes on in this folder.');
  }
  claim.release();
  expect((await report(folder, '.')).err).toContain('Nothing had been judged yet');
});

test('the folder in which Playwright worked goes, as far as a run left it, and nothing else', async ({ folder }) => {
  const dir = join(folder, 'client');
  await writeRun(dir, { ...someResults([someClause('pass')]), verdict: 'incomplete', unfinished: true });
  for (const place of [dir, folder, join(dir, 'playwright')]) {
    await mkdir(join(place, '.playwright'), { recursive: true });
    await writeFile(join(place, '.playwright', '.last-run.json'), '{}');
  }
  const claim = claimRun(dir);
  await report(folder, 'client');
  expect(await readdir(dir)).toContain('.playwright');
  claim.release();
  await report(folder, 'client');
  expect(await readdir(dir)).not.toContain('.playwright');
  expect(await readdir(join(dir, 'playwright'))).toEqual(['.playwright']);
  expect(await readdir(folder)).toEqual(['.playwright', 'client']);
  await symlink('../.playwright', join(dir, '.playwright'));
  await report(folder, 'client');
  expect(await readdir(dir)).toContain('.playwright');
  expect(await readdir(join(folder, '.playwright'))).toEqual(['.last-run.json']);
});

test('as long as a run goes on, its report says so, and what it needs stays', async ({ folder }) => {
  const dir = join(folder, 'o', 'client');
  await writeRun(dir, { ...someResults([someClause('pass')]), verdict: 'incomplete', unfinished: true });
  const claim = claimRun(join(folder, 'o'));
  await writeFile(join(folder, 'o', 'room.partial'), '');
  const going = await report(folder, 'o/client');
  expect(going.out).toContain('note: The run goes on: ');
  expect(await readdir(join(folder, 'o'))).toEqual(['client', 'room.partial', 'running-1.partial']);
  claim.release();
  const left = await report(folder, 'o/client');
  expect(left.out).toContain('note: The run was killed: ');
  expect(await readdir(join(folder, 'o'))).toEqual(['client']);
});
