import { amount } from '../contract/amount.js';
import { didYouMean } from '../contract/near-names.js';
import type { Depth } from '../contract/profile.js';
import { SuiteError } from '../contract/suite-error.js';
import { toPaste } from '../contract/to-paste.js';
import { blocksOf, divideScenarios } from '../scenario/divide-scenarios.js';
import { PLAIN, SCENARIOS, type Scenario } from '../scenario/scenarios.js';
import type { ScenarioPart } from '../traffic/role-record.js';
import type { TrafficSettings } from '../traffic/traffic-settings.js';
import { isMeantBy } from './glob.js';
import { parseShard } from './numbers.js';
import { seedless } from './ready-run.js';
import type { Variables } from './setting-sources.js';

/** Those that can be named: the plain ones, which every run has between the others, as well. */
export const PLAYABLE: readonly Scenario[] = [...Object.values(PLAIN), ...SCENARIOS];

/** The scenarios of a run, and which part of them they are, if not all. */
export interface ChosenScenarios {
  readonly scenarios: readonly Scenario[];
  readonly part: ScenarioPart | undefined;
}

/**
 * The scenarios that are named, or all; a smoke run leaves out those that repeat another with other values, a read-only one
 * those in which the client modifies. Of a shard, its own.
 *
 * @param given - names and globs such as `refused-*`; each may be several, with commas between them
 * @param flags - `shard` and `seed`, as they were given
 * @throws SuiteError where one matches nothing, nothing is left, or there are fewer scenarios than shards
 */
export function chooseScenarios(
  given: readonly string[] | undefined,
  settings: Pick<TrafficSettings, 'depth' | 'readOnly'>,
  flags: Variables,
): ChosenScenarios {
  const scenarios = chooseAllowed(given, settings);
  if (flags['shard'] === undefined) return { scenarios, part: undefined };
  const shard = parseShard(flags['shard']);
  if (flags['seed'] === undefined) throw seedless();
  const most = blocksOf(scenarios).length;
  const own = shard.of > most ? undefined : divideScenarios(scenarios, shard.of)[shard.index - 1];
  if (own !== undefined) return { scenarios: own, part: { ...shard, scenarios: scenarios.map(({ name }) => name) } };
  throw new SuiteError(
    `The run has ${amount(scenarios.length, 'scenario')}, too few for ${amount(shard.of, 'shard')}.`,
    '--shard',
    `give at most ${amount(most, 'shard')}`,
  );
}

function chooseAllowed(
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
  for (const name of named.filter((one) => !PLAYABLE.some((scenario) => isMeantBy(one, scenario.name)))) {
    const names = PLAYABLE.map((scenario) => scenario.name);
    throw new SuiteError(
      `There is no scenario "${name.slice(0, 60)}".`,
      '--scenario',
      didYouMean(name, names, `list them with: ${toPaste('client --list-scenarios')}`),
    );
  }
  return PLAYABLE.filter((scenario) => named.some((one) => isMeantBy(one, scenario.name)));
}
