import { generateKeyPairSync } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { certifyService, type CertifyServiceOptions } from '../../../src/api/certify-service.js';
import { runCommandLine } from '../../../src/cli/command-line.js';
import type { Results } from '../../../src/contract/results.js';
import { SuiteError } from '../../../src/contract/suite-error.js';
import { startReferenceService, type ReferenceService } from '../../../src/mock/reference-service.js';
import { test } from '../cli/temporary-folder.js';

/** Options for a service of this process; a few clauses of it. */
function optionsFor(service: ReferenceService, more: CertifyServiceOptions = {}): CertifyServiceOptions {
  const { baseUrl, token, signingKey, signatureTemplate, ordersUrl } = service;
  const orders = { url: ordersUrl };
  return { baseUrl, token, signingKey, signatureTemplate, orders, depth: 'smoke', seed: 1, only: ['SIG-00*'], ...more };
}

async function withService<T>(faults: readonly string[], use: (service: ReferenceService) => Promise<T>): Promise<T> {
  const service = await startReferenceService({ faults });
  try {
    return await use(service);
  } finally {
    await service.close();
  }
}

const ownFolders = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith(`tradecert-${process.pid}-`));

test('with a folder, the whole report is written; without one, nothing is left', async ({ folder }) => {
  const out = join(folder, 'certified');
  const { kept, unkept } = await withService([], async (service) => ({
    kept: await certifyService(optionsFor(service, { out })),
    unkept: await certifyService(optionsFor(service, { cwd: folder })),
  }));
  expect(kept.verdict).toBe('conformant');
  expect(unkept.digest).toBe(kept.digest);
  expect(readdirSync(out).sort()).toEqual(
    ['badge.svg', 'certificate.json', 'ctrf.json', 'exchanges.jsonl', 'index.html', 'junit.xml', 'results.json']
      .concat(['results.sarif', 'summary.md'])
      .sort(),
  );
  expect(readdirSync(folder)).toEqual(['certified']);
  expect(ownFolders()).toEqual([]);
});

test('what is known is written before an order is changed, so that a run that is killed then can go on', async ({
  folder,
}) => {
  const wasThere: boolean[] = [];
  const service = await startReferenceService({
    alterations: [
      {
        name: 'looking',
        does: 'Looks for results at each modify.',
        apply: (before) => ({
          apply: (call) => {
            wasThere.push(existsSync(join(folder, 'o', 'results.json')));
            before.apply(call);
          },
        }),
      },
    ],
  });
  try {
    await certifyService(optionsFor(service, { out: join(folder, 'o'), only: ['SIG-001'] }));
    // the first look sets an order to its own prices
    const [, ...ofClauses] = wasThere;
    expect(ofClauses.length).toBeGreaterThan(0);
    expect(new Set(ofClauses)).toEqual(new Set([true]));
  } finally {
    await service.close();
  }
});

test('a broken service is a verdict and no error', async () => {
  const results = await withService(['no-signature-check'], (service) => certifyService(optionsFor(service)));
  expect(results.verdict).toBe('non-conformant');
  expect(results.clauses.find(({ id }) => id === 'SIG-003')?.verdict).toBe('fail');
});

test('the environment and .env are read only where that is asked for', async ({ folder }) => {
  await withService([], async ({ baseUrl, token }) => {
    const variables = { TRADECERT_BASE_URL: baseUrl, TRADECERT_TOKEN: token, TRADECERT_ORDERS_FILE: 'none.json' };
    const before = { ...process.env };
    Object.assign(process.env, variables);
    try {
      const common = { cwd: folder, depth: 'smoke', only: ['LKP-001'], readOnly: true } as const;
      const alone = await certifyService(common);
      expect(alone.subject.baseUrl).not.toBe(baseUrl);
      await expect(certifyService({ ...common, fromEnvironment: true })).rejects.toThrow('none.json does not exist');
      delete process.env['TRADECERT_ORDERS_FILE'];
      expect((await certifyService({ ...common, fromEnvironment: true })).subject.baseUrl).toBe(baseUrl);
      const command = { tokenCommand: `echo ${token}`, fromEnvironment: true };
      process.env['TRADECERT_TOKEN'] = 'Bearer this is no token';
      expect((await certifyService({ ...common, ...command })).verdict).toBe('conformant');
    } finally {
      for (const name of Object.keys(variables)) Reflect.deleteProperty(process.env, name);
      Object.assign(process.env, before);
    }
  });
});

