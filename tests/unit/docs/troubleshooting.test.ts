import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { packageRoot } from '../../../src/contract/package-root.js';

const read = (path: string): string => readFileSync(join(packageRoot, path), 'utf8');
const page = read('docs/troubleshooting.md');
const source = (readdirSync(join(packageRoot, 'src'), { recursive: true }) as string[])
  .filter((path) => path.endsWith('.ts'))
  .map((path) => read(join('src', path)))
  .join('\n')
  .replaceAll("\\'", "'");

/** Messages of the tables: what stands in backquotes in the first cell, and of what doctor finds in the second. */
const messages = page
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .flatMap((line) => [
    ...line
      .split(' | ')
      .slice(0, 2)
      .join(' | ')
      .matchAll(/^\| (?:[a-z ]+ \| )?`([^`]+)`/gi),
  ])
  .map(([, message = '']) => message);

test('each message stands in the source as it is quoted', () => {
  expect(messages.length).toBeGreaterThan(100);
  const fragments = messages.flatMap((message) => message.split('…').map((part) => part.trim()));
  expect(fragments.filter((fragment) => !source.includes(fragment))).toEqual([]);
});

/** What stops a user before anything is judged, or leaves most of a run open: every message of these files. */
const MET = [
  ...['base-url', 'clause-choice', 'order-source', 'out-dir', 'read-profile', 'settings', 'token'].map(
    (name) => `src/cli/${name}.ts`,
  ),
];
/** Of the profile's author's ingenuity, not of a new user's day. */
const RARE = ['The profile repeats its aliases too often to be read.', 'No clause is named.'];

for (const path of MET) {
  test(`the messages of ${path} are all told of`, () => {
    const text = read(path);
    const thrown = [...text.matchAll(/new SuiteError\(\s*(?:'((?:[^'\\]|\\.)+)'|`((?:[^`\\]|\\.)+)`)/g)];
    const words = thrown.map(([, single, template]) => (single ?? template ?? '').replaceAll(/\$\{[^}]*\}+/g, '…'));
    expect(words.length).toBeGreaterThan(0);
    const isTold = (message: string): boolean => messages.some((told) => isSame(told, message));
    expect(words.filter((message) => !RARE.includes(message) && !isTold(message))).toEqual([]);
  });
}

/** Whether what is told could be this message: all that one of them has between the parts that differ, the other has. */
function isSame(told: string, message: string): boolean {
  const hasAllOf = (whole: string, parts: string): boolean => {
    const fixed = parts.split('…').filter((part) => part.trim().length > 6);
    return fixed.length > 0 && fixed.every((part) => whole.includes(part.trim()));
  };
  return hasAllOf(message, told) || hasAllOf(told, message);
}

test('the reasons for which most clauses stay open are told of', () => {
  for (const reason of [
    'no order source was named',
    'this run is read-only: nothing is modified',
    'no valid modify was accepted (are the key, the signature template and the token right, and the orders unfilled?)',
    'the run was stopped',
    'the token is not of the form of a JWT',
  ]) {
    expect(source).toContain(reason);
    expect(messages).toContain(reason);
  }
});
