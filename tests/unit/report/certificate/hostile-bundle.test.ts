import { execFileSync } from 'node:child_process';
import { mkdir, readFile, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { parsePrivateKey } from '../../../../src/report/certificate/certificate-key.js';
import {
  addSignature,
  parseEnvelope,
  PAYLOAD_TYPE,
  renderEnvelope,
  type Envelope,
} from '../../../../src/report/certificate/envelope.js';
import { PARTNER, problemsOf, rewrite, test, verified } from './certified-run.js';

interface Statement {
  subject: { name: unknown; digest: unknown; annotations: unknown }[];
  [member: string]: unknown;
}

/** Signs another statement, as a partner who means harm could. */
async function sign(dir: string, change: (statement: Statement) => unknown): Promise<void> {
  const path = join(dir, 'certificate.json');
  const { payload } = parseEnvelope(await readFile(path, 'utf8')) as Envelope;
  const changed = change(JSON.parse(Buffer.from(payload).toString('utf8')) as Statement);
  const text = typeof changed === 'string' ? changed : JSON.stringify(changed, null, 2);
  const envelope = { payloadType: PAYLOAD_TYPE, payload: Buffer.from(text), signatures: [] };
  await writeFile(path, renderEnvelope(addSignature(envelope, parsePrivateKey(PARTNER.privateKey, 'test'))));
}

const said = async (dir: string): Promise<string> => problemsOf(await verified(dir));
const entry = (name: unknown): Statement['subject'][number] => ({
  name,
  digest: { sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' },
  annotations: { bytes: 0 },
});

test('a link is not followed, wherever it leads', async ({ right }) => {
  await rename(join(right, 'index.html'), join(right, '..', 'outside.html'));
  await symlink('../outside.html', join(right, 'index.html'));
  expect(await said(right)).toBe('files: index.html is a link, or no regular file: it was not opened.\n');
  await rm(join(right, '..', 'outside.html'));
  await rm(join(right, 'index.html'));
  await symlink('/', join(right, 'root'));
  expect(await said(right)).toContain('files: root is a link, or no regular file: it was not opened.\n');
});

test('certificate.json and results.json may be no links either', async ({ right, broken }) => {
  for (const name of ['certificate.json', 'results.json']) {
    const path = join(right, name);
    const bytes = await readFile(path);
    await rm(path);
    await symlink(join(broken, name), path);
    expect(await said(right)).toContain(`${name} cannot be read (ELOOP).`);
    await rm(path);
    await writeFile(path, bytes);
  }
});

test('a pipe is not waited for', async ({ right }) => {
  for (const name of ['results.json', 'certificate.json', 'more']) {
    await rm(join(right, name), { force: true });
    execFileSync('mkfifo', [join(right, name)]);
    expect(await said(right)).not.toBe('');
  }
});

for (const name of [
  '../outside.html',
  '/etc/passwd',
  'a/../../outside.html',
  '..\\outside.html',
  './index.html',
  'index.html/',
]) {
  test(`a name leads nowhere: ${name}`, async ({ right }) => {
    await writeFile(join(right, '..', 'outside.html'), '');
    await sign(right, (statement) => ({ ...statement, subject: [...statement.subject, entry(name)] }));
    expect(await said(right)).toContain(`files: ${name} is certified, but is not there.\n`);
    await rm(join(right, '..', 'outside.html'));
  });
}

test('what is no proper entry, or stands twice, is told', async ({ right }) => {
  const wrong = [
    1,
    null,
    {},
    entry(7),
    entry(''),
    { ...entry('a'), digest: { sha256: 'x' } },
    { ...entry('b'), annotations: { bytes: 0.5 } },
  ];
  await sign(right, (statement) => ({ ...statement, subject: [...statement.subject, ...wrong, statement.subject[0]] }));
  const text = await said(right);
  expect(text.match(/names a file without a proper name, size and SHA-256/g)).toHaveLength(wrong.length);
  expect(text).toContain('statement: The certificate names badge.svg twice.');
  await sign(right, (statement) => ({ ...statement, subject: 'all' }));
  expect(await said(right)).toContain('statement: The certificate has no list of files, or one that is too long.');
});

test('a huge file is not read', async ({ right }) => {
  const size = 9 * 1024 ** 3;
  await truncate(join(right, 'index.html'), size);
  expect(await said(right)).toMatch(/^files: index\.html has 9663676416 bytes, and had \d+ when it was certified\.\n$/);
  await sign(right, (statement) => ({
    ...statement,
    subject: statement.subject.map((one) =>
      one.name === 'index.html' ? { ...one, annotations: { bytes: size } } : one,
    ),
  }));
  expect(await said(right)).toContain('files: index.html is too large to be checked.');
});

for (const name of ['certificate.json', 'results.json']) {
  test(`a huge ${name} is not read`, async ({ right }) => {
    await truncate(join(right, name), 9 * 1024 ** 3);
    expect(await said(right)).toContain(`${name} cannot be read (EFBIG).`);
  });
}

test('a statement that is deep, doubled, of another kind or none is told', async ({ right }) => {
  const unreadable = 'statement: The statement in the certificate cannot be read:';
  await sign(right, (statement) => ({ ...statement, predicateType: 'https://slsa.dev/provenance/v1' }));
  expect(await said(right)).toContain('The certificate is no in-toto statement about a test result.');
  await sign(right, (statement) => JSON.stringify(statement).replace('"_type"', '"_type":"x","_type"'));
  expect(await said(right)).toBe(`${unreadable} it names a member twice (/_type).\n`);
  await sign(right, () => '7');
  expect(await said(right)).toBe(`${unreadable} it is no JSON object.\n`);
  await sign(right, () => `${'['.repeat(100_000)}${']'.repeat(100_000)}`);
  expect(await said(right)).toBe(`${unreadable} it is nested more than 200 levels deep.\n`);
});

test('results that are deep, doubled, endless or none are told', async ({ right }) => {
  const original = await readFile(join(right, 'results.json'), 'utf8');
  const put = async (text: string): Promise<string> => {
    await writeFile(join(right, 'results.json'), text);
    return said(right);
  };
  expect(await put('['.repeat(1_000_000))).toContain('results.json is no result of tradecert: it is nested more than');
  expect(await put('{"schemaVersion":1}')).toContain('results.json is no result of tradecert: ');
  expect(await put(`[${'1,'.repeat(2_100_000)}1]`)).toContain(
    'results.json is no result of tradecert: it has more in it than any run.',
  );
  expect(await put(original.replace('"seed"', '"seed": 1, "seed"'))).toContain(
    'results.json names a member twice (/seed).',
  );
});

test('a line without an end is not gathered', async ({ right }) => {
  await rewrite(right, 'exchanges.jsonl', (text) => `${text}${'x'.repeat(9 * 1024 * 1024)}`);
  const { digestFile } = await import('../../../../src/report/certificate/bundle-files.js');
  const { sha256, bytes } = await digestFile(right, 'exchanges.jsonl');
  await sign(right, (statement) => ({
    ...statement,
    subject: statement.subject.map((one) =>
      one.name === 'exchanges.jsonl' ? { ...one, digest: { sha256 }, annotations: { bytes } } : one,
    ),
  }));
  expect(await said(right)).toMatch(/Line \d+ of exchanges\.jsonl cannot be used: it is longer than any exchange\./);
});

test('folders without end are not walked', async ({ right }) => {
  await mkdir(join(right, ...Array<string>(20).fill('deeper')), { recursive: true });
  expect(await said(right)).toBe('files: The folder holds more files, or deeper ones, than a run writes.\n');
});

test('what a bundle says cannot take part in a terminal', async ({ right }) => {
  await writeFile(join(right, '\u001b[2Jgone\u202e'), '');
  const text = await said(right);
  expect(text).toContain('files: \\u001b[2Jgone\\u202e is not named by the certificate');
  await sign(right, (statement) => ({
    ...statement,
    subject: [...statement.subject, entry(`\u001b]0;x\u0007${'y'.repeat(5000)}`)],
  }));
  // eslint-disable-next-line no-control-regex -- the control characters are what is looked for
  expect(await said(right)).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
});

test('there are never more problems than can be read', async ({ right }) => {
  await sign(right, (statement) => ({
    ...statement,
    subject: Array.from({ length: 5000 }, (_, index) => entry(`f${index}`)),
  }));
  const { problems, unlisted } = await verified(right);
  expect(problems).toHaveLength(100);
  expect(unlisted).toBeGreaterThan(4900);
});

test('what is signed but not so is told', async ({ right }) => {
  await sign(right, (statement) => ({
    ...statement,
    predicate: { ...(statement['predicate'] as object), result: 'PASSED' },
  }));
  expect(await said(right)).toBe(
    'statement: The certificate says something else than the results: predicate.result is not what they come to.\n',
  );
});
