import type { Scenario } from './scenarios.js';

/** How many scenarios are played one after another, so that the plain task behind one is the one before the next. */
const LONGEST_BLOCK = 10;

/**
 * Scenarios in blocks of one kind each, in the order in which they are played. Each block begins with a plain task: however
 * blocks are spread over time and machines, the client is given the same tasks.
 */
export function blocksOf(scenarios: readonly Scenario[]): readonly (readonly Scenario[])[] {
  return (['list', 'modify'] as const).flatMap((kind) => {
    const own = scenarios.filter(({ errand }) => errand.kind === kind);
    return Array.from({ length: Math.ceil(own.length / LONGEST_BLOCK) }, (_, at) =>
      own.slice(at * LONGEST_BLOCK, (at + 1) * LONGEST_BLOCK),
    );
  });
}

/**
 * Splits scenarios into parts of whole blocks, for as many machines. The same scenarios are always split the same way.
 *
 * @param parts - at most as many as there are blocks: none is empty
 */
export function divideScenarios(scenarios: readonly Scenario[], parts: number): readonly (readonly Scenario[])[] {
  const blocks = blocksOf(scenarios);
  const edge = (part: number): number => Math.floor((part * blocks.length) / parts);
  return Array.from({ length: parts }, (_, part) => blocks.slice(edge(part), edge(part + 1)).flat());
}
