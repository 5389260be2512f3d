import { expect, test } from '@playwright/test';
import { loadCatalogue } from '../../../src/contract/catalogue.js';
import { sentenceOf } from '../../../src/traffic/client-sentence.js';
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

test('every clause that binds a client says so in words of its own', () => {
  for (const clause of loadCatalogue().filter(({ role }) => role === 'both')) {
    expect(sentenceOf(clause), clause.id).toMatch(/^The client does not (send this|try it): .+\.$/);
  }
  const [own] = loadCatalogue().filter(({ role }) => role === 'client');
  expect(own && sentenceOf(own)).toBe(own?.sentence);
});

test('names of fields and codes keep their case', () => {
  const said = (sentence: string): string => sentenceOf({ sentence, role: 'both' });
  expect(said('A LIMIT body without orderPrice is refused.')).toBe(
    'The client does not send this: a LIMIT body without orderPrice.',
  );
  expect(said('profitRealizationYn Y without profitRealizationBarrierPrice is refused.')).toBe(
    'The client does not send this: profitRealizationYn Y without profitRealizationBarrierPrice.',
  );
});
