import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { packageRoot } from '../../src/contract/package-root.js';

const RANK: Readonly<Record<string, number>> = {
  contract: 1,
  wire: 2,
  arbitraries: 3,
  client: 3,
  gateway: 3,
  oracle: 3,
  mock: 3,
  signature: 3,
  examine: 4,
  report: 4,
  traffic: 5,
  doctor: 5,
  audit: 6,
  scenario: 6,
  proxy: 6,
  cli: 7,
  api: 8,
};
const SOURCES = join(packageRoot, 'src');

interface Import {
  readonly from: string;
  readonly to: string;
}

/** Imports between files of src and to modules, from the text: also dynamic ones and types. */
function importsIn(text: string): string[] {
  return [...text.matchAll(/\bfrom\s+'([^']+)'|\bimport\('([^']+)'\)|^import\s+'([^']+)'/gm)].map(
    ([, a, b, c]) => a ?? b ?? c ?? '',
  );
}

function allImports(): Import[] {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  return files.flatMap((name) =>
    importsIn(readFileSync(join(SOURCES, name), 'utf8')).map((specifier) => ({
      from: name,
      to: specifier.startsWith('.') ? relative(SOURCES, resolve(dirname(join(SOURCES, name)), specifier)) : specifier,
    })),
  );
}

const layerOf = (path: string): string => path.split('/')[0] ?? '';

test('every folder of src has a place in the layers', () => {
  const folders = readdirSync(SOURCES, { withFileTypes: true }).map(({ name }) => name);
  expect(folders.sort()).toEqual(Object.keys(RANK).sort());
});

test('imports point to a lower layer, never sideways or up', () => {
  const wrong = allImports().filter(({ from, to }) => {
    const [own, other] = [layerOf(from), layerOf(to)];
    if (RANK[other] === undefined || own === other) return false;
    return RANK[other] >= (RANK[own] ?? 0);
  });
  expect(wrong).toEqual([]);
});

test('the layers tell a wrong import when they see one', () => {
  expect(
    importsIn("import { a } from '../mock/b.js';\nconst c = await import('../cli/d.js');\nimport './e.js';"),
  ).toEqual(['../mock/b.js', '../cli/d.js', './e.js']);
});

test('oracles open no socket, read no clock and no file', () => {
  const modules = allImports().filter(({ from, to }) => layerOf(from) === 'oracle' && !to.includes('/'));
  expect(modules.filter(({ to }) => !['node:buffer'].includes(to))).toEqual([]);
  const files = readdirSync(join(SOURCES, 'oracle'), { recursive: true, encoding: 'utf8' });
  for (const name of files.filter((file) => file.endsWith('.ts'))) {
    const text = readFileSync(join(SOURCES, 'oracle', name), 'utf8');
    expect(text, name).not.toMatch(/Date\.now|performance\.now|new Date\(\)|process\.|fetch\(/);
  }
});

test('only client, gateway and mock open sockets, and nothing but the Playwright files runs Playwright', () => {
  const sockets = /^(?:undici|node:(?:http|https|http2|net|tls|dgram))$/;
  // The examiner is the loopback line between Playwright's main process and its workers.
  const opening = allImports()
    .filter(({ to }) => sockets.test(to))
    .map(({ from }) => from);
  expect([...new Set(opening)].filter((from) => !/^(?:client|gateway|mock)\//.test(from))).toEqual(['cli/examiner.ts']);
  const playwright = allImports()
    .filter(({ to }) => to.startsWith('@playwright/'))
    .map(({ from }) => layerOf(from));
  expect([...new Set(playwright)].sort()).toEqual(['api', 'cli']);
});

test('only the command line and the programmatic interface read the environment', () => {
  const readers = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && readFileSync(join(SOURCES, name), 'utf8').includes('process.env'),
  );
  expect(readers.filter((name) => !['cli', 'api'].includes(layerOf(name)))).toEqual([]);
});
