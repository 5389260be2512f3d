import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:tls';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { runCommandLine } from '../../../src/cli/command-line.js';
import type { Check } from '../../../src/doctor/check.js';
import type { Alteration } from '../../../src/mock/behaviour.js';
import {
  startReferenceService,
  type ReferenceOptions,
  type ReferenceService,
} from '../../../src/mock/reference-service.js';
import { foreignDate } from '../../support/foreign-date.js';
import { OWN_CERTIFICATE } from '../gateway/own-certificate.js';
import { test } from './temporary-folder.js';

interface Outcome {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

async function doctor(cwd: string, env: Record<string, string | undefined>, ...args: string[]): Promise<Outcome> {
  let [out, err] = ['', ''];
  const surroundings = { env, cwd, out: (text: string) => (out += text), err: (text: string) => (err += text) };
  const status = await runCommandLine(['doctor', ...args], surroundings);
  for (const secret of [env['TRADECERT_TOKEN'], env['TRADECERT_SIGNING_KEY']]) {
    if (secret !== undefined && secret.length > 8) expect(out + err).not.toContain(secret);
  }
  return { status, out, err };
}

function settingsOf(service: ReferenceService): Record<string, string> {
  return {
    TRADECERT_BASE_URL: service.baseUrl,
    TRADECERT_TOKEN: service.token,
    TRADECERT_SIGNING_KEY: service.signingKey,
    TRADECERT_SIGNATURE_TEMPLATE: service.signatureTemplate,
    TRADECERT_ORDERS_URL: service.ordersUrl,
  };
}

async function withService<T>(options: ReferenceOptions, use: (service: ReferenceService) => Promise<T>): Promise<T> {
  const service = await startReferenceService(options);
  try {
    return await use(service);
  } finally {
    await service.close();
  }
}

/** The checks of a service with these settings besides its own, by id. */
async function checksOf(
  folder: string,
  options: ReferenceOptions,
  others: (service: ReferenceService) => Record<string, string | undefined> = () => ({}),
): Promise<{ status: number; checks: Readonly<Record<string, Check>> }> {
  return withService(options, async (service) => {
    const env = { ...settingsOf(service), ...others(service) };
    const { status, out } = await doctor(folder, env, '--json');
    const { checks } = JSON.parse(out) as { checks: Check[] };
    return { status, checks: Object.fromEntries(checks.map((check) => [check.id, check])) };
  });
}

const statusOf = (checks: Readonly<Record<string, Check>>): Record<string, string> =>
  Object.fromEntries(Object.values(checks).map(({ id, status }) => [id, status]));

test('a service that is set up well is ready, and nothing is changed', async ({ folder }) => {
  await withService({}, async (service) => {
    const { status, out, err } = await doctor(folder, settingsOf(service));
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(out).toMatch(/^ok {8}settings +5 are given and read well\n/);
    expect(out).toMatch(/TRADECERT_SIGNING_KEY +\d+ characters, fingerprint [0-9a-f]{8}, from the environment\n/);
    expect(out).toContain('\nok        signed modify   a modify that sets an order to its own prices is accepted\n');
    expect(out).toMatch(/\nok {8}latency +a lookup takes \d+ ms \(median of 3\)\n/);
    expect(out).toMatch(/\n\nReady: npx tradecert run\n$/);
    expect(service.requests).toBe(4);
  });
});

test('read-only and production modify nothing', async ({ folder }) => {
  await withService({}, async (service) => {
    expect((await doctor(folder, settingsOf(service), '--read-only')).status).toBe(0);
    const { status, out } = await doctor(folder, { ...settingsOf(service), TRADECERT_ENVIRONMENT: 'production' });
    expect(status).toBe(0);
    expect(out).toContain('not asked: production is read-only');
    expect(out).toContain('put claims: [listOrderableStocks] into the profile');
    expect(service.requests).toBe(6);
  });
});

test('a wrong template is told by what was signed, and by what a wrong signature gets', async ({ folder }) => {
  const { status, checks } = await checksOf(folder, {}, () => ({
    TRADECERT_SIGNATURE_TEMPLATE: '{method}\\n{token}\\n{body}',
  }));
  expect(status).toBe(1);
  const { modify } = checks;
  expect(modify?.status).toBe('failed');
  expect(modify?.means).toContain('a modify with a wrong signature gets the same answer');
  expect(modify?.remedy).toContain('npx tradecert signature find --curl FILE');
  expect(modify?.details?.[0]).toBe('by the template {method}\\n{token}\\n{body}; the key is read as utf8');
  expect(modify?.details?.[2]).toMatch(/^ {2}\[POST\]\[\\n\]\[<\d+ bytes, not shown>\]\[\\n\]\[\{"stockCd":.*\}\]$/);
});

test('what may be a slip in a template stands before other advice where a modify is refused', async ({ folder }) => {
  const { checks } = await checksOf(folder, {}, () => ({ TRADECERT_SIGNATURE_TEMPLATE: '{timestamp}{body|sha256}' }));
  expect(checks['modify']?.remedy).toMatch(
    /^\{body\|sha256\} signs the raw bytes of the hash: .*; compare what was signed/,
  );
});

test('where the service signs the path without its prefix, the template that it takes is told', async ({ folder }) => {
  const signatureTemplate = '{timestamp}{method}/orders/modify{body}';
  const { checks } = await checksOf(folder, { signatureTemplate }, () => ({ TRADECERT_SIGNATURE_TEMPLATE: 'concat' }));
  expect(checks['modify']?.status).toBe('failed');
  expect(checks['modify']?.remedy).toMatch(
    /^where the service signs the path without the prefix \/public\/v1, as behind /,
  );
  const [, told] = /in place of \{target\}: (\S+);/.exec(checks['modify']?.remedy ?? '') ?? [];
  const mended = await checksOf(folder, { signatureTemplate }, () => ({ TRADECERT_SIGNATURE_TEMPLATE: told }));
  expect(mended.checks['modify']?.status).toBe('ok');
});

test('a modify that is refused for another reason is told apart from a wrong signature', async ({ folder }) => {
  const closed: Alteration = {
    name: 'closed market',
    does: '',
    apply: (before) => ({
      respond: (call, answer) => {
        const last = before.respond(call, answer);
        const isTaken = call.operation === 'modifyOrder' && last.status === 200;
        return isTaken ? { ...last, status: 400, headers: [], body: 'the market is closed' } : last;
      },
    }),
  };
  const { checks } = await checksOf(folder, { alterations: [closed] });
  expect(checks['modify']?.means).toContain('a modify with a wrong signature gets another answer');
});

/** Answers each modify so, whatever it says. */
const instead = (status: number, headers: readonly (readonly [string, string])[], body = ''): Alteration => ({
  ...{ name: 'instead', does: '' },
  apply: (before) => ({
    respond: (call, answer) => {
      const last = before.respond(call, answer);
      return call.operation === 'modifyOrder' ? { ...last, status, headers: [...headers], body } : last;
    },
  }),
});

test('a right to modify that the token may lack is named before the signature', async ({ folder }) => {
  const demanded = ['WWW-Authenticate', 'Bearer error="insufficient_scope"'] as const;
  for (const [status, headers] of [
    [403, []],
    [401, [demanded]],
  ] as const) {
    const { checks } = await checksOf(folder, { alterations: [instead(status, headers, '{"error":"x"}')] });
    expect(checks['modify']?.means).toMatch(/^the token may lack the right to modify; a modify with a wrong signature/);
    expect(checks['modify']?.remedy).toMatch(/^see whether the token may modify orders, .*; compare what was signed/);
    expect(checks['modify']?.found.includes('; with WWW-Authenticate: Bearer error=')).toBe(headers.length > 0);
  }
  const { checks } = await checksOf(folder, { alterations: [instead(401, [])] });
  expect(checks['modify']?.remedy).not.toContain('may modify orders');
});

test('a modify that is sent elsewhere is not taken for one with a wrong signature', async ({ folder }) => {
  const location = ['Location', 'https://login.example/?next=secret'] as const;
  const { checks } = await checksOf(folder, { alterations: [instead(302, [location])] });
  expect(checks['modify']?.found).toContain('; with Location: https://login.example/?…');
  expect(checks['modify']?.remedy).toMatch(/^the service sends to a login page/);
  expect(checks['modify']?.details).toBeUndefined();
});

test('a refusal that has a trace id and a time is told apart by the rest of it', async ({ folder }) => {
  let number = 0;
  const traced: Alteration = {
    name: 'traced',
    does: '',
    apply: (before) => ({
      respond: (call, answer) => {
        const last = before.respond(call, answer);
        if (call.operation !== 'modifyOrder' || last.status === 200) return last;
        number += 1;
        const body = JSON.stringify({ code: 401, traceId: `t-${number}`, time: Date.now() + number });
        return { ...last, status: 401, headers: [], body };
      },
    }),
  };
  const { checks } = await checksOf(folder, { alterations: [traced] }, () => ({
    TRADECERT_SIGNATURE_TEMPLATE: '{body}',
  }));
  expect(number).toBe(3);
  expect(checks['modify']?.means).toContain('a modify with a wrong signature gets the same answer');
  expect(checks['modify']?.remedy).toContain('npx tradecert signature find --curl FILE');
});

test('a token that is none, or has ended, and a wrong path are told by the lookup, and nothing is modified', async ({
  folder,
}) => {
  const noToken = await checksOf(folder, {}, () => ({ TRADECERT_TOKEN: 'not-a-jwt-at-all' }));
  expect(statusOf(noToken.checks)).toMatchObject({ token: 'warning', lookup: 'failed', modify: 'skipped' });
  const expired = await checksOf(folder, { tokenLifetimeS: -60 });
  expect(statusOf(expired.checks)).toMatchObject({ token: 'failed', lookup: 'failed', modify: 'skipped' });
  const short = await checksOf(folder, { tokenLifetimeS: 120 });
  expect(statusOf(short.checks)).toMatchObject({ token: 'warning', lookup: 'ok', modify: 'ok' });
  expect(short.checks['token']?.remedy).toContain('let TRADECERT_TOKEN_COMMAND print one');
  const overruled = await checksOf(folder, { tokenLifetimeS: 120 }, () => ({ TRADECERT_TOKEN_COMMAND: 'exit 3' }));
  expect(overruled.checks['token']?.remedy).toBe(
    'get a fresh one, or unset TRADECERT_TOKEN: it overrules the TRADECERT_TOKEN_COMMAND that is set',
  );
  const renewed = await checksOf(folder, { tokenLifetimeS: 120 }, ({ token }) => ({
    TRADECERT_TOKEN: undefined,
    TRADECERT_TOKEN_COMMAND: `echo ${token}`,
  }));
  expect(renewed.checks['token']).toMatchObject({ status: 'ok', found: expect.stringContaining('a fresh one') });
  const { checks, status } = await checksOf(folder, {}, ({ baseUrl }) => ({
    TRADECERT_BASE_URL: new URL(baseUrl).origin,
  }));
  expect(status).toBe(1);
  expect(statusOf(checks)).toMatchObject({ 'base-url': 'warning', lookup: 'failed', modify: 'skipped' });
  expect(checks['lookup']?.remedy).toContain('TRADECERT_BASE_URL');
});

test('a token that was issued in the future is told of, whether the service is reached or not', async ({ folder }) => {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const now = Math.floor(Date.now() / 1_000);
  const ahead = `${part({ alg: 'HS256' })}.${part({ iat: now + 600, exp: now + 3_600 })}.c2lnbmF0dXJl`;
  const refused = await checksOf(folder, {}, () => ({ TRADECERT_TOKEN: ahead }));
  expect(refused.checks['token']).toMatchObject({
    ...{ status: 'warning', found: expect.stringMatching(/in the future by the Date of the answers$/) },
  });
  const gone = await checksOf(folder, {}, () => ({
    ...{ TRADECERT_TOKEN: ahead, TRADECERT_BASE_URL: 'http://127.0.0.1:1/public/v1' },
  }));
  expect(gone.checks['token']).toMatchObject({
    ...{ status: 'warning', found: expect.stringMatching(/in the future by the clock of this machine$/) },
  });
});

test('a Date that is not of the service itself is told apart from a wrong clock and a wrong signature', async ({
  folder,
}) => {
  const { status, checks } = await checksOf(folder, { alterations: [foreignDate(-300_000)] });
  expect(status).toBe(0);
  expect(checks['clock']?.means).toContain('a run goes by the Date of its answers, unless the signed modify shows');
  expect(checks['clock']?.remedy).toContain('or of what writes Date, such as a gateway');
  expect(checks['modify']?.status).toBe('warning');
  expect(checks['modify']?.means).toContain('with the time of this machine it is accepted');
  expect(checks['modify']?.means).toContain('goes by the clock of this machine');
  expect(checks['modify']?.remedy).toContain('set the clock of what writes Date right');
  expect(checks['modify']?.details).toBeUndefined();
  const near = await checksOf(folder, { alterations: [foreignDate(-100_000)] });
  expect(near.status).toBe(1);
  expect(near.checks['modify']?.means).toContain('a run goes by Date, so that its modifies are refused');
  const wrongKey = await checksOf(folder, { alterations: [foreignDate(-300_000)] }, () => ({
    TRADECERT_SIGNING_KEY: 'another-key',
  }));
  expect(wrongKey.checks['modify']?.means).not.toContain('it is accepted');
  const both = await checksOf(folder, { alterations: [foreignDate(0, -300_000)] });
  expect(both.status).toBe(0);
  expect(both.checks['clock']?.found).toContain('the Dates of its answers contradict each other');
  expect(both.checks['modify']?.means).toContain('the Dates of the answers contradict each other');
  const wholeClock = await checksOf(folder, { clock: () => Date.now() - 300_000 });
  expect(wholeClock.checks['modify']?.status).toBe('ok');
});

test('without an order source, what leads to a verdict is named', async ({ folder }) => {
  const { checks } = await checksOf(folder, {}, () => ({ TRADECERT_ORDERS_URL: undefined }));
  expect(checks['orders']?.remedy).toContain('claims: [listOrderableStocks]');
  expect(checks['orders']?.remedy).not.toContain('--read-only');
});

test('where a run would be incomplete, the last line says so, and that key and template are not checked', async ({
  folder,
}) => {
  await withService({}, async (service) => {
    const env = { ...settingsOf(service), TRADECERT_ORDERS_URL: undefined };
    const part =
      'nothing can be modified, so that a run is incomplete (exit status 3), and signing key and signature template are not checked: npx tradecert run\n';
    const none = await doctor(folder, env);
    expect(none.status).toBe(0);
    expect(none.out).toMatch(/\n- {9}signed modify {3}not sent: no order source is named\n +so: signing key and/);
    expect(none.out).toContain(`\n\nReady for a part of a run only, with 1 warning: ${part}`);
    const readOnly = await doctor(folder, settingsOf(service), '--read-only');
    expect(readOnly.out).toContain(`\n\nReady for a part of a run only: ${part}`);
    const { ready, complete } = JSON.parse((await doctor(folder, env, '--json')).out) as Record<string, unknown>;
    expect({ ready, complete }).toEqual({ ready: true, complete: false });
    await writeFile(join(folder, 'lookup.yaml'), 'claims: [listOrderableStocks]\n');
    const lookup = await doctor(folder, { ...env, TRADECERT_PROFILE: 'lookup.yaml' });
    expect(lookup.out).toContain('not sent: the profile does not claim modifyOrder\n');
    expect(lookup.out).toMatch(/\n\nReady: npx tradecert run\n$/);
  });
});

test('where only a hash of the body is signed, the body is shown as well', async ({ folder }) => {
  const { checks } = await checksOf(folder, {}, () => ({
    TRADECERT_SIGNATURE_TEMPLATE: '{timestamp}{body|sha256|hex}',
  }));
  expect(checks['modify']?.details?.[3]).toMatch(/^the body that was sent, \d+ bytes:$/);
  expect(checks['modify']?.details?.[4]).toMatch(/^ {2}\{"stockCd":.*\}$/);
});

test('a SHA-512 of the body that is signed is shown, and no signature is', async ({ folder }) => {
  const template = '{body|sha512|hex}{token|sha512|hex}{body|sha512|hex|upper}';
  const { checks } = await checksOf(folder, {}, () => ({ TRADECERT_SIGNATURE_TEMPLATE: template }));
  const details = checks['modify']?.details ?? [];
  const body = details[4]?.trim() ?? '';
  const digest = createHash('sha512').update(body).digest('hex');
  expect(details[2]).toBe(`  [${digest}][<128 bytes, not shown>][${digest.toUpperCase()}]`);
});

/** Refuses to modify orders of these types. */
const stale = (...types: readonly string[]): Alteration => ({
  ...{ name: 'stale', does: '' },
  apply: (before) => ({
    respond: (call, answer) => {
      const last = before.respond(call, answer);
      const isStale = types.some((type) => String(call.incoming.body).includes(`"orderTypeCd":"${type}"`));
      const isTaken = call.operation === 'modifyOrder' && last.status === 200;
      const headers = last.headers.filter(([name]) => name === 'Date');
      return isStale && isTaken ? { status: 409, headers, body: '{"error":"filled"}' } : last;
    },
  }),
});

test('a Date of a gateway does not hide that an order is refused, and another one is tried', async ({ folder }) => {
  const one = await checksOf(folder, { alterations: [stale('LIMIT'), foreignDate(-600_000)] });
  expect(one.checks['modify']).toMatchObject({ status: 'warning' });
  expect(one.checks['modify']?.means).toContain('goes by the clock of this machine');
  expect(one.checks['modify']?.remedy).toMatch(/; see that order \S+ is unfilled .+: it is refused even so$/);
  const all = await checksOf(folder, { alterations: [stale('LIMIT', 'STOP'), foreignDate(-600_000)] });
  expect(all.status).toBe(1);
  expect(all.checks['modify']?.means).toContain('with the time of this machine it was refused with status 409');
  expect(all.checks['modify']?.means).toContain('the signature seems to be right');
  const wrongKey = await checksOf(folder, { alterations: [foreignDate(-600_000)] }, () => ({
    TRADECERT_SIGNING_KEY: 'another-key',
  }));
  expect(wrongKey.checks['modify']?.means).toContain('the signature may be what is refused');
});

test('a clock that is far off is told, and a near one is not', async ({ folder }) => {
  const far = await checksOf(folder, { clock: () => Date.now() + 3_600_000 });
  expect(far.checks['clock']).toMatchObject({
    status: 'warning',
    found: expect.stringMatching(/^the service is 3[56]\d\d\.\d s ahead/),
  });
  const near = await checksOf(folder, { clock: () => Date.now() - 20_000 });
  expect(near.checks['clock']?.status).toBe('ok');
});

test('an order source that has nothing, and none, are told', async ({ folder }) => {
  const { checks, status } = await checksOf(folder, {}, () => ({
    TRADECERT_ORDERS_URL: undefined,
    TRADECERT_ORDERS_COMMAND: 'exit 3',
  }));
  expect(status).toBe(1);
  expect(checks['orders']).toMatchObject({
    status: 'failed',
    found: expect.stringMatching(/^it gave no order, asked for 27 kinds: .*ended with status 3\)$/),
  });
  expect(checks['modify']?.status).toBe('skipped');
  const none = await checksOf(folder, {}, () => ({ TRADECERT_ORDERS_URL: undefined }));
  expect(none.status).toBe(0);
  expect(none.checks['orders']).toMatchObject({ status: 'warning', found: 'none is named' });
});

