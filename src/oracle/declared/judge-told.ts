import { broken, unverified, type Outcome } from '../../contract/verdict.js';
import type { Exchange } from '../../wire/exchange.js';
import type { Declared, Task } from '../conduct/task.js';
import { judgeAgain } from './judge-again.js';
import { judgeModify, judgeWalk } from './judge-declared.js';
import { judgeSource } from './judge-source.js';
import type { Judged } from './judged.js';
import type { Situation } from './situation.js';

/** Requests of one task; a client that sends more goes on for ever. */
export const MOST_REQUESTS = 1_000;

/** A task with what came of it. */
export interface GivenTask {
  readonly situation: Situation;
  readonly task: Task;
  /** What a walk of the task has to tell, in the order of the pages; empty of a modify. */
  readonly stockCds: readonly string[];
  /** Of this task alone, in the order of their ends. */
  readonly exchanges: readonly Exchange[];
  readonly declared: Declared;
}

/** Judges what a client declares of a task, by what passed; what passed itself is judged by its conduct. */
export function judgeTold(given: GivenTask): Judged[] {
  const { situation, task, exchanges, stockCds, declared } = given;
  const isWalk = task.task === 'list-instruments';
  if (isWalk && exchanges.length >= MOST_REQUESTS) return [{ clause: 'CLI-028', outcome: endless() }];
  const source = judgeSource(declared, exchanges, stockCds);
  const outcome = judgeOutcome(given);
  const isMadeUp = source.some((judged) => judged.outcome.outcome === 'broken') && outcome.outcome.outcome === 'pass';
  return [
    ...source,
    ...(isWalk ? [] : judgeAgain(modifiesOf(given), situation.isUnreadable)),
    isMadeUp ? { ...outcome, outcome: unverified('what it told did not come of what it sent') } : outcome,
  ];
}

/**
 * What of a task stands. Between plain tasks that failed, what was declared says nothing of it, unless it is wrong by
 * itself.
 *
 * @param isReached - whether the client came to what the situation is about
 * @param because - why nothing stands that was declared; `null`: it does
 */
export function settled(
  { clause, isOptional }: Situation,
  judged: readonly Judged[],
  { isReached, because }: { readonly isReached: boolean; readonly because: string | null },
): Pick<Judged, 'clause' | 'outcome'>[] {
  const unreached = unverified('the client did not come to what this scenario is about');
  return [
    ...(isReached || isOptional === true ? [] : [{ clause, outcome: unreached }]),
    ...judged
      .filter(({ isOfAnyTask }) => isReached || isOfAnyTask === true)
      .map(({ clause: id, outcome, isLikePlain, isOfAnyTask }) => {
        const isWrongByItself = outcome.outcome === 'broken' && isLikePlain !== true;
        const stands = because === null || isOfAnyTask === true || isWrongByItself;
        return { clause: id, outcome: stands ? outcome : unverified(because) };
      }),
  ];
}

function judgeOutcome(given: GivenTask): Judged {
  const { situation, task, exchanges, stockCds, declared } = given;
  const { isHopeless = false, isDoubtful = false, isUnreadable = false } = situation;
  const clause = clauseOfOutcome(given);
  return task.task === 'list-instruments'
    ? judgeWalk(declared, { clause, stockCds, isHopeless, isDoubtful, exchanges })
    : judgeModify(declared, { clause, modifies: modifiesOf(given), isDoubtful, isUnreadable });
}

const modifiesOf = ({ exchanges }: GivenTask): Exchange[] =>
  exchanges.filter(({ operation }) => operation === 'modifyOrder');

/** That of the situation, where it is about what is told of an answer that is right. */
function clauseOfOutcome({ situation: { clause, isDoubtful }, task }: GivenTask): string {
  if (task.task === 'list-instruments') return clause === 'CLI-042' ? 'CLI-036' : clause;
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
