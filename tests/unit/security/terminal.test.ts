import { Buffer } from 'node:buffer';
import { readdirSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { entryOf, harOf, writeHar } from '../../support/har-builder.js';
import { KEY_TEXT, lookupPassage, modifyPassage, signed, TOKEN } from '../../support/conduct-builder.js';
import {
  bytesOf,
  startHostileService,
  withBody,
  type HostileService,
  type Misbehave,
} from '../../support/hostile-service.js';
import { readEverything } from '../../support/read-everything.js';
import { runnerCommands } from '../../support/runner-commands.js';
import { startCommand } from '../../support/start-command.js';
import { answer } from '../client/raw-server.js';
import { test } from '../cli/temporary-folder.js';

const COMMANDS = '##[set-env name=A]owned ##vso[a.b c=d]owned ##teamcity[buildStop]';
const EVIL = [
  `\u001b[2J\u009b31m\u0000\u0008\u007f\u202e${COMMANDS}\r::add-mask::a`,
  '::set-env name=A::owned\u2028::set-env name=B::owned',
  '\u001b]0;owned\u0007\t<script>alert(1)</script><img src=x onerror=alert(1)> ../../owned %0A::stop-commands::x',
].join('\n');

/** Replaces each string and code of a JSON text, and names one more member so. */
function spoilt(text: string, echo: string, spares: (name: string) => boolean): string {
  const alter = (name: string, value: unknown): unknown =>
    (typeof value === 'string' && !spares(name)) || name === 'code' ? `${EVIL}${echo}` : value;
  try {
    return JSON.stringify(JSON.parse(text), alter).replace('{', `{${JSON.stringify(EVIL + echo)}:1,`);
  } catch {
    return EVIL + echo;
  }
}

/** Token and signature of a request. */
const echoOf = (request: string): string =>
  [...request.matchAll(/^(?:authorization|x-signature): *(.*)\r$/gim)].map(([, said = '']) => said).join('\n');

const spoiling =
  (spares: (name: string) => boolean): Misbehave =>
  async ({ request, real }) => {
    const right = await real();
    const body = spoilt(right.body.toString('utf8'), echoOf(request), spares);
    const headers = { ...right.headers, 'X-Evil': `${COMMANDS} \u009b31m ${echoOf(request).replaceAll('\n', ' ')}` };
    const bytes = bytesOf(withBody({ ...right, headers }, body)).toString('latin1');
    return Buffer.from(bytes.replace(/^(HTTP\S+ \d+) X/, `$1 ${COMMANDS}`), 'latin1');
  };

const NEEDED = /^(?:stockCd|stockGroupCd|nextKey|status|orderNo|orderTypeCd|sideCd|orderDateTime)$/;

const SERVICES: Readonly<Record<string, Misbehave>> = {
  'every string': spoiling(() => false),
  'every string but those that it is understood by': spoiling((name) => NEEDED.test(name)),
  'its status line': () => Buffer.from(`HTTP/1.1 200 ${EVIL}\r\n\r\n`, 'latin1'),
  'a refusal of everything': ({ request }) =>
    answer(400, JSON.stringify({ status: EVIL, code: EVIL, data: echoOf(request), error: { message: EVIL } })),
};

function envOf({ reference, front, baseUrl }: HostileService): NodeJS.ProcessEnv {
  return {
    TRADECERT_BASE_URL: baseUrl,
    TRADECERT_TOKEN: reference.token,
    TRADECERT_SIGNING_KEY: reference.signingKey,
    TRADECERT_SIGNATURE_TEMPLATE: 'concat',
    TRADECERT_ORDERS_URL: front.origin + new URL(reference.ordersUrl).pathname,
  };
}

/** An empty folder for a command to be started in, which is its home as well. */
async function emptyFolder(folder: string): Promise<string> {
  const cwd = join(folder, 'empty');
  await mkdir(cwd);
  return cwd;
}

/** What is in an output, one byte a character, that is to be in no output. */
function harmIn(output: string): readonly string[] {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(output, 'latin1'));
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  const found = text.match(/.{0,40}[\0-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]/g) ?? [];
  return [...found.map((part) => JSON.stringify(part)), ...runnerCommands(text).map(({ name }) => `command ${name}`)];
}

function expectHarmless(output: string, cwd: string, left: readonly string[], secrets: readonly string[]): void {
  expect(harmIn(output)).toEqual([]);
  expect(readdirSync(cwd)).toEqual(left);
  const texts = readEverything(cwd).set('terminal', output);
  const leaks = [...texts].flatMap(([name, text]) => secrets.filter((secret) => text.includes(secret)).map(() => name));
  expect(leaks).toEqual([]);
}

