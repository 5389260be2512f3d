import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { KNOWN_VARIABLES } from '../../../src/cli/setting-names.js';
import { COMMAND_NAMES, USAGES, type CommandName } from '../../../src/cli/usage.js';
import { anchorOf } from '../../../src/contract/doc-markdown.js';
import { packageRoot } from '../../../src/contract/package-root.js';

const read = (path: string): string => readFileSync(join(packageRoot, path), 'utf8');
const below = (folder: string): string[] =>
  (readdirSync(join(packageRoot, folder), { recursive: true }) as string[])
    .filter((name) => name.endsWith('.md') && !name.includes('node_modules'))
    .map((name) => `${folder}/${name}`);
/** Reports of sample runs are no pages of ours. */
const pages = [
  ...['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', 'CHANGELOG.md'],
  ...['docs', 'examples', 'templates', 'reports']
    .flatMap(below)
    .filter((path) => !/^docs\/samples\/.*\/|^reports\/.*\//.test(path)),
].sort();

const FENCED = /^ *```(\w*)[^\n]*\n([\s\S]*?)^ *```$/gm;

function withoutBlocks(text: string): string {
  return text.replaceAll(FENCED, '');
}

function headings(text: string): string[] {
  return [...withoutBlocks(text).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading));
}

/** Where a link of a page leads nowhere: no such file, or no such heading. */
function brokenLinks(path: string, text: string): string[] {
  const prose = withoutBlocks(text).replaceAll(/`[^`\n]*`/g, '');
  const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  return targets
    .filter((target) => !/^[a-z]+:/i.test(target))
    .filter((target) => {
      const [file = '', heading] = target.split('#');
      const found = file === '' ? path : join(dirname(path), file);
      if (!existsSync(join(packageRoot, found))) return true;
      return heading !== undefined && !headings(found === path ? text : read(found)).includes(heading);
    });
}

/** Command lines of tradecert in the code blocks and in the code of the prose, without what is quoted in them. */
function commandLines(text: string): string[] {
  const blocks = [...text.matchAll(FENCED)]
    .filter(([, language = '']) => ['', 'sh', 'bash', 'yaml', 'yml'].includes(language))
    .map(([, , code = '']) => code.replaceAll(/\\\n */g, ' '));
  const inline = [...withoutBlocks(text).matchAll(/`((?:npx (?:--no -- )?)?tradecert [^`\n]+)`/g)].map(
    ([, code = '']) => code,
  );
  return [...blocks, ...inline]
    .flatMap((code) => code.replaceAll(/'[^'\n]*'|"[^"\n]*"/g, 'QUOTED').split('\n'))
    .filter((line) => !line.trimStart().startsWith('#'))
    .flatMap((line) => line.split(/ *(?:&&|\|\||[|;>#]) */))
    .filter((line) => /(?:^|[ (])tradecert [a-z]/.test(line));
}

/** What is wrong with a command line, as far as the help texts tell; `null`: nothing. */
function slipIn(line: string): string | null {
  const [, command = '', rest = ''] = /(?:^|[ (])tradecert ([a-z]+)(.*)/.exec(line) ?? [];
  if (!(COMMAND_NAMES as readonly string[]).includes(command)) return `there is no command ${command}`;
  const { text } = USAGES[command as CommandName];
  const words = rest
    .replaceAll(/[[\])]/g, ' ')
    .trim()
    .split(/\s+/);
  for (const [at, word] of words.entries()) {
    const [, flag = '', value] = /^(--[a-z-]+)(=.*)?$/.exec(word) ?? [];
    if (flag === '' || flag === '--help') continue;
    const shown = new RegExp(`(?<![\\w-])${flag}(?![\\w-])( \\S)?`).exec(text);
    if (shown === null) return `${command} has no flag ${flag}`;
    const next = words[at + 1];
    const isBare = value === undefined && (next === undefined || next.startsWith('--'));
    // A flag alone in a sentence is a name; with others behind or before it, it is a command to be typed.
    if (shown[1] !== undefined && isBare && words.length > 1) return `${flag} has no value`;
    if (shown[1] === undefined && value !== undefined) return `${flag} takes no value`;
  }
  return null;
}

for (const path of pages) {
  test(`${path}: links lead somewhere, commands and variables exist`, () => {
    const text = read(path);
    expect(brokenLinks(path, text), 'links').toEqual([]);
    expect(
      commandLines(text).flatMap((line) => {
        const slip = slipIn(line);
        return slip === null ? [] : [`${line.trim()}: ${slip}`];
      }),
    ).toEqual([]);
    const variables = [...text.matchAll(/TRADECERT_[A-Z]+(?:_[A-Z]+)*/g)].map(([name]) => name);
    expect(
      variables.filter((name) => !KNOWN_VARIABLES.includes(name)),
      'variables',
    ).toEqual([]);
  });
}

test('these checks notice a slip', () => {
  expect(
    brokenLinks('README.md', '[a](docs/none.md) [b](#none) [c](docs/settings.md#none) [d](docs/settings.md)'),
  ).toEqual(['docs/none.md', '#none', 'docs/settings.md#none']);
  const typed =
    'npx tradecert rum\nnpx tradecert run --sede 3\nnpx tradecert run --strict --seed\nnpx tradecert run --json=yes\n';
  const lines = commandLines(`\`\`\`sh\n${typed}npx tradecert run --only 'SIG-*' --seed 1 | tee log\n\`\`\`\n`);
  expect(lines.map(slipIn)).toEqual([
    'there is no command rum',
    'run has no flag --sede',
    '--seed has no value',
    '--json takes no value',
    null,
  ]);
});
