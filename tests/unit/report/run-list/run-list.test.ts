import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { refreshRunList } from '../../../../src/cli/refresh-run-list.js';
import { loadCatalogue } from '../../../../src/contract/catalogue.js';
import type { Results } from '../../../../src/contract/results.js';
import {
  generateCertificateKey,
  keyIdOf,
  parsePrivateKey,
} from '../../../../src/report/certificate/certificate-key.js';
import {
  addSignature,
  PAYLOAD_TYPE,
  renderEnvelope,
  type Envelope,
} from '../../../../src/report/certificate/envelope.js';
import { newestFolders } from '../../../../src/report/run-list/newest-folders.js';
import { keptRun } from '../../../../src/report/run-list/read-kept-runs.js';
import { renderRunList } from '../../../../src/report/run-list/render-run-list.js';
import { writeRunList } from '../../../../src/report/run-list/write-run-list.js';
import { withFolder } from '../../../support/certify-reference.js';
import { HOSTILE, someClause, someResults } from '../some-results.js';

async function keep(reports: string, path: string, results: unknown): Promise<void> {
  await mkdir(join(reports, path), { recursive: true });
  await writeFile(join(reports, path, 'results.json'), JSON.stringify(results));
}

const at = (day: number, ...clauses: Parameters<typeof someResults>[0]): Results =>
  someResults(clauses, { startedAt: `2026-11-0${day}T10:00:00.000Z` });

function rowsOf(page: string): string[] {
  const text = page.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
  return [...text.matchAll(/(?:non-conformant|conformant|incomplete) .*?(?:the first one|newly broken|mended)/g)].map(
    ([row]) => row,
  );
}

