import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect } from '@playwright/test';
import { packageRoot } from '../../../src/contract/package-root.js';
import { test } from '../cli/temporary-folder.js';

const SOURCES = join(packageRoot, 'src');
const sources = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => [name, readFileSync(join(SOURCES, name), 'utf8')] as const);

/** What writes the pages of this repository. */
const WRITERS = /^contract\/(?:doc-|generate)/;

for (const [what, args, file] of [
  ['a page', ['--signature-template', '{none}'], /\S+docs\/settings\.md/],
  ['an example', ['--profile', 'nosuch.yaml'], /\S*specs\/profiles\/example\.yaml/],
] as const)
  test(`a message names ${what} where its reader finds it`, async ({ folder }) => {
    const command = [join(packageRoot, 'bin/tradecert.js'), 'doctor', ...args];
    const env = {
      PATH: process.env['PATH'],
      TRADECERT_BASE_URL: 'http://127.0.0.1:1/public/v1',
      TRADECERT_TOKEN: 'a.b.c',
      TRADECERT_SIGNING_KEY: 'k',
    };
    const said = await new Promise<string>((done) => {
      execFile(process.execPath, command, { cwd: folder, env }, (_, out, err) => done(out + err));
    });
    const [page = 'none'] = file.exec(said) ?? [];
    expect(existsSync(resolve(folder, page)), said).toBe(true);
  });

test('no message has the path of a page in itself, and each page that is named is there', () => {
  const withoutComments = (text: string): string => text.replace(/^\s*(?:\/?\*|\/\/).*$/gm, '');
  const own = sources.filter(
    ([name, text]) => !WRITERS.test(name) && /docs\/[\w-]+\.md|specs\/profiles\//.test(withoutComments(text)),
  );
  expect(own.map(([name]) => name)).toEqual([]);
  const named = sources.flatMap(([, text]) => [...text.matchAll(/docPage\('([^']+)'/g)].map(([, name = '']) => name));
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !existsSync(join(packageRoot, 'docs', name)))).toEqual([]);
});
