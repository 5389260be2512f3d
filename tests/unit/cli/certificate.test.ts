import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { runCommandLine } from '../../../src/cli/command-line.js';
import { claimRun } from '../../../src/cli/run-claim.js';
import type { Results } from '../../../src/contract/results.js';
import { certifyService } from '../../../src/examine/certify-service.js';
import { startReferenceService } from '../../../src/mock/reference-service.js';
import { writeRun } from '../../../src/report/write-run.js';
import { settingsFor } from '../../support/certify-reference.js';
import { someClause, someResults } from '../report/some-results.js';
import { test } from './temporary-folder.js';

interface Said {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

type Env = Readonly<Record<string, string>>;

/** Runs commands in a folder. */
function shellIn(cwd: string): (args: readonly string[], env?: Env) => Promise<Said> {
  return async (args, env = {}) => {
    const said = { out: '', err: '' };
    const status = await runCommandLine(args, {
      env,
      cwd,
      out: (text) => void (said.out += text),
      err: (text) => void (said.err += text),
    });
    return { status, ...said };
  };
}

/** A run of two clauses in `run`, not signed. */
async function makeRun(folder: string): Promise<string> {
  const service = await startReferenceService();
  const outDir = join(folder, 'run');
  try {
    const settings = settingsFor(service, outDir);
    await writeRun(outDir, await certifyService({ settings, toolVersion: '0.1.0', clauses: ['LKP-001', 'ENV-001'] }));
  } finally {
    await service.close();
  }
  return outDir;
}

test('of a run that did not come to its end, verify and sign say so, and how it goes on', async ({ folder }) => {
  const unended = { ...someResults([someClause('pass')]), verdict: 'incomplete', unfinished: true } as const;
  await writeRun(join(folder, 'run'), { ...unended, plan: { clauses: ['INS-007'], orders: 'none' } });
  rmSync(join(folder, 'run', 'certificate.json'));
  const shell = shellIn(folder);
  await shell(['keygen']);
  const verified = await shell(['verify', 'run', '--allow-unsigned']);
  const signed = await shell(['sign', 'run', '--certificate-key-file', 'certificate-key.pem']);
  for (const { status, out, err } of [verified, signed]) {
    expect(status).toBe(1);
    expect(`${out}${err}`).toContain('The run did not come to its end, and has no certificate before that. ');
    expect(`${out}${err}`).toContain('To go on with it: npx tradecert run --resume run\n');
  }
  expect(verified.out).not.toContain('--allow-unsigned');
});

test('of a run that is still writing, verify and sign say so', async ({ folder }) => {
  const dir = join(folder, 'run');
  await writeRun(dir, someResults([someClause('pass')]));
  rmSync(join(dir, 'certificate.json'));
  const shell = shellIn(folder);
  await shell(['keygen']);
  const claim = claimRun(dir);
  for (const command of [
    ['verify', 'run', '--allow-unsigned'],
    ['sign', 'run', '--certificate-key-file', 'certificate-key.pem'],
  ]) {
    const { status, out, err } = await shell(command);
    expect(status).toBe(1);
    expect(`${out}${err}`, command[0]).toContain('The run goes on: it has a certificate at its end.\n');
  }
  claim.release();
});

test.describe('keygen', () => {
  test('writes a key for its owner alone, and its public half', async ({ folder }) => {
    const { status, out, err } = await shellIn(folder)(['keygen']);
    expect({ status, err }).toEqual({ status: 0, err: '' });
    const key = join(folder, 'certificate-key.pem');
    expect(statSync(key).mode & 0o777).toBe(0o600);
    expect(readFileSync(`${key}.pub`, 'utf8')).toMatch(/^-----BEGIN PUBLIC KEY-----\n/);
    const secret = readFileSync(key, 'utf8').split('\n')[1] ?? '';
    expect(secret).toHaveLength(64);
    expect(out).not.toContain(secret);
  });

  test('prints the id that anybody can compute', async ({ folder }) => {
    const { out } = await shellIn(folder)(['keygen', '--out', 'partner.pem']);
    const spki = (readFileSync(join(folder, 'partner.pem.pub'), 'utf8').split('\n')[1] ?? '').trim();
    const { createHash } = await import('node:crypto');
    expect(out).toContain(`key id       ${createHash('sha256').update(Buffer.from(spki, 'base64')).digest('hex')}\n`);
  });

  for (const taken of ['certificate-key.pem', 'certificate-key.pem.pub']) {
    test(`does not overwrite ${taken}`, async ({ folder }) => {
      writeFileSync(join(folder, taken), 'mine');
      const { status, err } = await shellIn(folder)(['keygen']);
      expect(status).toBe(2);
      expect(err).toContain(`${taken} is there already.`);
      expect(readFileSync(join(folder, taken), 'utf8')).toBe('mine');
      expect(
        existsSync(join(folder, 'certificate-key.pem.pub')) && existsSync(join(folder, 'certificate-key.pem')),
      ).toBe(false);
    });
  }
});

test('a run is signed by a partner and an operator, and verified by both keys', async ({ folder }) => {
  const run = await makeRun(folder);
  const shell = shellIn(folder);
  for (const who of ['partner', 'operator']) await shell(['keygen', '--out', `${who}.pem`]);

  expect(await shell(['verify', 'run'])).toMatchObject({
    status: 1,
    out: expect.stringMatching(
      /The certificate is not signed: nobody vouches for it\.\n[^]*\n {2}not signed: npx tradecert sign DIR signs it; /,
    ),
  });
  const allowed = await shell(['verify', 'run', '--allow-unsigned']);
  expect(allowed).toMatchObject({ status: 0, out: expect.stringContaining('\n  not signed\n') });

  const first = await shell(['sign', 'run', '--certificate-key-file', 'partner.pem']);
  expect(first).toMatchObject({
    status: 0,
    out: expect.stringMatching(/^Signed with the key [0-9a-f]{64}; 1 signature now\.\n$/),
  });
  const unchecked = await shell(['verify', 'run']);
  expect(unchecked).toMatchObject({
    status: 1,
    out: expect.stringMatching(
      /\n {2}to check who signed it: npx tradecert verify DIR --key FILE, where FILE is the public key of who you expect it from[^]*; --allow-unsigned looks at the rest alone\n/,
    ),
  });
  for (const way of [['--key', 'partner.pem.pub'], ['--allow-unsigned']]) {
    const { status, out } = await shell(['verify', 'run', ...way]);
    expect([status, out.includes('to check who signed it')]).toEqual([0, false]);
  }
  const second = await shell(['sign', 'run'], {
    TRADECERT_CERTIFICATE_KEY: readFileSync(join(folder, 'operator.pem'), 'utf8'),
  });
  expect(second).toMatchObject({ status: 0, out: expect.stringContaining('2 signatures now') });

  const both = ['verify', 'run', '--key', 'partner.pem.pub', '--key', 'operator.pem.pub'];
  expect(await shell(both)).toMatchObject({
    status: 0,
    err: '',
    out: expect.stringMatching(/^Valid: the certificate of a run that is conformant with limits, until /),
  });
  expect((await shell(both)).out).toMatch(
    /^ {2}without {2}\d+ clauses: VER-001, VER-002, ENV-002 to 009, LKP-002 to /m,
  );
  const { valid, signed, problems, signatures } = JSON.parse((await shell([...both, '--json'])).out) as Record<
    string,
    unknown
  >;
  expect({ valid, signed, problems }).toEqual({ valid: true, signed: true, problems: [] });
  expect(signatures).toMatchObject([{ state: 'valid' }, { state: 'valid' }]);

  writeFileSync(join(run, 'summary.md'), 'All is well.');
  const broken = await shell(both);
  expect(broken.status).toBe(1);
  expect(broken.out).toMatch(/^Not valid: 1 thing does not hold\.\n {2}files {9}summary\.md has 12 bytes/);
});

test("that Playwright's own report is not certified is in the output", async ({ folder }) => {
  const run = await makeRun(folder);
  const verify = ['verify', 'run', '--allow-unsigned'];
  expect((await shellIn(folder)(verify)).out).not.toContain('not certified');
  mkdirSync(join(run, 'playwright'));
  writeFileSync(join(run, 'playwright', 'index.html'), 'All is well.');
  const { status, out } = await shellIn(folder)(verify);
  expect(status).toBe(0);
  expect(out).toContain("  not certified   playwright/: Playwright's own, which anybody may have changed\n");
  expect(JSON.parse((await shellIn(folder)([...verify, '--json'])).out)).toMatchObject({ outside: ['playwright'] });
});

test('a signature is what openssl takes for one', async ({ folder }) => {
  const run = await makeRun(folder);
  const shell = shellIn(folder);
  await shell(['keygen', '--out', 'key.pem']);
  await shell(['sign', 'run', '--certificate-key-file', 'key.pem']);
  const { payload, payloadType, signatures } = JSON.parse(readFileSync(join(run, 'certificate.json'), 'utf8')) as {
    payload: string;
    payloadType: string;
    signatures: readonly [{ sig: string }];
  };
  const statement = Buffer.from(payload, 'base64');
  const signed = Buffer.concat([
    Buffer.from(`DSSEv1 ${payloadType.length} ${payloadType} ${statement.length} `),
    statement,
  ]);
  writeFileSync(join(folder, 'signed'), signed);
  writeFileSync(join(folder, 'sig'), Buffer.from(signatures[0].sig, 'base64'));
  const check = ['pkeyutl', '-verify', '-pubin', '-inkey', 'key.pem.pub', '-rawin', '-in', 'signed', '-sigfile', 'sig'];
  expect(execFileSync('openssl', check, { cwd: folder, encoding: 'utf8' })).toContain(
    'Signature Verified Successfully',
  );
});

test.describe('nothing is signed', () => {
  test('that does not hold', async ({ folder }) => {
    const run = await makeRun(folder);
    const shell = shellIn(folder);
    await shell(['keygen']);
    const before = readFileSync(join(run, 'certificate.json'), 'utf8');
    writeFileSync(join(run, 'summary.md'), 'All is well.');
    const { status, err } = await shell(['sign', 'run', '--certificate-key-file', 'certificate-key.pem']);
    expect(status).toBe(1);
    expect(err).toMatch(/^Not signed: what the certificate says does not hold\.\n {2}files /);
    expect(readFileSync(join(run, 'certificate.json'), 'utf8')).toBe(before);
  });

  test('twice with one key, or without one', async ({ folder }) => {
    await makeRun(folder);
    const shell = shellIn(folder);
    await shell(['keygen']);
    const sign = ['sign', 'run', '--certificate-key-file', 'certificate-key.pem'];
    await shell(sign);
    expect(await shell(sign)).toMatchObject({
      status: 2,
      err: expect.stringMatching(/has a signature of this key\.[^]*sign with another key/),
    });
    expect(await shell(['sign', 'run'])).toMatchObject({
      status: 2,
      err: expect.stringContaining('There is no key to sign with.'),
    });
  });
});

const usage: readonly (readonly [args: readonly string[], says: string])[] = [
  [['verify'], 'The DIR is missing.'],
  [['verify', 'nowhere'], 'nowhere is no folder.'],
  [['verify', '.', '--key', 'nowhere.pub'], 'nowhere.pub cannot be read (ENOENT).'],
  [['verify', '.', '--key', 'certificate-key.pem'], 'The certificate key is a private one.'],
  [['sign', 'nowhere', '--certificate-key-file', 'certificate-key.pem'], 'cannot be read (ENOENT).'],
  [['sign', '.', '--certificate-key-file', 'certificate-key.pem.pub'], 'The certificate key is a public one.'],
];

for (const [args, says] of usage) {
  test(`wrong usage: ${args.join(' ')}`, async ({ folder }) => {
    await shellIn(folder)(['keygen']);
    const { status, err, out } = await shellIn(folder)(args);
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).toContain(says);
  });
}

