import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { packageRoot } from '../../../src/contract/package-root.js';

interface Packed {
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

/** What npm would put into the tarball now. Nothing is built: `npm run test:package` packs and installs it. */
function dryRun(): Packed {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts', '--silent'];
  const [packed] = JSON.parse(execFileSync('npm', args, { cwd: packageRoot, encoding: 'utf8' })) as Packed[];
  if (packed === undefined) throw new Error('npm packs nothing.');
  return packed;
}

/** Two steps of a path, one at the root. */
const entryOf = (path: string): string =>
  path
    .split('/')
    .slice(0, path.startsWith('dist/') ? 2 : 1)
    .join('/');

test('the package holds what runs, what it reads, and what explains it, and no more', () => {
  const { files, size, unpackedSize } = dryRun();
  expect([...new Set(files.map(({ path }) => entryOf(path)))].sort()).toEqual([
    ...['.env.example', 'CHANGELOG.md', 'LICENSE', 'README.md', 'THIRD-PARTY.md', 'bin'],
    ...['dist/playwright.config.d.ts', 'dist/playwright.config.js', 'dist/src', 'dist/tests'],
    ...['docs', 'examples', 'package.json', 'schemas', 'specs', 'templates'],
  ]);
  expect(
    files.map(({ path }) => path).filter((path) => /\.map$|\.tsbuildinfo$|\.png$|\/samples\/|\.env$/.test(path)),
  ).toEqual([]);
  const tests = files.map(({ path }) => path).filter((path) => path.startsWith('dist/tests/'));
  expect(
    tests.filter((path) => !/^dist\/tests\/(?:conformance\/[-a-z]+\.test|support\/(?:clause|fixtures))\./.test(path)),
  ).toEqual([]);
  // About 1.2 MB and 4.6 MB: a jump is a file too many.
  expect(size).toBeLessThan(1_300_000);
  expect(unpackedSize).toBeLessThan(4_900_000);
});

test('the types inside are those that the entries lead to, and none of them leads nowhere', () => {
  const declared = dryRun()
    .files.map(({ path }) => path)
    .filter((path) => path.endsWith('.d.ts'));
  const led = declared.flatMap((path) =>
    [...readFileSync(join(packageRoot, path), 'utf8').matchAll(/['"](\.{1,2}\/[^'"]+)\.js['"]/g)].map(([, to = '']) =>
      join(dirname(path), `${to}.d.ts`),
    ),
  );
  const entries = ['dist/src/api/tradecert.d.ts', 'dist/src/api/test.d.ts', 'dist/playwright.config.d.ts'];
  expect([...new Set([...led, ...entries])].sort()).toEqual(declared.sort());
});

test('each link of a page leads to what is inside as well', () => {
  const paths = dryRun().files.map(({ path }) => path);
  const known = new Set(paths.flatMap((path) => [path, dirname(path)]));
  const pages = paths.filter((path) => path.endsWith('.md'));
  expect(pages).toContain('examples/clients/README.md');
  const targets = pages.flatMap((page) =>
    linkedFiles(readFileSync(join(packageRoot, page), 'utf8')).map((target) => ({
      page,
      target,
      path: join(dirname(page), target),
    })),
  );
  expect(targets.length).toBeGreaterThan(100);
  expect(targets.filter(({ path }) => !known.has(path)).map(({ page, target }) => `${page}: ${target}`)).toEqual([]);
});

/** Files that the prose of a page links to, as they stand there, without their headings. */
function linkedFiles(text: string): string[] {
  const prose = text.replaceAll(/^ *```[\s\S]*?^ *```$/gm, '').replaceAll(/`[^`\n]*`/g, '');
  const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  return targets
    .filter((target) => !/^(?:[a-z]+:|#)/i.test(target))
    .map((target) => target.replace(/#.*/, '').replace(/\/$/, ''));
}

test('every entry that the manifest names is made by the build', () => {
  const manifest = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as {
    readonly bin: Readonly<Record<string, string>>;
    readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  };
  const named = [
    ...Object.values(manifest.bin),
    ...Object.values(manifest.exports).flatMap((entry) => (typeof entry === 'string' ? [entry] : Object.values(entry))),
  ];
  expect(named.length).toBeGreaterThan(6);
  expect(named.filter((path) => !existsSync(join(packageRoot, path)))).toEqual([]);
});
