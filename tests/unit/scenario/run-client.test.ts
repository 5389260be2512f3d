import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { clientOfCommand } from '../../../src/scenario/run-client.js';
import { test } from '../cli/temporary-folder.js';

const NEVER = new AbortController().signal;

test('a client has the variables of its task and none of ours', async ({ folder }) => {
  const client = clientOfCommand('echo "$TRADECERT_TASK $TRADECERT_PROFILE $OTHER"; echo said >&2; exit 3', folder, {
    ...{ PATH: process.env['PATH'], TRADECERT_PROFILE: 'ours', OTHER: 'kept' },
  });
  expect(await client({ TRADECERT_TASK: 'the task' }, NEVER)).toEqual({
    ...{ stdout: 'the task  kept\n', stderr: 'said\n', status: 3, stopped: null },
  });
});

test('a client is led past the proxies of the environment, to the service on this machine', async ({ folder }) => {
  const environments = [{}, { NO_PROXY: '.corp' }, { no_proxy: '.corp' }, { NO_PROXY: '.upper', no_proxy: '.lower' }];
  const said = environments.map((env) =>
    clientOfCommand('echo "$HTTP_PROXY $NO_PROXY $no_proxy"', folder, { ...env, HTTP_PROXY: 'theirs' })({}, NEVER),
  );
  expect((await Promise.all(said)).map(({ stdout }) => stdout)).toEqual([
    'theirs 127.0.0.1 127.0.0.1\n',
    'theirs .corp,127.0.0.1 .corp,127.0.0.1\n',
    'theirs .corp,127.0.0.1 .corp,127.0.0.1\n',
    'theirs .upper,127.0.0.1 .lower,127.0.0.1\n',
  ]);
});

test('a command that there is not ends with the status of the shell', async ({ folder }) => {
  const { status, stdout } = await clientOfCommand('./no-such-command', folder, {})({}, NEVER);
  expect([status, stdout]).toEqual([127, '']);
});

for (const [how, left] of [
  ['in its own group', 'sleep 600 &'],
  ['in a group of its own', 'setsid sleep 2 &'],
] as const) {
  test(`what a client leaves running ${how} is not waited for`, async ({ folder }) => {
    const client = clientOfCommand(`${left} echo '{"success":true}'`, folder, { PATH: process.env['PATH'] });
    const ended = await client({}, NEVER);
    expect([ended.status, ended.stdout, ended.stopped]).toEqual([0, '{"success":true}\n', null]);
  });
}

/** Keeps this process from looking at anything else. */
function beBusy(forMs: number): void {
  const until = performance.now() + forMs;
  while (performance.now() < until);
}

test('what a client printed is read, however busy this process is when it ends', async ({ folder }) => {
  const env = { PATH: process.env['PATH'] };
  const ended = clientOfCommand('sleep 0.6; echo said', folder, env)({}, NEVER);
  // In one look at what came: what another command printed, which takes long to read, so that the client ends meanwhile, and
  // the end of that command, which takes long as well.
  const other = spawn('sleep 0.1; echo other', { shell: true, env, stdio: ['ignore', 'pipe', 'ignore'] });
  other.stdout.once('data', () => beBusy(1_500));
  other.once('exit', () => beBusy(800));
  beBusy(300);
  expect(await ended).toEqual({ stdout: 'said\n', stderr: '', status: 0, stopped: null });
});

test('clients at one time have one listener for the end of this process, and none is left', async ({ folder }) => {
  const before = process.listenerCount('exit');
  const stop = new AbortController();
  const env = { PATH: process.env['PATH'] };
  const running = [folder, folder, join(folder, 'none')].map((cwd) =>
    clientOfCommand('sleep 600', cwd, env)({}, stop.signal),
  );
  expect(process.listenerCount('exit')).toBe(before + 1);
  stop.abort('enough');
  expect((await Promise.all(running)).map(({ isUnstarted }) => isUnstarted)).toEqual([undefined, undefined, true]);
  expect(process.listenerCount('exit')).toBe(before);
});

test('a client that is stopped says why', async ({ folder }) => {
  const stop = new AbortController();
  const ended = clientOfCommand('sleep 600', folder, { PATH: process.env['PATH'] })({}, stop.signal);
  stop.abort('it took longer than 30 s');
  expect((await ended).stopped).toBe('it took longer than 30 s');
});