test('the runs of a folder are listed, the newest first, with what changed since the one before', async () => {
  await withFolder(async (reports) => {
    await keep(reports, 'one', at(1, someClause('pass'), someClause('fail', { id: 'INS-008' })));
    await keep(reports, 'two', at(3, someClause('fail')));
    await keep(reports, 'three', at(2, someClause('pass'), someClause('pass', { id: 'INS-008' })));
    await writeFile(join(reports, 'two', 'index.html'), '<!doctype html>');
    const { runs } = await writeRunList(reports);
    expect(runs.map(({ path }) => path)).toEqual([['two'], ['three'], ['one']]);
    const page = await readFile(join(reports, 'index.html'), 'utf8');
    expect(rowsOf(page).map((row) => /(\d+ passed .*)$/.exec(row)?.[1])).toEqual([
      '0 passed 1 newly broken',
      '2 passed 1 mended',
      '1 passed the first one',
    ]);
    expect([...page.matchAll(/ href="([^#"]*)"/g)].map(([, href]) => href)).toEqual(['two/index.html']);
    expect(page).toContain('aria-label="Broken clauses, the oldest run first: 1, 0, 1"');
    expect((await writeRunList(reports)).runs).toHaveLength(3);
  });
});

test('each subject has a trend of its own; reference services that runs start are one', async () => {
  await withFolder(async (reports) => {
    const service = (port: number, embedded: boolean): Results => {
      const plan = { clauses: [], orders: 'url', ...(embedded && { embedded: true as const }) } as const;
      return someResults([someClause('pass')], {
        subject: { role: 'service', baseUrl: `http://127.0.0.1:${port}/public/v1` },
        plan,
      });
    };
    await keep(reports, 'a', service(1, true));
    await keep(reports, 'b', service(2, true));
    await keep(reports, 'c', service(3, false));
    await keep(reports, 'd/client', { ...service(3, false), subject: { role: 'client', baseUrl: 'http://x/v1' } });
    await keep(reports, 'd/service', { ...service(3, false), basis: 'observed traffic' });
    const { runs, leftOut } = await writeRunList(reports);
    expect(leftOut).toEqual([]);
    expect(runs).toHaveLength(5);
    expect(new Set(runs.map(({ series }) => series)).size).toBe(4);
    expect(runs.filter(({ subject }) => subject === 'the reference service')).toHaveLength(2);
  });
});

test('a run is held against the last one that put as much to the test', async () => {
  await withFolder(async (reports) => {
    const readOnly = { readOnly: true } as const;
    await keep(reports, 'full-1', at(1, someClause('fail'), someClause('pass', { id: 'INS-008' })));
    await keep(reports, 'read-1', {
      ...at(2, someClause('unverified'), someClause('pass', { id: 'INS-008' })),
      ...readOnly,
    });
    await keep(reports, 'full-2', at(3, someClause('fail'), someClause('fail', { id: 'INS-008' })));
    await keep(reports, 'read-2', {
      ...at(4, someClause('unverified'), someClause('fail', { id: 'INS-008' })),
      ...readOnly,
    });
    await writeRunList(reports);
    const page = await readFile(join(reports, 'index.html'), 'utf8');
    const told = [...page.matchAll(/data-label="Since the last like it">([^<]*)/g)].map(([, text]) => text);
    expect(told).toEqual(['1 newly broken', '1 newly broken', 'the first one like it', 'the first one']);
    expect(page).toContain('<code>full-2</code>');
    expect(page).toContain('standard, read-only');
  });
});

test('a run whose report was made again elsewhere is one run', async () => {
  await withFolder(async (reports) => {
    await keep(reports, 'a', at(1, someClause('fail')));
    await keep(reports, 'again', at(1, someClause('fail')));
    await keep(reports, 'b', at(2, someClause('fail')));
    const { runs } = await writeRunList(reports);
    expect(runs).toHaveLength(2);
    expect(runs.find(({ startedAt }) => startedAt.startsWith('2026-11-01'))?.alsoIn).toHaveLength(1);
    expect(await readFile(join(reports, 'index.html'), 'utf8')).toMatch(/<code>(a|again)<\/code> and (a|again)</);
  });
});

test('what is damaged, foreign or leads elsewhere is left out and said', async () => {
  await withFolder(async (reports) => {
    await withFolder(async (elsewhere) => {
      await keep(elsewhere, 'secret', someResults([someClause('pass')]));
      await keep(reports, 'good', someResults([someClause('pass')]));
      await keep(reports, 'foreign', { a: 1 });
      await keep(reports, 'folder/results.json', {});
      await mkdir(join(reports, 'empty'));
      await mkdir(join(reports, 'linked'));
      await mkdir(join(reports, 'cut'));
      await writeFile(join(reports, 'cut', 'results.json'), '{"schema');
      await writeFile(join(reports, 'README.md'), '');
      await symlink(join(elsewhere, 'secret'), join(reports, 'link'));
      await symlink(join(elsewhere, 'secret', 'results.json'), join(reports, 'linked', 'results.json'));
      const { runs, leftOut } = await writeRunList(reports);
      expect(runs.map(({ path }) => path)).toEqual([['good']]);
      const why = Object.fromEntries(leftOut.map((left) => [left.folder, left.why]));
      const { foreign, ...others } = why;
      expect(foreign).toContain('it is no result of tradecert');
      expect(others).toEqual({
        cut: 'it is no JSON',
        empty: 'it has no results.json',
        folder: 'its results.json is no file of a size that is read',
        linked: 'its results.json is no file of a size that is read',
      });
      const page = await readFile(join(reports, 'index.html'), 'utf8');
      for (const folder of Object.keys(why)) expect(page).toContain(`<code>${folder}</code>`);
      expect(page).not.toContain(reports);
    });
  });
});

test('keys are named as the certificate of a run has them, unchecked, and a damaged one names none', async () => {
  const bare: Envelope = { payloadType: PAYLOAD_TYPE, payload: Buffer.from('{}'), signatures: [] };
  const keys = [generateCertificateKey(), generateCertificateKey()].map(({ privateKey }) =>
    parsePrivateKey(privateKey, 'a'),
  );
  const signed = keys.reduce(addSignature, bare);
  const certificates = [renderEnvelope(signed), renderEnvelope(bare), '{', null];
  await withFolder(async (reports) => {
    for (const [index, text] of certificates.entries()) {
      await keep(reports, `run-${index}`, at(4 - index, someClause('pass')));
      if (text !== null) await writeFile(join(reports, `run-${index}`, 'certificate.json'), text);
    }
    const { runs } = await writeRunList(reports);
    expect(runs.map(({ signers }) => signers)).toEqual([keys.map(keyIdOf), [], null, null]);
    const page = (await readFile(join(reports, 'index.html'), 'utf8')).replaceAll(/<[^>]*>/g, '');
    const [first] = signed.signatures;
    expect(page).toContain(`signed, it says, by ${first?.keyId.slice(0, 12) ?? ''} and 1 other`);
    expect(page.match(/not signed/g)).toHaveLength(1);
  });
});

test('no text of a run becomes markup, and names of folders lead nowhere else', () => {
  const results = someResults([someClause('fail', { id: HOSTILE })], {
    subject: { role: 'service', baseUrl: HOSTILE },
    startedAt: HOSTILE,
  });
  const path = ['java"script:<b>', '%2e%2e?#'];
  const runs = [keptRun(results, path, true, [HOSTILE, '']), keptRun(results, ['x'], true, ['', HOSTILE])];
  const page = renderRunList({ runs, leftOut: [{ folder: HOSTILE, why: HOSTILE }], older: 7 });
  const tags = new Set([...page.matchAll(/<([a-z0-9]+)/gi)].map(([, tag]) => tag?.toLowerCase()));
  for (const tag of ['script', 'img', 'link', 'iframe', 'object', 'form', 'b>']) expect([...tags]).not.toContain(tag);
  expect(page.replaceAll(/="[^"]*"/g, '=""')).not.toMatch(/<[^>]*\s(?:on\w+|src|style)=/i);
  expect([...page.matchAll(/ href="([^#"]*)"/g)].map(([, href]) => href)).toEqual([
    'java%22script%3A%3Cb%3E/%252e%252e%3F%23/index.html',
    'x/index.html',
  ]);
  // eslint-disable-next-line no-control-regex -- the control characters are what is looked for
  expect(page).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/);
  expect(page).toContain('7 older folders, which were not looked into');
  const [, style = ''] = /<style>(.*?)<\/style>/s.exec(page) ?? [];
  expect(page).toContain(`style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`);
});

