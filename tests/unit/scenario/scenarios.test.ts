import { expect, test } from '@playwright/test';
import { loadCatalogue } from '../../../src/contract/catalogue.js';
import { PLAIN, SCENARIOS } from '../../../src/scenario/scenarios.js';
import { isTimestamp } from '../../../src/oracle/timestamp-text.js';
import { nameOrder } from '../../../src/scenario/scenarios/order-names.js';
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

test.describe('orders are called otherwise in each scenario', () => {
  const modifies = SCENARIOS.filter(({ errand }) => errand.kind === 'modify');
  const namesOf = (seed: number) =>
    modifies.filter(({ isRepeating }) => isRepeating !== true).map((scenario) => nameOrder(scenario, seed));

  test('by texts that are legal, and none of them twice', () => {
    for (const seed of [1, 2, 77, 4_294_967_295]) {
      const names = [PLAIN.modify, ...modifies].map((scenario) => nameOrder(scenario, seed));
      expect(new Set(names.map(({ orderNo }) => orderNo)).size).toBe(names.length);
      for (const { orderNo, orderDateTime } of names) {
        expect(orderNo).toMatch(/^.{1,40}$/su);
        expect(isTimestamp(orderDateTime), orderDateTime).toBe(true);
      }
    }
  });

  const FORMS: readonly (readonly [form: string, is: (name: ReturnType<typeof nameOrder>) => boolean])[] = [
    ['a number with leading zeros', ({ orderNo }) => /^0+\d+$/.test(orderNo)],
    ['a number beyond 2^53', ({ orderNo }) => /^\d+$/.test(orderNo) && !Number.isSafeInteger(Number(orderNo))],
    ['letters of both cases', ({ orderNo }) => /[a-z]/.test(orderNo) && /[A-Z]/.test(orderNo)],
    ['spaces', ({ orderNo }) => / /.test(orderNo)],
    ['forty characters', ({ orderNo }) => orderNo.length === 40],
    ['a moment in UTC', ({ orderDateTime }) => orderDateTime.endsWith('Z')],
    ['a moment west of it', ({ orderDateTime }) => /-\d\d:\d\d$/.test(orderDateTime)],
    ['a moment without a fraction', ({ orderDateTime }) => !orderDateTime.includes('.')],
    ['a moment to the microsecond', ({ orderDateTime }) => /\.\d{6}/.test(orderDateTime)],
  ];
  for (const [form, is] of FORMS) {
    test(`one of them by ${form}, in a smoke run of any seed`, () => {
      for (let seed = 0; seed < 60; seed += 1) expect(namesOf(seed).some(is), String(seed)).toBe(true);
    });
  }

  test('and a plain one by plain digits', () => {
    expect(nameOrder(PLAIN.modify, 1).orderNo).toMatch(/^20\d{8}$/);
    expect(nameOrder(PLAIN.modify, 2)).not.toEqual(nameOrder(PLAIN.modify, 1));
  });
});
