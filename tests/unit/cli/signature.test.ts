import { execFile } from 'node:child_process';
import { createHash, createHmac } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { runCommandLine } from '../../../src/cli/command-line.js';
import type { ShownExchange } from '../../../src/contract/verdict.js';
import { startReferenceService } from '../../../src/mock/reference-service.js';
import { curlCommand } from '../../../src/report/html/curl-command.js';
import { parseHeaderLines } from '../../../src/signature/make-request.js';
import type { SignedRequest } from '../../../src/signature/signed-request.js';
import { headerValue } from '../../../src/wire/headers.js';
import { shellWord } from '../../../src/wire/shell-word.js';
import { decodeKey } from '../../../src/wire/decode-key.js';
import { parseTemplate } from '../../../src/wire/signature-template.js';
import { sign, signingInputOf } from '../../../src/wire/signing.js';
import { KEY, signedOver, TOKEN, unsigned, withSignature } from '../signature/some-requests.js';
import { COMMAND } from '../../support/start-command.js';
import { test } from './temporary-folder.js';

const TEMPLATE = '{method}\\n/orders/modify\\n{timestamp}\\n{body}';
const { request, origin } = signedOver(TEMPLATE);
const BODY = request.body?.toString() ?? '';

async function signature(cwd: string, args: string[], env: Record<string, string> = { TRADECERT_SIGNING_KEY: KEY }) {
  let [out, err] = ['', ''];
  const surroundings = { env, cwd, out: (text: string) => (out += text), err: (text: string) => (err += text) };
  const status = await runCommandLine(['signature', ...args], surroundings);
  expect(out + err).not.toContain(TOKEN);
  expect(out + err).not.toContain(KEY);
  return { status, out, err };
}

const headerFlags = request.headers.map(([name, value]) => `-H ${shellWord(`${name}: ${value}`)}`).join(' ');

function har(status: number): string {
  const entry = {
    startedDateTime: '2023-11-14T22:13:20Z',
    time: 5,
    request: {
      method: 'POST',
      url: origin + request.target,
      headers: request.headers.map(([name, value]) => ({ name, value })),
      postData: { mimeType: 'application/json', text: BODY },
    },
    response: { status, headers: [], content: { size: 0 } },
  };
  return JSON.stringify({ log: { version: '1.2', entries: [entry] } });
}

test('find takes a curl command, a HAR, or headers and body in files, and prints what to set', async ({ folder }) => {
  const url = origin + request.target;
  await writeFile(join(folder, 'a.curl'), `curl ${url} ${headerFlags} --data-raw ${shellWord(BODY)}`);
  await writeFile(join(folder, 'a.har'), har(200));
  await writeFile(join(folder, 'headers'), request.headers.map(([name, value]) => `${name}: ${value}`).join('\r\n'));
  await writeFile(join(folder, 'body'), BODY);
  for (const args of [
    ['--curl', 'a.curl'],
    ['--har', 'a.har'],
    ['--har', 'a.har', '--entry', '1'],
    ['--url', url, '--headers', 'headers', '--body', 'body'],
  ]) {
    const { status, out } = await signature(folder, ['find', ...args]);
    expect(out).toContain(`  TRADECERT_SIGNATURE_TEMPLATE='${TEMPLATE}'\n  TRADECERT_SIGNING_KEY_ENCODING=utf8\n`);
    expect(status).toBe(0);
  }
  const json = await signature(folder, ['find', '--curl', 'a.curl', '--json']);
  expect(JSON.parse(json.out)).toMatchObject({ found: [{ text: TEMPLATE, keyEncoding: 'utf8' }] });
});

test('find --json tells how the signature is written, and shows nothing of it', async ({ folder }) => {
  const signed = headerValue(request.headers, 'x-signature') ?? '';
  for (const [sent, isInCapitals] of [
    [signed, false],
    [signed.toUpperCase(), true],
  ] as const) {
    const flags = headerFlags.replace(signed, sent);
    await writeFile(join(folder, 'a.curl'), `curl ${origin}${request.target} ${flags} --data-raw ${shellWord(BODY)}`);
    const { out } = await signature(folder, ['find', '--curl', 'a.curl', '--json']);
    const shown = JSON.parse(out) as { found: unknown[]; signature: unknown };
    expect(shown.found).not.toEqual([]);
    expect(shown.signature).toEqual({ hash: 'sha512', spelling: 'hexadecimal', isInCapitals });
  }
});

