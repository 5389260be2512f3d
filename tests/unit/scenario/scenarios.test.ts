import { expect, test } from '@playwright/test';
import { loadCatalogue } from '../../../src/contract/catalogue.js';
import { PLAIN, SCENARIOS } from '../../../src/scenario/scenarios.js';
import { ORDER } from '../../support/conduct-builder.js';

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

test('no scenario asks for a condition that its order was not made with', () => {
  const made = { profitRealization: 'takeProfit', lossCut: 'stopLoss', lossTracking: 'stopLoss' } as const;
  for (const { name, errand } of SCENARIOS) {
    if (errand.kind !== 'modify') continue;
    const changed = Object.keys(errand.change(ORDER, null));
    for (const [prefix, condition] of Object.entries(made)) {
      if (changed.some((member) => member.startsWith(prefix))) expect(errand.order[condition], name).toBe(true);
    }
  }
});

test('prices alone are changed of orders with and without conditions', () => {
  const priced = SCENARIOS.flatMap(({ errand }) => {
    if (errand.kind !== 'modify') return [];
    const isOfPrices = Object.keys(errand.change(ORDER, null)).every((member) =>
      /^(?:order|barrier)Price$/.test(member),
    );
    return isOfPrices ? [errand.order.takeProfit || errand.order.stopLoss] : [];
  });
  expect(new Set(priced)).toEqual(new Set([true, false]));
});
