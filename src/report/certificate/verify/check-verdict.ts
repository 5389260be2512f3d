import type { Results } from '../../../contract/results.js';
import { digestOf } from '../../../contract/results-digest.js';
import { countVerdicts, runVerdict } from '../../../contract/run-verdict.js';
import { withDrift } from '../../../oracle/drift.js';
import { VERDICT_LABELS, VERDICT_ORDER } from '../../verdict-words.js';
import { plannedClauses } from '../certified-scope.js';
import type { Problems } from './problems.js';

/** Adds up the clauses again, and makes the run's verdict anew by the rule that made it. */
export function checkVerdict(results: Results, problems: Problems): void {
  const { clauses, counts, questions, strict, tasks, basis, verdict, startedAt, finishedAt } = results;
  const counted = countVerdicts(clauses);
  for (const one of VERDICT_ORDER.filter((name) => counts[name] !== counted[name])) {
    problems.add(
      'verdict',
      `The results count ${counts[one]} clauses ${VERDICT_LABELS[one]}, but have ${counted[one]}.`,
    );
  }
  // Where nothing was chosen, nothing is certified; of traffic, that may be one of two sides.
  const isEmpty = basis === undefined && plannedClauses(results).length === 0;
  const derived = isEmpty ? 'incomplete' : runVerdict(clauses, questions, strict === true, tasks);
  if (derived !== verdict) problems.add('verdict', `The verdict is ${verdict}, but the clauses come to ${derived}.`);
  if (results.digest !== undefined && results.digest !== digestOf(results)) {
    problems.add('verdict', 'The digest of the results is not that of what they say.');
  }
  for (const [at, { id, drift }] of withDrift(questions, results).entries()) {
    if (drift === questions[at]?.drift) continue;
    problems.add(
      'verdict',
      `The answer to ${id} is ${drift ? 'another than' : 'no other than'} the pinned one, and is not counted so.`,
    );
  }
  if (results.unfinished === true) problems.add('verdict', 'The results were written while the run went on.');
  if (Date.parse(startedAt) > Date.parse(finishedAt)) problems.add('verdict', 'The run ended before it began.');
  for (const { id, waiver } of clauses) {
    if (waiver !== undefined && waiver.expires < startedAt.slice(0, 10)) {
      problems.add('verdict', `The waiver of ${id} had run out on ${waiver.expires}, before the run.`);
    }
  }
}
