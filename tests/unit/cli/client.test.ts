import { spawn } from 'node:child_process';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { runCommandLine } from '../../../src/cli/command-line.js';
import { packageRoot } from '../../../src/contract/package-root.js';
import { verifyBundle } from '../../../src/report/certificate/verify/verify-bundle.js';
import { readRun } from '../../../src/report/recorded-run.js';
import { resultOf } from '../../support/certify-reference.js';
import { test } from './temporary-folder.js';

const CLIENT = `node ${join(packageRoot, 'examples', 'clients', 'faulty', 'client.mjs')}`;
const PYTHON = join(packageRoot, 'examples', 'clients', 'python');

/** Runs a command in this process; what it prints comes as it is printed. */
function start(args: readonly string[], cwd: string, env: Readonly<Record<string, string | undefined>> = {}) {
  const printed = { out: '', err: '' };
  let onText: () => void = () => undefined;
  const ended = runCommandLine(args, {
    env: { PATH: process.env['PATH'], ...env },
    cwd,
    out: (text) => void (printed.out += text),
    err: (text) => {
      printed.err += text;
      onText();
    },
  });
  const until = (pattern: RegExp): Promise<RegExpExecArray> =>
    new Promise((resolve) => {
      onText = () => {
        const found = pattern.exec(printed.err);
        if (found !== null) resolve(found);
      };
      onText();
    });
  return { printed, ended, until };
}

test('a client that is started by a command is certified in the scenarios that were named', async ({ folder }) => {
  const out = join(folder, 'run');
  const args = ['client', '--exec', CLIENT, '--scenario', 'refused-with-nothing', '--seed', '7', '--out', out];
  const { printed, ended } = start(args, folder);
  expect(await ended).toBe(3);
  expect(printed.err).toContain('Certifying a client: 1 scenario, standard depth, seed 7\n');
  expect(printed.out).toContain('The client was watched in 1 of ');
  const { results } = await readRun(out);
  expect(resultOf(results, 'CLI-033').verdict).toBe('pass');
  expect(results.subject).toMatchObject({ role: 'client', command: CLIENT });
});

test('a client is called by the name that it is given, in report, terminal and certificate', async ({ folder }) => {
  const out = join(folder, 'run');
  const args = ['client', '--exec', CLIENT, '--scenario', 'plain-modify', '--name', ' Orders <app> 2.3 ', '--out', out];
  const { printed, ended } = start(args, folder);
  await ended;
  expect(printed.out).toContain('  Orders <app> 2.3, standard depth');
  const { results } = await readRun(out);
  expect(results.subject).toMatchObject({ name: 'Orders <app> 2.3', command: CLIENT });
  expect(await readFile(join(out, 'index.html'), 'utf8')).toContain('<b>Orders &lt;app&gt; 2.3</b>');
  const { claim, problems } = await verifyBundle(out, { keys: [], allowUnsigned: true, now: Date.now() });
  expect([problems, claim?.subject]).toEqual([[], results.subject]);
});

const without = (text: string, ...words: readonly string[]): string[] => words.filter((word) => !text.includes(word));

for (const [what, command, words] of [
  ['that is not there', './no-such-client', 'its shell ended with status 127'],
  ['that may not be run', './not-to-run', 'its shell ended with status 126'],
] as const) {
  test(`a command ${what} is wrong usage, told at once, and leaves nothing behind`, async ({ folder }) => {
    await writeFile(join(folder, 'not-to-run'), 'text', { mode: 0o600 });
    const { printed, ended } = start(['client', '--exec', command, '--out', 'run'], folder);
    expect(await ended).toBe(2);
    expect(
      without(
        printed.err,
        'The client could not be started: ',
        words,
        '\nIt wrote on standard error:\n  | ',
        '\n  where  --exec\n',
      ),
    ).toEqual([]);
    expect(await readdir(folder)).toEqual(['not-to-run']);
  });
}