test('a service that is not there, or whose certificate nobody trusts, is told before anything is sent', async ({
  folder,
}) => {
  const server = createServer(OWN_CERTIFICATE, (socket) => socket.on('error', () => undefined));
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    const { checks, status } = await checksOf(folder, {}, () => ({
      TRADECERT_BASE_URL: `https://localhost:${port}/public/v1`,
    }));
    expect(status).toBe(1);
    expect(statusOf(checks)).toMatchObject({ connection: 'ok', tls: 'failed', clock: 'skipped', lookup: 'skipped' });
    expect(checks['tls']?.found).toContain('its certificate is self-signed');
    expect(checks['tls']?.found).toMatch(
      /: TLSv1\.\d, certificate of localhost, issued by localhost, from 2026-11-20 until /,
    );
    expect(checks['tls']?.remedy).toMatch(/since \.env is read too late for it: export NODE_EXTRA_CA_CERTS=/);
    const plain = await checksOf(folder, {}, () => ({ TRADECERT_BASE_URL: `http://127.0.0.1:${port}/public/v1` }));
    expect(statusOf(plain.checks)).toMatchObject({ connection: 'ok', lookup: 'failed', modify: 'skipped' });
    expect(plain.checks['lookup']?.remedy).toContain('http or https');
  } finally {
    server.close();
  }
  const secure = await checksOf(folder, {}, ({ baseUrl }) => ({
    TRADECERT_BASE_URL: baseUrl.replace('http', 'https'),
  }));
  expect(secure.checks['tls']).toMatchObject({
    status: 'failed',
    remedy: 'check http or https and the port in TRADECERT_BASE_URL',
  });
  const gone = await checksOf(folder, {}, () => ({ TRADECERT_BASE_URL: `http://127.0.0.1:${port}/public/v1` }));
  expect(statusOf(gone.checks)).toMatchObject({ connection: 'failed', tls: 'skipped', lookup: 'skipped' });
});

