import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { parse } from 'yaml';
import { runCommandLine } from '../../../src/cli/command-line.js';
import type { Profile } from '../../../src/contract/profile.js';
import { certifyService } from '../../../src/examine/certify-service.js';
import { parseCurl } from '../../../src/signature/curl-request.js';
import { headerValue } from '../../../src/wire/headers.js';
import { claimsOf } from '../../../src/wire/jwt-claims.js';
import { listenOn } from '../../../src/wire/listen-on.js';
import { decodeKey } from '../../../src/wire/decode-key.js';
import { parseTemplate } from '../../../src/wire/signature-template.js';
import { sign, signingInputOf } from '../../../src/wire/signing.js';
import { resultOf } from '../../support/certify-reference.js';
import { someSettings } from '../../support/some-settings.js';
import { COMMAND } from '../../support/start-command.js';
import { test } from './temporary-folder.js';

/** Gives the task what `tradecert serve` prints, and ends it afterwards as Ctrl-C does. */
async function whileServing(args: readonly string[], task: (printed: string) => Promise<void>): Promise<number | null> {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [...COMMAND, 'serve', ...args], { env: { PATH } });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  try {
    let printed = '';
    await new Promise<void>((resolve, reject) => {
      child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
        printed += chunk;
        if (printed.endsWith('Ctrl-C ends it.\n')) resolve();
      });
      child.once('close', () => reject(new Error(`the service ended: ${printed}`)));
    });
    await task(printed);
  } finally {
    child.kill('SIGINT');
  }
  return ended;
}

/** The value of a variable in the lines to copy. */
function exported(printed: string, name: string): string {
  return new RegExp(`^export TRADECERT_${name}='?(.+?)'?$`, 'm').exec(printed)?.[1] ?? '';
}

test('what a fault needs is set up, and the printed lines let a run find it', async ({ folder }) => {
  const faults = ['trade-order-history-without-token', 'base-url-of-version-2', 'token-not-bound'];
  const status = await whileServing(
    faults.flatMap((name) => ['--fault', name]),
    async (printed) => {
      expect(exported(printed, 'BASE_URL')).toMatch(/\/public\/v2$/);
      expect(exported(printed, 'SIGNATURE_TEMPLATE')).toBe('snap');
      const [, lines = ''] = /^(operations:\n(?: {2}- .*\n)+)/m.exec(printed) ?? [];
      const profile = parse(lines) as Profile;
      expect(profile.operations).toHaveLength(23);
      const results = await certifyService({
        settings: someSettings({
          baseUrl: exported(printed, 'BASE_URL'),
          token: exported(printed, 'TOKEN'),
          signingKey: exported(printed, 'SIGNING_KEY'),
          signatureTemplate: exported(printed, 'SIGNATURE_TEMPLATE'),
          orders: { kind: 'url', url: exported(printed, 'ORDERS_URL') },
          ...{ profile, depth: 'smoke', outDir: folder },
        }),
        toolVersion: 'test',
        clauses: ['OPS-006', 'OPS-007', 'VER-001', 'SIG-010'],
      });
      const verdicts = ['OPS-006', 'OPS-007', 'VER-001', 'SIG-010'].map((id) => resultOf(results, id).verdict);
      expect(verdicts).toEqual(['warn', 'pass', 'fail', 'fail']);
    },
  );
  expect(status).toBe(0);
});

test('a service without the other operations prints none', async () => {
  await whileServing([], (printed) => {
    expect(printed).not.toContain('operations');
    return Promise.resolve();
  });
});

test('a service of another prefix, signature and tokens accepts the request that it writes, and the token that its command gets', async ({
  folder,
}) => {
  const file = join(folder, 'request.txt');
  const template = String.raw`{nonce}\n{path}\n{body|sha256|hex}\n{timestamp}`;
  const flags = ['--prefix', '/open-api/v1', '--signature-template', template, '--signing-key-encoding', 'hex'];
  await whileServing([...flags, '--token-time', '10m', '--curl', file], async (printed) => {
    expect(exported(printed, 'BASE_URL')).toMatch(/\/open-api\/v1$/);
    expect(printed).not.toContain('sha256');
    expect(printed).not.toContain('TRADECERT_TOKEN=');
    const { origin, request } = parseCurl(await readFile(file, 'utf8'), () => Buffer.alloc(0));
    const send = async (authorization: string): Promise<number> => {
      const headers = [
        ...request.headers.filter(([name]) => name !== 'Authorization'),
        ['Authorization', authorization],
      ];
      const body = Buffer.from(request.body ?? []).toString('utf8');
      const answer = await fetch(origin + request.target, { ...request, headers: headers as [string, string][], body });
      return answer.status;
    };
    expect(await send(headerValue(request.headers, 'authorization') ?? '')).toBe(200);
    const url = exported(printed, 'TOKEN_COMMAND').replace('curl --silent ', '');
    const token = await (await fetch(url)).text();
    const { exp, iat } = claimsOf(token) as { exp: number; iat: number };
    expect(exp - iat).toBe(600);
    const lookup = `${exported(printed, 'BASE_URL')}/stocks/orders?stockGroupCd=ALL&stockCd=&nextKey=`;
    expect((await fetch(lookup, { headers: { Authorization: `Bearer ${token}` } })).status).toBe(200);
    const key = exported(printed, 'SIGNING_KEY');
    const input = signingInputOf(request, { origin });
    expect(sign(parseTemplate(template), decodeKey(key, 'hex'), input)).toBe(
      headerValue(request.headers, 'x-signature'),
    );
  });
});

for (const [name, args, says] of [
  ['a prefix', ['--prefix', 'public/v1/'], 'The prefix is no path.'],
  ['a template', ['--signature-template', '{bodi}'], 'has no source "bodi"'],
  [
    'a variable of the template',
    ['--signature-template', '{env:NOT_SET}{body}'],
    'the variable NOT_SET, which is not set',
  ],
  ['an encoding', ['--signing-key-encoding', 'utf-8'], 'did you mean utf8?'],
  ['a time', ['--token-time', 'long'], 'The time is not a number'],
  ['a file', ['--curl', 'no-such-folder/request.txt'], '/no-such-folder/request.txt cannot be written (ENOENT).'],
  [
    'a file that is there',
    ['--curl', '/dev/null'],
    'The file /dev/null is there already.\n  where  --curl\n  do     name a new file, or remove it first\n',
  ],
] as const) {
  test(`${name} that cannot be is refused`, async ({ folder }) => {
    let said = '';
    const surroundings = { env: {}, cwd: folder, out: () => undefined, err: (text: string) => (said += text) };
    expect(await runCommandLine(['serve', ...args], surroundings)).toBe(2);
    expect(said).toContain(says);
  });
}

for (const [command, ...given] of [
  ['serve', '--port'],
  ['client', '--listen'],
] as const) {
  test(`a port that is taken is told in plain words: ${command}`, async ({ folder }) => {
    const other = createServer();
    await listenOn(other, 0, '127.0.0.1');
    const { port } = other.address() as AddressInfo;
    let said = '';
    const surroundings = { env: {}, cwd: folder, out: () => undefined, err: (text: string) => (said += text) };
    try {
      expect(await runCommandLine([command, ...given, `${port}`], surroundings)).toBe(2);
    } finally {
      await new Promise((resolve) => other.close(resolve));
    }
    expect(said).toBe(
      `Port ${port} is taken by another program.\n  where  ${given[0]}\n  do     give another port, or 0 for any that is free\n`,
    );
  });
}