test('a page of somebody else is not written over', async () => {
  await withFolder(async (reports) => {
    await writeFile(join(reports, 'index.html'), '<h1>Mine</h1>');
    await expect(writeRunList(reports)).rejects.toThrow('is none of ours');
    expect(await readFile(join(reports, 'index.html'), 'utf8')).toBe('<h1>Mine</h1>');
  });
});

test('the list is written after runs below the default folder only, and spoils none', async () => {
  await withFolder(async (cwd) => {
    await keep(cwd, 'reports/run', someResults([someClause('pass')]));
    const warnings: string[] = [];
    const refresh = (dir: string): Promise<void> => refreshRunList(join(cwd, dir), cwd, (text) => warnings.push(text));
    await refresh('elsewhere');
    await expect(readFile(join(cwd, 'reports', 'index.html'))).rejects.toThrow('ENOENT');
    await refresh('reports/run');
    expect(await readFile(join(cwd, 'reports', 'index.html'), 'utf8')).toContain('1 run of 1 subject');
    expect(warnings).toEqual([]);
    await writeFile(join(cwd, 'reports', 'index.html'), 'mine');
    await refresh('reports/run');
    expect(warnings).toEqual([expect.stringMatching(/^warning: .* is none of ours/)]);
  });
});

test('a good verdict on less than the whole is not listed as one on all of it', () => {
  const of = (different: Partial<Results>): string =>
    /<span class="word pass">.*?<\/svg> ([^<]*)<\/span>/.exec(
      renderRunList({
        runs: [keptRun(someResults([someClause('pass')], { verdict: 'conformant', ...different }), ['a'], false)],
        leftOut: [],
        older: 0,
      }),
    )?.[1] ?? '';
  const plan = { clauses: ['INS-007'], orders: 'url' } as const;
  expect(of({ plan: { ...plan, shard: { index: 1, of: 3 } } })).toBe('conformant in shard 1/3');
  expect(of({ depth: 'smoke' })).toBe('conformant with limits');
  expect(of({ plan: { ...plan, embedded: true } })).toBe('conformant with limits');
  const clauses = loadCatalogue().map(({ id, kind, role }) => someClause('pass', { id, kind, role }));
  expect(of({ clauses })).toBe('conformant');
});