test('a curl command or headers in UTF-16 are told as such', async ({ folder }) => {
  await writeFile(join(folder, 'a'), Buffer.from('\uFEFFcurl http://127.0.0.1/', 'utf16le'));
  for (const args of [
    ['--curl', 'a'],
    ['--url', 'http://127.0.0.1/', '--headers', 'a'],
  ]) {
    const { status, err } = await signature(folder, ['find', ...args]);
    expect([status, err]).toEqual([2, expect.stringContaining('is not in UTF-8: it holds zero bytes')]);
  }
});

test('find ends with 1 where nothing was found', async ({ folder }) => {
  await writeFile(join(folder, 'a.har'), har(200));
  const { status, out } = await signature(folder, ['find', '--har', 'a.har', '--most', '1_000']);
  expect(status).toBe(1);
  expect(out).toContain('No template was found yet; --most N tries more.');
});

test('explain ends with 0 where the signature is the one that was sent, otherwise with 1', async ({ folder }) => {
  await writeFile(join(folder, 'a.har'), har(200));
  const right = await signature(folder, ['explain', '--har', 'a.har', `--signature-template=${TEMPLATE}`]);
  expect(right).toMatchObject({ status: 0, err: '' });
  expect(right.out).toContain('It is the X-Signature of the request.');
  const wrong = await signature(folder, ['explain', '--har', 'a.har', '--json']);
  expect(wrong.status).toBe(1);
  expect(JSON.parse(wrong.out)).toMatchObject({ isSame: false, template: '{timestamp}{method}{target}{body}' });
});

test('explain says where the template is assumed, since none is set', async ({ folder }) => {
  await writeFile(join(folder, 'a.har'), har(200));
  const assumed = await signature(folder, ['explain', '--har', 'a.har']);
  expect(assumed.out).toContain(
    'template   concat: {timestamp}{method}{target}{body}\n' +
      '           assumed, since TRADECERT_SIGNATURE_TEMPLATE is not set\n',
  );
  const set = await signature(folder, ['explain', '--har', 'a.har', '--signature-template=concat']);
  expect(set.out).not.toContain('assumed');
  for (const [args, isTemplateAssumed] of [
    [[], true],
    [['--signature-template=concat'], false],
  ] as const) {
    const { out } = await signature(folder, ['explain', '--har', 'a.har', '--json', ...args]);
    expect(JSON.parse(out)).toMatchObject({ template: '{timestamp}{method}{target}{body}', isTemplateAssumed });
  }
});

/** Explains, by this template, a modify with this X-Signature; as text and as JSON. */
async function explained(folder: string, template: string, given: SignedRequest): Promise<string> {
  const headers = given.request.headers.map(([name, value]) => `${name}: ${value}`).join('\n');
  await writeFile(join(folder, 'headers'), headers);
  await writeFile(join(folder, 'body'), given.request.body ?? '');
  const url = given.origin + given.request.target;
  const args = ['explain', '--url', url, '--headers', 'headers', '--body', 'body', `--signature-template=${template}`];
  return (await signature(folder, args)).out + (await signature(folder, [...args, '--json'])).out;
}

const digestOf = (text: string): string => createHash('sha512').update(text).digest('hex');

test('each SHA-512 of what is no secret is shown, with every step', async ({ folder }) => {
  const template = '{body|sha512}{body|minify|sha512|hex|upper}{({timestamp}{body})|sha512|hex}{body|sha512|hex}';
  const out = await explained(folder, template, signedOver(template));
  const digest = digestOf(BODY);
  expect(out).toContain(`\n    sha512   <${digest}>\n`);
  expect(out).toContain(`\n    upper    ${digestOf(JSON.stringify(JSON.parse(BODY))).toUpperCase()}\n`);
  expect(out).toContain(`[${digestOf(`1700000000${BODY}`)}][${digest}]\n`);
  expect(out).not.toContain('[redacted');
});

test('what has the shape of a signature and is no digest of the request is not shown', async ({ folder }) => {
  const template = '{header:X-Other}{token|sha512|hex}{body}{body|sha512|hex}';
  const [another, inBody] = [digestOf('of another request'), digestOf('of a third one')];
  const given = unsigned([['X-Other', another]], JSON.stringify({ inBody }));
  const { request } = signedOver(template, given);
  const sent = headerValue(request.headers, 'x-signature') ?? '';
  const out = await explained(folder, template, { ...given, request });
  expect(out).toContain('It is the X-Signature of the request.');
  for (const secret of [another, inBody, sent, digestOf(TOKEN)]) expect(out).not.toContain(secret.slice(0, 20));
  expect(out).toContain(digestOf(JSON.stringify({ inBody })));
});

