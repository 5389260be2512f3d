import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { runTokenCommand } from '../../../src/cli/token.js';
import type { SuiteError } from '../../../src/contract/suite-error.js';
import { test } from './temporary-folder.js';

interface Outcome {
  /** The token, or what was wrong. */
  readonly came: string;
  readonly said: readonly string[];
}

async function runIn(
  cwd: string,
  value: string,
  options: { timeLimitMs?: number; stop?: AbortSignal; env?: Record<string, string | undefined> } = {},
): Promise<Outcome> {
  const said: string[] = [];
  const found = { value, where: 'TRADECERT_TOKEN_COMMAND in .env', level: 2 } as const;
  const came = await runTokenCommand(found, { cwd, say: (line) => said.push(line), ...options }).catch(
    (error: unknown) => (error as Error).message,
  );
  return { came, said };
}

test('a token command that does not end is ended, with what it started', async ({ folder }) => {
  expect(await runIn(folder, 'echo waiting for the login >&2; sleep 600 & wait', { timeLimitMs: 1_500 })).toEqual({
    came: 'The token command did not end within 1.5 s.',
    said: ['waiting for the login'],
  });
});

test('a token command that prints without end is ended', async ({ folder }) => {
  expect((await runIn(folder, 'yes')).came).toBe('The token command printed more than 64 KiB.');
  const { came, said } = await runIn(folder, 'yes loud | head -c 300000 >&2; echo fine');
  expect({ came, lines: said.length }).toEqual({ came: 'fine', lines: 10 });
});

test('what a token command printed counts when it ends, though something that it left running holds its output open', async ({
  folder,
}) => {
  expect(await runIn(folder, 'echo TOK; sleep 30 &', { timeLimitMs: 20_000 })).toEqual({ came: 'TOK', said: [] });
  const failed = await runIn(folder, 'sleep 30 & echo TOK; exit 3', { timeLimitMs: 20_000 });
  expect(failed.came).toBe('The token command ended with status 3.');
  expect((await runIn(folder, '(sleep 0.5; echo LATE) &', { timeLimitMs: 20_000 })).came).toBe('LATE');
});

test('a token command ends with the run, and with what it started', async ({ folder }) => {
  const stop = new AbortController();
  const command = 'sleep 600 & echo $! > pid; wait';
  const running = runIn(folder, command, { stop: stop.signal });
  const pidOf = async (): Promise<number> => Number(await readFile(join(folder, 'pid'), 'utf8').catch(() => ''));
  await expect.poll(pidOf, { timeout: 30_000 }).toBeGreaterThan(0);
  stop.abort();
  expect((await running).came).toBe('The token command was ended with the run.');
  const pid = await pidOf();
  await expect.poll(() => isRunning(pid), { timeout: 30_000 }).toBe(false);
  expect((await runIn(folder, command, { stop: stop.signal })).came).toBe('The token command was ended with the run.');
});

/** Whether a process is there and no mere entry of one that has ended. */
async function isRunning(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ') Z');
  return !/\) Z/.test(status);
}

test('a token command must print one token', async ({ folder }) => {
  expect((await runIn(folder, 'echo first; echo second')).came).toBe(
    'The token command printed 2 lines, where the token alone is one.',
  );
  expect((await runIn(folder, 'echo CANARY is not logged in')).came).toBe(
    'The token command printed a line of several words, such as a message, and no token.',
  );
  expect((await runIn(folder, 'echo Bearer abc')).came).toBe('The token begins with the word Bearer.');
  expect((await runIn(folder, 'true')).came).toBe('The token command printed nothing.');
  expect((await runIn(folder, 'echo null')).came).toBe(
    'The token command printed the word null, as jq does where there is no such member.',
  );
  expect((await runIn(folder, 'echo abc; exit 3')).came).toBe('The token command ended with status 3.');
});

test('JSON and quotes are named, and nothing of them is shown', async ({ folder }) => {
  const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJl';
  for (const printed of [`{"access_token":"${jwt}","expires_in":600}`, `{ "access_token": "${jwt}" }`, `["${jwt}"]`]) {
    expect((await runIn(folder, `echo '${printed}'`)).came).toBe('The token is JSON.');
  }
  for (const printed of [`"${jwt}"`, `${jwt}}`, '<html>login</html>']) {
    expect((await runIn(folder, `echo '${printed}'`)).came).toContain('holds a quote or a bracket');
  }
  expect((await runIn(folder, `echo "'${jwt}'"`)).came).toContain('holds a quote or a bracket');
  for (const legal of [jwt, 'opaque-token/with+signs~1|2:3==']) {
    expect((await runIn(folder, `echo '${legal}'`)).came).toBe(legal);
  }
});

test('what a token command says is shown without secrets, whether it fails or not', async ({ folder }) => {
  const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJjYW5hcnkifQ.Q0FOQVJZQ0FOQVJZ';
  const lines = [
    'logging in at https://id.example/token',
    'curl: https://user:CANARY-url@id.example/',
    '> Authorization: Bearer CANARY-bearer',
    '> {"client_secret": "CANARY-json", "grant": "password"}',
    `got ${jwt}`,
    'key is CANARY-env',
    'printed CANARY-output',
    'sent pin CANARY-argument',
    'refresh 8f14e45fceea167a5a36dedd4bea2543CANARY',
    '\\033[31mred\\010',
  ];
  const script = `# --user name:CANARY-argument\nprintf '%b\\n' ${lines.map((line) => `'${line}'`).join(' ')} >&2; echo CANARY-output`;
  for (const end of ['', '; exit 4']) {
    const { said } = await runIn(folder, script + end, { env: { ...process.env, ID_PASSWORD: 'CANARY-env' } });
    expect(said.join('\n')).not.toMatch(/CANARY|Q0FOQVJZ/);
    expect(said[0]).toBe('logging in at https://id.example/token');
    expect(said.at(-1)).toBe('red\\u0008');
  }
});

test('a token command sees neither the certificate key nor the run that it serves', async ({ folder }) => {
  const env = {
    PATH: process.env['PATH'],
    TRADECERT_CERTIFICATE_KEY: 'a',
    TRADECERT_RUN: 'b',
    TRADECERT_EXAMINER_KEY: 'c',
    TRADECERT_SIGNING_KEY: 'd',
  };
  await runIn(folder, 'env > seen; echo token', { env });
  const seen = await readFile(join(folder, 'seen'), 'utf8');
  expect(seen.match(/^TRADECERT_\w+/gm)).toEqual(['TRADECERT_SIGNING_KEY']);
});

test('a token command that is not found, or may not be run, is told as such', async ({ folder }) => {
  await writeFile(join(folder, 'plain'), '');
  for (const [value, status, remedy] of [
    ['aws-get-token --x', 127, 'there is no such command'],
    ['./plain', 126, 'it is there and may not be run'],
    ['exit 3', 3, 'run it in a shell'],
  ] as const) {
    const found = { value, where: '.env', level: 2 } as const;
    const error: unknown = await runTokenCommand(found, { cwd: folder, say: () => undefined }).catch((e: unknown) => e);
    expect((error as SuiteError).message).toBe(`The token command ended with status ${status}.`);
    expect((error as SuiteError).remedy).toContain(remedy);
  }
});
