import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { parse } from 'yaml';
import { parseSeed, parseShard } from '../../../src/cli/numbers.js';
import { KNOWN_VARIABLES } from '../../../src/cli/setting-names.js';
import { COMMAND_NAMES, USAGES, type CommandName } from '../../../src/cli/usage.js';
import { packageRoot } from '../../../src/contract/package-root.js';
import { ciFiles, commandsIn } from '../../support/ci-files.js';

interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly if?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface WorkflowJob {
  readonly 'timeout-minutes': number;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly strategy?: { readonly matrix: { readonly shard: readonly number[] } };
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly concurrency: { readonly group: string; readonly 'cancel-in-progress': boolean };
  readonly jobs: Readonly<Record<string, WorkflowJob>>;
}

interface GitlabJob {
  readonly timeout?: string;
  readonly parallel?: number;
  readonly resource_group?: string;
  readonly script?: readonly string[];
  readonly allow_failure?: { readonly exit_codes: number };
  readonly variables?: Readonly<Record<string, string>>;
}

const workflows = Object.fromEntries(ciFiles('github').map(([name, text]) => [name, parse(text) as Workflow]));
const gitlab = Object.fromEntries(
  ciFiles('gitlab').map(([name, text]) => [name, parse(text) as Readonly<Record<string, GitlabJob>>]),
);
const texts = [...ciFiles('github'), ...ciFiles('gitlab')];

function workflowJob(file: string, name: string): WorkflowJob {
  const job = workflows[`github/${file}.yml`]?.jobs[name];
  if (job === undefined) throw new Error(`There is no job ${name} in ${file}.`);
  return job;
}

function scriptOf(job: string, file = 'service'): string {
  return (gitlab[`gitlab/${file}.yml`]?.[job]?.script ?? []).join('\n');
}

/** The script of the one step that runs a command of tradecert. */
function stepWith(job: WorkflowJob, command: string): Step & { readonly run: string } {
  const step = job.steps.find(({ run = '' }) => run.includes(`npx --no -- tradecert ${command}`));
  if (step?.run === undefined) throw new Error(`No step runs ${command}.`);
  return { ...step, run: step.run };
}

for (const [name, text] of texts) {
  test(`${name} runs commands that there are, with flags that they have`, () => {
    for (const { command, flags } of commandsIn(text)) {
      expect(COMMAND_NAMES).toContain(command);
      for (const flag of flags) expect(USAGES[command as CommandName].text).toContain(`  ${flag} `);
    }
  });
}

test('no command is fetched where the dependency is missing: whoever has its name would be given the secrets', () => {
  for (const [name, text] of [...texts, ['docs/ci.md', anotherCi()] as const]) {
    expect([name, text.match(/npx (?!--no -- ).*/g)]).toEqual([name, null]);
    expect([name, text.includes('npx --no -- tradecert ')]).toEqual([name, true]);
  }
});

/** What docs/ci.md has for a CI without a template. */
function anotherCi(): string {
  const page = readFileSync(join(packageRoot, 'docs/ci.md'), 'utf8');
  return /### Another CI[^]*?```sh\n([^]*?)```/.exec(page)?.[1] ?? '';
}