test('a digest that was sent as the signature, or that is the key, is not shown', async ({ folder }) => {
  const digest = digestOf(BODY);
  const asSent = await explained(folder, '{body|sha512|hex}', withSignature(unsigned(), digest.toUpperCase()));
  expect(asSent).not.toContain(digest);
  await writeFile(join(folder, 'headers'), request.headers.map(([name, value]) => `${name}: ${value}`).join('\n'));
  await writeFile(join(folder, 'body'), BODY);
  const args = ['explain', '--url', origin + request.target, '--headers', 'headers', '--body', 'body'];
  const env = { TRADECERT_SIGNING_KEY: digest, TRADECERT_SIGNING_KEY_ENCODING: 'hex' };
  const { out } = await signature(folder, [...args, '--signature-template={body|sha512|hex}{body|sha512}'], env);
  expect(out).not.toContain(digest);
});

test('a line end that an editor put behind the body is left out where nothing comes to the signature with it', async ({
  folder,
}) => {
  const url = origin + request.target;
  await writeFile(join(folder, 'headers'), request.headers.map(([name, value]) => `${name}: ${value}`).join('\n'));
  for (const end of ['\n', '\r\n']) {
    await writeFile(join(folder, 'body'), BODY + end);
    const args = ['find', '--url', url, '--headers', 'headers', '--body', 'body'];
    const { status, out } = await signature(folder, args);
    expect(status).toBe(0);
    expect(out).toMatch(/\nThe signature comes out of\n {2}\{method\}\\n\/orders\/modify\\n\{timestamp\}\\n\{body\} /);
    expect(out).toContain(`a body of ${Buffer.byteLength(BODY)} bytes`);
    expect(out).toContain('\nThe file of the body ends with a line end, which was left out');
    expect(JSON.parse((await signature(folder, [...args, '--json'])).out)).toMatchObject({ withoutLineEnd: true });
  }
});

test('a HAR that was shortened to what is signed is taken', async ({ folder }) => {
  const { log } = JSON.parse(har(200)) as { log: { entries: { request: object }[] } };
  const entries = log.entries.map(({ request }) => ({ request, response: { status: 200 } }));
  await writeFile(join(folder, 'short.har'), JSON.stringify({ log: { entries } }));
  const { status, err } = await signature(folder, ['find', '--har', 'short.har']);
  expect({ status, err }).toEqual({ status: 0, err: '' });
  await writeFile(join(folder, 'none.har'), JSON.stringify({ log: { entries: [{ request: entries[0]?.request }] } }));
  expect((await signature(folder, ['find', '--har', 'none.har'])).err).toContain('entry 1 has no status of an answer');
  expect((await signature(folder, ['find', '--har', 'none.har', '--entry', '1'])).status).toBe(0);
});

test('of the entries of a HAR that are passed over, it is told which and why', async ({ folder }) => {
  const entryOf = (status: number): { request: { headers: unknown[]; postData?: object } } =>
    (JSON.parse(har(status)) as { log: { entries: [{ request: { headers: unknown[] } }] } }).log.entries[0];
  const unsignedOne = entryOf(200);
  unsignedOne.request.headers = [];
  const bodiless = entryOf(200);
  delete bodiless.request.postData;
  const entries = [unsignedOne, ...[400, 401, 401, 401, 401].map(entryOf), bodiless, { response: {} }];
  await writeFile(join(folder, 'a.har'), JSON.stringify({ log: { entries } }));
  const { err } = await signature(folder, ['find', '--har', 'a.har']);
  expect(err).toContain('entry 1 has no X-Signature; entry 2 was answered with status 400; ');
  expect(err).toContain('; each of the entries 3, 4, 5 and 1 more was answered with status 401; ');
  expect(err).toContain('; entry 7 has no whole body; entry 8 is not as it should be: request.');
  expect(err).toContain('to take one of these all the same, give --entry N; otherwise record one');
  const wanted = await signature(folder, ['find', '--har', 'a.har', '--entry', '8']);
  expect(wanted.err).toContain('no entry 8 that can be read: entry 8 is not as it should be: request.');
});