test('what is overruled by another setting is marked', async ({ folder }) => {
  const { checks } = await checksOf(folder, {}, ({ ordersUrl }) => ({
    TRADECERT_TOKEN_COMMAND: 'exit 3',
    TRADECERT_PROFILE: undefined,
    TRADECERT_ORDERS_URL: ordersUrl,
  }));
  const { found, details = [] } = checks['settings'] ?? {};
  expect(found).toBe('6 are given and read well, 1 of them overruled by another');
  expect(details.filter((line) => line.includes('does not count'))).toEqual([
    expect.stringMatching(/^TRADECERT_TOKEN_COMMAND .*; does not count: TRADECERT_TOKEN overrules it$/),
  ]);
  await writeFile(join(folder, '.env'), "TRADECERT_ORDERS_COMMAND='cat a'\nTRADECERT_TOKEN=CANARY\n");
  const both = await checksOf(folder, {}, ({ token }) => ({
    TRADECERT_TOKEN: undefined,
    TRADECERT_TOKEN_COMMAND: `echo ${token}`,
  }));
  const marked = both.checks['settings']?.details?.filter((line) => line.includes('does not count')) ?? [];
  expect(marked.map((line) => line.split(' ')[0])).toEqual(['TRADECERT_TOKEN', 'TRADECERT_ORDERS_COMMAND']);
});

