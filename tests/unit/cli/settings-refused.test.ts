import { access, chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { explain, lines, LOOPBACK, resolveIn } from './resolve-in.js';
import { test } from './temporary-folder.js';

const IN_ENVIRONMENT = (name: string): string => `${name} in the environment`;

test.describe('what settings are refused, and how', () => {
  const FULL = 'give it in full, such as https://staging.example/public/v1';
  const refused: readonly (readonly [
    fact: string,
    env: Record<string, string>,
    what: string,
    variable: string,
    remedy: string,
  ])[] = [
    [
      'a base URL that is none',
      { TRADECERT_BASE_URL: 'staging CANARY' },
      'The base URL is not a URL.',
      'TRADECERT_BASE_URL',
      FULL,
    ],
    ...['staging.example/public/v1', 'localhost:8080/public/v1', '10.0.0.7:80', 'staging:8080/v1'].map((value) => {
      const what = URL.canParse(value) ? 'begins with neither http:// nor https://.' : 'is not a URL.';
      return [
        `a base URL without its scheme, ${value}`,
        { TRADECERT_BASE_URL: value },
        `The base URL ${what}`,
        'TRADECERT_BASE_URL',
        'put https:// before it, or http://',
      ] as const;
    }),
    ...['"https://x.example/v1"', '<https://x.example/v1>'].map(
      (value) =>
        [
          `a base URL in marks, ${value}`,
          { TRADECERT_BASE_URL: value },
          'The base URL is not a URL.',
          'TRADECERT_BASE_URL',
          'leave out the marks around it, which are part of the value where no shell reads it',
        ] as const,
    ),
    [
      'another scheme',
      { TRADECERT_BASE_URL: 'ftp://x' },
      'The base URL begins with neither http:// nor https://.',
      'TRADECERT_BASE_URL',
      FULL,
    ],
    [
      'credentials in the base URL',
      { TRADECERT_BASE_URL: 'https://u:CANARY@x.example' },
      'The base URL holds a user name or a password.',
      'TRADECERT_BASE_URL',
      'remove them: the only credentials are the token and the signing key',
    ],
    [
      'a query in the base URL',
      { TRADECERT_BASE_URL: 'https://x.example/v1?key=CANARY' },
      'The base URL has a query.',
      'TRADECERT_BASE_URL',
      'end it with its path, such as https://staging.example/public/v1',
    ],
    [
      'an empty fragment in the base URL',
      { TRADECERT_BASE_URL: 'https://x.example/v1#' },
      'The base URL has a fragment.',
      'TRADECERT_BASE_URL',
      'end it with its path, such as https://staging.example/public/v1',
    ],
    [
      'a host elsewhere without an environment',
      { TRADECERT_BASE_URL: 'https://x.example/v1' },
      'The host x.example is not this machine, and its environment is not declared.',
      'TRADECERT_BASE_URL',
      'set TRADECERT_ENVIRONMENT to staging, sandbox, production; production is read-only',
    ],
    [
      'an unknown environment',
      { TRADECERT_ENVIRONMENT: 'prod' },
      'The environment "prod" is unknown.',
      'TRADECERT_ENVIRONMENT',
      'use one of staging, sandbox, production',
    ],
    [
      'a misspelt environment',
      { TRADECERT_ENVIRONMENT: 'stagin' },
      'The environment "stagin" is unknown.',
      'TRADECERT_ENVIRONMENT',
      'did you mean staging?',
    ],
    [
      'a token with the word Bearer',
      { ...LOOPBACK, TRADECERT_TOKEN: 'Bearer CANARY' },
      'The token begins with the word Bearer.',
      'TRADECERT_TOKEN',
      'give the JWT alone; the word is added when it is sent',
    ],
    [
      'a token with the name of its header',
      { ...LOOPBACK, TRADECERT_TOKEN: 'Authorization: Bearer CANARY' },
      'The token begins with the name of its header, Authorization.',
      'TRADECERT_TOKEN',
      'give the JWT alone, without Authorization: and Bearer; both are added when it is sent',
    ],
    [
      'a token with a line break',
      { ...LOOPBACK, TRADECERT_TOKEN: 'CANARY\nX-Other: 1' },
      'The token holds a character that cannot stand in a header: a space, a line break, or one outside ASCII.',
      'TRADECERT_TOKEN',
      'give the JWT alone, on one line, without quotes',
    ],
    [
      'a token command that fails, whatever it says',
      { ...LOOPBACK, TRADECERT_TOKEN: '', TRADECERT_TOKEN_COMMAND: 'echo CANARY; echo CANARY >&2; exit 7' },
      'The token command ended with status 7.',
      'TRADECERT_TOKEN_COMMAND',
      'see what it says on standard error, and make it print the token alone',
    ],
    [
      'a token command that prints nothing',
      { ...LOOPBACK, TRADECERT_TOKEN: '', TRADECERT_TOKEN_COMMAND: 'true' },
      'The token command printed nothing.',
      'TRADECERT_TOKEN_COMMAND',
      'it says nothing on standard error: run it in a shell, look whether what it asks is up (curl tells with --show-error), and make it print the token alone',
    ],
    [
      'a signing key with a line break',
      { ...LOOPBACK, TRADECERT_SIGNING_KEY: 'CANARY\n' },
      'The signing key holds a line break or another control character.',
      'TRADECERT_SIGNING_KEY',
      'give it on one line; a key with such bytes goes in hex or base64, with TRADECERT_SIGNING_KEY_ENCODING',
    ],
    [
      'a key that does not fit its encoding',
      { ...LOOPBACK, TRADECERT_SIGNING_KEY_ENCODING: 'hex' },
      'The signing key is no hex.',
      'TRADECERT_SIGNING_KEY',
      'correct the key, or its encoding, which is set to hex by TRADECERT_SIGNING_KEY_ENCODING or the profile; of text it is utf8',
    ],
    [
      'a key in base32 that is said to be hex',
      { ...LOOPBACK, TRADECERT_SIGNING_KEY: 'GEZDGNBVGY3TQOJQ', TRADECERT_SIGNING_KEY_ENCODING: 'hex' },
      'The signing key is no hex: it looks like base32.',
      'TRADECERT_SIGNING_KEY',
      "give it in hex, which base32 -d KEYFILE | od -An -v -tx1 | tr -d ' \\n' prints, with TRADECERT_SIGNING_KEY_ENCODING=hex",
    ],
    [
      'a key encoding that is none here',
      { ...LOOPBACK, TRADECERT_SIGNING_KEY_ENCODING: 'Base32' },
      'The key encoding "Base32" is unknown.',
      'TRADECERT_SIGNING_KEY_ENCODING',
      "give it in hex, which base32 -d KEYFILE | od -An -v -tx1 | tr -d ' \\n' prints, with TRADECERT_SIGNING_KEY_ENCODING=hex",
    ],
    [
      'an unknown key encoding',
      { ...LOOPBACK, TRADECERT_SIGNING_KEY_ENCODING: 'base46' },
      'The key encoding "base46" is unknown.',
      'TRADECERT_SIGNING_KEY_ENCODING',
      'did you mean base64?',
    ],
    [
      'a template that reads a variable which is not set',
      { TRADECERT_SIGNATURE_TEMPLATE: '{env:PARTNER}{body}' },
      'The signature covers the variable PARTNER, which is not set.',
      'TRADECERT_SIGNATURE_TEMPLATE',
      'set PARTNER',
    ],
    [
      'an orders file that does not exist',
      { TRADECERT_ORDERS_FILE: 'none.json' },
      'The orders file none.json does not exist.',
      'TRADECERT_ORDERS_FILE',
      'give the path of a JSON file with an array of orders',
    ],
    [
      'an order source that is no URL',
      { TRADECERT_ORDERS_URL: 'CANARY' },
      'The URL of the order source is not a URL.',
      'TRADECERT_ORDERS_URL',
      'give it in full, such as https://staging.example/test-orders',
    ],
    [
      'a word for whether orders are shown that is neither',
      { TRADECERT_ORDERS_SHOW: 'CANARY' },
      'Whether the order source is asked to show orders is neither on nor off.',
      'TRADECERT_ORDERS_SHOW',
      'say off, or leave it out',
    ],
    [
      'a rate of nothing',
      { TRADECERT_RATE: '0' },
      'The rate is not a positive number.',
      'TRADECERT_RATE',
      'give the most requests a second, such as 20 or 0.5',
    ],
    ...['1e-9', '0.0099'].map(
      (value) =>
        [
          `a rate of ${value}, at which no run ends`,
          { TRADECERT_RATE: value },
          'The rate is less than one request in 100 s: no run comes to its end so.',
          'TRADECERT_RATE',
          'give 0.01 or more, such as 20 or 0.5',
        ] as const,
    ),
    [
      'a rate that is no number',
      { TRADECERT_RATE: 'fast' },
      'The rate is not a positive number.',
      'TRADECERT_RATE',
      'give the most requests a second, such as 20 or 0.5',
    ],
    ...['0m', '5 minutes', '-1s', '600h', ''].map(
      (value) =>
        [
          `a time of the run that is "${value}"`,
          { TRADECERT_MAX_TIME: value || ' ' },
          'The time is not a number of seconds, minutes or hours, of 24 days at most.',
          'TRADECERT_MAX_TIME',
          'give for instance 90s, 30m or 2h',
        ] as const,
    ),
    [
      'a time of the run without a unit',
      { TRADECERT_MAX_TIME: '30' },
      'The time has no unit.',
      'TRADECERT_MAX_TIME',
      'give s, m or h behind it: 30m for minutes',
    ],
    ...['0', '1.5', 'many'].map(
      (value) =>
        [
          `a number of requests that is "${value}"`,
          { TRADECERT_MAX_REQUESTS: value },
          'The number of requests is not a whole number from 1.',
          'TRADECERT_MAX_REQUESTS',
          'give for instance 5000',
        ] as const,
    ),
    [
      'a profile that does not exist',
      { TRADECERT_PROFILE: 'none.yaml' },
      'The profile none.yaml does not exist.',
      'TRADECERT_PROFILE',
      'give the path of a YAML file; specs/profiles/example.yaml shows one',
    ],
  ];
  for (const [fact, env, what, variable, remedy] of refused) {
    test(fact, async ({ folder }) => {
      expect(await explain(folder, { env })).toBe(lines(what, IN_ENVIRONMENT(variable), remedy));
      await expect(access(join(folder, 'reports'))).rejects.toThrow();
    });
  }

  const refusedFlags: readonly (readonly [
    fact: string,
    flags: Record<string, string>,
    what: string,
    where: string,
    remedy: string,
  ])[] = [
    [
      'a seed that is too large',
      { seed: '4294967296' },
      'The seed is not a whole number from 0 to 4294967295.',
      '--seed',
      'leave it out, or give the seed of an earlier run',
    ],
    [
      'a seed that is no number',
      { seed: '0x1' },
      'The seed is not a whole number from 0 to 4294967295.',
      '--seed',
      'leave it out, or give the seed of an earlier run',
    ],
    ['an unknown depth', { depth: 'deeep' }, 'The depth "deeep" is unknown.', '--depth', 'did you mean deep?'],
    [
      'an unknown clause',
      { only: 'SIG-01' },
      'No clause is called SIG-01.',
      '--only',
      'did you mean SIG-001 or SIG-010 or SIG-011?',
    ],
    [
      'no clause at all',
      { only: ',' },
      'No clause is named.',
      '--only',
      'name clauses or globs, such as SIG-001 or SIG-*',
    ],
    [
      'an area without its star',
      { only: 'sig' },
      'No clause is called SIG.',
      '--only',
      'write SIG-* for all clauses of that kind',
    ],
    ['a base URL from a flag', { 'base-url': 'x' }, 'The base URL is not a URL.', '--base-url', FULL],
  ];
  for (const [fact, flags, what, where, remedy] of refusedFlags) {
    test(fact, async ({ folder }) => {
      expect(await explain(folder, { flags })).toBe(lines(what, where, remedy));
    });
  }

  test('a glob that matches nothing', async ({ folder }) => {
    expect(await explain(folder, { flags: { only: 'XYZ-*' } })).toMatch(
      /^No clause is called XYZ-\*\.\n {2}where {2}--only\n {2}do {5}choose from VER-\*, ENV-\*/,
    );
  });

  test('no token with a base URL', async ({ folder }) => {
    const text = await explain(folder, { env: { ...LOOPBACK, TRADECERT_TOKEN: '' } });
    expect(text).toBe(
      lines(
        'There is a base URL, but no token.',
        'environment, .env',
        'set TRADECERT_TOKEN to the JWT, or TRADECERT_TOKEN_COMMAND to a command that prints a fresh one',
      ),
    );
  });

  test('no signing key where something is modified', async ({ folder }) => {
    const text = await explain(folder, { env: { ...LOOPBACK, TRADECERT_SIGNING_KEY: '' } });
    expect(text).toBe(
      lines(
        'Modifications cannot be signed: there is no signing key.',
        'environment, .env',
        'set TRADECERT_SIGNING_KEY, or put claims: [listOrderableStocks] into the profile, for a verdict about the lookup alone',
      ),
    );
  });

  test('a malformed template, with the character', async ({ folder }) => {
    const text = await explain(folder, { env: { ...LOOPBACK, TRADECERT_SIGNATURE_TEMPLATE: '{body' } });
    expect(text).toContain('where  TRADECERT_SIGNATURE_TEMPLATE in the environment, character 1\n');
  });

  test('a .env in UTF-16, which would read as an empty one', async ({ folder }) => {
    const text = `TRADECERT_BASE_URL=${LOOPBACK.TRADECERT_BASE_URL}\r\n`;
    const path = join(folder, '.env');
    for (const bytes of [Buffer.from(`\uFEFF${text}`, 'utf16le'), Buffer.from(text, 'utf16le').swap16()]) {
      await writeFile(path, bytes);
      expect(await explain(folder, {})).toBe(
        lines(
          'The file .env is not in UTF-8: it holds zero bytes, as UTF-16 does.',
          path,
          'save it as UTF-8; PowerShell writes UTF-8 with Set-Content -Encoding utf8',
        ),
      );
    }
    await writeFile(path, `\uFEFF${text}`);
    expect(await explain(folder, {})).toContain('there is no signing key');
  });

  test('a line of .env that gives nothing does not take away what another one gives', async ({ folder }) => {
    const given = `TRADECERT_BASE_URL=${LOOPBACK.TRADECERT_BASE_URL}\nTRADECERT_TOKEN=abcdefghijkl\n`;
    await writeFile(join(folder, '.env'), `${given}TRADECERT_TOKEN=\r\n export TRADECERT_BASE_URL =\n`);
    expect(await explain(folder, {})).toContain('there is no signing key');
    await writeFile(join(folder, '.env'), `${given}TRADECERT_SIGNING_KEY=k\nTRADECERT_TOKEN="a b"\n`);
    expect(await explain(folder, {})).toContain('The token holds a character');
  });

  test('a .env in Windows-1252, of which characters would be lost', async ({ folder }) => {
    const path = join(folder, '.env');
    await writeFile(path, Buffer.from('TRADECERT_SIGNING_KEY=schlüssel\n', 'latin1'));
    expect(await explain(folder, {})).toBe(
      lines(
        'The file .env is not in UTF-8: it holds bytes that no UTF-8 has, as Windows-1252 does.',
        path,
        'save it as UTF-8; PowerShell writes UTF-8 with Set-Content -Encoding utf8',
      ),
    );
  });

  test('two order sources in one place', async ({ folder }) => {
    await writeFile(join(folder, '.env'), 'TRADECERT_ORDERS_COMMAND=x\nTRADECERT_ORDERS_FILE=y\n');
    expect(await explain(folder, {})).toBe(
      lines(
        'More than one order source is given.',
        'TRADECERT_ORDERS_COMMAND in .env, and TRADECERT_ORDERS_FILE in .env',
        'keep the one that shall be asked for orders',
      ),
    );
  });

  test('a folder that is not empty', async ({ folder }) => {
    await mkdir(join(folder, 'old'));
    await writeFile(join(folder, 'old', 'results.json'), '{}');
    expect(await explain(folder, { flags: { out: 'old' } })).toBe(
      lines('The folder old is not empty.', '--out', 'give a new folder: an earlier run is never overwritten'),
    );
  });

  test('a folder that is a file', async ({ folder }) => {
    await writeFile(join(folder, 'file'), '');
    expect(await explain(folder, { flags: { out: 'file' } })).toBe(
      lines('The folder file cannot be made: file is a file.', '--out', 'give a folder that can be made or written'),
    );
  });

  test('a folder that cannot be made or written', async ({ folder }) => {
    if (process.platform === 'linux') {
      expect(await explain(folder, { flags: { out: '/proc/none' } })).toContain(
        'The folder /proc/none cannot be written',
      );
    }
    await mkdir(join(folder, 'shut'));
    await chmod(join(folder, 'shut'), 0o500);
    // Root can write everywhere.
    if (process.getuid?.() === 0) return;
    expect(await explain(folder, { flags: { out: 'shut' } })).toContain('The folder shut cannot be written (EACCES).');
  });

  test('a folder of the same second gets a number', async ({ folder }) => {
    await resolveIn(folder, {});
    await resolveIn(folder, {});
    const name = '2026-11-20T10-00-00-reference-service';
    expect(await readdir(join(folder, 'reports'))).toEqual([name, `${name}-2`]);
  });
});
