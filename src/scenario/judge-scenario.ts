import { broken, unverified, type Outcome } from '../contract/verdict.js';
import type { Declared } from '../oracle/conduct/task.js';
import type { RoleRecord } from '../traffic/role-record.js';
import { judgeAgain } from './judge-again.js';
import { judgeModify, judgeWalk } from './judge-declared.js';
import { judgeSource } from './judge-source.js';
import type { Judged } from './judged.js';
import type { Exchange } from '../wire/exchange.js';
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
  return outcome === null ? [] : [{ clause: 'CLI-042', outcome, isOfSending: true }];
}

function told(scenario: Scenario, stage: Stage, declared: Declared): Judged[] {
  const { task, exchanges, stockCds } = stage;
  const isWalk = task.task === 'list-instruments';
  if (isWalk && exchanges.length >= MOST_REQUESTS) return [{ clause: 'CLI-028', outcome: endless() }];
  const source = judgeSource(declared, exchanges, stockCds);
  const outcome = judgeOutcome(scenario, stage, declared);
  const isMadeUp = source.some((judged) => judged.outcome.outcome === 'broken') && outcome.outcome.outcome === 'pass';
  return [
    ...source,
    ...(isWalk ? [] : judgeAgain(modifiesOf(stage), scenario.isUnreadable)),
    isMadeUp ? { ...outcome, outcome: unverified('what it told did not come of what it sent') } : outcome,
  ];
}

function judgeOutcome(scenario: Scenario, stage: Stage, declared: Declared): Judged {
  const { task, exchanges, stockCds } = stage;
  const { isHopeless = false, isDoubtful = false, isUnreadable = false } = scenario;
  const clause = clauseOfOutcome(scenario);
  return task.task === 'list-instruments'
    ? judgeWalk(declared, { clause, stockCds, isHopeless, isDoubtful, exchanges })
    : judgeModify(declared, { clause, modifies: modifiesOf(stage), isDoubtful, isUnreadable });
}

const modifiesOf = ({ exchanges }: Stage): Exchange[] =>
  exchanges.filter(({ operation }) => operation === 'modifyOrder');

/** That of the scenario, where it is about what is told of an answer that is right. */
function clauseOfOutcome({ clause, errand, isDoubtful }: Scenario): string {
  if (errand.kind === 'list') return clause === 'CLI-042' ? 'CLI-036' : clause;
  return isDoubtful === true || OF_SUCCESS.includes(clause) ? clause : 'CLI-031';
}

/** A modify that is answered as it should be is told as a success. */
const OF_SUCCESS = ['CLI-031', 'CLI-037', 'CLI-038'];

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
  const wrong = judged
    .filter(({ isOfSending }) => isOfSending !== true)
    .map(({ outcome }) => outcome)
    .find((outcome) => outcome.outcome === 'broken');
  return wrong === undefined ? null : `what it told is not right: ${wrong.finding.cause}`;
}

/** Reports a scenario. Between plain tasks that failed, what was declared says nothing of it, unless it is wrong by itself. */
export function settle(record: RoleRecord, scenario: Scenario, played: Played, before: Trouble, after: Trouble): void {
  const { name, clause, isOptional, errand } = scenario;
  const { isReached, judged } = played;
  if (!isReached && !isOptional) {
    record.report(clause, unverified('the client did not come to what this scenario is about'), name);
  }
  const because = whyVoid(errand.kind, before, after);
  for (const { clause: id, outcome, isLikePlain, isOfAnyTask } of judged) {
    if (!isReached && isOfAnyTask !== true) continue;
    const isWrongByItself = outcome.outcome === 'broken' && isLikePlain !== true;
    const stands = because === null || isOfAnyTask === true || isWrongByItself;
    record.report(id, stands ? outcome : unverified(because), name);
  }
}

function whyVoid(kind: Errand['kind'], before: Trouble, after: Trouble): Trouble {
  const plain = `a plain ${kind === 'list' ? 'walk' : 'modify'}`;
  if (before !== null) return `${plain} before it failed: ${before}`;
  return after === null ? null : `${plain} after it failed: ${after}`;
}