test.describe('of more folders than are read', () => {
  const DAY_MS = 24 * 60 * 60 * 1000;
  const FIRST = Date.UTC(2026, 0, 1);

  /** One run a day, the newest of them changed first and the oldest last. */
  async function keepMany(reports: string, count: number): Promise<void> {
    for (let day = 0; day < count; day += 1) {
      const name = `run-${day}`;
      const results = someResults([someClause('pass')], { startedAt: new Date(FIRST + day * DAY_MS).toISOString() });
      await mkdir(join(reports, name));
      await writeFile(join(reports, name, 'results.json'), JSON.stringify(results, null, day % 2 === 0 ? 2 : 0));
      await utimes(join(reports, name), 2_000_000_000 - day, 2_000_000_000 - day);
    }
  }

  test('those whose runs began last are, whatever was changed last', async () => {
    await withFolder(async (reports) => {
      await keepMany(reports, 303);
      const { runs, older } = await writeRunList(reports);
      expect(older).toBe(3);
      expect(runs.map(({ path }) => path[0])).toEqual(Array.from({ length: 300 }, (_, at) => `run-${302 - at}`));
    });
  });

  test('neither what is no run nor a moment to come keeps a run from being read', async () => {
    await withFolder(async (reports) => {
      await keepMany(reports, 2);
      for (let at = 0; at < 305; at += 1) await mkdir(join(reports, `empty-${at}`));
      await mkdir(join(reports, 'piped'));
      execFileSync('mkfifo', [join(reports, 'piped', 'results.json')]);
      await symlink('/dev/zero', join(reports, 'empty-1', 'results.json'));
      const later = { ...someResults([someClause('pass')]), startedAt: '9999-01-01T00:00:00.000Z' };
      await keep(reports, 'later/client', later);
      await utimes(join(reports, 'later', 'client', 'results.json'), FIRST / 1000, FIRST / 1000);
      expect((await newestFolders(reports, 300)).slice(0, 3)).toEqual(['run-1', 'run-0', 'later']);
      expect((await writeRunList(reports)).runs).toHaveLength(3);
    });
  });

  test('a subject that calls itself by the name of a member says nothing of when it was certified', async () => {
    await withFolder(async (reports) => {
      const baseUrl = 'http://x/\n  "startedAt": "2026-06-01T00:00:00.000Z",{"startedAt":"2026-06-01T00:00:00.000Z"';
      const hostile = someResults([someClause('pass')], {
        subject: { role: 'service', baseUrl },
        startedAt: '2026-02-01T00:00:00.000Z',
      });
      await keep(reports, 'flat', hostile);
      await mkdir(join(reports, 'indented'));
      await writeFile(join(reports, 'indented', 'results.json'), JSON.stringify(hostile, null, 2));
      await keep(reports, 'newer', someResults([someClause('pass')], { startedAt: '2026-03-01T00:00:00.000Z' }));
      expect((await newestFolders(reports, 0))[0]).toBe('newer');
    });
  });
});

test('a clause that a run did not judge is neither mended nor newly broken', () => {
  const before = keptRun(at(1, someClause('fail')), ['a'], false);
  const after = keptRun(at(2, someClause('inapplicable')), ['b'], false);
  expect(renderRunList({ runs: [after, before], leftOut: [], older: 0 })).toContain('>nothing new<');
});

test('a clause that held and was not judged this time is told', () => {
  const before = keptRun(at(1, someClause('pass')), ['a'], false);
  const after = keptRun(at(2, someClause('unverified')), ['b'], false);
  expect(renderRunList({ runs: [after, before], leftOut: [], older: 0 })).toContain('>1 no longer verified<');
});
