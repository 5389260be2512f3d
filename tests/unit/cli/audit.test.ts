import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { runCommandLine } from '../../../src/cli/command-line.js';
import type { Results } from '../../../src/contract/results.js';
import { verifyBundle } from '../../../src/report/certificate/verify/verify-bundle.js';
import type { Passage } from '../../../src/wire/passage.js';
import { KEY_TEXT, lookupPassage, modifyPassage, ORDER } from '../../support/conduct-builder.js';
import { clauseOf, entryOf, withVerdict, writeHar } from '../../support/har-builder.js';
import { test } from './temporary-folder.js';

interface Ended {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

async function audit(cwd: string, args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  let [out, err] = ['', ''];
  const status = await runCommandLine(['audit', ...args], {
    ...{ env, cwd },
    out: (text) => (out += text),
    err: (text) => (err += text),
  });
  return { status, out, err };
}

async function record(folder: string, ...passages: readonly Passage[]): Promise<void> {
  await writeHar(folder, passages.map(entryOf));
}

function resultsIn(folder: string, role: string): Results {
  return JSON.parse(readFileSync(join(folder, role, 'results.json'), 'utf8')) as Results;
}

test('writes the files of a run for each side, and ends with the status of the worse', async ({ folder }) => {
  await record(folder, lookupPassage(), modifyPassage());
  const { status, out, err } = await audit(folder, ['session.har', '--out', 'report'], {
    TRADECERT_SIGNING_KEY: KEY_TEXT,
  });
  expect(err).toBe('Judged what session.har has of http://127.0.0.1:4010/public/v1.\n');
  expect(out).toContain('The client:');
  expect(out).toContain('report/service/index.html');
  const report = join(folder, 'report');
  for (const role of ['client', 'service']) {
    expect(readdirSync(join(report, role)).sort()).toEqual([
      ...['badge.svg', 'certificate.json', 'ctrf.json', 'exchanges.jsonl', 'index.html', 'junit.xml'],
      ...['results.json', 'results.sarif', 'summary.md'],
    ]);
    expect(resultsIn(report, role).subject).toEqual({ role, baseUrl: 'http://127.0.0.1:4010/public/v1' });
    const { problems, claim } = await verifyBundle(join(report, role), {
      keys: [],
      allowUnsigned: true,
      now: Date.now(),
    });
    expect(problems).toEqual([]);
    expect(claim?.result).not.toBe('PASSED');
    expect(claim?.limits[0]).toBe('Observed traffic only: nothing was sent, and 2 requests of others were judged.');
  }
  expect(readFileSync(join(report, 'exchanges.jsonl'), 'utf8').trim().split('\n')).toHaveLength(2);
  expect(clauseOf(resultsIn(report, 'client'), 'SIG-004').verdict).toBe('pass');
  // What a client was asked to do is in no recording.
  expect([resultsIn(report, 'client').verdict, resultsIn(report, 'service').verdict]).toEqual([
    'incomplete',
    'conformant',
  ]);
  expect(status).toBe(3);
});

test('a failure of either side outweighs what is open', async ({ folder }) => {
  await record(folder, lookupPassage('stockGroupCd=NONE'));
  expect((await audit(folder, ['session.har', '--out', 'a'])).status).toBe(1);
  await record(folder, lookupPassage(undefined, { answer: 'no JSON' }));
  expect((await audit(folder, ['session.har', '--out', 'b'])).status).toBe(1);
});

test('--only chooses clauses of either side', async ({ folder }) => {
  await record(folder, lookupPassage('stockGroupCd=NONE'), modifyPassage(ORDER));
  const { status } = await audit(folder, ['session.har', '--only', 'ENV-001,CLI-001', '--out', 'report']);
  expect(status).toBe(0);
  expect(withVerdict(resultsIn(join(folder, 'report'), 'client'), 'pass', 'fail')).toEqual(['CLI-001']);
  expect(withVerdict(resultsIn(join(folder, 'report'), 'service'), 'pass', 'fail')).toEqual(['ENV-001']);
});

test('the name of a client is its own, and not that of the service', async ({ folder }) => {
  await record(folder, lookupPassage());
  await audit(folder, ['session.har', '--name', 'Orders app', '--out', 'report']);
  const baseUrl = 'http://127.0.0.1:4010/public/v1';
  const subject = (role: string) => resultsIn(join(folder, 'report'), role).subject;
  expect(subject('client')).toEqual({ role: 'client', baseUrl, name: 'Orders app' });
  expect(subject('service')).toEqual({ role: 'service', baseUrl });
});

test('--json prints both results and nothing else', async ({ folder }) => {
  await record(folder, lookupPassage());
  const { out } = await audit(folder, ['--json', 'session.har', '--out', 'report']);
  const printed = JSON.parse(out) as Record<string, Results>;
  expect(printed['client']).toEqual(resultsIn(join(folder, 'report'), 'client'));
  expect(printed['service']).toEqual(resultsIn(join(folder, 'report'), 'service'));
});

test('the base URL comes from the flag, then the environment', async ({ folder }) => {
  await record(folder, lookupPassage());
  const base = 'http://127.0.0.1:4010/public/v1/';
  const other = { TRADECERT_BASE_URL: 'https://other.example/v1' };
  expect((await audit(folder, ['session.har', '--base-url', base, '--out', 'a'], other)).status).toBe(3);
  const missed = await audit(folder, ['session.har', '--out', 'b'], other);
  expect(missed.status).toBe(2);
  expect(missed.err).toContain(
    'below the base URL https://other.example/v1, which is that of TRADECERT_BASE_URL in the environment. ' +
      'It has them below http://127.0.0.1:4010/public/v1.\n',
  );
  expect(missed.err).toContain('--base-url http://127.0.0.1:4010/public/v1;');
});

test('a recording of nothing is told to be empty, and one of other traffic is not', async ({ folder }) => {
  await record(folder);
  expect((await audit(folder, ['session.har'])).err).toMatch(/^The recording is empty: it has no entry at all\.\n/);
  await record(folder, { ...lookupPassage(), request: { ...lookupPassage().request, target: '/favicon.ico' } });
  const other = await audit(folder, ['session.har', '--base-url', 'https://other.example/v1']);
  expect(other.err).toMatch(/^No entry of the recording .* is that of --base-url, nor below any other\.\n/);
});

test('a waiver that ran out is refused', async ({ folder }) => {
  await record(folder, lookupPassage());
  await writeFile(join(folder, 'p.yaml'), 'waivers: [{ clause: CLI-001, reason: x, expires: "2020-01-01" }]');
  const { status, err } = await audit(folder, ['session.har', '--profile', 'p.yaml']);
  expect([status, err.split('\n')[0]]).toEqual([2, 'The waiver of CLI-001 ran out on 2020-01-01.']);
});

for (const [what, args, words] of [
  ['no file', [], 'The FILE.har is missing.'],
  ['two files', ['a.har', 'b.har'], 'There is an argument too many.'],
  ['a file that is not there', ['gone.har'], 'The file cannot be read (ENOENT).'],
  ['a file behind --', ['--', '--gone.har'], 'The file cannot be read (ENOENT).'],
  ['a flag that it does not have', ['session.har', '--seed', '7'], 'The flag --seed is unknown.'],
] as const) {
  test(`${what} ends with status 2 and a remedy`, async ({ folder }) => {
    const { status, err } = await audit(folder, args);
    expect(status).toBe(2);
    expect(err).toContain(words);
    expect(err).toMatch(/\n {2}do {5}\S/);
  });
}
