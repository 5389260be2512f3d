import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, readlink, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { parseProfile } from '../../../src/cli/read-profile.js';
import { checkProfileTarget, writeProfile } from '../../../src/cli/write-profile.js';
import type { Results } from '../../../src/contract/results.js';
import { certifyReference } from '../../support/certify-reference.js';
import { someClause, someResults } from '../report/some-results.js';
import { test } from './temporary-folder.js';

const results: Results = someResults([], {
  questions: [{ id: 'OPN-039', section: '8', question: 'q', observed: 10, pinned: null, drift: false }],
});

test('the answers of a run, pinned, are no drift in a run with another seed', async ({ folder }) => {
  const questions = ['OPN-017', 'OPN-024', 'OPN-032', 'OPN-039', 'OPN-040', 'OPN-041', 'OPN-044'];
  const first = await certifyReference({}, { seed: 1 }, questions);
  expect(await writeProfile('p.yaml', folder, first)).toMatch(/^p\.yaml pins \d+ answers: \d+ new, 0 changed\.$/);
  const profile = parseProfile(await readFile(join(folder, 'p.yaml'), 'utf8'), 'p.yaml');
  const second = await certifyReference({}, { seed: 2, profile }, questions);
  const pinned = second.questions.filter((question) => question.pinned !== null);
  expect(pinned.map(({ id }) => id)).toEqual(expect.arrayContaining(questions));
  expect(pinned.filter(({ drift }) => drift)).toEqual([]);
  expect(await writeProfile('p.yaml', folder, second)).toContain(': 0 new, 0 changed.');
});

test('what may be a fault is pinned with a warning, in the profile too', async ({ folder }) => {
  const broken = { ...results, clauses: [someClause('fail', { id: 'TIM-004' }), someClause('warn')] };
  const warning = /Required clauses do not hold \(TIM-004\): what is pinned may be a fault\./;
  expect(await writeProfile('broken.yaml', folder, broken)).toMatch(
    /^broken\.yaml pins 1 answer: 1 new, 0 changed\.\nwarning: /,
  );
  const text = await readFile(join(folder, 'broken.yaml'), 'utf8');
  expect(text).toMatch(warning);
  expect(parseProfile(text, 'broken.yaml')).toEqual({ pins: { 'OPN-039': 10 } });
  const warned = { ...results, clauses: [someClause('warn'), someClause('pass')] };
  expect(await writeProfile('warned.yaml', folder, warned)).not.toContain('warning');
  expect(await readFile(join(folder, 'warned.yaml'), 'utf8')).not.toMatch(warning);
});

test('a file that is there keeps its place and its mode', async ({ folder }) => {
  await writeFile(join(folder, 'real.yaml'), 'name: x # ours\n');
  await chmod(join(folder, 'real.yaml'), 0o600);
  await symlink('real.yaml', join(folder, 'link.yaml'));
  expect(await writeProfile('link.yaml', folder, results)).toBe('link.yaml pins 1 answer: 1 new, 0 changed.');
  expect(await readlink(join(folder, 'link.yaml'))).toBe('real.yaml');
  expect(await readFile(join(folder, 'real.yaml'), 'utf8')).toBe('name: x # ours\npins:\n  # q\n  OPN-039: 10\n');
  expect((await stat(join(folder, 'real.yaml'))).mode & 0o777).toBe(0o600);
});

test('what is no profile is left as it is', async ({ folder }) => {
  await mkdir(join(folder, 'folder'));
  const files: readonly (readonly [string, string | Uint8Array, string])[] = [
    ['notes.txt', 'Dear all,\nthis is a letter.\n', 'is no profile, and is not written over'],
    ['other.yaml', 'services: { a: 1 }\n', 'is no profile, and is not written over'],
    ['broken.yaml', 'name: [\n', 'is no profile, and is not written over'],
    ['large.yaml', `# ${'x'.repeat(70_000)}\n`, 'larger than 64 KiB'],
    ['latin.yaml', new Uint8Array([0x6e, 0x3a, 0x20, 0xe9, 0x0a]), 'no UTF-8'],
    ['shared.yaml', 'pins:\n  OPN-039: &a { x: 1 }\n  OPN-040: *a\n', 'refers from one place to another'],
  ];
  for (const [name, content, said] of files) {
    await writeFile(join(folder, name), content);
    await expect(writeProfile(name, folder, results), name).rejects.toThrow(said);
    expect(await readFile(join(folder, name)), name).toEqual(Buffer.from(content));
  }
  await expect(checkProfileTarget('folder', folder)).rejects.toThrow('cannot be written (EISDIR)');
  await expect(checkProfileTarget('no/p.yaml', folder)).rejects.toThrow('cannot be written (ENOENT)');
});

test('a link to nothing is refused before anything is sent, and nothing is made where it leads', async ({ folder }) => {
  await mkdir(join(folder, 'shared'));
  await symlink('shared/next.yaml', join(folder, 'link.yaml'));
  await symlink('new.yaml', join(folder, 'shared', 'next.yaml'));
  const said = 'is a link to a file that is not there.';
  await expect(checkProfileTarget('link.yaml', folder)).rejects.toThrow(said);
  await expect(writeProfile('link.yaml', folder, results)).rejects.toThrow(said);
  expect(await readdir(join(folder, 'shared'))).toEqual(['next.yaml']);
  await symlink('round.yaml', join(folder, 'round.yaml'));
  await expect(checkProfileTarget('round.yaml', folder)).rejects.toThrow('cannot be written (ELOOP)');
});

test('a link in the place of the partial file is not written through', async ({ folder }) => {
  await writeFile(join(folder, 'other'), 'precious');
  await symlink('other', join(folder, 'p.yaml.partial'));
  await writeProfile('p.yaml', folder, results);
  expect(await readFile(join(folder, 'other'), 'utf8')).toBe('precious');
  expect(await readFile(join(folder, 'p.yaml'), 'utf8')).toContain('  OPN-039: 10\n');
});

test('a pipe or a device is no profile, and is not waited for', async ({ folder }) => {
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  await expect(checkProfileTarget('pipe', folder)).rejects.toThrow('pipe is no file.');
  await expect(checkProfileTarget('/dev/null', folder)).rejects.toThrow('/dev/null is no file.');
});
