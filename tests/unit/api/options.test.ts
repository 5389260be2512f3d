import { readdirSync } from 'node:fs';
import { expect } from '@playwright/test';
import { certifyClient, type CertifyClientOptions } from '../../../src/api/certify-client.js';
import { certifyService } from '../../../src/api/certify-service.js';
import { SuiteError } from '../../../src/contract/suite-error.js';
import { test } from '../cli/temporary-folder.js';

async function refusalOf(run: Promise<unknown>): Promise<string> {
  const error: unknown = await run.then(
    () => 'there was no error',
    (thrown: unknown) => thrown,
  );
  return error instanceof SuiteError ? error.explain() : `no SuiteError: ${String(error)}`;
}

const refusal = (given: unknown): Promise<string> => refusalOf(certifyService(given as object));
const refusalOfClient = (given: unknown): Promise<string> => refusalOf(certifyClient(given as CertifyClientOptions));

const nobody = { client: () => Promise.resolve([]) };

test('an option that is none is refused with the nearest that is one', async () => {
  expect(await refusal({ base_url: 'http://127.0.0.1:1/public/v1' })).toMatch(
    /There is no option "base_url"\.\n.*option base_url\n.*did you mean baseUrl\?/,
  );
  expect(await refusal({ ['__proto__x']: 1 })).toContain('use options of docs/programmatic.md: out, seed');
  expect(await refusal({ constructor: 1 })).toContain('There is no option "constructor".');
  expect(await refusalOfClient({ ...nobody, scenario: ['x'] })).toContain('did you mean scenarios?');
});

test('so is a member of an option', async () => {
  expect(await refusal({ orders: { uri: 'http://127.0.0.1:1/' } })).toMatch(
    /There is no option "orders\.uri"\.\n.*option orders\.uri\n.*did you mean url\?/,
  );
  expect(await refusal({ certificate: { keyfile: 'key.pem' } })).toMatch(
    /certificate\.keyfile[^]*did you mean keyFile\?/,
  );
  expect(await refusal({ certificate: { constructor: 1 } })).toContain('certificate.key, certificate.keyFile');
  expect(await refusal({ profile: { signatureTemplat: 'concat' } })).toContain('did you mean signatureTemplate?');
});

const WRONG: readonly (readonly [given: object, what: string])[] = [
  [{ seed: '7' }, 'option seed is no number'],
  [{ seed: Number.NaN }, 'seed is not a whole number'],
  [{ rate: '20' }, 'option rate is no number'],
  [{ maxRequests: 5n }, 'option maxRequests is no number'],
  [{ maxTime: 30 }, "option maxTime is no text such as '30m'"],
  [{ token: null }, 'option token is no text'],
  [{ baseUrl: '' }, 'option baseUrl is empty'],
  [{ baseUrl: new URL('http://127.0.0.1:1/public/v1') }, 'option baseUrl is no text'],
  [{ strict: 'yes' }, 'option strict is neither true nor false'],
  [{ readOnly: null }, 'option readOnly is neither true nor false'],
  [
    { only: 'SIG-*' },
    "option only is no list of texts.\n  where  option only\n  do     give a list, such as ['SIG-*']",
  ],
  [{ only: ['SIG-*', 1] }, 'option only is no list of texts'],
  [{ only: null }, 'option only is no list of texts'],
  [{ orders: 'http://127.0.0.1:1/' }, 'option orders is no object'],
  [{ orders: null }, 'option orders is no object'],
  [{ orders: {} }, 'option orders has none of url, command, file'],
  [{ orders: { url: undefined } }, 'option orders has none of url, command, file'],
  [{ orders: { url: 'http://127.0.0.1:1/', file: 'orders.json' } }, 'option orders has more than one of url'],
  [{ orders: { url: 1 } }, 'option orders.url is no text'],
  [{ certificate: { days: '90' } }, 'option certificate.days is no number'],
  [{ certificate: { key: 'a', keyFile: 'b' } }, 'option certificate has more than one of key, keyFile'],
  [{ certificate: { keyFile: 'none.pem' } }, 'where  option certificate.keyFile'],
  [{ env: { API_KEY: 1 } }, 'option env is no object of texts'],
  [{ env: [] }, 'option env is no object of texts'],
  [{ profile: null }, 'option profile is neither a path nor a profile'],
  [{ profile: [] }, 'option profile is neither a path nor a profile'],
  [{ profile: { rate: 1n } }, 'The profile cannot be written as JSON'],
  [{ signal: { aborted: false } }, 'option signal is no AbortSignal'],
  [{ onWarning: 'warn' }, 'option onWarning is no function'],
  [{ onProgress: null }, 'option onProgress is no function'],
  [{ writeProfile: true }, 'option writeProfile is no text'],
  [{ writeProfile: 'none/profile.yaml' }, 'where  option writeProfile'],
  [{ shard: ['1', '3'] }, 'option shard is no text'],
];

