import { expect, test } from '@playwright/test';
import { blocksOf, divideScenarios } from '../../../src/scenario/divide-scenarios.js';
import { SCENARIOS } from '../../../src/scenario/scenarios.js';

const namesOf = (scenarios: readonly { readonly name: string }[]): string[] => scenarios.map(({ name }) => name).sort();

test('a block has scenarios of one kind, and each is in one block', () => {
  const blocks = blocksOf(SCENARIOS);
  for (const block of blocks) expect(new Set(block.map(({ errand }) => errand.kind)).size).toBe(1);
  expect(namesOf(blocks.flat())).toEqual(namesOf(SCENARIOS));
});

test('whatever the number of parts, each block is in one of them, and none is empty', () => {
  const blocks = blocksOf(SCENARIOS);
  for (let parts = 1; parts <= blocks.length; parts += 1) {
    const divided = divideScenarios(SCENARIOS, parts);
    expect(divided).toHaveLength(parts);
    expect(Math.min(...divided.map(({ length }) => length))).toBeGreaterThan(0);
    expect(namesOf(divided.flat())).toEqual(namesOf(SCENARIOS));
    expect(divided.flatMap((part) => blocksOf(part)).map(namesOf)).toEqual(blocks.map(namesOf));
  }
});