test('a client that fails at once is not played a hundred scenarios, even where nothing required is asked', async ({
  folder,
}) => {
  const command = String.raw`printf 'a\033[31m %s\nSyntaxError\n' "$TRADECERT_TOKEN" >&2; exit 1`;
  const { printed, ended } = start(['client', '--exec', command, '--only', 'CLI-033', '--out', 'run'], folder);
  expect(await ended).toBe(3);
  expect(printed.err).toContain(
    `The client did nothing with its first plain tasks: it sent no request, and it printed nothing and ended with status 1.
It wrote on standard error:
  | a\\u001b[31m [redacted:token]
  | SyntaxError
`,
  );
  const { results } = await readRun(join(folder, 'run'));
  expect(results.requests).toBe(0);
  expect(results.notes.join('\n')).toContain('No scenario was played.');
  expect(await readdir(join(folder, 'run', 'stderr'))).toEqual(['plain-modify.txt', 'plain-walk.txt']);
});

test('a client that sends nothing and tells errors is told in its own words, and played no further', async ({
  folder,
}) => {
  const error = String.raw`"no such template \u001b[31m $TRADECERT_TOKEN"`;
  const command = `printf '%s' "{\\"error\\":${error.replaceAll('"', String.raw`\"`)}}"; exit 1`;
  await writeFile(join(folder, 'profile.yaml'), "signatureTemplate: '{body}{timestamp}'\n");
  const args = ['client', '--exec', command, '--profile', 'profile.yaml', '--depth', 'smoke', '--out', 'run'];
  const { printed, ended } = start(args, folder);
  expect(await ended).toBe(3);
  expect(printed.err).toContain(
    'warning: the client has to sign by signatureTemplate in profile profile.yaml; --signature-template overrules it\n',
  );
  const told = String.raw`it sent no request, and it told an error, "no such template \u001b[31m [redacted:token]". No scenario`;
  const { results } = await readRun(join(folder, 'run'));
  expect([results.requests, results.notes.join('\n')]).toEqual([0, expect.stringContaining(told)]);
});

for (const [what, command] of [
  ['is silent', `${CLIENT} > /dev/null`],
  ['ends with a status of the shell', `${CLIENT}; exit 127`],
  [
    'tells an error of its walks alone',
    `case $TRADECERT_TASK in *list*) echo '{"error":"no"}'; exit 1;; esac; ${CLIENT}`,
  ],
] as const) {
  test(`a client that ${what} is a client all the same, and put to the test`, async ({ folder }) => {
    const flags = ['--scenario', 'refused-with-nothing,odd-keys', '--out', 'run'];
    const { printed, ended } = start(['client', '--exec', command, ...flags], folder);
    expect(await ended).not.toBe(2);
    expect(without('The client did nothing', printed.err)).toHaveLength(1);
    expect((await readRun(join(folder, 'run'))).results.notes.join('\n')).not.toContain('No scenario was played');
  });
}

test('what a client wrote on standard error is linked from its finding, and named on the terminal', async ({
  folder,
}) => {
  const env = { CLIENT_FAULT: 'plus-not-encoded' };
  const command = `echo said >&2; ${CLIENT}`;
  const flags = ['--scenario', 'odd-keys', '--out', 'run'];
  const { printed, ended } = start(['client', '--exec', command, ...flags], folder, env);
  await ended;
  expect(printed.out).toMatch(/\n {2}standard error of the client: run\/stderr \(\d+ files\)\n/);
  const { results } = await readRun(join(folder, 'run'));
  const scenario = resultOf(results, 'CLI-023').findings[0]?.scenario ?? '';
  expect(['plain-walk', 'odd-keys']).toContain(scenario);
  const page = await readFile(join(folder, 'run', 'index.html'), 'utf8');
  expect(page).toContain(`scenario <code>${scenario}</code>; standard error: <a href="stderr/${scenario}.txt">`);
  const linked = [...page.matchAll(/href="(stderr\/[^"]*)"/g)].map(([, name = '']) => name);
  for (const name of linked) expect(await readFile(join(folder, 'run', name), 'utf8')).toBe('said\n');
  const evidence = [...linked, 'exchanges.jsonl'].map(
    async (name) => (await stat(join(folder, 'run', name))).mode & 0o777,
  );
  expect(new Set(await Promise.all(evidence))).toEqual(new Set([0o600]));
});

for (const [what, name] of [
  ['with a control character', 'a\u001b[31m'],
  ['with a mark that turns text', 'a\u202eb'],
  ['of two lines', 'a\nb'],
  ['that is blank', ' '],
  ['that is too long', 'a'.repeat(101)],
] as const) {
  test(`a name ${what} is refused`, async ({ folder }) => {
    const { printed, ended } = start(['client', '--exec', CLIENT, `--name=${name}`], folder);
    expect(await ended).toBe(2);
    expect(printed.err).toMatch(/^The name is not a text of 1 to 100 characters[^]*where {2}--name\n/);
  });
}

for (const [fault, clause, scenario] of [
  ['every-answer-is-a-success', 'CLI-033', 'refused-with-nothing'],
  ['plus-not-encoded', 'CLI-023', 'odd-keys'],
] as const) {
  test(`the command that a finding gives shows it again: ${fault}`, async ({ folder }) => {
    const env = { CLIENT_FAULT: fault };
    const certify = async (args: readonly string[], out: string) => {
      await start([...args, '--out', out], folder, env).ended;
      return resultOf((await readRun(out)).results, clause);
    };
    const flags = ['--scenario', scenario, '--depth', 'smoke'];
    const first = await certify(['client', '--exec', CLIENT, ...flags], join(folder, 'first'));
    const [finding] = first.findings;
    expect(finding?.replay).toMatch(/^npx --no -- tradecert client --exec .* --seed \d+ --depth smoke$/);
    const words = [...(finding?.replay ?? '').matchAll(/'([^']*)'|([^\s']+)/g)].map(
      ([, quoted, bare]) => quoted ?? bare ?? '',
    );
    const again = await certify(words.slice(4), join(folder, 'again'));
    expect(again.findings.map(({ cause }) => cause)).toContain(finding?.cause);
  });
}

test('the loop of the samples walks the tasks of --listen to their end', async ({ folder }) => {
  const out = join(folder, 'run');
  const flags = ['--listen', '0', '--scenario', 'refused-with-nothing,odd-keys', '--out', out];
  const { printed, ended, until } = start(['client', ...flags], folder);
  const [, tasksUrl = ''] = await until(/waiting at (\S+)[^]*for every task/);
  const credentials = [...printed.err.matchAll(/^export (\w+)=(?:'([^']*)'|(\S*))$/gm)].map(
    ([, name = '', quoted, bare]) => [name, quoted ?? bare ?? ''] as const,
  );
  const loop = spawn('python3', [join(PYTHON, 'walk_tasks.py'), tasksUrl, 'python3', join(PYTHON, 'client.py')], {
    env: { PATH: process.env['PATH'], ...Object.fromEntries(credentials) },
    stdio: 'ignore',
  });
  const status = await new Promise<number | string | null>((resolve) => {
    loop.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    loop.once('exit', resolve);
  });
  if (status === 'ENOENT') await fetch(tasksUrl.replace(/tasks$/, 'end'), { method: 'POST' });
  await ended;
  test.skip(status === 'ENOENT', 'python3 is not on this machine');
  expect(status).toBe(0);
  const { results } = await readRun(out);
  expect(results.clauses.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')).toEqual([]);
  for (const id of ['CLI-023', 'CLI-033']) expect(resultOf(results, id).verdict, id).toBe('pass');
});

test('a key of the client is read in the encoding that is set for it', async ({ folder }) => {
  const env = { TRADECERT_SIGNING_KEY: '00ff'.repeat(16), TRADECERT_SIGNING_KEY_ENCODING: 'hex' };
  const certify = async (flags: readonly string[]) => {
    const out = join(folder, String(flags.length));
    await start(['client', '--exec', CLIENT, '--scenario', 'plain-modify', '--out', out, ...flags], folder, env).ended;
    return resultOf((await readRun(out)).results, 'SIG-006').verdict;
  };
  expect(await certify([])).toBe('pass');
  expect(await start(['client', '--exec', CLIENT, '--signing-key-encoding', 'octal'], folder, env).ended).toBe(2);
});

test('a client is handed the template that a name of ours stands for, however it is set', async ({ folder }) => {
  const env = { TRADECERT_SIGNATURE_TEMPLATE: 'snap' };
  const template = '{method}:{target}:{token}:{body|minify|sha256|hex}:{timestamp}';
  const exec = `printf '%s\\n' "$TRADECERT_SIGNATURE_TEMPLATE" >> handed; ${CLIENT}`;
  const args = ['client', '--exec', exec, '--scenario', 'plain-modify', '--out', 'run'];
  await start(args, folder, env).ended;
  await start([...args.slice(0, -1), 'again', '--signature-template', 'lines-hash'], folder, env).ended;
  const handed = (await readFile(join(folder, 'handed'), 'utf8')).trimEnd().split('\n');
  expect([...new Set(handed)]).toEqual([template, '{method}\\n{path}\\n{query}\\n{body|sha512|hex}\\n{timestamp}']);
  const { printed, ended, until } = start(['client', '--listen', '0', '--scenario', 'plain-walk'], folder, env);
  const [, tasksUrl = ''] = await until(/waiting at (\S+)[^]*for every task/);
  await fetch(tasksUrl.replace(/tasks$/, 'end'), { method: 'POST' });
  await ended;
  expect(printed.err).toContain(`export TRADECERT_SIGNATURE_TEMPLATE='${template}'\n`);
});

test('a key of the client that is set is not printed for --listen', async ({ folder }) => {
  const env = { TRADECERT_SIGNING_KEY: 'a-key-that-the-client-has-built-in' };
  const { printed, ended, until } = start(['client', '--listen', '0', '--scenario', 'plain-walk'], folder, env);
  const [, tasksUrl = ''] = await until(/waiting at (\S+)[^]*for every task/);
  await fetch(tasksUrl.replace(/tasks$/, 'end'), { method: 'POST' });
  await ended;
  expect(printed.err).not.toContain(env.TRADECERT_SIGNING_KEY);
  expect(printed.err).not.toContain('export TRADECERT_SIGNING_KEY=');
  expect(printed.err).toContain('for this run only, and TRADECERT_SIGNING_KEY as it is set here:');
});

test('a client is given no modify in a read-only run, and what takes one is not verified', async ({ folder }) => {
  const args = [
    'client',
    '--exec',
    CLIENT,
    '--scenario',
    'refused-with-nothing,odd-keys',
    '--read-only',
    '--out',
    'run',
  ];
  const { ended } = start(args, folder);
  expect(await ended).toBe(3);
  const { results } = await readRun(join(folder, 'run'));
  expect(results.readOnly).toBe(true);
  const log = await readFile(join(folder, 'run', 'exchanges.jsonl'), 'utf8');
  expect(log).toContain('listOrderableStocks');
  expect(log).not.toContain('modifyOrder');
  expect(resultOf(results, 'CLI-023').verdict).toBe('pass');
  expect(resultOf(results, 'SIG-006')).toMatchObject({ verdict: 'unverified', reason: READ_ONLY });
  const alone = start(['client', '--exec', CLIENT, '--scenario', 'refused-with-nothing', '--read-only'], folder);
  expect(await alone.ended).toBe(2);
});

const READ_ONLY = 'this run is read-only: the client was given no modify';
