import { spawnSync } from 'node:child_process';
import { readFile, realpath, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from '@playwright/test';
import { firstDifference, followPage } from '../../../scripts/follow-page.js';
import { packageRoot } from '../../../src/contract/package-root.js';
import { test } from '../cli/temporary-folder.js';

const block = (info: string, text: string): string => `\`\`\`${info}\n${text}\`\`\`\n`;
const env = { PATH: process.env['PATH'] };

test('a page is followed: settings are filled in, commands run, services go on until the end', async ({ folder }) => {
  await writeFile(join(folder, 'settings.yaml'), '# rate: 1\nname: a\n');
  const page = [
    block('yaml settings.yaml', 'rate: 2\n'),
    block('sh service', "echo 'on 4010, until Ctrl-C'; exec tail -f /dev/null\n"),
    block('text', ''),
    block('sh status=3', 'cat settings.yaml; echo wrong >&2; exit 3\n'),
    'Words between.\n',
    block('text', 'another output\n'),
    block('text', 'no output, since there was no command\n'),
  ].join('\n');
  const followed = await followPage(page, { app: folder, env, say: () => undefined });
  expect(followed).toContain(block('text', 'on 4010, until Ctrl-C\n'));
  expect(followed).toContain(block('text', 'rate: 2\nname: a\nwrong\n'));
  expect(followed.replace('rate: 2\nname: a\nwrong', 'another output').replace('on 4010, until Ctrl-C\n', '')).toBe(
    page,
  );
  expect(firstDifference(page, followed)).toBe('- ```\n+ on 4010, until Ctrl-C');
});

test('ten minutes begin in a folder that is made and gone into, and so does the practice', async ({ folder }) => {
  const page = await readFile(join(packageRoot, 'docs/ten-minutes.md'), 'utf8');
  const [, install = ''] = /^```text\n((?:.*\n)*?)```$/m.exec(page) ?? [];
  await writeFile(join(folder, 'npm'), '#!/bin/sh\npwd\n', { mode: 0o700 });
  const { stdout } = spawnSync('sh', ['-c', install], {
    ...{ cwd: folder, encoding: 'utf8' },
    env: { PATH: `${folder}:${process.env['PATH']}` },
  });
  const places = stdout.trim().split('\n');
  expect(places).toHaveLength(2);
  expect(new Set(places).size).toBe(1);
  expect(dirname(places[0] ?? '')).toBe(await realpath(folder));
  const [, practice = 'none'] = /^```sh (\w+)\n/m.exec(page) ?? [];
  expect(page).toContain(`\`mkdir ${practice} && cd ${practice}\``);
});

test('a command that ends otherwise, and a setting that has no line, are errors', async ({ folder }) => {
  await writeFile(join(folder, 'settings.yaml'), 'name: a\n');
  const follow = (page: string): Promise<string> => followPage(page, { app: folder, env, say: () => undefined });
  await expect(follow(block('sh', 'exit 1\n'))).rejects.toThrow('status 1 where 0 was expected');
  await expect(follow(block('yaml settings.yaml', 'rate: 2\n'))).rejects.toThrow('has no line for rate: 2');
});

test('what differs from time to time is no difference, a verdict is one', () => {
  const at = '2 of 9 clauses, 12 requests\nseed 7, 6,470 requests, in 12 ms, until 2027-02-20\n4 passed, 0 failed\n';
  const later = 'seed 81, 6,112 requests, in 0.4 s, until 2027-03-01\n4 passed, 0 failed\n';
  expect(firstDifference(at, later)).toBeNull();
  expect(firstDifference(at, later.replace('0 failed', '1 failed'))).toBe('- 4 passed, 0 failed\n+ 4 passed, 1 failed');
});
