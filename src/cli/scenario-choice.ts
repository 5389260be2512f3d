import { didYouMean } from '../contract/near-names.js';
import type { Depth } from '../contract/profile.js';
import { SuiteError } from '../contract/suite-error.js';
import { PLAIN, SCENARIOS, type Scenario } from '../scenario/scenarios.js';
import type { TrafficSettings } from '../traffic/traffic-settings.js';

/** Those that can be named: the plain ones, which every run has between the others, as well. */
export const PLAYABLE: readonly Scenario[] = [...Object.values(PLAIN), ...SCENARIOS];

/**
 * The scenarios that are named, or all; a smoke run leaves out those that repeat another with other values, a read-only one
 * those in which the client modifies.
 *
 * @param given - names and globs such as `refused-*`; each may be several, with commas between them
 * @throws SuiteError where one matches nothing, or nothing is left
 */
export function chooseScenarios(
  given: readonly string[] | undefined,
  { depth, readOnly }: Pick<TrafficSettings, 'depth' | 'readOnly'>,
): readonly Scenario[] {
  const chosen = chooseNamed(given, depth);
  if (readOnly !== true) return chosen;
  const walks = chosen.filter(({ errand }) => errand.kind === 'list');
  if (walks.length > 0) return walks;
  throw new SuiteError('Each of the chosen scenarios is a modify.', '--read-only', 'name walks, or leave it out');
}

function chooseNamed(given: readonly string[] | undefined, depth: Depth): readonly Scenario[] {
  const named = given?.flatMap((text) => text.split(',')).filter((name) => name !== '');
  if (named === undefined) return SCENARIOS.filter(({ isRepeating }) => depth !== 'smoke' || isRepeating !== true);
  for (const name of named.filter((one) => !PLAYABLE.some((scenario) => isMatch(scenario.name, one)))) {
    const names = PLAYABLE.map((scenario) => scenario.name);
    throw new SuiteError(
      `There is no scenario "${name.slice(0, 60)}".`,
      '--scenario',
      didYouMean(name, names, 'list them with: tradecert client --list-scenarios'),
    );
  }
  return PLAYABLE.filter((scenario) => named.some((one) => isMatch(scenario.name, one)));
}

function isMatch(name: string, pattern: string): boolean {
  const literal = pattern.split('*').map((part) => part.replaceAll(/[^a-z0-9-]/g, '\\$&'));
  return new RegExp(`^${literal.join('.*')}$`).test(name);
}
