import { expect, test } from '@playwright/test';
import { PLAIN_SITUATIONS, SITUATIONS } from '../../../src/oracle/declared/scenario-situations.js';
import { countScenarios, PLAIN, SCENARIOS, type Scenario } from '../../../src/scenario/scenarios.js';
import { situationOf } from '../../../src/scenario/task-log.js';

const situationsOf = (scenarios: readonly Scenario[]): unknown =>
  scenarios.map((scenario) => [scenario.name, situationOf(scenario)]);

test('what verify knows of the scenarios is what they are', () => {
  expect(Object.entries(SITUATIONS)).toEqual(situationsOf(SCENARIOS));
  expect(Object.entries(PLAIN_SITUATIONS)).toEqual(situationsOf(Object.values(PLAIN)));
});

test('plain scenarios count only by themselves', () => {
  const plain = Object.values(PLAIN);
  expect(countScenarios(plain)).toBe(2);
  expect(countScenarios([...plain, ...SCENARIOS.slice(0, 3)])).toBe(3);
  expect(countScenarios([])).toBe(0);
});