test('what is wrong is said in the words of the options', async ({ folder }) => {
  const failure = async (options: CertifyServiceOptions): Promise<SuiteError> => {
    const error: unknown = await certifyService({ cwd: folder, ...options }).catch((thrown: unknown) => thrown);
    if (!(error instanceof SuiteError)) throw new Error('There was no error.');
    return error;
  };
  const remote = { baseUrl: 'https://staging.example/public/v1' };
  expect((await failure(remote)).explain()).toMatch(/option baseUrl\n.*set environment to staging/);
  const local = { baseUrl: 'http://127.0.0.1:1/public/v1' };
  expect((await failure({ ...local, readOnly: true })).remedy).toContain('set token to the JWT, or tokenCommand');
  expect((await failure({ ...local, token: 'Bearer a' })).explain()).toMatch(/options\n.*set signingKey/);
  expect((await failure({ ...local, token: 'Bearer a', readOnly: true })).where).toBe('option token');
  expect((await failure({ ...local, readOnly: true, orders: { file: 'none.json' } })).where).toBe('option orders.file');
  expect((await failure({ rate: -1 })).where).toBe('option rate');
  expect((await failure({ profile: { rate: -1 } })).where).toContain('option profile');
  expect((await failure({ profile: 'none.yaml' })).where).toBe('option profile');
  expect((await failure({ only: ['NOT-*'] })).where).toBe('option only');
  expect((await failure({ maxTime: 'soon' })).where).toBe('option maxTime');
  expect((await failure({ maxRequests: 0 })).where).toBe('option maxRequests');
  expect((await failure({ shard: '4/3', seed: 1 })).where).toBe('option shard');
  expect((await failure({ shard: '1/3' })).explain()).toMatch(/option shard\n.*give every shard the same option seed/);
  expect((await failure({ resume: 'none', out: 'other' })).explain()).toMatch(/option out\n.*leave option out away/);
  expect((await failure({ resume: 'none' })).message).toContain('There is no folder ');
  expect(readdirSync(folder)).toEqual([]);
});

test('a setting of a service from elsewhere does not count without its base URL, which is said', async ({ folder }) => {
  const warnings: string[] = [];
  const profile = { signatureTemplate: 'concat', environment: 'staging' } as const;
  const given = { cwd: folder, only: ['ENV-001'], profile };
  await certifyService({ ...given, onWarning: (warning) => warnings.push(warning) });
  expect(warnings).toContainEqual(
    expect.stringMatching(
      /there is no base URL, .* do not count: environment in .*, signatureTemplate in .*; set baseUrl/,
    ),
  );
});

test('options of a service without its base URL are refused, also where it is undefined', async ({ folder }) => {
  const profile = { baseUrl: 'http://127.0.0.1:1/public/v1' };
  const given = { cwd: folder, token: 'a', signingKey: 'a-key-of-a-service', orders: { file: 'none.json' } };
  const expected =
    'There is no base URL, without which these do not count: token, signingKey, orders.\n' +
    '  where  option baseUrl\n' +
    '  do     give baseUrl; to certify the embedded reference service, leave these options out\n';
  for (const more of [{}, { baseUrl: undefined } as object, { fromEnvironment: true, profile: {} }]) {
    const error: unknown = await certifyService({ ...given, ...more }).catch((thrown: unknown) => thrown);
    expect((error as SuiteError).explain()).toBe(expected);
  }
  await expect(certifyService({ ...given, profile })).rejects.toMatchObject({ where: 'option orders.file' });
  expect(readdirSync(folder)).toEqual([]);
});