test('a run without a certificate is not valid, nor is a certificate without its run', async ({ folder }) => {
  await writeRun(join(folder, 'run'), someResults([someClause('pass')]));
  const verify = (): Promise<Said> => shellIn(folder)(['verify', 'run', '--allow-unsigned']);
  const certificate = readFileSync(join(folder, 'run', 'certificate.json'));
  rmSync(join(folder, 'run', 'certificate.json'));
  expect(await verify()).toMatchObject({
    status: 1,
    out: expect.stringContaining('There is no certificate.json.'),
  });
  rmSync(join(folder, 'run', 'results.json'));
  writeFileSync(join(folder, 'run', 'certificate.json'), certificate);
  expect(await verify()).toMatchObject({ status: 1, out: expect.stringContaining('results.json cannot be read') });
});

test('to verify a folder that holds no run is wrong usage', async ({ folder }) => {
  for (const args of [
    ['verify', '.', '--allow-unsigned'],
    ['verify', '.', '--json'],
  ]) {
    const { status, out, err } = await shellIn(folder)(args);
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).toMatch(/^The folder \S+ holds no run: it has no results\.json\.\n/);
  }
  writeFileSync(join(folder, 'exchanges.jsonl'), '');
  const { status, err } = await shellIn(folder)(['verify', '.']);
  expect(status).toBe(2);
  expect(err).toContain('Nothing had been judged yet when the run ended');
});

