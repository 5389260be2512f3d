import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from '@playwright/test';
import { packageRoot } from '../../../src/contract/package-root.js';
import { isThere } from '../../support/is-there.js';
import { test } from './temporary-folder.js';

const importOf = (name: string, file: string): string =>
  `import { ${name} } from ${JSON.stringify(pathToFileURL(join(packageRoot, 'dist/src', file)).href)};`;

/** The command may have begun before this process has come to guard it. */
const GUARDED = `(await import('node:fs')).writeFileSync('guarded', '');
    await running;`;

/** Programs that run a command of the user's, by what the command is. */
const RUNS: Readonly<Record<string, (command: string) => string>> = {
  'a client': (command) =>
    `${importOf('clientOfCommand', 'scenario/run-client.js')}
    const running = clientOfCommand('${command}', '.', process.env)({}, new AbortController().signal);
    ${GUARDED}`,
  'a token command': (command) =>
    `${importOf('runTokenCommand', 'cli/token.js')}
    const running = runTokenCommand({ value: '${command}', where: 'here', level: 0 }, { cwd: '.', say: () => undefined });
    ${GUARDED}`,
  'an order command': (command) =>
    `${importOf('openOrderSupply', 'client/order-supply.js')}
    const running = openOrderSupply({ kind: 'command', command: '${command}' }).fetch({});
    ${GUARDED}`,
};

const start = (cwd: string, program: string): ChildProcess =>
  spawn(process.execPath, ['--input-type=module', '-e', program], { cwd, stdio: 'ignore' });

/** The group that a command wrote down. */
const groupIn = (cwd: string): number => -Number(readFileSync(join(cwd, 'group'), 'utf8'));

for (const [what, program] of Object.entries(RUNS)) {
  test(`where this process is killed, ${what} ends with all that it started`, async ({ folder }) => {
    const child = start(folder, program('sleep 600 & echo $$ > new; mv new group; wait'));
    await expect.poll(() => ['group', 'guarded'].every((name) => existsSync(join(folder, name)))).toBe(true);
    const group = groupIn(folder);
    expect(isThere(group)).toBe(true);
    child.kill('SIGKILL');
    await expect.poll(() => isThere(group)).toBe(false);
  });
}

for (const what of ['a token command', 'an order command']) {
  test(`what ${what} left running before it ended outlives this process, which waits for nobody`, async ({
    folder,
  }) => {
    const child = start(folder, RUNS[what]?.('sleep 600 > none 2>&1 & echo $$ > group; echo token') ?? '');
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(0);
    const group = groupIn(folder);
    expect(isThere(group)).toBe(true);
    process.kill(group, 'SIGKILL');
  });
}

for (const [what, said] of [
  ['a client', '"stopped":"it could not be started (EMFILE)"'],
  ['a token command', 'The token command cannot be started (EMFILE)'],
  ['an order command', 'the command of the order source could not be started (EMFILE)'],
] as const) {
  test(`where too many files are open, ${what} is told not to have started`, async ({ folder }) => {
    const few = `import { openSync } from 'node:fs';
      try { for (;;) openSync('/dev/null'); } catch {}`;
    const program = (RUNS[what]?.('true') ?? '').replace(GUARDED, '');
    const [imported = '', ...rest] = program.split('\n');
    const told = `running.then((ended) => console.log(JSON.stringify(ended)), (error) => console.log(error.message));`;
    const child = spawn(
      '/bin/sh',
      [
        '-c',
        'ulimit -n 60; exec "$0" --input-type=module -e "$1"',
        process.execPath,
        [imported, few, ...rest, told].join('\n'),
      ],
      { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] },
    );
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(0);
    expect(printed).toContain(said);
  });
}
