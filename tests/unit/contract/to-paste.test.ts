import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { COMMAND_NAMES } from '../../../src/cli/usage.js';
import { packageRoot } from '../../../src/contract/package-root.js';
import { toPaste, toPasteAnywhere } from '../../../src/contract/to-paste.js';

/** A command that a reader would paste: it stands alone, or has flags or a place to fill in. */
const BARE = new RegExp(
  String.raw`(?:: |<code>|see |with |\b)(?<!npx )tradecert (?:${COMMAND_NAMES.join('|')}) ?(?= --|--|\$\{|[A-Z]{3}|\\n|<)`,
);

const bareCommands = (text: string): string[] =>
  text.split('\n').filter((line) => !/^\s*(?:\/?\*|\/\/)/.test(line) && BARE.test(line));

test('what is printed to be pasted is found where the package is installed', () => {
  expect(toPaste('run --resume DIR')).toBe('npx tradecert run --resume DIR');
  expect(toPasteAnywhere('verify DIR')).toBe('npx --no -- tradecert verify DIR');
  const paths = (readdirSync(join(packageRoot, 'src'), { recursive: true }) as string[]).filter(
    // the help names the commands, as the documents do
    (path) => path.endsWith('.ts') && path !== join('cli', 'usage.ts') && !path.includes('generated'),
  );
  expect(paths.length).toBeGreaterThan(100);
  expect(paths.flatMap((path) => bareCommands(readFileSync(join(packageRoot, 'src', path), 'utf8')))).toEqual([]);
});

test('a bare command is noticed', () => {
  for (const line of [
    'err(`To go on with it: tradecert run --resume ${dir}\\n`)',
    '<code>tradecert run</code>',
    'list them with: tradecert serve --list-faults',
    'whoever checks: tradecert verify DIR',
  ])
    expect(bareCommands(line)).toEqual([line]);
  expect(bareCommands("'run it with npx tradecert run --strict', 'it takes tasks: tradecert client puts it'")).toEqual(
    [],
  );
});
