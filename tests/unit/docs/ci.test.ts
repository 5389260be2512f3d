import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { KNOWN_VARIABLES } from '../../../src/cli/setting-names.js';
import { COMMAND_NAMES, USAGES, type CommandName } from '../../../src/cli/usage.js';
import { packageRoot } from '../../../src/contract/package-root.js';
import { ciFiles, commandsIn } from '../../support/ci-files.js';

const read = (path: string): string => readFileSync(join(packageRoot, path), 'utf8');
const page = read('docs/ci.md');

test('the page names commands, flags and variables that there are', () => {
  const commands = commandsIn(page);
  expect(commands.length).toBeGreaterThan(15);
  for (const { command, flags } of commands) {
    expect(COMMAND_NAMES).toContain(command);
    for (const flag of flags) expect(USAGES[command as CommandName].text).toContain(`  ${flag} `);
  }
  const variables = [...page.matchAll(/TRADECERT_[A-Z_]+/g)].map(([name]) => name);
  expect(variables.filter((name) => !KNOWN_VARIABLES.includes(name))).toEqual([]);
});

/** What GitHub makes of a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');

const anchorsOf = (text: string): readonly string[] =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading));

test('the page leads to files and headings that there are', () => {
  const links = [...page.matchAll(/\]\((?!http)([^)#]*)#?([^)]*)\)/g)];
  expect(links.length).toBeGreaterThan(20);
  for (const [, file = '', anchor = ''] of links) {
    const text = file === '' ? page : read(join('docs', file));
    if (anchor !== '') expect([file, anchorsOf(text)]).toEqual([file, expect.arrayContaining([anchor])]);
  }
  expect(read('src/contract/results-digest.ts')).toContain('export function canonicalResults(');
});

test('the page says of the CI files what they are', () => {
  const texts = [...ciFiles('github'), ...ciFiles('gitlab')].map(([, text]) => text).join('\n');
  for (const name of [
    'INCOMPLETE_IS_RED',
    'PUBLISH_REPORT',
    'max-parallel',
    'resource_group',
    'certificate-key.pem.pub',
  ]) {
    expect(page).toContain(name);
    expect(texts).toContain(name);
  }
  expect(texts).toContain('retention-days: 90');
  expect(texts).toContain('expire_in: 90 days');
});