test('a certificate that has run out is told from a broken one, and asked for a day on which it held', async ({
  folder,
}) => {
  const run = await makeRun(folder);
  const shell = shellIn(folder);
  const verify = ['verify', 'run', '--allow-unsigned'];
  const expired = await shell([...verify, '--at', '2999-01-01']);
  expect(expired).toMatchObject({ status: 3, err: '' });
  expect(expired.out).toMatch(
    /^Expired: the certificate held until \d{4}-\d\d-\d\d; everything else holds\.\n {2}service /,
  );
  expect(JSON.parse((await shell([...verify, '--at', '2999-01-01', '--json'])).out)).toMatchObject({
    valid: false,
    expired: true,
    problems: [{ check: 'expiry' }],
  });
  const today = new Date().toISOString();
  for (const at of [today.slice(0, 10), today])
    expect(await shell([...verify, '--at', at])).toMatchObject({ status: 0 });
  for (const at of ['tomorrow', '2026-02-30', '2026-13-01', '2026-01-01T25:00:00Z', '1e9', '']) {
    expect(await shell([...verify, `--at=${at}`]), at).toMatchObject({ status: 2 });
  }
  writeFileSync(join(run, 'summary.md'), 'All is well.');
  expect((await shell([...verify, '--at', '2999-01-01'])).status).toBe(1);
});