test('line ends in a template are shown', async ({ folder }) => {
  const { checks } = await checksOf(folder, {}, () => ({ TRADECERT_SIGNATURE_TEMPLATE: '{timestamp}\n{body}' }));
  const template = checks['settings']?.details?.find((line) => line.startsWith('TRADECERT_SIGNATURE_TEMPLATE'));
  expect(template).toContain(' {timestamp}\\n{body}, from');
  expect(checks['modify']?.details?.[0]).toBe('by the template {timestamp}\\n{body}; the key is read as utf8');
});

test('a key with white space around it, or cut at a #, is warned of without being shown', async ({ folder }) => {
  await withService({}, async (service) => {
    const own = settingsOf(service);
    expect((await doctor(folder, own)).err).toBe('');
    const spaced = await doctor(folder, { ...own, TRADECERT_SIGNING_KEY: `${service.signingKey} ` });
    expect(spaced.err).toMatch(/^warning: TRADECERT_SIGNING_KEY in the environment begins or ends with white space/);
    const cut = async (line: string): Promise<string> => {
      await writeFile(join(folder, '.env'), `${line}\n`);
      return (await doctor(folder, { ...own, TRADECERT_SIGNING_KEY: undefined })).err;
    };
    expect(await cut('TRADECERT_SIGNING_KEY=canary-with#1')).toBe(
      'warning: TRADECERT_SIGNING_KEY in .env ends before its first #, which begins a comment: where it belongs to the value, quote it\n',
    );
    for (const line of ["TRADECERT_SIGNING_KEY='canary-with#1'", 'TRADECERT_SIGNING_KEY=canary-without # a comment#']) {
      expect(await cut(line)).toBe('');
    }
  });
});

