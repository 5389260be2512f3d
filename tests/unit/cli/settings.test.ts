import { access, chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { resolveSettings, type ResolvedSettings, type SettingsInput } from '../../../src/cli/settings.js';
import { SuiteError } from '../../../src/contract/suite-error.js';
import { test } from './temporary-folder.js';

const NOW = new Date('2026-11-20T10:00:00Z');
const TOKEN = 'CANARY-token-5d1f';
const KEY = 'CANARY-key-77ab';
const LOOPBACK = {
  TRADECERT_BASE_URL: 'http://127.0.0.1:8080/public/v1',
  TRADECERT_TOKEN: TOKEN,
  TRADECERT_SIGNING_KEY: KEY,
};
const STAGING = {
  ...LOOPBACK,
  TRADECERT_BASE_URL: 'https://staging.example/public/v1',
  TRADECERT_ENVIRONMENT: 'staging',
};

type Given = Partial<Omit<SettingsInput, 'cwd' | 'now'>>;

const resolveIn = (cwd: string, given: Given): Promise<ResolvedSettings> =>
  resolveSettings({ flags: {}, env: {}, ...given, cwd, now: NOW });

/** The message of the error that these settings end with, as a user reads it. */
async function explain(cwd: string, given: Given): Promise<string> {
  const error = await resolveIn(cwd, given).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(SuiteError);
  const text = (error as SuiteError).explain();
  expect(text).not.toContain('CANARY');
  return text;
}

const lines = (what: string, where: string, remedy: string): string =>
  `${what}\n  where  ${where}\n  do     ${remedy}\n`;
const IN_ENVIRONMENT = (name: string): string => `${name} in the environment`;

test.describe('what settings come to', () => {
  test('nothing set means the embedded reference service', async ({ folder }) => {
    const { settings, warnings } = await resolveIn(folder, {});
    expect(settings).toMatchObject({
      embedded: true,
      baseUrl: '',
      environment: 'loopback',
      rate: null,
      readOnly: false,
    });
    expect(settings).toMatchObject({ depth: 'standard', only: null, strict: false, profile: {}, profileFile: null });
    expect(settings.outDir).toBe(join(folder, 'reports', '2026-11-20T10-00-00-reference-service'));
    expect(settings.seed).toBe(settings.seed >>> 0);
    expect(warnings).toEqual([]);
  });

  test('flag, environment, .env, profile and default overrule each other in that order', async ({ folder }) => {
    await writeFile(join(folder, 'profile.yaml'), 'rate: 4\n');
    const rate = async (given: Given): Promise<number | null> => (await resolveIn(folder, given)).settings.rate;
    const profile = { TRADECERT_PROFILE: 'profile.yaml' };
    expect(await rate({ env: STAGING })).toBe(20);
    expect(await rate({ env: { ...STAGING, ...profile } })).toBe(4);
    await writeFile(join(folder, '.env'), 'TRADECERT_RATE=3\n');
    expect(await rate({ env: { ...STAGING, ...profile } })).toBe(3);
    expect(await rate({ env: { ...STAGING, ...profile, TRADECERT_RATE: '2' } })).toBe(2);
    expect(await rate({ env: { ...STAGING, ...profile, TRADECERT_RATE: '2' }, flags: { rate: '1' } })).toBe(1);
  });

  test('an empty value counts as not given, so that a copied .env.example changes nothing', async ({ folder }) => {
    await writeFile(join(folder, '.env'), 'TRADECERT_BASE_URL=\nTRADECERT_TOKEN=\n');
    const { settings } = await resolveIn(folder, { env: { TRADECERT_ENVIRONMENT: '' } });
    expect(settings.embedded).toBe(true);
  });

  test('.env does not change the environment', async ({ folder }) => {
    await writeFile(join(folder, '.env'), `TRADECERT_RATE=3\nTRADECERT_TOKEN=${TOKEN}\n`);
    const before = JSON.stringify(process.env);
    const { settings } = await resolveIn(folder, { env: { ...LOOPBACK, TRADECERT_TOKEN: undefined } });
    expect(settings.token).toBe(TOKEN);
    expect(JSON.stringify(process.env)).toBe(before);
  });

  test('a base URL loses its trailing slash', async ({ folder }) => {
    const { settings } = await resolveIn(folder, {
      env: { ...LOOPBACK, TRADECERT_BASE_URL: 'http://127.0.0.1:1/public/v1/' },
    });
    expect(settings.baseUrl).toBe('http://127.0.0.1:1/public/v1');
    const root = await resolveIn(folder, { env: { ...LOOPBACK, TRADECERT_BASE_URL: 'http://127.0.0.1:1' } });
    expect(root.settings.baseUrl).toBe('http://127.0.0.1:1');
  });

  test('production is read-only, whatever is asked for, and needs no signing key', async ({ folder }) => {
    const env = { ...STAGING, TRADECERT_ENVIRONMENT: 'production', TRADECERT_SIGNING_KEY: '' };
    const { settings } = await resolveIn(folder, { env, readOnly: false });
    expect(settings).toMatchObject({ readOnly: true, environment: 'production', signingKey: null });
  });

  test('a profile that does not claim modify order needs no signing key', async ({ folder }) => {
    await writeFile(join(folder, 'p.yaml'), 'claims: [listOrderableStocks]\n');
    const { settings } = await resolveIn(folder, {
      env: { ...LOOPBACK, TRADECERT_SIGNING_KEY: '', TRADECERT_PROFILE: 'p.yaml' },
    });
    expect(settings.signingKey).toBeNull();
  });

  test('a token command in a stronger place overrules a token, and its line break is cut', async ({ folder }) => {
    await writeFile(join(folder, '.env'), 'TRADECERT_TOKEN=old\n');
    const env = { ...LOOPBACK, TRADECERT_TOKEN: '', TRADECERT_TOKEN_COMMAND: 'echo fresh' };
    expect((await resolveIn(folder, { env })).settings.token).toBe('fresh');
  });

  test('an orders file of a profile is looked for beside the profile', async ({ folder }) => {
    await mkdir(join(folder, 'sub'));
    await writeFile(join(folder, 'sub', 'p.yaml'), 'ordersFile: orders.json\n');
    await writeFile(join(folder, 'sub', 'orders.json'), '[]');
    const { settings } = await resolveIn(folder, { flags: { profile: 'sub/p.yaml' } });
    expect(settings.orders).toEqual({ kind: 'file', path: join(folder, 'sub', 'orders.json') });
  });

  test('a stronger order source overrules a weaker one', async ({ folder }) => {
    await writeFile(join(folder, '.env'), 'TRADECERT_ORDERS_COMMAND=make-order\n');
    const { settings } = await resolveIn(folder, { env: { TRADECERT_ORDERS_URL: 'http://127.0.0.1:9/orders' } });
    expect(settings.orders).toEqual({ kind: 'url', url: 'http://127.0.0.1:9/orders' });
  });

  test('--only takes ids and globs, in any case, in the order of the catalogue', async ({ folder }) => {
    const { settings } = await resolveIn(folder, { flags: { only: 'sig-002, VER-*,SIG-001' } });
    expect(settings.only).toEqual(['VER-001', 'VER-002', 'SIG-001', 'SIG-002']);
  });

  test('variables that the template reads are kept, from the environment or .env', async ({ folder }) => {
    await writeFile(join(folder, '.env'), 'PARTNER=p1\n');
    const env = {
      ...LOOPBACK,
      TRADECERT_SIGNATURE_TEMPLATE: '{env:PARTNER}{env:CHANNEL}{body}',
      CHANNEL: 'c1',
      OTHER: 'x',
    };
    expect((await resolveIn(folder, { env })).settings.env).toEqual({ PARTNER: 'p1', CHANNEL: 'c1' });
  });

  test('what is odd but can be meant is a warning', async ({ folder }) => {
    const env = { ...STAGING, TRADECERT_BASE_URL: 'http://staging.example/v1', TRADECERT_TOKN: TOKEN };
    const { warnings } = await resolveIn(folder, { env });
    expect(warnings).toEqual([
      'TRADECERT_TOKN in the environment means nothing to tradecert: did you mean TRADECERT_TOKEN?',
      'the base URL begins with http://: the token travels to staging.example unencrypted',
      'TRADECERT_SIGNATURE_TEMPLATE is not set: what the signature covers is assumed (see docs)',
    ]);
  });
});

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
      'run it in a shell, see what it says on standard error, and make it print the token alone',
    ],
    [
      'a token command that prints nothing',
      { ...LOOPBACK, TRADECERT_TOKEN: '', TRADECERT_TOKEN_COMMAND: 'true' },
      'The token command printed nothing.',
      'TRADECERT_TOKEN_COMMAND',
      'run it in a shell, see what it says on standard error, and make it print the token alone',
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
      'correct TRADECERT_SIGNING_KEY, or name its encoding in TRADECERT_SIGNING_KEY_ENCODING',
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
      FULL,
    ],
    [
      'a rate of nothing',
      { TRADECERT_RATE: '0' },
      'The rate is not a positive number.',
      'TRADECERT_RATE',
      'give the most requests a second, such as 20 or 0.5',
    ],
    [
      'a rate that is no number',
      { TRADECERT_RATE: 'fast' },
      'The rate is not a positive number.',
      'TRADECERT_RATE',
      'give the most requests a second, such as 20 or 0.5',
    ],
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
        'set TRADECERT_SIGNING_KEY, or run with --read-only',
      ),
    );
  });

  test('a malformed template, with the character', async ({ folder }) => {
    const text = await explain(folder, { env: { ...LOOPBACK, TRADECERT_SIGNATURE_TEMPLATE: '{body' } });
    expect(text).toContain('where  TRADECERT_SIGNATURE_TEMPLATE in the environment, character 1\n');
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
      lines('The folder file is not a folder.', '--out', 'give a folder that can be made or written'),
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

test.describe('what profiles are refused, and how', () => {
  const DO = 'mend it; specs/profiles/example.yaml shows every member';
  const refused: readonly (readonly [fact: string, yaml: string, what: string, where: string, remedy: string])[] = [
    [
      'an unknown member',
      'name: a\nrates: 4\n',
      'The profile has a slip: rates should be absent.',
      'p.yaml, line 2',
      DO,
    ],
    [
      'a wrong type, deep down',
      'name: a\nlimits:\n  maxPages: many\n',
      'The profile has a slip: limits.maxPages should be an integer.',
      'p.yaml, line 3',
      DO,
    ],
    ['a list', '- a\n', 'The profile has a slip: the whole should be an object.', 'p.yaml, line 1', DO],
    [
      'a waiver that ran out yesterday',
      'waivers:\n  - { clause: SIG-001, reason: later, expires: "2026-11-19" }\n',
      'The waiver of SIG-001 ran out on 2026-11-19.',
      'p.yaml, waivers',
      'remove it, or decide anew until when the deviation is accepted',
    ],
    [
      'a waiver of an unknown clause',
      'waivers:\n  - { clause: SGI-001, reason: later, expires: "2026-12-19" }\n',
      'No clause is called SGI-001.',
      'p.yaml, waivers',
      'did you mean SIG-001',
    ],
    [
      'a pin of an unknown clause',
      'pins: { ENF-001: 1 }\n',
      'No clause is called ENF-001.',
      'p.yaml, pins',
      'did you mean ENV-001',
    ],
    [
      'a pin of what is no question',
      'pins: { MOD-001: accepted }\n',
      'MOD-001 is no open question, so there is no answer to pin.',
      'p.yaml, pins',
      'pin clauses OPN-* only; kinds and waivers are for the others',
    ],
    [
      'a path for what is no other operation',
      'operations: [{ clause: PAG-001, path: /x }]\n',
      'PAG-001 is none of the other operations, so it cannot be bound to a path.',
      'p.yaml, operations',
      'bind clauses OPS-* only',
    ],
    [
      'a kind of an unknown clause',
      'kinds: { ENF-001: observe }\n',
      'No clause is called ENF-001.',
      'p.yaml, kinds',
      'did you mean ENV-001',
    ],
  ];
  for (const [fact, yaml, what, where, remedy] of refused) {
    test(fact, async ({ folder }) => {
      await writeFile(join(folder, 'p.yaml'), yaml);
      const text = await explain(folder, { flags: { profile: 'p.yaml' } });
      expect(text.startsWith(lines(what, where, remedy).trimEnd())).toBe(true);
    });
  }

  test('what is not YAML, with line and column', async ({ folder }) => {
    await writeFile(join(folder, 'p.yaml'), 'name: a\npins: [\n');
    const text = await explain(folder, { flags: { profile: 'p.yaml' } });
    expect(text).toMatch(
      /^The profile is not YAML: .+\.\n {2}where {2}p\.yaml, line \d, column \d+\n {2}do {5}mend that line\n$/,
    );
  });

  test('a waiver holds on its last day', async ({ folder }) => {
    await writeFile(
      join(folder, 'p.yaml'),
      'waivers:\n  - { clause: SIG-001, reason: later, expires: "2026-11-20" }\n',
    );
    const { settings } = await resolveIn(folder, { flags: { profile: 'p.yaml' } });
    expect(settings.profileFile?.path).toBe('p.yaml');
    expect(settings.profileFile?.sha256).toMatch(/^[0-9a-f]{64}$/);
  });
});
