import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { parse } from 'yaml';
import { parseSeed, parseShard } from '../../../src/cli/numbers.js';
import { KNOWN_VARIABLES } from '../../../src/cli/setting-names.js';
import { COMMAND_NAMES, USAGES, type CommandName } from '../../../src/cli/usage.js';
import { packageRoot } from '../../../src/contract/package-root.js';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Workflow {
  readonly env: Readonly<Record<string, string>>;
  readonly jobs: Readonly<
    Record<
      'shard' | 'report',
      {
        readonly needs?: string;
        readonly strategy?: { readonly 'fail-fast': boolean; readonly matrix: { readonly shard: readonly number[] } };
        readonly steps: readonly Step[];
      }
    >
  >;
}

const read = (path: string): string => readFileSync(join(packageRoot, path), 'utf8');
const page = read('docs/ci.md');
const workflow = parse(read('docs/examples/github-actions.yml')) as Workflow;
const { shard, report } = workflow.jobs;
const steps = [...shard.steps, ...report.steps];

/** Every command line of tradecert in a text: its command and its flags. */
function commandsIn(text: string): { command: string; flags: string[]; line: string }[] {
  return [...text.matchAll(/npx tradecert (\w+)([^\n`#]*)/g)].map(([line, command = '', rest = '']) => ({
    command,
    flags: [...rest.matchAll(/(?<= )--[a-z-]+/g)].map(([flag]) => flag),
    line,
  }));
}

for (const { command, flags, line } of [...commandsIn(page), ...steps.flatMap(({ run = '' }) => commandsIn(run))]) {
  test(`there is such a command: ${line}`, () => {
    expect(COMMAND_NAMES).toContain(command);
    for (const flag of flags) expect(USAGES[command as CommandName].text).toContain(`  ${flag} `);
  });
}

test('the workflow sets variables that exist, and secrets only where they are needed', () => {
  const variables = [workflow.env, ...steps.map(({ env = {} }) => env)].flatMap((env) => Object.keys(env));
  for (const variable of variables) expect(KNOWN_VARIABLES).toContain(variable);
  const secret = /\$\{\{ secrets\.(\w+) \}\}/;
  expect(Object.values(workflow.env).filter((value) => secret.test(value))).toEqual([]);
  for (const { env = {}, run = '' } of steps) {
    for (const [name, value] of Object.entries(env)) expect(secret.exec(value)?.[1]).toBe(name);
    expect(secret.test(run)).toBe(false);
  }
});

test('the matrix has every shard once, with the flags of one run', () => {
  const { matrix, 'fail-fast': failFast } = shard.strategy ?? { matrix: { shard: [] }, 'fail-fast': true };
  expect(failFast).toBe(false);
  expect(matrix.shard).toEqual(matrix.shard.map((_, at) => at + 1));
  const run = shard.steps.find(({ run = '' }) => run.includes('--shard'))?.run ?? '';
  for (const index of matrix.shard) {
    const shown = run
      .replaceAll('${{ matrix.shard }}', String(index))
      .replaceAll('${{ strategy.job-total }}', String(matrix.shard.length))
      .replaceAll('${{ github.run_number }}', '123');
    const [, given = ''] = /--shard (\S+)/.exec(shown) ?? [];
    expect(parseShard(given)).toEqual({ index, of: matrix.shard.length });
    expect(parseSeed(/--seed (\S+)/.exec(shown)?.[1] ?? '')).toBe(123);
    expect(shown).toContain(`--out shard-${index}`);
    // Verdicts are for the job that has all shards.
    expect(shown).toMatch(/\|\| \[ \$\? -ne 2 \]$/);
  }
});

test('what the shards keep is what the report takes, and the report is kept', () => {
  const uploaded = (of: readonly Step[]): unknown =>
    of.find(({ uses = '' }) => uses.startsWith('actions/upload-artifact@'))?.with?.['path'];
  const download = report.steps.find(({ uses = '' }) => uses.startsWith('actions/download-artifact@'))?.with;
  expect(report.needs).toBe('shard');
  expect(uploaded(shard.steps)).toBe('shard-${{ matrix.shard }}');
  expect(download).toEqual({ pattern: 'shard-*', path: 'shards' });
  const commands = report.steps.map(({ run = '' }) => run).join('\n');
  expect(commands).toContain('npx tradecert report shards/shard-* --out certified');
  expect(commands).toContain('certified/summary.md >> "$GITHUB_STEP_SUMMARY"');
  expect(uploaded(report.steps)).toBe('certified');
});

test('the page names the files that there are', () => {
  for (const [, target = ''] of page.matchAll(/\]\((?!http)([^)#]+)\)/g)) {
    expect(() => read(join('docs', target)), target).not.toThrow();
  }
  expect(read('src/contract/results-digest.ts')).toContain('export function canonicalResults(');
});