test('a name that is twice in .env, and what Node reads before it, is warned of without its value', async ({
  folder,
}) => {
  await withService({}, async (service) => {
    const said = async (...lines: string[]): Promise<string> => {
      await writeFile(join(folder, '.env'), lines.join('\n'));
      return (await doctor(folder, { ...settingsOf(service), TRADECERT_RATE: undefined })).err;
    };
    expect(await said('TRADECERT_RATE=50', "export TRADECERT_RATE='60'")).toBe(
      'warning: TRADECERT_RATE is in .env more than once, with different values: the last one counts\n',
    );
    expect(await said('NODE_EXTRA_CA_CERTS=/canary.pem')).toBe(
      'warning: NODE_EXTRA_CA_CERTS in .env does nothing, since Node reads it as it starts: set it in the environment of the shell or the CI\n',
    );
    const harmless = [
      ['TRADECERT_RATE=50', 'TRADECERT_RATE="50" # the same'],
      ['TRADECERT_RATE=', 'TRADECERT_RATE=50', '# TRADECERT_RATE=60', 'OTHER=1', 'OTHER=2'],
      // the environment has it, so that none of these counts
      ['TRADECERT_TOKEN=canary-1', 'TRADECERT_TOKEN=canary-2'],
    ];
    for (const lines of harmless) expect(await said(...lines)).toBe('');
  });
});

