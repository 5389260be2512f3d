import { expect, test } from '@playwright/test';
import { loadCatalogue } from '../../../src/contract/catalogue.js';
import { PLAIN, SCENARIOS } from '../../../src/scenario/scenarios.js';

test('every scenario has a name of its own, a sentence, and a clause that binds clients alone', () => {
  const all = [...SCENARIOS, ...Object.values(PLAIN)];
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  const clauses = new Map(loadCatalogue().map((clause) => [clause.id, clause]));
  for (const { name, does, clause } of all) {
    expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(does, name).toMatch(/^[A-Z].*\.$/);
    expect(clauses.get(clause)?.role, name).toBe('client');
  }
});

test('a smoke run has every clause that a whole one has', () => {
  const clausesIn = (scenarios: typeof SCENARIOS): string[] =>
    [...new Set(scenarios.map(({ clause }) => clause))].sort();
  expect(clausesIn(SCENARIOS.filter(({ isRepeating }) => isRepeating !== true))).toEqual(clausesIn(SCENARIOS));
});
