import { expect, test } from '@playwright/test';
import { loadCatalogue } from '../../../src/contract/catalogue.js';
import { sectionTitles } from '../../../src/contract/section-titles.js';

test('every section that a clause rests on has a title in the document', () => {
  const titles = sectionTitles();
  const without = loadCatalogue().filter(({ section }) => !titles.has(section));
  expect(without.map(({ id, section }) => `${id} ${section}`)).toEqual([]);
  expect(titles.get('2.4')).toBe('Take-profit / stop-loss change rules (optional part of modify)');
  expect(titles.get('9')).toBe('Versioning');
});