test('without a base URL, or with a setting that cannot be read, it ends with 2', async ({ folder }) => {
  expect(await doctor(folder, {})).toMatchObject({
    status: 2,
    err: expect.stringMatching(/^There is no base URL[^]*npx tradecert init writes/),
  });
  const { status, err } = await doctor(folder, { TRADECERT_BASE_URL: 'nowhere' });
  expect({ status, err }).toEqual({ status: 2, err: expect.stringContaining('is not a URL') });
});

test('a missing base URL is told once, and not as one of the embedded service', async ({ folder }) => {
  const { status, err } = await doctor(folder, { TRADECERT_ENVIRONMENT: 'staging' });
  expect(status).toBe(2);
  expect(err).toMatch(/^There is no base URL, so there is no service to look at\./);
});

test('a profile that is there and that nothing names is told, before all else', async ({ folder }) => {
  await writeFile(join(folder, 'tradecert.yaml'), 'baseUrl: http://127.0.0.1:1/public/v1\n');
  const { status, err } = await doctor(folder, {});
  expect(status).toBe(2);
  expect(err).toMatch(/^warning: tradecert\.yaml is here, but does not count: .*TRADECERT_PROFILE=tradecert\.yaml/);
  const named = await doctor(folder, { TRADECERT_PROFILE: 'tradecert.yaml' });
  expect(named.err).not.toContain('does not count');
});