for (const [name, { permissions, concurrency, jobs }] of Object.entries(workflows)) {
  const steps = Object.values(jobs).flatMap((job) => job.steps);

  test(`${name} names each action by a commit, and leaves no token behind`, () => {
    const text = ciFiles('github').find(([file]) => file === name)?.[1] ?? '';
    const used = text.split('\n').filter((line) => line.includes('uses:'));
    expect(used.length).toBeGreaterThan(2);
    for (const line of used) expect(line).toMatch(/uses: [\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    for (const { uses = '', with: given } of steps) {
      if (uses.startsWith('actions/checkout@')) expect(given).toEqual({ 'persist-credentials': false });
    }
  });

  test(`${name} may read the repository, and no more but for uploading SARIF`, () => {
    expect(permissions).toEqual({ contents: 'read' });
    for (const { permissions: own, steps: its } of Object.values(jobs)) {
      const uploads = its.some(({ uses = '' }) => uses.includes('/upload-sarif@'));
      expect(own).toEqual(uploads ? { contents: 'read', actions: 'read', 'security-events': 'write' } : undefined);
    }
  });

  test(`${name} hands secrets to the steps that need them, by their names, and puts no expression into a shell`, () => {
    const secret = /secrets\.(\w+)/;
    for (const { run = '', env = {} } of steps) {
      expect(run).not.toContain('${{');
      for (const [variable, value] of Object.entries(env)) {
        if (secret.test(value))
          expect([value, run.includes('npx --no -- tradecert')]).toEqual([`\${{ secrets.${variable} }}`, true]);
        if (variable.startsWith('TRADECERT_')) expect(KNOWN_VARIABLES).toContain(variable);
      }
    }
    expect(JSON.stringify({ ...workflows[name], jobs: {} })).not.toMatch(secret);
  });

  test(`${name} is bounded in time, and is not run twice on one order source`, () => {
    for (const job of Object.values(jobs)) {
      expect(job['timeout-minutes']).toBeLessThanOrEqual(60);
      for (const { run = '' } of job.steps) {
        const [, minutes] = /--max-time (\d+)m/.exec(run) ?? [];
        if (run.includes('npx --no -- tradecert run')) expect(Number(minutes)).toBeLessThan(job['timeout-minutes'] - 5);
      }
    }
    const isClient = name.includes('client');
    expect(concurrency['cancel-in-progress']).toBe(isClient);
    expect(concurrency.group).toMatch(isClient ? /^tradecert-client-/ : /^tradecert$/);
  });
}

test('on GitLab, what modifies orders is of one group, and the time of a run is below that of its job', () => {
  const jobs = Object.values(gitlab).flatMap((file) => Object.values(file));
  const running = jobs.filter(({ script = [] }) => script.join('\n').includes('npx --no -- tradecert run'));
  expect(running).toHaveLength(2);
  for (const { script = [], timeout = '', resource_group: group } of running) {
    expect(group).toBe('tradecert');
    const [, minutes] = /--max-time (\d+)m/.exec(script.join('\n')) ?? [];
    expect(Number(minutes)).toBeLessThan((timeout === '1 hour' ? 60 : Number.parseInt(timeout, 10)) - 5);
  }
  for (const name of Object.keys(
    jobs.reduce<Record<string, string>>((all, { variables }) => ({ ...all, ...variables }), {}),
  )) {
    if (name.startsWith('TRADECERT_')) expect(KNOWN_VARIABLES).toContain(name);
  }
});

/** What a shard is called with on both CIs, as the second of all, with the flags that all of them have. */
function checkShards(workflow: WorkflowJob, command: string, [job, file]: readonly [job: string, file: string]): void {
  const indexes = workflow.strategy?.matrix.shard ?? [];
  expect(indexes).toEqual(indexes.map((_, at) => at + 1));
  const { run: script, env = {} } = stepWith(workflow, command);
  expect(env).toMatchObject({
    SHARD: '${{ matrix.shard }}',
    SHARDS: '${{ strategy.job-total }}',
    SEED: '${{ github.run_number }}',
  });
  const parallel = gitlab[`gitlab/${file}.yml`]?.[job]?.parallel ?? 0;
  const common = { DEPTH: 'deep', CLIENT: 'node client.mjs' };
  for (const [shell, shown, of, variables] of [
    ['bash', script, indexes.length, { SHARD: '2', SHARDS: String(indexes.length), SEED: '77', NAME: 'ours' }],
    [
      'sh',
      scriptOf(job, file),
      parallel,
      { CI_NODE_INDEX: '2', CI_NODE_TOTAL: String(parallel), CI_PIPELINE_IID: '77', CI_PROJECT_PATH: 'ours' },
    ],
  ] as const) {
    const { calls } = play(shell, shown, { variables: { ...common, ...variables } });
    const given = calls.find(([, called]) => called === command) ?? [];
    const flag = (name: string): string => given[given.indexOf(name) + 1] ?? '';
    expect(given.slice(0, 2)).toEqual(['tradecert', command]);
    expect(parseShard(flag('--shard'))).toEqual({ index: 2, of });
    expect(parseSeed(flag('--seed'))).toBe(77);
    expect(flag('--out')).toBe('shard-2');
    expect(flag('--depth')).toBe('deep');
    if (command === 'client') expect([flag('--exec'), flag('--name')]).toEqual(['node client.mjs', 'ours']);
  }
}

test('shards of a client are whole, with the flags of one run, and the report takes all of them', () => {
  const shard = workflowJob('client-nightly', 'shard');
  checkShards(shard, 'client', ['tradecert-client-shard', 'client']);
  const report = workflowJob('client-nightly', 'report');
  const upload = shard.steps.find(({ uses = '' }) => uses.includes('/upload-artifact@'))?.with;
  expect(upload).toMatchObject({ name: 'client-shard-${{ matrix.shard }}', path: 'shard-${{ matrix.shard }}' });
  const download = report.steps.find(({ uses = '' }) => uses.includes('/download-artifact@'))?.with;
  expect(download).toEqual({ pattern: 'client-shard-*', path: 'shards' });
  expect(stepWith(report, 'report').run).toBe('npx --no -- tradecert report shards/client-shard-* --out certified');
  expect(scriptOf('tradecert-client-report', 'client')).toBe('npx --no -- tradecert report shard-* --out certified');
});

test('shards are whole, with the flags of one run, and the report takes all of them', () => {
  const shard = workflowJob('nightly', 'shard');
  checkShards(shard, 'run', ['tradecert-shard', 'service']);
  const upload = shard.steps.find(({ uses = '' }) => uses.includes('/upload-artifact@'))?.with;
  expect(upload).toMatchObject({ name: 'shard-${{ matrix.shard }}', path: 'shard-${{ matrix.shard }}' });
  const { steps } = workflowJob('nightly', 'report');
  expect(steps.find(({ uses = '' }) => uses.includes('/download-artifact@'))?.with).toEqual({
    pattern: 'shard-*',
    path: 'shards',
  });
  expect(stepWith(workflowJob('nightly', 'report'), 'report').run).toContain(
    'npx --no -- tradecert report shards/shard-* --out certified',
  );
});

/** By what tradecert ends with, what the step ends with. A shell that was killed is no verdict. */
const STATUSES = {
  shard: { 0: 0, 1: 0, 2: 2, 3: 0, 130: 130, 137: 137 },
  lenient: { 0: 0, 1: 1, 2: 2, 3: 0, 137: 137 },
  orange: { 0: 0, 1: 1, 2: 2, 3: 3, 137: 137 },
  strict: { 0: 0, 1: 1, 2: 2, 3: 3, 137: 137 },
  red: { 0: 0, 1: 1, 2: 2, 3: 1, 137: 137 },
} as const;

for (const [what, shell, script, statuses, variables] of [
  ['a shard on GitHub', 'bash', () => stepWith(workflowJob('nightly', 'shard'), 'run').run, STATUSES.shard, {}],
  ['a shard on GitLab', 'sh', () => scriptOf('tradecert-shard'), STATUSES.shard, {}],
  ['a night on GitHub', 'bash', () => stepWith(workflowJob('nightly', 'report'), 'report').run, STATUSES.lenient, {}],
  [
    'a strict night on GitHub',
    'bash',
    () => stepWith(workflowJob('nightly', 'report'), 'report').run,
    STATUSES.strict,
    { INCOMPLETE_IS_RED: 'true' },
  ],
  ['a night on GitLab, where 3 is a warning', 'sh', () => scriptOf('tradecert-report'), STATUSES.orange, {}],
  ['a strict night on GitLab', 'sh', () => scriptOf('tradecert-report'), STATUSES.red, { INCOMPLETE_IS_RED: 'true' }],
  ['a gate on GitHub', 'bash', () => stepWith(workflowJob('gate', 'service'), 'run').run, STATUSES.strict, {}],
  ['a gate on GitLab', 'sh', () => scriptOf('tradecert-gate'), STATUSES.strict, {}],
  [
    'a gate of a client on GitHub',
    'bash',
    () => stepWith(workflowJob('client', 'client'), 'client').run,
    STATUSES.strict,
    {},
  ],
  ['a gate of a client on GitLab', 'sh', () => scriptOf('tradecert-client', 'client'), STATUSES.strict, {}],
  [
    'a shard of a client on GitHub',
    'bash',
    () => stepWith(workflowJob('client-nightly', 'shard'), 'client').run,
    STATUSES.shard,
    {},
  ],
  ['a shard of a client on GitLab', 'sh', () => scriptOf('tradecert-client-shard', 'client'), STATUSES.shard, {}],
  [
    'a night of a client on GitHub',
    'bash',
    () => stepWith(workflowJob('client-nightly', 'report'), 'report').run,
    STATUSES.strict,
    {},
  ],
  ['a night of a client on GitLab', 'sh', () => scriptOf('tradecert-client-report', 'client'), STATUSES.strict, {}],
] as const) {
  test(`${what} ends as it should by each exit status`, () => {
    for (const [given, expected] of Object.entries(statuses)) {
      expect([given, play(shell, script(), { status: Number(given), variables }).status]).toEqual([given, expected]);
    }
  });
}

test('wrong settings are told before anything is certified, and nothing else that a look finds ends the job', () => {
  for (const [shell, script] of [
    ['bash', workflowJob('nightly', 'shard').steps.find(({ run = '' }) => run.includes('doctor'))?.run],
    ['bash', workflowJob('gate', 'service').steps.find(({ run = '' }) => run.includes('doctor'))?.run],
    ['sh', scriptOf('tradecert-shard').split('\n')[0]],
    ['sh', scriptOf('tradecert-gate').split('\n')[0]],
  ] as const) {
    const statuses = [0, 1, 2].map((status) => play(shell, script ?? 'false', { status }));
    expect(statuses.map(({ status }) => status)).toEqual([0, 0, 2]);
    expect(statuses.flatMap(({ calls }) => calls)).toEqual(Array(3).fill(['tradecert', 'doctor']));
  }
});

test('GitLab takes 3 of a night for a warning, and of a gate for a failure', () => {
  const jobs = gitlab['gitlab/service.yml'];
  expect(jobs?.['tradecert-report']?.allow_failure).toEqual({ exit_codes: 3 });
  expect(jobs?.['tradecert-gate']?.allow_failure).toBeUndefined();
  expect(jobs?.['tradecert-shard']?.allow_failure).toBeUndefined();
});

test('an incomplete night says so on GitHub, where it is not red', () => {
  const { run } = stepWith(workflowJob('nightly', 'report'), 'report');
  expect(play('bash', run, { status: 3 }).out).toMatch(/^::warning title=Incomplete::/);
  expect(play('bash', run, { status: 0 }).out).toBe('');
});

test('a certificate that does not hold is red, and the public key of the repository counts', () => {
  const verify = stepWith(workflowJob('nightly', 'report'), 'verify').run;
  expect(play('bash', verify, { status: 1 }).status).toBe(1);
  expect(play('bash', verify).calls).toEqual([['tradecert', 'verify', 'certified', '--allow-unsigned']]);
  const signed = ['certificate-key.pem.pub', 'certified/certificate.json'];
  const withKey = ['tradecert', 'verify', 'certified', '--key', 'certificate-key.pem.pub'];
  expect(play('bash', verify, { files: signed }).calls).toEqual([withKey]);
  const report = scriptOf('tradecert-report');
  expect(play('sh', report, { files: signed }).calls.slice(1)).toEqual([withKey]);
  expect(play('sh', report, { files: signed.slice(1) }).calls[1]).toContain('--allow-unsigned');
  expect(play('sh', report, { files: signed, status: 3 })).toMatchObject({ status: 1 });
});

interface Played {
  readonly status: number | null;
  readonly out: string;
  /** What `npx --no --` was called with. */
  readonly calls: readonly (readonly string[])[];
}

interface PlayOptions {
  readonly status?: number;
  readonly variables?: Readonly<Record<string, string>>;
  readonly files?: readonly string[];
}

/** Runs a script as a CI does, in an empty folder, where each command of tradecert does nothing and ends with a status. */
function play(
  shell: 'bash' | 'sh',
  script: string,
  { status = 0, variables = {}, files = [] }: PlayOptions = {},
): Played {
  const folder = mkdtempSync(join(tmpdir(), 'tradecert-ci-'));
  try {
    mkdirSync(join(folder, 'bin'));
    mkdirSync(join(folder, 'certified'));
    for (const file of files) writeFileSync(join(folder, file), '');
    const npx = join(folder, 'bin/npx');
    writeFileSync(
      npx,
      `#!/bin/sh\n[ "$1 $2" = '--no --' ] || exit 99\nshift 2\nprintf '%s\\n' "$@" . >> "$CALLS"\nexit ${status}\n`,
    );
    chmodSync(npx, 0o755);
    const calls = join(folder, 'calls');
    writeFileSync(calls, '');
    const env = { PATH: `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}`, CALLS: calls, ...variables };
    const ended = spawnSync(shell, ['-e', '-c', script], { cwd: folder, env, encoding: 'utf8', timeout: 20_000 });
    const called = readFileSync(calls, 'utf8')
      .split('\n.\n')
      .filter((call) => call !== '');
    return { status: ended.status, out: ended.stdout, calls: called.map((call) => call.split('\n')) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test('the gates have a step for tests of one’s own, which only has to be taken out of its comment', () => {
  const uncommented = (name: string): unknown => {
    const text = texts.find(([file]) => file === name)?.[1] ?? '';
    return parse(
      text.replaceAll(
        /^( *)# (- n(?:ame: Run tests|px --no -- playwright)|(?: {2}(?:if|env|run):| {4}TRADECERT_))/gm,
        '$1$2',
      ),
    );
  };
  const steps = (uncommented('github/gate.yml') as Workflow).jobs['service']?.steps ?? [];
  const at = steps.findIndex(({ run }) => run === 'npx --no -- playwright test -c own-tests');
  expect(steps[at - 1]?.run).toContain('npx --no -- tradecert run');
  expect(Object.keys(steps[at]?.env ?? {})).toEqual(['TRADECERT_TOKEN', 'TRADECERT_SIGNING_KEY']);
  const script = (uncommented('gitlab/service.yml') as Record<string, GitlabJob>)['tradecert-gate']?.script;
  expect(script?.at(-1)).toBe('npx --no -- playwright test -c own-tests');
  expect(texts.flatMap(([, text]) => text.match(/^ *(?:run: |- )npx --no -- playwright test -c/gm) ?? [])).toEqual([]);
});
