import type { Results } from '../contract/results.js';
import type { Settings } from '../contract/settings.js';
import { HOSTILE } from './scenarios/hostile.js';
import { MODIFIES } from './scenarios/modifies.js';
import { ODD_ANSWERS } from './scenarios/odd-answers.js';
import { PLAIN } from './scenarios/plain.js';
import { REFUSALS } from './scenarios/refusals.js';
import type { Scenario } from './scenarios/scenario.js';
import { SPELLINGS } from './scenarios/spellings.js';
import { WALKS } from './scenarios/walks.js';

export { PLAIN };
export type { Errand, Scenario } from './scenarios/scenario.js';

/** Flags of the command that puts a client to a clause again, in the scenario that showed it or in all of the run's depth. */
export function replayFlags(
  clause: string,
  scenario: string | undefined,
  { seed, depth }: Pick<Settings, 'seed' | 'depth'>,
): string {
  const during = scenario === undefined ? '' : ` --scenario ${scenario}`;
  return `--only ${clause}${during} --seed ${seed} --depth ${depth}`;
}

/**
 * As how many scenarios these count: the plain ones, which every run has between the others, only by themselves.
 *
 * @param chosen - names of the scenarios of the whole run
 */
export function countScenarios(
  played: readonly Scenario[],
  chosen: readonly string[] = played.map(({ name }) => name),
): number {
  const plain: readonly string[] = Object.values(PLAIN).map(({ name }) => name);
  const isPlainRun = chosen.every((name) => plain.includes(name));
  return isPlainRun ? played.length : played.filter(({ name }) => !plain.includes(name)).length;
}

/** What to say of a run that leaves scenarios out; empty where it has all of them. @param played - how many it has */
export function scopeNotes(played: number): string[] {
  if (played >= SCENARIOS.length) return [];
  return [`The client was watched in ${played} of ${SCENARIOS.length} scenarios only.`];
}

/** The same for programs. */
export function scopeOf(played: number): Results['scenarios'] {
  return played >= SCENARIOS.length ? undefined : { chosen: played, of: SCENARIOS.length };
}

/** Every situation in which a client is watched, in the order in which a report tells of them. */
export const SCENARIOS: readonly Scenario[] = [
  ...WALKS,
  ...MODIFIES,
  ...SPELLINGS,
  ...REFUSALS,
  ...HOSTILE,
  ...ODD_ANSWERS,
];