for (const [where, misbehave] of Object.entries(SERVICES)) {
  test(`run and doctor say nothing that a terminal obeys, of a service with commands in ${where}`, async ({
    folder,
  }) => {
    test.slow();
    const service = await startHostileService(misbehave);
    try {
      const cwd = await emptyFolder(folder);
      const env = { ...envOf(service), HOME: cwd };
      const doctor = await startCommand(['doctor'], env, cwd).ended;
      expect([0, 1], doctor.output).toContain(doctor.status);
      expectHarmless(doctor.output, cwd, [], service.secrets());

      const clauses = 'ENV-00*,LKP-001,LKP-014,PAG-001,MOD-001,SIG-001,OPN-001,INS-00*';
      const args = ['run', '--json', '--seed', '7', '--depth', 'smoke', '--out', 'out', '--only', clauses];
      const run = await startCommand(args, env, cwd).ended;
      expect([0, 1, 3], run.output).toContain(run.status);
      expect(service.secrets().length).toBeGreaterThan(2);
      expect(run.output.includes('owned')).toBe(where !== 'its status line');
      expectHarmless(run.output, cwd, ['out'], service.secrets());
    } finally {
      await service.close();
    }
  });

  test(`proxy says nothing that a terminal obeys, of a service with commands in ${where}`, async ({ folder }) => {
    test.slow();
    const service = await startHostileService(misbehave);
    try {
      const cwd = await emptyFolder(folder);
      const env = { TRADECERT_SIGNING_KEY: service.reference.signingKey, HOME: cwd };
      const args = ['proxy', '--target', service.baseUrl, '--listen', '0', '--out', 'out'];
      const proxy = startCommand(args, env, cwd);
      const addressed = /comes to (\S+) goes to/;
      await expect.poll(proxy.said).toMatch(addressed);
      const [, url = ''] = addressed.exec(proxy.said()) ?? [];
      const query = `stockGroupCd=ALL&stockCd=${encodeURIComponent(EVIL)}&nextKey=`;
      const headers = { Authorization: `Bearer ${service.reference.token}` };
      await fetch(`${url}/stocks/orders?${query}`, { headers })
        .then((response) => response.arrayBuffer())
        .catch(() => undefined);
      proxy.interrupt();
      const { status, output } = await proxy.ended;
      expect([1, 3], output).toContain(status);
      expect(service.front.seen).toHaveLength(1);
      expectHarmless(output, cwd, ['out'], service.secrets());
    } finally {
      await service.close();
    }
  });
}

const ENTRIES = [entryOf(lookupPassage()), entryOf(signed(modifyPassage()))];
const echo = `Bearer ${TOKEN}`;
/** The recording with other bodies of answers. */
const answered = (body: (text: string) => string): string =>
  JSON.stringify(harOf(ENTRIES), (name, value: unknown) =>
    name === 'content' ? { ...(value as object), text: body((value as { text: string }).text) } : value,
  );
const RECORDINGS: Readonly<Record<string, string>> = {
  'every string': spoilt(JSON.stringify(harOf(ENTRIES)), echo, (name) => name === 'url' || name === 'method'),
  'its addresses': JSON.stringify(harOf(ENTRIES), (name, value: unknown) =>
    name === 'url' ? `${String(value)}${EVIL}` : value,
  ),
  'its answers': answered((text) => spoilt(text, echo, (name) => NEEDED.test(name))),
  'no JSON': EVIL,
};

for (const [where, har] of Object.entries(RECORDINGS)) {
  test(`audit says nothing that a terminal obeys, of a recording with commands in ${where}`, async ({ folder }) => {
    test.slow();
    const cwd = await emptyFolder(folder);
    const env = { TRADECERT_SIGNING_KEY: KEY_TEXT, HOME: cwd };
    const { status, output } = await startCommand(['audit', await writeHar(folder, har), '--out', 'out'], env, cwd)
      .ended;
    expect([1, 2, 3], output).toContain(status);
    const signatures = ENTRIES.flatMap((entry) => /[0-9a-f]{128}/.exec(JSON.stringify(entry))?.[0] ?? []);
    expect(signatures).toHaveLength(1);
    if (where === 'its answers') expect(output).toContain('owned');
    const secrets = [...TOKEN.split('.').slice(1), KEY_TEXT, ...signatures];
    expectHarmless(output, cwd, status === 2 ? [] : ['out'], secrets);
  });
}

test('the search for harm finds each kind of it', () => {
  const bytes = (text: string): string => Buffer.from(text).toString('latin1');
  for (const harm of ['\u001b[2J', '\0', '\r', '\u009b31m', '\u202e', '\n::set-env name=A::a', 'a ##[group]b'])
    expect(harmIn(bytes(`x${harm}`))).toHaveLength(1);
  expect(harmIn(bytes('line – one\nline "two" :: three\n'))).toEqual([]);
  expect(() => harmIn('\u009b')).toThrow();
});
