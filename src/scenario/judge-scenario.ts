import { broken, unverified, type Outcome } from '../contract/verdict.js';
import type { Declared } from '../oracle/conduct/task.js';
import type { RoleRecord } from '../traffic/role-record.js';
import { judgeModify, judgeWalk, type Judged } from './judge-declared.js';
import type { Errand, Scenario } from './scenarios.js';
import type { Stage } from './stage.js';

/** Requests of one task; a client that sends more goes on for ever. */
export const MOST_REQUESTS = 1_000;

/** What a client made of one scenario. */
export interface Played {
  readonly isReached: boolean;
  readonly declared: Declared;
  readonly judged: readonly Judged[];
}

/** Why a plain task did not succeed; `null`: it did. */
export type Trouble = string | null;

/** Judges what a client declares of a task, by what passed; what passed itself is judged elsewhere. */
export function judgePlayed(scenario: Scenario, stage: Stage, declared: Declared): Played {
  return { isReached: stage.isReached, declared, judged: [...followed(stage), ...told(scenario, stage, declared)] };
}

function followed(stage: Stage): Judged[] {
  const outcome = stage.credentialsElsewhere();
  return outcome === null ? [] : [{ clause: 'CLI-042', outcome }];
}

function told(scenario: Scenario, { task, exchanges, stockCds }: Stage, declared: Declared): Judged[] {
  if (exchanges.length >= MOST_REQUESTS) return [{ clause: 'CLI-028', outcome: endless() }];
  if (task.task === 'modify-order') {
    const modifies = exchanges.filter(({ operation }) => operation === 'modifyOrder');
    return judgeModify(declared, scenario.clause === 'CLI-042' ? 'CLI-031' : scenario.clause, modifies);
  }
  const clause = scenario.clause === 'CLI-042' ? 'CLI-036' : scenario.clause;
  return [judgeWalk(declared, { clause, stockCds: scenario.isHopeless ? null : stockCds, exchanges })];
}

function endless(): Outcome {
  return broken({
    cause: 'a walk that cannot come to an end is not given up',
    at: 'requests',
    expected: `an end before ${MOST_REQUESTS} requests`,
    actual: 'it went on',
  });
}

/** What became of a plain task, which a client that is alive and right completes. */
export function troubleOf({ declared, judged }: Played): Trouble {
  if (declared.kind === 'nothing') return declared.because;
  if (declared.kind === 'error') return 'it told an error';
  if (declared.kind === 'no success') return 'it told that there was no success';
  const wrong = judged.map(({ outcome }) => outcome).find((outcome) => outcome.outcome === 'broken');
  return wrong === undefined ? null : `what it told is not right: ${wrong.finding.cause}`;
}

/** Reports a scenario. Between plain tasks that failed, what was declared says nothing of it, unless it is wrong by itself. */
export function settle(record: RoleRecord, scenario: Scenario, played: Played, before: Trouble, after: Trouble): void {
  const { name, clause, isOptional, errand } = scenario;
  if (!played.isReached) {
    const because = 'the client did not come to what this scenario is about';
    if (!isOptional) record.report(clause, unverified(because), name);
    return;
  }
  const because = whyVoid(errand.kind, before, after);
  for (const { clause: id, outcome, isLikePlain } of played.judged) {
    const stands = because === null || (outcome.outcome === 'broken' && isLikePlain !== true);
    record.report(id, stands ? outcome : unverified(because), name);
  }
}

function whyVoid(kind: Errand['kind'], before: Trouble, after: Trouble): Trouble {
  const plain = `a plain ${kind === 'list' ? 'walk' : 'modify'}`;
  if (before !== null) return `${plain} before it failed: ${before}`;
  return after === null ? null : `${plain} after it failed: ${after}`;
}
