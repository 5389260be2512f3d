import { expect, test } from '@playwright/test';
import { loadCatalogue } from '../../../src/contract/catalogue.js';
import { LEGAL_TWINS } from '../../../src/mock/legal/legal-twins.js';

test('every twin has a name of its own and a sentence', () => {
  expect(new Set(LEGAL_TWINS.map(({ name }) => name)).size).toBe(LEGAL_TWINS.length);
  const ids = loadCatalogue().map(({ id }) => id);
  for (const { name, does, leaves = [] } of LEGAL_TWINS) {
    expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(does).toMatch(/^[A-Z].*\.$/);
    expect(ids).toEqual(expect.arrayContaining([...leaves]));
  }
});