test('wrong usage is told in plain words', async ({ folder }) => {
  await writeFile(join(folder, 'refused.har'), har(400));
  const cases: readonly (readonly [args: string[], message: string])[] = [
    [[], 'What to do with a signature is missing.'],
    [['guess'], 'This cannot be done with a signature.'],
    [['find'], 'A signed request is needed, in one of three forms.'],
    [['find', '--curl', 'no-such-file'], 'The file no-such-file cannot be read (ENOENT).'],
    [['find', '--har', 'refused.har'], 'The file has no signed request that was answered with status 200'],
    [['find', '--har', 'refused.har', '--entry', '9'], 'The file has no entry 9 that can be read.'],
    [['find', '--har', 'refused.har', '--entry', 'x'], 'The entry is no number.'],
    [['find', '--har', 'refused.har', '--body', 'a.json'], 'The flag --body belongs to --url.'],
    [['find', '--har', 'refused.har', '--entry', '1', '--most', 'all'], 'How many signatures are tried at most'],
    [['find', '--har', 'refused.har', '--entry', '1', '--env', 'NOT_SET'], 'The variable NOT_SET is not set.'],
    [['find', '--url', 'http://a/'], 'The headers of the request are missing.'],
  ];
  for (const [args, message] of cases) {
    const { status, err } = await signature(folder, args);
    expect(err, args.join(' ')).toContain(message);
    expect(status, args.join(' ')).toBe(2);
  }
  await writeFile(join(folder, 'a.har'), har(200));
  expect((await signature(folder, ['find', '--har', 'a.har'], {})).err).toContain('There is no signing key.');
});

test('what is wrong with a curl command comes with the name of its file, and nothing of its content', async ({
  folder,
}) => {
  const cases: readonly (readonly [text: string, what: string])[] = [
    ['POST /orders/modify\nAuthorization: Bearer a-secret-of-mine', 'This is no curl command.'],
    ['', 'This is no curl command.'],
    ["curl 'http://a/ -H a-secret-of-mine", 'The curl command has a quote that is never closed.'],
    ['curl -H a-secret-of-mine', 'The curl command has no URL.'],
    ['curl ftp://a-secret-of-mine/', 'The URL of the request is no http or https URL.'],
    ['curl http://a/ -H a-secret-of-mine -d @none.json', 'The file none.json cannot be read (ENOENT).'],
  ];
  for (const [text, what] of cases) {
    await writeFile(join(folder, 'accepted.txt'), text);
    const { status, err } = await signature(folder, ['find', '--curl', 'accepted.txt']);
    expect(err, text).toContain(what);
    expect(err, text).toMatch(/\n {2}where {2}.*accepted\.txt/);
    expect(err, text).not.toContain('a-secret-of-mine');
    expect(status, text).toBe(2);
  }
  expect((await signature(folder, ['find', '--curl', 'none.txt'])).err).toBe(
    'The file none.txt cannot be read (ENOENT).\n  where  --curl none.txt\n  do     check its name\n',
  );
});

test('a curl command in place of its file is told, and not shown', async ({ folder }) => {
  for (const command of ["curl http://a/ -H 'Authorization: Bearer a-secret-of-mine'", 'curl.exe a-secret-of-mine']) {
    const { status, err } = await signature(folder, ['find', '--curl', command]);
    expect(err).toContain('--curl takes the name of a file, and was given a curl command.');
    expect(err).not.toContain('a-secret-of-mine');
    expect(status).toBe(2);
  }
});

test('make prints the headers that a request lacks, and no secret', async ({ folder }) => {
  await writeFile(join(folder, 'body'), BODY);
  const url = origin + request.target;
  const env = { TRADECERT_SIGNING_KEY: KEY, TRADECERT_TOKEN: TOKEN };
  const template = '{method}{token}{nonce}{header:X-Api-Key}{timestamp}{body}';
  const given = ['--url', url, '--body', 'body', '--header', 'X-Api-Key: k', '--signature-template', template];
  const { status, out, err } = await signature(folder, ['make', ...given], env);
  expect([status, err]).toEqual([0, '']);
  const made = parseHeaderLines(out);
  expect(made.map(([name]) => name)).toEqual(['X-Timestamp', 'X-Nonce', 'X-Signature']);
  expect(Math.abs(Number(made[0]?.[1]) - Date.now() / 1_000)).toBeLessThan(60);
  const headers = [['Authorization', `Bearer ${TOKEN}`], ['X-Api-Key', 'k'], ...made.slice(0, -1)] as const;
  const input = signingInputOf({ ...request, headers }, { origin });
  expect(made[2]?.[1]).toBe(sign(parseTemplate(template), decodeKey(KEY, 'utf8'), input));
});

