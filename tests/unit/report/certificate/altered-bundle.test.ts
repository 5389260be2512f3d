import { appendFile, mkdir, readdir, readFile, rename, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import fc from 'fast-check';
import { parsePrivateKey } from '../../../../src/report/certificate/certificate-key.js';
import {
  addSignature,
  parseEnvelope,
  renderEnvelope,
  type Envelope,
} from '../../../../src/report/certificate/envelope.js';
import { writeRun } from '../../../../src/report/write-run.js';
import { OPERATOR, problemsOf, resultsIn, test, verified } from './certified-run.js';

const unsigned = { keys: [], allowUnsigned: true };

async function filesOf(dir: string): Promise<string[]> {
  return (await readdir(dir)).sort();
}

/** Changes a file for as long as the task takes. */
async function whileChanged(path: string, changed: Buffer, task: () => Promise<void>): Promise<void> {
  const before = await readFile(path);
  await writeFile(path, changed);
  await task();
  await writeFile(path, before);
}

const somewhere = fc.record({
  file: fc.nat(),
  /** Where in the file, as a fraction. */
  at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  mask: fc.integer({ min: 1, max: 255 }),
});

for (const isSigned of [true, false]) {
  const policy = isSigned ? {} : unsigned;
  const what = isSigned ? 'a signed bundle' : 'a bundle that nobody signed';

  test(`any byte of ${what} that is changed is found`, async ({ right }) => {
    if (!isSigned) await writeRun(right, await resultsIn(right));
    const names = await filesOf(right);
    expect(names).toEqual(expect.arrayContaining(['certificate.json', 'results.json', 'exchanges.jsonl', 'badge.svg']));
    await fc.assert(
      fc.asyncProperty(somewhere, async ({ file, at, mask }) => {
        // Every other one in the certificate itself.
        const name = file % 2 === 0 ? 'certificate.json' : (names[file % names.length] ?? '');
        const path = join(right, name);
        const bytes = Buffer.from(await readFile(path));
        const index = Math.floor(at * bytes.length);
        bytes[index] = (bytes[index] ?? 0) ^ mask;
        await whileChanged(path, bytes, async () => {
          const { isValid } = await verified(right, policy);
          expect(isValid, `byte ${index} of ${name}`).toBe(false);
        });
      }),
      { numRuns: 75, seed: 7 },
    );
    expect(problemsOf(await verified(right, policy))).toBe('');
  });
}

for (const [whose, policy] of [
  ['the keys of some', {}],
  ['the key of none', unsigned],
] as const) {
  test(`every byte of several signatures and their keys counts, also to one who has ${whose}`, async ({ right }) => {
    const path = join(right, 'certificate.json');
    const envelope = parseEnvelope(await readFile(path, 'utf8')) as Envelope;
    const text = renderEnvelope(addSignature(envelope, parsePrivateKey(OPERATOR.privateKey, 'test')));
    await writeFile(path, text);
    expect((await verified(right, policy)).isValid).toBe(true);
    for (let index = text.indexOf('"signatures"'); index < text.length; index += 5) {
      const bytes = Buffer.from(text);
      bytes[index] = (bytes[index] ?? 0) ^ (1 << (index % 7));
      await writeFile(path, bytes);
      expect((await verified(right, policy)).isValid, `byte ${index}: ${text.slice(index, index + 10)}`).toBe(false);
    }
  });
}

test('a file that is cut short, lengthened, left out, renamed or added is found', async ({ right }) => {
  for (const name of await filesOf(right)) {
    const path = join(right, name);
    const bytes = await readFile(path);
    const found = async (): Promise<void> => {
      expect((await verified(right)).isValid, name).toBe(false);
      await writeFile(path, bytes);
    };
    for (const length of [0, 1, Math.floor(bytes.length / 2), bytes.length - 1]) {
      await truncate(path, length);
      await found();
    }
    for (const more of ['\n', ' ', '{}', '\0']) {
      await appendFile(path, more);
      await found();
    }
    await rm(path);
    await found();
    await rename(path, `${path}.old`);
    await found();
    await rm(`${path}.old`);
  }
  await writeFile(join(right, 'index2.html'), '');
  expect(problemsOf(await verified(right))).toBe(
    'files: index2.html is not named by the certificate: it came in later.\n',
  );
});

test('files that change places, and lines that change their order, are found', async ({ right }) => {
  const swap = async (one: string, other: string): Promise<void> => {
    await rename(join(right, one), join(right, 'x'));
    await rename(join(right, other), join(right, one));
    await rename(join(right, 'x'), join(right, other));
  };
  await swap('index.html', 'summary.md');
  expect(problemsOf(await verified(right))).toMatch(/index\.html has \d+ bytes[^]*summary\.md has \d+ bytes/);
  await swap('index.html', 'summary.md');

  const path = join(right, 'exchanges.jsonl');
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
  await writeFile(path, `${[...lines.slice(1), lines[0]].join('\n')}\n`);
  expect((await stat(path)).size).toBeGreaterThan(0);
  expect(problemsOf(await verified(right))).toBe(
    'files: exchanges.jsonl was changed after it was certified: its SHA-256 is another one.\n',
  );
});

test('a certificate of another run is none of this one', async ({ right, broken }) => {
  await writeFile(join(broken, 'certificate.json'), await readFile(join(right, 'certificate.json')));
  expect(problemsOf(await verified(broken))).toContain(
    'statement: The certificate says something else than the results: predicate.tradecert.verdict is not what they come to.',
  );
});

test("Playwright's own folders are no part of the bundle, and are named as such", async ({ right }) => {
  expect((await verified(right)).outside).toEqual([]);
  for (const folder of ['playwright', '.playwright', 'playwright-blob']) {
    await mkdir(join(right, folder));
    await writeFile(join(right, folder, 'index.html'), 'anything');
  }
  const verification = await verified(right);
  expect(problemsOf(verification)).toBe('');
  expect(verification.outside).toEqual(['.playwright', 'playwright', 'playwright-blob']);
});

test("what only has the name of Playwright's folder is found", async ({ right }) => {
  await writeFile(join(right, 'playwright'), 'anything');
  await mkdir(join(right, 'stderr', 'playwright'), { recursive: true });
  await writeFile(join(right, 'stderr', 'playwright', 'a.txt'), '');
  await symlink('/', join(right, 'playwright-blob'));
  const verification = await verified(right);
  expect(verification.outside).toEqual([]);
  expect(problemsOf(verification)).toMatch(
    /^files: playwright-blob is a link[^\n]*\nfiles: playwright is not named[^\n]*\nfiles: stderr\/playwright\/a\.txt is not named[^\n]*\n$/,
  );
});

test('what only serves a run as long as it goes on is no part of it, and a link in its place is none of it', async ({
  right,
}) => {
  await writeFile(join(right, 'room.partial'), 'left behind');
  await writeFile(join(right, 'running-12.partial'), '{}');
  expect(problemsOf(await verified(right))).toBe('');
  await writeFile(join(right, 'running-x.partial'), '{}');
  await mkdir(join(right, 'stderr'), { recursive: true });
  await writeFile(join(right, 'stderr', 'room.partial'), '');
  await symlink('results.json', join(right, 'running-13.partial'));
  expect(problemsOf(await verified(right))).toBe(
    'files: running-13.partial is a link, or no regular file: it was not opened.\n' +
      'files: running-x.partial is not named by the certificate: it came in later.\n' +
      'files: stderr/room.partial is not named by the certificate: it came in later.\n',
  );
});
