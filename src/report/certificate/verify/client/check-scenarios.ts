import { earlierContract } from '../../../../contract/earlier-contracts.js';
import type { Results } from '../../../../contract/results.js';
import type { RecordedTask } from '../../../../oracle/declared/recorded-task.js';
import { PLAIN_SITUATIONS, SITUATIONS } from '../../../../oracle/declared/scenario-situations.js';
import { stableStringify } from '../../../../wire/json.js';
import { amount } from '../../../verdict-words.js';
import type { Problems } from '../problems.js';

/** Scenarios that are named, where they are missing. */
const MOST_NAMED = 5;

/**
 * Holds the tasks that a client was given against the scenarios of the run's version: each is about what it is about, and as
 * many of them as the results say were played, all where they say nothing.
 */
export function checkScenarios(results: Results, tasks: ReadonlyMap<number, RecordedTask>, problems: Problems): void {
  const { scenarios, requests } = results;
  const known = earlierContract(results)?.situations ?? { plain: PLAIN_SITUATIONS, others: SITUATIONS };
  for (const task of tasks.values()) checkSituation(task, { ...known.plain, ...known.others }, problems);
  const all = Object.keys(known.others);
  const taken = new Set([...tasks.values()].flatMap((task) => ('untaken' in task ? [] : [task.scenario])));
  const missing = all.filter((name) => !taken.has(name));
  const plain = Object.keys(known.plain).filter((name) => taken.has(name));
  const played = all.length - missing.length || plain.length;
  if (scenarios === undefined) {
    if (missing.length > 0 && requests > 0) problems.add('completeness', whatIsMissing(missing));
    return;
  }
  const { chosen, of } = scenarios;
  if (of !== all.length) {
    problems.add('completeness', `The results are of ${amount(of, 'scenario')}, but there are ${all.length}.`);
  }
  if (chosen > played) {
    problems.add(
      'completeness',
      `The results say that ${amount(chosen, 'scenario')} were played, the tasks are of ${played}.`,
    );
  }
}

function checkSituation(
  { number, scenario, situation }: RecordedTask,
  known: Readonly<Record<string, object>>,
  problems: Problems,
): void {
  const own = Object.hasOwn(known, scenario) ? known[scenario] : undefined;
  if (stableStringify(own) === stableStringify(situation)) return;
  problems.add(
    'completeness',
    `Task ${number} is not of the scenario "${scenario}", as the contract of the run has it.`,
  );
}

function whatIsMissing(missing: readonly string[]): string {
  const named = missing.slice(0, MOST_NAMED).join(', ');
  const more = missing.length > MOST_NAMED ? ` and ${missing.length - MOST_NAMED} more` : '';
  return `The results say that the client was watched in all scenarios, but there is no task of ${named}${more}.`;
}
