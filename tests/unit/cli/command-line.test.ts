import { expect, test } from '@playwright/test';
import { runCommandLine } from '../../../src/cli/command-line.js';
import { exitStatusOf } from '../../../src/cli/exit-status.js';
import { renderFaultList } from '../../../src/cli/list-faults.js';
import { toolVersion } from '../../../src/cli/tool-version.js';
import type { Fault } from '../../../src/mock/behaviour.js';
import { FAULTS } from '../../../src/mock/faults.js';

interface Said {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

async function tradecert(...args: string[]): Promise<Said> {
  const said = { out: '', err: '' };
  const status = await runCommandLine(args, {
    env: {},
    cwd: '/nowhere',
    out: (text) => void (said.out += text),
    err: (text) => void (said.err += text),
  });
  return { status, ...said };
}

test('--help lists the commands that exist and no other', async () => {
  const { status, out } = await tradecert('--help');
  expect(status).toBe(0);
  const commands = [...out.matchAll(/^ {2}([a-z]+) {2}/gm)].map(([, name]) => name);
  expect(commands).toEqual([
    'run',
    'client',
    'proxy',
    'audit',
    'report',
    'serve',
    'compare',
    'keygen',
    'sign',
    'verify',
    'doctor',
    'signature',
    'init',
    'generate',
  ]);
});

for (const command of [
  'run',
  'client',
  'proxy',
  'audit',
  'report',
  'serve',
  'compare',
  'keygen',
  'sign',
  'verify',
  'doctor',
  'signature',
  'init',
  'generate',
]) {
  test(`${command} --help explains its flags`, async () => {
    const { status, out } = await tradecert(command, '--help');
    expect(status).toBe(0);
    expect(out).toMatch(new RegExp(`^Usage: tradecert ${command} `));
  });
}

test('no command at all is wrong usage', async () => {
  const { status, out, err } = await tradecert();
  expect({ status, out }).toEqual({ status: 2, out: '' });
  expect(err).toMatch(/^Usage: tradecert COMMAND/);
});

test('--version prints the version of the package', async () => {
  expect(await tradecert('--version')).toEqual({ status: 0, out: `${toolVersion()}\n`, err: '' });
});

const refused: readonly (readonly [args: string[], err: string])[] = [
  [['rnu'], 'There is no command rnu.\n  where  tradecert\n  do     did you mean run?\n'],
  [
    ['--seed', '4'],
    'The flag --seed needs a command before it.\n  where  tradecert\n  do     see npx tradecert --help\n',
  ],
  [['run', '--sed', '4'], 'The flag --sed is unknown.\n  where  tradecert run\n  do     did you mean --seed?\n'],
  [
    ['doctor', '--signing-key', 'k'],
    'The flag --signing-key is unknown.\n  where  tradecert doctor\n  do     set TRADECERT_SIGNING_KEY, in the environment or .env: a secret is never a flag\n',
  ],
  [['run', '--seed'], 'The flag --seed has no value.\n  where  tradecert run\n  do     see npx tradecert run --help\n'],
  [['run', '--out='], 'The flag --out has no value.\n  where  tradecert run\n  do     see npx tradecert run --help\n'],
  [
    ['run', '--out', '--json'],
    'The flag --out has no value.\n  where  tradecert run\n  do     see npx tradecert run --help; a value that begins with a dash goes behind =\n',
  ],
  [
    ['run', '--json=yes'],
    'The flag --json takes no value.\n  where  tradecert run\n  do     see npx tradecert run --help\n',
  ],
  [
    ['run', 'SIG-001'],
    'An argument is not a flag.\n  where  tradecert run, argument 1\n  do     see npx tradecert run --help\n',
  ],
  [
    ['run', '--shard', '4/3'],
    'The shard is not of the form I/N with I from 1 to N.\n  where  --shard\n  do     give for instance 1/3, 2/3 and 3/3\n',
  ],
  [
    ['serve', '--port', '70000'],
    'The port is not a number from 0 to 65535.\n  where  --port\n  do     give a port, or leave it out for any that is free\n',
  ],
  [
    ['serve', '--fault', 'forged-tokn'],
    'There is no fault "forged-tokn".\n  where  --fault\n  do     did you mean forged-token?\n',
  ],
];
for (const [args, err] of refused) {
  test(`tradecert ${args.join(' ')} is refused`, async () => {
    expect(await tradecert(...args)).toEqual({ status: 2, out: '', err });
  });
}

test('a secret is no flag', async () => {
  const { status, err } = await tradecert('run', '--token', 'CANARY');
  expect(status).toBe(2);
  expect(err).toMatch(/^The flag --token is unknown\./);
  expect(err).not.toContain('CANARY');
});

test('--list-faults names every fault with its clause', async () => {
  const { status, out } = await tradecert('serve', '--list-faults');
  expect(status).toBe(0);
  const rows = out.trimEnd().split('\n');
  expect(rows).toHaveLength(FAULTS.length);
  for (const row of rows) expect(row).toMatch(/^[a-z0-9-]+ +[A-Z]{3}-\d{3} {2}\S.*\.(?: \[[^\]]+\])?$/);
});

test('--list-faults tells in brackets what a fault shows in as well, and what is set up for it', () => {
  const plain: Fault = { name: 'plain', clause: 'AAA-001', does: 'Does wrong.', apply: () => ({}) };
  const needs = { signatureTemplate: 'snap', operations: true, prefix: '/v2' };
  const all = [plain, { ...plain, name: 'other', also: ['AAA-002', 'BBB-001'], atTimes: ['CCC-001'], needs }];
  expect(renderFaultList(all)).toBe(
    'plain  AAA-001  Does wrong.\n' +
      'other  AAA-001  Does wrong. [shows in AAA-002, BBB-001 too; may show in CCC-001 too; ' +
      'served with the signature template snap; served with the other operations; served at /v2]\n',
  );
});

test('--list-faults --json is the same list for programs', async () => {
  const { out } = await tradecert('serve', '--list-faults', '--json');
  const rows = JSON.parse(out) as unknown[];
  const expected = FAULTS.map(({ name, clause, does, also = [], atTimes = [], needs = {} }) => {
    return { name, clause, sentence: does, also, atTimes, needs };
  });
  expect(rows).toEqual(expected);
});

test('the verdict decides the exit status', () => {
  expect(exitStatusOf('conformant')).toBe(0);
  expect(exitStatusOf('non-conformant')).toBe(1);
  expect(exitStatusOf('incomplete')).toBe(3);
});
