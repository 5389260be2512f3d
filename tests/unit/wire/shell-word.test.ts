import { execFileSync } from 'node:child_process';
import { expect, test } from '@playwright/test';
import { shellWord } from '../../../src/wire/shell-word.js';

test('a word that means nothing to a shell stays plain', () => {
  expect(shellWord('a_B9.:/@%+=,-')).toBe('a_B9.:/@%+=,-');
  for (const text of ['a b', '~a', 'a;', '']) expect(shellWord(text)).toBe(`'${text}'`);
});

test('a shell reads a word back as it was', () => {
  for (const text of ['https://a.example/public/v1', "it's", '$(id) `id` "x" \\', '', 'a b', '-n', '*', '\n']) {
    expect(execFileSync('sh', ['-c', `printf %s ${shellWord(text)}`], { encoding: 'utf8' })).toBe(text);
  }
});
