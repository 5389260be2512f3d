import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { renderPrinted, renderScenario } from '../../../src/report/html/render-printed.js';
import { listPrinted, printedIn } from '../../../src/report/printed-files.js';
import { test } from '../cli/temporary-folder.js';

test('files of ours are listed by number, and what else lies there is not', async ({ folder }) => {
  expect(await listPrinted(folder)).toEqual([]);
  await mkdir(join(folder, 'stderr'));
  const names = ['walk.txt', 'walk-10.txt', 'walk-2.txt', 'a b.txt', '"><script>.txt', 'walk.html'];
  for (const name of names) await writeFile(join(folder, 'stderr', name), '');
  expect(await listPrinted(folder)).toEqual(['walk.txt', 'walk-2.txt', 'walk-10.txt']);
});

test('the files of a scenario are its own, and few are shown', () => {
  const printed = ['odd-keys.txt', 'walk-index-2.txt', 'walk.txt', 'walk-2.txt', 'walk-3.txt', 'walk-4.txt'];
  expect(printedIn('walk', printed)).toEqual(['walk.txt', 'walk-2.txt', 'walk-3.txt', 'walk-4.txt']);
  expect(renderScenario('walk', printed).text).toContain('<a href="#printed">and 1 more</a>');
  expect(renderScenario('<b>', printed).text).toBe('<p class="where">scenario <code>&lt;b&gt;</code></p>');
  const many = Array.from({ length: 1_000 }, (_, index) => `walk-${index}.txt`);
  expect(renderPrinted(many).text).toContain('… and 600 more in stderr/');
});
