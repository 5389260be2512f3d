import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { LOOPBACK, resolveIn, STAGING, TOKEN, type Given } from './resolve-in.js';
import { test } from './temporary-folder.js';

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

  test('flags are kept for the command that replays a finding, without an order source that may hold a secret', async ({
    folder,
  }) => {
    const flagsOf = async (flags: Record<string, string>): Promise<unknown> =>
      (await resolveIn(folder, { env: STAGING, flags })).settings.flags;
    const url = 'http://127.0.0.1:1/orders';
    expect(await flagsOf({ rate: '5', 'orders-url': url })).toEqual([
      ['orders-url', url],
      ['rate', '5'],
    ]);
    expect(await flagsOf({ 'orders-url': `${url}?key=of-the-orders` })).toEqual([]);
    expect(await flagsOf({ 'orders-command': 'curl -H "X-Key: of-the-orders" http://127.0.0.1:1' })).toEqual([]);
  });

  test('each setting of a service without its base URL is named, since it does not count', async ({ folder }) => {
    const warningsOf = async (given: Given): Promise<readonly string[]> => (await resolveIn(folder, given)).warnings;
    const begin = 'there is no base URL, so this is about the embedded reference service, and';
    const end = '; set TRADECERT_BASE_URL, or baseUrl in the profile';
    expect(await warningsOf({ env: { TRADECERT_TOKEN: TOKEN } })).toEqual([
      `${begin} TRADECERT_TOKEN in the environment does not count${end}`,
    ]);
    const flags = { 'orders-url': 'http://127.0.0.1:1/orders' };
    expect(await warningsOf({ env: { TRADECERT_TOKEN: TOKEN, TRADECERT_ENVIRONMENT: 'staging' }, flags })).toEqual([
      `${begin} these do not count: TRADECERT_ENVIRONMENT in the environment, TRADECERT_TOKEN in the environment, --orders-url${end}`,
    ]);
  });

  test('a run has no bounds unless it is given some, in flags, variables or a profile', async ({ folder }) => {
    const bounds = async (given: Given): Promise<unknown> => {
      const { maxTimeMs, maxRequests } = (await resolveIn(folder, given)).settings;
      return [maxTimeMs, maxRequests];
    };
    expect(await bounds({ env: STAGING })).toEqual([undefined, undefined]);
    await writeFile(join(folder, 'profile.yaml'), 'maxTime: 30m\nmaxRequests: 5000\n');
    const profile = { TRADECERT_PROFILE: 'profile.yaml' };
    expect(await bounds({ env: { ...STAGING, ...profile } })).toEqual([1_800_000, 5000]);
    const env = { ...STAGING, ...profile, TRADECERT_MAX_TIME: '90s', TRADECERT_MAX_REQUESTS: '7' };
    expect(await bounds({ env })).toEqual([90_000, 7]);
    expect(await bounds({ env, flags: { 'max-time': '1.5h', 'max-requests': '1' } })).toEqual([5_400_000, 1]);
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
    const { settings, tokenCommand } = await resolveIn(folder, { env });
    expect({ token: settings.token, command: tokenCommand?.value }).toEqual({ token: 'fresh', command: 'echo fresh' });
    await writeFile(join(folder, '.env'), 'TRADECERT_TOKEN_COMMAND=echo fresh\n');
    const overruled = await resolveIn(folder, { env: { ...LOOPBACK, TRADECERT_TOKEN: 'own' } });
    expect(overruled).toMatchObject({ settings: { token: 'own' }, tokenCommand: null });
  });

  test('an orders file of a profile is looked for beside the profile', async ({ folder }) => {
    await mkdir(join(folder, 'sub'));
    await writeFile(join(folder, 'sub', 'p.yaml'), 'ordersFile: orders.json\n');
    await writeFile(join(folder, 'sub', 'orders.json'), '[]');
    const { settings } = await resolveIn(folder, { env: LOOPBACK, flags: { profile: 'sub/p.yaml' } });
    expect(settings.orders).toEqual({ kind: 'file', path: join(folder, 'sub', 'orders.json') });
  });

  test('a stronger order source overrules a weaker one', async ({ folder }) => {
    await writeFile(join(folder, '.env'), 'TRADECERT_ORDERS_COMMAND=make-order\n');
    const env = { ...LOOPBACK, TRADECERT_ORDERS_URL: 'http://127.0.0.1:9/orders' };
    const { settings } = await resolveIn(folder, { env });
    expect(settings.orders).toEqual({ kind: 'url', url: 'http://127.0.0.1:9/orders' });
  });

  test('an order source is asked to show orders unless that is off', async ({ folder }) => {
    const url = 'http://127.0.0.1:9/orders';
    const env = { ...LOOPBACK, TRADECERT_ORDERS_URL: url };
    for (const [flags, more] of [
      [{}, {}],
      [{ 'orders-show': 'on' }, {}],
      [{ 'orders-show': 'off' }, { isAskedToShow: false }],
    ] as const) {
      const { settings } = await resolveIn(folder, { env, flags });
      expect(settings.orders).toEqual({ kind: 'url', url, ...more });
    }
    await writeFile(join(folder, 'p.yaml'), 'ordersShow: off\nordersCommand: make-order\n');
    const { settings } = await resolveIn(folder, { env: LOOPBACK, flags: { profile: 'p.yaml' } });
    expect(settings.orders).toEqual({ kind: 'command', command: 'make-order', isAskedToShow: false });
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
      'TRADECERT_SIGNATURE_TEMPLATE is not set: what the signature covers is assumed (see docs/signature.md)',
    ]);
  });

  test('a variable without a setting is named, with one that is near, or with where all of them are', async ({
    folder,
  }) => {
    const said = async (name: string, text = ''): Promise<string[]> => {
      await writeFile(join(folder, '.env'), text);
      const { warnings } = await resolveIn(folder, { env: { ...LOOPBACK, ...(text === '' && { [name]: 'x' }) } });
      return warnings.filter((warning) => warning.startsWith(`${name} in `));
    };
    const none = 'no setting has that name; docs/settings.md has them all';
    for (const name of ['API_KEY', 'KEY', 'HOST', 'SECRET', 'SIGNATURE', 'EXAMINER_KEYS']) {
      const warning = `TRADECERT_${name} in the environment means nothing to tradecert: ${none}`;
      expect(await said(`TRADECERT_${name}`)).toEqual([warning]);
    }
    expect((await said('TRADECERT_ORDER_FILE')).join()).toContain('did you mean TRADECERT_ORDERS_FILE?');
    for (const name of ['tradecert_rate', 'Tradecert_Rate', 'tradecert_signing_keyencoding']) {
      const wanted = name.toUpperCase().replace('KEYE', 'KEY_E');
      const warning = `${name} in .env means nothing to tradecert: did you mean ${wanted}?`;
      expect(await said(name, `${name}=2\n`)).toEqual([warning]);
    }
    expect(await said('TRADECERT_RATE', 'tradecert_rate=2\nTRADECERT_RATE=3\n')).toEqual([]);
  });

  test('a key that looks like base32 is warned of, unless its encoding is said', async ({ folder }) => {
    const warned = async (key: string, encoding = ''): Promise<boolean> => {
      const env = { ...LOOPBACK, TRADECERT_SIGNING_KEY: key, TRADECERT_SIGNING_KEY_ENCODING: encoding };
      const { warnings } = await resolveIn(folder, { env });
      const found = warnings.filter((warning) => warning.includes('base32'));
      for (const warning of found) {
        expect(warning).toMatch(/^TRADECERT_SIGNING_KEY in the environment looks like base32/);
        expect(warning).not.toContain(key);
      }
      return found.length > 0;
    };
    expect(await warned('GEZDGNBVGY3TQOJQ')).toBe(true);
    expect(await warned('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOI=')).toBe(true);
    expect(await warned('GEZDGNBVGY3TQOJQ', 'base64')).toBe(true);
    expect(await warned('GEZDGNBVGY3TQOJQ', 'utf8')).toBe(false);
    for (const key of ['GEZDGNBVGY', 'gezdgnbvgy3tqojq', 'GEZDGNBVGY3TQOJ1', 'ABCDEFGHIJKLMNOP', 'GEZDGNBVGY3TQOJQA'])
      expect([key, await warned(key)]).toEqual([key, false]);
  });

  test('a key or a template in quotation marks is warned of, with no word of the key', async ({ folder }) => {
    const quoted = {
      TRADECERT_SIGNING_KEY: '"CANARY-0123456789"',
      TRADECERT_SIGNATURE_TEMPLATE: "'{timestamp}{body}'",
    };
    const { warnings } = await resolveIn(folder, { env: { ...LOOPBACK, ...quoted } });
    expect(warnings.filter((warning) => warning.includes('in the environment is in quotation marks'))).toHaveLength(2);
    expect(warnings.join()).not.toContain('CANARY');
    const inside = {
      TRADECERT_SIGNING_KEY: '"CANARY"0123456789',
      TRADECERT_SIGNATURE_TEMPLATE: '"{timestamp}":{body}',
    };
    expect((await resolveIn(folder, { env: { ...LOOPBACK, ...inside } })).warnings).toEqual([]);
  });

  test('a template that covers a header which is not sent is warned of', async ({ folder }) => {
    const warningsOf = async (template: string): Promise<readonly string[]> =>
      (await resolveIn(folder, { env: { ...LOOPBACK, TRADECERT_SIGNATURE_TEMPLATE: template } })).warnings;
    expect(await warningsOf('{header:X-App-Key}{timestamp}{body}')).toEqual([
      expect.stringContaining('covers the header X-App-Key, which tradecert does not send'),
    ]);
    expect(await warningsOf('{header:Authorization}{header:X-TIMESTAMP}{body}')).toEqual([]);
  });

  test('a template with placeholders as in a shell is warned of', async ({ folder }) => {
    const env = { ...LOOPBACK, TRADECERT_SIGNATURE_TEMPLATE: '${timestamp}${body}' };
    const { warnings } = await resolveIn(folder, { env });
    expect(warnings).toEqual([expect.stringContaining('the signature template has $ before {')]);
  });

  test('a secret that may stand in an answer by chance is a warning', async ({ folder }) => {
    const template = { TRADECERT_SIGNATURE_TEMPLATE: '{env:APP}{timestamp}{body}' };
    const weak = { ...LOOPBACK, ...template, TRADECERT_SIGNING_KEY: 'SELL_TO_CLOSE', APP: 'a1' };
    const because =
      'is short or a word of the document: it is taken out of answers wherever it stands, and they are judged so';
    expect((await resolveIn(folder, { env: weak })).warnings).toEqual([
      `TRADECERT_SIGNING_KEY ${because}`,
      `APP ${because}`,
    ]);
    const printed = {
      ...LOOPBACK,
      ...template,
      APP: 'a-long-key',
      TRADECERT_TOKEN: '',
      TRADECERT_TOKEN_COMMAND: 'echo a.b',
    };
    expect((await resolveIn(folder, { env: printed })).warnings).toEqual([
      `what TRADECERT_TOKEN_COMMAND prints ${because}`,
    ]);
    const fine = { ...LOOPBACK, ...template, APP: 'a-long-application-key' };
    expect((await resolveIn(folder, { env: fine })).warnings).toEqual([]);
  });
});