test('make signs the host of the URL where the template covers that header, unless another one is given', async ({
  folder,
}) => {
  const env = { TRADECERT_SIGNING_KEY: KEY };
  const signedWith = async (...more: string[]): Promise<string | undefined> => {
    const given = ['--url', 'http://[::1]:4711/v1', '--signature-template', '{header:Host}', ...more];
    return parseHeaderLines((await signature(folder, ['make', ...given], env)).out).at(-1)?.[1];
  };
  const signatureOf = (host: string): string => createHmac('sha512', KEY).update(host).digest('hex');
  expect(await signedWith()).toBe(signatureOf('[::1]:4711'));
  expect(await signedWith('--header', 'host: other.test')).toBe(signatureOf('other.test'));
});

test('make says which template is assumed where none is set', async ({ folder }) => {
  const { status, out, err } = await signature(folder, ['make', '--url', origin], { TRADECERT_SIGNING_KEY: KEY });
  expect(err).toBe('warning: TRADECERT_SIGNATURE_TEMPLATE is not set: signed by concat, as is assumed\n');
  expect([status, out]).toEqual([0, expect.stringMatching(/^X-Timestamp: \d+\nX-Signature: [0-9a-f]{128}\n$/)]);
});

test('make needs a URL and a key, and prints nothing without them', async ({ folder }) => {
  for (const [args, env, says] of [
    [['--url', origin], {}, 'There is no signing key.'],
    [[], { TRADECERT_SIGNING_KEY: KEY }, 'The URL of the request is missing.'],
    [['--url', 'nothing'], { TRADECERT_SIGNING_KEY: KEY }, 'no http or https URL'],
  ] as const) {
    const { status, out, err } = await signature(folder, ['make', ...args], env);
    expect([status, out]).toEqual([2, '']);
    expect(err).toContain(says);
  }
});

test('the command for curl of a report, run by sh, is answered as the request was', async ({ folder }) => {
  const service = await startReferenceService({
    signatureTemplate: `{timestamp}\\n{method}\\n{target}\\n{token}\\n{body|sha512|hex}`,
  });
  try {
    const order = service.makeOrder({
      ...{ orderTypeCd: 'LIMIT', sideCd: 'BUY', state: 'unfilled' },
      ...{ takeProfit: false, stopLoss: false, trailing: false },
    } as const);
    const shown = {
      ...{
        method: 'POST',
        target: `${new URL(service.baseUrl).pathname}/orders/modify`,
        status: 200,
        exchange: 1,
        durationMs: 1,
      },
      requestHeaders: [
        ['Host', new URL(service.baseUrl).host],
        ['Authorization', 'Bearer [redacted:token]'],
        ['Content-Type', 'application/json'],
        ['X-Timestamp', '1000000000'],
        ['X-Signature', '[redacted:signature]'],
      ],
      ...{ requestBody: JSON.stringify(order), responseHeaders: [], responseBody: '' },
    } as const;
    const answerTo = async (key: string, sent: ShownExchange = shown): Promise<string> => {
      const { signatureTemplate: template, signingKeyEncoding: keyEncoding } = service;
      const made = curlCommand({
        baseUrl: service.baseUrl,
        clause: 'MOD-001',
        shown: sent,
        signature: { template, keyEncoding },
      });
      const command = 'command' in made ? made.command : '';
      const main = COMMAND.map(shellWord).join(' ');
      const script = `npx() { shift 3; ${shellWord(process.execPath)} ${main} "$@"; }; ${command}`;
      const env = {
        PATH: process.env['PATH'],
        TRADECERT_TOKEN: service.token,
        ...(key !== '' && { TRADECERT_SIGNING_KEY: key }),
      };
      const { stdout } = await promisify(execFile)('sh', ['-c', script], { cwd: folder, env }).catch(
        (error: unknown) => error as { stdout: string },
      );
      return stdout;
    };
    expect(await answerTo(service.signingKey)).toMatch(/^HTTP\/1.1 200 [^]*"success":true/);
    const bytes = { ...shown, requestBody: null, requestBase64: Buffer.from(JSON.stringify(order)).toString('base64') };
    expect(await answerTo(service.signingKey, bytes)).toMatch(/^HTTP\/1.1 200 [^]*"success":true/);
    const untimed = shown.requestHeaders.filter(([name]) => name !== 'X-Timestamp');
    expect(await answerTo(service.signingKey, { ...shown, requestHeaders: untimed })).toMatch(/^HTTP\/1.1 400 /);
    expect(await answerTo(`${service.signingKey}0`)).toMatch(/^HTTP\/1.1 400 /);
    expect(await answerTo('')).toBe('');
  } finally {
    await service.close();
  }
});