test('that the token would travel unencrypted is told once', async ({ folder }) => {
  const env = {
    TRADECERT_BASE_URL: 'http://no-such-host.invalid/public/v1',
    TRADECERT_ENVIRONMENT: 'staging',
    TRADECERT_TOKEN: 'a.token.of-nothing',
    TRADECERT_SIGNING_KEY: 'a-key-for-nothing',
  };
  const { out, err } = await doctor(folder, env);
  expect((out + err).match(/unencrypted/g)).toHaveLength(1);
  expect(err).not.toContain('unencrypted');
});

test('what a service says does not reach the terminal as more than text', async ({ folder }) => {
  const alteration = {
    name: 'escapes',
    does: '',
    apply: () => ({ respond: () => ({ status: 400, headers: [], body: '\x1b[31mred\x07\u202e' }) }),
  };
  await withService({ alterations: [alteration] }, async (service) => {
    const { out } = await doctor(folder, settingsOf(service));
    // eslint-disable-next-line no-control-regex -- control characters are what is looked for
    expect(out).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f\u202e]/);
    expect(out).toContain('red');
  });
});

test('where the token command fails, what needs no token is looked at all the same', async ({ folder }) => {
  await withService({}, async (service) => {
    const env = {
      ...settingsOf(service),
      TRADECERT_TOKEN: undefined,
      TRADECERT_TOKEN_COMMAND: 'echo none >&2; exit 3',
    };
    const { status, out, err } = await doctor(folder, env, '--json');
    const { checks } = JSON.parse(out) as { checks: Check[] };
    const found = Object.fromEntries(checks.map((check) => [check.id, check]));
    expect({ status, err }).toEqual({ status: 1, err: 'token command: none\n' });
    expect(found['token']).toMatchObject({
      ...{ status: 'failed', found: 'the token command ended with status 3' },
      remedy: 'see what it says on standard error, and make it print the token alone',
    });
    expect(found['settings']?.status).toBe('ok');
    expect(found['orders']?.status).toBe('ok');
    expect(found['lookup']).toMatchObject({ status: 'skipped', found: 'not tried: there is no token' });
    expect(found['modify']?.status).toBe('skipped');
    expect(service.requests).toBe(0);
  });
});