test('an aborted run sets orders back, and says what was not examined', async ({ folder }) => {
  const ending = new AbortController();
  const results = await withService([], (service) =>
    certifyService(
      optionsFor(service, {
        ...{ only: ['SIG-*', 'MOD-*', 'ORD-*'], out: join(folder, 'ended'), signal: ending.signal },
        onProgress: ({ requests }) => requests > 20 && ending.abort(),
      }),
    ),
  );
  expect(results.verdict).toBe('incomplete');
  expect(results.notes.filter((note) => note.includes('interrupted'))).toEqual([
    'Stopped early: the run was interrupted.',
  ]);
  expect(results.notes.filter((note) => note.startsWith('Not set back'))).toEqual([]);
  expect(existsSync(join(folder, 'ended/index.html'))).toBe(true);
});

/** A server that answers everything with this. */
async function withAnswer<T>(body: string, use: (baseUrl: string) => Promise<T>): Promise<{ ended: T; asked: number }> {
  let asked = 0;
  const server = createServer((_, response) => {
    asked += 1;
    response.writeHead(200).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const ended = await use(`http://127.0.0.1:${port}/public/v1`);
  await new Promise((resolve) => server.close(resolve));
  return { ended, asked };
}

test('a web page in place of the service is not judged', async () => {
  const { ended, asked } = await withAnswer('<!doctype html><title>Sign in</title>', (baseUrl) =>
    certifyService({ baseUrl, token: 'a.token.of-nothing', readOnly: true, only: ['ENV-*', 'LKP-*'], depth: 'smoke' }),
  );
  const because =
    'a web page answers at the base URL, and not the service: a plain lookup got HTML with status 200, twice';
  expect(ended).toMatchObject({ verdict: 'incomplete', requests: 0, stopped: { because } });
  expect(ended.clauses.find(({ id }) => id === 'ENV-002')).toMatchObject({ verdict: 'unverified', reason: because });
  expect(asked).toBe(2);
});

test('that something else answers in place of the service is in the results', async () => {
  const { ended } = await withAnswer('{"login":"/sso"}', (baseUrl) =>
    certifyService({ baseUrl, token: 'a.token.of-nothing', readOnly: true, only: ['ENV-*'], depth: 'smoke' }),
  );
  expect(ended.verdict).toBe('non-conformant');
  expect(ended.notes).toContain(
    'A plain lookup before the run was answered with status 200, and this is JSON without status, code and data of the envelope, not the service: the base URL is probably not that of the service.',
  );
});

test('a run that was aborted before it began sends nothing', async ({ folder }) => {
  const service = { baseUrl: 'http://127.0.0.1:1/public/v1', out: join(folder, 'none') };
  await expect(certifyService({ ...service, signal: AbortSignal.abort(new Error('not now')) })).rejects.toThrow(
    'not now',
  );
  expect(readdirSync(folder)).toEqual([]);
});

test('progress and warnings are told', async () => {
  const seen: number[] = [];
  const warnings: string[] = [];
  await withService([], (service) =>
    certifyService(
      optionsFor(service, {
        ...{ only: ['LKP-*'], profile: { signatureTemplate: 'concat' }, env: { UNUSED: 'x' } },
        ...{ signingKey: 'success', onWarning: (warning) => warnings.push(warning) },
        onProgress: ({ done }) => seen.push(done),
      }),
    ),
  );
  expect(seen.at(-1)).toBeGreaterThan(3);
  expect(warnings.join()).toContain('signingKey is short');
});

test('a service that is not there ends the run at once, and a wrong key is told before all else', async () => {
  const warnings: string[] = [];
  const onWarning = (warning: string): void => void warnings.push(warning);
  const gone = await certifyService({
    ...{ baseUrl: 'http://127.0.0.1:1/public/v1', token: 'a.token.of-nothing', signingKey: 'a-key-for-nothing' },
    ...{ depth: 'smoke', onWarning },
  });
  expect(gone).toMatchObject({ verdict: 'incomplete', requests: 0 });
  expect(warnings).toContain('connection: 127.0.0.1, port 1: the connection was refused; nothing can be sent');
  warnings.length = 0;
  const results = await withService([], (service) =>
    certifyService(optionsFor(service, { signingKey: 'another-key-than-its-own', only: ['SIG-001'], onWarning })),
  );
  expect(results.verdict).toBe('incomplete');
  expect(warnings.join()).toMatch(/signed modify: .* was refused with status 400: .*; modifications cannot be judged/);
});

const resultsIn = (dir: string): Results => JSON.parse(readFileSync(join(dir, 'results.json'), 'utf8')) as Results;

test('shards come to what a whole run does, once they are put together', async ({ folder }) => {
  const only = ['LKP-00*', 'SIG-00*'];
  const whole = await withService([], async (service) => {
    for (const shard of ['1/2', '2/2'] as const) {
      const { plan } = await certifyService(optionsFor(service, { only, shard, out: join(folder, shard.slice(0, 1)) }));
      expect(plan?.shard).toEqual({ index: Number(shard.slice(0, 1)), of: 2 });
    }
    return certifyService(optionsFor(service, { only }));
  });
  const silent = { env: {}, cwd: folder, out: () => undefined, err: () => undefined };
  expect(await runCommandLine(['report', '1', '2', '--out', 'both'], silent)).toBe(0);
  expect(resultsIn(join(folder, 'both')).digest).toBe(whole.digest);
});

test('a run that a bound stopped goes on in its folder, and one that is complete is given back', async ({ folder }) => {
  const out = join(folder, 'bounded');
  await withService([], async (service) => {
    const options = optionsFor(service, { only: ['LKP-00*', 'PAG-*'] });
    const whole = await certifyService(options);
    const bounded = await certifyService({ ...options, out, maxRequests: 40, maxTime: '10m' });
    expect(bounded.stopped?.because).toContain('40');
    const { seed, depth, only, ...others } = options;
    expect([seed, depth, only?.length]).toEqual([1, 'smoke', 2]);
    const resumed = await certifyService({ ...others, resume: out });
    expect(resumed.digest).toBe(whole.digest);
    expect(resultsIn(out)).toEqual(resumed);
    expect(readdirSync(out).filter((name) => name.endsWith('.partial'))).toEqual([]);
    const { requests } = resumed;
    expect(await certifyService({ ...others, resume: out })).toMatchObject({ requests, digest: whole.digest });
    await expect(certifyService({ ...others, resume: out, seed: 2 })).resolves.toMatchObject({ seed: 1 });
  });
});

test('a stopped run does not go on otherwise than it began', async ({ folder }) => {
  const out = join(folder, 'bounded');
  await withService([], async (service) => {
    await certifyService(optionsFor(service, { out, maxRequests: 5 }));
    await expect(certifyService(optionsFor(service, { resume: out, seed: 2 }))).rejects.toThrow(
      'the seed was 1 and is 2',
    );
    await expect(certifyService(optionsFor(service, { resume: out, shard: '1/2' }))).rejects.toThrow(
      'number of shards',
    );
  });
});

test('what was observed is pinned in a profile, and a pin of a broken service is warned of', async ({ folder }) => {
  const [path, pinning] = [join(folder, 'pins.yaml'), { writeProfile: 'pins.yaml', cwd: folder }];
  const questions = { ...pinning, only: ['OPN-039', 'SIG-003'] };
  const warnings: string[] = [];
  const results = await withService([], (service) => certifyService(optionsFor(service, questions)));
  expect(results.verdict).toBe('conformant');
  const { observed } = results.questions.find(({ id }) => id === 'OPN-039') ?? {};
  expect(readFileSync(path, 'utf8')).toContain(`OPN-039: ${JSON.stringify(observed)}`);
  await withService(['no-signature-check'], (service) =>
    certifyService(optionsFor(service, { ...questions, onWarning: (warning) => warnings.push(warning) })),
  );
  expect(warnings).toContainEqual(expect.stringMatching(/^Required clauses do not hold \(SIG-003\)/));
});

test('a certificate is signed by a key in a file', async ({ folder }) => {
  const { privateKey } = generateKeyPairSync('ed25519');
  writeFileSync(join(folder, 'key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  await certifyService({
    ...{ cwd: folder, out: 'signed', only: ['LKP-001'], depth: 'smoke', readOnly: true },
    certificate: { keyFile: 'key.pem', days: 7 },
  });
  const { signatures } = JSON.parse(readFileSync(join(folder, 'signed/certificate.json'), 'utf8')) as {
    readonly signatures: readonly unknown[];
  };
  expect(signatures).toHaveLength(1);
});