test.describe('report', () => {
  const SIGNING = ['--certificate-key-file', 'certificate-key.pem'];

  test('signs what has no signature, keeps one that holds, and says which', async ({ folder }) => {
    const run = await makeRun(folder);
    const shell = shellIn(folder);
    await shell(['keygen']);
    const certificate = (): string => readFileSync(join(run, 'certificate.json'), 'utf8');
    const unsigned = certificate();
    expect((await shell(['report', 'run'])).out).toContain('certificate: kept as it was, not signed\n');
    expect(certificate()).toBe(unsigned);
    const first = await shell(['report', 'run', ...SIGNING]);
    expect(first).toMatchObject({
      status: 0,
      out: expect.stringMatching(/certificate: signed with the key [0-9a-f]{64}\n/),
    });
    const signed = certificate();
    expect((await shell(['report', 'run'])).out).toMatch(
      /certificate: kept as it was, with 1 signature: [0-9a-f]{64}\n/,
    );
    expect(certificate()).toBe(signed);
    writeFileSync(join(run, 'index.html'), 'made by an earlier version');
    expect((await shell(['report', 'run'])).err).toContain('The certificate of this run is signed');
    expect((await shell(['report', 'run', ...SIGNING])).status).toBe(0);
    expect((await shell(['verify', 'run', '--key', 'certificate-key.pem.pub'])).status).toBe(0);
  });

  for (const [what, change] of [
    ['another digest', (text: string) => text.replace(/"digest": "[0-9a-f]{4}/, '"digest": "0000')],
    [
      'more requests than were recorded',
      (text: string) => text.replace(/^ {2}"requests": (\d+)/m, '  "requests": 1$1'),
    ],
  ] as const) {
    test(`does not sign results with ${what}, certified or not, and says so`, async ({ folder }) => {
      const run = await makeRun(folder);
      const shell = shellIn(folder);
      await shell(['keygen']);
      const path = join(run, 'results.json');
      writeFileSync(path, change(readFileSync(path, 'utf8')));
      for (const args of [
        ['report', 'run', ...SIGNING],
        ['report', 'run'],
        ['report', 'run', '--out', 'other'],
      ]) {
        const { status, err } = await shell(args);
        expect(status).toBe(2);
        expect(err).toMatch(/The run is not as its certificate has it: results\.json /);
      }
      await writeRun(run, JSON.parse(readFileSync(path, 'utf8')) as Results);
      const { status, out, err } = await shell(['report', 'run', ...SIGNING]);
      expect(status).toBe(1);
      expect(out).toContain('certificate: not signed, since it does not hold\n');
      expect(err).toMatch(/^What the certificate says does not hold:\n {2}(verdict|evidence) /);
      expect(JSON.parse(readFileSync(join(run, 'certificate.json'), 'utf8'))).toMatchObject({ signatures: [] });
    });
  }

  test('takes no record that was altered after its run, whatever it would be signed with', async ({ folder }) => {
    const run = await makeRun(folder);
    const shell = shellIn(folder);
    await shell(['keygen']);
    await shell(['report', 'run', ...SIGNING]);
    const record = join(run, 'exchanges.jsonl');
    const before = readFileSync(record, 'utf8');
    const certificate = readFileSync(join(run, 'certificate.json'), 'utf8');
    writeFileSync(record, before.replace('"LKP-001"', '"LKP-002"'));
    for (const more of [[], SIGNING, [...SIGNING, '--out', 'other']]) {
      const { status, err } = await shell(['report', 'run', ...more]);
      expect(status).toBe(2);
      expect(err).toContain('exchanges.jsonl was changed after it was certified: its SHA-256 is another one.');
    }
    rmSync(record);
    expect((await shell(['report', 'run'])).err).toContain('exchanges.jsonl is certified, but is not there.');
    expect(existsSync(join(folder, 'other'))).toBe(false);
    expect(readFileSync(join(run, 'certificate.json'), 'utf8')).toBe(certificate);
    writeFileSync(record, before);
    expect((await shell(['report', 'run', '--out', 'other', ...SIGNING])).status).toBe(0);
    expect((await shell(['verify', 'other', '--key', 'certificate-key.pem.pub'])).status).toBe(0);
  });

  test('says whose signatures are lost where the files are others, and takes no orders that were altered', async ({
    folder,
  }) => {
    const run = await makeRun(folder);
    const shell = shellIn(folder);
    for (const who of ['partner', 'operator']) await shell(['keygen', '--out', `${who}.pem`]);
    const PARTNER = ['--certificate-key-file', 'partner.pem'];
    writeFileSync(join(run, 'orders.jsonl'), '{"orderNo":"1","orderDateTime":"2026-01-01T00:00:00Z"}\n');
    await writeRun(run, JSON.parse(readFileSync(join(run, 'results.json'), 'utf8')) as Results);
    expect(await shell(['report', 'run', ...PARTNER])).toMatchObject({ status: 0, err: '' });
    await shell(['sign', 'run', '--certificate-key-file', 'operator.pem']);
    expect(await shell(['report', 'run', ...PARTNER])).toMatchObject({ status: 0, err: '' });

    writeFileSync(join(run, 'index.html'), 'made by an earlier version');
    const { status, err } = await shell(['report', 'run', ...PARTNER]);
    expect(status).toBe(0);
    expect(err).toMatch(
      /^warning: the certificate had a signature of the key [0-9a-f]{64}, which was about the files as they were: have it signed again with npx tradecert sign DIR\n$/,
    );
    expect((await shell(['verify', 'run', '--key', 'partner.pem.pub'])).status).toBe(0);
    expect((await shell(['verify', 'run', '--key', 'operator.pem.pub'])).status).toBe(1);

    writeFileSync(join(run, 'orders.jsonl'), '');
    expect(await shell(['report', 'run', ...PARTNER])).toMatchObject({
      status: 2,
      err: expect.stringContaining('The run is not as its certificate has it: orders.jsonl'),
    });
  });

  test('holds a run against the keys that are named', async ({ folder }) => {
    await makeRun(folder);
    const shell = shellIn(folder);
    for (const who of ['partner', 'operator']) await shell(['keygen', '--out', `${who}.pem`]);
    await shell(['sign', 'run', '--certificate-key-file', 'partner.pem']);
    expect((await shell(['report', 'run', '--key', 'partner.pem.pub'])).status).toBe(0);
    expect(await shell(['report', 'run', '--key', 'operator.pem.pub'])).toMatchObject({
      status: 2,
      err: expect.stringMatching(/There is no valid signature of [0-9a-f]{64} \(operator\.pem\.pub\)/),
    });
  });

  test('takes a run without a certificate, and signs none unseen', async ({ folder }) => {
    const run = await makeRun(folder);
    const shell = shellIn(folder);
    await shell(['keygen']);
    rmSync(join(run, 'certificate.json'));
    const refused = await shell(['report', 'run', ...SIGNING]);
    expect(refused).toMatchObject({ status: 2, err: expect.stringContaining('nothing is signed unseen') });
    expect(existsSync(join(run, 'certificate.json'))).toBe(false);
    const { status, err } = await shell(['report', 'run']);
    expect(status).toBe(0);
    expect(err).toMatch(
      /^warning: .*run has no certificate: nothing tells whether what its record does not show is as its run wrote it\n$/,
    );
    expect((await shell(['sign', 'run', ...SIGNING])).status).toBe(0);
  });

  test('warns of a private key that others can read, and of no other', async ({ folder }) => {
    await makeRun(folder);
    const shell = shellIn(folder);
    await shell(['keygen']);
    chmodSync(join(folder, 'certificate-key.pem'), 0o644);
    expect((await shell(['report', 'run', ...SIGNING])).err).toBe(
      'warning: the private key in certificate-key.pem can be read by others: chmod 600 keeps it to its owner\n',
    );
    chmodSync(join(folder, 'certificate-key.pem'), 0o600);
    expect((await shell(['report', 'run', ...SIGNING])).err).toBe('');
  });
});

test('a key that is given twice, or cannot be read, is told before anything is sent', async ({ folder }) => {
  const shell = shellIn(folder);
  await shell(['keygen']);
  const pem = readFileSync(join(folder, 'certificate-key.pem'), 'utf8');
  const file = { TRADECERT_CERTIFICATE_KEY_FILE: 'certificate-key.pem' };
  expect((await shell(['run'], { ...file, TRADECERT_CERTIFICATE_KEY: pem })).err).toContain(
    'The certificate key is given twice.',
  );
  chmodSync(join(folder, 'certificate-key.pem'), 0o600);
  writeFileSync(join(folder, 'wrong.pem'), 'hunter2');
  const wrong = await shell(['run', '--certificate-key-file', 'wrong.pem'], file);
  expect(wrong).toMatchObject({
    status: 2,
    err: expect.stringContaining('The certificate key cannot be read.'),
  });
  expect(wrong.err).not.toContain('hunter2');
  expect((await shell(['run', '--certificate-days', '0'], file)).err).toContain('does not hold for that many days');
});
