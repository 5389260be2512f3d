import { unverified } from '../contract/verdict.js';
import type { Declared } from '../oracle/conduct/task.js';
import { countTask } from '../oracle/declared/done-task.js';
import { judgeTold, settled } from '../oracle/declared/judge-told.js';
import type { Judged } from '../oracle/declared/judged.js';
import type { RoleRecord } from '../traffic/role-record.js';
import type { Errand, Scenario } from './scenarios.js';
import type { Stage } from './stage.js';
import type { TaskLog } from './task-log.js';

/** What a client made of one scenario. */
export interface Played {
  readonly stage: Stage;
  readonly isReached: boolean;
  readonly declared: Declared;
  readonly judged: readonly Judged[];
}

/** Where what is said of scenarios is taken down. */
export interface Records {
  readonly record: RoleRecord;
  readonly tasks: TaskLog;
}

/** Why a plain task did not succeed; `null`: it did. */
export type Trouble = string | null;

/** Judges what a client declares of a task, by what passed; what passed itself is judged elsewhere. */
export function judgePlayed(scenario: Scenario, stage: Stage, declared: Declared): Played {
  const { isReached, task, stockCds, exchanges } = stage;
  const told = judgeTold({ situation: scenario, task, stockCds, exchanges, declared });
  return { stage, isReached, declared, judged: [...followed(stage), ...told] };
}

function followed(stage: Stage): Judged[] {
  const outcome = stage.credentialsElsewhere();
  return outcome === null ? [] : [{ clause: 'CLI-042', outcome, isOfSending: true }];
}

/** What became of a plain task, which a client that is alive and right completes. */
export function troubleOf({ declared, judged }: Played): Trouble {
  if (declared.kind === 'nothing') return declared.because;
  if (declared.kind === 'error') return 'it told an error';
  if (declared.kind === 'no success') return 'it told that there was no success';
  const wrong = judged
    .filter(({ isOfSending }) => isOfSending !== true)
    .map(({ outcome }) => outcome)
    .find((outcome) => outcome.outcome === 'broken');
  return wrong === undefined ? null : `what it told is not right: ${wrong.finding.cause}`;
}

/** Reports a scenario, and records its task. Between plain tasks that failed, what was declared says little of it. */
export function settle(
  { record, tasks }: Records,
  scenario: Scenario,
  played: Played,
  before: Trouble,
  after: Trouble,
): void {
  const because = whyVoid(scenario.errand.kind, before, after);
  const { stage, isReached, declared, judged } = played;
  tasks.add(scenario, stage, { declared, isReached, because });
  record.count(countTask(scenario, stage.task, stage.exchanges, stage.refusals));
  for (const { clause, outcome } of settled(scenario, judged, { isReached, because })) {
    record.report(clause, outcome, scenario.name, stage.exchanges.at(-1)?.number);
  }
}

/** Reports a scenario that the client did not take, or that was not given to it. */
export function settleUntaken({ record, tasks }: Records, scenario: Scenario, number: number, because: string): void {
  tasks.addUntaken(scenario, number, because);
  record.report(scenario.clause, unverified(because), scenario.name);
}

function whyVoid(kind: Errand['kind'], before: Trouble, after: Trouble): Trouble {
  const plain = `a plain ${kind === 'list' ? 'walk' : 'modify'}`;
  if (before !== null) return `${plain} before it failed: ${before}`;
  return after === null ? null : `${plain} after it failed: ${after}`;
}
