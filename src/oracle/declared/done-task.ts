import type { GivenTasks } from '../../contract/given-tasks.js';
import { isAccepted, isLastPage } from '../../wire/envelope.js';
import type { Exchange } from '../../wire/exchange.js';
import type { Task } from '../conduct/task.js';
import type { Situation } from './situation.js';

/** Whether something is wrong in the walk of a task, so that it may be left where it is. */
export function mayBeLeft({ isHopeless, isDoubtful }: Situation): boolean {
  return isHopeless === true || isDoubtful === true;
}

/**
 * Whether the service did what a task asks for; nothing where a careful client need not get through.
 *
 * @param exchanges - of this task alone
 * @param refused - what the service said of requests that break no clause
 */
export function countTask(
  situation: Situation,
  { task }: Task,
  exchanges: readonly Exchange[],
  refused: readonly string[],
): GivenTasks {
  if (mayBeLeft(situation)) return {};
  const count = (isDone: boolean) => ({ given: 1, done: isDone ? 1 : 0 });
  const modified = exchanges.some((one) => one.operation === 'modifyOrder' && isAccepted(one));
  return {
    ...(task === 'modify-order' ? { modifies: count(modified) } : { walks: count(exchanges.some(isLastPage)) }),
    ...(refused.length > 0 && { refused }),
  };
}