test('a value of another type is refused, and neither shown nor taken for one', async ({ folder }) => {
  for (const [given, what] of WRONG) {
    const said = await refusal({ cwd: folder, ...given });
    expect([given, said]).toEqual([given, expect.stringContaining(what)]);
  }
  for (const given of [null, 'all', 7, [], () => undefined]) {
    expect(await refusal(given)).toContain('The options are no object.');
  }
  expect(await refusal({ token: ['a-secret-of-mine'] })).not.toContain('a-secret-of-mine');
  expect(readdirSync(folder)).toEqual([]);
});

test('what is wrong in a profile that is an object comes with the path of the member, since an object has no lines', async () => {
  const wrong = [
    [{ rate: -1 }, 'option profile.rate'],
    [{ claims: ['listOrderableStocks', 'none'] }, 'option profile.claims.1'],
    [{ signatureTemplat: 'concat' }, 'option profile.signatureTemplat'],
    [{ waivers: [{ clause: 'SIG-001' }] }, 'option profile.waivers.0'],
  ] as const;
  for (const [profile, where] of wrong) {
    const said = await refusal({ profile });
    expect(said).toContain(`\n  where  ${where}`);
    expect(said).not.toMatch(/line \d/);
  }
});

test('a client is needed, and has a time that a timer can wait for', async ({ folder }) => {
  expect(await refusalOfClient(undefined)).toContain('The options are no object.');
  for (const client of [undefined, null, '', {}]) {
    const said = await refusalOfClient({ cwd: folder, client });
    expect(said).toMatch(/The option client is (?:neither a command nor a function|empty)\.\n.*option client/);
  }
  for (const timeoutMs of ['50', 0, -1, Number.NaN, Number.POSITIVE_INFINITY, null]) {
    expect(await refusalOfClient({ ...nobody, cwd: folder, timeoutMs })).toContain(
      'option timeoutMs is no time above 0 and up to an hour',
    );
  }
  expect(await refusalOfClient({ ...nobody, cwd: folder, name: 'a\nb' })).toContain('where  option name');
  expect(await refusalOfClient({ ...nobody, cwd: folder, scenarios: ['none'] })).toContain('where  option scenarios');
  expect(await refusalOfClient({ cwd: folder, client: './none' })).toContain('where  option client');
});

test('what is not there counts as not given', async ({ folder }) => {
  const given = { baseUrl: undefined, orders: undefined, certificate: { key: undefined }, env: { NONE: undefined } };
  const results = await certifyService({
    ...(given as object),
    ...{ cwd: folder, only: ['LKP-001'], depth: 'smoke', readOnly: true },
  });
  expect(results.verdict).toBe('conformant');
});

test('a variable of tradecert among the values of a template is no setting', async ({ folder }) => {
  const env = { TRADECERT_BASE_URL: 'http://127.0.0.1:1/public/v1', TRADECERT_RATE: 'none', API_KEY: 'a' };
  const results = await certifyService({ cwd: folder, only: ['LKP-001'], depth: 'smoke', readOnly: true, env });
  expect(results.verdict).toBe('conformant');
});
