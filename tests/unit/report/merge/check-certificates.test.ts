import { appendFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, test as base } from '@playwright/test';
import { parsePrivateKey, parsePublicKey } from '../../../../src/report/certificate/certificate-key.js';
import {
  addSignature,
  parseEnvelope,
  renderEnvelope,
  type Envelope,
} from '../../../../src/report/certificate/envelope.js';
import { checkCertificates } from '../../../../src/report/merge/check-certificates.js';
import { checkShards } from '../../../../src/report/merge/check-shards.js';
import { readRun } from '../../../../src/report/recorded-run.js';
import { certifyShards } from '../../../support/certify-shards.js';
import { forge, OPERATOR, PARTNER, rewrite } from '../certificate/certified-run.js';

const ONLY = { only: ['VER-001', 'LKP-001', 'LKP-002', 'ENV-005'] };
const DAY_MS = 24 * 60 * 60 * 1000;

interface Shards {
  /** Folders of two shards, to be altered. */
  readonly dirs: readonly [string, string];
}

/** Two shards that nobody signed, made once, and copies of them for each test. */
const test = base.extend<Shards, { originals: readonly string[] }>({
  originals: [
    // eslint-disable-next-line no-empty-pattern -- Playwright asks for a pattern
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'tradecert-test-'));
      await use((await certifyShards(folder, 2, {}, ONLY)).map(({ dir }) => dir));
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  dirs: async ({ originals }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'tradecert-test-'));
    for (const dir of originals) await cp(dir, join(folder, basename(dir)), { recursive: true });
    const [first = '', second = ''] = originals.map((dir) => join(folder, basename(dir)));
    await use([first, second]);
    await rm(folder, { recursive: true, force: true });
  },
});

async function checked(
  dirs: readonly string[],
  keys: readonly { readonly publicKey: string }[] = [],
  now = Date.now(),
): Promise<readonly string[]> {
  const shards = checkShards(await Promise.all(dirs.map(readRun)));
  const trusted = keys.map(({ publicKey }) => ({ key: parsePublicKey(publicKey, 'test'), where: 'a.pub' }));
  return checkCertificates(shards, trusted, now);
}

async function signWith(dir: string, ...keys: readonly { readonly privateKey: string }[]): Promise<void> {
  await rewrite(dir, 'certificate.json', (text) =>
    renderEnvelope(
      keys.reduce<Envelope>(
        (envelope, { privateKey }) => addSignature(envelope, parsePrivateKey(privateKey, 'test')),
        parseEnvelope(text) as Envelope,
      ),
    ),
  );
}

// In one worker: each that has a part of them would make the run anew.
test.describe.configure({ mode: 'default' });

test('shards that nobody signed are as certified, and nobody vouches for them', async ({ dirs }) => {
  expect(await checked(dirs)).toEqual([]);
});

test('shards of last year, and of machines whose clocks run ahead, are taken', async ({ dirs }) => {
  expect(await checked(dirs, [], Date.now() + 400 * DAY_MS)).toEqual([]);
  expect(await checked(dirs, [], Date.now() - DAY_MS)).toEqual([]);
});

test('shards that all the same keys signed are taken, whatever is asked for', async ({ dirs }) => {
  for (const dir of dirs) await signWith(dir, PARTNER, OPERATOR);
  expect(await checked(dirs)).toHaveLength(2);
  expect(await checked(dirs, [OPERATOR])).toHaveLength(2);
  expect(await checked(dirs, [OPERATOR, PARTNER])).toHaveLength(2);
});

const altered: readonly (readonly [what: string, file: string, says: RegExp])[] = [
  [
    'a record with a line more',
    'exchanges.jsonl',
    /exchanges\.jsonl has \d+ bytes, and had \d+ when it was certified\./,
  ],
  ['another report', 'index.html', /index\.html has \d+ bytes/],
  ['a certificate with a byte more', 'certificate.json', /its layout was changed/],
  ['a file that came in later', 'more.txt', /more\.txt is not named by the certificate/],
];

for (const [what, file, says] of altered) {
  test(`a shard is refused by name: ${what}`, async ({ dirs }) => {
    await appendFile(join(dirs[1], file), '\n');
    await expect(checked(dirs)).rejects.toThrow(/^Shard 2 of 2 is not as its certificate has it: /);
    await expect(checked(dirs)).rejects.toThrow(says);
  });
}

test('a reason that was altered, which no digest of results covers, is found', async ({ dirs }) => {
  await rewrite(dirs[0], 'results.json', (text) => text.replace('"reason": "', '"reason": "All is well. '));
  await expect(checked(dirs)).rejects.toThrow(/^Shard 1 of 2 is not as its certificate has it: results\.json has/);
});

test('a shard without a certificate is refused', async ({ dirs }) => {
  await rm(join(dirs[0], 'certificate.json'));
  await expect(checked(dirs)).rejects.toThrow(
    'Shard 1 of 2 is not as its certificate has it: There is no certificate.json.',
  );
});

test('results that were altered with their certificate are held against the evidence', async ({ dirs }) => {
  await forge(dirs[0], ({ requests }) => ({ requests: requests + 1 }));
  await expect(checked(dirs)).rejects.toThrow(/^Shard 1 of 2 is not as its certificate has it: /);
});

test('a signature that is asked for must be there, on each of them', async ({ dirs }) => {
  await expect(checked(dirs, [PARTNER])).rejects.toThrow(/^Shard 1 of 2 .*There is no valid signature of [0-9a-f]{64}/);
  await signWith(dirs[0], PARTNER);
  await signWith(dirs[1], OPERATOR);
  await expect(checked(dirs, [PARTNER])).rejects.toThrow(/^Shard 2 of 2 .*There is no valid signature of/);
});

test('a signature that does not hold is found by one who has no key', async ({ dirs }) => {
  for (const dir of dirs) await signWith(dir, PARTNER);
  const path = join(dirs[1], 'certificate.json');
  const text = await readFile(path, 'utf8');
  const at = text.indexOf('"sig": "') + 20;
  await writeFile(path, `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`);
  await expect(checked(dirs)).rejects.toThrow(/^Shard 2 of 2 .*The signature of [0-9a-f]{64} does not hold/);
});

test('among shards that were signed, one that was put in the place of another stands out', async ({ dirs }) => {
  await signWith(dirs[0], PARTNER);
  await expect(checked(dirs)).rejects.toThrow(
    /^Shard 2 of 2 has no signature of the key [0-9a-f]{64}, which signed shard 1\./,
  );
  await signWith(dirs[1], OPERATOR);
  await expect(checked(dirs)).rejects.toThrow(/which signed shard 1\./);
});
